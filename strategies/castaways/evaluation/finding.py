"""Finds moves in the list of legal ones."""

from simkit.compile.kernel import kernel
from simkit.engine.base.moves import NOT_FOUND
from simkit.games.castaways.decisions import PLACE, WHITE_ACTION, WHITE_CARD
from simkit.games.castaways.names import CAMP


@kernel
def find_marker(moves, count, action):
    """Return the index of the first move that places a marker (or the white one) on an action."""
    for i in range(count):
        kind = moves[i].kind
        if (kind == PLACE or kind == WHITE_ACTION) and moves[i].action == action:
            return i
    return NOT_FOUND


@kernel
def find_camp_card(moves, count, card):
    """Return the index of the move that places a marker (or the white one) on a camp card."""
    for i in range(count):
        kind = moves[i].kind
        is_on_card = kind == WHITE_CARD or (kind == PLACE and moves[i].action == CAMP)
        if is_on_card and moves[i].card == card:
            return i
    return NOT_FOUND
