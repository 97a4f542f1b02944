"""Makes the summary of a run: a table of estimates, from distributions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from simkit.stats.distributions import Distributions, Floats, Ints
from simkit.stats.estimates import Estimates, means, quantiles, shares
from simkit.stats.whose import Whose

SCHEMA = {
    "scenario": pl.Int64,
    "of": pl.String,
    "column": pl.String,
    "level": pl.String,
    "statistic": pl.String,
    "estimate": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "n": pl.Int64,
    "method": pl.String,
}

Key = tuple[Whose, str]
"""Whose a column is, and its name: the game's turns, player 0's score, seat 1's won; in games with a column
for the turn order also place 0's won, that of the player who begins."""

QUANTILES = {"q05": 0.05, "median": 0.5, "q95": 0.95}

STATISTICS = ("rate", "mean", "sd", "min", *QUANTILES, "max")
"""What is estimated of a column: the rate of yes or of a label, or of numbers the others."""

_Block = tuple[str, str, Ints, Estimates]
"""Rows with one level and one statistic: the level, the statistic, the scenarios, their estimates."""


def summarise(
    distributions: Mapping[Key, Distributions],
    labels: Mapping[Key, Sequence[str]],
    yes_no: frozenset[Key] = frozenset(),
) -> pl.DataFrame:
    """Return a table with one row per estimate, in the order of the scenarios and of the mapping.

    * `distributions`: (whose, column) -> the distribution in each scenario that has it; the groups are the
      scenarios.
    * `labels`: for columns that are codes, by (whose, column): the labels of 0, 1, 2 ...  The share of each
      is estimated.
    * `yes_no` (frozenset of (Whose, str)): columns whose share of yes is estimated.

    Returns columns as in `SCHEMA`: `low` and `high` are the 95 % interval, null where there is none.
    """
    are_numbers = {
        key: distribution
        for key, distribution in distributions.items()
        if key not in yes_no and not labels.get(key)
    }
    numbers = _blocks_of_numbers(are_numbers)
    blocks = [
        (key, block)
        for key, groups in distributions.items()
        for block in numbers.get(key) or _blocks_of_rates(groups, labels.get(key, ()))
    ]
    words = pl.DataFrame(
        [
            (of.name, column, level, statistic, found.method)
            for (of, column), (level, statistic, _, found) in blocks
        ],
        schema={name: SCHEMA[name] for name in ("of", "column", "level", "statistic", "method")},
        orient="row",
    )
    found = [estimates for _, (_, _, _, estimates) in blocks]
    scenarios = np.concatenate([block[2] for _, block in blocks])
    # The sort is stable: within a scenario, rows stay in the order in which they were made.
    order = np.argsort(scenarios, kind="stable")
    columns = {
        "scenario": scenarios.astype(np.int64),
        "estimate": np.concatenate([estimates.values for estimates in found]),
        "low": np.concatenate([estimates.low for estimates in found]),
        "high": np.concatenate([estimates.high for estimates in found]),
        "n": np.concatenate([estimates.n for estimates in found]),
    }
    which = np.repeat(np.arange(len(blocks)), [len(block[2]) for _, block in blocks])
    rows = {name: pl.Series(values[order], nan_to_null=True) for name, values in columns.items()}
    rows |= words[which[order]].to_dict()
    return pl.DataFrame({name: rows[name] for name in SCHEMA})


def _blocks_of_rates(groups: Distributions, labels: Sequence[str]) -> Iterator[_Block]:
    """Yield the rates of a column with labels, or without them the rate of yes."""
    if not labels:
        yield "", "rate", groups.names, shares(groups.counts_of(1), groups.totals)
        return
    totals = np.repeat(groups.totals, np.diff(groups.starts, append=len(groups.groups)))
    for code in np.unique(groups.values).tolist():
        own = groups.values == code
        rates = shares(groups.counts[own], totals[own])
        yield level_of(code, labels), "rate", groups.groups[own], rates


def _blocks_of_numbers(distributions: Mapping[Key, Distributions]) -> dict[Key, list[_Block]]:
    """Return the blocks of columns of numbers; all are estimated together, because each call takes long."""
    blocks: dict[Key, list[_Block]] = {key: [] for key in distributions}
    alike: dict[tuple[Any, bool], list[Key]] = {}
    for key, groups in distributions.items():
        alike.setdefault((groups.values.dtype, groups.is_small), []).append(key)
    for keys in alike.values():
        every = [distributions[key] for key in keys]
        ends = np.cumsum([len(groups.names) for groups in every])[:-1]
        for statistic, found in _of_numbers(Distributions.stacked(every)):
            for key, groups, estimates in zip(keys, every, found.split(ends), strict=True):
                blocks[key].append(("", statistic, groups.names, estimates))
    return blocks


def _of_numbers(groups: Distributions) -> Iterator[tuple[str, Estimates]]:
    yield "mean", means(groups)
    yield "sd", _exact(np.sqrt(groups.variances), groups)
    yield "min", _exact(groups.lowest.astype(np.float64), groups)
    for name, q in QUANTILES.items():
        yield name, quantiles(groups, q)
    yield "max", _exact(groups.highest.astype(np.float64), groups)


def _exact(values: Floats, groups: Distributions) -> Estimates:
    no_end = np.full(len(values), np.nan)
    return Estimates(values, no_end, no_end, groups.totals, "exact")


def level_of(code: int, labels: Sequence[str]) -> str:
    """Return the label of a code; "code 7" if it has none."""
    return labels[code] if 0 <= code < len(labels) else f"code {code}"
