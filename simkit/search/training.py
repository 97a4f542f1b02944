"""Tunes a strategy to an experiment's rules, and measures what was found in fresh games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
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


@dataclass(frozen=True)
class Training:
    """A strategy, and where it is tuned.

    Parameters
    ----------
    experiment : Experiment
        All rules of its scenarios count, on average.
    strategy : Strategy
        The strategy.
    against : Strategy or None
        At all other seats where players compete; None for the strategy with the weights that it had.
    seed : int
        The first seed of the search's games.
    """

    experiment: Experiment
    strategy: Strategy
    against: Strategy | None
    seed: int

    @property
    def objective(self) -> Objective:
        """What the strategy is tuned for."""
        return objective_of(self.experiment.game)

    @property
    def names(self) -> list[str]:
        """The names of its weights."""
        return [parameter.name for parameter in self.strategy.parameters]

    @property
    def defaults(self) -> Values:
        """Its weights as they are."""
        return np.array([parameter.default for parameter in self.strategy.parameters])

    @cached_property
    def rules(self) -> list[Knobs]:
        """The rules of the experiment's scenarios, each once."""
        found = {scenario.knobs.as_json(): scenario.knobs for scenario in self.experiment.scenarios}
        return list(found.values())

    def results(self, values: Values, seed: int, games: int) -> Floats:
        """Return the results of some weights in games under all rules, one after another."""
        own = dict(zip(self.names, map(float, values), strict=True))
        return np.concatenate([self._play(knobs, own, seed, games) for knobs in self.rules])

    def _play(self, knobs: Knobs, own: Mapping[str, float], seed: int, games: int) -> Floats:
        """Return the first player's results; where all win or lose together, all have the new weights."""
        others = self.experiment.game.seats_under(knobs) - 1
        together = self.objective.shared == "all"
        other = self.strategy if together else self.against or self.strategy
        players = (self.strategy, *((other,) * others))
        numbers = (own, *((own if together else {},) * others))
        match = Match(self.experiment.game, knobs, players, numbers, seed)
        return outcomes_of(match, games, self.objective).astype(np.float64)


def train(
    training: Training,
    chosen: Sequence[str],
    effort: Effort,
    fresh_games: int,
    *,
    jobs: int = -1,
    tell: Callable[[int, float, float], Any] = lambda *_: None,
) -> Trained:
    """Search better weights of a strategy.

    Parameters
    ----------
    chosen : sequence of str
        The names of the weights that are searched.
    effort : Effort
        How long.
    fresh_games : int
        How many games there are under each rules for the final measure.
    jobs : int
        Workers at once; -1 means one per core.
    tell : callable
        Called after each generation, as `best_values` says.

    Raises
    ------
    BadInput
        If something can't be compiled, or a strategy fails.
    """
    sign = 1 if training.objective.better == "more" else -1
    defaults = training.defaults
    training.results(defaults, training.seed, 1)  # compiled before there are threads

    def scores_of(drawn: Values, generation: int) -> Values:
        seed = training.seed + 1000 * effort.seed + generation
        calls = (joblib.delayed(training.results)(values, seed, effort.games) for values in drawn)
        results = joblib.Parallel(n_jobs=jobs, prefer="threads")(calls)
        return sign * np.array([own.mean() for own in results])

    found = best_values(training.strategy.parameters, chosen, scores_of, effort, tell)
    fresh = training.seed + FRESH
    before, after = (training.results(values, fresh, fresh_games) for values in (defaults, found))
    column = training.experiment.game.column_of(training.objective)
    return Trained(
        training.strategy.name,
        dict(zip(training.names, map(float, defaults), strict=True)),
        dict(zip(training.names, map(float, found), strict=True)),
        _estimate(before, is_share=column.is_yes_no),
        _estimate(after, is_share=column.is_yes_no),
        paired_difference(sign * before, sign * after, most=1.0 if column.is_yes_no else np.inf),
        measure_in_words(column),
        column.is_yes_no,
        "; ".join(rules_in_words(changed_rules(knobs)) or PRINTED for knobs in training.rules),
    )


def _estimate(values: Floats, *, is_share: bool) -> Estimate:
    if is_share:
        return wilson(int(values.sum()), len(values))
    return paired_difference(np.zeros(len(values)), values)
