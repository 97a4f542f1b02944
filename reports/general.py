"""A report on any run of any game: what was estimated, scenario by scenario."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import polars as pl

from simkit.plugins import find_game
from simkit.report.charts import dots
from simkit.report.document import Block, Figure, KeyFigure, Report, Section, Table, Text
from simkit.report.figures import PALETTE, new_figure
from simkit.report.parts import (
    assumptions_section,
    estimates,
    facts,
    in_levels,
    percent,
    rate_table,
    reproduce_section,
    short,
)
from simkit.run.directory import RunDirectory

MOST_DRAWN = 60
"""Scenarios that one figure can show; beyond that the tables have to do."""

PAGE = 105
"""Characters of a table that fit across the PDF's page."""


def report(run: RunDirectory) -> Report:
    """Return the report."""
    of = _whose_wins(run)
    wins = {who: estimates(run, "won", "rate", who) for who in of}
    sections = [Section(f"Wins{_suffix(run, who)}", _wins(run, who, frame)) for who, frame in wins.items()]
    sections += [
        Section("Means", _means(run)),
        *_shares(run),
        assumptions_section(run),
        reproduce_section(run),
    ]
    return Report(
        title=run.manifest["experiment"]["title"],
        subtitle=run.manifest["experiment"]["description"],
        facts=facts(run),
        key_figures=[key for who, frame in wins.items() for key in _keys(run, who, frame)][:4],
        findings=[finding for who, frame in wins.items() for finding in _findings(run, who, frame)],
        sections=sections,
    )


def _whose_wins(run: RunDirectory) -> list[str]:
    """Return of what there is a win rate: the game, or its players and seats."""
    won = run.summary().filter(pl.col("column") == "won")
    return sorted(won["of"].unique(maintain_order=True), key=lambda who: who.split()[0])


def _suffix(run: RunDirectory, who: str) -> str:
    """Return whose wins they are; a player is named with its strategy if it plays no other."""
    if who == "game":
        return ""
    kind, number = who.split()
    line_ups = [json.loads(line_up) for line_up in run.scenarios()["players"]]
    names = {line_up[int(number)]["strategy"] for line_up in line_ups if int(number) < len(line_up)}
    return f" of {who} ({names.pop()})" if kind == "player" and len(names) == 1 else f" of {who}"


def _keys(run: RunDirectory, who: str, wins: pl.DataFrame) -> list[KeyFigure]:
    rows = wins.sort("estimate", maintain_order=True)
    ends = [rows.row(-1, named=True)] + ([rows.row(0, named=True)] if len(rows) > 1 else [])
    return [KeyFigure(percent(r["estimate"]), f"wins{_suffix(run, who)}: {in_levels(run, r)}") for r in ends]


def _findings(run: RunDirectory, who: str, wins: pl.DataFrame) -> list[str]:
    rows = wins.sort("estimate", maintain_order=True)
    low, high = rows.row(0, named=True), rows.row(-1, named=True)
    if low["estimate"] == high["estimate"]:
        everywhere = " in every scenario" if len(rows) > 1 else ""
        return [f"The win rate{_suffix(run, who)} is {percent(low['estimate'])}{everywhere}."]
    return [
        f"The win rate{_suffix(run, who)} goes from {percent(low['estimate'])} ({in_levels(run, low)}) to "
        f"{percent(high['estimate'])} ({in_levels(run, high)})."
    ]


def _wins(run: RunDirectory, who: str, wins: pl.DataFrame) -> list[Block]:
    table = rate_table(run, "won", f"Win rate{_suffix(run, who)} in every scenario.", who)
    if not 1 < len(wins) <= MOST_DRAWN:
        return [table]
    return [_dots(run, who, wins), table]


def _dots(run: RunDirectory, who: str, wins: pl.DataFrame) -> Figure:
    figure, axes = new_figure(1, 1, 0.22 * len(wins) + 0.9)
    labels = [in_levels(run, row) for row in wins.iter_rows(named=True)]
    value, low, high = (wins[name].to_numpy() for name in ("estimate", "low", "high"))
    dots(axes[0, 0], labels, value, low, high, PALETTE[0])
    axes[0, 0].set_xlabel("win rate, %")
    return Figure(
        f"wins_{who.replace(' ', '_')}",
        figure,
        f"Win rate{_suffix(run, who)} with 95 % intervals.",
        "One dot with an interval a scenario.",
    )


def _counted(run: RunDirectory) -> list[str]:
    """Return the columns that count something, and not only nothing."""
    game = find_game(run.manifest["experiment"]["game"])
    means = run.summary().filter(
        (pl.col("statistic") == "mean") & (pl.col("of") == "game") & (pl.col("estimate") != 0)
    )
    return [column.name for column in game.columns if column.unit and column.name in means["column"]]


def _means(run: RunDirectory) -> list[Block]:
    frame = run.scenarios().select(pl.col("scenario").alias("no."))
    for column in _counted(run):
        means = estimates(run, column, "mean").select(
            pl.col("scenario").alias("no."), pl.col("estimate").alias(column)
        )
        frame = frame.join(means, on="no.", how="left", maintain_order="left")
    words = "Means of the columns that count something, without those that are 0 in every game."
    return [Text(words), *_beside_levels(run, frame, "Means", "{:.2f}".format)]


def _beside_levels(
    run: RunDirectory, frame: pl.DataFrame, caption: str, form: Callable[[Any], str]
) -> list[Table]:
    """Return the columns of a frame beside the scenarios' levels, in as many tables as the page needs.

    Long levels are left to the tables of wins: scenarios have the same numbers there.
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
        named = {name: _apart(name, levels) for name in batch}
        part = levels.join(frame.select("no.", *batch).rename(named), on="no.", maintain_order="left")
        words = f"{caption}{', continued' if tables else ''}."
        tables.append(Table(part, words, dict.fromkeys(named.values(), form)))
    return tables


def _width(frame: pl.DataFrame) -> int:
    """Return how many characters a table's columns are wide, numbers being short."""
    cells = frame.select(pl.col(pl.String).str.len_chars().max())
    return sum(max(len(name), cells[name][0] or 0 if name in cells else 0) + 3 for name in frame.columns)


def _scenarios(run: RunDirectory) -> pl.DataFrame:
    frame = run.scenarios().drop("knobs", "players")
    return frame.rename({"scenario": "no."} | {factor: short(factor) for factor in run.factors})


def _apart(name: str, frame: pl.DataFrame) -> str:
    """Return a heading that no factor has."""
    return f"{name} (outcome)" if name in frame.columns else name


def _shares(run: RunDirectory) -> list[Section]:
    """Return a section for each column that is a code, if there is more than one: their shares."""
    game = find_game(run.manifest["experiment"]["game"])
    sections = []
    for column in (column for column in game.columns if column.labels):
        rows = run.summary().filter((pl.col("column") == column.name) & (pl.col("of") == "game"))
        if rows["level"].n_unique() < 2:
            continue
        wide = rows.pivot(on="level", index="scenario", values="estimate").rename({"scenario": "no."})
        wide = wide.with_columns(pl.exclude("no.").fill_null(0.0))
        tables = _beside_levels(run, wide, f"{column.name}: {column.description}", percent)
        sections.append(Section(f"Shares: {column.name}", tables))
    return sections
