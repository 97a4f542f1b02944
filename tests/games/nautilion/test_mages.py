"""Expansion 1, the Mages: the cabin, its partnerships, and what victory asks for besides."""

from __future__ import annotations

import pytest

from simkit.games.nautilion import state as s
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.knobs import NautilionKnobs
from tests.nautilion_tables import A, B, C, M, Position, give

FULL = range(1, 10)


def test_the_path_is_longer_by_three_of_each_mage() -> None:
    rules = NautilionKnobs(expansions="mages").record()
    tokens = rules.path_tokens[1 : rules.path_length + 1].tolist()
    assert rules.path_length == 45
    assert [tokens.count(kind) for kind in (A, B, C, M)] == [3, 3, 3, 0]


@pytest.mark.parametrize("mage", [A, B, C])
def test_a_mage_goes_into_the_cabin_or_the_reserve(mage: int) -> None:
    position = Position([mage, 1, 1], nautilion=1, step=s.TAKE, expansions="mages")
    assert position.options() == [{"kind": Move.TAKE_CABIN}, {"kind": Move.TAKE_RESERVE}]
    position.make(kind=Move.TAKE_CABIN)
    assert position.table.cabin_mages == 1 << (mage - A)
    assert position.table.placed[0] == 1
    second = Position([mage, 1, 1, 1, 1], cabin=[mage], expansions="mages")
    second.make(**give(1, 1, 1))
    assert second.reserve() == [mage]


@pytest.mark.parametrize("number", [1, 4, 7])
def test_crew_1_4_and_7_may_go_into_the_cabin_where_no_ducts_are(number: int) -> None:
    """Mages aboard or in the cabin; and board, cabin and reserve are all listed."""
    position = Position([number, 1, 1], nautilion=1, step=s.TAKE, expansions="mages")
    assert position.kinds() == {Move.TAKE_ABOARD, Move.TAKE_CABIN, Move.TAKE_RESERVE}
    position.make(kind=Move.TAKE_CABIN)
    assert position.table.cabin_crew == 1 << (number - 1)
    assert position.crew() == []
    aboard = Position([number, 1, 1], nautilion=1, crew=[number], step=s.TAKE, expansions="mages")
    assert aboard.kinds() == {Move.TAKE_CABIN, Move.TAKE_RESERVE}
    taken = Position([number, 1, 1], nautilion=1, cabin=[number], step=s.TAKE, expansions="mages")
    assert taken.kinds() == {Move.TAKE_ABOARD, Move.TAKE_RESERVE}


@pytest.mark.parametrize("number", [2, 3, 5, 6, 8, 9])
def test_other_crew_have_no_space_in_the_cabin(number: int) -> None:
    position = Position([number, 1, 1], nautilion=1, step=s.TAKE, expansions="mages")
    assert position.kinds() == {Move.TAKE_ABOARD, Move.TAKE_RESERVE}


def test_without_the_expansion_there_is_no_cabin() -> None:
    position = Position([4, 1, 1], nautilion=1, step=s.TAKE, expansions="reefs")
    assert position.kinds() == {Move.TAKE_ABOARD, Move.TAKE_RESERVE}


@pytest.mark.parametrize(
    ("cabin", "partnerships"),
    [
        ([A, 1], [0]),
        ([B, 4], [1]),
        ([C, 7], [2]),
        ([A, B, C, 1, 4, 7], [0, 1, 2]),
        ([A, 4], []),
        ([A, B, C], []),
        ([1, 4, 7], []),
    ],
)
def test_each_partnership_present_may_reroll_any_die(cabin: list[int], partnerships: list[int]) -> None:
    position = Position([1, 1], cabin=cabin, cards=(), step=s.SPELL, expansions="mages")
    listed = {(m.get("number", 0), m.get("die", 0)) for m in position.options() if m["kind"] == Move.REROLL}
    assert listed == {(partnership, die) for partnership in partnerships for die in range(3)}


def test_a_partnership_rerolls_one_die_once_a_turn() -> None:
    position = Position(
        [1] * 9, dice=(4, 4, 4), cabin=[A, 1, C, 7], step=s.SPELL, expansions="mages", dice_faces=[2]
    )
    position.make(kind=Move.REROLL, number=2, die=1)
    assert position.table.dice.tolist() == [4, 2, 4]
    assert set(position.numbers(Move.REROLL)) == {0}
    position.make(kind=Move.REROLL, number=0, die=1)
    assert position.table.rerolls == 2
    assert position.table.step == s.PLAN  # nothing is left to be done
    position.make(**give(2, 4, 4))
    position.make(kind=Move.TAKE_RESERVE)
    assert position.table.turn == 2
    assert set(position.numbers(Move.REROLL)) == {0, 2}


def test_the_darkhouse_may_take_any_token_of_the_cabin() -> None:
    position = Position([1] * 9, cabin=[A, C, 4, 7], crew=[3, 4], step=s.DISCARD, expansions="mages")
    assert position.numbers(Move.DISCARD_CABIN) == [4, 7, A, C]
    assert position.numbers(Move.DISCARD_CREW) == [3, 4]
    assert Move.DISCARD_RESERVE not in position.kinds()
    position.table.discards_due = 1
    position.table.phantom_die = position.table.nautilion_die = 1
    position.make(kind=Move.DISCARD_CABIN, number=A)
    assert position.table.cabin_mages == 4
    assert A in position.pile()


def test_r7_the_cabin_alone_pays_if_it_alone_has_tokens() -> None:
    position = Position([1] * 9, cabin=[B], dice=(4, 1, 1), expansions="mages")
    position.make(**give(4, 1, 1))
    assert position.options() == [{"kind": Move.DISCARD_CABIN, "number": B}]


def test_the_phantom_discards_a_mage() -> None:
    position = Position([1, 2, 3, 3, B], expansions="mages+mercenaries")
    position.make(**give(1, 1, 1))
    assert position.pile() == [B]
    assert position.table.phantom_board_tokens == 0


@pytest.mark.parametrize(
    ("cabin", "end"),
    [([A, B, C], s.WON), ([A, C, 1, 4, 7], s.ABYSS_WITHOUT_MAGES), ([], s.ABYSS_WITHOUT_MAGES)],
)
def test_victory_asks_for_all_three_mages(cabin: list[int], end: int) -> None:
    position = Position([5, 6, 7], nautilion=3, phantom=3, crew=FULL, cabin=cabin, expansions="mages")
    position.make(**give(1, 1, 1))
    assert position.table.end == end


def test_r3_reserve_tokens_are_paid_green_then_reefs_then_blue_mages_after_crew() -> None:
    position = Position([1, 1], reserve=1, step=s.SPELL, expansions="all", spell_cost_whirlwind=6)
    table = position.table
    table.reserve, table.reserve_reefs = 8, 2
    table.reserve_blue[[9, 2, A, C, M]] = 1
    position.make(kind=Move.WHIRLWIND)
    assert position.pile() == [2, 9, A]
    assert position.reserve() == [C, M]
    assert (table.reserve, table.reserve_green, table.reserve_reefs) == (2, 0, 0)
