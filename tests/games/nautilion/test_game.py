"""All that must hold of any game holds of Nautilion."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.testing import Match, Step, check_game, find_game, strategies_of
from tests.games.nautilion.test_invariants import (
    check_board,
    check_cards,
    check_figures,
    check_reefs,
    check_tokens,
)

UNARMED = {"reserve": 9, "phantom_harpoons": 0, "mercenary_harpoons": 0}
"""Under these rules what happens seldom happens more often."""

SETTINGS: list[dict[str, Any]] = [
    {"expansions": "all"},
    {"expansions": "all", "players": 2, **UNARMED},
    {"players": 2},
    *({"board": board} for board in ("A1", "B2", "C2")),
]


def check_all(step: Step, match: Match) -> None:
    check_tokens(step.state.table, match.knobs)
    check_board(step.state.table, match.rules, match.knobs)
    check_figures(step.state.table, match.knobs)
    check_reefs(step.state.table, match.knobs)
    check_cards(step.state, match.knobs)


@pytest.mark.long
@pytest.mark.parametrize(
    "names", [("random", "expert"), pytest.param(tuple(strategies_of("nautilion")), id="all")]
)
def test_all_that_must_hold_of_any_game(names: tuple[str, ...]) -> None:
    players = [strategies_of("nautilion")[name] for name in names]
    check_game(find_game("nautilion"), settings=SETTINGS, strategies=players, invariants=check_all)
