"""Asks which rules decide: each goes one step down and up, in the same games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from simkit.document.blocks import Figure, Row, Table
from simkit.document.charts import dots_against_zero
from simkit.document.points import Shown
from simkit.document.series import mark_points
from simkit.engine.contract.knobs import words_of
from simkit.engine.contract.objectives import measure_in_words
from simkit.engine.contract.player import Player
from simkit.errors import BadInput
from simkit.experiment.factors import Factor, heading
from simkit.experiment.values import Experiment
from simkit.language import opening
from simkit.questions.answer import Answer
from simkit.questions.lab import Lab
from simkit.questions.named import factor_of, rule_in, skills_of, strategies_in, words_in
from simkit.questions.sensitivity import Sensitivity
from simkit.results.scenarios import wrapped
from simkit.run.findings.ceiling import measures_of
from simkit.search.indices import explain
from simkit.search.settings import in_words
from simkit.search.steps import Effect, Steps, steps_of, try_steps
from simkit.stats.estimates import UNKNOWN, Estimate
from simkit.stats.extremes import stands_out
from simkit.words.asked.sensitivity import of_indices, sentences_of, title_of_step

MOST_DRAWN = 20
"""The most rules of a tornado; the table has all."""


def ask(lab: Lab, experiment: Experiment, parameters: Sensitivity) -> Answer:
    """Try one step of each rule of the first scenario."""
    players = _players(experiment, parameters.players)
    rules = [rule_in(experiment, word, "rules") for word in words_in(parameters.rules)]
    words = in_words(experiment.scenarios[0].knobs)
    names = ", ".join(player.name for player in players)
    lab.listener.says(
        f"{experiment.game.title}, {names}: {words}; {parameters.games:,} games under each set of rules"
    )
    smaller = replace(experiment, games=parameters.games)
    if parameters.by:
        return _explained(lab, smaller, players, parameters, words)
    found = try_steps(smaller, players, rules, workers=lab.workers)
    if not found.effects:
        raise BadInput(f"sensitivity: no other value is allowed for any of {', '.join(found.without_step)}")
    return _answer(experiment, found, words, skills_of(experiment, players))


def line_ups(experiment: Experiment, parameters: Sensitivity) -> int:
    """Return how many line-ups play: each player under the rules at hand, and one step from them."""
    rules = [rule_in(experiment, word, "rules") for word in words_in(parameters.rules)]
    steps = sum(1 for _ in steps_of(experiment.scenarios[0].knobs, experiment, rules))
    return (1 + steps) * len(_players(experiment, parameters.players))


def _players(experiment: Experiment, words: str) -> list[Player]:
    """Return the players that are asked for, or those of the experiment, each to sit at every seat."""
    if words:
        return [Player(reference, {}) for reference, _ in strategies_in(experiment, words)]
    found: dict[str, Player] = {}
    for scenario in experiment.scenarios:
        for player in scenario.players:
            found.setdefault(player.name, player)
    return list(found.values())


def _answer(experiment: Experiment, found: Steps, words: str, skills: Mapping[str, str]) -> Answer:
    steps = [
        {
            "player": effect.player.name,
            "rule": effect.step.rule,
            "step": effect.step.words,
            "way": effect.step.way,
            "is_assumption": effect.step.is_assumption,
            "column": name,
            "before": found.before[effect.player.name][name].value,
            "change": change,
            "games_changed": effect.games_changed,
            "games": effect.games,
        }
        for effect in found.effects
        for name, change in effect.changes.items()
    ]
    rules = [
        {
            "player": player,
            "rule": title_of_step(experiment.game, end.step),
            "step to": end.step.words,
            f"change of the {found.measured}": found.change(end),
        }
        for player in found.players
        for largest in found.ranked(player)
        if largest.step.rule not in found.idle_for(player)
        for end in _ends(found, largest)
    ]
    cut = any(effect.games < found.games for effect in found.effects)
    caption = (
        f"What one step of each rule does, from {words}, all others as they are, in the same {found.games:,} "
        "games. Intervals allow for the number of steps tried. A rule that changed no game is left out"
        + (
            f"; a step was played no further if the first {found.first:,} games did not change."
            if cut
            else "."
        )
    )
    return Answer(
        sentences=tuple(sentences_of(found, experiment.game, skills)),
        key_figures={
            f"{found.measured} of {name}": results[found.main.name] for name, results in found.before.items()
        },
        tables={"rules": Table(rules, caption), "steps": Table(steps)},
        data={
            "measured": found.measured,
            "games": found.games,
            "idle": {player: found.idle_for(player) for player in found.players},
            "without_step": list(found.without_step),
        },
        about={"Game": experiment.game.title, "Setting": words},
    )


def _ends(found: Steps, effect: Effect) -> list[Effect]:
    """Return the largest step of a rule, and the largest one the other way."""
    column = found.main.name
    against = [
        one
        for one in found.of(effect.player.name)
        if one.step.rule == effect.step.rule and effect.step.way and one.step.way == -effect.step.way
    ]
    return [effect, *sorted(against, key=lambda one: -abs(one.changes[column].value))[:1]]


# ---- Sobol' indices


def _explained(
    lab: Lab, experiment: Experiment, players: Sequence[Player], parameters: Sensitivity, words: str
) -> Answer:
    """Return what share of the variance over some rules' levels each of them explains."""
    factors = _factors(experiment, parameters.by)
    found = [
        explain(experiment, player, factors, parameters.samples, workers=lab.workers) for player in players
    ]
    rows = [
        {
            "player": explained.player,
            "rule": words_of(experiment.game.knobs, one.rule).title,
            "explains alone": one.first,
            "takes part in": one.total,
        }
        for explained in found
        for one in explained.indices
    ]
    caption = (
        "Shares of the variance of the result over the levels of all these rules, each level equally likely, "
        "with 95 % intervals."
    )
    scenario = experiment.scenarios[0]
    measured = measure_in_words(measures_of(experiment.game, len(scenario.players))[0].column)
    levels = {heading(factor.name): [level.label for level in factor.levels] for factor in factors}
    return Answer(
        sentences=tuple(of_indices(measured, found, skills_of(experiment, players), scenario.knobs)),
        tables={"indices": Table(rows, caption)},
        data={"levels": levels, "games": experiment.games},
        about={"Game": experiment.game.title, "Setting": words},
    )


