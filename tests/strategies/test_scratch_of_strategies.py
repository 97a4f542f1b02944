"""What a strategy works with is written before it is read: no choice depends on what stood there."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

from simkit.engine.match import Match
from simkit.engine.walk import _Walker
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.games.nautilus_island.rules import NautilusIslandKnobs
from simkit.plugins import find_game, strategies_of

NAUTILION, ISLAND = find_game("nautilion"), find_game("nautilus_island")
SETTINGS: list[dict[str, Any]] = [
    {"expansions": "all"},
    {
        "expansions": "darkhouse+heroic",
        "darkhouse_fixed_dice": (1, 2, 6),
        "darkhouse_effects": dict.fromkeys(range(1, 13), "dice_fixed"),
    },
    {"expansions": "darkhouse+heroic", "dice_faces": (1, 1, 3, 3, 9)},
    {"expansions": "darkhouse+reefs", "darkhouse_effects": dict.fromkeys(range(1, 13), "dice_one_by_one")},
]
ISLAND_RULES: list[dict[str, Any]] = [{}, {"porthole_sizes": (2, 9), "porthole_values": ((3, 2), (9, 0, 7))}]


def scratch_of(real: float, whole: int) -> Any:
    """Return a `scratch` in whose records these numbers stand."""

    def scratch(dtype: Any) -> Any:
        record = np.zeros(1, dtype)[0]
        for column in record.dtype.names:
            record[column] = whole if record.dtype[column].base.kind == "i" else real
        return record

    return scratch


def compare_choices(monkeypatch: pytest.MonkeyPatch, match: Match, module: str, games: int) -> int:
    """Compare each choice with those of plain Python over other scratches; return how many there were."""
    chosen = match.strategies[0]
    choose_compiled = _Walker._choose
    decisions = 0

    def choose(walker: _Walker, count: int) -> int:
        nonlocal decisions
        decisions += 1
        state, rules, parameters = walker.state, walker.seating.rules, walker.seating.parameter_rows[0]
        own, before = state.seats[state.seat], walker.chances.copy()
        choice = choose_compiled(walker, count)
        for real, whole in ((np.nan, 0), (1e9, 63)):
            monkeypatch.setattr(importlib.import_module(module), "scratch", scratch_of(real, whole))
            chance = before.copy()[state.seat]
            arguments = (state.table, own, rules, walker.room.moves, count, parameters, chance)
            assert chosen.function(*arguments) == choice
        return choice

    monkeypatch.setattr(_Walker, "_choose", choose)
    for game in range(games):
        for _ in match.walk(game):
            pass
    return decisions


@pytest.mark.parametrize("name", ["planner", "expert"])
@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_no_choice_depends_on_what_stood_in_the_scratch(
    name: str, setting: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = strategies_of("nautilion")[name]
    match = Match(NAUTILION, NautilionKnobs(**SETTINGS[setting]), (chosen,), seed=5)
    assert compare_choices(monkeypatch, match, f"strategies.nautilion.{name}", games=2) > 30


@pytest.mark.parametrize("name", ["expert", "bonus_hunter"])
@pytest.mark.parametrize("rules", ISLAND_RULES)
def test_no_choice_on_the_island_does(
    name: str, rules: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = strategies_of("nautilus_island")[name]
    match = Match(ISLAND, NautilusIslandKnobs(players=3, **rules), (chosen,) * 3, seed=8)
    assert compare_choices(monkeypatch, match, "strategies.nautilus_island.choice", games=1) > 30
