"""Finds the games of a run that are worth reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from simkit.errors import BadInput, unknown
from simkit.run.findings.notable import Most, Notable, Played, notable_games
from simkit.run.store.directory import RunDirectory

MOST: tuple[Most, ...] = get_args(Most)


def games_to_read(
    run: RunDirectory, most: str, scenarios: Sequence[int], where: str = "", first: int = 1
) -> list[Notable]:
    """Return the games that are most of all the longest, closest ..., the first of them first.

    * `most`: one of `MOST`.
    * `where`: a condition that the games meet; empty for all.

    Raises BadInput if there is no such word, no game meets the condition, or the tables don't know.
    """
    wanted = next((word for word in MOST if word == most), None)
    if wanted is None:
        raise BadInput(unknown("most", most, MOST))
    played = Played(run, scenarios, where)
    if where and not played.count:
        from simkit.run.store.nearest import why_no_game

        raise BadInput(why_no_game(run, list(scenarios), where))
    if wanted == "dramatic":
        from simkit.search.drama import dramatic_games

        return dramatic_games(played, first)
    return notable_games(played, wanted, first)
