"""What holds of every game's strategies: they say what they do, and families are compiled once."""

from __future__ import annotations

import pytest

from simkit.game import Strategy
from simkit.plugins import game_names
from simkit.testing import find_game, strategies_of

GAMES = [name for name in game_names() if find_game(name).proven]


@pytest.mark.parametrize("game", GAMES)
def test_strategies_and_their_parameters_are_described(game: str) -> None:
    for strategy in strategies_of(game).values():
        assert len(strategy.idea) > 60
        assert strategy.skill
        for parameter in strategy.parameters:
            assert parameter.low <= parameter.default <= parameter.high
            assert parameter.description


@pytest.mark.parametrize("game", GAMES)
def test_strategies_with_the_same_weights_share_one_compiled_function(game: str) -> None:
    """Their weights are data, so that a family of strategies is compiled once."""
    families: dict[tuple[str, ...], list[Strategy]] = {}
    for strategy in strategies_of(game).values():
        families.setdefault(tuple(weight.name for weight in strategy.parameters), []).append(strategy)
    for weights, family in families.items():
        assert not weights or len({id(strategy.compile(find_game(game))) for strategy in family}) == 1
