"""A player that chooses at random: the weakest, against which all others are compared."""

from simkit.game import below, find_move, kernel, strategy
from simkit.games.nautilus_island.kinds import Move
from simkit.games.nautilus_island.state import MOST_OBJECTS, PICK_OBJECTS, copies, one


@strategy(game="nautilus_island", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Decide by chance alone.

    First a column, then collecting or a colour and a number of its cards to store, then closing or not: each
    time all legal moves are equally likely.  The cards to store are drawn blindly from those of the colour.
    """
    if table.step == PICK_OBJECTS:
        hand = seat.hand[table.store_colour]
        held = seat.held[table.store_colour]
        objects = blind_pick(hand, held, table.store_count, chance)
        return max(find_move(moves, count, Move.PICK, "objects", objects), 0)
    return below(chance, count)


@kernel
def blind_pick(hand, held, wanted, chance):
    """Draw cards without looking; return their objects, packed."""
    picked = 0
    for drawn in range(wanted):
        left = below(chance, held - drawn)
        for thing in range(MOST_OBJECTS):
            there = copies(hand, thing) - copies(picked, thing)
            if left < there:
                picked += one(thing)
                break
            left -= there
    return picked
