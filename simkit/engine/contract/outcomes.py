"""The outcome columns of a game: those that are fields of its state, those that it fills, won and rank.

A field that is declared by `column` is copied into the column of its name when a game is over; then the
game's `outcome` fills the others; then the seats are ranked, if the game says by what.  All this is one
function, of the lines that one would otherwise write by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from simkit.compile.kernel import kernel
from simkit.compile.made import written_out
from simkit.engine.base.columns import Column
from simkit.engine.contract.records import Layout, columns_of, named_fields
from simkit.errors import unknown

WON = Column("won", np.bool_, "has the best rank; nobody in a game that was stopped")
RANK = Column("rank", np.int32, "1 for the best, 2 for the next; the same for seats that are equal")

RECORDS = ("table", "seat", "hidden")
"""The records of a game whose fields may be columns."""


def outcome_columns(
    records: Mapping[str, Any], seats: int, ranked: bool
) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
    """Return the columns of the game and of its seats that `outcome` does not fill.

    Parameters
    ----------
    records : mapping
        The layout of each of `RECORDS`.
    seats : int
        The most seats: a field of the table with one number for each is a column of the seats.
    ranked : bool
        Whether the seats are ranked.
    """
    own: list[Column] = []
    of_seats = [WON] if ranked else []
    for record, column, layout in _columns(records):
        (of_seats if record == "seat" or layout.shape == (seats,) else own).append(column)
    return tuple(own), (*of_seats, *([RANK] if ranked else []))


def joined(fields: Sequence[Column], others: Sequence[Any]) -> tuple[Any, ...]:
    """Return the columns that are fields, then the others; `rank` comes last.

    In a copy of a game, made by `dataclasses.replace`, the others hold the fields already.
    """
    known = [getattr(column, "name", "") for column in others]
    first = [column for column in fields if column.name not in known]
    last = [column for column in first if column is RANK]
    return (*(column for column in first if column is not RANK), *others, *last)


def _columns(records: Mapping[str, Any]) -> Iterator[tuple[str, Column, Layout]]:
    """Yield each field that is a column: the record that holds it, the column, and the field's layout."""
    for record in RECORDS:
        layout = records[record]
        if isinstance(layout, np.dtype):
            yield from ((record, column, layout[column.name]) for column in columns_of(layout))


def fill_outcome_of(
    records: Mapping[str, Any],
    seats: int,
    outcome: Callable[..., None] | None,
    ranked_by: Sequence[str],
    less: Sequence[str],
) -> Callable[..., None]:
    """Return the function that fills all outcome columns: ``fill(state, rules, row, seat_rows)``.

    Parameters
    ----------
    outcome : callable or None
        The game's own function, for the columns that are no fields.
    ranked_by : sequence of str
        The seats' columns that rank them, the most important first.
    less : sequence of str
        Those of which less is better.
    """
    copied, of_seats = [], []
    for record, column, layout in _columns(records):
        name = column.name
        if record == "seat":
            of_seats.append(f"    seat_rows[seat].{name} = state.seats[seat].{name}")
        elif layout.shape == (seats,):
            of_seats.append(f"    seat_rows[seat].{name} = state.{record}.{name}[seat]")
        else:
            copied.append(f"row.{name} = state.{record}.{name}")
    if outcome is not None and not copied and not of_seats and not ranked_by:
        return outcome
    each_seat = "for seat in range(len(seat_rows)):"
    lines = [*copied, *([each_seat, *of_seats] if of_seats else [])]
    lines += ["outcome(state, rules, row, seat_rows)"] if outcome is not None else []
    if ranked_by:
        lines += [
            each_seat,
            "    own, rank = seat_rows[seat], 1",
            "    for other in range(len(seat_rows)):",
            "        theirs = seat_rows[other]",
            f"        if {_is_better(ranked_by, less)}:",
            "            rank += 1",
            "    own.rank = rank",
            "    own.won = rank == 1 and not state.capped",
        ]
    used = {} if outcome is None else {"outcome": kernel(outcome)}
    return written_out("fill_outcome", "state, rules, row, seat_rows", lines, **used)  # type: ignore[no-any-return]


def _is_better(ranked_by: Sequence[str], less: Sequence[str]) -> str:
    """Return the condition that another seat is ahead: by the first column, if equal by the next ..."""
    name, *rest = ranked_by
    better = f"theirs.{name} {'<' if name in less else '>'} own.{name}"
    return f"{better} or (theirs.{name} == own.{name} and ({_is_better(rest, less)}))" if rest else better


def mistakes_of_fields(records: Mapping[str, Any], seats: int) -> Iterator[str]:
    """Yield the mistakes in the fields that are declared to be columns."""
    for record, column, layout in _columns(records):
        each = "one number" if seats == 1 else f"one number, or one for each of the {seats} seats"
        allowed = "one number" if record == "seat" else each
        if layout.base.names:
            yield f"{record}: the column '{column.name}' is a record; allowed is {allowed}"
        elif layout.shape != () and (record == "seat" or seats == 1 or layout.shape != (seats,)):
            found = " x ".join(map(str, layout.shape))
            yield f"{record}: the column '{column.name}' has {found} numbers; allowed is {allowed}"
    for record in RECORDS:
        if isinstance(records[record], np.dtype):
            for name, layout in named_fields(records[record]):
                for column in columns_of(layout.base):
                    yield (
                        f"{record}: '{name}.{column.name}' is no column, because it is inside of '{name}'; "
                        f"allowed are fields of the {record} itself"
                    )


def mistakes_of_ranking(
    ranked_by: Any, seats: int, seat_columns: Sequence[Any], filled: Sequence[Any]
) -> Iterator[str]:
    """Yield the mistakes in what the seats are ranked by.

    Parameters
    ----------
    ranked_by : object
        What the game declares.
    seats : int
        The most seats.
    seat_columns, filled : sequence
        All columns of the seats; those of them that the game declares itself.
    """
    if not isinstance(ranked_by, (tuple, list)):
        yield f"ranked_by is a column of the seats, or several, found {ranked_by!r}"
        return
    if not ranked_by:
        return
    if seats == 1:
        yield "ranked_by: with a single player nobody is ranked"
        return
    known = [column.name for column in seat_columns if column not in (WON, RANK)]
    for name in ranked_by:
        if name not in known:
            yield f"ranked_by: {unknown('column of the seats', str(name), known)}"
    for column in filled:
        if column.name in (WON.name, RANK.name) and column not in (WON, RANK):
            yield f"the seats' column '{column.name}' is filled by ranked_by; leave it out"
