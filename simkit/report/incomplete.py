"""Marks what is made of an incomplete run, and says what there is of it."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from simkit.experiment.factors import heading
from simkit.report.document.blocks import Block, Document, Section, Table, Text
from simkit.run.store.directory import RunDirectory
from simkit.run.store.incomplete import Incomplete

WHAT_THERE_IS = "What there is of this run"

HOW_IT_COUNTS = (
    "Every number here is of the games that there are, with the interval of that many games. A file is "
    "written when all its games are played, so that games that take long are not rarer among them."
)


def marked(report: Document, run: RunDirectory) -> Document:
    """Return a report with the mark of an incomplete run and a section on what there is; else as it is."""
    found = run.incomplete
    if found is None:
        return report
    return replace(
        report,
        mark=[found.words, *found.more],
        sections=[*report.sections[:-1], _section(run, found), *report.sections[-1:]],
    )


def _section(run: RunDirectory, found: Incomplete) -> Section:
    blocks: list[Block] = [Text(HOW_IT_COUNTS)]
    if found.scenarios > 1:
        blocks.append(Table(_games(run, found), "The games that there are of each scenario."))
    if found.left_out:
        rows = [(own.file, own.why) for own in found.left_out]
        frame = pl.DataFrame(rows, schema=["file", "why"], orient="row")
        blocks.append(
            Table(frame, "Files that are left out; with one of them, the others of the same games.")
        )
    return Section(WHAT_THERE_IS, blocks)


def _games(run: RunDirectory, found: Incomplete) -> pl.DataFrame:
    names = run.factors
    return pl.DataFrame(
        [
            {
                "no.": str(row["scenario"]),
                **{heading(name): row[name] for name in names},
                "games": _count(run.games_played.get(row["scenario"], 0)),
            }
            for row in run.every_scenario().iter_rows(named=True)
        ]
    )


def _count(games: int) -> str:
    return f"{games:,}" if games else "none"
