"""All that must hold of any game holds of Nautilus."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.testing import check_game, find_game

SETTINGS: list[dict[str, Any]] = [{"players": players} for players in (4, 3, 2)]


@pytest.mark.long
def test_all_that_must_hold_of_any_game() -> None:
    check_game(find_game("nautilus_2002"), settings=SETTINGS)
