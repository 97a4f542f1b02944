"""`simkit run` and `simkit report`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from simkit.cli.screen import (
    ProgressScreen,
    console,
    show_dropped_events,
    show_spread,
    show_stopped,
    show_summary,
)
from simkit.content.complaints import complaint
from simkit.content.source import read_source
from simkit.errors import Complaint
from simkit.experiment import Experiment, Overrides, load_experiment
from simkit.run.directory import RunDirectory, find_run
from simkit.run.manifest import run_name
from simkit.run.runner import run_experiment


def run_and_show(
    file: Path,
    runs: Path,
    overrides: Overrides,
    *,
    out: Path | None,
    report: bool,
    **how: Any,
) -> None:
    """Run an experiment, show how it goes and what came out, and write the report.

    Parameters
    ----------
    file : Path
        The experiment.
    runs : Path
        The folder of all runs.
    overrides : Overrides
        What the command line changes.
    out : Path or None
        The run directory, if it is not to be one in `runs`.
    report : bool
        Whether the report is written.
    how
        The workers, and what happens to an earlier run: as `run_experiment` takes them.
    """
    if how["resume"] and how["again"]:
        raise Complaint("--resume goes on with a run, --again starts it over: say one of the two")
    experiment = load_experiment(file, overrides)
    if report:
        check_report(experiment, file)
    directory = out or runs / experiment.name / run_name(experiment)
    screen = ProgressScreen(experiment.game)
    try:
        command = ["simkit", *sys.argv[1:]]
        run = run_experiment(experiment, directory, command=command, observer=screen, **how)
    finally:
        screen.close()
    if not screen.was_started:
        console.print(f"this run is there already, finished ({directory}); --again runs it again")
    show_summary(run)
    show_spread(run)
    show_stopped(run)
    show_dropped_events(run)
    console.print(f"tables  {run.path}")
    if report and experiment.report != "none":
        _write_report(run, experiment.report, experiment.folder)


def check_report(experiment: Experiment, file: Path) -> None:
    """Complain, before any game is played, about a report that could not be written after the last."""
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
    _write_report(run, script, folder, html=html, pdf=pdf)


def _write_report(
    run: RunDirectory, script: str, folder: Path | None, *, html: bool = True, pdf: bool = True
) -> None:
    from simkit.report import write_report

    def tell(words: str) -> None:
        console.print(words, style="bold")

    with console.status("writing the report ..."):
        paths = write_report(run, script, folder=folder, html=html, pdf=pdf, tell=tell)
    for path in paths:
        console.print(f"report  {path}")
