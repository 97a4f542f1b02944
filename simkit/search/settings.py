"""Chooses the setting and the players for measuring a game's ladder of skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from simkit.content.source import read_value
from simkit.engine.describe import value_in_words
from simkit.engine.game import Game
from simkit.engine.knobs import Knobs
from simkit.engine.strategy import Strategy
from simkit.errors import Complaint, unknown
from simkit.experiment.keys import rule_of
from simkit.experiment.scenarios import Experiment
from simkit.plugins import find_strategy, strategies_of
from simkit.run.ladder import ladders_of, objective_of
from simkit.search.climb import Setting

SEED = 3_950_000_000
"""The seed of a ladder's games; reports and tuning use others."""


@dataclass(frozen=True)
class Climbers:
    """The strategies that are measured, and the one that thinks.

    Parameters
    ----------
    named : tuple of Strategy
        By themselves.
    base : Strategy
        The one that thinks: without a wish the strongest.
    """

    named: tuple[Strategy, ...]
    base: Strategy


def setting_of_game(game: Game) -> Setting:
    """Return the standard setting of a game: the one in its ``ladder.yaml``, else the printed rules."""
    for ladder in ladders_of(game.name):
        return Setting(game, ladder.knobs, ladder.opponents, ladder.setting, SEED)
    knobs = game.knobs()
    return Setting(game, knobs, _opponents(game, knobs), "the rules as printed", SEED)


def setting_of_experiment(experiment: Experiment) -> Setting:
    """Return the setting of an experiment: the rules of its first scenario, described by its levels."""
    scenario = experiment.scenarios[0]
    levels = ", ".join(f"{factor} {level}" for factor, level in scenario.levels.items())
    words = f"the first scenario: {levels}" if levels else "the experiment's rules"
    game = experiment.game
    return Setting(game, scenario.knobs, _opponents(game, scenario.knobs), words, SEED)


def with_rules(setting: Setting, settings: Sequence[str]) -> Setting:
    """Return a setting with other rules, ``rules.<rule>=VALUE`` each.

    Raises
    ------
    Complaint
        If one sets no rule, or a value is not allowed.
    """
    if not settings:
        return setting
    changed: dict[str, Any] = {}
    for text in settings:
        key, equals, value = text.partition("=")
        rule = rule_of(key.strip())
        if not equals or rule is None:
            raise Complaint(f"--set {text}: allowed is rules.<rule>=VALUE, such as rules.reserve=3")
        if rule not in type(setting.knobs).model_fields:
            known = type(setting.knobs).model_fields
            raise Complaint(f"--set {text}: {unknown(f'rule of {setting.game.name}', rule, known)}")
        changed[rule] = read_value(value, f"--set {key.strip()}")
    before = {name: getattr(setting.knobs, name) for name in setting.knobs.model_fields_set}
    try:
        knobs = type(setting.knobs).model_validate({**before, **changed})
    except ValidationError as error:
        first = error.errors()[0]
        raise Complaint(f"--set {' --set '.join(settings)}: {first['msg']}") from None
    words = ", ".join(f"{rule} {value_in_words(value)}" for rule, value in changed.items())
    opponents = _opponents(setting.game, knobs)
    return replace(setting, knobs=knobs, opponents=opponents, words=f"{setting.words}; {words}")


def climbers_of(game: Game, wished: str = "", own: Mapping[str, Strategy] | None = None) -> Climbers:
    """Return the strategies to measure (all of a game's) and the one that thinks.

    Parameters
    ----------
    game : Game
        The game.
    wished : str
        The strategy that is to think; without it the strongest of the game's ladder.
    own : mapping of str to Strategy
        Further strategies, from files of an experiment, by their names there.

    Raises
    ------
    Complaint
        If there is no such strategy, or none at all.
    """
    named = {**strategies_of(game.name), **(own or {})}
    if not named:
        raise Complaint(f"{game.title} has no strategy: nobody can think")
    if wished and wished not in named:
        raise Complaint(unknown(f"strategy of {game.name}", wished, named))
    return Climbers(tuple(named.values()), named[wished or _strongest(game, named)])


def own_strategies(experiment: Experiment) -> dict[str, Strategy]:
    """Return an experiment's strategies that come from files of its own, without thinking players."""
    players = (player for scenario in experiment.scenarios for player in scenario.players)
    return {
        player.name: find_strategy(experiment.game.name, player.strategy, experiment.folder)
        for player in players
        if player.strategy.file and not player.strategy.look_ahead
    }


def _strongest(game: Game, named: Mapping[str, Strategy]) -> str:
    """Return the strongest measured strategy; if none was measured, the first that is not called random."""
    for ladder in ladders_of(game.name):
        for name in ladder.results:
            if name in named:
                return name
    return next((name for name in named if name != "random"), next(iter(named)))


def _opponents(game: Game, knobs: Knobs) -> tuple[Strategy | None, ...]:
    """Return the other players: in a game with a common aim the measured strategy, else the strongest one."""
    others = game.seats_under(knobs) - 1
    if objective_of(game).shared == "all":
        return (None,) * others
    return (climbers_of(game).base,) * others
