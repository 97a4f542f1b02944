"""All that must hold of any game holds of Nautilus Island."""

from __future__ import annotations

from typing import Any

from simkit.plugins import find_game
from simkit.testing import check_game
from tests.games.nautilus_island.test_invariants import check
from tests.games.nautilus_island.test_knobs import ALTERNATIVES

CRAMPED = {"columns": [1, 1, 1, 1, 1], "stack_height": 2, "may_enter_empty": "never"}
"""Under these rules there may be no column left to enter, and nothing to do in one."""

SETTINGS: list[dict[str, Any]] = [*({"players": players} for players in (4, 3, 2)), CRAMPED]


def test_all_that_must_hold_of_any_game() -> None:
    check_game(
        find_game("nautilus_island"),
        ALTERNATIVES,
        settings=SETTINGS,
        invariants=lambda step, match: check(step.state, match.rules),
    )
