"""What a run came to, on a screen: verdict, answer, findings, and the results of all scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rich.text import Text

from simkit import Run
from simkit.cli.screen import SCREEN, console, fits, fitted, height_of, show_block, show_command, wrapped
from simkit.document.blocks import Table
from simkit.door.headline import notes_on, tables_of_rates, ties_in_words
from simkit.door.run_and_report import Results
from simkit.language import plural
from simkit.words.verdicts import pairs_of, seek_command, usual_in_words, verdict_heading, verdict_lines

MOST_ROWS, MOST_PAIRS = 12, 12
"""The most rows of the table of results, and of that of a matrix."""

MOST_FINDINGS, MOST_LINES = 4, 8
"""The most findings on screen, and the most lines for them and the answer; the rest is in the report."""

BESIDES = 6
"""Lines on screen besides findings, table and verdict: progress, title, the paths of tables and reports."""

COLOURS = {"met": "green", "missed": "red", "not yet known": "yellow"}


def show_page(results: Results) -> None:
    """Print what page one of the report says: verdict, answer and findings, then the table."""
    run, verdict = results.run, results.verdict
    with console.status("summing up ..."):
        _ = verdict.outcome, results.spans, results.in_short, results.findings
    console.print(run.manifest["experiment"]["title"], style="bold")
    where = "in the report" if results.made else "in a report"
    before = [partial(show_answer, results.in_short, results.findings, where)]
    after = [partial(show_verdict, results)]
    if not verdict.by_default:
        before, after = [*after, *before], []
    room = SCREEN - BESIDES - sum(map(height_of, (*before, *after)))
    for show in before:
        show()
    show_summary(run, room, "all are in the report" if results.made else "all are in summary.parquet")
    for show in after:
        show()


def show_answer(in_short: str, findings: Sequence[object], rest: str = "in the report") -> None:
    """Print the answer, and as many of the first findings as fit, in at most `MOST_LINES` lines."""
    shown = [in_short] if in_short else []
    left = len(findings)
    for finding in findings[:MOST_FINDINGS]:
        more = [*shown, f"- {finding}"]
        lines = sum(len(wrapped(words, console.width)) for words in more) + (left > 1)
        if shown and lines > MOST_LINES:
            break
        shown, left = more, left - 1
    if left:
        shown.append(f"({left} more finding{' is' if left == 1 else 's are'} {rest})")
    for words in shown:
        console.print(words)


def show_summary(run: Run, room: int = SCREEN, rest: str = "") -> None:
    """Print the win rate of each scenario, or the game's own objective, in as many lines as there is room."""
    tables = tables_of_rates(run)
    for table in [table for table in tables if fits(table.head(MOST_ROWS))][:1] or tables[-1:]:
        show_block(table, MOST_ROWS, room=room, rest=rest)
    if tables and (words := ties_in_words(run)):
        console.print(words)


def show_notes(run: Run, said: str) -> None:
    """Print what must be known of the games of a run, unless it is said."""
    for words in notes_on(run):
        if words not in said:
            console.print(f"note: {words}", style="bold")


def show_verdict(results: Results) -> None:
    """Print the verdict, target by target; without targets in grey what is usual."""
    run, verdict = results.run, results.verdict
    if not verdict.targets:
        return
    if verdict.by_default:
        console.print(usual_in_words(run, verdict), style="dim")
        return
    console.print(verdict_heading(verdict), style="bold")
    lines = verdict_lines(run, verdict, results.spans)
    for judged, (outcome, target, words) in zip(verdict.targets, lines, strict=True):
        line = Text(fitted(f"  {outcome}: {target}: {words}"))
        line.stylize(COLOURS[outcome], 0, len(outcome) + 3)
        console.print(line)
        if judged.distance:
            pairs = pairs_of(run, judged, short=True)
            show_block(Table(pairs, f"The {plural(len(pairs), 'pair')} of this target"), MOST_PAIRS)
    if command := seek_command(run, verdict):
        show_command(command, "  this looks for rules that meet them:  ")
