"""What strategies work with is written before it is read: no choice depends on what was there."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from simkit.engine.match import Match
from simkit.engine.walk import _Walker
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.plugins import find_game, strategies_of

NAUTILION = find_game("nautilion")
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


def modules_of(game: str) -> list[ModuleType]:
    """Return all modules with strategies of a game, and with what they work with."""
    package = importlib.import_module(f"strategies.{game}")
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return [importlib.import_module(module.name) for module in found]


def fill(record: Any, real: float, whole: int) -> None:
    """Write into every field of a record, and of the records in it."""
    for field in record.dtype.names:
        if record.dtype[field].names:
            fill(record[field], real, whole)
        else:
            record[field] = whole if record.dtype[field].base.kind in "ib" else real


@pytest.mark.parametrize("name", ["novice", "greedy", "planner", "expert"])
@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_no_choice_depends_on_what_stood_in_the_scratch(
    name: str, setting: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = [module for module in modules_of("nautilion") if hasattr(module, "scratch")]
    assert len(rooms) > 3
    chosen = strategies_of("nautilion")[name]
    choose_compiled = _Walker._choose
    decisions = 0

    def scratch_of(real: float, whole: int) -> Any:
        def scratch(dtype: Any) -> Any:
            record = np.recarray(1, dtype)[0]
            fill(record, real, whole)
            return record

        return scratch

    def choose(walker: _Walker, count: int) -> int:
        nonlocal decisions
        decisions += 1
        state, seating = walker.state, walker.seating
        before = walker.chances.copy()
        choice = choose_compiled(walker, count)
        for real, whole in ((np.nan, 0), (1e9, 63)):
            for module in rooms:
                monkeypatch.setattr(module, "scratch", scratch_of(real, whole))
            chance = before.copy()[0]
            parameters = seating.parameter_rows[0]
            again = chosen.choose(
                state.table, state.seats[0], seating.rules, walker.room, count, parameters, chance
            )
            assert again == choice
        return choice

    monkeypatch.setattr(_Walker, "_choose", choose)
    match = Match(NAUTILION, NautilionKnobs(**SETTINGS[setting]), (chosen,), seed=5)
    for game in range(2):
        for _ in match.walk(game):
            pass
    assert decisions > 30
