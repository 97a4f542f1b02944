"""The strategies of Castaways: odds, whole games, the ladder, selfishness."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest

from simkit.compile.records import by_name
from simkit.engine.base.rows import zeros
from simkit.game import scratch
from simkit.games.castaways.kinds import Event, Move
from simkit.games.castaways.knobs import CastawaysKnobs
from simkit.games.castaways.names import (
    BISCUIT,
    BONFIRE_BIT,
    BUILD,
    CHARACTERS,
    COMPASS,
    LOG_BIT,
    MIRROR,
    MIRROR_BIT,
    SIGN_BIT,
    SPYGLASS_BIT,
    THE_CLIFF,
)
from simkit.games.castaways.state import ENDS
from simkit.report.stats import Estimate
from simkit.strategies.castaways.evaluation.journeys import pays_energy, takes_up
from simkit.strategies.castaways.evaluation.outlook import (
    SHEET,
    chance_lost,
    chance_of_match,
    fill_sheet,
    is_in_vain,
    is_time,
    kept_energy,
    one_die,
    two_dice,
)
from simkit.strategies.castaways.evaluation.worths import flame
from simkit.strategies.castaways.evaluation.wreck import remain
from simkit.testing import Match, find_game, strategies_of, wilson

CASTAWAYS = find_game("castaways")
STRATEGIES = strategies_of("castaways")
WEIGHING = sorted(set(STRATEGIES) - {"random", "reference"})
PLAYERS = (1, 2, 3, 4)
WANTED = {1: 0.49, 2: 0.62, 3: 0.84, 4: 0.93}
"""The least share of games in which the expert is to be rescued, by number of players."""

PROPER_ENDS = range(ENDS.index("rescued"), ENDS.index("all_dead") + 1)


def match_of(name: str, players: int, seed: int, **parameters: float) -> Match:
    """Return a match in which everybody plays the same strategy."""
    strategy = STRATEGIES[name]
    values = {p.name: p.default for p in strategy.parameters} | parameters
    return Match(CASTAWAYS, CastawaysKnobs(players=players), (strategy,) * players, (values,) * players, seed)


def rescued(name: str, players: int, games: int, **parameters: float) -> Estimate:
    """Return how often everybody together is rescued."""
    rows, _ = match_of(name, players, 77, **parameters).play(0, games)
    return wilson(int(rows["rescued"].sum()), games)


def weights_of(name: str, **parameters: float) -> Any:
    """Return the weights of a strategy as its functions read them."""
    return by_name(match_of(name, 2, 1, **parameters).parameter_rows[0], STRATEGIES[name].layout)


def first_state(players: int) -> Any:
    """Return the state of a game after its first move."""
    return next(iter(match_of("random", players, 1).walk(0))).state


# Exact odds.


def test_two_dice_and_one_are_as_they_fall() -> None:
    for needed in range(-2, 15):
        dice = [a + b >= needed for a, b in product(range(1, 7), repeat=2)]
        assert two_dice(needed) == pytest.approx(np.mean(dice))
        assert one_die(needed) == pytest.approx(np.mean([a >= needed for a in range(1, 7)]))


def test_each_point_of_energy_and_each_tile_is_another_roll() -> None:
    rules, weights = match_of("balanced", 2, 1).rules, weights_of("balanced")
    table = first_state(2).table
    for seat in range(2):
        table.castaways[seat].energy, table.castaways[seat].tiles = 0, 0
        table.castaways[seat].return_roll = 0
    failed = 1 - two_dice(9)
    assert chance_lost(table, rules, weights, 0b11, 9) == pytest.approx(failed)
    table.castaways[0].energy = 2  # one more roll for both
    assert chance_lost(table, rules, weights, 0b11, 9) == pytest.approx(failed**2)
    table.castaways[1].tiles = 9  # and each again for a tile
    assert chance_lost(table, rules, weights, 0b11, 9) == pytest.approx(failed**4)


def test_the_expert_counts_on_energy_only_where_it_would_pay_it() -> None:
    rules, weights = match_of("expert", 1, 1).rules, weights_of("expert", insist=0.3)
    table = first_state(1).table
    castaway = table.castaways[0]
    castaway.energy, castaway.tiles, castaway.return_roll = 1, 0, 0
    table.returners = 0b1
    for place, pays in ((8, True), (9, False)):  # 15 and 10 of 36
        table.cube = place
        failed = 1 - two_dice(place)
        assert pays_energy(table, rules, weights) == pays
        assert chance_lost(table, rules, weights, 0b1, place) == pytest.approx(failed ** (1 + pays))


@pytest.mark.parametrize(("players", "in_play", "fitting"), [(4, 17, 2), (2, 21, 4)])
def test_the_chance_of_a_match_is_that_of_a_draw_without_returning(
    players: int, in_play: int, fitting: int
) -> None:
    """With all but the log: e02 and e19, and with up to two players e12 and e18 besides."""
    table, rules = first_state(players).table, match_of("random", players, 1).rules
    table.events_seen = 0
    owned = BONFIRE_BIT | SIGN_BIT | SPYGLASS_BIT | MIRROR_BIT
    for coming in (0, 1, 5, 12):
        none = comb(in_play - fitting, coming) / comb(in_play, coming)
        assert chance_of_match(table, rules, owned, coming) == pytest.approx(1 - none)
    assert chance_of_match(table, rules, owned | LOG_BIT, 1) == pytest.approx(1)


def test_nobody_waits_in_the_last_two_turns_or_when_sure() -> None:
    match = match_of("expert", 4, 1)
    weights = by_name(match.parameter_rows[0], STRATEGIES["expert"].layout)
    assert is_time(0.0, 2, weights)
    assert is_time(1.0, 20, weights)
    assert not is_time(0.0, 10, weights)


def test_nobody_builds_in_the_last_turn_what_can_not_be_finished() -> None:
    match = match_of("expert", 2, 1)
    weights = by_name(match.parameter_rows[0], STRATEGIES["expert"].layout)
    sheet = scratch(SHEET)
    for last, team, vain in ((1, 5, True), (1, 6, False), (0, 5, False)):
        sheet.last, sheet.team, sheet.to_build = last, team, 6.0
        assert is_in_vain(sheet, weights) == vain
        kept = int(weights.keep + 0.5)
        assert kept_energy(sheet, weights) == (0 if (last, vain) == (1, False) else kept)


def test_pending_cards_are_taken_up_by_the_bold() -> None:
    match = match_of("expert", 2, 1)
    table = first_state(2).table
    castaway = table.castaways[0]
    castaway.energy = 1
    for bold, injuries, traumas, card, taken in (
        (0.0, 0, 0, THE_CLIFF + 1, False),  # the reference player wants two energy
        (2.0, 0, 0, THE_CLIFF + 1, True),
        (2.0, 2, 0, THE_CLIFF + 1, True),
        (2.0, 3, 0, THE_CLIFF + 1, False),
        (2.0, 0, 1, THE_CLIFF, True),
        (2.0, 0, 2, THE_CLIFF, False),
    ):
        row = match_of("expert", 2, 1, bold=bold).parameter_rows[0]
        weights = by_name(row, STRATEGIES["expert"].layout)
        castaway.injuries, castaway.traumas = injuries, traumas
        assert takes_up(table, match.rules, 0, weights, card) == taken


# What is looked at ahead of time.


def camp_of_two(**camp: int) -> tuple[Any, Any]:
    """Return the table of two in camp, and the rules; nobody has marked anything yet."""
    table = first_state(2).table
    for seat in range(2):
        castaway = table.castaways[seat]
        castaway.space, castaway.energy, castaway.tiles = 6, 6, 0
    for name, value in camp.items():
        setattr(table, name, value)
    return table, match_of("expert", 2, 1).rules


def sheet_for(table: Any, rules: Any, weights: Any) -> Any:
    """Return the sheet of the first seat."""
    sheet = scratch(SHEET)
    fill_sheet(sheet, table, rules, 0, weights)
    return sheet


def test_the_wood_that_the_fire_takes_is_no_wood_to_build_with() -> None:
    """All but the bonfire is built, and there is one wood."""
    built = {"sign_built": 1, "shelter": 4, "wood": 1, "fire": 1, "fire_wood": 0}
    table, rules = camp_of_two(**built)
    weights = weights_of("expert")
    assert sheet_for(table, rules, weights).work == 0
    assert sheet_for(table, rules, weights_of("balanced")).work == 1
    table.fire_wood = 1
    assert sheet_for(table, rules, weights).work == 1


def test_a_second_builder_does_what_the_first_leaves() -> None:
    table, rules = camp_of_two(sign_built=1, shelter=4, wood=3, fire=0)
    weights = weights_of("expert", keep=1)
    assert sheet_for(table, rules, weights).work == 3
    table.marked[BUILD, 0] = 1
    assert sheet_for(table, rules, weights).work == 0
    table.sign_built = 0  # the first is for the bonfire, the second for the sign: ten of energy, three gone
    assert sheet_for(table, rules, weights).work == 7


def test_less_energy_is_declared_for_the_fire_if_a_tile_can_buy_another_roll() -> None:
    table, rules = camp_of_two(wood=3, fire=0)
    weights = weights_of("expert")
    castaway = table.castaways[0]
    castaway.lighting = 0
    alone = flame(sheet_for(table, rules, weights), rules, weights, castaway)
    castaway.tiles = 1
    assert flame(sheet_for(table, rules, weights), rules, weights, castaway) < alone


def test_a_missing_signal_is_taken_from_the_wreck_then_food_by_the_hungry() -> None:
    table, rules = camp_of_two()
    weights = weights_of("expert")
    moves = zeros(3, CASTAWAYS.move)  # the first cards of the wreck have the numbers of their objects
    for i, card in enumerate((BISCUIT, COMPASS, MIRROR)):
        moves[i].kind, moves[i].card = Move.TAKE_REMAIN, card

    def taken() -> int:
        return int(remain(sheet_for(table, rules, weights), table, rules, weights, moves, 3))

    table.food = 0
    table.tiles[:] = 0
    assert taken() == 2
    table.castaways[1].owned = 1 << MIRROR
    assert taken() == 0
    table.food = 9
    assert taken() == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_hardly_any_marker_on_build_is_wasted_by_experts(players: int) -> None:
    """Before they counted the fire's wood, 12 % of those of four were."""
    events, _ = match_of("expert", players, 31).log(range(150))
    kinds, actions = events["event"]["kind"], events["event"]["numbers"][:, 1]
    placed, wasted = (
        int(((kinds == int(kind)) & (actions == BUILD)).sum())
        for kind in (Event.MARKER_PLACED, Event.MARKER_WASTED)
    )
    assert placed > 50
    assert wasted <= 0.03 * placed


