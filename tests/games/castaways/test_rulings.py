"""What the rulebook leaves open, one ruling after the other: a position, some moves, and what comes of it."""

from __future__ import annotations

import pytest

from simkit.engine.base.rows import Rows, zeros
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.game import CASTAWAYS
from simkit.games.castaways.kinds import Move
from simkit.games.castaways.names import (
    BUILD,
    CAMP,
    CAMPFIRE,
    COAST,
    DEAD,
    DIARY,
    EXPLORE,
    FORAGE,
    HEART,
    IN_CAMP,
    INTERIOR,
    LOST,
    MACHETE,
    OUT,
    PLAN_EXPEDITION,
    REST,
    SALVAGE,
)
from simkit.games.castaways.rules.castaway import traumatise
from simkit.games.castaways.state import RESCUED
from simkit.language import NOBODY
from tests.games.castaways.camp import Camp, dice, use_up

AGAIN = 104


def actions(camp: Camp) -> set[int]:
    """Return the actions on which the next marker may be placed."""
    return {int(move.action) for move in camp.legal()}


def empty_storage(camp: Camp) -> None:
    """Leave neither food nor tiles in storage."""
    camp.table.tiles[:] = 0
    camp.table.food = 0


def asked(camp: Camp, what: int, kind: int, **fields: int) -> list[int]:
    """Return the seats that are asked for the same thing one after the other; all answer alike."""
    seats = []
    while camp.table.asks == what:
        seats.append(int(camp.state.seat))
        camp.answer(kind, **fields)
    return seats


def test_r2_a_marker_that_can_do_nothing_is_wasted_with_its_cost() -> None:
    camp = Camp(1)
    empty_storage(camp)
    camp.table.food, camp.table.forage_box = 1, 0
    camp.go_on(p.MARKERS)
    camp.answer(Move.PLACE, action=FORAGE).answer(Move.PLACE, action=DIARY)
    assert camp.of("energy") == [6 - int(camp.rules.costs[FORAGE, 0])]
    assert (camp.table.asks, camp.table.cubes) == (d.ASK_FOOD, 0)  # nothing was brought
    camp = Camp(1)
    camp.table.wood = camp.table.fire = 0
    camp.mark(0, CAMPFIRE)
    camp.go_on(p.RESOLUTION)
    assert camp.table.asks != d.ASK_FLAME
    assert camp.table.fire == 0


def test_r3_salvage_needs_a_cube_and_campfire_a_fire_that_is_out() -> None:
    camp = Camp(1)
    camp.table.salvage = camp.table.wood = camp.table.fire = 0
    assert {SALVAGE, CAMPFIRE} & actions(camp.go_on(p.MARKERS)) == {CAMPFIRE}
    camp.table.salvage = camp.table.fire = 1
    assert {SALVAGE, CAMPFIRE} & actions(camp) == {SALVAGE}


def test_r4_build_can_be_chosen_while_anything_is_left_to_be_built() -> None:
    camp = Camp(1)
    camp.table.sign_built = camp.table.bonfire_built = 1
    camp.table.wood = 0  # a shelter takes some
    assert BUILD in actions(camp.go_on(p.MARKERS))
    camp.table.shelter = camp.rules.shelters
    assert BUILD not in actions(camp)


def test_r5_with_nothing_left_on_the_island_a_party_is_back_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    camp = Camp(2)
    for deck in (COAST, INTERIOR, HEART):
        use_up(camp, deck)
    assert EXPLORE in actions(camp.go_on(p.MARKERS))
    dice(monkeypatch)  # none may be rolled
    camp.mark(0, EXPLORE)
    camp.go_on(p.OUTING)
    assert (camp.table.outings, camp.castaway(0).where, camp.table.outing) == (1, IN_CAMP, 0)


def test_r7_a_castaway_explores_once_a_turn() -> None:
    camp = Camp(1)
    camp.go_on(p.MARKERS).answer(Move.PLACE, action=EXPLORE)
    assert camp.table.asks == d.ASK_MARKER
    assert EXPLORE not in actions(camp)


@pytest.mark.parametrize(
    ("resters", "healed"), [((0, 1), [0, 1, 0]), ((1, 0), [0, 1, 0]), ((0,), [1, 0, 0]), ((2, 1), [0, 0, 1])]
)
def test_r9_the_healer_helps_the_first_who_rests_and_itself_last(
    resters: tuple[int, ...], healed: list[int]
) -> None:
    camp = Camp(3, characters="healer+cook+fisher", abilities=("healer",), rest_heal=(0,) * 5)
    more = int(camp.rules.character[camp.castaway(0).character].heals_a_rester)
    assert more > 0
    for seat in range(3):
        camp.castaway(seat, injuries=more, energy=1)
    for space, seat in enumerate(resters):
        camp.mark(seat, REST, space)
    camp.go_on(p.RESOLUTION)
    assert camp.of("injuries") == [more * (1 - who) for who in healed]


