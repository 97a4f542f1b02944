"""A helper for tests: changes each knob of a game, and sees whether any outcome moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simkit.engine.game import Game
from simkit.engine.match import Match
from simkit.engine.strategy import Strategy

GAMES = 300


def check_every_knob(
    game: Game,
    strategies: list[Strategy],
    alternatives: Mapping[str, Any],
    base: Mapping[str, Any],
    presupposes: Mapping[str, Mapping[str, Any]] | None = None,
) -> None:
    """Fail if a knob has no alternative here, or if none of the strategies' outcomes move with it.

    `presupposes` tells, for knobs that matter only with others, how the base differs for them.
    """
    missing = set(game.knobs.model_fields) - set(alternatives)
    assert not missing, f"no alternative is given for {missing}"
    for knob, value in alternatives.items():
        setting = {**base, **(presupposes or {}).get(knob, {})}
        assert moves_an_outcome(game, strategies, setting, {knob: value}), f"{knob}: nothing moves"


def moves_an_outcome(
    game: Game, strategies: list[Strategy], base: Mapping[str, Any], change: Mapping[str, Any]
) -> bool:
    """Return True if under at least one strategy some outcome of the same games is another one."""
    return any(
        _outcomes(game, strategy, base) != _outcomes(game, strategy, {**base, **change})
        for strategy in strategies
    )


def _outcomes(game: Game, strategy: Strategy, knobs: Mapping[str, Any]) -> Any:
    chosen = game.knobs.model_validate(knobs)
    match = Match(game, chosen, (strategy,) * game.seats_of(chosen), seed=5)
    rows, seat_rows = match.play(0, GAMES)
    return rows.tolist(), seat_rows.tolist()
