"""Compares whole games in words with stored files: any change of rules, chance or strategies shows."""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import unified_diff
from itertools import islice
from pathlib import Path

from simkit.engine.play.match import Match
from simkit.engine.play.playthrough import playthrough

RENEW = "SIMKIT_RENEW"
"""The environment variable that makes the checks write the files anew."""


def check_playthrough(match: Match, number: int, file: Path) -> None:
    """Compare a game in words, with all legal moves at every decision, with its stored file.

    With ``SIMKIT_RENEW=1`` in the environment the file is written anew; check the difference.

    Parameters
    ----------
    match : Match
        The match.
    number : int
        Which game.
    file : Path
        The stored file.

    Raises
    ------
    AssertionError
        With the first lines that differ.
    """
    check_lines(playthrough(match, number, choices=True, most=None), file)


def check_lines(lines: Iterable[str], file: Path) -> None:
    """Compare lines with those of a file; write them into it first if the environment says so."""
    told = [f"{line}\n" for line in lines]
    if os.environ.get(RENEW):
        file.write_text("".join(told), encoding="utf-8")
    kept = file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else []
    difference = "".join(islice(unified_diff(kept, told, "kept", "now", n=1), 30))
    assert told == kept, (
        f"{file} is another game now; if that is meant, {RENEW}=1 writes it anew\n{difference}"
    )
