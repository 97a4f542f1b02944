"""Deals anew what a seat can't see, so that look-ahead never peeks."""

from simkit.game import clear, draw, kernel, pile_dtype, put_on_top, scratch, shuffle_pile
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

UNSEEN = pile_dtype(MOST_CARDS)


def conceal(state, seat, chance):
    """Deal anew, all deals equally likely, every card whose place `seat` does not know.

    Those are the cards in the stacks except for open tops, the cards out of the game, and what the others
    hold beyond what was taken face up.  Hands keep their sizes; cards seen stay where they are.
    """
    unseen = scratch(UNSEEN)
    clear(unseen)
    gather_from_the_deck(state, unseen)
    for other in range(len(state.seats)):
        if other != seat:
            gather_from_a_hand(state, other, unseen)
    shuffle_pile(chance, unseen)
    for other in range(len(state.seats)):
        if other != seat:
            deal_a_hand(state, other, unseen)
    deal_the_deck(state, unseen)


@kernel
def lies_open(state, place):
    """Return True if the card at a place of the deck is the open top of a stack."""
    table = state.table
    height = state.hidden.stack_height
    stack = place // height
    if stack >= state.hidden.stacks or table.tops[stack] < 0:
        return False
    above = place + 1
    return above == (stack + 1) * height or state.hidden.deck.cards[above] == NO_CARD


@kernel
def gather_from_the_deck(state, unseen):
    """Pick up the cards of the stacks and those out of the game."""
    deck = state.hidden.deck
    for place in range(deck.count):
        if deck.cards[place] != NO_CARD and not lies_open(state, place):
            put_on_top(unseen, deck.cards[place])


@kernel
def gather_from_a_hand(state, other, unseen):
    """Pick up what a hand holds beyond the cards that everybody saw it take."""
    own, known = state.seats[other], state.table.castaways[other].known
    for colour in range(COLOURS + 1):
        for thing in range(MOST_OBJECTS):
            for _ in range(copies(own.hand[colour], thing) - copies(known[colour], thing)):
                put_on_top(unseen, colour * 8 + thing)


@kernel
def deal_a_hand(state, other, unseen):
    """Fill a hand up to its size again, from the top of `unseen`."""
    own, castaway = state.seats[other], state.table.castaways[other]
    held = 0
    for colour in range(COLOURS + 1):
        own.hand[colour] = castaway.known[colour]
        own.held[colour] = 0
        for thing in range(MOST_OBJECTS):
            own.held[colour] += copies(castaway.known[colour], thing)
        held += own.held[colour]
    for _ in range(castaway.hand_size - held):
        card = draw(unseen)
        own.hand[colour_of(card)] += one(object_of(card))
        own.held[colour_of(card)] += 1


@kernel
def deal_the_deck(state, unseen):
    """Deal the rest into the stacks and out of the game."""
    deck = state.hidden.deck
    for place in range(deck.count):
        if deck.cards[place] != NO_CARD and not lies_open(state, place):
            deck.cards[place] = draw(unseen)
