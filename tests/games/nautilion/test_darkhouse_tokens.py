"""Expansion 4, the Darkhouse: cards 11 and 12, which bring tokens back or sell them."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.games.nautilion import state as s
from simkit.games.nautilion.kinds import Move
from tests.nautilion_tables import A, M, mask, table_of, turns_over


def test_card_11_one_token_of_the_discard_pile_into_the_reserve() -> None:
    position = turns_over([11], pile=[9, A, M])
    assert position.numbers(Move.CHOOSE_KIND) == [1, 9, A, M]  # the Phantom has discarded a 1
    assert not position.table.dice.all() or position.table.dice_count == 0
    position.make(kind=Move.CHOOSE_KIND, number=A)
    assert position.reserve().count(A) == 1
    assert position.pile() == [1, 9, M]
    assert position.table.dice_count == 3


def test_card_12_once_this_turn_two_reserve_tokens_buy_a_token_aboard() -> None:
    position = table_of("token_for_sale", crew=[4], reserve=6, pile=[3, 5, 7, 9, A, M], step=s.SPELL)
    listed = [(m["number"], m["place"]) for m in position.options() if m["kind"] == Move.BUY]
    assert listed == [(3, 3), (5, 5), (9, 9)]
    position.make(kind=Move.BUY, number=5, place=5)
    assert position.crew() == [4, 5]
    assert position.table.reserve == 4
    assert position.pile() == [3, 7, 9, A, M]
    assert position.table.purchases == 1
    assert Move.BUY not in position.kinds()
    poor = table_of("token_for_sale", crew=[4], reserve=1, pile=[3], step=s.SPELL)
    assert Move.BUY not in poor.kinds()
    cheap = table_of("token_for_sale", crew=[4], reserve=1, pile=[3], step=s.SPELL, darkhouse_token_price=1)
    assert Move.BUY in cheap.kinds()


def test_card_12_the_tokens_paid_may_be_bought_r28() -> None:
    position = table_of("token_for_sale", crew=[4], pile=[8], step=s.SPELL)
    table = position.table
    table.reserve, table.reserve_blue[3], table.reserve_blue[5] = 3, 1, 2
    assert position.numbers(Move.BUY) == [3, 5]  # the 3 and a 5 pay; the 8 has no duct
    position.make(kind=Move.BUY, number=3, place=3)
    assert position.crew() == [3, 4]
    assert (position.pile(), position.reserve()) == ([5, 8], [5])
    assert table.reserve == 1


@pytest.mark.parametrize(
    ("green", "reefs", "blue", "price", "sold"),
    [
        (0, 0, [3, 5, 9], 2, [3, 5]),
        (1, 0, [3, 5], 2, [3]),
        (0, 1, [3, 5], 2, [3]),
        (1, 1, [3, 5], 2, []),
        (0, 0, [3, 3, 5], 2, [3]),
        (0, 0, [3, 5, 9], 3, [3, 5, 9]),
        (0, 0, [3, 5, 9], 0, []),
        (0, 0, [1, 2, 3], 2, []),
    ],
)
def test_card_12_green_tokens_and_reefs_pay_first_and_are_not_sold(
    green: int, reefs: int, blue: list[int], price: int, sold: list[int]
) -> None:
    """Joined to the 4 are 3, 5 and 9; the discard pile is empty."""
    for kind in (0, *sold):
        position = table_of("token_for_sale", crew=[4], step=s.SPELL, darkhouse_token_price=price)
        table = position.table
        table.reserve, table.reserve_green, table.reserve_reefs = green + reefs + len(blue), green, reefs
        for token in blue:
            table.reserve_blue[token] += 1
        assert position.numbers(Move.BUY) == sold
        if kind:
            position.make(kind=Move.BUY, number=kind, place=kind)
            assert position.crew() == sorted([4, kind])
            assert sorted([*position.reserve(), *position.pile(), kind]) == blue


def test_card_12_sells_for_the_cabin_and_mercenaries_for_the_board() -> None:
    knobs: dict[str, Any] = {"expansions": "darkhouse+mages+mercenaries"}
    position = table_of("token_for_sale", crew=[4], reserve=2, pile=[4, A, M], step=s.SPELL, **knobs)
    listed = [(m["number"], m.get("place", 0)) for m in position.options() if m["kind"] == Move.BUY]
    assert listed == [(4, 0), (A, 0), (M, 3), (M, 5), (M, 9)]
    position.make(kind=Move.BUY, number=M, place=9)
    assert position.table.mercenaries == mask([9])
    assert position.table.placed[0] == 1
