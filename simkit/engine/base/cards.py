"""Cards: piles, bags and rows as records, and dealing anew the cards that a seat can't see.

A card is a whole number from 0 on.  A pile is a record of `pile_dtype`; its top is the last card of
``cards[:count]``, so a pile of zeros is an empty one.  A hand is a pile too, and a row of open cards: the
place of a card counts from the bottom, or from the left.  Chance is begun by the game
(`begin`); each function says how it draws from it.
"""

import numpy as np

from simkit.compile.kernel import kernel
from simkit.engine.base.chance import draw_from_bag, shuffle

NO_CARD = -1
NOWHERE = -1


def pile_dtype(most: int) -> np.dtype[np.void]:
    """Return the layout of a pile, a hand or a row that holds at most `most` cards.

    Parameters
    ----------
    most : int
        The most cards that it ever holds.

    Returns
    -------
    numpy.dtype
        A record with the fields `count` and `cards`, for `field` or `scratch`.
    """
    return np.dtype([("count", np.int32), ("cards", np.int32, (most,))], align=True)


def bag_dtype(kinds: int) -> np.dtype[np.void]:
    """Return the layout of a bag with things of different kinds, numbered 0 to ``kinds - 1``.

    Parameters
    ----------
    kinds : int
        How many kinds of things there are.

    Returns
    -------
    numpy.dtype
        A record with the fields `total` and `counts`, for `field` or `scratch`.
    """
    return np.dtype([("total", np.int32), ("counts", np.int32, (kinds,))], align=True)


@kernel
def clear(pile):
    """Remove all cards from a pile.

    Parameters
    ----------
    pile : record of `pile_dtype`
    """
    pile.count = 0


@kernel
def put_on_top(pile, card):
    """Put a card on top of a pile: at the right end of a row, or into a hand.

    Parameters
    ----------
    pile : record of `pile_dtype`
    card : int
    """
    pile.cards[pile.count] = card
    pile.count += 1


@kernel
def put_at(pile, place, card):
    """Insert a card at a place in a pile; the cards from there on move up.

    Parameters
    ----------
    pile : record of `pile_dtype`
    place : int
        From 0, the bottom of a pile or the left of a row.
    card : int
    """
    for i in range(pile.count, place, -1):
        pile.cards[i] = pile.cards[i - 1]
    pile.cards[place] = card
    pile.count += 1


@kernel
def put_under(pile, card):
    """Put a card under a pile.

    Parameters
    ----------
    pile : record of `pile_dtype`
    card : int
    """
    put_at(pile, 0, card)


@kernel
def put_in_order(pile, first, last):
    """Put the cards `first`, ``first + 1`` ... ``last - 1`` on top of a pile, in this order.

    Parameters
    ----------
    pile : record of `pile_dtype`
    first, last : int
        The first card, and the one after the last.
    """
    for card in range(first, last):
        put_on_top(pile, card)


@kernel
def draw(pile):
    """Take the top card of a pile and return it; NO_CARD if there is none.

    Parameters
    ----------
    pile : record of `pile_dtype`

    Returns
    -------
    int
        The card, or NO_CARD.
    """
    if pile.count == 0:
        return NO_CARD
    pile.count -= 1
    return pile.cards[pile.count]


@kernel
def peek(pile, depth):
    """Return the card that lies `depth` cards below the top without taking it; NO_CARD if there is none.

    Parameters
    ----------
    pile : record of `pile_dtype`
    depth : int
        0 for the top card.

    Returns
    -------
    int
        The card, or NO_CARD.
    """
    return pile.cards[pile.count - 1 - depth] if depth < pile.count else NO_CARD


@kernel
def search(pile, card):
    """Return the place of the lowest copy of a card in a pile; NOWHERE if it has none.

    Parameters
    ----------
    pile : record of `pile_dtype`
    card : int

    Returns
    -------
    int
        The place, from 0 at the bottom or the left; or NOWHERE.
    """
    for place in range(pile.count):
        if pile.cards[place] == card:
            return place
    return NOWHERE


@kernel
def take_at(pile, place):
    """Take the card at a place out of a pile and return it; the cards above it move down.

    Parameters
    ----------
    pile : record of `pile_dtype`
    place : int
        From 0, the bottom of a pile or the left of a row.

    Returns
    -------
    int
        The card.
    """
    card = pile.cards[place]
    pile.count -= 1
    for i in range(place, pile.count):
        pile.cards[i] = pile.cards[i + 1]
    return card


@kernel
def remove(pile, card):
    """Take one copy of a card out of a pile; return False if the pile has none.

    Parameters
    ----------
    pile : record of `pile_dtype`
    card : int

    Returns
    -------
    bool
        Whether the pile had it.
    """
    place = search(pile, card)
    if place == NOWHERE:
        return False
    take_at(pile, place)
    return True


