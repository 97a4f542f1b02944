"""`simkit run` and `simkit report`: play an experiment, write its report."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from simkit.cli.console import console
from simkit.cli.screen import (
    SCREEN,
    ProgressScreen,
    height_of,
    show_dropped_events,
    show_stopped,
)
from simkit.cli.summary import show_summary
from simkit.cli.verdict import show_findings, show_verdict
from simkit.content.complaints import complaint
from simkit.content.source import read_source
from simkit.errors import Complaint
from simkit.experiment.load import Overrides
from simkit.experiment.scenarios import Experiment
from simkit.report.in_short import in_short
from simkit.run.directory import RunDirectory, find_run
from simkit.run.manifest import run_name
from simkit.run.runner import Backend, Existing, run_experiment
from simkit.run.signals import saying_when_stopped
from simkit.run.unknown import spans_of
from simkit.run.verdict import judge_run

if TYPE_CHECKING:
    from simkit.report.write import Made

BESIDES = 6
"""Lines on screen besides findings, table and verdict: progress, title, the paths of tables and reports."""

MISSED = 1
"""The exit code of a run that misses a target, under `--strict`."""


@dataclass(frozen=True)
class Wish:
    """The options of `simkit run` that say how the experiment is run.

    Parameters
    ----------
    jobs, backend
        As `run_experiment` takes them.
    out : Path or None
        The run directory, if it is not to be one in the folder of all runs.
    resume, again : bool
        Whether to go on with a run that was killed; to make one anew that exists already.
    report : bool
        Whether the report is written.
    strict : bool
        Whether to end with exit code 1 if a target is missed.
    """

    jobs: int
    backend: Backend
    out: Path | None
    resume: bool
    again: bool
    report: bool
    strict: bool

    def __post_init__(self) -> None:
        if self.resume and self.again:
            raise Complaint("--resume continues a run, --again starts it over: use one of the two")

    @property
    def existing(self) -> Existing:
        """What happens to a run that exists already."""
        return "resume" if self.resume else "replace" if self.again else "keep"


def run_and_show(experiment: Experiment, file: Path, runs: Path, overrides: Overrides, wish: Wish) -> None:
    """Run an experiment, show progress and results, and write the report.

    Parameters
    ----------
    experiment : Experiment
        What is run.
    file : Path
        Its file.
    runs : Path
        The folder of all runs.
    overrides : Overrides
        What the command line has changed.
    wish : Wish
        How it is run.
    """
    if wish.report:
        check_report(experiment, file)
    with console.status("looking for an earlier run of it ..."):
        directory = wish.out or runs / experiment.name / run_name(experiment)
    run, was_played = _run(experiment, directory, wish)
    if not was_played:
        console.print(f"this run exists already, finished ({directory}); --again runs it again")
    with saying_when_stopped(lambda: f"the finished run in {directory} is kept, the same command goes on"):
        if experiment.questions:
            from simkit.cli.answering import asking
            from simkit.questions.asking import ask_of_run
            from simkit.questions.lab import Lab

            with asking() as screen:
                lab = Lab(wish.jobs, wish.backend, runs, wish.again, listener=screen)
                ask_of_run(run, experiment, lab, anew=was_played)
        made = None
        if wish.report and experiment.report != "none":
            from simkit.questions.reporting import report_of

            with console.status("making the report ..."):
                made = report_of(run, experiment.report, experiment.folder)
        with console.status("summing up ..."):
            verdict, spans = judge_run(run), spans_of(run)
            short = made.report.in_short if made else in_short(run, spans)
        console.print(run.manifest["experiment"]["title"], style="bold")
        above = partial(_show_findings, short, made)
        above()
        below = partial(show_verdict, run, verdict, spans)
        show_summary(run, SCREEN - BESIDES - height_of(above) - height_of(below))
        show_stopped(run)
        show_dropped_events(run)
        console.print(f"tables  {run.path}")
        if made:
            _lay_out(made)
        below()
        if wish.strict and verdict.outcome == "missed":
            sys.exit(MISSED)


def _show_findings(short: str, made: Made | None) -> None:
    if short:
        console.print(short)
    if made:
        show_findings(made.report)


def _run(experiment: Experiment, directory: Path, wish: Wish) -> tuple[RunDirectory, bool]:
    """Run an experiment and show its progress; return the run, and whether games were played."""
    screen = ProgressScreen(experiment)
    try:
        screen.preparing()
        run = run_experiment(
            experiment,
            directory,
            jobs=wish.jobs,
            backend=wish.backend,
            existing=wish.existing,
            observer=screen,
        )
    finally:
        screen.close()
    return run, screen.was_started


def check_report(experiment: Experiment, file: Path) -> None:
    """Check, before any game is played, that the report can be written when all are."""
    from simkit.report.write import find_script

    if experiment.report == "none":
        return
    try:
        find_script(experiment.report, experiment.folder)
    except Complaint as problem:
        raise complaint(read_source(file), [(("report",), str(problem))]) from None


def report_and_show(
    reference: str, runs: Path, script: str | None, *, html: bool, pdf: bool, trust: bool
) -> None:
    """Write a finished run's report."""
    run = find_run(reference, runs, trusted=trust)
    folder = Path.cwd() if script and Path(script).is_file() else None  # else beside the experiment
    asked_for = run.manifest["experiment"]["report"]
    script = script or (asked_for if asked_for != "none" else "general")
    from simkit.questions.reporting import report_of

    with console.status("making the report ..."):
        made = report_of(run, script, folder)
    _lay_out(made, html=html, pdf=pdf)


def _lay_out(made: Made, *, html: bool = True, pdf: bool = True) -> None:
    from simkit.report.write import lay_out

    def tell(words: str) -> None:
        console.print(words, style="bold")

    with console.status("writing the report ..."):
        paths = lay_out(made, html=html, pdf=pdf, tell=tell)
    for path in paths:
        console.print(f"report  {path}")
