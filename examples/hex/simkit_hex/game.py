"""Hex, whole: the state, the rules, the moves, the outcome.

Two players put a stone on any empty cell in turn; no stone is moved or taken.  The first wins who connects
their two sides by a chain of stones: seat 0 the first row and the last one, seat 1 the first column and the
last one.  A full board always connects exactly one of them (Hein 1942, Nash 1948; Gale, "The game of Hex and
the Brouwer fixed-point theorem", The American Mathematical Monthly 86(10), 1979).

A set of cells is one number: the cell in row r and column c, counted from 0, is the bit WIDTH * r + c.  The
widest board leaves one bit of each row free, so that shifting a set never carries a cell into another row.
"""

from typing import Self

import numpy as np
from pydantic import model_validator

from simkit.game import (
    Field,
    Game,
    Kinds,
    Knobs,
    Story,
    column,
    event,
    field,
    kernel,
    knob,
    move,
    note,
    record,
)  # fmt: skip

WIDTH, LARGEST = 8, 7

TABLE = record(
    field("stones", "each seat's stones, as a set of cells", np.int64, shape=2),
    column("connected", "1 if the two sides are connected, else 0", shape=2),
    column("turns", "stones on the board", "turns"),
)


def cell(bit: int) -> str:
    """Return a cell in words: the column's letter and the row's number, "a1" in the corner."""
    return f"{'abcdefg'[bit % WIDTH]}{bit // WIDTH + 1}"


class Move(Kinds):
    """What a player chooses."""

    PLACE = move("put a stone on {cell}", Field("cell", cell), seconds=10)


class Event(Kinds):
    """What happens."""

    PLACED = event("Seat {seat} puts a stone on {cell}.", Field("cell", cell))


class HexKnobs(Knobs):
    """The rule parameters of Hex."""

    cells: int = knob(
        4, "cells along a side of the board", "published", label="the size of the board", ge=3, le=LARGEST
    )
    opening: int = knob(
        0,
        "the cell of the first stone, counted from 1 row by row from a1; 0 for any",
        "published",
        label="the opening",
        ge=0,
        le=LARGEST * LARGEST,
    )

    @model_validator(mode="after")
    def _is_on_the_board(self) -> Self:
        if self.opening > self.cells**2:
            raise ValueError(f"opening: the board has {self.cells**2} cells")
        return self


@kernel
def bit_of(cell):
    """Return the set that holds one cell."""
    return np.int64(1) << np.int64(cell)


@kernel
def board(size):
    """Return the set of all cells."""
    cells = np.int64(0)
    for row in range(size):
        cells |= ((np.int64(1) << size) - 1) << (WIDTH * row)
    return cells


@kernel
def side(seat, size, is_far):
    """Return the cells along one of a seat's two sides."""
    if seat == 0:
        return ((np.int64(1) << size) - 1) << (WIDTH * (size - 1) if is_far else 0)
    cells = np.int64(0)
    for row in range(size):
        cells |= np.int64(1) << (WIDTH * row + (size - 1 if is_far else 0))
    return cells


@kernel
def grown(cells):
    """Return a set with all neighbours of its cells: two in the row, two above and two below."""
    one, row = np.int64(1), np.int64(WIDTH)
    beside = (cells << one) | (cells >> one)
    return cells | beside | (cells << row) | (cells >> row) | (cells << (row - one)) | (cells >> (row - one))


@kernel
def chain(start, stones):
    """Return all stones that a chain connects with some of them."""
    reached, before = start & stones, np.int64(0)
    while reached != before:
        before, reached = reached, grown(reached) & stones
    return reached


@kernel
def put(state, cell, log):
    """Put a stone of the seat to act on a cell."""
    state.table.stones[state.seat] |= bit_of(cell)
    state.table.turns += 1
    note(log, Event.PLACED, state.seat, cell)


def setup(state, rules, log):
    """Begin with an empty board, or with the first stone on the cell that is the opening."""
    if rules.opening > 0:
        row, place = divmod(rules.opening - 1, rules.cells)
        put(state, WIDTH * row + place, log)
        state.seat = 1


def options(state, rules, moves):
    """List the empty cells."""
    stones, count = state.table.stones, 0
    for row in range(rules.cells):
        for place in range(rules.cells):
            cell = WIDTH * row + place
            if not (stones[0] | stones[1]) & bit_of(cell):
                moves[count].kind, moves[count].cell = Move.PLACE, cell
                count += 1
    return count


def apply(state, rules, move, log):
    """Put a stone on the board; see whether it connects."""
    table, seat = state.table, state.seat
    put(state, move.cell, log)
    reached = chain(side(seat, rules.cells, False), table.stones[seat])
    if reached & side(seat, rules.cells, True):
        table.connected[seat] = 1
        state.over = True
    else:
        state.seat = 1 - seat


HEX = Game(
    name="hex",
    summary="Connect your two sides before the other does (Hein 1942, Nash 1948).",
    seats=range(2, 3),
    table=TABLE,
    knobs=HexKnobs,
    setup=setup,
    options=options,
    apply=apply,
    moves=Move.kinds,
    max_moves=LARGEST * LARGEST,
    events=Event.kinds,
    ranked_by="connected",
    story=Story(
        "{rules.cells} x {rules.cells} cells. Seat 1 connects the rows 1 and {rules.cells}, and seat 2 the "
        "columns. Seat 1 begins."
    ),
)
