"""The worked examples of the rules, one after the other, in plain Python."""

from __future__ import annotations

import pytest

from simkit.engine.base.rows import zeros
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.game import CASTAWAYS
from simkit.games.castaways.kinds import Move
from simkit.games.castaways.names import (
    BONFIRE_SITE,
    BUILD,
    CAMPFIRE,
    COAST,
    DEAD,
    FISHING,
    GOLD_AND_JEWELS,
    HEART,
    IN_CAMP,
    INTERIOR,
    LOST,
    MACHETE,
    OUT,
    RAFT,
    RAIN,
    REST,
    SALVAGE,
    SCORCHING,
    SHELTER_SITE,
    SIGN_SITE,
    STORM,
    SUN,
)
from simkit.games.castaways.rules.castaway import injure, lose_energy, traumatise
from simkit.games.castaways.rules.event_phase import move_weather
from simkit.games.castaways.rules.gifts import divide_estate
from simkit.games.castaways.rules.island import finish_regions, note_headland, weather_of
from simkit.games.castaways.rules.markers import card_is_open, list_markers
from simkit.games.castaways.rules.outing import pay_for_roll
from simkit.games.castaways.rules.survival import burn_wood, go_hungry, spend_night
from simkit.games.castaways.state import ALL_LOST, BUILT, NO_SIGNAL, RESCUED
from simkit.language import NOBODY
from tests.games.castaways.camp import Camp, dice, use_up

AGAIN = 104
SQUARE = {STORM: 0, RAIN: 2, SUN: 3, SCORCHING: 6}


def body(camp: Camp, seat: int = 0) -> tuple[int, int, int]:
    """Return energy, injuries and traumas."""
    castaway = camp.table.castaways[seat]
    return int(castaway.energy), int(castaway.injuries), int(castaway.traumas)


@pytest.mark.parametrize(
    ("energy", "lost", "then"), [(4, 2, (2, 0, 0)), (1, 2, (0, 1, 0)), (0, 1, (0, 1, 0)), (2, 2, (0, 0, 0))]
)
def test_1_losing_energy(energy: int, lost: int, then: tuple[int, int, int]) -> None:
    camp = Camp()
    camp.castaway(0, energy=energy)
    lose_energy(camp.state, camp.rules, 0, lost, None)
    assert body(camp) == then


@pytest.mark.parametrize(
    ("energy", "injuries", "more", "then"), [(4, 0, 1, (4, 1, 0)), (4, 1, 2, (3, 3, 0)), (0, 6, 1, (0, 5, 1))]
)
def test_2_injuries_cover_the_track(
    energy: int, injuries: int, more: int, then: tuple[int, int, int]
) -> None:
    camp = Camp()
    camp.castaway(0, energy=energy, injuries=injuries)
    for _ in range(more):
        injure(camp.state, camp.rules, 0, None)
    assert body(camp) == then


def test_3_a_fourth_trauma_kills_and_heirs_divide() -> None:
    camp = Camp()
    camp.castaway(1, traumas=3)
    camp.give(1, "machete")
    camp.table.marked[REST, 2] = 1
    traumatise(camp.state, camp.rules, 1, None)
    assert camp.castaway(1).where == DEAD
    assert camp.table.marked[REST, 2] == NOBODY
    assert divide_estate(camp.state, camp.rules)
    assert camp.state.seat == 0  # the first other one in turn order
    camp.answer(Move.INHERIT, object=MACHETE)
    assert camp.has(0, "machete")


def test_3_alone_on_an_outing_all_is_gone() -> None:
    camp = Camp()
    camp.give(1, "machete")
    camp.castaway(1, traumas=3)
    camp.set_out(1)
    traumatise(camp.state, camp.rules, 1, None)
    assert camp.table.estates == 0
    assert not any(camp.has(seat, "machete") for seat in range(3))


