"""Deals anew what a seat can't see, so that look-ahead never peeks."""

import numpy as np

from simkit.game import kernel, scratch, separate_kernel, shuffle
from simkit.games.nautilus_2002.rules.discoveries import unseen_slots
from simkit.games.nautilus_2002.state import CANYON, GOAL_CARDS, INCLINE, MOST_SLOTS, holds

UNSEEN = np.dtype([("tiles", np.int32, (MOST_SLOTS,))])


def conceal(state, seat, chance):
    """Deal anew, all deals equally likely, the discoveries and the goal cards that `seat` has not seen.

    Face-down discoveries stay in their zone.  The others remember looking at the same slots, with the new
    discoveries there.
    """
    unseen = unseen_slots(state.table, state.seats[seat])
    for zone in range(INCLINE, CANYON + 1):
        deal_zone(state, unseen, zone, chance)
    for other in range(len(state.seats)):
        if other != seat:
            remember(state, other)
    deal_goals(state, seat, chance)


@separate_kernel
def deal_zone(state, unseen, zone, chance):
    """Shuffle the tiles of a zone over the slots that were not seen."""
    pile, tiles, zones = scratch(UNSEEN), state.hidden.tiles, state.table.slot_zone
    count = 0
    for slot in range(MOST_SLOTS):
        if holds(unseen, slot) and zones[slot] == zone:
            pile.tiles[count] = tiles[slot]
            count += 1
    shuffle(chance, pile.tiles, 0, count)
    for slot in range(MOST_SLOTS - 1, -1, -1):
        if holds(unseen, slot) and zones[slot] == zone:
            count -= 1
            tiles[slot] = pile.tiles[count]


@kernel
def remember(state, other):
    """Let another seat remember what now lies where it has looked."""
    own = state.seats[other]
    for slot in range(MOST_SLOTS):
        if holds(own.seen & state.table.slots, slot):
            own.known[slot] = state.hidden.tiles[slot]


@kernel
def deal_goals(state, seat, chance):
    """Deal the goal cards that a seat does not hold to the others; one or more stay out of the game."""
    pile, count = scratch(UNSEEN), 0
    for card in range(GOAL_CARDS):
        if card != state.seats[seat].goal:
            pile.tiles[count] = card
            count += 1
    shuffle(chance, pile.tiles, 0, count)
    for other in range(len(state.seats)):
        if other != seat:
            count -= 1
            state.seats[other].goal = pile.tiles[count]
