"""Tunes a strategy to an experiment's rules, and measures what was found in games that the search did not play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import joblib
import numpy as np
import numpy.typing as npt

from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.objectives import Objective, measure_in_words
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.experiment.values import Experiment
from simkit.run.findings.ceiling import changed_rules
from simkit.run.findings.ladder import objective_of, outcomes_of
from simkit.search.settings import PRINTED, rules_in_words
from simkit.search.tuning import Effort, Values, best_values
from simkit.stats.estimates import Estimate, is_significant, paired_difference, wilson

FRESH = 500_000_000
"""How far the seeds of fresh games are from those of the search."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Trained:
    """What a search for weights found.

    Parameters
    ----------
    strategy : str
        The strategy.
    defaults, values : mapping of str to float
        Its weights as they were, and as they were found.
    before, after : Estimate
        The mean result with either, in the same fresh games.
    gain : Estimate
        By how much the new weights do better there; less than 0 if worse, whatever is better.
    measured : str
        What the result is.
    is_share : bool
        Whether it is a share of games.
    setting : str
        The rules in words.
    """

    strategy: str
    defaults: Mapping[str, float]
    values: Mapping[str, float]
    before: Estimate
    after: Estimate
    gain: Estimate
    measured: str
    is_share: bool
    setting: str

    @property
    def has_won(self) -> bool:
        """Whether the new weights do better beyond chance."""
        return self.gain.value > 0 and is_significant(self.gain)

    @property
    def changed(self) -> dict[str, float]:
        """The weights that were found, if they differ from the defaults."""
        return {name: value for name, value in self.values.items() if value != self.defaults[name]}


def train(
    experiment: Experiment,
    strategy: Strategy,
    against: Strategy | None,
    chosen: Sequence[str],
    effort: Effort,
    seed: int,
    fresh_games: int,
    jobs: int,
    tell: Callable[[int, float, float], Any],
) -> Trained:
    """Search better weights of a strategy under all rules of an experiment.

    Parameters
    ----------
    against : Strategy or None
        At all other seats where players compete; None for the strategy with the weights that it had.
    chosen : sequence of str
        The names of the weights that are searched.
    seed, fresh_games : int
        The first seed of the search's games; how many games there are under each rules for the final measure.
    jobs : int
        Workers at once; -1 means one per core.
    tell : callable
        Called after each generation, as `best_values` says.

    Raises
    ------
    BadInput
        If something can't be compiled, or a strategy fails.
    """
    objective = objective_of(experiment.game)
    sign = 1 if objective.better == "more" else -1
    rules = _distinct(experiment)

    def results(values: Values, first_seed: int, games: int) -> Floats:
        own = dict(
            zip((parameter.name for parameter in strategy.parameters), map(float, values), strict=True)
        )
        parts = [
            _play(experiment, knobs, strategy, own, against, objective, first_seed, games) for knobs in rules
        ]
        return np.concatenate(parts)

    defaults = np.array([parameter.default for parameter in strategy.parameters])
    results(defaults, seed, 1)  # compiled before there are threads

    def scores_of(drawn: Values, generation: int) -> Values:
        own_seed = seed + 1000 * effort.seed + generation
        worth = partial(_mean, results, own_seed, effort.games)
        calls = (joblib.delayed(worth)(values) for values in drawn)
        return sign * np.array(joblib.Parallel(n_jobs=jobs, prefer="threads")(calls))

    found = best_values(strategy.parameters, chosen, scores_of, effort, tell)
    before, after = (results(values, seed + FRESH, fresh_games) for values in (defaults, found))
    column = experiment.game.column_of(objective)
    names = [parameter.name for parameter in strategy.parameters]
    return Trained(
        strategy.name,
        dict(zip(names, map(float, defaults), strict=True)),
        dict(zip(names, map(float, found), strict=True)),
        _estimate(before, is_share=column.is_yes_no),
        _estimate(after, is_share=column.is_yes_no),
        paired_difference(sign * before, sign * after, most=1.0 if column.is_yes_no else np.inf),
        measure_in_words(column),
        column.is_yes_no,
        "; ".join(rules_in_words(changed_rules(knobs)) or PRINTED for knobs in rules),
    )


def _distinct(experiment: Experiment) -> list[Knobs]:
    """Return the rules of an experiment's scenarios, each once."""
    return list({scenario.knobs.as_json(): scenario.knobs for scenario in experiment.scenarios}.values())


def _play(
    experiment: Experiment,
    knobs: Knobs,
    strategy: Strategy,
    own: Mapping[str, float],
    against: Strategy | None,
    objective: Objective,
    seed: int,
    games: int,
) -> Floats:
    """Return the first player's results; where all win or lose together, all seats have the new weights."""
    others = experiment.game.seats_under(knobs) - 1
    together = objective.shared == "all"
    players = (strategy, *((strategy if together else against or strategy,) * others))
    numbers = (own, *((own if together else {},) * others))
    match = Match(experiment.game, knobs, players, numbers, seed)
    return outcomes_of(match, games, objective).astype(np.float64)


def _mean(results: Callable[[Values, int, int], Floats], seed: int, games: int, values: Values) -> float:
    return float(results(values, seed, games).mean())


def _estimate(values: Floats, *, is_share: bool) -> Estimate:
    if is_share:
        return wilson(int(values.sum()), len(values))
    return paired_difference(np.zeros(len(values)), values)
