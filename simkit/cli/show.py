"""`simkit check` of a run, `simkit verify` and `simkit schema`."""

from __future__ import annotations

import json
import sys

from simkit import Run, door
from simkit.cli.screen import console, show_mark

DIFFERS = 1
"""The exit code if a game comes out otherwise than it was recorded."""


def show_whole(run: Run, *, deep: bool) -> None:
    """Check a run, file by file; with `deep`, read every byte of it, and work its summary out."""
    for line in door.whole.checked(run, deep=deep):  # those before a complaint, too
        console.print(line)


def verify_and_show(run: Run, games: int, seed: int) -> None:
    """Check all files of a run, play some of its games again, and print what was found."""
    with console.status("comparing files, playing games again ..."):
        found = run.verify(games, seed)
    show_mark(run)
    for line in found.sentences:
        console.print(line)
    if found.differing:
        sys.exit(DIFFERS)


def show_schema(game: str | None) -> None:
    """Print the JSON Schema of experiments, or of a game's content."""
    print(json.dumps(door.listing.schema(game), indent=2))
