"""The strategies of Castaways: odds, whole games, the ladder, selfishness."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest

from simkit.compile.records import by_name
from simkit.game import scratch
from simkit.games.castaways.knobs import CastawaysKnobs
from simkit.games.castaways.names import (
    BONFIRE_BIT,
    CHARACTERS,
    LOG_BIT,
    MIRROR_BIT,
    SIGN_BIT,
    SPYGLASS_BIT,
    THE_CLIFF,
)
from simkit.games.castaways.state import ENDS
from simkit.report.stats import Estimate
from simkit.strategies.castaways.evaluation.journeys import takes_up
from simkit.strategies.castaways.evaluation.outlook import (
    SHEET,
    chance_lost,
    chance_of_match,
    is_in_vain,
    is_time,
    kept_energy,
    one_die,
    two_dice,
)
from simkit.testing import Match, find_game, strategies_of, wilson

CASTAWAYS = find_game("castaways")
STRATEGIES = strategies_of("castaways")
WEIGHING = sorted(set(STRATEGIES) - {"random", "reference"})
PLAYERS = (1, 2, 3, 4)
WANTED = {1: 0.38, 2: 0.48, 3: 0.80, 4: 0.90}
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
    match = match_of("random", 2, 1)
    table = first_state(2).table
    for seat in range(2):
        table.castaways[seat].energy, table.castaways[seat].tiles = 0, 0
        table.castaways[seat].return_roll = 0
    failed = 1 - two_dice(9)
    assert chance_lost(table, match.rules, 0b11, 9) == pytest.approx(failed)
    table.castaways[0].energy = 2  # one more roll for both
    assert chance_lost(table, match.rules, 0b11, 9) == pytest.approx(failed**2)
    table.castaways[1].tiles = 9  # and each again for a tile
    assert chance_lost(table, match.rules, 0b11, 9) == pytest.approx(failed**4)


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
        assert kept_energy(sheet, weights) == (0 if (last, vain) == (1, False) else 2)


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