def test_r10_at_its_cap_a_castaway_eats_in_vain_but_is_not_hungry() -> None:
    camp = Camp(1)
    empty_storage(camp)
    camp.table.food = 2
    camp.go_on(p.SURVIVAL).answer(Move.EAT)
    assert (camp.of("energy"), camp.of("ate"), camp.table.food) == ([6], [1], 1)
    camp.answer(Move.PASS)
    assert camp.of("hungry_turns") == [0]


def test_r15_an_outing_ends_when_nobody_is_out_and_nobody_goes_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    camp = Camp(2)
    camp.set_out(0, 1)
    dice(monkeypatch, 6, 6, 6, 6)
    camp.go_on(p.OUTING_STEP)
    assert camp.state.seat == 0
    camp.answer(Move.RETURN).answer(Move.JOIN, answer=0)
    assert camp.of("where") == [IN_CAMP, OUT]
    assert (camp.table.asks, camp.state.seat, camp.table.outing) == (d.ASK_STEP, 1, 1)
    camp.answer(Move.RETURN)
    assert camp.of("where") == [IN_CAMP, IN_CAMP]
    assert camp.table.outing == 0
    assert camp.table.asks != d.ASK_STEP


@pytest.mark.parametrize("answer", [0, 1])
def test_r17_the_game_ends_as_was_chosen_by_one_who_has_died_since(answer: int) -> None:
    camp = Camp(3)
    camp.table.headland = 1
    camp.go_on(p.HEADLAND)
    assert (camp.table.asks, camp.state.seat) == (d.ASK_HEADLAND, 1)
    camp.answer(Move.THIS_OR_NEXT_TURN, answer=answer)
    last = int(camp.table.turn) + answer
    assert camp.table.last_turn == last
    camp.castaway(1, traumas=3)
    traumatise(camp.state, camp.rules, 1, None)
    camp.go_on(p.HEADLAND)
    assert camp.castaway(1).where == DEAD
    assert camp.table.asks != d.ASK_HEADLAND
    assert camp.table.last_turn == last


def test_r20_nothing_changes_hands_on_an_outing() -> None:
    camp = Camp(3)
    camp.give(0, "machete")
    camp.set_out(0)
    assert camp.go_on(p.GIFTS).table.asks != d.ASK_GIFT  # who is out gives nothing
    camp.give(1, "axe")
    camp.go_on(p.GIFTS)
    assert (camp.table.asks, camp.state.seat) == (d.ASK_GIFT, 1)
    assert {int(move.seat) for move in camp.legal() if move.kind == Move.GIFT} == {2}  # nor is given any


@pytest.mark.parametrize(("players", "is_allowed"), [(1, True), (2, False)])
def test_r22_no_marker_follows_the_white_one_on_a_card(players: int, is_allowed: bool) -> None:
    camp = Camp(players)
    camp.go_on(p.WHITE_MARKER).answer(Move.WHITE_CARD, card=PLAN_EXPEDITION)
    assert camp.table.asks == d.ASK_MARKER
    cards = {int(move.card) for move in camp.legal() if move.action == CAMP}
    assert (PLAN_EXPEDITION in cards) == is_allowed
    assert cards - {PLAN_EXPEDITION}


def test_r28_several_roll_in_turn_order(monkeypatch: pytest.MonkeyPatch) -> None:
    camp = Camp(3)
    camp.table.starter = 1
    for seat in range(3):
        camp.castaway(seat, injuries=1)
        camp.story(seat, 1)
    dice(monkeypatch, 1, 1, 1)
    camp.go_on(p.INJURIES)
    assert asked(camp, d.ASK_AGAIN, AGAIN, answer=0) == [1, 2, 0]


@pytest.mark.parametrize("where", [LOST, DEAD])
def test_r29_the_tile_of_a_cook_who_is_gone_comes_back_to_the_storage(where: int) -> None:
    camp = Camp(2, abilities=("cook",))
    empty_storage(camp)
    camp.table.cook_tile = 3
    camp.castaway(1, where=where)
    camp.go_on(p.SURVIVAL)
    assert (camp.table.asks, camp.table.cubes) == (d.ASK_FOOD, 3)
    assert camp.table.cook_tile < 0


def test_r31_groups_that_are_lost_on_one_space_stay_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    camp = Camp(3)
    camp.lose(8, 0)
    camp.lose(8, 1)
    dice(monkeypatch, 6, 6, 1, 1, 1, 1)
    camp.go_on(p.LOST_GROUPS)
    assert camp.of("where") == [IN_CAMP, LOST, IN_CAMP]


def test_r32_gifts_are_made_before_the_outing_though_nobody_explores() -> None:
    camp = Camp(2)
    camp.give(0, "machete")
    assert (camp.table.marked[EXPLORE] == NOBODY).all()
    camp.go_on(p.LATE_GIFTS)
    assert (camp.table.asks, camp.state.seat) == (d.ASK_GIFT, 0)


