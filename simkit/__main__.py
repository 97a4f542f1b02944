"""Runs the command line: ``python -m simkit`` is the same as ``simkit``."""

from simkit.cli.main import main

main()
