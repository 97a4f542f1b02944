"""All that must hold of any game holds of Castaways."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.engine.play.match import Match
from simkit.games.castaways.box import BOX
from simkit.games.castaways.knobs import CastawaysKnobs
from simkit.plugins import find_game, strategies_of
from simkit.testing import check_game, check_hiding
from tests.games.castaways.test_invariants import check_step
from tests.games.castaways.test_knobs import NAMED

CASTAWAYS = find_game("castaways")
STRATEGIES = strategies_of("castaways")

EASY = {"hunger_injuries": 0, "cold_energy": 0, "food_energy": 3, "interior_start": 1, "heart_start": 2}
"""Rules under which random players live long enough to see all of the island."""

NEAR = {"headland": 4, **EASY, "explore_costs": [0, 0, 0, 0], "signals_at_most": 1, "rain_modifier": 3}

CROWDED = {
    **EASY,
    "explore_costs": [0, 0, 0, 0],
    "camp_spaces": 1,
    "left_out": [f"plots.{number}" for number in (1, 10, 14, 15, 19, 20, 31, 37, 42, 43)],
}
"""A camp with room for one card, and plots that are not in the box though other cards name them.

In the box as printed no plot is named twice in a game, so none is ever missing.
"""

ADRIFT = {
    **EASY,
    "headland": 3,
    "turns": [5, 5, 5, 5],
    "explore_costs": [0, 0],
    "salvage_costs": [0],
    "threshold_change": -6,
    "remains_copies": {name: 15 * (name in ("mirror", "spyglass")) for name in BOX.remains},
    "weather_track": ["storm"],
    "weather_start": 0,
    "storm_modifier": -9,
    "gifts_per_turn": 0,
}
"""Everybody has things to signal with, and who explores reaches the headland and is lost."""

SETTINGS: list[dict[str, Any]] = [
    *({"players": players} for players in (4, 3, 2, 1)),
    *({"players": players, **EASY} for players in (4, 2, 1)),
    *({"players": players, **NEAR} for players in (4, 2)),
    {"players": 3, **CROWDED},
    {"players": 4, **ADRIFT},
]

UNSEEN = {"card_given_up": "a text that never ends is refused when the cards are read"}


@pytest.mark.parametrize(
    ("players", "name", "asked"),
    [
        (3, "random", ["reference"]),
        pytest.param(3, "random", sorted(STRATEGIES), marks=pytest.mark.long),
        pytest.param(1, "expert", sorted(STRATEGIES), marks=pytest.mark.long),
    ],
)
def test_nobody_acts_on_what_they_can_not_see(players: int, name: str, asked: list[str]) -> None:
    match = Match(CASTAWAYS, CastawaysKnobs(players=players), (STRATEGIES[name],) * players, seed=3)
    check_hiding(match, [STRATEGIES[player] for player in asked], 1)


@pytest.mark.long
def test_all_that_must_hold_of_any_game() -> None:
    alternatives = {**NAMED, "decision_cap": 60}
    check_game(CASTAWAYS, alternatives, settings=SETTINGS, invariants=check_step, unseen=UNSEEN)