def _factors(experiment: Experiment, by: Mapping[str, Any]) -> list[Factor]:
    """Return the rules whose levels are given, each as a factor.

    Raises BadInput if there is no such rule, it has fewer than two levels, or it is the only one.
    """
    found = []
    for name, levels in by.items():
        rule = rule_in(experiment, name, "by")
        factor = factor_of(experiment, rule, levels, "by")
        if len(factor.levels) < 2:
            raise BadInput(f"by: {rule}: found one level, allowed are two or more: [2, 4] or 1..6")
        found.append(factor)
    if len(found) < 2:
        raise BadInput(
            "by: found one rule, allowed are two or more: of a single rule an experiment shows the curve"
        )
    return found


# ---- the figure


def figures(answer: Answer) -> Iterator[Figure]:
    """Yield a tornado for each player that a step of some rule moves."""
    if "rules" in answer.tables:
        by_player: dict[str, dict[str, list[Row]]] = {}
        for row in answer.tables["rules"].dicts():
            by_player.setdefault(row["player"], {}).setdefault(row["rule"], []).append(row)
        for player, rules in by_player.items():
            yield _tornado(player, dict(islice(rules.items(), MOST_DRAWN)), answer.data["measured"])


def _tornado(player: str, rules: Mapping[str, Sequence[Row]], measured: str) -> Figure:
    """Return the tornado of a player: what the steps of each rule do, the rule that does most on top."""
    ends: dict[str, list[Estimate]] = {"downwards": [], "upwards": []}
    largest = {
        rule: max((row[f"change of the {measured}"] for row in steps), key=lambda change: abs(change.value))
        for rule, steps in rules.items()
    }
    most = max(largest, key=lambda rule: abs(largest[rule].value))
    is_clear = stands_out(largest[most], [change for rule, change in largest.items() if rule != most])
    for steps in rules.values():
        changes = sorted((row[f"change of the {measured}"] for row in steps), key=lambda change: change.value)
        ends["downwards"].append(changes[0] if changes[0].value <= 0 else UNKNOWN)
        ends["upwards"].append(changes[-1] if changes[-1].value > 0 else UNKNOWN)
    unit = changes[0].unit
    drawing = dots_against_zero(
        [wrapped(f"{rule}: {' / '.join(row['step to'] for row in steps)}") for rule, steps in rules.items()],
        {name: found for name, found in ends.items() if any(one.n for one in found)},
        f"change of the {measured}{', points' if unit.is_share else ''}",
        scale=unit.scale,
        told={name: Shown([], subjects=[[rule, name] for rule in rules]) for name in ends},
    )
    if is_clear:
        mark_points(drawing, {most}, has_values=False)
    which = f"one step of {most} moves the {measured} of {player} most"
    return Figure(
        f"sensitivity_{player}",
        drawing,
        "What moves it most is on top. Strokes are 95 % intervals.",
        "A row for each rule, with a dot for a step that lowers the result and one for one that raises it.",
        opening(which) if is_clear else f"How far one step of each rule moves the {measured} of {player}",
    )
