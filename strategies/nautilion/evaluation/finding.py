"""Finds moves for which kind and one field (`engine.base.moves`) are not enough."""

from simkit.game import find_kind, kernel
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.rules.mages import partners_ready


@kernel
def find_spell(table, moves, count, kind, cost):
    """Return the index of the move that casts a spell, or -1; there is none if it can't be paid for."""
    return find_kind(moves, count, kind) if table.reserve >= cost else -1


@kernel
def find_reroll(table, rules, moves, count, die):
    """Return the index of the first partnership's re-roll of a die, or -1 where none is ready."""
    first = find_kind(moves, count, Move.REROLL) if partners_ready(table, rules) != 0 else -1
    return first + die if first >= 0 else -1  # a partnership's re-rolls are listed side by side


@kernel
def find_tide(moves, count, die, value):
    """Return the index of the Tide that sets `die` to `value`, or -1."""
    for i in range(count):
        if moves[i].kind == Move.TIDE and moves[i].die == die and moves[i].value == value:
            return i
    return -1


@kernel
def find_card(moves, count, card, number):
    """Return the index of the Heroic card paid for with `number`, or -1."""
    for i in range(count):
        if moves[i].kind == Move.PLAY_HEROIC and moves[i].card == card and moves[i].number == number:
            return i
    return -1
