"""What holds of every game's strategies: they say what they do, and families are compiled once."""

from __future__ import annotations

import pytest

from simkit.plugins import find_game, strategies_of

GAMES = ["castaways", "nautilion", "nautilus_2002", "nautilus_island"]

PLANS = {"nautilus_island": "expert"}
"""Who is no weigher of moves, but plans turns ahead with a function of their own."""


@pytest.mark.parametrize("game", GAMES)
def test_strategies_and_their_parameters_are_described(game: str) -> None:
    for strategy in strategies_of(game).values():
        assert len(strategy.idea) > 60
        assert strategy.skill
        for parameter in strategy.parameters:
            assert parameter.low <= parameter.default <= parameter.high
            assert parameter.description


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"nautilion"}))
def test_strategies_that_weigh_moves_share_one_compiled_function(game: str) -> None:
    """Their weights are data, so that a family of strategies is compiled once."""
    others = ("random", "reference", PLANS.get(game))
    weighing = {name: s for name, s in strategies_of(game).items() if name not in others}
    assert len({id(strategy.compile(find_game(game))) for strategy in weighing.values()}) == 1
