"""Expansion 4, the Darkhouse: the row of cards, and each of the first ten."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.engine.base.columns import stopped_code
from simkit.game import bit_count
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import DARKHOUSE_EFFECTS
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.testing import Match, find_game, strategies_of
from tests.nautilion_tables import LONG_PATH, A, M, Position, give, table_of, turns_over

NAUTILION = find_game("nautilion")
D, P, N = 1, 2, 4


def effect_of(position: Position) -> str:
    return DARKHOUSE_EFFECTS[int(position.table.darkhouse_effect)]


# The row.


@pytest.mark.parametrize(("level", "reds"), [("intro", 3), ("normal", 4), ("difficult", 5)])
def test_the_levels_and_every_card_equally_often(level: str, reds: int) -> None:
    knobs = NautilionKnobs(expansions="darkhouse", darkhouse_level=level)
    match = Match(NAUTILION, knobs, (strategies_of("nautilion")["random"],), seed=4)
    rows = [next(iter(match.walk(number))).state.table.darkhouse_row.tolist() for number in range(400)]
    assert all(sum(card <= 9 for card in row) == reds and len(set(row)) == 5 for row in rows)
    for card in range(1, 13):
        expected = 400 * (reds / 9 if card <= 9 else (5 - reds) / 3)
        assert sum(card in row for row in rows) == pytest.approx(expected, abs=50)  # five deviations
    if level == "normal":
        blue_first = sum(row[0] > 9 for row in rows)
        assert blue_first == pytest.approx(80, abs=40)


def test_the_figure_starts_on_the_first_card_and_returns_from_the_fifth() -> None:
    match = Match(
        NAUTILION, NautilionKnobs(expansions="darkhouse"), (strategies_of("nautilion")["reference"],), seed=4
    )
    figures = {int(step.state.table.turn): int(step.state.table.darkhouse_figure) for step in match.walk(5)}
    assert len(figures) > 6
    assert figures == {turn: (turn - 1) % 5 for turn in figures}


def test_the_card_works_for_one_turn() -> None:
    position = turns_over([9, 4, 5, 6, 7])
    assert effect_of(position) == "dice_fixed"
    position.make(kind=Move.STOP)
    position.make(**give(2, 3, 4))
    assert effect_of(position) == "discard_more"
    assert effect_of(turns_over([9, 4, 5, 6, 8], figure=4)) == "dice_fixed"


# Card by card.


def test_card_1_plays_twice_with_the_same_dice_otherwise_given() -> None:
    position = table_of("play_twice", dice=(1, 2, 3), crew=[1], reserve=1)
    position.make(**give(1, 2, 3))
    assert (position.table.turn, position.table.phantom, position.table.nautilion) == (1, 19, 3)
    assert len(position.options()) == 6
    assert position.table.step == s.PLAN  # no spells in between
    position.make(**give(3, 1, 2))
    position.make(kind=Move.DISCARD_RESERVE)
    assert (position.table.turn, position.table.phantom, position.table.nautilion) == (2, 18, 5)


def test_card_2_each_die_is_given_before_the_next_is_rolled_r15() -> None:
    position = turns_over([2], dice_faces=[2], reserve=1)
    table = position.table
    assert (table.dice_count, table.dice[0]) == (1, 2)
    assert Move.WHIRLWIND in position.kinds()
    position.make(kind=Move.STOP)
    assert position.options() == [
        {"kind": Move.GIVE_DICE, "darkhouse": 2},
        {"kind": Move.GIVE_DICE, "phantom": 2},
        {"kind": Move.GIVE_DICE, "nautilion": 2},
    ]
    position.make(**give(0, 2, 0))
    assert table.dice_count == 1
    position.make(kind=Move.STOP)
    assert position.options() == [
        {"kind": Move.GIVE_DICE, "darkhouse": 2, "phantom": 2},
        {"kind": Move.GIVE_DICE, "phantom": 2, "nautilion": 2},
    ]
    position.make(**give(2, 2, 0))
    position.make(kind=Move.STOP)
    assert position.options() == [give(2, 2, 2)]
    position.make(**give(2, 2, 2))
    assert (table.turn, table.nautilion, table.phantom) == (3, 3, 18)


@pytest.mark.parametrize("spell", [Move.WHIRLWIND, Move.TIDE, Move.REROLL])
def test_r15_spells_work_on_the_die_just_rolled_only(spell: int) -> None:
    position = turns_over(
        [2], dice_faces=[2, 2, 3], reserve=3, cabin=[A, 1], crew=[3], expansions="darkhouse+mages"
    )
    position.make(kind=Move.STOP)
    position.make(**give(0, int(position.table.dice[0]), 0))
    moves = [move for move in position.options() if move["kind"] == spell]
    assert len(moves) == 1  # one other face, one partnership, one die
    assert moves[0].get("die", 0) == 0
    given = int(position.table.phantom_die)
    position.make(**moves[0])
    assert position.table.phantom_die == given
    assert position.table.dice_count == 1


def test_card_3_a_token_goes_back_to_a_gap_past_the_nautilion_r10() -> None:
    path = [0, 1, 0, 1, 0, 1, 0, 0, 1, 1]
    position = turns_over([3], path=path, nautilion=3, phantom=9, pile=[5, A, M, M])
    assert position.options() == [{"kind": Move.CHOOSE_KIND, "number": kind} for kind in (1, 5, A, M)]
    position.make(kind=Move.CHOOSE_KIND, number=M)
    # The Nautilion has moved on to 4, the Phantom to 6; 4 and 6 are empty, but figures stand there.
    assert (position.table.nautilion, position.table.phantom) == (4, 6)
    assert position.numbers(Move.CHOOSE_PLACE, "place") == [5, 7, 8]
    position.make(kind=Move.CHOOSE_PLACE, place=8)
    assert position.table.path[8] == M
    assert position.pile() == [1, 5, A, M]
    assert bit_count(position.table.occupied) == 4
    assert position.table.dice.all()


@pytest.mark.parametrize(
    ("path", "pile", "asked"),
    [([0, 1, 1, 1], [5], False), ([0, 1, 0, 1], [], False), ([0, 1, 0, 1], [5], True)],
)
def test_r10_without_gap_or_token_card_3_does_nothing(path: list[int], pile: list[int], asked: bool) -> None:
    """The Nautilion comes to place 2; the Phantom stays, so it discards nothing."""
    position = Position(path, row=[3], nautilion=1, pile=pile, crew=[1], expansions="darkhouse")
    position.table.phantom_course = s.STAYS
    position.make(**give(1, 1, 1))
    assert effect_of(position) == "token_back_into_path"
    assert position.table.step == (s.RETURN_KIND if asked else s.SPELL)


def test_card_4_costs_two_tokens() -> None:
    position = table_of("discard_more", crew=[3, 4], reserve=1)
    position.make(**give(3, 1, 1))
    position.make(kind=Move.DISCARD_CREW, number=3)
    assert position.options() == [{"kind": Move.DISCARD_RESERVE}, {"kind": Move.DISCARD_CREW, "number": 4}]
    position.make(kind=Move.DISCARD_RESERVE)
    assert position.table.discards == 2
    assert position.table.phantom == 20


def test_example_12_card_4_with_one_token_in_all() -> None:
    position = table_of("discard_more", crew=[4])
    position.make(**give(4, 1, 1))
    position.make(kind=Move.DISCARD_CREW, number=4)
    assert position.table.discards == 1
    assert position.table.phantom == 20


def test_how_many_card_4_costs_is_a_knob() -> None:
    position = table_of("discard_more", crew=[1], reserve=5, darkhouse_more_tokens=3)
    position.make(**give(4, 1, 1))
    for _ in range(3):
        position.make(kind=Move.DISCARD_RESERVE)
    assert position.table.discards == 3
    assert position.table.turn == 2


@pytest.mark.parametrize(("face", "costs"), [(3, True), (4, True), (1, False)])
def test_card_5_rerolls_a_two(face: int, costs: bool) -> None:
    position = table_of("reroll_a_two", reserve=1, dice_faces=[face])
    position.make(**give(2, 1, 1))
    assert (position.table.step == s.DISCARD) == costs
    other = table_of("reroll_a_two", reserve=1, dice_faces=[4])
    other.make(**give(1, 1, 1))
    assert other.table.discards == 0
    assert other.table.phantom == 20


def test_card_5_a_three_costs_as_ever_and_a_two_rerolled_to_two_nothing() -> None:
    position = table_of("reroll_a_two", reserve=1, dice_faces=[2])
    position.make(**give(3, 1, 1))
    assert position.table.step == s.DISCARD
    again = table_of("reroll_a_two", reserve=1, dice_faces=[2], crew=[1])
    again.make(**give(2, 1, 1))
    assert again.table.discards == 0
    assert again.table.turn == 2


def test_card_6_exchanges_what_the_figures_reach() -> None:
    position = table_of("tokens_exchanged", [7, 1, 1, 1, 1, 9], crew=[4])
    position.make(**give(1, 1, 1))
    assert position.table.in_hand == 9
    assert position.pile() == [7]
    position.make(kind=Move.TAKE_ABOARD, number=9)
    assert position.crew() == [4, 9]
    assert position.table.phantom_took == 1


def test_card_6_leaves_reefs_where_they_are_unless_nothing_is_exchanged() -> None:
    given = {"reefs": {1: 3, 6: 9}, "expansions": "darkhouse+reefs"}
    position = table_of("tokens_exchanged", [7, 1, 1, 1, 1, 9], crew=[4], **given)
    position.make(**give(1, 1, 1))
    assert position.table.reefs[6] == 9
    abyss = table_of("tokens_exchanged", [7, 1, 1, 1, 1, 9], nautilion=4, crew=[4], **given)
    abyss.make(**give(1, 1, 4))
    assert abyss.table.reefs[6] == 0


def test_r11_the_phantom_boards_what_it_gets() -> None:
    position = table_of("tokens_exchanged", [8, 1, 1, 1, 1, M], expansions="darkhouse+mercenaries")
    position.make(**give(1, 1, 1))
    assert position.table.phantom_board[8] == 1
    assert position.table.in_hand == M
    late = table_of("tokens_exchanged", [M, 1, 1, 1, 1, 7], crew=[4], expansions="darkhouse+mercenaries")
    late.table.collision = s.COLLISION_WON
    late.make(**give(1, 1, 1))
    assert late.table.step == s.DISCARD
    late.make(kind=Move.DISCARD_CREW, number=4)
    assert late.pile() == [4, M]
    assert late.table.in_hand == 7


def test_r11_no_exchange_at_the_abyss_and_none_when_stuck() -> None:
    abyss = table_of("tokens_exchanged", [5, 6, 7, 8], nautilion=4, phantom=3, crew=[1])
    abyss.make(**give(1, 1, 1))
    assert abyss.pile() == [6]
    assert abyss.table.end == s.ABYSS_WITHOUT_CREW
    stuck = Position(
        [0, 1, *[9] * 20], nautilion=1, row=[6], reefs={2: 3}, dice_faces=[1], crew=[1],
        expansions="darkhouse+reefs",
    )  # fmt: skip
    stuck.make(**give(1, 1, 1))
    assert stuck.table.stuck_at == 2
    stuck.make(kind=Move.STOP)
    stuck.make(**give(1, 1, 0))
    assert stuck.pile() == [9, 9]
    assert stuck.table.turn == 3


def test_r11_no_exchange_when_the_figures_meet() -> None:
    position = table_of(
        "tokens_exchanged", [0, 1, 1, 8, 1], crew=[5, 4], nautilion=1, phantom=5, mercenaries=[3],
        expansions="darkhouse+mercenaries",
    )  # fmt: skip
    position.make(**give(1, 1, 4))
    assert position.table.collision == s.COLLISION_TIED  # the 8 was on the Phantom's board: 3 against 3
    assert position.pile() == [8, M]


def test_card_7_the_nautilion_moves_backwards_r12() -> None:
    position = table_of("nautilion_backwards", [7, 0, 5, 0, 1, 1, 1, 1], nautilion=4, crew=[4])
    position.make(**give(1, 1, 1))
    assert position.table.nautilion == 3
    assert position.table.in_hand == 5
    isles = table_of("nautilion_backwards", [7, 0, 5, 0, 1, 1, 1, 1], nautilion=4, crew=[4])
    isles.make(**give(1, 1, 3))
    assert isles.table.nautilion == 0
    assert isles.table.reserve == 0
    assert isles.table.path[1] == 7
    assert isles.table.turn == 2


def test_r12_card_7_is_ignored_on_the_first_turn() -> None:
    knobs = NautilionKnobs(
        expansions="darkhouse", darkhouse_effects=dict.fromkeys(range(1, 13), "nautilion_backwards")
    )
    match = Match(NAUTILION, knobs, (strategies_of("nautilion")["reference"],), seed=4)
    places: dict[int, list[int]] = {}
    for step in match.walk(0):
        places.setdefault(int(step.state.table.turn), []).append(int(step.state.table.nautilion))
    assert places[2][0] > 0
    assert places[3][0] < places[2][0]


@pytest.mark.parametrize(("figure", "name"), [(D, "darkhouse"), (P, "phantom"), (N, "nautilion")])
def test_card_8_one_die_for_a_figure_then_two_for_the_others_r15(figure: int, name: str) -> None:
    position = turns_over([8], dice_faces=[1, 2], reserve=9)
    assert position.options() == [{"kind": Move.CHOOSE_FIGURE, "number": n} for n in (D, P, N)]
    position.make(kind=Move.CHOOSE_FIGURE, number=figure)
    assert position.table.dice_count == 1
    assert len([m for m in position.options() if m["kind"] == Move.TIDE]) == 1
    position.make(kind=Move.STOP)
    first = int(position.table.dice[0])
    assert position.options() == [{"kind": Move.GIVE_DICE, name: first}]
    position.make(kind=Move.GIVE_DICE, **{name: first})
    assert position.table.dice_count == 2
    assert {m.get("die", 0) for m in position.options() if m["kind"] == Move.TIDE} == {0, 1}
    position.make(kind=Move.STOP)
    position.table.dice[:2] = [1, 2]
    moves = position.options()
    others = [other for other in ("darkhouse", "phantom", "nautilion") if other != name]
    assert all(move[name] == first for move in moves)
    assert {tuple(move[other] for other in others) for move in moves} == {(1, 2), (2, 1)}


@pytest.mark.parametrize(
    ("card", "effect"), [(6, "tokens_exchanged"), (7, "nautilion_backwards"), (8, "figure")]
)
def test_cards_about_the_nautilion_are_ignored_when_it_is_stuck(card: int, effect: str) -> None:
    position = turns_over(
        [card], path=[2, *LONG_PATH], reefs={1: 3}, dice_faces=[1], expansions="darkhouse+reefs", crew=[4]
    )
    assert position.table.stuck_at == 1
    assert effect_of(position) == "nothing"
    assert position.table.dice_count == 2


def test_card_9_dice_of_2_3_4_and_nothing_that_changes_them() -> None:
    position = turns_over([9], reserve=9, cabin=[A, 1], crew=[4], expansions="darkhouse+mages", pile=[5])
    if position.table.step == s.TAKE:
        position.make(kind=Move.TAKE_RESERVE)
    assert position.table.dice.tolist() == [2, 3, 4]
    assert position.kinds() == {Move.STOP, Move.TRANSLATION}
    other = turns_over([9], darkhouse_fixed_dice=[1, 1, 2])
    assert other.table.dice.tolist() == [1, 1, 2]


def test_example_13_card_10_only_a_four_costs() -> None:
    three = table_of("only_a_four_discards", reserve=1)
    three.make(**give(3, 1, 1))
    assert three.table.discards == 0
    assert three.table.phantom == 20
    four = table_of("only_a_four_discards", reserve=1)
    four.make(**give(4, 1, 1))
    assert four.table.step == s.DISCARD


def test_r26_reference_finds_a_single_die_equal_to_itself_and_rolls_it_again() -> None:
    given: dict[str, Any] = {"crew": [4], "reserve": 2, "step": s.SPELL}
    assert table_of("dice_one_by_one", dice=(2,), **given).choose("reference")["kind"] == Move.WHIRLWIND
    assert table_of("dice_one_by_one", dice=(2, 3), **given).choose("reference")["kind"] == Move.STOP


def test_r26_reference_does_not_whirl_for_ever_where_it_costs_nothing() -> None:
    given: dict[str, Any] = {"crew": [4], "reserve": 2, "step": s.SPELL}
    for dice, faces, whirls in (
        ((2,), (1, 2, 3, 4), False),
        ((2, 2, 2), (1, 2, 3, 4), True),
        ((2, 2, 2), (2, 2), False),
    ):
        table = table_of("dice_one_by_one", dice=dice, spell_cost_whirlwind=0, dice_faces=faces, **given)
        assert (table.choose("reference")["kind"] == Move.WHIRLWIND) == whirls


@pytest.mark.parametrize("faces", [(1, 2, 3, 4), (3,)])
def test_games_of_reference_end_where_whirlwinds_cost_nothing(faces: tuple[int, ...]) -> None:
    free: dict[str, Any] = {"expansions": "darkhouse", "spell_cost_whirlwind": 0, "dice_faces": faces}
    match = Match(NAUTILION, NautilionKnobs(**free), (strategies_of("nautilion")["reference"],), seed=3)
    assert not (match.play(0, 100)[0]["end"] == stopped_code(NAUTILION.columns)).any()