@pytest.mark.parametrize("is_divided", [False, True])
def test_3_nothing_that_the_dead_owned_counts(is_divided: bool) -> None:
    camp = Camp(2)
    for seat in range(2):
        camp.give(seat, "gold_and_jewels")
        camp.story(seat, 1)
        camp.castaway(seat, traumas=3)
    traumatise(camp.state, camp.rules, 0, None)
    if is_divided:
        divide_estate(camp.state, camp.rules)
        camp.answer(Move.INHERIT, object=GOLD_AND_JEWELS)
    traumatise(camp.state, camp.rules, 1, None)
    assert camp.state.over
    rows, seat_rows = zeros(1, CASTAWAYS.row), zeros(2, CASTAWAYS.seat_row)
    CASTAWAYS.fill_outcome(camp.state, camp.rules, rows[0], seat_rows)
    assert [(int(row.tile_points), int(row.object_points)) for row in seat_rows] == [(0, 0), (0, 0)]


def test_4_the_weather() -> None:
    camp = Camp()
    camp.table.weather = SQUARE[SCORCHING]
    move_weather(camp.table, camp.rules, 1, None)
    assert weather_of(camp.table, camp.rules) == SCORCHING
    camp.lose(6, 2)
    camp.go_on(p.SCORCHING)
    assert camp.of("energy") == [5, 5, 5]
    camp.table.weather, camp.table.fire, camp.table.fire_wood = SQUARE[STORM] + 1, 1, 1
    camp.table.wood_supply -= 1
    supply = int(camp.table.wood_supply)
    move_weather(camp.table, camp.rules, -1, None)
    assert (camp.table.fire, camp.table.fire_wood, camp.table.wood_supply) == (0, 0, supply + 1)
    assert not card_is_open(camp.table, camp.rules, 0, FISHING)


@pytest.mark.parametrize(("threshold", "there", "then"), [(4, 0, (3, 1)), (5, 0, (4, 0)), (4, 1, (4, 1))])
def test_4_the_wreck(threshold: int, there: int, then: tuple[int, int]) -> None:
    camp = Camp()
    camp.table.wreck, camp.table.salvage = 4, there
    camp.rules.event[camp.table.event].threshold = threshold
    camp.rules.event[camp.table.event].text = 0
    camp.go_on(p.WRECK)
    assert (camp.table.wreck, camp.table.salvage) == then


@pytest.mark.parametrize(("first", "second", "end"), [(3, 5, IN_CAMP), (3, 4, LOST)])
def test_5_returning_in_the_rain(monkeypatch: pytest.MonkeyPatch, first: int, second: int, end: int) -> None:
    camp = Camp(abilities=("orienteer",))
    camp.give(2, "compass")
    camp.set_out(2, cube=9)
    camp.table.weather = SQUARE[RAIN]
    camp.castaway(2, energy=0)
    camp.state.seat, camp.table.actor, camp.table.returners = 2, 2, 4
    dice(monkeypatch, first, second)
    camp.go_on(p.RETURN_ROLL)
    assert camp.castaway(2).where == end
    assert end == IN_CAMP or camp.castaway(2).lost_at == 9


def test_6_another_roll_for_energy() -> None:
    camp = Camp()
    camp.set_out(0, 1, 2, cube=9)
    for seat, energy in enumerate((0, 2, 4)):
        camp.castaway(seat, energy=energy)
    camp.table.returners = camp.table.volunteers = 7
    assert pay_for_roll(camp.state, camp.rules, None)
    assert camp.of("energy") == [0, 1, 2]
    assert pay_for_roll(camp.state, camp.rules, None)
    assert camp.of("energy") == [0, 0, 0]
    assert not pay_for_roll(camp.state, camp.rules, None)


def build(camp: Camp, site: int, *statements: int) -> None:
    """Let seat 0 build, and those in camp state energy in turn."""
    camp.mark(0, BUILD)
    camp.go_on(p.RESOLUTION)
    camp.answer(Move.CHOOSE_SITE, site=site)
    for n in statements:
        camp.answer(Move.STATE_ENERGY, n=n)


