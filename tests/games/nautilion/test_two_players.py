"""Two players: Admirals, alternate turns, and everything else shared."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.engine.play.playthrough import playthrough
from simkit.games.nautilion import state as s
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.testing import Match, find_game, strategies_of, wilson
from tests.nautilion_tables import A, Position, give, mask

NAUTILION = find_game("nautilion")
UPPER, LOWER = (5, 6, 7, 8, 9), (1, 2, 3, 4, 5)


def begun(number: int, **knobs: object) -> Any:
    match = Match(
        NAUTILION, NautilionKnobs(players=2, **knobs), (strategies_of("nautilion")["random"],) * 2, seed=6
    )
    return next(iter(match.walk(number))).state


def test_two_players_begin_with_two_more_in_the_reserve() -> None:
    assert begun(0).table.reserve == 6
    assert begun(0, reserve=1).table.reserve == 3
    assert begun(0, reserve_two_players_bonus=0).table.reserve == 4


def test_by_chance_either_seat_starts_and_holds_either_admiral_equally_often() -> None:
    states = [begun(number, first_player="chance") for number in range(400)]
    assert all(state.table.step != s.FIRST_PLAYER for state in states)
    assert not wilson(sum(int(state.seat) for state in states), 400, 0.999).excludes(0.5)
    upper = [int(state.table.admirals[0]) == mask(UPPER) for state in states]
    assert not wilson(sum(upper), 400, 0.999).excludes(0.5)
    for state in states:
        assert {int(admiral) for admiral in state.table.admirals} == {mask(UPPER), mask(LOWER)}
        assert state.table.may_place == state.table.admirals[state.seat]
    starter_has_upper = sum(int(state.table.may_place) == mask(UPPER) for state in states)
    assert not wilson(starter_has_upper, 400, 0.999).excludes(0.5)


@pytest.mark.parametrize(("word", "seat"), [("seat_0", 0), ("seat_1", 1), (0, 0), (1, 1)])
def test_a_seat_may_always_start(word: str | int, seat: int) -> None:
    for number in range(20):
        state = begun(number, first_player=word)
        assert (state.seat, state.table.step) == (seat, s.SPELL)
        assert state.table.may_place == state.table.admirals[seat]


def test_who_starts_is_one_of_the_words() -> None:
    for wrong in ("seat_2", 2, True):
        with pytest.raises(ValueError, match="first_player"):
            NautilionKnobs(players=2, first_player=wrong)


def open_table(
    dice: tuple[int, ...] = (1, 2, 3), path: tuple[int, ...] = (2, 7, 5), **given: Any
) -> Position:
    """Return a first turn whose dice are rolled: player 1 has the Admiral 5 to 9, player 2 has 1 to 5."""
    position = Position([*path, *[1] * 20], players=2, admiral=UPPER, dice=dice, step=s.FIRST_PLAYER, **given)
    position.table.admirals[1] = mask(LOWER)
    position.table.first_player_open = 1
    return position


def test_r29_seat_0_chooses_who_starts_once_the_dice_are_rolled() -> None:
    for number in range(20):
        state = begun(number)
        assert (state.seat, state.table.step, state.table.turn) == (0, s.FIRST_PLAYER, 1)
        assert state.table.dice.all()
        assert state.table.dice.tolist() == begun(number, first_player="chance").table.dice.tolist()


@pytest.mark.parametrize(("seat", "admiral"), [(0, UPPER), (1, LOWER)])
def test_r29_the_player_chosen_plays_the_first_turn_and_the_other_one_the_second(
    seat: int, admiral: tuple[int, ...]
) -> None:
    position = open_table(reserve=1)
    assert position.numbers(Move.BEGIN) == [0, 1]
    position.make(kind=Move.BEGIN, number=seat)
    table = position.table
    assert (position.state.seat, table.may_place, table.step) == (seat, mask(admiral), s.SPELL)
    assert table.dice.tolist() == [1, 2, 3]
    position.make(kind=Move.WHIRLWIND)
    assert (position.state.seat, table.step) == (seat, s.PLAN)  # it is not asked again
    position.make(**give(1, 1, 1))
    if table.step == s.TAKE:
        position.make(kind=Move.TAKE_RESERVE)
    assert (table.turn, position.state.seat, table.may_place) == (2, 1 - seat, table.admirals[1 - seat])


@pytest.mark.parametrize(
    ("effect", "dice"), [("dice_one_by_one", 1), ("figure_chosen_first", 1), ("dice_fixed", 3)]
)
def test_r29_it_is_chosen_once_the_first_dice_lie_there(effect: str, dice: int) -> None:
    """Where a figure is named before any die is rolled, seat 0 names it."""
    cards = {"darkhouse_effects": dict.fromkeys(range(1, 13), effect), "expansions": "darkhouse"}
    match = Match(
        NAUTILION, NautilionKnobs(players=2, **cards), (strategies_of("nautilion")["reference"],) * 2, seed=6
    )
    steps = iter(match.walk(0))
    state = next(steps).state
    if effect == "figure_chosen_first":
        assert (state.seat, state.table.step) == (0, s.FIGURE)
        state = next(steps).state
    assert (state.seat, state.table.step) == (0, s.FIRST_PLAYER)
    assert (state.table.dice_count, bool(state.table.dice[0])) == (dice, True)
    assert all(step.state.table.step != s.FIRST_PLAYER for step in list(steps)[1:])


@pytest.mark.parametrize(
    ("path", "dice", "seat"),
    [
        ((2, 7, 5), (1, 2, 3), 1),
        ((2, 7, 5), (3, 2, 2), 0),
        ((2, 7, 5), (3, 3, 3), 0),
        ((2, 7, 4), (3, 4, 3), 1),
        ((A, 2, 2), (1, 2, 2), 0),
        ((13, 2, 2), (1, 2, 2), 0),
    ],
)
def test_r29_reference_begins_with_the_first_whose_admiral_takes_what_the_smallest_die_leads_to(
    path: tuple[int, ...], dice: tuple[int, ...], seat: int
) -> None:
    """The second case's smallest die leads to the 7, the third one's to the 5 that both may place."""
    assert open_table(dice, path).choose("reference") == {
        "kind": Move.BEGIN, **({"number": seat} if seat else {})
    }  # fmt: skip


def test_r29_reference_at_the_abyss_or_with_nobodys_crew_begins_with_seat_0() -> None:
    assert Position([2], players=2, step=s.FIRST_PLAYER, dice=(4, 4, 4)).choose("reference") == {
        "kind": Move.BEGIN
    }
    nobodys = open_table((1, 2, 3), (3, 7, 5))
    nobodys.table.admirals[1] = mask([1, 2])
    assert nobodys.choose("reference") == {"kind": Move.BEGIN}


def test_r29_random_begins_with_either_seat_evenly() -> None:
    match = Match(NAUTILION, NautilionKnobs(players=2), (strategies_of("nautilion")["random"],) * 2, seed=6)
    second = 0
    for number in range(600):
        steps = iter(match.walk(number))
        next(steps)
        second += int(next(steps).state.seat)
    assert not wilson(second, 600, 0.999).excludes(0.5)


@pytest.mark.parametrize("name", ["novice", "greedy", "planner", "expert"])
def test_r29_the_others_begin_with_the_admiral_who_shows_most_of_what_the_dice_lead_to(name: str) -> None:
    assert open_table((1, 2, 3), (2, 7, 4)).choose(name) == {"kind": Move.BEGIN, "number": 1}
    assert open_table((1, 2, 3), (2, 7, 8)).choose(name) == {"kind": Move.BEGIN}
    assert open_table((1, 2, 3), (2, 7, 5)).choose(name) == {"kind": Move.BEGIN}


def test_r29_is_told_in_words() -> None:
    match = Match(
        NAUTILION, NautilionKnobs(players=2), (strategies_of("nautilion")["reference"],) * 2, seed=6
    )
    for number in range(20):
        told = list(playthrough(match, number, choices=True))
        steps = iter(match.walk(number))
        next(steps)
        player = 1 + next(steps).state.seat
        first = told.index("Turn 1.")
        assert told[first + 1].startswith("  The dice show")
        assert f"player {player} plays the first turn" in told[first + 2]
        assert f"player {3 - player} plays the first turn" in told[first + 2]
        assert told[first + 3] == f"  Player {player} plays the first turn."
        assert f"Turn 2 of player {3 - player}." in told


def test_turns_alternate_and_with_them_the_admiral() -> None:
    position = Position([2, 2, 2, 2, 2, 2, 2, 2], players=2)
    table = position.table
    table.admirals[:] = mask(UPPER), mask(LOWER)
    table.may_place = table.admirals[0]
    position.make(**give(1, 1, 1))
    assert (table.turn, position.state.seat, table.may_place) == (2, 1, mask(LOWER))
    position.make(kind=Move.STOP)
    position.make(**give(1, 1, 1))
    assert table.step == s.TAKE
    position.make(kind=Move.TAKE_ABOARD, number=2)
    assert table.placed.tolist() == [0, 1]
    assert (position.state.seat, table.may_place) == (0, mask(UPPER))


def test_example_15_the_admiral_5_to_9_lands_on_a_2() -> None:
    position = Position([2, 1, 1, 1, 1], admiral=UPPER, players=2)
    position.make(**give(1, 1, 1))
    assert position.crew() == []
    assert position.reserve() == [2]


@pytest.mark.parametrize(("number", "may"), [(5, True), (9, True), (4, False), (1, False)])
def test_crew_goes_aboard_only_if_the_admiral_shows_it(number: int, may: bool) -> None:
    position = Position([number, 1, 1], nautilion=1, step=s.TAKE, admiral=UPPER, players=2)
    assert (Move.TAKE_ABOARD in position.kinds()) == may


@pytest.mark.parametrize(("token", "may"), [(7, True), (4, False), (1, False), (A, True)])
def test_crew_goes_into_the_cabin_only_if_the_admiral_shows_it_a_mage_always(token: int, may: bool) -> None:
    knobs: dict[str, Any] = {"players": 2, "expansions": "mages"}
    position = Position([token, 1, 1], nautilion=1, step=s.TAKE, admiral=UPPER, crew=[7], **knobs)
    assert (Move.TAKE_CABIN in position.kinds()) == may


def test_a_mercenary_is_anyones() -> None:
    knobs: dict[str, Any] = {"players": 2, "expansions": "mercenaries"}
    position = Position([13, 1, 1], nautilion=1, step=s.TAKE, admiral=UPPER, crew=[4], **knobs)
    assert position.numbers(Move.TAKE_ABOARD) == [3, 5, 9]


def test_the_prize_goes_aboard_only_if_the_admiral_shows_it() -> None:
    knobs: dict[str, Any] = {"players": 2, "expansions": "mercenaries"}
    position = Position([1] * 6, step=s.PRIZE, admiral=UPPER, crew=[4], pile=[3, 5, 8, 9], **knobs)
    position.table.collision = s.COLLISION_WON
    assert position.numbers(Move.PRIZE_ABOARD) == [5, 9]
    assert position.numbers(Move.PRIZE_RESERVE) == [3, 5, 8, 9]


def test_a_purchase_goes_aboard_or_into_the_cabin_only_if_the_admiral_shows_it() -> None:
    position = Position(
        [1] * 6, step=s.SPELL, reserve=2, admiral=UPPER, crew=[4], pile=[1, 3, 5, 7], effect="token_for_sale",
        expansions="darkhouse+mages", players=2,
    )  # fmt: skip
    listed = {(m["number"], m.get("place", 0)) for m in position.options() if m["kind"] == Move.BUY}
    assert listed == {(5, 5), (7, 0)}


@pytest.mark.parametrize(("card", "step"), [(6, s.FETCH_FROM_PATH), (7, s.FETCH_FROM_PILE)])
def test_heroic_actions_bring_aboard_only_whom_the_admiral_shows(card: int, step: int) -> None:
    position = Position(
        [3, 5, 9, 1], step=s.SPELL, admiral=UPPER, crew=[4, 8, 9], cards=[card], pile=[3, 5],
        ducts=[(4, 3), (4, 5), (4, 9), (9, 8)], expansions="heroic", players=2,
    )  # fmt: skip
    position.make(kind=Move.PLAY_HEROIC, card=card, number=8)
    assert position.table.step == step
    assert [m.get("number") or m["place"] for m in position.options()] == ([2] if card == 6 else [5])


def test_everything_else_is_shared() -> None:
    """The other player's token pays, and is discarded, like one's own."""
    position = Position([1] * 9, admiral=UPPER, crew=[3, 4], reserve=1, step=s.DISCARD, players=2)
    assert position.numbers(Move.DISCARD_CREW) == [3, 4]
    assert Move.DISCARD_RESERVE in position.kinds()


def test_admirals_may_be_others() -> None:
    state = begun(0, admirals=[[1, 2], [3]])
    assert {int(admiral) for admiral in state.table.admirals} == {mask([1, 2]), mask([3])}


def test_darkhouse_1_the_same_player_plays_both_passes() -> None:
    position = Position([1] * 20, effect="play_twice", players=2, expansions="darkhouse", crew=[1])
    position.make(**give(1, 2, 1))
    assert position.table.second_pass == 1
    assert position.state.seat == 0
    position.make(**give(2, 1, 1))
    assert position.table.turn == 2
    assert position.state.seat == 1
