"""The outcome columns of a game: those that are fields of its state, those that it fills, won and rank.

A field that is declared as a column is copied into it when a game is over; then the
game's `outcome` fills the others; then the seats are ranked, if the game says by what.  All this is one
function, of the lines that one would otherwise write by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from simkit.compile.kernel import kernel
from simkit.compile.made import written_out
from simkit.compile.reach import all_called_by, stored_by
from simkit.engine.base.columns import Column
from simkit.engine.contract.records import FieldColumn, Layout, columns_of, named_fields
from simkit.errors import unknown

WON = Column("won", np.bool_, "has the best rank; nobody in a game that was stopped")
RANK = Column("rank", np.int32, "1 for the best, 2 for the next; the same for seats that are equal")

FILLED = {WON.name, RANK.name}
"""The seats' columns that the engine fills where seats are ranked."""

RECORDS = ("table", "seat", "hidden")
"""The records of a game whose fields may be columns."""


def outcome_columns(
    records: Mapping[str, Any], seats: int, ranked: bool
) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
    """Return the columns of the game and of its seats that `outcome` does not fill.

    * `records`: the layout of each of `RECORDS`.
    * `seats`: the most seats: a field of the table with one number for each is a column of the seats.
    * `ranked`: whether the seats are ranked.
    """
    found = list(_copied(records, seats))
    of_game = tuple(copy.column for copy in found if not copy.of_seats)
    of_seats = tuple(copy.column for copy in found if copy.of_seats)
    return of_game, (WON, *of_seats, RANK) if ranked else of_seats


def joined(fields: Sequence[Column], others: Sequence[Any]) -> tuple[Any, ...]:
    """Return the columns that are fields, then the others; `rank` comes last, unless it is one of them.

    In a copy of a game, made by `dataclasses.replace`, the others hold the fields already.
    """
    known = [getattr(column, "name", "") for column in others]
    first = [column for column in fields if column.name not in known]
    last = [column for column in first if column is RANK]
    return (*(column for column in first if column is not RANK), *others, *last)


class _Copied(NamedTuple):
    """An outcome column that is copied from a field."""

    column: Column
    source: str
    of_seats: bool


def _copied(records: Mapping[str, Any], seats: int) -> Iterator[_Copied]:
    """Yield the columns that are fields: of each record, and of those in it that are one for each seat."""
    for record in RECORDS:
        layout = records[record]
        if not isinstance(layout, np.dtype):
            continue
        if record == "seat":
            source = "state.seats[seat]"
            yield from (_copy(kept, source, of_seats=True) for kept in columns_of(layout))
            continue
        for kept in columns_of(layout):
            by_seat = kept.place is None and layout[kept.field].shape == (seats,)
            copy = _copy(kept, f"state.{record}", of_seats=by_seat)
            yield copy._replace(source=f"{copy.source}[seat]") if by_seat else copy
        for name, inner in _by_seat(layout, seats):
            source = f"state.{record}.{name}[seat]"
            yield from (_copy(kept, source, of_seats=True) for kept in columns_of(inner))


def _copy(kept: FieldColumn, record: str, *, of_seats: bool) -> _Copied:
    source = f"{record}.{kept.field}" + ("" if kept.place is None else f"[{kept.place}]")
    return _Copied(kept.column, source, of_seats)


def _by_seat(layout: Layout, seats: int) -> Iterator[tuple[str, Layout]]:
    """Yield the records in a record of which there is one for each seat."""
    for name in layout.names or ():
        if layout[name].shape == (seats,) and layout[name].base.names:
            yield name, layout[name].base


