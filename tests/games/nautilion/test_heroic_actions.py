"""Expansion 5, Heroic Actions: what is revealed, how it is paid, and each of the twelve cards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.game import bit_count
from simkit.games.nautilion import state as s
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.testing import Match, find_game, strategies_of
from tests.nautilion_tables import A, M, Position, give

NAUTILION = find_game("nautilion")
LONG = [1] * 20


def table_of(card: int, path: list[int] | None = None, **given: Any) -> Position:
    setting = {"cards": [card], "crew": [3, 4], "step": s.SPELL, "expansions": "heroic", **given}
    return Position(path or LONG, **setting)


def played(card: int, number: int = 3, path: list[int] | None = None, **given: Any) -> Position:
    position = table_of(card, path, **given)
    position.make(kind=Move.PLAY_HEROIC, card=card, number=number)
    return position


def begun(number: int, **knobs: object) -> Any:
    match = Match(NAUTILION, NautilionKnobs(**knobs), (strategies_of("nautilion")["random"],), seed=6)
    return next(iter(match.walk(number))).state


# What is revealed, and the price.


@pytest.mark.parametrize(
    ("expansions", "out"),
    [
        ("heroic", {10, 11, 12}),
        ("heroic+mages", {11, 12}),
        ("heroic+mercenaries+reefs", {10}),
        ("all", set()),
    ],
)
def test_three_are_revealed_none_of_an_expansion_not_in_use(expansions: str, out: set[int]) -> None:
    seen = set()
    for number in range(200):
        state = begun(number, expansions=expansions)
        revealed = state.table.heroic_cards[:3].tolist()
        pile = state.hidden.pile.cards[: state.table.pile_left].tolist()
        assert sorted(revealed + pile) == sorted(set(range(1, 13)) - out)
        assert (state.table.heroic_left, state.table.heroic_cards[3:].any()) == (3, False)
        seen |= set(revealed)
    assert seen == set(range(1, 13)) - out


def test_how_many_are_revealed_is_a_knob_and_a_small_box_reveals_what_it_has() -> None:
    assert begun(0, expansions="heroic", heroic_revealed=5).table.heroic_left == 5
    state = begun(0, expansions="heroic", heroic_cards=[2, 10])
    assert state.table.heroic_cards.tolist() == [2, 0, 0, 0, 0]


def test_every_revealed_card_with_every_token_that_may_leave() -> None:
    """3 - 4 - 5: 4 holds the others together; a mercenary pays for nothing."""
    position = table_of(1, cards=[1, 8], crew=[3, 4, 5], mercenaries=[9], expansions="heroic+mercenaries")
    listed = {(m["card"], m["number"]) for m in position.options() if m["kind"] == Move.PLAY_HEROIC}
    assert listed == {(card, number) for card in (1, 8) for number in (3, 5)}
    assert Move.PLAY_HEROIC not in table_of(1, crew=[], reserve=1).kinds()


def test_a_played_card_leaves_and_what_was_paid_is_discarded() -> None:
    position = played(3, cards=[3, 8])
    assert position.crew() == [4]
    assert position.pile() == [3]
    assert position.table.heroic_left == 1
    assert set(position.numbers(Move.PLAY_HEROIC, "card")) == {8}  # several may be played in one turn
    assert position.table.heroic_played == 1


def test_victory_asks_for_no_revealed_card() -> None:
    for cards, end in (([7], s.ABYSS_WITH_HEROIC_CARDS), ([], s.WON)):
        position = Position(
            [5, 6, 7], nautilion=3, phantom=3, crew=range(1, 10), cards=cards, expansions="heroic"
        )
        position.make(**give(1, 1, 1))
        assert position.table.end == end


# Card by card.


def test_card_1_no_discards_this_turn_and_the_next() -> None:
    position = played(1)
    position.make(**give(4, 1, 1))
    assert position.table.turn == 2
    position.make(kind=Move.STOP)
    position.make(**give(4, 1, 1))
    assert (position.table.turn, position.table.discards) == (3, 0)
    position.make(kind=Move.STOP)
    position.make(**give(4, 1, 1))
    assert position.table.step == s.DISCARD
    assert played(1, heroic_shield_turns=1).table.shielded_until == 1


@pytest.mark.parametrize(
    ("effect", "face"),
    [("discard_more", 4), ("only_a_four_discards", 4), ("reroll_a_two", 2), ("nothing", 3)],
)
def test_r13_card_1_beats_the_darkhouses_cards(effect: str, face: int) -> None:
    position = played(1, effect=effect, expansions="heroic+darkhouse", dice_faces=[4])
    position.make(**give(face, 1, 1))
    assert (position.table.discards, position.table.turn) == (0, 2)


def test_card_2_sets_all_dice() -> None:
    position = played(2, dice=(1, 1, 1))
    for value in (4, 2, 3):
        assert position.options() == [{"kind": Move.SET_DIE, "value": face} for face in (1, 2, 3, 4)]
        position.make(kind=Move.SET_DIE, value=value)
    assert position.table.dice.tolist() == [4, 2, 3]
    assert position.table.step == s.PLAN
    stuck = played(2, dice=(1, 1), stuck=1, expansions="heroic+reefs")
    stuck.make(kind=Move.SET_DIE, value=4)
    stuck.make(kind=Move.SET_DIE, value=4)
    assert stuck.table.step == s.PLAN


def test_card_3_the_phantom_does_not_move_this_turn() -> None:
    position = played(3)
    position.make(**give(1, 4, 1))
    assert (position.table.phantom, position.table.phantom_took) == (21, 0)
    position.make(kind=Move.STOP)
    position.make(**give(1, 4, 1))
    assert position.table.phantom == 17


def test_card_4_the_phantom_moves_backwards_at_most_to_the_abyss() -> None:
    path = [1, 1, 1, 1, 0, 7, 0, 9]
    position = played(4, path=path, phantom=5)
    position.make(**give(1, 2, 1))
    assert position.table.phantom == 8
    assert 9 in position.pile()
    far = played(4, path=path, phantom=5)
    far.make(**give(1, 3, 1))
    assert far.table.phantom == 9
    assert far.table.phantom_took == 0
    assert not far.state.over


def test_card_5_another_card_leaves_and_the_top_of_the_pile_is_revealed() -> None:
    position = played(5, cards=[7, 5, 2], draw=[8, 1])
    assert position.options() == [{"kind": Move.CARD_OUT, "card": card} for card in (7, 2)]
    position.make(kind=Move.CARD_OUT, card=7)
    assert sorted(position.table.heroic_cards.tolist()) == [0, 0, 0, 1, 2]
    assert (position.table.heroic_left, position.table.pile_left) == (2, 1)


def test_r21_card_5_without_a_pile_just_removes_a_card() -> None:
    position = played(5, cards=[7, 5, 2])
    position.make(kind=Move.CARD_OUT, card=2)
    assert sorted(position.table.heroic_cards.tolist()) == [0, 0, 0, 0, 7]
    assert position.table.heroic_left == 1


def test_card_6_fetches_crew_from_any_place_of_the_path_but_not_the_number_paid() -> None:
    """Paid with 3; on A1 5 and 9 are joined to 4, and 7 is not; mages stay."""
    position = played(6, path=[5, 3, 7, A, 9, 5], nautilion=2, phantom=4, expansions="heroic+mages")
    assert position.options() == [{"kind": Move.CHOOSE_PLACE, "place": place} for place in (1, 5, 6)]
    position.make(kind=Move.CHOOSE_PLACE, place=5)
    assert position.crew() == [4, 9]
    assert position.table.path[5] == 0
    assert bit_count(position.table.occupied) == 5


def test_card_6_the_payment_may_split_the_crew_if_the_token_taken_joins_it() -> None:
    """On A1 no single number joins 3 and 5 but 4; on a ring of 3, 4, 5 and 6 the 6 does too."""
    listed = table_of(6, path=[7, 2, 4], crew=[3, 4, 5]).numbers(Move.PLAY_HEROIC)
    assert listed == [3, 5]
    ring: dict[str, Any] = {"ducts": [(3, 4), (4, 5), (5, 6), (6, 3)], "crew": [3, 4, 5]}
    assert table_of(6, path=[7, 6, 4], **ring).numbers(Move.PLAY_HEROIC) == [3, 4, 5]
    assert table_of(6, path=[7, 4], **ring).numbers(Move.PLAY_HEROIC) == [3, 5]
    position = played(6, 4, path=[7, 6, 4], **ring)
    assert position.options() == [{"kind": Move.CHOOSE_PLACE, "place": 2}]
    position.make(kind=Move.CHOOSE_PLACE, place=2)
    assert position.crew() == [3, 5, 6]


def test_r9_card_6_removes_the_reef_beside_the_token() -> None:
    position = played(6, path=[5, 1, 1, 9], reefs={1: 3, 4: 6}, expansions="heroic+reefs")
    position.make(kind=Move.CHOOSE_PLACE, place=4)
    assert position.table.reefs[:6].tolist() == [0, 3, 0, 0, 0, 0]
    assert position.table.reserve_reefs == 0


def test_card_7_fetches_crew_from_the_discard_pile() -> None:
    position = played(7, pile=[5, 7, 9, A, M])
    assert position.options() == [{"kind": Move.CHOOSE_KIND, "number": number} for number in (5, 9)]
    position.make(kind=Move.CHOOSE_KIND, number=9)
    assert position.crew() == [4, 9]
    assert position.pile() == [3, 5, 7, A, M]
    ring: dict[str, Any] = {"ducts": [(3, 4), (4, 5), (5, 6), (6, 3)], "crew": [3, 4, 5]}
    assert table_of(7, pile=[6], **ring).numbers(Move.PLAY_HEROIC) == [3, 4, 5]
    assert table_of(7, pile=[4], **ring).numbers(Move.PLAY_HEROIC) == [3, 5]


def test_card_8_two_tokens_of_the_discard_pile_into_the_reserve_any_there_r22() -> None:
    position = played(8, pile=[9, M])
    assert position.options() == [{"kind": Move.CHOOSE_KIND, "number": kind} for kind in (3, 9, M)]
    position.make(kind=Move.CHOOSE_KIND, number=M)
    position.make(kind=Move.CHOOSE_KIND, number=3)
    assert position.reserve() == [3, M]
    assert position.pile() == [9]
    assert position.table.step == s.SPELL
    alone = played(8)  # only what was paid lies there
    alone.make(kind=Move.CHOOSE_KIND, number=3)
    assert alone.reserve() == [3]
    three = played(8, pile=[9, 9, 9], heroic_recoveries=3)
    for _ in range(3):
        three.make(kind=Move.CHOOSE_KIND, number=9)
    assert three.reserve() == [9, 9, 9]


def test_example_14_card_9_three_tokens_into_the_reserve() -> None:
    position = played(9, path=[7, 0, 6, 5, 0, A, 1, 1], expansions="heroic+mages", reserve=0)
    position.make(**give(1, 1, 3))  # lands on the 5, which fits, at place 4
    assert position.reserve() == [5, 6, A]
    assert position.table.path[1:8].tolist() == [7, 0, 0, 0, 0, 0, 1]
    assert position.table.turn == 2


def test_r20_card_9_takes_what_there_is() -> None:
    first = played(9, path=[7, 6, 1, 1])
    first.make(**give(1, 1, 1))
    assert first.reserve() == [6, 7]
    last = played(9, path=[1, 1, 0, 0, 7], nautilion=3, phantom=3)
    last.make(**give(1, 1, 1))
    assert last.reserve() == [1, 7]
    assert last.table.nautilion == 5


def test_r9_card_9_removes_the_neighbours_reefs_and_its_own_makes_a_check() -> None:
    position = played(
        9,
        path=[1, 1, 7, 1, 1, 1, 1, 1],
        reefs={2: 3, 3: 6, 4: 9, 5: 9},
        expansions="heroic+reefs",
        dice_faces=[1],
    )
    position.make(**give(1, 1, 3))
    assert position.table.stuck_at == 3
    assert position.table.reefs[:6].tolist() == [0, 0, 0, 6, 0, 9]
    assert position.table.reserve_reefs == 0


def test_card_10_paid_with_1_4_or_7_fills_the_cabin_from_the_discard_pile() -> None:
    knobs: dict[str, Any] = {"expansions": "heroic+mages"}
    position = played(10, 4, pile=[1, 1, 4, 7, 9], **knobs)
    assert position.table.cabin_crew == 0b001_000_001
    assert position.pile() == [1, 4, 4, 9]
    assert played(10, 3, pile=[1, 7], **knobs).table.cabin_crew == 0
    taken = played(10, 4, pile=[1, 1, 7], cabin=[1], **knobs)
    assert taken.pile() == [1, 1, 4]


def test_card_11_paid_with_2_5_or_8_a_mercenary_leaves_the_phantoms_board() -> None:
    knobs: dict[str, Any] = {"expansions": "heroic+mercenaries", "crew": [4, 5], "phantom_board": [2, M, M]}
    position = played(11, 5, **knobs)
    assert (position.table.phantom_board[M], position.table.phantom_board_tokens) == (1, 2)
    assert position.pile() == [5, M]
    other = played(11, 4, **knobs)
    assert other.table.phantom_board_tokens == 3
    assert other.table.heroic_left == 0  # without effect, but played


def test_card_12_paid_with_3_6_or_9_all_reefs_of_that_number_leave() -> None:
    knobs: dict[str, Any] = {"expansions": "heroic+reefs", "reefs": {1: 3, 4: 6, 7: 3, 10: 9}}
    position = played(12, 3, **knobs)
    assert np.flatnonzero(position.table.reefs).tolist() == [4, 10]
    assert position.table.reserve_reefs == 0
    assert np.count_nonzero(played(12, 4, **knobs).table.reefs) == 4


# Completeness of what may be done in the Currents (decision D1).


def test_d1_lists_every_kind_of_option() -> None:
    position = Position(
        [1, 2], dice=(1, 1, 2), reserve=3, crew=[3, 4, 5], cabin=[A, 1], cards=[1, 7], pile=[9], step=s.SPELL,
        effect="token_for_sale", expansions="all",
    )  # fmt: skip
    counts = {kind: len(position.numbers(kind)) for kind in position.kinds()}
    assert counts == {
        Move.STOP: 1, Move.WHIRLWIND: 1, Move.TIDE: 9, Move.TRANSLATION: 1, Move.REROLL: 3,
        Move.PLAY_HEROIC: 4, Move.BUY: 1,
    }  # fmt: skip


def test_r22_green_and_reef_tokens_that_were_paid_cannot_be_recovered() -> None:
    position = table_of(8, reserve=1, expansions="heroic+reefs", crew=[4])
    position.table.reserve, position.table.reserve_reefs = 2, 1
    position.make(kind=Move.WHIRLWIND)
    position.make(kind=Move.WHIRLWIND)
    position.make(kind=Move.PLAY_HEROIC, card=8, number=4)
    assert position.options() == [{"kind": Move.CHOOSE_KIND, "number": 4}]
