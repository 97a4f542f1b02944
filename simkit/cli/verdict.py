"""What the terminal shows at the end of a run: the findings, the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.text import Text

from simkit.cli.console import console
from simkit.cli.screen import new_table, show_table
from simkit.report.front.verdict_words import pairs_of, verdict_heading, verdict_lines
from simkit.run.findings.unknown import Place, Span
from simkit.run.findings.verdict import Judged, Verdict
from simkit.run.store.directory import RunDirectory

if TYPE_CHECKING:
    from simkit.report.document.blocks import Document

MOST_FINDINGS, MOST_LINES = 4, 9
"""The most findings on screen, and the most lines for them; the rest is in the report."""

MOST_PAIRS = 12
"""The most results of a matrix on screen."""

COLOURS = {"met": "green", "missed": "red", "not yet known": "yellow"}


def show_findings(report: Document) -> None:
    """Print a report's first findings: at least one, and as many as fit on the screen."""
    lines = shown = 0
    for finding in report.findings[:MOST_FINDINGS]:
        words = f"- {finding}"
        lines += len(Text(words).wrap(console, console.width))  # the caller may be measuring, too
        if shown and lines > MOST_LINES:
            break
        console.print(words)
        shown += 1
    if rest := len(report.findings) - shown:
        console.print(f"({rest} more finding{' is' if rest == 1 else 's are'} in the report)")


def show_verdict(run: RunDirectory, verdict: Verdict, spans: Mapping[Place, Span]) -> None:
    """Print the verdict, target by target."""
    if not verdict.targets:
        return
    console.print(verdict_heading(verdict), style="bold")
    lines = verdict_lines(run, verdict, spans)
    for judged, (outcome, target, words) in zip(verdict.targets, lines, strict=True):
        console.print(Text.assemble((f"  {outcome}: ", COLOURS[outcome]), f"{target}: {words}"))
        if judged.distance:
            _show_pairs(run, judged)
    most = max(len(judged.found) for judged in verdict.targets)
    if most > 1:
        console.print(
            f"  (the intervals of a target that is about several results, here up to {most}, are wider than "
            "those above, to allow for that number of comparisons)"
        )


def _show_pairs(run: RunDirectory, judged: Judged) -> None:
    """Print the pairs of a matrix of win rates."""
    pairs = pairs_of(run, judged, short=True)
    table = new_table(*pairs.columns)
    for row in pairs.head(MOST_PAIRS).iter_rows():
        table.add_row(*row)
    show_table(table)
    if len(pairs) > MOST_PAIRS:
        console.print(f"  (the first {MOST_PAIRS} of {len(pairs)} results; all are in the report)")
