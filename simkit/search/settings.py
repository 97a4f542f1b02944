"""Chooses the setting and the players for measuring a game's ladder of skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simkit.content.mapping import read_mapping
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs, words_of
from simkit.engine.contract.master import strongest_of
from simkit.engine.contract.player import MASTER
from simkit.engine.contract.strategy import Strategy
from simkit.errors import BadInput, unknown
from simkit.experiment.factors import Setting, level_in_words
from simkit.experiment.file.load import Overrides, read_experiment
from simkit.experiment.keys import rule_of
from simkit.experiment.values import Experiment
from simkit.language import value_in_words
from simkit.plugins import find_game, find_strategy, master_of, ranked_by_ladders, strategies_of
from simkit.run.findings.ceiling import changed_rules
from simkit.run.findings.ladder import LadderSetting, ladders_of, objective_of

SEED = 3_950_000_000
"""The seed of a ladder's games; reports and tuning use others."""

PRINTED = "the rules as printed"


@dataclass(frozen=True)
class LadderPlayers:
    """The strategies that are measured, and the one that thinks."""

    named: tuple[Strategy, ...]
    """Those measured by themselves."""

    base: Strategy
    """The one that thinks: by default the strongest."""


def standard_experiment(name: str, settings: Sequence[str | Setting] = (), strategy: str = "") -> Experiment:
    """Return a game at its standard setting, which its ``ladder.yaml`` names, else at the printed rules.

    * `settings`: what is changed, as `Overrides` takes it: ``rules.reserve=3``.
    * `strategy`: the strategy at every seat; the strongest if empty.
    """
    game, rules, words = find_game(name), {}, PRINTED
    for ladder in ladders_of(name):
        rules, words = changed_rules(ladder.knobs), ladder.setting
    described = {
        "name": name,
        "title": game.title,
        "game": name,
        "rules": rules,
        "strategy": strategy or ladder_players(game).base.name,
        "report": "none",
    }
    source = read_mapping(described, "the question")
    return replace(read_experiment(source, Path.cwd(), Overrides(settings=tuple(settings))), setting=words)


def rules_in_words(rules: Mapping[str, Any], knobs: type[Knobs]) -> str:
    """Return rules with their values, as a designer calls them: "reserve 3, board B1"."""
    return ", ".join(words_of(knobs, rule).short(value_in_words(value)) for rule, value in rules.items())


def in_words(knobs: Knobs) -> str:
    """Return rules in words: those that are not as printed, or that all are."""
    return rules_in_words(changed_rules(knobs), type(knobs)) or PRINTED


def setting_of(experiment: Experiment) -> LadderSetting:
    """Return the setting of an experiment: the rules of its first scenario, in words.

    At a game's standard setting the opponents are those of its ``ladder.yaml``.
    """
    game, scenario = experiment.game, experiment.scenarios[0]
    given: Mapping[str, Any] = experiment.resolved["set"]
    changed = {rule: given[path] for path in given if (rule := rule_of(path))}
    if experiment.setting:
        for ladder in () if changed else ladders_of(game.name):
            return LadderSetting(game, scenario.knobs, ladder.opponents, experiment.setting, SEED)
        words = "; ".join(filter(None, (experiment.setting, rules_in_words(changed, game.knobs))))
    else:
        levels = ", ".join(level_in_words(*item, experiment.vocabulary) for item in scenario.levels.items())
        words = f"the first scenario: {levels}" if levels else "the experiment's rules"
    return LadderSetting(game, scenario.knobs, _opponents(game, scenario.knobs), words, SEED)


def ladder_players(game: Game, wished: str = "", own: Mapping[str, Strategy] | None = None) -> LadderPlayers:
    """Return the strategies to measure (all of a game's) and the one that thinks.

    * `wished`: the strategy that is to think; of the master its base; without it the strongest of the game's
      ladder.
    * `own`: further strategies, those of an experiment, by their names there.
    """
    named = {**strategies_of(game.name), **(own or {})}
    if wished == MASTER and named:
        wished = master_of(game.name).strategy
    if not named:
        raise BadInput(f"{game.title} has no strategy: nobody can think")
    if wished and wished not in named:
        raise BadInput(unknown(f"strategy of {game.name}", wished, named))
    return LadderPlayers(
        tuple(named.values()), named[wished or strongest_of(named, ranked_by_ladders(game.name))]
    )


def own_strategies(experiment: Experiment) -> dict[str, Strategy]:
    """Return the strategies that play in an experiment, by their names there, without thinking players."""
    players = (player.strategy for scenario in experiment.scenarios for player in scenario.players)
    plain = {reference.without_dial for reference in players if not reference.look_ahead}
    return {
        reference.name: find_strategy(experiment.game.name, reference, experiment.folder)
        for reference in sorted(plain, key=lambda reference: reference.name)
    }


def _opponents(game: Game, knobs: Knobs) -> tuple[Strategy | None, ...]:
    """Return the other players: in a game with a common aim the measured strategy, else the strongest one."""
    others = game.seats_under(knobs) - 1
    if objective_of(game).shared == "all":
        return (None,) * others
    return (ladder_players(game).base,) * others
