"""The base game plays as it did before the expansions were built."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.games.nautilion.base_games import STRATEGIES, results

KNOWN = json.loads((Path(__file__).parent / "base_games.json").read_text(encoding="utf-8"))


def test_every_strategy_of_then_is_compared() -> None:
    assert set(KNOWN) == set(STRATEGIES)


@pytest.mark.parametrize("strategy", sorted(KNOWN))
def test_base_game_is_as_it_was(strategy: str) -> None:
    assert results(strategy) == KNOWN[strategy]
