"""All that must hold of any game holds of Nautilus Island."""

from __future__ import annotations

from simkit.plugins import find_game
from simkit.testing import check_game
from tests.games.nautilus_island.test_invariants import check
from tests.games.nautilus_island.test_knobs import ALTERNATIVES


def test_all_that_must_hold_of_any_game() -> None:
    check_game(
        find_game("nautilus_island"),
        ALTERNATIVES,
        settings=[{"players": players} for players in (4, 3, 2)],
        invariants=lambda step, match: check(step.state, match.rules),
    )
