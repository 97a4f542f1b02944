"""Sobol' indices: what share of a result's variance over some rules' levels each rule explains.

The first-order index of a rule is the share that it explains alone, the total index the share in which it
takes part, alone or with others.  Rules have few levels, so that many points of a sample have the same rules:
these are played once.

References
----------
Saltelli et al., "Variance based sensitivity analysis of model output", Computer Physics Communications 181,
2010; `scipy.stats.sobol_indices`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import ValidationError

from simkit.engine.contract.player import Player
from simkit.errors import BadInput
from simkit.experiment.factors import Factor, heading
from simkit.experiment.keys import RuleKey
from simkit.experiment.values import Experiment
from simkit.run.findings.ceiling import measures_of
from simkit.run.work.rehearsal import prepare
from simkit.run.work.workers import HERE, Where
from simkit.search.steps import results_of, with_player
from simkit.stats.estimates import CONFIDENCE, SHARE, Estimate

SEED = 3_960_000_000

RESAMPLES = 1000
"""How many samples the bootstrap draws."""

METHOD = "Saltelli 2010, bootstrap"

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Indices:
    """What a rule explains."""

    rule: str
    first: Estimate
    total: Estimate
    """Shares of the variance: what it explains alone, and what it takes part in."""


@dataclass(frozen=True)
class Explained:
    """How far rules explain a player's result."""

    player: str
    indices: Sequence[Indices]
    """One for each rule, in the order in which they were named."""

    low: float
    high: float
    """The smallest and the largest result of all settings that were played."""

    settings: int


def explain(
    experiment: Experiment, player: Player, factors: Sequence[Factor], samples: int, *, workers: Where = HERE
) -> Explained:
    """Measure the Sobol' indices of some rules over their levels, each level equally likely.

    * `factors`: each of a rule, with two levels or more.
    * `samples`: a power of 2; at most ``samples * (len(factors) + 2)`` settings are played.
    """
    first = experiment.scenarios[0]
    main = measures_of(experiment.game, len(first.players))[0]
    prepare(replace(experiment, scenarios=(with_player(first, first.knobs, player),)))
    known: dict[tuple[int, ...], float] = {}
    most = samples * (len(factors) + 2)

    def result(levels: tuple[int, ...]) -> float:
        if levels not in known:
            knobs = _knobs(experiment, factors, levels)
            scenario = with_player(first, knobs, player)
            known[levels] = float(results_of(experiment, scenario, [main], workers)[main.name].mean())
            workers.listener.played(f"{player.name}, settings", len(known), most)
        return known[levels]

    def results(points: Floats) -> Floats:
        sizes = np.array([len(factor.levels) for factor in factors])[:, None]
        levels = np.minimum((points * sizes).astype(int), sizes - 1)
        return np.array([result(tuple(point)) for point in levels.T.tolist()])

    from scipy import stats  # takes a second to load, and steps need none of it

    rng = np.random.default_rng(SEED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # no variance: said below
        found = stats.sobol_indices(func=results, n=samples, dists=[stats.uniform()] * len(factors), rng=rng)
    values = list(known.values())
    if max(values) == min(values):
        raise BadInput(
            f"by: {', '.join(factor.name for factor in factors)} change nothing for {player.name} in "
            f"{experiment.games:,} games, so that there is nothing to explain"
        )
    with _numpys_chance():
        ends = found.bootstrap(confidence_level=CONFIDENCE, n_resamples=RESAMPLES)
    indices = [
        Indices(
            heading(factor.name),
            _estimate(found.first_order, ends.first_order, i, samples),
            _estimate(found.total_order, ends.total_order, i, samples),
        )
        for i, factor in enumerate(factors)
    ]
    return Explained(player.name, indices, min(values), max(values), len(values))


@contextmanager
def _numpys_chance() -> Iterator[None]:
    """Begin NumPy's shared chance at `SEED`, since SciPy's bootstrap of indices draws from no other."""
    before = np.random.get_state()
    np.random.seed(SEED)
    try:
        yield
    finally:
        np.random.set_state(before)


def _estimate(values: Any, ends: Any, i: int, n: int) -> Estimate:
    low, high = (float(np.clip(end[i], 0, 1)) for end in ends.confidence_interval)
    return Estimate(float(np.clip(values[i], 0, 1)), low, high, n, METHOD, SHARE)


def _knobs(experiment: Experiment, factors: Sequence[Factor], levels: Sequence[int]) -> Any:
    chosen = [factor.levels[i] for factor, i in zip(factors, levels, strict=True)]
    changed: Mapping[str, Any] = {
        setting.key.rule: setting.value
        for level in chosen
        for setting in level.settings
        if isinstance(setting.key, RuleKey)
    }
    knobs = experiment.scenarios[0].knobs
    try:
        return type(knobs).model_validate({**dict(knobs), **changed})
    except ValidationError as error:
        said = ", ".join(f"{name} {value}" for name, value in changed.items())
        why = str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        raise BadInput(f"by: {said} are not allowed together: {why}") from None
