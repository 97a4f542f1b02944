"""A report on any run of any game: what was estimated, scenario by scenario."""

from __future__ import annotations

import json

import numpy as np
import polars as pl

from simkit.plugins import find_game
from simkit.report.document import Block, Figure, KeyFigure, Report, Section, Table, Text
from simkit.report.figures import PALETTE, new_figure
from simkit.report.parts import (
    assumptions_section,
    estimates,
    facts,
    percent,
    rate_table,
    reproduce_section,
    short,
)
from simkit.run.directory import RunDirectory

MOST_DRAWN = 60
"""Scenarios that one figure can show; beyond that the tables have to do."""


def report(run: RunDirectory) -> Report:
    """Return the report."""
    of = _whose_wins(run)
    wins = {who: estimates(run, "won", "rate", who) for who in of}
    sections = [Section(f"Wins{_suffix(run, who)}", _wins(run, who, frame)) for who, frame in wins.items()]
    sections += [
        Section("Means", [Text("Means of every counted column, scenario by scenario."), _means(run)]),
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


def _levels(run: RunDirectory, row: dict[str, str]) -> str:
    return ", ".join(f"{short(factor)} {row[factor]}" for factor in run.factors) or "the only scenario"


def _keys(run: RunDirectory, who: str, wins: pl.DataFrame) -> list[KeyFigure]:
    rows = wins.sort("estimate")
    ends = [rows.row(-1, named=True)] + ([rows.row(0, named=True)] if len(rows) > 1 else [])
    return [KeyFigure(percent(r["estimate"]), f"wins{_suffix(run, who)}: {_levels(run, r)}") for r in ends]


def _findings(run: RunDirectory, who: str, wins: pl.DataFrame) -> list[str]:
    rows = wins.sort("estimate")
    low, high = rows.row(0, named=True), rows.row(-1, named=True)
    if low["estimate"] == high["estimate"]:
        everywhere = " in every scenario" if len(rows) > 1 else ""
        return [f"The win rate{_suffix(run, who)} is {percent(low['estimate'])}{everywhere}."]
    apart = "their intervals are apart" if low["high"] < high["low"] else "their intervals overlap"
    return [
        f"The win rate{_suffix(run, who)} goes from {percent(low['estimate'])} ({_levels(run, low)}) to "
        f"{percent(high['estimate'])} ({_levels(run, high)}); {apart}."
    ]


def _wins(run: RunDirectory, who: str, wins: pl.DataFrame) -> list[Block]:
    table = rate_table(run, "won", f"Win rate{_suffix(run, who)} in every scenario.", who)
    if not 1 < len(wins) <= MOST_DRAWN:
        return [table]
    return [_dots(run, who, wins), table]


def _dots(run: RunDirectory, who: str, wins: pl.DataFrame) -> Figure:
    figure, axes = new_figure(1, 1, 0.22 * len(wins) + 0.9)
    panel, y = axes[0, 0], np.arange(len(wins))
    value, low, high = (100 * wins[name].to_numpy() for name in ("estimate", "low", "high"))
    panel.errorbar(value, y, xerr=[value - low, high - value], fmt="o", ms=4, color=PALETTE[0], lw=1.2)
    panel.set_yticks(y, [_levels(run, row) for row in wins.iter_rows(named=True)])
    panel.invert_yaxis()
    panel.set_xlabel("win rate, %")
    panel.grid(axis="x")
    return Figure(
        f"wins_{who.replace(' ', '_')}",
        figure,
        f"Win rate{_suffix(run, who)} with 95 % intervals.",
        "One dot with an interval a scenario.",
    )


def _counted(run: RunDirectory) -> list[str]:
    """Return the columns that have a mean: those that count something."""
    game = find_game(run.manifest["experiment"]["game"])
    means = run.summary().filter((pl.col("statistic") == "mean") & (pl.col("of") == "game"))["column"]
    return [column.name for column in game.columns if column.unit and column.name in means]


def _means(run: RunDirectory) -> Table:
    frame, columns = _scenarios(run), _counted(run)
    names = [_apart(column, frame) for column in columns]
    for column, name in zip(columns, names, strict=True):
        means = estimates(run, column, "mean").select(
            pl.col("scenario").alias("no."), pl.col("estimate").alias(name)
        )
        frame = frame.join(means, on="no.", how="left", maintain_order="left")
    return Table(frame, "Means.", dict.fromkeys(names, "{:.2f}".format))


def _scenarios(run: RunDirectory) -> pl.DataFrame:
    frame = run.scenarios().drop("knobs", "players")
    return frame.rename({"scenario": "no."} | {factor: short(factor) for factor in run.factors})


def _apart(name: str, frame: pl.DataFrame) -> str:
    """Return a heading that no factor has."""
    return f"{name} (outcome)" if name in frame.columns else name


def _shares(run: RunDirectory) -> list[Section]:
    """Return a section for each column that is a code: the share of each of its labels."""
    game = find_game(run.manifest["experiment"]["game"])
    sections = []
    for column in (column for column in game.columns if column.labels):
        rows = run.summary().filter((pl.col("column") == column.name) & (pl.col("of") == "game"))
        frame = _scenarios(run)
        wide = rows.pivot(on="level", index="scenario", values="estimate")
        wide = wide.with_columns(pl.exclude("scenario").fill_null(0.0))
        wide = wide.rename({name: _apart(name, frame) for name in wide.columns if name != "scenario"})
        levels = [name for name in wide.columns if name != "scenario"]
        frame = frame.join(wide.rename({"scenario": "no."}), on="no.", maintain_order="left")
        table = Table(frame, f"{column.name}: {column.description}.", dict.fromkeys(levels, percent))
        sections.append(Section(f"Shares: {column.name}", [table]))
    return sections
