"""Says how much results depend on assumptions about the rules, using runs that vary them.

Such a run has the factor `assumptions`.  It is found among the runs beside a run, if it is of the same game
and code; a scenario of it counts where, as assumed, its rules and players are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl

from simkit.content.json_text import json_value
from simkit.errors import BadInput
from simkit.experiment.factors import AS_ASSUMED, ASSUMPTIONS
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import MANIFEST, when_made
from simkit.stats.estimates import Range

Place = tuple[int, str, str]
"""A scenario, what the column is of ("game", "player 0"), and the column."""


def spans_of(run: RunDirectory) -> dict[Place, Range]:
    """Return the range of each share and mean of a run, as assumed and under the alternatives, one at a time.

    Only scenarios are listed whose rules and players are also in an assumptions run; of several such runs the
    newest counts.
    """
    own = run.scenario_rows().select("scenario", "knobs", "players")
    spans: dict[Place, Range] = {}
    for other in _assumption_runs(run):
        alternatives = _alternatives(other)
        tried = {
            scenario: alternatives[knobs, players]
            for scenario, knobs, players in own.iter_rows()
            if (knobs, players) in alternatives
        }
        for place, span in _spans(other, tried).items():
            spans.setdefault(place, span)
    return spans


def _assumption_runs(run: RunDirectory) -> Iterator[RunDirectory]:
    """Yield neighbouring runs that vary the assumptions of the same game, the newest first."""
    if ASSUMPTIONS in run.factors:
        yield run
        return
    yield from neighbours(run, lambda experiment: ASSUMPTIONS in experiment["factors"])


def neighbours(run: RunDirectory, wanted: Callable[[dict[str, Any]], bool]) -> Iterator[RunDirectory]:
    """Yield finished runs beside a run, of the same game, content and code, the newest first.

    `wanted` returns whether a run counts, from the `experiment` of its manifest.
    """
    if run.path.resolve().parent.name != run.manifest["experiment"]["name"]:
        return  # it does not lie in a folder of runs
    runs = run.path.resolve().parent.parent
    for folder in sorted((file.parent for file in runs.glob(f"*/*/{MANIFEST}")), key=when_made, reverse=True):
        if _is_about(folder, run.manifest, wanted):
            yield RunDirectory(folder)  # who trusts a run has not named those beside it


def _is_about(folder: Path, manifest: dict[str, Any], wanted: Callable[[dict[str, Any]], bool]) -> bool:
    """Return True for a finished, wanted run of the same game, content and code."""
    try:
        found = json_value((folder / MANIFEST).read_text(encoding="utf-8"))
        if not wanted(found["experiment"]):
            return False
        other = RunDirectory(folder)
    except (BadInput, OSError, ValueError, KeyError, TypeError):  # damaged: left out
        return False
    experiment = other.manifest["experiment"]
    sources = manifest["sources"]
    return (
        other.finished
        and all(experiment.get(key) == manifest["experiment"].get(key) for key in ("game", "content"))
        and all(sources.get(name, digest) == digest for name, digest in other.manifest["sources"].items())
    )


def _alternatives(run: RunDirectory) -> dict[tuple[str, str], list[int]]:
    """Return groups of scenarios that differ in at most one assumption, by their rules and players."""
    others = [factor for factor in run.factors if factor != ASSUMPTIONS]
    settings: dict[tuple[str, ...], list[int]] = {}
    assumed: dict[tuple[str, ...], tuple[str, str]] = {}
    for row in run.scenario_rows().iter_rows(named=True):
        setting = tuple(row[factor] for factor in others)
        settings.setdefault(setting, []).append(row["scenario"])
        if row[ASSUMPTIONS] == AS_ASSUMED:
            assumed[setting] = row["knobs"], row["players"]
    return {rules: settings[setting] for setting, rules in assumed.items() if len(settings[setting]) > 1}


def _spans(run: RunDirectory, tried: dict[int, list[int]]) -> dict[Place, Range]:
    if not tried:
        return {}
    whose = pl.DataFrame(
        [(mine, other) for mine, others in tried.items() for other in others],
        schema={"mine": pl.Int64, "scenario": pl.Int64},
        orient="row",
    )
    rows = run.estimates().filter(pl.col("statistic").is_in(["rate", "mean"]) & (pl.col("level") == ""))
    found = (
        rows.join(whose, on="scenario")
        .group_by("mine", "of", "column")
        .agg(pl.col("estimate").min().alias("least"), pl.col("estimate").max().alias("most"))
    )
    return {(mine, of, column): (least, most) for mine, of, column, least, most in found.iter_rows()}
