"""The table of events: what happened in the logged games (one in N), one row per event.

A game declares its kinds of events (`EventKind`); its rules note them.  The games whose numbers are multiples
of `one_in` are played once more, by the play loop compiled with a log, so that all other games are played at
full speed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.engine.base.columns import Column, columns_dtype
from simkit.engine.base.events import DECIDED, LOG_CAPACITY, NUMBERS
from simkit.engine.base.rows import Rows, zeros
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import EventKind, Field
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.language import NOBODY
from simkit.run.store.parquet import Arrays

FIELDS = "fields"
"""The key of a file's metadata for the names of each kind's fields, as JSON."""

SENTENCES = "sentences"
"""The key for each kind's sentence, with fields in braces, if it is always the same."""

WORDS = "words"
"""The key for the meanings of values, by kind and field, if they are not plain numbers."""

MOST_WORDS = 500
"""The most values of a field whose words are listed; a set of cards may have thousands."""

DECISION = "decided"
"""The kind of event for a decision: which kind of move a seat has chosen, among how many moves."""

MOVER = "mover"
"""The column of the seat whose move it was; `seat` is a field of the event itself."""

SHARED = ("scenario", "game", "turn", "step", MOVER)

DROPPED = "dropped"
"""The key for the number of events that were lost because a log was full."""


def kinds_of_events(game: Game) -> tuple[EventKind, ...]:
    """Return the kinds of events in a game's table: those it declares, and decisions."""
    moves = sorted(game.moves, key=lambda kind: kind.number)
    names = {kind.number: kind.name for kind in moves}
    fields = (Field("move", lambda number: names.get(number, str(number))), Field("options"))
    decided = EventKind(DECIDED, DECISION, "decided for {move}, one of {options} moves", fields)
    return (*game.events, decided)


@dataclass(frozen=True)
class Happened:
    """The events of a shard's logged games."""

    keys: Arrays
    """Scenario and game of every event."""

    rows: Rows
    """The columns of `event_columns`, one row per event."""

    dropped: int
    """The number of events that did not fit into the log, which has room for `LOG_CAPACITY` a move."""


def event_columns(game: Game) -> tuple[Column, ...]:
    """Return the columns of a game's table of events, except scenario and game."""
    number = (
        f"a number; what it is depends on the kind: `{FIELDS}` in the file's metadata names it, `{WORDS}` "
        "says what its values mean"
    )
    return (
        Column("turn", np.int32, "the turn, counted from 1; 0 before the first"),
        Column("step", np.int32, "the number of the move in its game; 0 for the set-up"),
        Column(MOVER, np.int8, "the seat whose move it was; -1 for the set-up"),
        Column("kind", np.uint16, "what happened", labels=tuple(kind.name for kind in kinds_of_events(game))),
        *(Column(name, np.int32, number) for name in NUMBERS[: game.numbers_of_events]),
    )


def what_decides(game: Game) -> list[list[Any]]:
    """Return the part of a game's declaration that decides its table of events, as plain data."""
    return [
        [
            kind.number,
            kind.name,
            [_as_data(field) for field in kind.fields],
            kind.begins_turn,
            _template(kind),
        ]
        for kind in kinds_of_events(game)
    ]


def _as_data(field: Field) -> list[Any]:
    return [field.name, None if callable(field.words) or field.words is None else list(field.words)]


def _template(kind: EventKind) -> str:
    """Return a kind's sentence with fields in braces; an empty text if a function makes it."""
    return "" if callable(kind.says) else kind.says.strip()


def metadata_of(game: Game, happened: Happened) -> dict[str, str]:
    """Return the metadata needed to read a file of events."""
    kinds = kinds_of_events(game)
    said = {
        FIELDS: {kind.name: [field.name for field in kind.fields] for kind in kinds},
        SENTENCES: {kind.name: _template(kind) for kind in kinds if _template(kind)},
        WORDS: {
            kind.name: words
            for place, kind in enumerate(kinds)
            if (words := _words_of(kind, happened.rows[happened.rows["kind"] == place]))
        },
    }
    return {name: json.dumps(value) for name, value in said.items()} | {DROPPED: str(happened.dropped)}


def _words_of(kind: EventKind, rows: Rows) -> dict[str, dict[int, str]]:
    """Return the words for each field's values; if a function makes them, for the values that occur."""
    found = {}
    for name, field in zip(NUMBERS, kind.fields, strict=False):
        if callable(field.words):
            values = [int(value) for value in np.unique(rows[name])]
            if values and len(values) <= MOST_WORDS:
                found[field.name] = {value: field.say(value) for value in values}
        elif field.words is not None:
            found[field.name] = dict(enumerate(field.words))
    return found


