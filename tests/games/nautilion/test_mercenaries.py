"""Expansion 2, the Mercenaries: before the collision, the collision in its three outcomes, and after it."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.games.nautilion import state as s
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.knobs import NautilionKnobs
from tests.nautilion_tables import A, B, M, Position, give, mask

MERCENARIES = "mercenaries"


def meeting(**given: Any) -> Position:
    """A table where the next 4 of either figure brings them together: N at 2, P at 5, tokens between."""
    setting: dict[str, Any] = {"nautilion": 2, "phantom": 5, "expansions": MERCENARIES, **given}
    return Position([1, 0, 6, 9, 0, 1, 1, 1], **setting)


def after(**given: Any) -> Position:
    """A table after the collision."""
    position = Position(**{"path": [M, 1, 1, 1, 1, M], "expansions": MERCENARIES, **given})
    position.table.collision = s.COLLISION_TIED
    return position


def test_nine_mercenaries_lie_on_the_path() -> None:
    rules = NautilionKnobs(expansions=MERCENARIES).record()
    tokens = rules.path_tokens[1 : rules.path_length + 1].tolist()
    assert rules.path_length == 45
    assert tokens.count(M) == 9


# Before the collision.


@pytest.mark.parametrize(
    ("kind", "boarded"), [(M, True), (2, True), (5, True), (8, True), (1, False), (9, False)]
)
def test_the_phantom_takes_mercenaries_and_2_5_8_on_its_board(kind: int, boarded: bool) -> None:
    position = Position([1, 1, 1, 1, kind], expansions=MERCENARIES)
    position.make(**give(1, 1, 1))
    assert position.table.phantom_board[kind] == boarded
    assert position.pile() == ([] if boarded else [kind])
    assert position.table.phantom_took == 1


@pytest.mark.parametrize(("held", "boarded"), [(5, True), (6, False)])
def test_the_phantoms_board_holds_six(held: int, boarded: bool) -> None:
    position = Position([1, 1, 1, 1, M], phantom_board=[2] * held, expansions=MERCENARIES)
    position.make(**give(1, 1, 1))
    assert position.table.phantom_board_tokens == 6
    assert position.pile() == ([] if boarded else [M])
    small = Position([1, 1, 1, 1, M], phantom_board=[2], expansions=MERCENARIES, phantom_capacity=1)
    small.make(**give(1, 1, 1))
    assert small.pile() == [M]


def test_a_mercenary_goes_on_any_empty_space_that_the_ducts_allow_or_into_the_reserve() -> None:
    position = Position(
        [M, 1, 1], nautilion=1, crew=[4], mercenaries=[5], step=s.TAKE, expansions=MERCENARIES
    )
    # On A1 4 is joined to 3, 5, 9 and 5 to 4, 7, 8.
    assert position.numbers(Move.TAKE_ABOARD) == [3, 7, 8, 9]
    assert Move.TAKE_RESERVE in position.kinds()
    position.make(kind=Move.TAKE_ABOARD, number=7)
    assert position.table.mercenaries == mask([5, 7])
    first = Position([M, 1, 1], nautilion=1, step=s.TAKE, expansions=MERCENARIES)
    assert first.numbers(Move.TAKE_ABOARD) == list(range(1, 10))
    first.make(kind=Move.TAKE_RESERVE)
    assert first.reserve() == [M]


def test_r6_a_mercenary_joins_crew_and_keeps_the_number_of_its_space_out() -> None:
    joins = Position([7, 1, 1], nautilion=1, crew=[4], mercenaries=[5], step=s.TAKE, expansions=MERCENARIES)
    assert Move.TAKE_ABOARD in joins.kinds()  # 7 is joined to 5, not to 4
    blocked = Position([5, 1, 1, 1, 1], crew=[4], mercenaries=[5], expansions=MERCENARIES)
    blocked.make(**give(1, 1, 1))
    assert blocked.reserve() == [5]


def test_r6_a_full_crew_is_the_nine_crew_tokens() -> None:
    crew = [1, 2, 3, 4, 6, 7, 8, 9]
    position = after(path=[5, 6, 7], nautilion=3, phantom=3, crew=crew)
    position.table.mercenaries = mask([5])
    position.make(**give(1, 1, 1))
    assert position.table.end == s.ABYSS_WITHOUT_CREW


def test_r7_a_mercenary_aboard_may_be_discarded_if_the_rest_stay_one_group() -> None:
    position = Position([1] * 9, crew=[4, 7], mercenaries=[5, 9], step=s.DISCARD, expansions=MERCENARIES)
    assert position.numbers(Move.DISCARD_CREW) == [7, 9]  # 4-5-7 and 4-9: 4 and 5 hold the others together
    position.table.discards_due = 1
    position.table.phantom_die = position.table.nautilion_die = 1
    position.make(kind=Move.DISCARD_CREW, number=9)
    assert position.pile()[-1] == M
    assert position.table.mercenaries == mask([5])


# The collision.


def test_the_phantom_stops_just_before_the_nautilion_and_reaches_no_token() -> None:
    position = meeting(crew=[5, 4], mercenaries=[3])
    position.make(**give(1, 3, 1))
    assert (position.table.phantom, position.table.nautilion) == (3, 2)
    assert position.table.path[3:5].tolist() == [6, 9]
    assert position.table.phantom_took == 0
    assert position.table.collision == s.COLLISION_WON


def test_passing_an_empty_place_of_the_nautilion_is_a_collision_too_even_before_the_isles() -> None:
    position = Position(
        [0, 0, 6, 1, 1],
        nautilion=2,
        phantom=4,
        crew=[5, 2, 8],
        expansions=MERCENARIES,
        ducts=[(5, 2), (2, 8)],
    )
    position.make(**give(1, 4, 1))
    assert not position.state.over
    assert position.table.phantom == 3


def test_the_nautilion_stops_just_before_the_phantom_and_its_move_is_lost() -> None:
    position = meeting(crew=[5, 4], mercenaries=[3])
    position.make(**give(1, 1, 2))  # the Phantom takes the 9 at place 4 and is met there
    assert position.table.phantom == 4
    assert position.table.nautilion == 3
    assert position.table.path[3] == 6
    assert position.table.in_hand == 0
    assert position.table.collision == s.COLLISION_WON


def test_figures_that_do_not_reach_each_other_do_not_collide() -> None:
    position = meeting(crew=[5])
    position.make(**give(1, 1, 1))
    assert position.table.collision == s.NO_COLLISION
    assert (position.table.phantom, position.table.nautilion) == (4, 3)


def test_example_10_two_mercenaries_and_a_5_beat_the_phantom_with_one_mercenary() -> None:
    position = meeting(crew=[5], mercenaries=[4, 7], phantom_board=[M])
    position.make(**give(1, 3, 1))
    assert position.table.collision == s.COLLISION_WON
    assert position.table.mercenaries == 0
    assert position.table.phantom_board_tokens == position.table.phantom_board.sum() == 0
    assert position.pile() == [M, M, M]
    assert position.crew() == [5]


def test_example_11_with_equal_harpoons_the_prize_is_for_the_reserve_only() -> None:
    position = meeting(crew=[5], mercenaries=[4], phantom_board=[8], pile=[7])
    position.make(**give(1, 3, 1))
    assert position.table.collision == s.COLLISION_TIED
    assert position.options() == [{"kind": Move.PRIZE_RESERVE, "number": kind} for kind in (7, 8, M)]
    position.make(kind=Move.PRIZE_RESERVE, number=8)
    assert position.reserve() == [8]
    assert position.pile() == [7, M]
    assert position.table.turn == 2


def test_fewer_harpoons_lose_the_game() -> None:
    position = meeting(crew=[5, 4], phantom_board=[])
    position.make(**give(1, 3, 1))
    assert position.state.over
    assert position.table.end == s.LOST_COLLISION
    assert position.table.collision == s.COLLISION_LOST


@pytest.mark.parametrize(
    ("knobs", "collision"),
    [
        ({}, s.COLLISION_TIED),
        ({"phantom_harpoons": 3}, s.COLLISION_LOST),
        ({"phantom_harpoons": 1}, s.COLLISION_WON),
        ({"mercenary_harpoons": 3}, s.COLLISION_WON),
    ],
)
def test_the_hard_side_has_three_harpoons(knobs: dict[str, int], collision: int) -> None:
    position = meeting(crew=[4], mercenaries=[5], **knobs)
    position.make(**give(1, 3, 1))
    assert position.table.collision == collision


def test_tokens_on_the_phantoms_board_count_two_and_one() -> None:
    """2 + 2 + 1 + 1 on its side; 6 here: two mercenaries, 2 and 8."""
    ours = {"crew": [8, 2], "mercenaries": [1, 7]}
    equal = meeting(**ours, phantom_board=[M, 2, 5])
    equal.make(**give(1, 3, 1))
    assert equal.table.collision == s.COLLISION_TIED
    stronger = meeting(**ours, phantom_board=[M, 2, 5, 5])
    stronger.make(**give(1, 3, 1))
    assert stronger.table.collision == s.COLLISION_LOST


def test_a_prize_that_was_won_is_any_token_and_crew_may_go_aboard() -> None:
    position = meeting(crew=[4, 5], mercenaries=[3], pile=[1, 5, 9, A])
    position.make(**give(1, 3, 1))
    assert position.numbers(Move.PRIZE_RESERVE) == [1, 5, 9, A, M]
    assert position.numbers(Move.PRIZE_ABOARD) == [9]  # 1 is joined to neither 4 nor 5, and a 5 is aboard
    position.make(kind=Move.PRIZE_ABOARD, number=9)
    assert position.crew() == [4, 5, 9]
    assert position.table.placed[0] == 1


def test_a_split_crew_keeps_one_group() -> None:
    """4 - M(5) - 7, 8: without the mercenary 4 is alone, 7 and 8 hold together."""
    position = meeting(crew=[4, 7, 8], mercenaries=[5], pile=[])
    position.make(**give(1, 3, 1))
    assert position.table.collision == s.COLLISION_WON
    position.make(kind=Move.PRIZE_RESERVE, number=M)
    assert position.options() == [{"kind": Move.KEEP_GROUP, "number": mask(group)} for group in ([4], [7, 8])]
    position.make(kind=Move.KEEP_GROUP, number=mask([4]))
    assert position.crew() == [4]
    assert position.pile() == [7, 8]
    assert position.table.turn == 2


def test_the_prize_may_mend_the_crew() -> None:
    position = meeting(crew=[4, 7, 8], mercenaries=[5], pile=[5])
    position.make(**give(1, 3, 1))
    position.make(kind=Move.PRIZE_ABOARD, number=5)
    assert position.crew() == [4, 5, 7, 8]
    assert position.table.step != s.GROUP
    assert position.table.turn == 2


def test_an_empty_discard_pile_has_no_prize() -> None:
    position = meeting(crew=[2, 5, 8], ducts=[(2, 5), (5, 8)])
    position.make(**give(1, 3, 1))
    assert position.table.collision == s.COLLISION_WON
    assert position.table.turn == 2


def test_r8_the_collision_happens_once() -> None:
    position = after(path=[1, 0, 6, 9, 0, 1, 1, 1], nautilion=2, phantom=5)
    position.make(**give(1, 3, 1))
    assert not position.state.over or position.table.end != s.LOST_COLLISION
    assert position.table.phantom == 1


def test_r8_backward_moves_meet_nobody() -> None:
    phantom = meeting()
    phantom.table.phantom_course = s.TOWARD_ABYSS
    phantom.make(**give(1, 2, 1))
    assert phantom.table.phantom == 7
    assert phantom.table.collision == s.NO_COLLISION
    nautilion = meeting(effect="nautilion_backwards", expansions="mercenaries+darkhouse")
    nautilion.make(**give(1, 1, 4))
    assert nautilion.table.nautilion == 0
    assert nautilion.table.collision == s.NO_COLLISION


def test_r17_after_a_collision_the_turn_ends_under_darkhouse_1_too() -> None:
    position = meeting(crew=[5, 4], mercenaries=[3], effect="play_twice", expansions="mercenaries+darkhouse")
    position.make(**give(1, 3, 1))
    position.make(kind=Move.PRIZE_RESERVE, number=M)
    assert (position.table.turn, position.table.second_pass) == (2, 0)


def test_a_stuck_nautilion_keeps_its_reef_after_a_collision() -> None:
    position = meeting(crew=[5, 4], mercenaries=[3], stuck=2, reefs={2: 6}, expansions="mercenaries+reefs")
    position.make(**give(1, 3, 0))
    position.make(kind=Move.PRIZE_RESERVE, number=M)
    assert position.table.reserve_reefs == 1
    assert position.table.turn == 2


# After the collision.


def test_the_phantom_reaching_a_mercenary_discards_it_and_one_of_your_tokens() -> None:
    position = after(crew=[3, 4], reserve=1, cabin=[B], expansions="mercenaries+mages")
    position.make(**give(1, 1, 1))
    assert position.pile() == [M]
    assert position.kinds() == {Move.DISCARD_RESERVE, Move.DISCARD_CREW, Move.DISCARD_CABIN}
    position.make(kind=Move.DISCARD_CREW, number=3)
    assert position.pile() == [3, M]
    assert position.table.discards == 0  # not a token lost in phase 3
    assert position.table.nautilion == 1


def test_nothing_is_asked_for_if_there_is_nothing_or_no_mercenary() -> None:
    nothing = after()
    nothing.make(**give(1, 1, 1))
    assert nothing.table.nautilion == 1
    crew = after(path=[1, 1, 1, 1, 1, 2], crew=[3, 4])
    crew.make(**give(1, 1, 1))
    assert crew.pile() == [2]  # 2, 5 and 8 are just discarded
    assert crew.crew() == [3, 4]
    assert crew.table.phantom_board_tokens == 0


def test_a_mercenary_is_for_the_reserve_only() -> None:
    position = after(crew=[4])
    position.make(**give(1, 2, 1))
    assert position.reserve() == [M]
    assert position.table.mercenaries == 0


def test_the_phantom_wins_at_the_isles_after_the_collision() -> None:
    position = after(path=[0, 0, 1, 1, 1], nautilion=2, phantom=3)
    position.make(**give(1, 1, 1))
    assert position.table.end == s.PHANTOM_AT_ISLES


def test_r23_reference_aims_at_a_place_behind_the_phantom_and_meets_it_on_the_way() -> None:
    """With a 3 the Nautilion would reach the 9, the only number that fits, if the Phantom were not there."""
    position = Position([1, 0, 1, 9, 1, 1], crew=[4], phantom=2, dice=(1, 2, 3), expansions="mercenaries")
    plan = position.choose("reference")
    assert plan == give(darkhouse=2, phantom=1, nautilion=3)
    position.make(**plan)
    assert position.table.collision != s.NO_COLLISION
    assert position.table.path[4] == 9