# Whole games.


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_whole_games_end_as_games_do(name: str, players: int) -> None:
    rows, seat_rows = match_of(name, players, 5).play(0, 200)
    assert set(rows["end"]) <= set(PROPER_ENDS)
    assert seat_rows["dead"].sum() == rows["deaths"].sum()


@pytest.mark.parametrize(
    "players", [pytest.param(players, marks=[pytest.mark.long] * (players in (2, 3))) for players in PLAYERS]
)
@pytest.mark.parametrize("name", ["expert", "diarist"])
def test_plain_python_makes_the_same_moves(name: str, players: int) -> None:
    match = match_of(name, players, 5)
    compiled = [(step.seat, str(step.move)) for step in match.walk(3)]
    plain = [(step.seat, str(step.move)) for step in match.walk(3, plain=True)]
    assert compiled == plain
    assert len(plain) > 50


# How good they are.


@pytest.mark.parametrize(
    "players", [pytest.param(players, marks=[pytest.mark.long] * (players in (1, 3))) for players in PLAYERS]
)
def test_expert_is_rescued_as_often_as_is_wanted(players: int) -> None:
    assert rescued("expert", players, 4000).low > WANTED[players]


@pytest.mark.long
def test_what_look_ahead_taught_the_expert_is_worth_much_to_two() -> None:
    untaught = rescued("expert", 2, 4000, dusk=0.0, bold=0.0, fragile=4.0, near=0.0, thrift=99.0)
    assert rescued("expert", 2, 4000).low > untaught.high


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_expert_is_rescued_most_often(players: int) -> None:
    expert = rescued("expert", players, 20_000)
    for name in sorted(set(STRATEGIES) - {"expert"}):
        assert rescued(name, players, 20_000).high < expert.low, name


