"""Compares the summary of a run with the one that its tables come to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import numpy as np
import polars as pl

from simkit.errors import BadInput
from simkit.run.store.directory import RunDirectory
from simkit.run.store.files import first_line
from simkit.run.store.incomplete import joined, ranges_in
from simkit.run.store.manifest import ANEW, SCENARIOS, SUMMARY
from simkit.run.store.parquet import DAMAGED
from simkit.run.store.summing import estimates_of

KEYS = ("scenario", "of", "column", "level", "statistic")
"""The columns of a summary that say what a row is about."""

VALUES = ("estimate", "low", "high", "n", "method")

AS_GOOD_AS_EQUAL = 1e-9
"""Other versions of libraries may add in another order."""


def require_summary(run: RunDirectory) -> None:
    """Complain unless a whole run has the scenarios and games that it was begun with, and their summary.

    Checksums do not tell: a person who changes a file can write others.
    """
    with suppress(*DAMAGED):
        if not run.has_own_scenarios():
            raise BadInput(f"{run.path}: {SCENARIOS} does not have the scenarios of this run; {ANEW}")
    numbers: dict[int, list[range]] = {}
    expected = estimates_of(run, run.game, run.parts, numbers)
    for scenario in run.line_ups:
        if list(joined(numbers.get(scenario, []))) != joined(ranges_in(np.asarray(run.numbers(scenario)))):
            raise BadInput(
                f"{run.path}: the tables do not have the games of scenario {scenario}, each once; {ANEW}"
            )
    try:
        said = next(_differing(run.estimates(), expected), "")
    except pl.exceptions.PolarsError as error:
        said = first_line(error)
    if said:
        raise BadInput(f"{run.path}: {SUMMARY} is not what the tables come to: {said}; {ANEW}")


def _differing(found: pl.DataFrame, expected: pl.DataFrame) -> Iterator[str]:
    """Yield, in words, how the rows of two summaries differ."""
    for column in (*KEYS, *VALUES):
        if column not in found.columns:
            yield f"it has no column {column}"
            return
    both = found.join(expected, on=KEYS, how="full", nulls_equal=True, suffix="_of_tables", coalesce=True)
    if len(both) != len(found) or len(found) != len(expected):
        yield f"it has {len(found):,} rows, they come to {len(expected):,}"
        return
    for column in VALUES:
        own, other = pl.col(column), pl.col(f"{column}_of_tables")
        is_same = own.eq_missing(other)
        if found.schema[column].is_float():
            is_same |= ((own - other).abs() <= AS_GOOD_AS_EQUAL * pl.max_horizontal(own.abs(), 1)).fill_null(
                value=False
            )
        for row in both.filter(~is_same).sort("scenario").head(1).iter_rows(named=True):
            about = " ".join(str(row[key]) for key in KEYS[1:] if row[key] not in (None, ""))
            yield (
                f"in scenario {row['scenario']} the {column} of {about} is {row[column]}, the tables have "
                f"{row[f'{column}_of_tables']}"
            )
