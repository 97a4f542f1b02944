"""All that must hold of any game holds of Castaways."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.plugins import find_game
from simkit.testing import check_game
from tests.games.castaways.test_invariants import check_step
from tests.games.castaways.test_knobs import ALTERNATIVES

EASY = {"hunger_injuries": 0, "cold_energy": 0, "food_energy": 3, "interior_start": 1, "heart_start": 2}
"""Rules under which random players live long enough to see all of the island."""

NEAR = {"headland": 4, **EASY, "explore_costs": [0, 0, 0, 0], "signals_at_most": 1, "rain_modifier": 3}
SETTINGS: list[dict[str, Any]] = [
    *({"players": players} for players in (4, 3, 2, 1)),
    *({"players": players, **EASY} for players in (4, 2, 1)),
    *({"players": players, **NEAR} for players in (4, 2)),
]

UNSEEN = {
    "card_given_up": "a text that never ends is refused when the cards are read",
}


@pytest.mark.long
def test_all_that_must_hold_of_any_game() -> None:
    check_game(find_game("castaways"), ALTERNATIVES, settings=SETTINGS, invariants=check_step, unseen=UNSEEN)
