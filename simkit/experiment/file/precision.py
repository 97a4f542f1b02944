"""Reads the keys `precision` and `max_games`: how narrow intervals are to be, in place of a number of games.

::

    precision: {won: 0.005, turns: 0.1}   # to within half a point, and a tenth of a turn
    precision: {won of players: 0.005}    # of the players alone, and not of seats
    max_games: 200_000                    # of each scenario
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.content.source import KEY, Place
from simkit.errors import unknown
from simkit.experiment.file.model import ExperimentFile
from simkit.experiment.precision import OF_GAMES, asked_in

if TYPE_CHECKING:
    from simkit.engine.base.columns import Column
    from simkit.engine.contract.game import Game
    from simkit.experiment.values import Scenario

PRECISION, MOST = "precision", "max_games"
"""The keys."""

WIDEST = 0.5
"""Half of the whole range of a share: an interval of that width says nothing."""


def with_one_of_both(data: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a file and of the caller, of which those for the number of games replace each other.

    * `data`: the file's.
    * `given`: the caller's: `games`, `precision` ...
    """
    replaced = {"games": (PRECISION, MOST), PRECISION: ("games",), MOST: ()}
    dropped = {key for name in given for key in replaced.get(name, ())}
    return {**{key: value for key, value in data.items() if key not in dropped}, **given}


def problems_with_both(keys: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the keys for the number of games that contradict each other, each with what is wrong."""
    if keys.get(PRECISION) == {}:
        return [
            (
                PRECISION,
                f"{PRECISION}: found an empty mapping, allowed is column: half-width, such as won: 0.005",
            )
        ]
    if keys.get(PRECISION) and "games" in keys:
        words = "precision decides how many games are played; only one of the two is allowed"
        return [("games", f"games: {words} (max_games is the most of each scenario)")]
    if MOST in keys and not keys.get(PRECISION):
        words = "is the most games that precision may take, and there is no precision"
        return [(MOST, f"{MOST}: {words}; allowed are games, or precision with max_games")]
    return []


def wrong_columns(file: ExperimentFile, game: Game, scenarios: Sequence[Scenario]) -> list[tuple[Place, str]]:
    """Return the problems with the columns that are to be narrow."""
    with_seats = any(len(scenario.players) > 1 for scenario in scenarios)
    of_seats = game.seat_columns if with_seats else ()
    problems: list[tuple[Place, str]] = []
    for asked in asked_in(file.precision):
        place, path = (PRECISION, asked.name), f"{PRECISION}.{asked.name}"
        of_games = () if asked.kinds and OF_GAMES[0] not in asked.kinds else game.columns
        known = [*of_games, *(() if asked.kinds == OF_GAMES else of_seats)]
        narrow = list(dict.fromkeys(column.name for column in known if _has_interval(column)))
        columns = [column for column in known if column.name == asked.column]
        if not columns:
            problems.append(((*place, KEY), f"{path}: {unknown('column', asked.column, narrow)}"))
        elif asked.column not in narrow:
            words = "has no interval: it is a number without a unit, of which no mean is taken"
            problems.append(((*place, KEY), f"{path}: {words}; allowed: {', '.join(narrow)}"))
        elif asked.half_width >= WIDEST and any(column.is_yes_no or column.labels for column in columns):
            words = f"found {asked.half_width:g}, allowed is less than {WIDEST}: it is a share, from 0 to 1"
            problems.append((place, f"{path}: {words} (half a point is 0.005)"))
    return problems


def _has_interval(column: Column) -> bool:
    """Return True for what a share or a mean is taken of: yes or no, labels, or numbers with a unit."""
    return bool(column.is_yes_no or column.labels or column.unit)
