"""``python -m simkit`` is `simkit`."""

from simkit.cli.main import main

main()