def test_each_idea_is_seen_in_what_is_done() -> None:
    """Four players of each: who does most of what the strategy is called after."""
    played = {name: match_of(name, 4, 9).play(0, 1000) for name in WEIGHING if name != "expert"}

    def most(column: str, of: int) -> str:
        return max(played, key=lambda name: float(played[name][of][column].mean()))

    assert most("markers_explore", 1) == "explorer"
    assert most("cubes_salvaged", 0) == "salvager"
    assert most("tile_points", 1) == "diarist"
    nights = {name: rows["fire_turns"] / rows["turns"] for name, (rows, _) in played.items()}
    assert max(nights, key=lambda name: float(nights[name].mean())) == "camp_first"


@pytest.mark.long
def test_selfish_players_have_more_stories_and_are_rescued_less() -> None:
    tiles, rates = [], []
    for selfishness in (0.0, 0.25, 0.5):
        rows, seat_rows = match_of("balanced", 4, 77, selfishness=selfishness).play(0, 2000)
        tiles.append(float(seat_rows["tile_points"].mean()))
        rates.append(wilson(int(rows["rescued"].sum()), 2000))
    assert tiles == sorted(tiles)
    assert rates[0].low > rates[1].high
    assert rates[1].low > rates[2].high


def test_the_strong_one_is_chosen_first() -> None:
    for players in PLAYERS:
        _, seat_rows = match_of("expert", players, 1).play(0, 10)
        chosen = {CHARACTERS[ability] for ability in seat_rows["ability"]}
        assert chosen == {"strong", "fisher", "orienteer", "healer"} or players < 4
        assert "strong" in chosen
