"""Reports means of counts and shares of codes, scenario by scenario."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from typing import Any

import polars as pl

from simkit.document.blocks import Block, Figure, Part, Section, Table, Text
from simkit.document.charts import LABEL, MOST_ROWS
from simkit.engine.base.columns import STOPPED, Column
from simkit.experiment.factors import short_label
from simkit.language import opening, outcome_heading
from simkit.report.sections.endings import ends_figure
from simkit.results.columns import game_columns, in_order, label_in_words
from simkit.results.result import results_of
from simkit.results.scenarios import in_levels
from simkit.results.wins import estimates, wins_reported
from simkit.run.findings.targeted import estimate_of
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.estimates import percent

CAP = "_cap"
"""The ending of labels for limits: simkit's `decision_cap`, and a game's own."""

PAGE = 105
"""The characters of a table's row that fit across the PDF's page."""


class Limits(Part):
    """Whether games end, or all stop at a limit, so that wins say little."""

    def __init__(self, run: RunDirectory) -> None:
        self._run = run

    def cautions(self) -> list[str]:
        """Return a sentence if all games ended at a limit."""
        return limit_findings(self._run)


class Means(Part):
    """What else is counted: means, how often things happen, in which ways games end."""

    def __init__(self, run: RunDirectory) -> None:
        self._run = run

    def cautions(self) -> list[str]:
        """Return a sentence if nothing but counts can be shown."""
        if wins_reported(self._run):
            return []
        return ["The game declares no objective; its counts are shown below."]

    def sections(self) -> list[Section]:
        """Return the sections of means, of shares, and of each column that is a code."""
        return [*means_section(self._run), *rates_section(self._run), *share_sections(self._run)]


def counted(run: RunDirectory) -> list[Column]:
    """Return the columns that count something and are not always zero."""
    means = run.estimates().filter(
        (pl.col("statistic") == "mean") & (pl.col("of") == "game") & (pl.col("estimate") != 0)
    )
    return [column for column in game_columns(run) if column.unit and column.name in means["column"]]


def means_section(run: RunDirectory) -> list[Section]:
    """Return the section with the means of the columns that count something; none if nothing does."""
    frame = run.scenario_rows().select(pl.col("scenario").alias("no."))
    words = {}
    for column in counted(run):
        means = estimates(run, column.name, "mean")
        name = column.name.replace("_", " ")
        frame = frame.join(
            pl.DataFrame(
                {"no.": means["scenario"], name: [f"{estimate_of(row):side}" for row in means.to_dicts()]}
            ),
            on="no.", how="left", maintain_order="left",
        )  # fmt: skip
        words[name] = f"{column.description} ({column.unit})"
    introduction = (
        "What is counted per game, on average over the games of each scenario; what is 0 in every game is "
        "left out. After \N{PLUS-MINUS SIGN}: half the 95 % interval."
    )
    blocks: list[Block] = [Text(introduction), *_beside_levels(run, frame, "Means", str, words)]
    return [Section("Means", blocks)] if words else []


def _beside_levels(
    run: RunDirectory,
    frame: pl.DataFrame,
    caption: str,
    form: Callable[[Any], str],
    words: Mapping[str, str] | None = None,
) -> list[Table]:
    """Return a frame's columns beside the scenarios' levels, split into tables that fit on the page.

    Long levels are left to the tables of wins: scenarios have the same numbers there.  What columns mean, if
    their headings don't say it, stands in `words` and goes into the captions.
    """
    levels = _scenarios(run)
    if _width(levels) > PAGE / 2:
        levels = levels.select("no.")
    batches: list[list[str]] = [[]]
    for name in frame.columns[1:]:
        if batches[-1] and _width(levels) + _width(frame.select(*batches[-1], name)) > PAGE:
            batches.append([])
        batches[-1].append(name)
    tables: list[Table] = []
    for batch in batches:
        named = {name: outcome_heading(name, levels.columns) for name in batch}
        part = levels.join(frame.select("no.", *batch).rename(named), on="no.", maintain_order="left")
        words_below = f"{caption}{', continued' if tables else ''}"
        meanings = "; ".join(f"{named[name]}: {words[name]}" for name in batch) if words else ""
        words_below += f". {opening(meanings)}." if meanings else "."
        tables.append(Table(part, words_below, dict.fromkeys(named.values(), form)))
    return tables


def _width(frame: pl.DataFrame) -> int:
    """Return the width of a table's columns in characters, assuming that numbers are short."""
    cells = frame.select(pl.col(pl.String).str.len_chars().max())
    return sum(max(len(name), cells[name][0] or 0 if name in cells else 0) + 3 for name in frame.columns)


