"""Asks questions from Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from simkit.door.describing import Described, by_name, make_experiment, path_given, read_settings
from simkit.door.results import Run
from simkit.engine.contract.game import Game
from simkit.errors import BadInput, naming_files, quoted, writing
from simkit.experiment.values import Experiment
from simkit.plugins import game_names
from simkit.questions.answer import Answer
from simkit.questions.asking import read_parameters
from simkit.questions.lab import Lab
from simkit.questions.question import Parameters, Question
from simkit.questions.registry import find_question
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
    settings: Mapping[str, Any] | None,
    given: Mapping[str, Any],
) -> Answer:
    """Ask a question; see `simkit.ask`."""
    if not isinstance(question, (str, Question)):
        raise BadInput(f"question: found {quoted(question)}, allowed is a name or a Question")
    asked = find_question(question) if isinstance(question, str) else question
    parameters = read_parameters(asked, given, by_name)
    with where:
        answer = _answer(Lab(where, answers=folder_of(where.out)), asked, about, parameters, settings)
    keep(asked, answer, where.out)
    return answer


def _answer(
    lab: Lab, asked: Question[Any], about: About, parameters: Parameters, settings: Mapping[str, Any] | None
) -> Answer:
    if isinstance(about, Run):
        if asked.read is None:
            raise BadInput(f"{asked.name} is asked of a game or an experiment, and not of a run")
        if settings:
            raise BadInput("settings: a run is played already; ask about its experiment")
        run = about.side_by_side()
        return with_mark(asked.read_from(run, parameters), run)
    experiment = experiment_about(about, settings)
    with naming_files():
        return run_interruptibly(asked.answer, lab, experiment, parameters)


def with_mark(answer: Answer, run: RunDirectory) -> Answer:
    """Return an answer, which begins with the mark of the run, if that has one."""
    found = run.incomplete
    data = {**answer.data, INCOMPLETE: found.as_data()} if found else answer.data
    return replace(answer, sentences=(*run.mark[:1], *answer.sentences), data=data)


def folder_of(out: Path | None) -> Path | None:
    """Return the folder in which an answer is kept; None for a page, or where it is not kept."""
    return None if out is None or out.suffix == PAGE else out


def keep(question: Question[Any], answer: Answer, out: Path | None) -> list[Path]:
    """Keep an answer as a page, if `out` is the name of one, or in a folder; return the files written."""
    if out is None:
        return []
    if folder := folder_of(out):
        return answer.store(folder)
    from simkit.questions.reporting import page_of

    with writing(out):
        out.write_text(page_of(question, answer), encoding="utf-8")
    return [out]


def experiment_about(about: Game | Described, settings: Mapping[str, Any] | None) -> Experiment:
    """Return the experiment that a question is about; that of a game is its standard setting."""
    game = by_name(about)
    if isinstance(game, str) and game in game_names():
        return standard_experiment(game, read_settings({} if settings is None else settings))
    if isinstance(about, str) and not path_given(about, "about").expanduser().is_file():
        raise BadInput(f"'{about}' is neither a game nor a file; games are {', '.join(game_names())}")
    return make_experiment(about, settings, {})  # type: ignore[arg-type]
