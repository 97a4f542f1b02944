"""Piles, bags and rows against plain lists, in plain Python and compiled; the re-deal, all deals alike."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.compile.entry import compile_entry
from simkit.engine.base.cards import (
    NO_CARD,
    NOWHERE,
    bag_dtype,
    clear,
    deal_back,
    deal_back_unknown,
    draw,
    draw_from,
    draw_or_reshuffle,
    keep_only,
    move_all,
    peek,
    pick_up,
    pick_up_unknown,
    pile_dtype,
    put_at,
    put_in_order,
    put_into_bag,
    put_on_top,
    put_under,
    refill,
    remove,
    search,
    shuffle_in,
    shuffle_pile,
    take_at,
)
from simkit.engine.base.chance import CHANCE, begin, draw_from_bag, open_stream, shuffle
from simkit.engine.base.rows import zeros

MOST = 60
PILE = pile_dtype(MOST)
BAG = bag_dtype(4)
UNSEEN = pile_dtype(3 * MOST)


def do(op, pile, other, chance, card, place, wanted):  # type: ignore[no-untyped-def]
    """Do one thing with a pile; return what it returns, or 0."""
    if op == 0:
        put_on_top(pile, card)
    elif op == 1:
        put_under(pile, card)
    elif op == 2:
        put_at(pile, place, card)
    elif op == 3:
        return draw(pile)
    elif op == 4:
        return peek(pile, place)
    elif op == 5:
        return search(pile, card)
    elif op == 6:
        return take_at(pile, place)
    elif op == 7:
        return 1 if remove(pile, card) else 0
    elif op == 8:
        keep_only(pile, wanted)
    elif op == 9:
        move_all(pile, other)
    elif op == 10:
        shuffle_pile(chance, pile)
    elif op == 11:
        shuffle_in(chance, pile, card)
    elif op == 12:
        return draw_or_reshuffle(chance, pile, other)
    elif op == 13:
        refill(pile, other, place)
    elif op == 14:
        clear(pile)
    elif op == 15:
        put_in_order(pile, place, place + 2)
    return 0


compiled_do = compile_entry(do, checked=False)


def stream(seed: int = 1) -> Any:
    chance = zeros(1, CHANCE)[0]
    open_stream(chance, seed, 0, 0)
    begin(chance, 0, 1)
    return chance


def shuffled(cards: list[int], seed: int, done: int) -> list[int]:
    """Return cards in the order of the engine's shuffle, the one after `done` words of a stream."""
    chance, items = stream(seed), np.array([*cards, 0], dtype=np.int32)
    begin(chance, 0, done)
    shuffle(chance, items, 0, len(cards))
    return [int(card) for card in items[:-1]]


def model(
    op: int, pile: list[int], other: list[int], seed: int, turn: int, card: int, place: int, wanted: Any
) -> int:
    """Do the same with lists."""
    if op == 0:
        pile.append(card)
    elif op in (1, 2):
        pile.insert(0 if op == 1 else place, card)
    elif op == 3:
        return pile.pop() if pile else NO_CARD
    elif op == 4:
        return pile[-1 - place] if place < len(pile) else NO_CARD
    elif op == 5:
        return pile.index(card) if card in pile else NOWHERE
    elif op == 6:
        return pile.pop(place)
    elif op == 7:
        found = card in pile
        if found:
            pile.remove(card)
        return int(found)
    elif op == 8:
        pile[:] = [one for one in pile if wanted[one]]
    elif op == 9:
        other += pile
        pile.clear()
    elif op == 10:
        pile[:] = shuffled(pile, seed, turn)
    elif op == 11:
        pile[:] = shuffled([*pile, card], seed, turn)
    elif op == 12:
        if not pile:
            pile += shuffled(other, seed, turn)
            other.clear()
        return pile.pop() if pile else NO_CARD
    elif op == 13:
        while len(pile) < place and other:
            pile.append(other.pop())
    elif op == 14:
        pile.clear()
    elif op == 15:
        pile += [place, place + 1]
    return 0


@given(
    steps=st.lists(st.tuples(st.integers(0, 15), st.integers(0, 9), st.integers(0, 59)), max_size=14),
    start=st.lists(st.integers(0, 9), max_size=12),
    rest=st.lists(st.integers(0, 9), max_size=12),
    wanted=st.lists(st.integers(0, 1), min_size=62, max_size=62),
    seed=st.integers(0, 99),
)
def test_a_pile_is_a_list(steps: Any, start: list[int], rest: list[int], wanted: Any, seed: int) -> None:
    piles, mask = zeros(4, PILE), np.array(wanted, dtype=np.int32)
    for i, cards in enumerate((start, rest, start, rest)):
        for card in cards:
            put_on_top(piles[i], card)
    mine, others = list(start), list(rest)
    for turn, (op, card, place) in enumerate(steps, 1):
        if op == 6 and not mine:
            continue
        where = place % len(mine) if op == 6 else place % (len(mine) + 1)
        results = [model(op, mine, others, seed, turn, card, where, wanted)]
        for way, i in ((do, 0), (compiled_do, 2)):
            chance = stream(seed)
            begin(chance, 0, turn)
            results.append(way(op, piles[i], piles[i + 1], chance, card, where, mask))
        assert len(set(results)) == 1, (op, results)
        for i in (0, 2):
            assert piles[i].cards[: piles[i].count].tolist() == mine
            assert piles[i + 1].cards[: piles[i + 1].count].tolist() == others


def test_a_bag_draws_as_chance_does_by_hand() -> None:
    bag, counts, by_hand, by_bag = (
        zeros(1, BAG)[0],
        np.array([3, 0, 2, 4], dtype=np.int32),
        stream(),
        stream(),
    )
    for kind, count in enumerate(counts):
        put_into_bag(bag, kind, count)
    drawn = [draw_from(by_bag, bag) for _ in range(9)]
    assert drawn == [draw_from_bag(by_hand, counts, 9 - i) for i in range(9)]
    assert Counter(drawn) == {0: 3, 2: 2, 3: 4}
    assert (bag.total, bag.counts.any()) == (0, False)


def deal(known: list[int], seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Deal a deck of three cards and a hand of two anew, but for what is known; return both."""
    deck, hand, unseen = zeros(1, PILE)[0], zeros(1, PILE)[0], zeros(1, UNSEEN)[0]
    put_in_order(deck, 0, 3)
    put_in_order(hand, 3, 5)
    mask = np.array([card in known for card in range(5)], dtype=np.int32)
    clear(unseen)
    pick_up(unseen, deck)
    pick_up_unknown(unseen, hand, mask)
    shuffle_pile(stream(seed), unseen)
    deal_back(unseen, deck)
    deal_back_unknown(unseen, hand, mask)
    assert unseen.count == 0
    return tuple(deck.cards[:3].tolist()), tuple(hand.cards[:2].tolist())


@pytest.mark.parametrize(("known", "deals"), [([], 120), ([4], 24)])
def test_every_deal_of_what_is_not_known_is_equally_likely(known: list[int], deals: int) -> None:
    found = Counter(deal(known, seed) for seed in range(40 * deals))
    assert len(found) == deals
    assert all(hand[1] == 4 for _, hand in found) == (known == [4])
    expected = 40
    chi = sum((count - expected) ** 2 / expected for count in found.values())
    assert chi < deals + 5 * (2 * deals) ** 0.5  # five standard deviations of a chi-square