def fill_outcome_of(
    records: Mapping[str, Any],
    seats: int,
    outcome: Callable[..., None] | None,
    ranked_by: Sequence[str | Callable[..., Any]],
    less: Sequence[str],
    stopped_has_winner: bool,
) -> Callable[..., None]:
    """Return the function that fills all outcome columns: ``fill(state, rules, row, seat_rows)``.

    * `outcome`: the game's own function, for the columns that are no fields.
    * `ranked_by`: the seats' columns and the functions that rank them, the most important first.
    * `less`: those columns of which less is better.
    * `stopped_has_winner`: whether the best win a game that was stopped.
    """
    copied, of_seats = [], []
    for column, source, is_of_seats in _copied(records, seats):
        value = f"{source} != 0" if column.is_yes_no else source
        if is_of_seats:
            of_seats.append(f"    seat_rows[seat].{column.name} = {value}")
        else:
            copied.append(f"row.{column.name} = {value}")
    if outcome is not None and not copied and not of_seats and not ranked_by:
        return outcome
    each_seat = "for seat in range(len(seat_rows)):"
    lines = [*copied, *([each_seat, *of_seats] if of_seats else [])]
    lines += ["outcome(state, rules, row, seat_rows)"] if outcome is not None else []
    used = {} if outcome is None else {"outcome": kernel(outcome)}
    if ranked_by:
        used |= {f"ranked_by_{place}": kernel(by) for place, by in enumerate(ranked_by) if callable(by)}
        lines += [
            each_seat,
            "    own, rank = seat_rows[seat], 1",
            "    for other in range(len(seat_rows)):",
            "        theirs = seat_rows[other]",
            f"        if {_is_better(ranked_by, less)}:",
            "            rank += 1",
            "    own.rank = rank",
            f"    own.won = rank == 1{'' if stopped_has_winner else ' and not state.capped'}",
        ]
    return written_out("fill_outcome", "state, rules, row, seat_rows", lines, **used)  # type: ignore[no-any-return]


def _is_better(ranked_by: Sequence[str | Callable[..., Any]], less: Sequence[str], place: int = 0) -> str:
    """Return the condition that another seat is ahead: by what stands at `place`, if equal by the next ..."""
    by = ranked_by[place]
    theirs, own = f"theirs.{by}", f"own.{by}"
    if callable(by):
        theirs, own = (f"ranked_by_{place}(state, rules, {seat})" for seat in ("other", "seat"))
    better = f"{theirs} {'<' if by in less else '>'} {own}"
    if place + 1 == len(ranked_by):
        return better
    return f"{better} or ({theirs} == {own} and ({_is_better(ranked_by, less, place + 1)}))"


def mistakes_of_fields(records: Mapping[str, Any], seats: int) -> Iterator[str]:
    """Yield the mistakes in the fields that are declared to be columns."""
    for record in RECORDS:
        layout = records[record]
        if not isinstance(layout, np.dtype):
            continue
        by_seat = dict(_by_seat(layout, seats)) if record != "seat" else {}
        yield from _mistakes_in(record, layout, seats if record != "seat" else 1)
        for name, inner in named_fields(layout):
            if name in by_seat:
                yield from _mistakes_in(f"{record}.{name}", inner.base, 1)
                continue
            for kept in columns_of(inner.base):
                yield (
                    f"{record}: '{name}.{kept.field}' is no column, because it is inside of '{name}'; "
                    f"allowed are fields of the {record} itself"
                    + (f", and of a record in it for each of the {seats} seats" if record != "seat" else "")
                )


def _mistakes_in(record: str, layout: Layout, seats: int) -> Iterator[str]:
    """Yield the mistakes in a record's own columns, of which some may have a number for each seat."""
    allowed = "one number" if seats == 1 else f"one number, or one for each of the {seats} seats"
    for kept in columns_of(layout):
        inner, name = layout[kept.field], kept.column.name
        if inner.base.names:
            yield f"{record}: the column '{name}' is a record; allowed is {allowed}"
        elif kept.place is None and inner.shape != () and (seats == 1 or inner.shape != (seats,)):
            found = " x ".join(map(str, inner.shape))
            yield f"{record}: the column '{name}' has {found} numbers; allowed is {allowed}"
        elif kept.place is not None and kept.place >= inner.shape[0]:
            yield f"{record}: '{kept.field}' has {inner.shape[0]} numbers, and more columns"


def mistakes_of_ranking(game: Any, seats: int) -> Iterator[str]:
    """Yield the mistakes in what a game's seats are ranked by; `seats` are the most seats."""
    ranked_by = game.ranked_by
    if not isinstance(ranked_by, (tuple, list)):
        yield f"ranked_by is a column of the seats, or several, found {ranked_by!r}"
        return
    if not ranked_by:
        if game.stopped_has_winner:
            yield "stopped_has_winner: no seats are ranked; `outcome` says who wins, or `ranked_by`"
        return
    if seats == 1:
        yield "ranked_by: with a single player nobody is ranked"
        return
    known = [column.name for column in game.seat_columns if column.name not in FILLED]
    for name in ranked_by:
        if not callable(name) and name not in known:
            yield f"ranked_by: {unknown('column of the seats', str(name), known)}"
    for function in all_called_by(game.outcome) if isinstance(game.outcome, FunctionType) else ():
        for name in sorted(stored_by(function) & FILLED - {column.name for column in game.columns}):
            yield f"'{function.__name__}' fills '{name}', which ranked_by fills; leave out one of them"
