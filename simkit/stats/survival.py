"""Tells which players survive in a population that copies what wins, and how sure that is.

In a population in which each player's share grows with what it wins against the others (replicator dynamics)
some players die out, and the shares of the rest either stay or go round in a cycle.  Where one player's gain
is another's loss, the average over time is the mixture against which no player gains: those with a share in
it survive, all others die out.  It is found directly, as a linear programme, and not by following the
population, which in a cycle swings for ever.

References
----------
Taylor and Jonker, "Evolutionary stable strategies and game dynamics", Mathematical Biosciences 40, 1978.
Hofbauer and Sigmund, "Evolutionary Games and Population Dynamics", 1998, sections 7.6 and 11.2 (averages over
time).  Knebel, Weber, Krüger and Frey, "Evolutionary games of condensates in coupled birth-death processes",
Nature Communications 6, 2015 (which survive).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.stats.estimates import CONFIDENCE, SHARE, Estimate

Floats = npt.NDArray[np.float64]

BLOCKS = 200
"""Into how many blocks of games the results are cut, which are drawn anew."""

DRAWS = 500
"""How often the games are drawn anew."""

SEED = 1
"""Of the draws, so that the same games always give the same interval."""

ALIVE = 1e-6
"""The least share of a player that survives; less is the solver's rounding."""


@dataclass(frozen=True)
class Survival:
    """What becomes of players in a population that copies what wins."""

    shares: Mapping[str, Estimate]
    """Each player's share in the long run, on average over time; 0 if it dies out."""

    often: Mapping[str, float]
    """In what share of the draws of the games it survives."""

    outcomes: Mapping[tuple[str, ...], float]
    """The sets of players that survive, with the share of the draws in which they do, the likeliest first."""

    @property
    def alive(self) -> tuple[str, ...]:
        """The players that survive by these games, in the order in which they were given."""
        return tuple(name for name, share in self.shares.items() if share.value > 0)

    @property
    def sure(self) -> float:
        """In what share of the draws the same players survive."""
        return self.outcomes.get(self.alive, 0.0)

    @property
    def is_settled(self) -> bool:
        """Whether the games are enough to say which survive."""
        return self.sure >= CONFIDENCE


def shares_in_the_long_run(leads: Floats) -> Floats:
    """Return the players' shares in the long run, on average over time, from equal shares.

    `leads` (float array, shape (n, n)): by how much the player of the row does better than that of the
    column; ``leads == -leads.T``.

    They add up to 1.  If players are exactly equal, their shares are as even as can be.
    """
    top = _top(leads)
    found = np.zeros(len(leads))
    own = leads[np.ix_(top, top)]
    if len(top) == 1:
        found[top] = 1.0
    elif len(top) == 3 and (np.abs(own) > 0).sum() == 6:  # a cycle of three
        facing = np.abs([own[1, 2], own[0, 2], own[0, 1]])
        found[top] = facing / facing.sum()
    else:
        found[top] = _even_mixture(own)
    return found


def _top(leads: Floats) -> npt.NDArray[np.intp]:
    """Return the fewest players that all beat everybody else: nobody else survives."""
    order = np.argsort(-(leads > 0).sum(axis=1) - 0.5 * (leads == 0).sum(axis=1), kind="stable")
    for count in range(1, len(order)):
        if (leads[np.ix_(order[:count], order[count:])] > 0).all():
            return np.sort(order[:count])
    return np.sort(order)


def _even_mixture(leads: Floats) -> Floats:
    """Return the mixture against which no player gains; of several the most even one."""
    count, largest = len(leads), float(np.abs(leads).max())
    leads = leads / largest if largest else leads  # the solver's tolerance knows no unit
    eye, none = np.eye(count), np.zeros((count, count))
    from scipy.optimize import linprog

    solved = linprog(
        np.concatenate([np.zeros(count), -np.ones(count)]),  # the sum of what each has, up to an even share
        A_ub=np.block([[leads, none], [-eye, eye]]),
        b_ub=np.zeros(2 * count),
        A_eq=np.concatenate([np.ones(count), np.zeros(count)])[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * count + [(0, 1 / count)] * count,
    )
    shares = np.where(solved.x[:count] < ALIVE, 0.0, solved.x[:count])
    return np.asarray(shares / shares.sum())


def in_blocks(games: Floats, most: int = BLOCKS) -> Floats:
    """Return the means of blocks of a pair's games, at most some blocks."""
    if len(games) <= most:
        return games
    return np.array([block.mean() for block in np.array_split(games, most)])


def block_of(game: pl.Expr, games: int) -> pl.Expr:
    """Return the number of the block that a game, counted from 0, belongs to."""
    return game * min(BLOCKS, games) // games


def survival_of(
    names: Sequence[str], blocks: Mapping[tuple[str, str], Floats], draws: int = DRAWS
) -> Survival:
    """Return which players survive, drawing the games anew to say how sure that is (a bootstrap).

    * `blocks`: for every two players, by how much the first does better than the second, on average over each
      block of games (`in_blocks`).  Block i has the same chance for all pairs, so that it is drawn for all.
    * `draws`: how often the games are drawn anew.
    """
    place = {name: i for i, name in enumerate(names)}
    rows, columns = np.array([(place[one], place[other]) for one, other in blocks]).T
    count = min(map(len, blocks.values()))
    results = np.stack([in_blocks(block, count) for block in blocks.values()])
    drawn = np.random.default_rng(SEED).multinomial(count, np.full(count, 1 / count), draws) / count

    def shares_of(means: Floats) -> Floats:
        leads = np.zeros((len(names), len(names)))
        leads[rows, columns], leads[columns, rows] = means, -means
        return shares_in_the_long_run(leads)

    found = shares_of(results.mean(axis=1))
    again = np.stack([shares_of(means) for means in drawn @ results.T])
    low, high = np.quantile(again, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    alive = Counter(tuple(name for name, share in zip(names, row, strict=True) if share > 0) for row in again)
    return Survival(
        {
            name: Estimate(float(found[i]), float(low[i]), float(high[i]), count, "bootstrap", SHARE)
            for i, name in enumerate(names)
        },
        {name: float((again[:, i] > 0).mean()) for i, name in enumerate(names)},
        {survivors: often / draws for survivors, often in alive.most_common()},
    )
