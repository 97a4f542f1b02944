"""A helper for tests: changes each knob of a game, and sees whether any outcome moves."""

from __future__ import annotations

from typing import Any

from simkit.engine.game import Game
from simkit.engine.match import Match
from simkit.engine.strategy import Strategy

GAMES = 300


def check_every_knob(
    game: Game, strategies: list[Strategy], alternatives: dict[str, Any], base: dict[str, Any]
) -> None:
    """Fail if a knob has no alternative here, or if none of the strategies' outcomes move with it."""
    missing = set(game.knobs.model_fields) - set(alternatives)
    assert not missing, f"no alternative is given for {missing}"
    for knob, value in alternatives.items():
        assert any(
            _outcomes(game, strategy, base) != _outcomes(game, strategy, {**base, knob: value})
            for strategy in strategies
        ), f"{knob}: nothing moves"


def _outcomes(game: Game, strategy: Strategy, knobs: dict[str, Any]) -> Any:
    chosen = game.knobs.model_validate(knobs)
    match = Match(game, chosen, (strategy,) * game.seats_of(chosen), seed=5)
    rows, seat_rows = match.play(0, GAMES)
    return rows.tolist(), seat_rows.tolist()