@kernel
def keep_only(pile, wanted):
    """Keep only the cards of a pile for which ``wanted[card]`` is not 0, in their order.

    Parameters
    ----------
    pile : record of `pile_dtype`
    wanted : array of int
        By card: 0 for a card that is to go.
    """
    kept = 0
    for place in range(pile.count):
        card = pile.cards[place]
        if wanted[card] != 0:
            pile.cards[kept] = card
            kept += 1
    pile.count = kept


@kernel
def move_all(pile, onto):
    """Move all cards of a pile on top of another one, keeping their order.

    Parameters
    ----------
    pile : record of `pile_dtype`
    onto : record of `pile_dtype`
        Another pile with room for them.
    """
    for place in range(pile.count):
        put_on_top(onto, pile.cards[place])
    pile.count = 0


@kernel
def shuffle_pile(chance, pile):
    """Shuffle a pile, with ``count - 1`` draws (see `shuffle`).

    Parameters
    ----------
    chance : record
        A stream of chance, such as ``state.chance``; the game has begun it (`begin`).
    pile : record of `pile_dtype`
    """
    shuffle(chance, pile.cards, 0, pile.count)


@kernel
def shuffle_in(chance, pile, card):
    """Put a card into a pile and shuffle the pile.

    Parameters
    ----------
    chance : record
        A stream of chance, such as ``state.chance``; the game has begun it (`begin`).
    pile : record of `pile_dtype`
    card : int
    """
    put_on_top(pile, card)
    shuffle_pile(chance, pile)


@kernel
def draw_or_reshuffle(chance, pile, discards):
    """Draw a card; if the pile is empty, shuffle the discards to make a new pile first.

    Chance is drawn from only then.  NO_CARD if both are empty.

    Parameters
    ----------
    chance : record
        A stream of chance, such as ``state.chance``; the game has begun it (`begin`).
    pile, discards : record of `pile_dtype`

    Returns
    -------
    int
        The card, or NO_CARD.
    """
    if pile.count == 0:
        move_all(discards, pile)
        shuffle_pile(chance, pile)
    return draw(pile)


@kernel
def refill(row, pile, most):
    """Move cards from a pile to the right end of a row until it has `most`, or the pile is empty.

    Parameters
    ----------
    row, pile : record of `pile_dtype`
    most : int
    """
    while row.count < most and pile.count > 0:
        put_on_top(row, draw(pile))


@kernel
def put_into_bag(bag, kind, count):
    """Put a number of things of one kind into a bag.

    Parameters
    ----------
    bag : record of `bag_dtype`
    kind, count : int
        Which kind, and how many.
    """
    bag.counts[kind] += count
    bag.total += count


@kernel
def draw_from(chance, bag):
    """Draw one thing from a bag that is not empty, and return its kind; uses one random draw.

    Parameters
    ----------
    chance : record
        A stream of chance, such as ``state.chance``; the game has begun it (`begin`).
    bag : record of `bag_dtype`

    Returns
    -------
    int
        The kind.
    """
    bag.total -= 1
    return draw_from_bag(chance, bag.counts, bag.total + 1)


@kernel
def pick_up(unseen, pile):
    """Pick up all cards of a pile whose order a seat does not know; `deal_back` puts cards back.

    A game conceals in three steps: it picks up every pile and hand that the seat does not see, into one pile
    with room for all of them (`scratch`, after `clear`); shuffles that pile; and deals the
    cards back to each.

    Parameters
    ----------
    unseen, pile : record of `pile_dtype`
    """
    for place in range(pile.count):
        put_on_top(unseen, pile.cards[place])


@kernel
def deal_back(unseen, pile):
    """Refill a pile that was picked up, with as many cards as it had, from the top of `unseen`.

    Parameters
    ----------
    unseen, pile : record of `pile_dtype`
    """
    for place in range(pile.count):
        pile.cards[place] = draw(unseen)


@kernel
def pick_up_unknown(unseen, pile, known):
    """Pick up the cards of a pile that a seat does not know about: those for which ``known[card]`` is 0.

    Parameters
    ----------
    unseen, pile : record of `pile_dtype`
    known : array of int
        By card.
    """
    for place in range(pile.count):
        if known[pile.cards[place]] == 0:
            put_on_top(unseen, pile.cards[place])


@kernel
def deal_back_unknown(unseen, pile, known):
    """Replace the cards that `pick_up_unknown` picked up; the known cards stay where they lie.

    Parameters
    ----------
    unseen, pile : record of `pile_dtype`
    known : array of int
        By card.
    """
    for place in range(pile.count):
        if known[pile.cards[place]] == 0:
            pile.cards[place] = draw(unseen)
