"""The beginnings of experiment files that tests of their reading share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Write = Callable[[str], Path]
"""Writes a text to a file of experiments and returns its path (the fixture `write_experiment`)."""

HEAD = "name: x\ngame: nautilion\ngames: 10\n"
PIG = "name: x\ngame: pig\ngames: 10\n"
