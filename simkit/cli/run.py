"""`simkit run`, `simkit report` and `simkit summary`: print what the work on an experiment comes to."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.cli.screen import console, show_block, show_mark
from simkit.cli.summary import show_notes, show_page
from simkit.door import RUNS
from simkit.door.clusters import where_for
from simkit.door.progress import OnTerminal
from simkit.door.questions import PAGE, ask
from simkit.door.results import Run
from simkit.door.run_and_report import Results, run_and_report
from simkit.errors import BadInput
from simkit.questions import Positional, Question

if TYPE_CHECKING:
    from simkit import Experiment
    from simkit.document.blocks import Table

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

    def answered(self, tables: Sequence[Table]) -> None:
        """Print the tables of an answer."""
        for table in tables:
            show_block(table, MOST_ROWS)


def run_and_show(experiment: Experiment, options: dict[str, Any], *, strict: bool) -> None:
    """Run an experiment, and print progress and results; `strict`: end with code 1 if a target is missed."""
    names = ("jobs", "backend", "cluster", "store", "out")
    where = where_for(runs=RUNS, listener=Screen(), **{name: options.pop(name) for name in names})
    results = run_and_report(experiment, where, **options)
    show_paths(results.written)
    if strict and results.verdict.outcome == "missed" and not results.verdict.by_default:
        sys.exit(MISSED)


def show_results(run: Run) -> None:
    """Print what a run came to, as `simkit run` does at its end; what there is of an incomplete one."""
    run.require_readable()
    Screen().known(Results(run, None))


@contextmanager
def noting_warnings() -> Iterator[None]:
    """Print what is warned of meanwhile as notes."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UserWarning)
        yield
    for warning in caught:
        console.print(str(warning.message), soft_wrap=True)


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
    target, out = given["target"], given["out"]
    if question.command.has_folder:
        out = out or RUNS / question.name / _folder_name(question, target, values)
    folder = None if out is None or out.suffix == PAGE else out
    if folder and not question.command.has_folder:
        raise BadInput(f"--out {out}: allowed is the name of a page, such as {question.name}.html")
    where = where_for(given["jobs"], "threads", given["cluster"], None, RUNS, out, OnTerminal(console))
    answer, written = ask(question, target, where, given["settings"], values)
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
