"""All that must hold of any game holds of Nautilus."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.plugins import find_game, strategies_of
from simkit.testing import check_game
from tests.games.nautilus_2002.test_knobs import ALTERNATIVES

SETTINGS: list[dict[str, Any]] = [{"players": players} for players in (4, 3, 2)]


@pytest.mark.parametrize(
    "names",
    [
        ("random", "diver", "expert"),
        pytest.param(tuple(strategies_of("nautilus_2002")), marks=pytest.mark.long, id="all"),
    ],
)
def test_all_that_must_hold_of_any_game(names: tuple[str, ...]) -> None:
    check_game(
        find_game("nautilus_2002"),
        ALTERNATIVES,
        settings=SETTINGS,
        strategies=[strategies_of("nautilus_2002")[name] for name in names],
    )
