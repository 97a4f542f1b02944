"""A report on any run of any game: what was estimated, scenario by scenario."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from typing import Any

import polars as pl

from reports.shared.general_changes import (
    LABEL,
    MOST_ROWS,
    all_changes,
    change_finding,
    change_keys,
    change_section,
)
from reports.shared.general_wins import Wins, all_wins, win_finding, win_keys
from simkit.engine.columns import Column
from simkit.experiment.factors import heading
from simkit.plugins import find_game
from simkit.report.charts import dots
from simkit.report.document import Block, Figure, Report, Section, Table, Text
from simkit.report.figures import LINE, PALETTE, new_figure
from simkit.report.parts import (
    apart,
    assumptions_section,
    estimates,
    facts,
    opening,
    percent,
    rate_table,
    reproduce_section,
)
from simkit.report.settings import variants_section
from simkit.run.directory import RunDirectory
from simkit.run.stopped import STOPPED

CAP = "_cap"
"""How labels of limits end: simkit's `decision_cap`, and those of a game's own."""

MOST_DRAWN = 120
"""Scenarios that figures can show; beyond that the tables have to do."""

PAGE = 105
"""Characters of a table that fit across the PDF's page."""


def report(run: RunDirectory) -> Report:
    """Return the report."""
    everybody = all_wins(run)
    changes = all_changes(everybody[0]) if everybody else []
    looked_at = sum(len(change.pairs) for change in changes)
    keys = [
        *(key for wins in everybody[:1] for key in win_keys(wins)),
        *(key for change in changes for key in change_keys(change, looked_at)),
        *(key for wins in everybody[1:] for key in win_keys(wins)),
    ]
    return Report(
        title=run.manifest["experiment"]["title"],
        subtitle=run.manifest["experiment"]["description"],
        facts=facts(run),
        key_figures=keys[:4],
        findings=[
            *_end_finding(run),
            *(win_finding(wins) for wins in everybody[:1]),
            *(change_finding(change, looked_at) for change in changes),
            *(win_finding(wins) for wins in everybody[1:]),
            *([] if everybody else ["The game has no column `won`: what it counts is told below."]),
        ],
        sections=[
            *(_section(wins) for wins in everybody[:1]),
            *(change_section(change) for change in changes),
            *(_section(wins) for wins in everybody[1:]),
            Section("Means", _means(run)),
            *_shares(run),
            *variants_section(run),
            assumptions_section(run),
            reproduce_section(run),
        ],
    )


def _section(wins: Wins) -> Section:
    table = rate_table(wins.run, f"Win rate{wins.who} in every scenario.", wins.of)
    figures = _dots(wins) if 1 < len(wins.rates) <= MOST_DRAWN else []
    rest = [Text(wins.rest_told)] if wins.rest else []
    return Section(f"Wins{wins.who}", [*rest, *figures, table])


