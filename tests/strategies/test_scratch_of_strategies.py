"""What `planner` and `expert` work with is written before it is read: no choice depends on what was there."""

from __future__ import annotations

import importlib
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


@pytest.mark.parametrize("name", ["planner", "expert"])
@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_no_choice_depends_on_what_stood_in_the_scratch(
    name: str, setting: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module(f"strategies.nautilion.{name}")
    chosen = strategies_of("nautilion")[name]
    choose_compiled = _Walker._choose
    decisions = 0

    def scratch_of(real: float, whole: int) -> Any:
        def scratch(dtype: Any) -> Any:
            record = np.zeros(1, dtype)[0]
            for column in record.dtype.names:
                record[column] = whole if record.dtype[column].base.kind == "i" else real
            return record

        return scratch

    def choose(walker: _Walker, count: int) -> int:
        nonlocal decisions
        decisions += 1
        state, seating = walker.state, walker.seating
        before = walker.chances.copy()
        choice = choose_compiled(walker, count)
        for real, whole in ((np.nan, 0), (1e9, 63)):
            monkeypatch.setattr(module, "scratch", scratch_of(real, whole))
            chance = before.copy()[0]
            parameters = seating.parameter_rows[0]
            again = chosen.function(
                state.table, state.seats[0], seating.rules, walker.room.moves, count, parameters, chance
            )
            assert again == choice
        return choice

    monkeypatch.setattr(_Walker, "_choose", choose)
    match = Match(NAUTILION, NautilionKnobs(**SETTINGS[setting]), (chosen,), seed=5)
    for game in range(2):
        for _ in match.walk(game):
            pass
    assert decisions > 30
