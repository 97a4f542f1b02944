"""Tunes the parameters of a strategy by the cross-entropy method.

Each generation draws candidates around the best so far, and moves toward the best quarter.

Reference: Rubinstein and Kroese, "The Cross-Entropy Method", Springer, 2004.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simkit.engine.contract.player import Parameter

ELITE_SHARE = 0.25
SMALLEST_SPREAD = 0.02

Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Effort:
    """How long a search for parameters runs, and how far apart its first candidates lie."""

    generations: int
    candidates: int
    games: int
    """The candidates in each generation, and the games that each plays under each choice of rules."""

    spread: float
    """The first spread of the candidates, as a share of the defaults."""

    seed: int
    """Another one draws other candidates and plays other games."""


def best_values(
    parameters: Sequence[Parameter],
    chosen: Sequence[str],
    scores_of: Callable[[Values, int], Values],
    effort: Effort,
) -> Values:
    """Return the values that the search finds for all parameters; only those in `chosen` are changed.

    * `parameters`: with their ranges; the search begins at the defaults.
    * `chosen`: the names of those that are tuned.
    * `scores_of`: called with candidates, shape (candidates, parameters), and the number of the generation;
      returns how good each is, more being better.
    """
    low = np.array([p.low for p in parameters])
    high = np.array([p.high for p in parameters])
    centre = np.array([p.default for p in parameters])
    width = np.maximum(np.abs(centre), 0.05 * (high - low)) * effort.spread
    width *= [p.name in chosen for p in parameters]
    smallest = SMALLEST_SPREAD * (width > 0)
    chance = np.random.default_rng(effort.seed)
    for generation in range(effort.generations):
        drawn = np.clip(chance.normal(centre, width, (effort.candidates, len(centre))), low, high)
        drawn[0] = centre
        scores = scores_of(drawn, generation)
        elite = drawn[np.argsort(scores)[-int(effort.candidates * ELITE_SHARE) :]]
        centre = 0.3 * centre + 0.7 * elite.mean(axis=0)
        width = 0.3 * width + 0.7 * np.maximum(elite.std(axis=0), smallest * np.abs(centre))
    return centre
