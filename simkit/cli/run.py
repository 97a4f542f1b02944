"""`simkit run`, `simkit report` and `simkit summary`: print what the work on an experiment comes to."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simkit.cli.loading import file_of
from simkit.cli.screen import console, show_block, show_mark
from simkit.cli.summary import show_notes, show_page
from simkit.document import blocks
from simkit.door import RUNS
from simkit.door.clusters import cluster_for
from simkit.door.progress import OnTerminal
from simkit.door.questions import folder_of, keep
from simkit.door.results import Run
from simkit.door.run_and_report import Results, run_and_report
from simkit.errors import BadInput, writing
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.experiment.values import Experiment
from simkit.plugins import find_game
from simkit.questions.asking import read_parameters
from simkit.questions.lab import Lab
from simkit.questions.question import Positional, Question
from simkit.run.store.directory import RunDirectory
from simkit.run.work.workers import Where
from simkit.search.settings import standard_experiment

MOST_ROWS, MOST_ROWS_ALONE = 5, 30
"""The most rows of the answer to a question that a run shows."""

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
        """Print verdict, answer, findings and summary, and where the tables lie."""
        run = results.run
        show_mark(run)
        show_page(results)
        show_notes(run, results.in_short)
        console.print(f"tables  {run.path}")

    def answered(self, tables: Sequence[blocks.Table]) -> None:
        """Print the tables of an answer."""
        for table in tables:
            show_block(table, MOST_ROWS)


def run_and_show(experiment: Experiment, options: dict[str, Any], *, strict: bool) -> None:
    """Run an experiment, and print progress and results; `strict`: end with code 1 if a target is missed."""
    names = ("jobs", "backend", "store", "out")
    own = {name: options.pop(name) for name in names if name in options}
    where = Where(cluster=cluster_for(options.pop("cluster")), runs=RUNS, listener=Screen(), **own)
    results = run_and_report(experiment, where, read=Run, **options)
    show_paths(results.written)
    if strict and results.verdict.outcome == "missed" and not results.verdict.by_default:
        sys.exit(MISSED)


def show_results(run: RunDirectory) -> None:
    """Print what a run came to, as `simkit run` does at its end; what there is of an incomplete one."""
    run.require_readable()
    results = Results(run, None)
    Screen().known(results)


def show_paths(reports: list[Path]) -> None:
    """Print where reports lie."""
    for path in reports:
        console.print(f"report  {path}")


def ask_and_show(question: Question[Any], given: Mapping[str, Any]) -> None:
    """Ask a question about a game or an experiment, and print and write the answer.

    Parameters
    ----------
    given : mapping
        What the command was given: target, settings, jobs, out, and the question's parameters.
    """
    assert question.command is not None
    values = {name: given[name] for name in question.parameters.model_fields}
    parameters = read_parameters(question, values)
    target, out, settings = given["target"], given["out"], given["settings"]
    if question.command.has_folder:
        out = out or RUNS / question.name / _folder_name(question, target, values)
    elif out is not None and folder_of(out):
        raise BadInput(f"--out {out}: allowed is the name of a page, such as {question.name}.html")
    file = file_of(target)
    if file:
        experiment = load_experiment(file, Overrides(settings=settings))
    else:
        experiment = standard_experiment(find_game(target).name, settings)
    folder = folder_of(out)
    if folder:  # found to be writable before anything is played
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
    cluster = cluster_for(given.get("cluster"))
    with Where(given["jobs"], cluster=cluster, listener=OnTerminal(console)) as where:
        answer = question.answer(Lab(where, answers=folder), experiment, parameters)
    written = keep(question, answer, out)
    for sentence in answer.sentences:
        console.print(sentence)
    for table in answer.shown:
        show_block(table, MOST_ROWS_ALONE)
    for line in question.next_steps(answer, folder):
        console.print(line)
    if folder:
        console.print(f"files   {folder}: {', '.join(sorted(path.name for path in written))}")
    elif out:
        console.print(f"page    {out}")


def _folder_name(question: Question[Any], target: str, given: Mapping[str, Any]) -> str:
    """Return the name of the folder for an answer: "pig_hold_at"."""
    fields = question.parameters.model_fields.items()
    positional = [name for name, field in fields if any(isinstance(m, Positional) for m in field.metadata)]
    words = [Path(str(given[name]).replace(":", "_")).name for name in positional if given[name]]
    return "_".join([Path(target).stem, *(re.sub(r"[^\w.]+", "_", word).strip("_") for word in words)])