def _dots(wins: Wins) -> list[Figure]:
    """Return the scenarios' win rates in as many figures as the page needs, all to the same scale."""
    parts = -(-len(wins.rates) // MOST_ROWS)
    each = -(-len(wins.rates) // parts)
    ends = 100 * float(wins.rates["low"].min()), 100 * float(wins.rates["high"].max())  # type: ignore[arg-type]
    room = 0.03 * (ends[1] - ends[0])
    return [
        _dots_of(wins, wins.rates[part * each : (part + 1) * each], (ends[0] - room, ends[1] + room), part)
        for part in range(parts)
    ]


def _dots_of(wins: Wins, rates: pl.DataFrame, scale: tuple[float, float], part: int) -> Figure:
    labels = [textwrap.fill(wins.in_levels(row), LABEL) for row in rates.iter_rows(named=True)]
    lines = max(label.count("\n") for label in labels)
    figure, axes = new_figure(1, 1, (0.22 + LINE * lines) * len(rates) + 0.9)
    value, low, high = (rates[name].to_numpy() for name in ("estimate", "low", "high"))
    dots(axes[0, 0], labels, value, low, high, PALETTE[0])
    axes[0, 0].set_xlim(*scale)
    axes[0, 0].set_xlabel("win rate, %")
    return Figure(
        f"wins_{wins.of.replace(' ', '_')}" + (f"_{part + 1}" if part else ""),
        figure,
        f"Win rate{wins.who} with 95 % intervals{', continued' if part else ''}.",
        "One dot with an interval a scenario.",
    )


def _counted(run: RunDirectory) -> list[Column]:
    """Return the columns that count something, and not only nothing."""
    game = find_game(run.manifest["experiment"]["game"])
    means = run.summary().filter(
        (pl.col("statistic") == "mean") & (pl.col("of") == "game") & (pl.col("estimate") != 0)
    )
    return [column for column in game.columns if column.unit and column.name in means["column"]]


def _means(run: RunDirectory) -> list[Block]:
    frame = run.scenarios().select(pl.col("scenario").alias("no."))
    words = {}
    for column in _counted(run):
        means = estimates(run, column.name, "mean")
        name = column.name.replace("_", " ")
        frame = frame.join(
            means.select(pl.col("scenario").alias("no."), pl.col("estimate").alias(name)),
            on="no.", how="left", maintain_order="left",
        )  # fmt: skip
        words[name] = f"{column.description} ({column.unit})"
    introduction = (
        "What is counted in a game, on average over the games of each scenario; what is 0 in every game is "
        "left out."
    )
    return [Text(introduction), *_beside_levels(run, frame, "Means", "{:.2f}".format, words)]


def _beside_levels(
    run: RunDirectory,
    frame: pl.DataFrame,
    caption: str,
    form: Callable[[Any], str],
    words: Mapping[str, str] | None = None,
) -> list[Table]:
    """Return the columns of a frame beside the scenarios' levels, in as many tables as the page needs.

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
        named = {name: apart(name, levels.columns) for name in batch}
        part = levels.join(frame.select("no.", *batch).rename(named), on="no.", maintain_order="left")
        told = f"{caption}{', continued' if tables else ''}"
        meanings = "; ".join(f"{named[name]}: {words[name]}" for name in batch) if words else ""
        told += f". {opening(meanings)}." if meanings else "."
        tables.append(Table(part, told, dict.fromkeys(named.values(), form)))
    return tables


def _width(frame: pl.DataFrame) -> int:
    """Return how many characters a table's columns are wide, numbers being short."""
    cells = frame.select(pl.col(pl.String).str.len_chars().max())
    return sum(max(len(name), cells[name][0] or 0 if name in cells else 0) + 3 for name in frame.columns)


def _scenarios(run: RunDirectory) -> pl.DataFrame:
    frame = run.scenarios().drop("knobs", "players")
    return frame.rename({"scenario": "no."} | {factor: heading(factor) for factor in run.factors})


def _shares(run: RunDirectory) -> list[Section]:
    """Return a section for each column that is a code, if there is more than one: their shares.

    How games end is told even if all end alike.
    """
    game = find_game(run.manifest["experiment"]["game"])
    sections = []
    for column in (column for column in game.columns if column.labels):
        rows = run.summary().filter((pl.col("column") == column.name) & (pl.col("of") == "game"))
        levels = rows["level"].unique().to_list()
        if len(levels) == 1 and STOPPED in column.labels:
            sections.append(
                Section(opening(column.description), [Text(f"In every game: {_plain(levels[0])}.")])
            )
        if len(levels) < 2:
            continue
        wide = rows.pivot(on="level", index="scenario", values="estimate").rename({"scenario": "no."})
        wide = wide.with_columns(pl.exclude("no.").fill_null(0.0))
        wide = wide.rename({level: _plain(level) for level in wide.columns})
        caption = f"{opening(column.description)}, in shares of games"
        sections.append(Section(opening(column.description), _beside_levels(run, wide, caption, percent)))
    return sections


def _plain(level: str) -> str:
    return level.replace("_", " ")


def _end_finding(run: RunDirectory) -> list[str]:
    """Return that all games ended at a limit, if so: then wins tell little."""
    game = find_game(run.manifest["experiment"]["game"])
    columns = [column.name for column in game.columns if STOPPED in column.labels]
    ends = run.summary().filter(pl.col("of") == "game", pl.col("column").is_in(columns), estimate=1.0)
    limits = ends.filter(pl.col("level").str.ends_with(CAP))
    if len(limits) < len(run.scenarios()):
        return []
    caps = [_plain(level) for level in limits["level"].unique().sort()]
    return [f"All games ended at the {' or the '.join(caps)}."]
