"""What a strategy works with is written before it is read: no choice depends on what stood there."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from simkit.engine.play.walk import GameInProgress
from simkit.games.castaways.knobs import CastawaysKnobs
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.games.nautilus_island.knobs import NautilusIslandKnobs
from simkit.testing import Match, find_game, strategies_of

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


def modules_of(game: str) -> list[ModuleType]:
    """Return all modules with strategies of a game, and with what they work with."""
    package = importlib.import_module(f"simkit.strategies.{game}")
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return [importlib.import_module(module.name) for module in found]


def fill(record: Any, real: float, whole: int) -> None:
    """Write into every field of a record, and of the records in it."""
    for field in record.dtype.names:
        if record.dtype[field].names:
            fill(record[field], real, whole)
        else:
            record[field] = whole if record.dtype[field].base.kind in "ib" else real


def scratch_of(real: float, whole: int) -> Any:
    """Return a `scratch` in whose records these numbers stand."""

    def scratch(dtype: Any) -> Any:
        record = np.recarray(1, dtype)[0]
        fill(record, real, whole)
        return record

    return scratch


def compare_choices(monkeypatch: pytest.MonkeyPatch, match: Match, games: int) -> int:
    """Compare each choice with those of plain Python over other scratches; return how many there were."""
    chosen = match.strategies[0]
    rooms = [module for module in modules_of(match.game.name) if hasattr(module, "scratch")]
    assert rooms
    choose_compiled, choose_plainly = GameInProgress.choose, chosen.chooser(match.game)
    decisions = 0

    def choose(game: GameInProgress, count: int) -> int:
        nonlocal decisions
        decisions += 1
        state, rules, parameters = game.state, game.seating.rules, game.seating.parameter_rows[0]
        own, before = state.seats[state.seat], game.chances.copy()
        choice: int = choose_compiled(game, count)
        for real, whole in ((np.nan, 0), (1e9, 63)):
            for module in rooms:
                monkeypatch.setattr(module, "scratch", scratch_of(real, whole))
            chance = before.copy()[state.seat]
            again = choose_plainly(state.table, own, rules, game.room, count, parameters, chance)
            assert again == choice
        return choice

    monkeypatch.setattr(GameInProgress, "choose", choose)
    for game in range(games):
        for _ in match.walk(game):
            pass
    return decisions


@pytest.mark.long
@pytest.mark.parametrize("name", ["novice", "greedy", "planner", "expert"])
@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_no_choice_depends_on_what_stood_in_the_scratch(
    name: str, setting: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = strategies_of("nautilion")[name]
    match = Match(NAUTILION, NautilionKnobs(**SETTINGS[setting]), (chosen,), seed=5)
    assert compare_choices(monkeypatch, match, games=2) > 30


@pytest.mark.parametrize("name", ["expert", "bonus_hunter"])
@pytest.mark.parametrize("rules", ISLAND_RULES)
def test_no_choice_on_the_island_does(
    name: str, rules: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = strategies_of("nautilus_island")[name]
    match = Match(ISLAND, NautilusIslandKnobs(players=3, **rules), (chosen,) * 3, seed=8)
    assert compare_choices(monkeypatch, match, games=1) > 30


@pytest.mark.parametrize("players", [1, 3])
def test_no_choice_of_castaways_does(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = strategies_of("castaways")["expert"]
    match = Match(find_game("castaways"), CastawaysKnobs(players=players), (chosen,) * players, seed=8)
    assert compare_choices(monkeypatch, match, games=1) > 30
