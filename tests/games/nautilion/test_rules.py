"""The rules of the base game: worked examples, rulings, and lists of moves that are complete."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import factorial
from typing import Any

import pytest

from simkit.games.nautilion import state as s
from simkit.games.nautilion.box import BOX
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.knobs import NautilionKnobs
from tests.nautilion_tables import Position, give, mask


def boarding(position: Position) -> set[int]:
    """Return the numbers that may go aboard."""
    return {n for n in range(1, 10) if int(position.rules.open_spaces[position.table.crew]) & mask([n])}


def test_example_1_only_4_aboard_on_a1() -> None:
    assert boarding(Position([1], crew=[4])) == {3, 5, 9}


def test_example_2_the_crew_stays_one_group() -> None:
    position = Position([1], crew=[3, 4, 5], step=s.DISCARD)
    assert position.options() == [{"kind": Move.DISCARD_CREW, "number": n} for n in (3, 5)]


def test_example_3_empty_places_are_not_counted() -> None:
    position = Position([0, 0, 7, 8, 9, 1, 1, 1], dice=(1, 1, 2))
    position.make(**give(1, 1, 2))
    assert position.table.nautilion == 4


def test_example_4_the_phantom_reaches_the_isles() -> None:
    position = Position([5, 0, 6, 0, 0, 0, 0, 0], phantom=8, nautilion=0)
    position.make(**give(1, 3, 1))
    assert position.state.over
    assert position.table.end == s.PHANTOM_AT_ISLES


def test_example_5_both_arrive_and_the_game_is_lost_r4() -> None:
    position = Position([5, 6], nautilion=1, phantom=2, crew=range(1, 10))
    position.make(**give(1, 4, 4))
    assert position.table.end == s.PHANTOM_AT_ISLES


def test_example_6_nothing_to_lose() -> None:
    position = Position([1, 2, 3, 4, 5, 6], dice=(4, 1, 1))
    position.make(**give(4, 1, 1))
    assert position.table.discards == 0
    assert position.table.step == s.TAKE


def test_example_7_a_board_emptied_takes_any_number_r2() -> None:
    position = Position([1, 2, 3, 4, 5, 6], crew=[4])
    position.make(**give(4, 1, 1))
    assert position.table.step == s.DISCARD
    position.make(kind=Move.DISCARD_CREW, number=4)
    assert position.table.crew == 0
    assert boarding(position) == set(range(1, 10))


@pytest.mark.parametrize(("crew", "end"), [(range(1, 10), s.WON), (range(1, 9), s.ABYSS_WITHOUT_CREW)])
def test_example_8_the_nautilion_passes_the_abyss(crew: range, end: int) -> None:
    position = Position([5, 6, 7, 8, 0, 2], nautilion=5, phantom=4, crew=crew)
    position.make(**give(1, 1, 4))
    assert position.table.end == end
    assert position.state.over


def test_r1_removed_tokens_leave_no_place_and_figures_pass_each_other() -> None:
    position = Position([1, 2, 0, 4, 5, 6], nautilion=3, phantom=4)
    position.make(**give(1, 1, 1))
    assert (position.table.phantom, position.table.nautilion) == (2, 4)
    assert position.table.path[2] == 0


def test_r2_the_first_token_goes_anywhere() -> None:
    assert boarding(Position([1])) == set(range(1, 10))


def test_r3_green_is_paid_before_blue_and_blue_from_the_lowest_kind() -> None:
    position = Position([1, 1, 1], reserve=1, step=s.SPELL, spell_cost_translation=3)
    table = position.table
    table.reserve, table.reserve_blue[7], table.reserve_blue[2] = 4, 1, 2
    position.make(kind=Move.TRANSLATION)
    assert (table.reserve, table.reserve_green) == (1, 0)
    assert (table.reserve_blue[2], table.reserve_blue[7]) == (0, 1)
    assert table.discard_pile[2] == 2
    assert table.discard_pile.sum() == 2


def test_r3_a_discarded_reserve_token_follows_the_same_order() -> None:
    position = Position([1, 1, 1, 1], step=s.DISCARD, nautilion=0)
    table = position.table
    table.reserve, table.reserve_blue[5], table.reserve_blue[3] = 2, 1, 1
    table.phantom_die = table.nautilion_die = 1
    position.make(kind=Move.DISCARD_RESERVE)
    assert table.discard_pile[3] == 1


def test_r4_the_phantom_moves_first() -> None:
    position = Position([7, 8], nautilion=0, phantom=3)
    position.make(**give(1, 2, 1))
    assert position.table.path[1] == 0  # the Phantom took the 7 that the Nautilion would have reached
    assert position.table.nautilion == 2


def test_r5_a_tide_sets_any_face_of_a_die_and_only_those() -> None:
    position = Position([1, 2], dice=(1, 2, 2), reserve=2, step=s.SPELL)
    tides = [move for move in position.options() if move["kind"] == Move.TIDE]
    listed = {(move.get("die", 0), move["value"]) for move in tides}
    assert listed == {(0, 2), (0, 3), (0, 4), (1, 1), (1, 3), (1, 4), (2, 1), (2, 3), (2, 4)}
    odd = Position([1, 2], dice=(5, 5, 7), reserve=2, step=s.SPELL, dice_faces=[5, 7])
    assert {m["value"] for m in odd.options() if m["kind"] == Move.TIDE} == {5, 7}


def test_r5_a_translation_swaps_two_tokens_and_never_the_end_places() -> None:
    position = Position([1, 0, 3, 4], reserve=3, step=s.SPELL)
    position.make(kind=Move.TRANSLATION)
    assert [move["place"] for move in position.options()] == [1, 3, 4]
    position.make(kind=Move.CHOOSE_PLACE, place=3)
    assert [move["place"] for move in position.options()] == [1, 4]
    position.make(kind=Move.CHOOSE_PLACE, place=1)
    assert position.table.path[1:5].tolist() == [3, 0, 1, 4]
    assert position.table.reserve == 0
    assert position.table.step == s.PLAN


def test_spells_are_listed_only_if_they_can_be_paid() -> None:
    kinds = {
        reserve: {m["kind"] for m in Position([1, 2], reserve=reserve, step=s.SPELL).options()}
        for reserve in range(4)
    }
    assert kinds[0] == {Move.STOP}
    assert kinds[1] == {Move.STOP, Move.WHIRLWIND}
    assert kinds[2] == {Move.STOP, Move.WHIRLWIND, Move.TIDE}
    assert kinds[3] == {Move.STOP, Move.WHIRLWIND, Move.TIDE, Move.TRANSLATION}
    alone = Position([0, 2], reserve=9, step=s.SPELL)
    assert Move.TRANSLATION not in {m["kind"] for m in alone.options()}


@pytest.mark.parametrize("dice", [(1, 2, 3), (1, 1, 2), (2, 1, 1), (1, 2, 1), (4, 4, 4)])
def test_plans_are_every_distinct_giving_once(dice: tuple[int, ...]) -> None:
    listed = [
        (move["darkhouse"], move["phantom"], move["nautilion"]) for move in Position([1], dice=dice).options()
    ]
    assert sorted(listed) == sorted(set(permutations(dice)))


def test_a_token_may_go_aboard_or_into_the_reserve() -> None:
    position = Position([4, 4, 4, 4, 4], dice=(1, 1, 1))
    position.make(**give(1, 1, 1))
    assert position.options() == [{"kind": Move.TAKE_ABOARD, "number": 4}, {"kind": Move.TAKE_RESERVE}]
    position.make(kind=Move.TAKE_RESERVE)
    assert (position.table.crew, position.table.reserve, position.table.reserve_blue[4]) == (0, 1, 1)
    assert position.table.turn == 2


def test_a_token_that_does_not_fit_goes_into_the_reserve_at_once() -> None:
    position = Position([4, 4, 4, 4, 4], crew=[4])
    position.make(**give(1, 1, 1))
    assert position.table.reserve == 1
    assert position.table.turn == 2


def test_the_whirlwind_rolls_all_dice_again() -> None:
    position = Position([1, 2], reserve=1, dice=(9, 9, 9), step=s.SPELL)
    position.make(kind=Move.WHIRLWIND)
    assert all(1 <= die <= 4 for die in position.table.dice)
    assert position.table.reserve == 0


LEGAL_SHARES = {"A1": 0.162, "A2": 0.138, "B1": 0.054, "B2": 0.042, "C1": 0.023, "C2": 0.0024}


def legal_share(ducts: tuple[tuple[int, int], ...]) -> float:
    """Return the share of recruiting orders that never leave the crew split, counted without the rules."""
    neighbours = {n: {b if a == n else a for a, b in ducts if n in (a, b)} for n in range(1, 10)}

    @cache
    def orders(crew: frozenset[int]) -> int:
        if len(crew) == 9:
            return 1
        free = [n for n in range(1, 10) if n not in crew and (not crew or neighbours[n] & crew)]
        return sum(orders(crew | {n}) for n in free)

    return orders(frozenset()) / factorial(9)


@pytest.mark.parametrize("board", BOX.boards)
def test_boards_have_the_share_of_orders_that_was_stated_for_them(board: str) -> None:
    """A check figure: of all 9! orders in which the crew can be recruited, few never leave it split."""
    stated = LEGAL_SHARES[board]
    digits = len(str(stated).split(".")[1])
    assert round(legal_share(NautilionKnobs(board=board).ducts_in_play()), digits) == stated


@pytest.mark.parametrize("board", BOX.boards)
def test_duct_tables_for_every_crew(board: str) -> None:
    knobs = NautilionKnobs(board=board)
    rules: Any = knobs.record()
    neighbours = {
        n: {b if a == n else a for a, b in knobs.ducts_in_play() if n in (a, b)} for n in range(1, 10)
    }
    everybody = set(range(1, 10))

    def is_one_group(numbers: set[int]) -> bool:
        group = {min(numbers)} if numbers else set()
        while any(neighbours[n] & numbers - group for n in group):
            group |= {m for n in group for m in neighbours[n] & numbers}
        return group == numbers

    for crew in range(512):
        numbers = {n for n in everybody if crew & mask([n])}
        assert bool(rules.one_group[crew]) == is_one_group(numbers)
        joined = {n for n in everybody - numbers if not numbers or neighbours[n] & numbers}
        assert rules.open_spaces[crew] == mask(sorted(joined))
        free = {n for n in numbers if is_one_group(numbers - {n})}
        assert rules.free_to_leave[crew] == mask(sorted(free))
        uniting = {n for n in everybody - numbers if is_one_group(numbers | {n})}
        assert rules.uniting[crew] == mask(sorted(uniting))


def test_the_example_board_of_the_rulebook() -> None:
    ducts = NautilionKnobs(board="A1").ducts_in_play()
    assert {a + b - 4 for a, b in ducts if 4 in (a, b)} == {3, 5, 9}


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        ({"board": "A3"}, "unknown board 'A3'; Allowed: A1, A2"),
        ({"ducts": [(1, 1)]}, "joins two different numbers"),
        ({"ducts": [(1, 2), (3, 4), (2, 1)]}, "the same pair of numbers stands there twice"),
        ({"add_duct": (1, 1)}, "joins two different numbers"),
        ({"add_duct": (3, 4)}, "has the duct 3-4 already"),
        ({"remove_duct": (1, 9)}, "has no duct 1-9"),
    ],
)
def test_knobs_that_make_no_sense(knobs: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        NautilionKnobs(**knobs)