def test_7_a_shelter_takes_enough_energy_in_one_turn() -> None:
    camp = Camp()
    camp.table.shelter, camp.table.wood = 1, 2
    build(camp, SHELTER_SITE, 1, 1, 1)
    assert camp.of("energy") == [5, 5, 5]
    assert (camp.table.shelter, camp.table.wood, camp.castaway(0).tiles) == (1, 2, 0)
    camp = Camp()
    camp.table.shelter, camp.table.wood = 1, 2
    build(camp, SHELTER_SITE, 3)
    assert max(int(move.n) for move in camp.legal()) == 1
    camp.answer(Move.STATE_ENERGY, n=1)
    assert (camp.table.shelter, camp.table.wood, camp.castaway(0).tiles) == (2, 0, 1)


def test_7_the_builder_needs_less() -> None:
    camp = Camp(characters="builder+cook+healer", abilities=("builder",))
    camp.table.wood = 1
    build(camp, SHELTER_SITE, 2)
    assert camp.table.shelter == 1
    assert camp.of("energy") == [4, 6, 6]


def test_8_the_sign_and_the_bonfire() -> None:
    camp = Camp()
    camp.table.sign = 10
    build(camp, SIGN_SITE, 2)
    assert camp.table.sign_built == 1
    assert camp.of("energy") == [4, 6, 6]
    assert camp.castaway(0).tiles == 1
    camp = Camp()
    camp.table.bonfire, camp.table.wood = 2, 3
    camp.castaway(0, energy=5)
    camp.mark(0, BUILD)
    camp.go_on(p.RESOLUTION).answer(Move.CHOOSE_SITE, site=BONFIRE_SITE)
    assert max(int(move.n) for move in camp.legal()) == 3


@pytest.mark.parametrize(
    ("faces", "then"), [((3, 4), (IN_CAMP, 1)), ((3, 3, 1, 5), (IN_CAMP, 0)), ((3, 3, 1, 4), (LOST, 0))]
)
def test_9_lost(monkeypatch: pytest.MonkeyPatch, faces: tuple[int, ...], then: tuple[int, int]) -> None:
    camp = Camp()
    camp.lose(9, 1)
    camp.table.weather = SQUARE[SUN]
    for seat in range(3):
        camp.castaway(seat, markers=0)
    camp.go_on(p.UPKEEP)  # the night: 8
    assert camp.castaway(1).lost_at == 8
    camp.table.weather = SQUARE[SUN]
    dice(monkeypatch, *faces)
    camp.go_on(p.LOST_GROUPS)
    assert (camp.castaway(1).where, camp.castaway(1).markers) == then


def eat_all(camp: Camp) -> None:
    """Let everybody eat one food of the storage, and then pass."""
    eaten = 0
    while camp.table.asks == d.ASK_FOOD:
        kind = Move.EAT if eaten < camp.rules.players else Move.PASS
        eaten += 1
        camp.answer(kind)


def test_10_three_are_fed() -> None:
    camp = Camp(3)
    table = camp.table
    table.tiles[:] = 0
    table.tiles[1] = table.tiles[2] = table.food = table.fire = table.fire_wood = 1
    for seat in range(3):
        camp.castaway(seat, energy=3, food=0)
    camp.go_on(p.SURVIVAL)
    assert table.cubes == 3
    eat_all(camp)
    assert camp.of("energy") == [5, 5, 5]  # one for the food, one for the fire
    assert (table.food, table.fire) == (1, 1)
    assert table.turn == 2  # and the next turn has begun


@pytest.mark.parametrize(("wood", "energy"), [(0, 1), (1, 3)])
def test_10_nothing_to_eat(wood: int, energy: int) -> None:
    camp = Camp(1)
    camp.table.food, camp.table.fire, camp.table.fire_wood = 0, 1, wood
    camp.castaway(0, energy=3, food=0)
    camp.table.at = 0
    go_hungry(camp.state, camp.rules, None)
    assert body(camp) == (2, 2, 0)
    burn_wood(camp.state, camp.rules, None)
    spend_night(camp.state, camp.rules, None)
    assert body(camp)[0] == energy


def event_asking(camp: Camp, signals: int) -> int:
    """Return an event that asks for signals (a mask)."""
    events = [i for i in range(camp.rules.event_count) if camp.rules.event[i].signals == signals]
    return events[0]


