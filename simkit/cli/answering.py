"""Asks a question on the terminal: shows how far it is, and the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.status import Status

from simkit.cli.console import console
from simkit.cli.loading import file_of
from simkit.cli.screen import Pace, ProgressScreen, new_table, show_table
from simkit.errors import Complaint, writing
from simkit.experiment.load import Overrides, load_experiment
from simkit.experiment.scenarios import Experiment
from simkit.plugins import find_game
from simkit.questions.answer import Lines, Verbatim
from simkit.questions.asking import read_parameters
from simkit.questions.lab import Lab, Listener
from simkit.questions.question import Positional, Question
from simkit.questions.reporting import page_of
from simkit.run.runner import Observer
from simkit.search.settings import standard_experiment


class Screen(Listener):
    """Shows in a status line how far a lab is."""

    def __init__(self) -> None:
        self._status: Status | None = None
        self._pace: Pace | None = None
        self._of = 0

    def says(self, words: str) -> None:
        """Print a sentence."""
        console.print(words)
        self.close()
        self._status = console.status("compiling ...")
        self._status.start()

    def played(self, who: str, games: int, of: int) -> None:
        """Show how many games are played, and how long the others take."""
        if self._pace is None or of != self._of:
            self._pace, self._of = Pace(of), of
        if self._status is None:
            self._status = console.status("")
            self._status.start()
        self._status.update(f"{who}: {games:,} of {of:,} games{self._pace.left(who, games)}")

    @contextmanager
    def running(self, experiment: Experiment) -> Iterator[Observer]:
        """Show the progress of a run."""
        self.close()
        screen = ProgressScreen(experiment)
        try:
            screen.preparing()
            yield screen
        finally:
            screen.close()

    def close(self) -> None:
        """Remove the status line."""
        if self._status is not None:
            self._status.stop()
            self._status = None


@contextmanager
def asking() -> Iterator[Screen]:
    """Yield a listener that shows how far a lab is."""
    screen = Screen()
    try:
        yield screen
    finally:
        screen.close()


def ask_and_show(question: Question[Any], runs: Path, given: Mapping[str, Any]) -> None:
    """Ask a question about a game or an experiment, and print and write the answer.

    Parameters
    ----------
    question : Question
        What is asked.
    runs : Path
        The folder of all runs.
    given : mapping
        What the command was given: target, settings, jobs, out, and the question's parameters.
    """
    assert question.command is not None
    own = {name: given[name] for name in question.parameters.model_fields}
    parameters = read_parameters(question, own)
    target, out, settings = given["target"], given["out"], given["settings"]
    folder = None
    if question.command.has_folder:
        folder = out or runs / question.name / _folder_name(question, target, own)
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
    elif out is not None and out.suffix != ".html":
        raise Complaint(f"--out {out}: allowed is the name of a page, such as {question.name}.html")
    file = file_of(target)
    if file:
        experiment = load_experiment(file, Overrides(settings=settings))
    else:
        experiment = standard_experiment(find_game(target).name, settings)
    with asking() as screen:
        lab = Lab(given["jobs"], runs=runs, answers=folder, listener=screen)
        answer = question.answer(lab, experiment, parameters)
    written = answer.store(folder) if folder else []
    for shown in question.show(answer, folder):
        if isinstance(shown, Lines):
            table = new_table(*shown.words, numbers=shown.numbers)
            for row in shown.rows:
                table.add_row(*row)
            show_table(table)
        else:
            console.print(str(shown), soft_wrap=isinstance(shown, Verbatim))
    if folder:
        console.print(f"files   {folder}: {', '.join(sorted(path.name for path in written))}")
    elif out:
        with writing(out):
            out.write_text(page_of(question, answer), encoding="utf-8")
        console.print(f"page    {out}")


def _folder_name(question: Question[Any], target: str, given: Mapping[str, Any]) -> str:
    """Return the name of the folder for an answer: "pig_hold_at"."""
    fields = question.parameters.model_fields.items()
    positional = [name for name, field in fields if any(isinstance(m, Positional) for m in field.metadata)]
    words = [str(given[name]) for name in positional if given[name]]
    return "_".join([Path(target).stem, *(Path(word.replace(":", "_")).name for word in words)])