def _scenarios(run: RunDirectory) -> pl.DataFrame:
    frame = run.scenario_rows().drop("knobs", "players")
    return frame.rename(
        {"scenario": "no."} | {factor: short_label(vocabulary_of(run), factor) for factor in run.factors}
    )


def share_sections(run: RunDirectory) -> list[Section]:
    """Return a section with the shares of each column that is a code, if there are several.

    How games end is reported even if all end the same way.
    """
    sections = []
    for column in (column for column in game_columns(run) if column.labels):
        rows = run.estimates().filter((pl.col("column") == column.name) & (pl.col("of") == "game"))
        levels = rows["level"].unique().to_list()
        if len(levels) == 1 and STOPPED in column.labels:
            sections.append(
                Section(
                    opening(column.description),
                    [Text(f"In every game: {label_in_words(column, levels[0])}.")],
                )
            )
        if len(levels) < 2:
            continue
        wide = rows.pivot(on="level", index="scenario", values="estimate").rename({"scenario": "no."})
        wide = wide.with_columns(pl.exclude("no.").fill_null(0.0))
        order = ["no.", *in_order(column, levels)]
        wide = wide.select(order).rename({level: label_in_words(column, level) for level in order[1:]})
        caption = f"{opening(column.description)}, in shares of games"
        tables = _beside_levels(run, wide, caption, percent)
        sections.append(
            Section(opening(column.description), [*_shares_figure(run, column, caption), *tables])
        )
    return sections


def _shares_figure(run: RunDirectory, column: Column, caption: str) -> list[Figure]:
    """Return the shares of the ways in which games end as stacked bars, a row per scenario."""
    scenarios = run.scenario_rows().sort("scenario")
    if STOPPED not in column.labels or not 1 < len(scenarios) <= MOST_ROWS:
        return []
    rows = {
        textwrap.fill(in_levels(run, row), LABEL): [row["scenario"]]
        for row in scenarios.iter_rows(named=True)
    }
    bars = "Stacked bars, one per scenario: the share of each ending."
    words = "Numbers are per cent of games."
    return [ends_figure(run, column, {"": rows}, words, bars, name=f"shares_{column.name}")]


def rates_section(run: RunDirectory) -> list[Section]:
    """Return the section with the shares of all yes-or-no columns that are not objectives."""
    results = {result.column for result in results_of(run)}
    names = [c.name for c in game_columns(run) if c.is_yes_no and c.name not in results]
    rates = run.estimates().filter(
        pl.col("column").is_in(names), pl.col("estimate") > 0, of="game", statistic="rate"
    )
    shown = [column for column in game_columns(run) if column.name in rates["column"]]
    if not shown:
        return []
    frame = run.scenario_rows().select(pl.col("scenario").alias("no."))
    for column in shown:
        own = rates.filter(column=column.name).select(
            pl.col("scenario").alias("no."), pl.col("estimate").alias(column.heading)
        )
        frame = frame.join(own, on="no.", how="left", maintain_order="left")
    words = {column.heading: column.description for column in shown}
    frame = frame.with_columns(pl.exclude("no.").fill_null(0.0))
    tables = _beside_levels(run, frame, "In shares of games", percent, words)
    return [Section("How often", tables)]


def limit_findings(run: RunDirectory) -> list[str]:
    """Return a caution if all games ended at a limit, because wins then say little."""
    columns = [column.name for column in game_columns(run) if STOPPED in column.labels]
    ends = run.estimates().filter(pl.col("of") == "game", pl.col("column").is_in(columns), estimate=1.0)
    limits = ends.filter(pl.col("level").str.ends_with(CAP))
    if len(limits) < len(run.scenario_rows()):
        return []
    caps = [level.replace("_", " ") for level in limits["level"].unique().sort()]
    return [f"All games ended at the {' or the '.join(caps)}."]
