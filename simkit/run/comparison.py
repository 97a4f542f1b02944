"""What changed from one run to another: the same games under two sets of rules or strategies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from simkit.errors import Complaint
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import Estimate, paired_difference, unpaired_difference
from simkit.stats.tally import Tally


@dataclass(frozen=True)
class Change:
    """How the mean of one column changed in one scenario.

    Parameters
    ----------
    levels : dict
        The scenario's factor levels, which both runs share.
    column : str
        Which column.
    before, after : float
        The means, over the games compared.
    difference : Estimate
        ``after - before`` with its interval.
    """

    levels: dict[str, str]
    column: str
    before: float
    after: float
    difference: Estimate


def compare_runs(before: RunDirectory, after: RunDirectory) -> list[Change]:
    """Return the change of every outcome column's mean in every scenario that two runs share.

    Scenarios are the same if their factor levels are.  If the seed is the same too, game n of one run is
    compared with game n of the other: common random numbers, so that luck cancels out.

    Raises
    ------
    Complaint
        If the runs are of different games, share no scenario, or are not finished.
    """
    for run in (before, after):
        run.require_finished()
    names = [run.manifest["experiment"]["game"] for run in (before, after)]
    if names[0] != names[1]:
        raise Complaint(f"the runs are of different games: {names[0]} and {names[1]}")
    paired = before.manifest["experiment"]["seed"] == after.manifest["experiment"]["seed"]
    return [
        change
        for levels, first, second in _shared_scenarios(before, after)
        for change in _changes(levels, _games(before, first), _games(after, second), paired)
    ]


def _shared_scenarios(before: RunDirectory, after: RunDirectory) -> Iterator[tuple[dict[str, str], int, int]]:
    factors = before.factors
    if set(factors) != set(after.factors):
        lists = [", ".join(run.factors) or "none" for run in (before, after)]
        raise Complaint(f"the runs vary different factors: {lists[0]}; and {lists[1]}")
    scenarios = [run.scenarios().select("scenario", *factors) for run in (before, after)]
    keys = {tuple(row[1:]): row[0] for row in scenarios[1].iter_rows()}
    shared = [(row[1:], row[0], keys[row[1:]]) for row in scenarios[0].iter_rows() if row[1:] in keys]
    if not shared:
        raise Complaint("the runs share no scenario: their factors have no level in common")
    for levels, first, second in shared:
        yield dict(zip(factors, levels, strict=True)), first, second


def _games(run: RunDirectory, scenario: int) -> pl.DataFrame:
    return run.games([scenario]).sort("game").collect()


def _changes(
    levels: dict[str, str], before: pl.DataFrame, after: pl.DataFrame, paired: bool
) -> Iterator[Change]:
    if paired:  # only games that both runs have
        before, after = before.head(len(after)), after.head(len(before))
    for name in before.columns:
        if name in ("scenario", "game") or name not in after.columns:
            continue
        first, second = before[name].to_numpy(), after[name].to_numpy()
        shares = first.dtype == np.bool_
        difference = (
            paired_difference(
                first.astype(np.float64), second.astype(np.float64), most=1.0 if shares else np.inf
            )
            if paired
            else unpaired_difference(Tally.of(first), Tally.of(second), shares=shares)
        )
        yield Change(levels, name, float(first.mean()), float(second.mean()), difference)