def test_r37_food_is_not_given_on_and_a_castaway_who_has_stopped_stays_so() -> None:
    camp = Camp(2)
    empty_storage(camp)
    camp.castaway(0, food=2)
    camp.go_on(p.SURVIVAL).answer(Move.GIVE_FOOD, seat=1).answer(Move.KEEP_OR_EAT, answer=0)
    assert (camp.table.asks, camp.state.seat) == (d.ASK_OWN_FOOD, 1)
    assert camp.kinds() == {Move.EAT, Move.PASS}
    camp.answer(Move.PASS)
    camp.answer(Move.GIVE_FOOD, seat=1).answer(Move.KEEP_OR_EAT, answer=0)
    assert camp.castaway(1).food == 2
    assert camp.table.asks != d.ASK_OWN_FOOD


@pytest.mark.parametrize(
    ("traumas", "shares"), [((1, 0, 0), [0, 30, 30]), ((0, 1, 2), [60, 0, 0]), ((1, 1, 1), [20, 20, 20])]
)
def test_r38_of_equal_points_fewer_traumas_win_else_the_win_is_shared(
    traumas: tuple[int, ...], shares: list[int]
) -> None:
    camp = Camp(3)
    camp.table.end = RESCUED
    for seat in range(3):
        camp.story(seat, 2)
        camp.castaway(seat, traumas=traumas[seat])
    row, seats = zeros(1, CASTAWAYS.row)[0], seat_rows(3)
    CASTAWAYS.fill_outcome(camp.state, camp.rules, row, seats)
    assert list(seats["win_share"]) == shares


def seat_rows(players: int) -> Rows:
    """Return empty rows of the outcome of seats."""
    rows: Rows = zeros(players, CASTAWAYS.seat_row)
    return rows


def test_r40_the_headland_can_be_reached_while_nobody_is_out() -> None:
    camp = Camp(3)
    camp.castaway(2, reached=int(camp.rules.headland))  # as if the card had advanced it
    space = list(camp.table.board).index(PLAN_EXPEDITION)
    camp.mark(0, CAMP, space)
    camp.go_on(p.RESOLUTION)
    assert (camp.table.outing, camp.table.headland) == (0, 2)


def test_r42_what_a_forage_tile_is_worth_is_drawn_when_it_is_taken() -> None:
    camp = Camp(1)
    empty_storage(camp)
    bag = camp.state.hidden.forage
    bag.counts[:] = 0
    bag.counts[4] = bag.total = 3
    camp.table.forage_box, camp.table.forage_left = 1, 2
    camp.mark(0, FORAGE)
    camp.go_on(p.RESOLUTION)
    assert (camp.table.cubes, camp.table.forage_box, camp.table.forage_left) == (4, 0, 2)
    assert (bag.counts[4], bag.total) == (2, 2)


def test_r45_only_the_white_marker_can_be_kept_back() -> None:
    camp = Camp(1)
    assert Move.NO_WHITE in camp.go_on(p.WHITE_MARKER).kinds()
    camp.castaway(0, energy=0)
    camp.go_on(p.MARKERS)
    assert camp.kinds() == {Move.PLACE}
    assert {DIARY, REST} <= actions(camp)


def test_r46_gifts_are_made_at_two_moments_and_one_each_time() -> None:
    camp = Camp(2)
    camp.give(0, "machete", "axe")
    camp.go_on(p.GIFTS).answer(Move.GIFT, object=MACHETE, seat=1)
    assert (camp.table.asks, camp.state.seat) == (d.ASK_GIFT, 1)  # in exchange, if it likes
    camp.answer(Move.NO_GIFT)
    assert camp.table.asks != d.ASK_GIFT
    camp.go_on(p.LATE_GIFTS)
    assert (camp.table.asks, camp.state.seat) == (d.ASK_GIFT, 0)


def test_r48_wood_is_put_on_the_fire_at_two_moments_one_each_time() -> None:
    camp = Camp(2)
    camp.table.fire, camp.table.fire_wood, camp.table.wood = 1, 0, 3
    camp.go_on(p.RESOLUTION)
    assert (camp.table.asks, camp.table.phase) == (d.ASK_FEED, p.FEED_BEFORE_BUILDING)
    camp.answer(Move.FEED, answer=0).answer(Move.FEED, answer=0)
    assert (camp.table.asks, camp.table.phase) == (d.ASK_FEED, p.FEED_AFTER_OUTING)
    camp.answer(Move.FEED, answer=1)
    assert (camp.table.fire_wood, camp.table.wood) == (1, 2)
    assert camp.table.asks != d.ASK_FEED


def test_r49_lost_castaways_take_nothing_of_a_salvage() -> None:
    camp = Camp(3)
    camp.lose(8, 1)
    camp.table.wreck, camp.table.salvage = 3, 1
    camp.mark(0, SALVAGE)
    camp.go_on(p.RESOLUTION)
    assert camp.takers_of_objects() == [0, 2]


def test_r50_copies_of_a_card_are_one_choice() -> None:
    camp = Camp(2)
    camp.table.asks = d.ASK_REMAIN
    camp.table.drawn.count = 3
    camp.table.drawn.cards[:3] = (2, 2, 5)
    assert [int(move.card) for move in camp.legal()] == [2, 5]
