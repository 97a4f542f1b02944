"""Asks what new rules come to before and after players have learnt them: the price of learning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from simkit.document.blocks import Table
from simkit.engine.contract.knobs import PLAYERS, Knobs
from simkit.engine.contract.strategy import Strategy
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.questions.answer import Answer
from simkit.questions.lab import Lab
from simkit.search.settings import in_words, rules_in_words, standard_experiment
from simkit.training.learning import LearningOfRules
from simkit.training.trained import Learning, Training, learn, rules_of
from simkit.training.tune_answer import SEED, effort_in_words, effort_of, preset, strategy_of
from simkit.training.words import of_learning
from simkit.words.asked.names import called


def ask(lab: Lab, experiment: Experiment, parameters: LearningOfRules) -> Answer:
    """Tune the strategy to the old and to the new rules, and compare both in fresh games."""
    strategy = strategy_of(experiment, parameters.strategy)
    old, new = _old_and_new(experiment)
    said = "; ".join(map(in_words, new))
    lab.listener.says(
        f"{experiment.game.title}, {strategy.name}: from {in_words(old)} to {said}; for each "
        f"{effort_in_words(parameters)}"
    )
    habits, found = learn(
        Training(experiment, strategy, SEED, [old]),
        new,
        effort_of(parameters),
        parameters.fresh_games,
        parameters.searches,
        workers=lab.workers,
    )
    return _answer(experiment, strategy, old, habits, found, parameters.fresh_games)


def _old_and_new(experiment: Experiment) -> tuple[Knobs, list[Knobs]]:
    """Return the old rules and the new ones: the first scenario's and the others, else the printed and those.

    Raises BadInput if there is only one set of rules.
    """
    first, *others = rules_of(experiment)
    if others:
        return first, others
    if experiment.setting:
        before = standard_experiment(experiment.game.name).scenarios[0].knobs
    else:
        seats = len(experiment.scenarios[0].players)
        before = type(first).model_validate({PLAYERS: seats} if PLAYERS in type(first).model_fields else {})
    if before == first:
        raise BadInput(
            "no rule is changed: name one, such as --set rules.NAME=VALUE, or a file with a factor of rules"
        )
    return before, [first]


def _answer(
    experiment: Experiment,
    strategy: Strategy,
    old: Knobs,
    habits: Mapping[str, float],
    found: Sequence[Learning],
    games: int,
) -> Answer:

    who = called({strategy.name: strategy.skill})[strategy.name]
    name, said = strategy.name, [changed_words(old, learning.rules) for learning in found]
    rows = [
        {
            "new rules": words,
            "result": change.measure.column.heading,
            "old rules": change.old,
            "change, old habits": change.first,
            "change, learnt": change.then,
            "price of learning": change.price,
        }
        for words, learning in zip(said, found, strict=True)
        for change in learning.changes
    ]
    weights = [
        {
            "weight": name,
            "old rules": value,
            **{words: learning.values[name] for words, learning in zip(said, found, strict=True)},
        }
        for name, value in habits.items()
    ]
    caption = (
        f"What changes from {in_words(old)}, with the habits that the old rules taught and after the new "
        f"ones are learnt, in the same {games:,} fresh games."
    )
    players = {"old": preset(name, habits)}
    players |= {words: preset(name, learning.values) for words, learning in zip(said, found, strict=True)}
    return Answer(
        sentences=tuple(of_learning(experiment.game, old, habits, found, who)),
        key_figures={
            f"price of learning, {words}: {change.measure.column.heading}": change.price
            for words, learning in zip(said, found, strict=True)
            for change in learning.changes
        },
        tables={
            "changes": Table(rows, caption),
            "weights": Table(weights, "The weights tuned to the old rules and to the new."),
        },
        data={"strategy": name, "players": players, "games": games},
        files={
            f"{'old_habits' if not number else 'learnt' if len(said) == 1 else f'learnt_{number}'}.yaml": (
                f"# {name}, tuned to {in_words(old) if not number else words}\n"
                + yaml.safe_dump(player, sort_keys=False)
            )
            for number, (words, player) in enumerate(players.items())
        },
        about={"Game": experiment.game.title, "Setting": in_words(old)},
    )


def changed_words(old: Knobs, new: Knobs) -> str:
    """Return in words how new rules differ from old ones: "sides 8"."""
    return rules_in_words(_changed(old, new), type(old))


def _changed(old: Knobs, new: Knobs) -> dict[str, Any]:
    before, after = old.model_dump(mode="json"), new.model_dump(mode="json")
    return {name: value for name, value in after.items() if value != before[name]}
