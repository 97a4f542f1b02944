"""Checks that every knob matters: a change of it changes some outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, zip_longest
from typing import Any

from pydantic import ValidationError

from simkit.engine.contract.game import Game
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match

KNOB_GAMES = 300
"""The number of games in which some outcome has to change."""


TRIES = 8
"""How many other values of a knob are tried until one changes an outcome."""


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
        Each plays at all seats; the change must matter with one of them.

    Raises
    ------
    AssertionError
        If no other value of a knob is found or given, or none moves anything.
    """
    for knob in game.knobs.model_fields:
        tried = []
        for base, value in _changes(game, knob, alternatives, settings):
            tried.append(value)
            if _moves(game, strategies, base, {knob: value}):
                break
        else:
            assert tried, f"no other value of the knob '{knob}' could be found: name one in `alternatives`"
            listed = ", ".join(dict.fromkeys(map(repr, tried)))
            under = ", ".join(f"{dict(setting)}" if setting else "the defaults" for setting in settings)
            raise AssertionError(
                f"the knob '{knob}' at {listed} moves no outcome; tried under {under}. If it matters only "
                "under other rules, name them: check_game(GAME, settings=[{}, {'KNOB': VALUE}])"
            )


def _changes(
    game: Game, knob: str, alternatives: Mapping[str, Any], settings: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Mapping[str, Any], Any]]:
    """Yield each setting with the value named for a knob, or with those found, the likeliest first."""
    if knob in alternatives:
        yield from ((base, alternatives[knob]) for base in settings)
        return
    found = (islice(game.knobs.model_validate(base).others(knob), TRIES) for base in settings)
    for values in zip_longest(*found, fillvalue=_NONE_LEFT):
        yield from (pair for pair in zip(settings, values, strict=True) if pair[1] is not _NONE_LEFT)


_NONE_LEFT = object()


def _moves(game: Game, strategies: Sequence[Strategy], base: Mapping[str, Any], change: Any) -> bool:
    try:
        return moves_an_outcome(game, strategies, base, change)
    except ValidationError as error:
        [(knob, value)] = change.items()
        raise AssertionError(f"the knob '{knob}' can't be {value!r}: {error.errors()[0]['msg']}") from error


def moves_an_outcome(
    game: Game, strategies: Sequence[Strategy], base: Mapping[str, Any], change: Mapping[str, Any]
) -> bool:
    """Return True if some outcome of the same games changes, for at least one strategy."""
    before, after = (game.knobs.model_validate(knobs).as_json() for knobs in (base, {**base, **change}))
    return any(_outcomes(game, own, before) != _outcomes(game, own, after) for own in strategies)


@lru_cache(32)
def _outcomes(game: Game, strategy: Strategy, knobs: str) -> Any:
    """Return the outcomes under some knobs, which are given as JSON; each setting is asked many times."""
    chosen = game.knobs.model_validate_json(knobs)
    match = Match(game, chosen, (strategy,) * game.seats_under(chosen), seed=5)
    rows, seat_rows = match.play(0, KNOB_GAMES)
    return rows.tobytes(), seat_rows.tobytes()
