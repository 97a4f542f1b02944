"""Marks what is made of an incomplete run, and says what there is of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import polars as pl

from simkit.document.blocks import Block, Document, Section, Table, Text
from simkit.experiment.factors import short_label
from simkit.run.store.directory import RunDirectory
from simkit.run.store.incomplete import Incomplete
from simkit.run.store.vocabulary import vocabulary_of

MOST_ROWS = 50

WHAT_THERE_IS = "What there is of this run"

HOW_IT_COUNTS = (
    "Every number here is of the games that there are, with the interval of that many games. A file is "
    "written when all its games are played, so that games that take long are not rarer among them."
)


def marked(report: Document, run: RunDirectory) -> Document:
    """Return a report with the mark of its run, and for an incomplete one a section on what there is."""
    found = run.incomplete
    sections = [_section(run, found), *report.sections] if found else report.sections
    return replace(report, mark=run.mark, sections=sections)


def _section(run: RunDirectory, found: Incomplete) -> Section:
    blocks: list[Block] = [Text(HOW_IT_COUNTS)]
    if found.scenarios > 1:
        rows = list(_games_that_lack(run))
        named = f" The first {MOST_ROWS} of {len(rows):,}." if len(rows) > MOST_ROWS else ""
        if rows:
            caption = f"Scenarios that do not have all their games.{named}"
            blocks.append(Table(pl.DataFrame(rows[:MOST_ROWS]), caption))
    if found.left_out:
        files = [(out.file, out.why) for out in found.left_out]
        named = f" The first {MOST_ROWS} of {len(files):,}." if len(files) > MOST_ROWS else ""
        frame = pl.DataFrame(files[:MOST_ROWS], schema=["file", "why"], orient="row")
        caption = f"Files that are left out, each with the others of the same games.{named}"
        blocks.append(Table(frame, caption))
    return Section(WHAT_THERE_IS, blocks)


def _games_that_lack(run: RunDirectory) -> Iterator[dict[str, str]]:
    """Yield the scenarios that have fewer games than they would have in the finished run."""
    for row in run.every_scenario().iter_rows(named=True):
        scenario = row["scenario"]
        games, planned = run.games_played.get(scenario, 0), run.games_planned(scenario)
        if games < planned:
            levels = {short_label(vocabulary_of(run), name): row[name] for name in run.factors}
            yield {"no.": str(scenario), **levels, "games": f"{games:,}" if games else "none"}
