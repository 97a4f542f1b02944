"""Reads what several questions are given as words: strategies by name, and rules with their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.content.complaints import Problem
from simkit.engine.contract.player import named
from simkit.errors import BadInput, unknown
from simkit.experiment.factors import Vocabulary
from simkit.experiment.file.factors import read_factor
from simkit.experiment.keys import RuleKey, rule_of
from simkit.experiment.values import player_in_words
from simkit.plugins import find_strategy
from simkit.results.line_ups import way_in_words
from simkit.words.asked.names import called

if TYPE_CHECKING:
    from simkit.engine.contract.player import Player, Reference
    from simkit.engine.contract.strategy import Strategy
    from simkit.experiment.factors import Factor
    from simkit.experiment.values import Experiment


def words_in(text: str) -> list[str]:
    """Return the words that a person separated by commas, each once."""
    return list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))


def strategies_in(
    experiment: Experiment, text: str, key: str = "players"
) -> list[tuple[Reference, Strategy]]:
    """Return the strategies that are named, each once, as they are referred to and as they are.

    `key`: the parameter that names them, for the message.

    Raises BadInput if there is no such strategy.
    """
    references = [named(word) for word in words_in(text)]
    try:
        return [
            (reference, find_strategy(experiment.game.name, reference, experiment.folder))
            for reference in references
        ]
    except BadInput as problem:
        raise BadInput(f"{key}: {problem}") from None


def skills_of(experiment: Experiment, players: Iterable[Player]) -> dict[str, str]:
    """Return the kind of person that each of some players models, by their names."""
    game, folder = experiment.game.name, experiment.folder
    return {player.name: find_strategy(game, player.strategy, folder).skill for player in players}


def names_of(experiment: Experiment, players: Iterable[Player]) -> dict[str, str]:
    """Return what players are called in sentences, by their names in tables: "a casual player with n 25"."""
    game, folder = experiment.game.name, experiment.folder
    every = {player_in_words(player.name, player.parameters): player for player in players}
    found = {name: find_strategy(game, player.strategy, folder) for name, player in every.items()}
    skills = {name: strategy.skill for name, strategy in found.items()}
    vocabulary = Vocabulary.of(experiment.game.knobs, found.values())
    ways = {
        name: (player.strategy.without_dial.name, way_in_words(player.parameters, vocabulary))
        for name, player in every.items()
    }
    return called(skills, ways)


def rule_in(experiment: Experiment, name: str, key: str) -> str:
    """Return the rule that a name means, with or without "rules." before it.

    `key`: the parameter that names it, for the message.

    Raises BadInput if there is no such rule.
    """
    known, rule = list(experiment.game.knobs.model_fields), rule_of(name) or name
    if rule not in known:
        parameter = name.rpartition(".")[2]
        if owner := _player_with(experiment, parameter):
            raise BadInput(
                f"{key}: '{name}' is a parameter of {owner}, no rule; a factor strategy.{parameter} varies "
                f"it. Rules: {', '.join(known)}"
            )
        raise BadInput(f"{key}: {unknown('rule', rule, known)}")
    return rule


def _player_with(experiment: Experiment, parameter: str) -> str:
    """Return the first player with a parameter of some name; empty if none has it."""
    for fromkey in dict.fromkeys(
        player.strategy for scenario in experiment.scenarios for player in scenario.players
    ):
        strategy = find_strategy(experiment.game.name, fromkey, experiment.folder)
        if parameter in {known.name for known in strategy.parameters}:
            return fromkey.name
    return ""


def factor_of(experiment: Experiment, rule: str, levels: Any, key: str) -> Factor:
    """Return a rule with the values that are given for it, as a factor.

    Raises BadInput if the values can't be read.
    """
    problems: list[Problem] = []
    factor = read_factor(RuleKey(rule).name, levels, experiment.game, problems)
    if factor is None or problems:
        raise BadInput(f"{key}: {problems[0][1]}")
    return factor


def values_in(experiment: Experiment, by: str | Mapping[str, Any], key: str) -> dict[str, Sequence[Any]]:
    """Return rules with the values that are given for them: none for those that are only named."""
    given = dict.fromkeys(words_in(by)) if isinstance(by, str) else by
    found: dict[str, Sequence[Any]] = {}
    for name, levels in given.items():
        rule = rule_in(experiment, name, key)
        factor = None if levels is None else factor_of(experiment, rule, levels, key)
        found[rule] = (
            [setting.value for level in factor.levels for setting in level.settings] if factor else ()
        )
    return found
