"""Asks questions from Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from simkit.door.describing import (
    Described,
    Settings,
    by_name,
    file_of,
    make_experiment,
    path_given,
    read_settings,
)
from simkit.door.results import Run
from simkit.engine.contract.game import Game
from simkit.errors import BadInput, naming_files, quoted, writing
from simkit.experiment.values import Experiment
from simkit.plugins import find_game
from simkit.questions.answer import Answer
from simkit.questions.asking import read_parameters
from simkit.questions.lab import Lab
from simkit.questions.question import Parameters, Question
from simkit.questions.registry import find_question
from simkit.questions.reporting import page_of, write_pages
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import INCOMPLETE
from simkit.run.work.interrupt import run_interruptibly
from simkit.run.work.workers import Where
from simkit.search.settings import standard_experiment

About = Game | Described | Run

PAGE = ".html"
"""How the name of a page ends."""


def ask(
    question: str | Question[Any],
    about: About,
    where: Where,
    settings: Settings,
    given: Mapping[str, Any],
) -> tuple[Answer, list[Path]]:
    """Ask a question; see `simkit.ask`.  Return the answer, and the files in which it is kept."""
    if not isinstance(question, (str, Question)):
        raise BadInput(f"question: found {quoted(question)}, allowed is a name or a Question")
    asked = find_question(question) if isinstance(question, str) else question
    parameters = read_parameters(asked, given, by_name)
    folder = None if where.out is None or where.out.suffix == PAGE else where.out
    experiment = about if isinstance(about, Run) else experiment_about(about, settings)
    if folder:  # found to be writable before anything is played
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
    with where:
        answer = _answer(Lab(where, answers=folder), asked, experiment, parameters, settings)
    return answer, _kept(asked, answer, where, folder)


def _answer(
    lab: Lab, asked: Question[Any], about: Experiment | Run, parameters: Parameters, settings: Settings
) -> Answer:
    if isinstance(about, Run):
        if asked.read is None:
            raise BadInput(f"{asked.name} is asked of a game or an experiment, and not of a run")
        if settings:
            raise BadInput("settings: a run is played already; ask about its experiment")
        run = about.side_by_side()
        return with_mark(asked.read_from(run, parameters), run)
    with naming_files():
        return run_interruptibly(asked.answer, lab, about, parameters)


def with_mark(answer: Answer, run: RunDirectory) -> Answer:
    """Return an answer, which begins with the mark of the run, if that has one."""
    found = run.incomplete
    data = {**answer.data, INCOMPLETE: found.as_data()} if found else answer.data
    return replace(answer, sentences=(*run.mark[:1], *answer.sentences), data=data)


def _kept(question: Question[Any], answer: Answer, where: Where, folder: Path | None) -> list[Path]:
    """Keep an answer in a folder, or as the page that `where` names; return the files written."""
    if folder:
        return [*answer.store(folder), *write_pages(question, answer, folder, where.listener.told)]
    out = where.out
    if out is None:
        return []
    with writing(out):
        out.write_text(page_of(question, answer), encoding="utf-8")
    return [out]


def experiment_about(about: Game | Described, settings: Settings) -> Experiment:
    """Return the experiment that a question is about; that of a game is its standard setting."""
    game = by_name(about)
    if isinstance(game, str) and file_of(str(path_given(game, "about").expanduser())) is None:
        return standard_experiment(find_game(game).name, read_settings(settings))
    return make_experiment(about, settings, {})  # type: ignore[arg-type]
