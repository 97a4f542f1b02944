"""Checks that every knob matters: a change of it changes some outcome."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, zip_longest
from typing import Any

from pydantic import ValidationError

from simkit.engine.base.rows import Rows
from simkit.engine.base.weights import thing_at
from simkit.engine.contract.alternatives import entries_changed, reweighted
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.strategy import Strategy
from simkit.engine.contract.weights import numbered
from simkit.engine.play.match import Match
from simkit.errors import unknown
from simkit.language import listed

KNOB_GAMES = 300
"""The number of games in which some outcome has to change, at first."""

MOST_KNOB_GAMES = 100_000
"""The most games that are played of a knob that seems to change nothing, where games are short."""

LONGEST = 1.0
"""Seconds that the games of one setting may take before ten times as many are played."""


TRIES = 8
"""How many other values of a knob are tried until one changes an outcome."""


def check_every_knob(
    game: Game,
    alternatives: Mapping[str, Any],
    settings: Sequence[Mapping[str, Any]],
    strategies: Sequence[Strategy],
    rare: Mapping[str, int] | None = None,
) -> None:
    """Check that some outcome changes when each knob is changed by itself.

    If none changes in some hundred games, ten times as many are played as long as that takes a second or so.

    Parameters
    ----------
    game, alternatives, settings
        As `simkit.testing.check_game` takes them.
    strategies : sequence of Strategy
        Each plays at all seats; the change must matter with one of them.
    rare : mapping of str to int, optional
        For knobs that matter rarely, in how many games some outcome must change, however long they take.

    Raises
    ------
    AssertionError
        If no other value of a knob is found or given, or none moves anything.
    """
    rare = rare or {}
    for name in rare:
        assert name in game.knobs.model_fields, f"rare: {unknown('knob', name, game.knobs.model_fields)}"
    for knob in game.knobs.model_fields:
        changes = list(_changes(game, knob, alternatives, settings))
        tried = [value for _, value in changes]
        for games in [rare[knob]] if knob in rare else _more_games(game, strategies, settings):
            if any(_moves(game, strategies, base, {knob: value}, games) for base, value in changes):
                break
        else:
            assert tried, f"no other value of the knob '{knob}' could be found: name one in `alternatives`"
            values = ", ".join(dict.fromkeys(map(repr, tried)))
            under = ", ".join(f"{dict(setting)}" if setting else "the defaults" for setting in settings)
            raise AssertionError(
                f"the knob '{knob}' at {values} moves no outcome; tried under {under}, {games:,} games each. "
                "If it matters only under other rules, name them: check_game(GAME, settings=[{}, {'KNOB': "
                "VALUE}]). If it matters rarely, say in how many games: check_game(GAME, rare={'KNOB': "
                f"{10 * games:_}}})"
            )


def check_lists(
    game: Game,
    settings: Sequence[Mapping[str, Any]],
    strategies: Sequence[Strategy],
    rare: Mapping[str, int] | None = None,
) -> None:
    """Check that each entry of a knob that is a list of numbers matters: a game may read one too few.

    Parameters
    ----------
    game, settings, rare
        As `simkit.testing.check_game` takes them.
    strategies : sequence of Strategy
        Each plays at all seats; an entry must matter with one of them, under one of the settings.

    Raises
    ------
    AssertionError
        If other values of an entry, by itself, move no outcome.
    """
    for knob, field in game.knobs.model_fields.items():
        changes: dict[int, list[tuple[Mapping[str, Any], Any]]] = {}
        for setting in settings:
            base = game.knobs.model_validate(setting)
            for place, value in entries_changed(field, getattr(base, knob)):
                with suppress(ValidationError):
                    game.knobs.model_validate({**dict(base), knob: value})
                    changes.setdefault(place, []).append((setting, value))
        for games in [rare[knob]] if rare and knob in rare else _more_games(game, strategies, settings):
            for place, tried in list(changes.items()):
                if any(_moves(game, strategies, base, {knob: value}, games) for base, value in tried):
                    del changes[place]
            if not changes:
                break
        entries = listed(place + 1 for place in changes) if changes else ""
        assert not changes, (
            f"the knob '{knob}': no other value of its entry {entries} moves an outcome, in {games:,} games "
            "each; is it read? If it matters only under other rules, name them: check_game(GAME, settings="
            f"[{{}}, {{'KNOB': VALUE}}]). If rarely: check_game(GAME, rare={{'{knob}': {10 * games:_}}})"
        )


def check_weights(game: Game, settings: Sequence[Mapping[str, Any]], strategies: Sequence[Strategy]) -> None:
    """Check that a game draws by the weights of its knobs, and that its rules hold them exactly.

    Parameters
    ----------
    game, settings
        As `simkit.testing.check_game` takes them.
    strategies : sequence of Strategy
        Each plays at all seats; a change of weights must matter with one of them, under one of the settings.

    Raises
    ------
    AssertionError
        If no change of weights alone moves an outcome, or the rules record has other weights than a knob.
    """
    for knob in game.knobs.model_fields:
        _check_weights(game, knob, settings, strategies)


def _check_weights(
    game: Game, knob: str, settings: Sequence[Mapping[str, Any]], strategies: Sequence[Strategy]
) -> None:
    field, tried = game.knobs.model_fields[knob], list[str]()
    for setting in settings:
        base = game.knobs.model_validate(setting)
        for value in reweighted(field, getattr(base, knob)):
            try:
                changed = game.knobs.model_validate({**dict(base), knob: value})
            except ValidationError:
                continue
            _check_record(game, knob, changed)
            if _moves(game, strategies, setting, {knob: value}, KNOB_GAMES):
                return
            tried.append(repr(value))
    assert not tried, (
        f"the knob '{knob}' moves no outcome where only its weights change, as at {listed(tried[:2], 'or')}: "
        f"draw by them, draw_weighted(state.chance, rules.{knob})"
    )


def _check_record(game: Game, knob: str, knobs: Knobs) -> None:
    """Check that each thing falls exactly as often as its weight says, and one of weight 0 never."""
    record, value = game.rules_under(knobs)[knob], getattr(knobs, knob)
    extra: Any = game.knobs.model_fields[knob].json_schema_extra
    for weights, one in zip(record, value, strict=True) if record.shape else [(record, value)]:
        number = 0
        for thing, often in zip(*numbered(one, extra["choices"]), strict=True):
            ends = (number, number + often - 1) if often else ()
            number += often
            wrong = [end for end in ends if end >= weights.total or int(thing_at(weights, end)) != thing]
            assert not wrong, f"the rules record has other weights than the knob '{knob}' at {one}"
        assert number == weights.total, f"the rules record has more weights than the knob '{knob}' at {one}"


def _more_games(
    game: Game, strategies: Sequence[Strategy], settings: Sequence[Mapping[str, Any]]
) -> Iterator[int]:
    """Yield how many games are played of a knob: ever more, as long as they take no longer than `LONGEST`."""
    games = KNOB_GAMES
    yield games
    first = game.knobs.model_validate(settings[0]).as_json()
    while games < MOST_KNOB_GAMES:
        begun = time.monotonic()
        _played(game, strategies[0], first, games)
        if (time.monotonic() - begun) * len(strategies) * len(settings) > LONGEST / 10:
            return
        games = min(10 * games, MOST_KNOB_GAMES)
        yield games


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


def _moves(
    game: Game, strategies: Sequence[Strategy], base: Mapping[str, Any], change: Any, games: int
) -> bool:
    try:
        return moves_an_outcome(game, strategies, base, change, games)
    except ValidationError as error:
        [(knob, value)] = change.items()
        raise AssertionError(f"the knob '{knob}' can't be {value!r}: {error.errors()[0]['msg']}") from error


def moves_an_outcome(
    game: Game,
    strategies: Sequence[Strategy],
    base: Mapping[str, Any],
    change: Mapping[str, Any],
    games: int = KNOB_GAMES,
) -> bool:
    """Return True if some outcome of the same games changes, for at least one strategy."""
    before, after = (game.knobs.model_validate(knobs).as_json() for knobs in (base, {**base, **change}))
    return any(
        _outcomes(game, strategy, before, games) != _outcomes(game, strategy, after, games)
        for strategy in strategies
    )


@lru_cache(32)
def _outcomes(game: Game, strategy: Strategy, knobs: str, games: int) -> tuple[str, ...]:
    """Return hashes of the outcomes under some knobs, given as JSON; each setting is asked many times."""
    found = _played(game, strategy, knobs, games)
    return tuple(hashlib.sha256(rows.tobytes()).hexdigest() for rows in found)


def _played(game: Game, strategy: Strategy, knobs: str, games: int) -> tuple[Rows, Rows]:
    chosen = game.knobs.model_validate_json(knobs)
    return Match(game, chosen, (strategy,) * game.seats_under(chosen), seed=5).play(0, games)
