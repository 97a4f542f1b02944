"""The table of events: what happened in the games that are logged (one in so many), one row per event.

A game declares its kinds of events (`EventKind`); its rules note them.  The games whose numbers are multiples
of `one_in` are played once more, by the play loop compiled with a log, so that all others are played as fast
as without.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.columns import Column, columns_dtype
from simkit.engine.events import EVENT_FIELDS, LOG_CAPACITY
from simkit.engine.game import Game
from simkit.engine.match import Match
from simkit.engine.rows import Rows, zeros
from simkit.errors import Complaint
from simkit.run.parquet import Arrays

FIELDS = "fields"
"""Under which word a file's metadata say, as JSON, what the numbers of each kind of event are called."""

DROPPED = "dropped"
"""Under which word they say how many events there was no room for."""


@dataclass(frozen=True)
class Happened:
    """The events of a shard.

    Parameters
    ----------
    keys : mapping of str to array
        Scenario and game of every event.
    rows : record array
        The columns of `event_columns`, one row per event.
    dropped : int
        Events for which the log had no room: a move can log `LOG_CAPACITY`.
    """

    keys: Arrays
    rows: Rows
    dropped: int


def event_columns(game: Game) -> tuple[Column, ...]:
    """Return the columns of a game's table of events, beside scenario and game."""
    number = f"a number; what it is depends on the kind, as `{FIELDS}` in the file's metadata says"
    return (
        Column("turn", np.int32, "the turn, counted by the events that begin one; 0 before the first"),
        Column("step", np.int32, "the number of the move in its game; 0 for the set-up"),
        Column("seat", np.int8, "the seat whose move it was; -1 for the set-up"),
        Column("kind", np.uint16, "what happened", labels=tuple(kind.name for kind in game.events)),
        *(Column(name, np.int32, number) for name in EVENT_FIELDS),
    )


def what_decides(game: Game) -> list[list[Any]]:
    """Return the part of a game's declaration on which its table of events depends, as plain data."""
    return [
        [kind.number, kind.name, [field.name for field in kind.fields], kind.begins_turn]
        for kind in game.events
    ]


def metadata_of(game: Game, dropped: int) -> dict[str, str]:
    """Return a file's metadata about the events in it."""
    fields = {kind.name: [field.name for field in kind.fields] for kind in game.events}
    return {FIELDS: json.dumps(fields), DROPPED: str(dropped)}


def logged_games(first_game: int, games: int, one_in: int) -> range:
    """Return the numbers of those games that are logged; none if `one_in` is 0."""
    if not one_in:
        return range(0)
    return range(-(-first_game // one_in) * one_in, first_game + games, one_in)


def what_happened(matches: Mapping[int, Match], numbers: range) -> Happened:
    """Play some games with a log and return their events.

    Parameters
    ----------
    matches : mapping of int to Match
        The match of each scenario, by its number.
    numbers : range
        The games that are logged of each scenario.

    Raises
    ------
    StrategyFailure, Complaint
        As `Match.play` does; a Complaint too if the rules note an event that the game does not declare.
    """
    game = next(iter(matches.values())).game
    logged = {scenario: match.log(numbers) for scenario, match in matches.items()}
    parts = [_rows_of(game, kept) for kept, _ in logged.values()]
    rows: Rows = zeros(sum(map(len, parts)), columns_dtype(event_columns(game)))
    rows[:] = np.concatenate(parts)
    sizes = [len(part) for part in parts]
    keys = {
        "scenario": np.repeat(np.fromiter(logged, np.int32), sizes),
        "game": np.concatenate([kept["game"] for kept, _ in logged.values()]),
    }
    return Happened(keys, rows, sum(dropped for _, dropped in logged.values()))


def _rows_of(game: Game, kept: Rows) -> Rows:
    """Return events as rows of the table."""
    rows: Rows = zeros(len(kept), columns_dtype(event_columns(game)))
    event = kept["event"]
    rows["kind"] = _places_of(game, event["kind"], kept["game"])
    rows["turn"] = _turns(kept["game"], np.array([kind.begins_turn for kind in game.events])[rows["kind"]])
    for name in ("step", "seat"):
        rows[name] = kept[name]
    for name in EVENT_FIELDS:
        rows[name] = event[name]
    return rows


def _places_of(game: Game, numbers: npt.NDArray[Any], games: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return the place of each event's kind among those declared: their numbers may have gaps."""
    declared = np.array([kind.number for kind in game.events])
    order = np.argsort(declared)
    places: npt.NDArray[np.int64] = order[
        np.searchsorted(declared, numbers, sorter=order).clip(max=len(order) - 1)
    ]
    strangers = np.flatnonzero(declared[places] != numbers)
    if len(strangers):
        number, first = numbers[strangers[0]], games[strangers[0]]
        raise Complaint(
            f"the rules of {game.title} note an event of kind {number} in game {first}, which is not among "
            f"its events: {', '.join(f'{kind.number} ({kind.name})' for kind in game.events)}"
        )
    return places


def _turns(games: npt.NDArray[Any], begins: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Return in which turn of its game each event happened."""
    begun = np.cumsum(begins)
    is_first = np.diff(games, prepend=-1) != 0
    before: npt.NDArray[np.int64] = (begun - begins)[is_first]
    return begun - np.repeat(before, np.diff(np.flatnonzero(is_first), append=len(games)))


def column_names(kind: str, fields: Sequence[str], taken: Sequence[str]) -> dict[str, str]:
    """Return the names of the numbers of a kind of event, by the columns that hold them.

    A field that is called as another column has the kind's name before its own: ``banked_seat``.
    """
    names = (f"{kind}_{name}" if name in taken else name for name in fields)
    return dict(zip(EVENT_FIELDS, names, strict=False))


def dropped_in_words(dropped: int) -> str:
    """Return how many events are missing, and why."""
    return f"{dropped:,} events are missing in events/: a move can log {LOG_CAPACITY}"
