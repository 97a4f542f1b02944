"""What a seat can't see, dealt anew: so that look-ahead never peeks."""

import numpy as np

from simkit.engine.chance import shuffle
from simkit.engine.kernel import kernel
from simkit.games.nautilus_island.state import (
    COLOURS,
    MOST_CARDS,
    MOST_OBJECTS,
    NO_CARD,
    colour_of,
    copies,
    object_of,
    one,
)


def conceal(state, seat, chance):
    """Deal anew, all deals equally likely, every card that `seat` can't place.

    Those are the cards in the stacks but for the tops that lie open, the cards out of the game, and what the
    others hold beyond what was taken face up.  Hands keep their sizes; cards seen stay where they are.
    """
    unseen = np.empty(MOST_CARDS, dtype=np.int32)
    count = gather_from_the_deck(state, unseen, 0)
    for other in range(len(state.seats)):
        if other != seat:
            count = gather_from_a_hand(state, other, unseen, count)
    shuffle(chance, unseen, 0, count)
    for other in range(len(state.seats)):
        if other != seat:
            count = deal_a_hand(state, other, unseen, count)
    deal_the_deck(state, unseen, count)


@kernel
def lies_open(state, place):
    """Return True if the card at a place of the deck is the open top of a stack."""
    table = state.table
    height = state.hidden.stack_height
    stack = place // height
    if stack >= state.hidden.stacks or table.tops[stack] < 0:
        return False
    above = place + 1
    return above == (stack + 1) * height or state.hidden.deck[above] == NO_CARD


@kernel
def gather_from_the_deck(state, unseen, count):
    """Pick up the cards of the stacks and those out of the game."""
    deck = state.hidden.deck
    for place in range(state.hidden.card_count):
        if deck[place] != NO_CARD and not lies_open(state, place):
            unseen[count] = deck[place]
            count += 1
    return count


@kernel
def gather_from_a_hand(state, other, unseen, count):
    """Pick up what a hand holds beyond the cards that everybody saw it take."""
    own, known = state.seats[other], state.table.castaways[other].known
    for colour in range(COLOURS + 1):
        for thing in range(MOST_OBJECTS):
            for _ in range(copies(own.hand[colour], thing) - copies(known[colour], thing)):
                unseen[count] = colour * 8 + thing
                count += 1
    return count


@kernel
def deal_a_hand(state, other, unseen, count):
    """Fill a hand up to its size again, from the end of `unseen`; return how many are left."""
    own, castaway = state.seats[other], state.table.castaways[other]
    held = 0
    for colour in range(COLOURS + 1):
        own.hand[colour] = castaway.known[colour]
        own.held[colour] = 0
        for thing in range(MOST_OBJECTS):
            own.held[colour] += copies(castaway.known[colour], thing)
        held += own.held[colour]
    for _ in range(castaway.hand_size - held):
        count -= 1
        card = unseen[count]
        own.hand[colour_of(card)] += one(object_of(card))
        own.held[colour_of(card)] += 1
    return count


@kernel
def deal_the_deck(state, unseen, count):
    """Deal the rest into the stacks and out of the game."""
    deck = state.hidden.deck
    for place in range(state.hidden.card_count):
        if deck[place] != NO_CARD and not lies_open(state, place):
            count -= 1
            deck[place] = unseen[count]