def check(camp: Camp, active: int, *left: int) -> int:
    """Let the game end with an active event and others left; return how it ends."""
    table, events = camp.table, camp.state.hidden.events
    table.event, table.turn = active, table.last_turn
    table.headland, table.decided = 0, 1
    events.count = len(left)
    for i, event in enumerate(left):
        events.cards[i] = event
    camp.go_on(p.CHECK)
    while not camp.state.over:
        camp.answer(Move.HAND_OVER, answer=1)
    return int(table.end)


B, S, Y, L, M = (1 << i for i in range(5))


def test_11_the_rescue_check() -> None:
    camp = Camp(2)
    camp.give(0, "spyglass", "captains_log")
    assert check(camp, event_asking(camp, B | Y | L | M), event_asking(camp, Y | L)) == RESCUED
    camp = Camp(2)
    camp.give(0, "spyglass", "captains_log")
    assert check(camp, event_asking(camp, B | Y | L | M)) == NO_SIGNAL
    camp = Camp(2)
    camp.lose(8, 1)
    camp.give(1, "spyglass", "mirror")
    camp.table.sign_built = 1
    camp.table.constructions[RAFT] = BUILT
    assert check(camp, event_asking(camp, B | S | Y | M)) == RESCUED
    assert camp.castaway(1).where == LOST
    camp = Camp(2)
    camp.table.sign_built = camp.table.bonfire_built = 1
    camp.lose(8, 0, 1)
    assert check(camp, event_asking(camp, B | S)) == ALL_LOST


def test_12_a_region_without_cards() -> None:
    camp = Camp()
    for seat, (reached, place) in enumerate(((5, OUT), (9, IN_CAMP), (2, IN_CAMP))):
        camp.castaway(seat, reached=reached, where=place)
    use_up(camp, INTERIOR)
    finish_regions(camp.state, camp.rules, None)
    assert camp.of("reached") == [12, 12, 2]
    use_up(camp, HEART)
    assert camp.table.deck_left[COAST] > 0
    finish_regions(camp.state, camp.rules, None)
    assert camp.of("reached") == [16, 16, 16]
    note_headland(camp.state, camp.rules, 1, None)
    assert camp.table.headland == 1


def test_14_one_trauma_at_most_of_a_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    camp = Camp(1)
    camp.castaway(0, injuries=3, energy=2)
    dice(monkeypatch, 1, 1, 5)
    camp.go_on(p.INJURIES)
    assert body(camp)[1:] == (2, 1)


def test_15_two_salvage() -> None:
    camp = Camp(2)
    camp.table.wreck, camp.table.salvage = 3, 1
    camp.mark(1, SALVAGE)
    camp.go_on(p.RESOLUTION)
    assert camp.takers_of_objects() == [1, 0]
    assert (camp.table.remains_left, camp.table.salvaged, camp.table.salvage) == (25, 1, 0)


def test_nobody_without_energy_lights_a_fire_or_builds() -> None:
    camp = Camp()
    camp.castaway(0, energy=0)
    count = list_markers(camp.state, camp.rules, camp.moves)
    actions = {int(move.action) for move in camp.moves[:count]}
    assert CAMPFIRE not in actions
    assert BUILD not in actions


def test_returners_are_asked_for_tiles_in_seat_order_from_the_leader(monkeypatch: pytest.MonkeyPatch) -> None:
    camp = Camp(4)
    camp.set_out(1, 3, 0, cube=12)
    camp.table.weather = SQUARE[SUN]
    for seat in (0, 1, 3):
        camp.story(seat, 1)
    camp.table.actor, camp.table.returners, camp.table.roll_for = 3, 11, d.FOR_RETURN
    dice(monkeypatch, 1, 1, 6, 6)
    camp.go_on(p.RETURN_ROLL)
    asked = []
    while camp.table.asks == d.ASK_AGAIN:
        asked.append(int(camp.state.seat))
        camp.answer(AGAIN, answer=1 if len(asked) == 3 else 0)
    assert asked == [3, 0, 1]
    assert camp.of("tiles") == [1, 0, 0, 1]
    assert all(camp.castaway(seat).where == IN_CAMP for seat in (0, 1, 3))