def logged_games(first_game: int, games: int, one_in: int) -> range:
    """Return the numbers of the games that are logged; none if `one_in` is 0."""
    if not one_in:
        return range(0)
    return range(-(-first_game // one_in) * one_in, first_game + games, one_in)


def what_happened(
    matches: Mapping[int, Match], numbers: Mapping[int, range], without: Set[tuple[int, int]] = frozenset()
) -> Happened:
    """Play some games with a log and return their events.

    `matches` are those of the scenarios by number; `numbers` are the logged games of each that has any,
    `without` the games, as (scenario, game), that can't be played to their end.

    Raises StrategyFailure, BadInput as `Match.play` does; a BadInput too if the rules note an event that the
    game does not declare.
    """
    game = next(iter(matches.values())).game
    logged = {
        scenario: _logged(matches[scenario], own, sorted(number for at, number in without if at == scenario))
        for scenario, own in numbers.items()
    }
    parts = [_rows_of(game, kept) for kept, _ in logged.values()]
    rows: Rows = zeros(sum(map(len, parts)), columns_dtype(event_columns(game)))
    rows[:] = np.concatenate(parts)
    sizes = [len(part) for part in parts]
    keys = {
        "scenario": np.repeat(np.fromiter(logged, np.int64), sizes),
        "game": np.concatenate([kept["game"] for kept, _ in logged.values()]),
    }
    return Happened(keys, rows, sum(dropped for _, dropped in logged.values()))


def _logged(match: Match, numbers: range, without: Sequence[int]) -> tuple[Rows, int]:
    """Return the events of some games of a match, and how many were lost, without those of other games."""
    parts, first = [], 0
    for number in without:
        if number in numbers:
            parts.append(match.log(numbers[first : numbers.index(number)]))
            first = numbers.index(number) + 1
    parts.append(match.log(numbers[first:]))
    return np.concatenate([kept for kept, _ in parts]), sum(dropped for _, dropped in parts)


def _rows_of(game: Game, kept: Rows) -> Rows:
    rows: Rows = zeros(len(kept), columns_dtype(event_columns(game)))
    event = kept["event"]
    rows["kind"] = _places_of(game, event["kind"], kept["game"])
    rows["turn"] = _turns(kept["game"], _begins_turn(game, kept, rows["kind"]))
    rows["step"], rows[MOVER] = kept["step"], kept["seat"]
    for place, name in enumerate(NUMBERS[: game.numbers_of_events]):
        rows[name] = event["numbers"][:, place]
    return rows


def _places_of(game: Game, numbers: npt.NDArray[Any], games: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return the place of each event's kind among those declared: their numbers may have gaps."""
    declared = np.array([kind.number for kind in kinds_of_events(game)])
    order = np.argsort(declared)
    places: npt.NDArray[np.int64] = order[
        np.searchsorted(declared, numbers, sorter=order).clip(max=len(order) - 1)
    ]
    strangers = np.flatnonzero(declared[places] != numbers)
    if len(strangers):
        number, first = numbers[strangers[0]], games[strangers[0]]
        raise BadInput(
            f"the rules of {game.title} note an event of kind {number} in game {first}, which is not among "
            f"its events: {', '.join(f'{kind.number} ({kind.name})' for kind in game.events)}"
        )
    return places


def _begins_turn(game: Game, kept: Rows, places: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Return, for each event, whether a turn begins with it.

    A turn begins with an event of a kind that is declared to begin one; if the game declares none, with the
    first event of another seat.
    """
    declared = np.array([kind.begins_turn for kind in kinds_of_events(game)])
    is_other = (np.diff(kept["seat"], prepend=NOBODY) != 0) | (np.diff(kept["game"], prepend=-1) != 0)
    begins: npt.NDArray[np.bool_] = (
        declared[places] if declared.any() else is_other & (kept["seat"] != NOBODY)
    )
    return begins


def _turns(games: npt.NDArray[Any], begins: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    begun = np.cumsum(begins)
    is_first = np.diff(games, prepend=-1) != 0
    before: npt.NDArray[np.int64] = (begun - begins)[is_first]
    return begun - np.repeat(before, np.diff(np.flatnonzero(is_first), append=len(games)))


def in_words(column: str, words: Mapping[str, str]) -> pl.Expr:
    """Return a field's values as words; a value without a word stays a number, written as one."""
    number = pl.col(column).cast(pl.String)
    return number.replace_strict(dict(words), default=number, return_dtype=pl.String).cast(pl.Categorical)


def column_names(kind: str, fields: Sequence[str], taken: Sequence[str]) -> dict[str, str]:
    """Return the names of a kind's fields, by the columns that hold them.

    A field that is called like another column has the kind's name before its own: ``banked_turn``.
    """
    names = (f"{kind}_{name}" if name in taken else name for name in fields)
    return dict(zip(NUMBERS, names, strict=False))


def dropped_in_words(dropped: int) -> str:
    """Return a sentence about missing events: how many, and why."""
    return f"{dropped:,} events are missing in events/: a move can log {LOG_CAPACITY}"
