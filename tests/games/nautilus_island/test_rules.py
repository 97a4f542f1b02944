"""The rules of Nautilus Island: the rulings, the worked examples, lists of moves that are complete."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from simkit.games.nautilus_island import state as s
from simkit.games.nautilus_island.kinds import Move
from tests.nautilus_island_tables import (
    CLOTHES,
    FISHING,
    NAVIGATION,
    REPAIR,
    SUPPLIES,
    TREASURE,
    Position,
    packed,
)

CLOSE, LEAVE_OPEN = {"kind": Move.CLOSE}, {"kind": Move.LEAVE_OPEN}
COLLECT, PASS = {"kind": Move.COLLECT}, {"kind": Move.PASS}
NO_TOKENS = (s.NO_TOKEN,) * 5
WIDE = 5
"""A column of three stacks with four players; 2 and 3 have two, 0 and 1 one."""


def stores(position: Position) -> set[tuple[int, int]]:
    return {(o["colour"], o["count"]) for o in position.options() if o["kind"] == Move.STORE}


# The rulings.


def test_r1_empty_columns_are_closed_before_the_last_round() -> None:
    position = Position().heights(8, 8, 1, 8, 8, 8).turn(0, 1, 2, 3)
    position.enter(2).make(Move.COLLECT)
    assert position.table.height[2] == 0
    assert position.table.end_column == 2
    assert position.columns() == [0, 1, 3, 4, 5]  # by the marker and by being empty
    position.table.occupied = 0
    position.turn(1, 2, 3)
    assert position.columns() == [0, 1, 3, 4, 5]  # by being empty alone
    for column in (0, 1, 3):
        position.enter(column).make(Move.COLLECT)
    assert position.table.final == 1
    assert 2 in position.columns() or position.table.castaways[position.state.seat].column == 2


def test_r2_a_bonus_is_taken_when_adding_to_an_old_set() -> None:
    position = Position().lay(0, REPAIR, "a", tokens=(s.ODD,)).hand(0, {REPAIR: "b"}).turn(0)
    position.camp(s.TWO, s.TWO, s.PAIR, s.TWO, s.TWO).enter(0).store(REPAIR, "b")
    assert position.table.castaways[0].set_tokens[REPAIR] == (1 << 4 * s.ODD) + (1 << 4 * s.PAIR)
    assert position.table.camp[REPAIR] == s.NO_TOKEN


def test_r3_a_set_is_closed_only_in_the_store_that_reaches_the_size() -> None:
    position = Position().lay(0, REPAIR, "abcd").hand(0, {REPAIR: "a", CLOTHES: "a"}).turn(0, 1)
    position.enter(WIDE).store(CLOTHES, "a")
    assert position.table.step == s.EXPLORE  # the next castaway's turn: no one was asked
    position.turn(0, 1).enter(WIDE - 1).store(REPAIR, "a")
    assert position.options() == [LEAVE_OPEN, CLOSE]
    position.make(Move.CLOSE)
    assert position.table.castaways[0].porthole[REPAIR] == 12


def test_r4_two_doubles_give_three_times_the_porthole() -> None:
    position = Position().lay(0, REPAIR, "abcd", tokens=(s.DOUBLE, s.DOUBLE), porthole=8)
    assert position.score(0) == 24


@pytest.mark.parametrize(
    ("cards", "tokens", "points"),
    [("aabb", 2, 10), ("aaab", 2, 5), ("aaaa", 2, 10), ("aaaa", 3, 10), ("abcd", 1, 0), ("aab", 1, 5)],
)
def test_r5_each_pair_token_needs_a_pair_of_its_own(cards: str, tokens: int, points: int) -> None:
    assert Position().lay(0, REPAIR, cards, tokens=(s.PAIR,) * tokens).score(0) == points


def test_r6_bonuses_count_on_open_sets_but_for_doubles() -> None:
    worth = {s.TWO: 2, s.THREE: 3, s.PER_CARD: 3, s.DOUBLE: 0, s.ODD: 4, s.PAIR: 5}
    for kind, points in worth.items():
        assert Position().lay(0, REPAIR, "aab", tokens=(kind,)).score(0) == points


def test_r7_no_closing_at_a_size_whose_pile_is_empty() -> None:
    position = Position().lay(0, REPAIR, "abc").hand(0, {REPAIR: "d"}).turn(0, 1)
    position.table.portholes_left[1] = 0
    position.enter(0).store(REPAIR, "d")
    assert position.state.seat == 1
    assert position.table.castaways[0].closed == 0


def test_r8_cards_of_a_closed_colour_are_collected_and_worth_nothing() -> None:
    position = Position().lay(0, REPAIR, "abcd", porthole=8).turn(0, 1).tops(0, (REPAIR, "a"))
    position.enter(0).make(Move.COLLECT)
    assert position.state.seats[0].held[REPAIR] == 1
    assert position.score(0) == 8
    position.turn(0, 1).enter(1)
    assert position.options() == [COLLECT]  # nothing of it can be stored


def test_r9_an_open_stack_shows_its_top_only() -> None:
    position = Position()
    shown = position.table.tops[position.table.tops >= 0]
    assert len(shown) == 1 + 1 + 1 + 1 + 2 + 2
    places = [stack * 8 + 7 for stack in (0, 1, 2, 4, 6, 7, 9, 10)]
    assert shown.tolist() == position.state.hidden.deck.cards[places].tolist()
    assert set(position.table.tops[[3, 5, 8, 11]]) == {s.FACE_DOWN}


def test_r10_passing_is_legal_only_if_nothing_else_is() -> None:
    last: dict[str, Any] = {"final": True, "occupied": (1, 2, 3, 4)}
    empty = Position().heights(0, 8, 8, 8, 8, 8).turn(0, **last).enter(0)
    assert empty.options() == [PASS]
    treasures = Position().heights(0, 8, 8, 8, 8, 8).hand(0, {TREASURE: "a"})
    assert treasures.turn(0, **last).enter(0).options() == [PASS]
    cards = Position().heights(0, 8, 8, 8, 8, 8).hand(0, {REPAIR: "a"})
    options = cards.turn(0, **last).enter(0).options()
    assert options == [{"kind": Move.STORE, "colour": REPAIR, "count": 1}]
    assert Position().turn(0).enter(0).options() == [COLLECT]


# The worked examples.


def closing_at_four(position: Position, seat: int) -> Position:
    position.lay(seat, REPAIR, "ab").hand(seat, {REPAIR: "cd"}).turn(seat, (seat + 1) % 4)
    return position.enter(2).store(REPAIR, "cd").make(Move.CLOSE)


def test_example_1_a_set_of_two_and_two_more_is_closed_with_the_first_token() -> None:
    assert closing_at_four(Position(), 0).table.castaways[0].porthole[REPAIR] == 8


def test_example_2_the_next_player_closing_at_four_gets_six() -> None:
    position = closing_at_four(closing_at_four(Position(), 0), 1)
    assert [int(position.table.castaways[seat].porthole[REPAIR]) for seat in (0, 1)] == [8, 6]


def test_example_3_a_set_of_four_left_open_can_be_closed_at_five() -> None:
    position = Position().lay(0, REPAIR, "abc").hand(0, {REPAIR: "dd", CLOTHES: "a"}).turn(0, 1)
    position.enter(0).store(REPAIR, "d")
    position.make(Move.LEAVE_OPEN).turn(0, 1).enter(1).store(REPAIR, "d").make(Move.CLOSE)
    assert position.table.castaways[0].porthole[REPAIR] == 12
    assert position.table.portholes_left[:4].tolist() == [3, 3, 2, 3]


@pytest.mark.parametrize(("doubles", "points"), [(1, 16), (2, 24)])
def test_example_4_doubles(doubles: int, points: int) -> None:
    assert Position().lay(0, REPAIR, "abcd", tokens=(s.DOUBLE,) * doubles, porthole=8).score(0) == points


def test_example_5_a_double_without_porthole() -> None:
    assert Position().lay(0, REPAIR, "abcd", tokens=(s.DOUBLE,)).score(0) == 0


@pytest.mark.parametrize(("cards", "points"), [("abcda", 4), ("abcd", 0)])
def test_example_6_odd(cards: str, points: int) -> None:
    assert Position().lay(0, REPAIR, cards, tokens=(s.ODD,)).score(0) == points


@pytest.mark.parametrize(("cards", "points"), [("aabb", 10), ("aaab", 5)])
def test_example_7_pairs(cards: str, points: int) -> None:
    assert Position().lay(0, REPAIR, cards, tokens=(s.PAIR, s.PAIR)).score(0) == points


def test_example_8_a_point_a_card() -> None:
    assert Position().lay(0, REPAIR, "abcda", tokens=(s.PER_CARD,)).score(0) == 5


def test_example_9_two_cards_at_most_in_a_column_of_two() -> None:
    position = Position().hand(0, {REPAIR: "aabcd"}).turn(0)
    assert stores(position.enter(2)) == {(REPAIR, 1), (REPAIR, 2)}


def test_example_10_the_own_column_of_the_turn_before_is_illegal() -> None:
    position = Position().markers(3, 0, 1, 2).turn(0, occupied=())
    assert position.columns() == [0, 1, 2, 4, 5]
    assert position.turn(0, occupied=(0, 4)).columns() == [1, 2, 5]


def test_example_11_at_a_tie_the_nearest_to_the_back_wins() -> None:
    def tied(**knobs: Any) -> Position:
        position = Position(**knobs).markers(4, 2, 3, 5)
        for seat in range(4):
            position.lay(seat, REPAIR, "abcd", tokens=(s.TWO, s.PER_CARD, s.DOUBLE, s.DOUBLE), porthole=8)
        assert [position.score(seat) for seat in range(4)] == [30] * 4
        return position

    row, seats = tied().finish()
    assert row.winner == 1
    assert seats["won"].tolist() == [False, True, False, False]
    assert seats["rank"].tolist() == [3, 1, 2, 4]
    row, seats = tied(tie_break="shared").finish()
    assert row.winner == 4
    assert seats["won"].all()
    assert set(seats["rank"]) == {1}


def test_example_12_the_camp_down_to_one_token_is_filled_at_once() -> None:
    position = Position().camp(s.TWO, s.TWO, *NO_TOKENS[:3]).hand(0, {CLOTHES: "a"}).turn(0, 1)
    before = int(position.table.bonus_stack.total)
    position.enter(0).store(CLOTHES, "a")
    assert position.table.camp_tokens == 5
    assert (position.table.camp >= 0).all()
    assert position.table.camp[NAVIGATION] == s.TWO
    assert position.table.bonus_stack.total == before - 4
    assert position.table.refills == 1


# Other rules.


def test_the_camp_is_filled_as_far_as_the_stack_goes() -> None:
    position = Position(bonus_counts=[7, 0, 0, 0, 0, 0]).camp(s.TWO, s.TWO, *NO_TOKENS[:3])
    position.hand(0, {CLOTHES: "a"}).turn(0, 1).enter(0).store(CLOTHES, "a")
    assert position.table.camp.tolist() == [s.TWO, s.TWO, s.TWO, s.NO_TOKEN, s.NO_TOKEN]
    assert position.table.bonus_stack.total == 0


def test_round_1_is_clockwise_then_the_nearest_to_the_back_is_first() -> None:
    position = Position(seed=3)
    first = int(position.table.first_player)
    assert position.table.order.tolist() == [(first + i) % 4 for i in range(4)]
    columns = [4, 2, 5, 0]
    for column in columns:
        position.enter(column).make(Move.COLLECT)
    assert position.table.round_number == 2
    assert position.table.order.tolist() == [(first + i) % 4 for i in (3, 1, 0, 2)]
    assert position.columns() == [1, 2, 3, 4, 5]  # opponents' markers stand on the other side


def test_collecting_takes_the_top_card_of_every_stack() -> None:
    position = Position().turn(0, 1).tops(WIDE, (REPAIR, "a"), (TREASURE, "d"), (REPAIR, "b"))
    position.enter(WIDE).make(Move.COLLECT)
    own, castaway = position.state.seats[0], position.table.castaways[0]
    assert own.held.tolist() == [0, 0, 2, 0, 0, 1]
    assert own.hand[REPAIR] == packed("ab")
    assert castaway.hand_size == 3
    assert castaway.known[REPAIR] == packed("a")  # the third stack lies face down
    assert castaway.known[TREASURE] == packed("d")
    assert position.table.height[WIDE] == 7


def test_what_was_seen_is_forgotten_only_as_far_as_it_was_stored() -> None:
    position = Position().hand(0, {REPAIR: "aab"}).turn(0, 1)
    position.table.castaways[0].known[REPAIR] = packed("a")
    position.enter(0).store(REPAIR, "b")
    assert position.table.castaways[0].known[REPAIR] == packed("a")
    position.turn(0, 1).enter(1).store(REPAIR, "a")
    assert position.table.castaways[0].known[REPAIR] == 0


def test_all_stores_are_listed_each_once() -> None:
    hand = {CLOTHES: "a", REPAIR: "aabcd", FISHING: "bb", SUPPLIES: "cccc", TREASURE: "ab"}
    position = Position().hand(0, hand).lay(0, FISHING, "abc", porthole=4).turn(0).enter(WIDE)
    expected = {(CLOTHES, 1), *product((REPAIR, SUPPLIES), (1, 2, 3))}
    assert stores(position) == expected
    assert len(position.options()) == len(expected) + 1
    position.make(Move.STORE, colour=REPAIR, count=3)
    picks = ["aab", "aac", "aad", "abc", "abd", "acd", "bcd"]
    assert [option["objects"] for option in position.options()] == [packed(pick) for pick in picks]


def test_without_a_last_round_the_round_is_finished_and_no_more() -> None:
    position = Position(last_round=False).heights(8, 8, 1, 8, 8, 8).turn(0, 1, 2, 3)
    for column in (2, 0, 1, 3):
        position.enter(column).make(Move.COLLECT)
    assert position.state.over
    assert position.table.end == s.COLUMN_EMPTY


def test_after_the_last_round_the_game_is_over() -> None:
    position = Position().turn(0, 1, final=True).enter(1).make(Move.COLLECT)
    assert not position.state.over
    position.enter(2).make(Move.COLLECT)
    assert position.state.over
    assert position.table.end == s.LAST_ROUND_PLAYED


def test_who_has_no_column_to_go_to_loses_the_turn() -> None:
    position = Position(players=2, columns=[1, 1, 1], may_enter_empty="never", first_player="fixed")
    position.heights(0, 0, 5).markers(1, 2).turn(1, final=True, occupied=(0,))
    assert position.options() == [PASS]
    position.make(Move.PASS)
    assert position.state.over
    assert position.table.castaways[1].passes == 1
    assert position.table.castaways[1].column == 2


def test_treasures_count_in_hand_and_other_cards_do_not() -> None:
    position = Position().hand(0, {TREASURE: "abcdd", REPAIR: "aaa"})
    assert position.score(0) == 1 + 2 + 3 + 4 + 4
    _, seats = position.finish()
    assert seats["dead_cards"][0] == 3
    assert seats["treasure_points"][0] == 14
