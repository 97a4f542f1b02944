"""The summary of a run: from tallies to a table of estimates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from simkit.stats.estimates import Estimate, mean, quantile, wilson
from simkit.stats.tally import Tally

SCHEMA = {
    "scenario": pl.Int32,
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

Key = tuple[str, str]
"""Of what, and which column: ("game", "turns"), ("player 0", "score"), ("seat 1", "won") ..."""

QUANTILES = {"q05": 0.05, "median": 0.5, "q95": 0.95}


def summarise(
    tallies: Mapping[int, Mapping[Key, Tally]],
    labels: Mapping[Key, Sequence[str]],
    yes_no: frozenset[Key] = frozenset(),
) -> pl.DataFrame:
    """Return a long table: one row an estimate.

    Parameters
    ----------
    tallies : mapping
        Scenario -> (of what, column) -> distribution.
    labels : mapping
        For columns that are codes, by (of what, column): what 0, 1, 2 ... mean.  Their levels' shares are
        estimated.
    yes_no : frozenset of (str, str)
        Columns whose share of yes is estimated.

    Returns
    -------
    polars.DataFrame
        Columns as in `SCHEMA`: `low` and `high` are the 95 % interval, null where there is none.
    """
    rows: list[tuple[Any, ...]] = []
    for scenario in sorted(tallies):
        for key, tally in tallies[scenario].items():
            rows += [
                (scenario, *key, *estimate)
                for estimate in _estimates(tally, labels.get(key, ()), key in yes_no)
            ]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row").fill_nan(None)


def _estimates(tally: Tally, labels: Sequence[str], yes_no: bool) -> list[tuple[Any, ...]]:
    if yes_no:
        return [_row("", "rate", wilson(tally.count_of(1), tally.total))]
    if labels:
        counts = zip(tally.values.tolist(), tally.counts.tolist(), strict=True)
        return [_row(level_of(code, labels), "rate", wilson(n, tally.total)) for code, n in counts]
    spread = Estimate(tally.variance**0.5, float("nan"), float("nan"), tally.total, "exact")
    ends = [
        Estimate(value, float("nan"), float("nan"), tally.total, "exact")
        for value in (int(tally.values[0]), int(tally.values[-1]))
    ]
    return [
        _row("", "mean", mean(tally)),
        _row("", "sd", spread),
        _row("", "min", ends[0]),
        *(_row("", name, quantile(tally, q)) for name, q in QUANTILES.items()),
        _row("", "max", ends[1]),
    ]


def level_of(code: int, labels: Sequence[str]) -> str:
    """Return what a code means; "code 7" if it has no label."""
    return labels[code] if 0 <= code < len(labels) else f"code {code}"


def _row(level: str, statistic: str, e: Estimate) -> tuple[Any, ...]:
    return level, statistic, float(e.value), float(e.low), float(e.high), e.n, e.method
