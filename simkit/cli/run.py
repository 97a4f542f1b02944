"""`simkit run`, `simkit report` and `simkit summary`: print what the work on an experiment comes to."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from simkit.cli.console import console
from simkit.cli.screen import SCREEN, height_of, show_dropped_events, show_lines, show_stopped
from simkit.cli.summary import show_summary
from simkit.cli.verdict import show_findings, show_verdict
from simkit.door.progress import OnTerminal
from simkit.door.work import Plan, Results, work
from simkit.experiment.values import Experiment
from simkit.questions.answer import Lines
from simkit.run.store.directory import RunDirectory

BESIDES = 6
"""Lines on screen besides findings, table and verdict: progress, title, the paths of tables and reports."""

MISSED = 1
"""The exit code of a run that misses a target, under `--strict`."""


class Screen(OnTerminal):
    """Prints what is worked at and what it comes to."""

    def __init__(self) -> None:
        super().__init__(console)

    def exists(self, run: Path) -> None:
        """Print that the run was not played."""
        console.print(f"this run exists already, finished ({run}); --again runs it again")

    def known(self, results: Results) -> None:
        """Print the findings and the summary."""
        with console.status("summing up ..."):
            _ = results.verdict, results.spans, results.in_short
        console.print(results.run.manifest["experiment"]["title"], style="bold")
        _show_findings(results)
        below = height_of(partial(_show_verdict, results))
        show_summary(results.run, SCREEN - BESIDES - height_of(partial(_show_findings, results)) - below)
        show_stopped(results.run)
        show_dropped_events(results.run)
        console.print(f"tables  {results.run.path}")

    def answered(self, tables: Sequence[Lines]) -> None:
        """Print the tables of an answer."""
        for table in tables:
            show_lines(table)

    def tell(self, words: str) -> None:
        """Print a note."""
        console.print(words, style="bold")


def run_and_show(experiment: Experiment, plan: Plan, *, strict: bool) -> None:
    """Run an experiment, and print progress and results; `strict`: end with code 1 if a target is missed."""
    results = work(experiment, plan, Screen())
    show_paths(results.written)
    _show_verdict(results)
    if strict and results.verdict.outcome == "missed":
        sys.exit(MISSED)


def show_results(run: RunDirectory) -> None:
    """Print what a finished run came to, as `simkit run` does at its end."""
    run.require_finished()
    results = Results(run, None)
    Screen().known(results)
    _show_verdict(results)


def show_paths(reports: list[Path]) -> None:
    """Print where reports lie."""
    for path in reports:
        console.print(f"report  {path}")


def _show_findings(results: Results) -> None:
    if results.in_short:
        console.print(results.in_short)
    if results.made:
        show_findings(results.made.report)


def _show_verdict(results: Results) -> None:
    show_verdict(results.run, results.verdict, results.spans)
