"""Moves that `engine.base.moves` does not find by a kind and one field; which objects are most alike."""

from simkit.compile.kernel import kernel
from simkit.compile.numbers import bit_count
from simkit.engine.base.moves import find_kind, find_move
from simkit.games.nautilus_island.kinds import Move
from simkit.games.nautilus_island.state import MOST_OBJECTS, copies, one


@kernel
def find_column(table, column):
    """Return the index of the move to a legal column: they are listed from the back."""
    return bit_count(int(table.legal) & ((1 << int(column)) - 1))


@kernel
def find_store(moves, count, colour, cards):
    """Return the index of the store of so many cards of a colour, or 0."""
    for i in range(count):
        if moves[i].kind == Move.STORE and moves[i].colour == colour and moves[i].count == cards:
            return i
    return 0


@kernel
def find_action(moves, count, colour, cards):
    """Return the index of the store of so many cards of a colour; no cards: of the move to collect."""
    return (
        find_store(moves, count, colour, cards)
        if cards > 0
        else max(find_kind(moves, count, Move.COLLECT), 0)
    )


@kernel
def find_closing(moves, count, close):
    """Return the index of the move that closes the set just added to, or leaves it open."""
    return max(find_kind(moves, count, Move.CLOSE if close else Move.LEAVE_OPEN), 0)


@kernel
def find_objects(table, seat, moves, count):
    """Return the index of the move that stores the objects most like those in set and hand."""
    colour = table.store_colour
    laid = table.castaways[seat.number].set_cards[colour]
    objects = most_alike(seat.hand[colour], laid, table.store_count)
    return max(find_move(moves, count, Move.PICK, "objects", objects), 0)


@kernel
def is_legal(table, column):
    """Return True if the castaway at turn may (or, having moved, could) enter a column."""
    return ((int(table.legal) >> column) & 1) != 0


@kernel
def most_alike(hand, laid, wanted):
    """Return the objects (packed) to store: each time the one with most copies in set and hand.

    Parameters
    ----------
    hand, laid : int
        The cards of the colour in the hand and in the set, packed.
    wanted : int
        How many cards are stored.
    """
    picked = 0
    for _ in range(wanted):
        best, most = 0, -1
        for thing in range(MOST_OBJECTS):
            if copies(hand, thing) > copies(picked, thing):
                alike = copies(hand, thing) + copies(laid, thing)
                if alike > most:
                    best, most = thing, alike
        picked += one(best)
    return picked
