"""Checks that every knob matters: a change of it changes some outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from simkit.engine.contract.game import Game
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match

KNOB_GAMES = 300
"""The number of games in which some outcome has to change."""


def check_every_knob(
    game: Game,
    alternatives: Mapping[str, Any],
    settings: Sequence[Mapping[str, Any]],
    strategies: Sequence[Strategy],
) -> None:
    """Check that some outcome changes when each knob is changed by itself.

    Parameters
    ----------
    game, alternatives, settings
        As `simkit.testing.check_game` takes them.
    strategies : sequence of Strategy
        Who plays, each at all seats: with one of them the change must matter.

    Raises
    ------
    AssertionError
        If a knob has no alternative, or moves nothing.
    """
    missing = set(game.knobs.model_fields) - set(alternatives)
    assert not missing, f"no alternative is given for {', '.join(sorted(missing))}"
    for knob, value in alternatives.items():
        try:
            matters = any(moves_an_outcome(game, strategies, base, {knob: value}) for base in settings)
        except ValidationError as error:
            raise AssertionError(
                f"the knob '{knob}' can't be {value!r}: {error.errors()[0]['msg']}"
            ) from error
        assert matters, f"the knob '{knob}' at {value!r} moves no outcome"


def moves_an_outcome(
    game: Game, strategies: Sequence[Strategy], base: Mapping[str, Any], change: Mapping[str, Any]
) -> bool:
    """Return True if some outcome of the same games changes, for at least one strategy."""
    return any(
        _outcomes(game, strategy, base) != _outcomes(game, strategy, {**base, **change})
        for strategy in strategies
    )


def _outcomes(game: Game, strategy: Strategy, knobs: Mapping[str, Any]) -> Any:
    chosen = game.knobs.model_validate(knobs)
    match = Match(game, chosen, (strategy,) * game.seats_under(chosen), seed=5)
    rows, seat_rows = match.play(0, KNOB_GAMES)
    return rows.tolist(), seat_rows.tolist()
