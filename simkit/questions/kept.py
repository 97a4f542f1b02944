"""Keeps answers beside the run that they are about, each with hashes of what it depends on."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from simkit.compile.sources import file_hash, hash_now
from simkit.engine.contract.player import Reference
from simkit.errors import BadInput, writing
from simkit.experiment.values import Experiment
from simkit.plugins import ladder_files, strategies_of
from simkit.questions.answer import ANEW, WHOLE, Answer, is_name, stored_answer
from simkit.questions.question import Question
from simkit.run.store.directory import RunDirectory
from simkit.run.store.durable import remove_link
from simkit.run.store.manifest import ANSWERS, references_of, sources_loaded

RUN, SOURCES = "run", "sources"
"""What a kept answer is made of: the identity of its run, and for one that the run was asked the sources."""

ANSWERED_WITH = (
    "simkit.questions",
    "simkit.questions.answers",
    "simkit.search",
    "simkit.stats",
    "simkit.run",
    "simkit.words.asked",
)
"""The packages that answers depend on, besides games and strategies, which bring the engine with them."""


def folder_for(run: RunDirectory, question: str) -> Path:
    """Return the folder in which an answer is to be kept; links on the way, which may lead anywhere, go."""
    folder = run.path / ANSWERS / question
    with writing(folder):
        remove_link(folder.parent)
        remove_link(folder)
    return folder


def made_of(run: RunDirectory, sources: str | None = None) -> dict[str, str]:
    """Return what an answer about a run depends on; `sources` if the run was asked."""
    return {RUN: str(run.manifest["identity"]), **({} if sources is None else {SOURCES: sources})}


def sources_used(question: Question[Any], experiment: Experiment) -> str:
    """Return a hash of the sources of an answer, as this process has loaded them.

    Of a game's strategies all count, for a question may have any of them play; so does what is stored about
    them in ``ladder.yaml``.
    """
    game = experiment.game
    references = {reference.name: reference for reference in map(Reference, strategies_of(game.name))}
    references |= {reference.name: reference for reference in references_of(experiment)}
    loaded = sources_loaded(game, references.values(), experiment.folder)
    digest = hashlib.sha256(repr(sorted(loaded.items())).encode())
    for file in _sources_of(question):
        digest.update(file.name.encode() + file_hash(file))
    for file in ladder_files(game.name):
        digest.update(hash_now(file))
    return digest.hexdigest()[:16]


def _sources_of(question: Question[Any]) -> Iterator[Path]:
    """Yield the files of the packages that answer; of a question of others those of its module or package."""
    for name in ANSWERED_WITH:
        (folder,) = importlib.import_module(name).__path__
        yield from sorted(Path(folder).glob("*.py"))
    if question.is_own:
        return
    file = getattr(importlib.import_module(question.home), "__file__", None)
    if file:
        path = Path(file)
        yield from sorted(path.parent.glob("*.py")) if path.name == "__init__.py" else [path]


def kept_answer(run: RunDirectory, question: str) -> Answer | None:
    """Return the answer to a question that is kept beside a run, or None if there is none.

    Raises BadInput if it is damaged, or about another run.
    """
    folder = run.path / ANSWERS / question
    answer = stored_answer(folder)
    if answer is not None and (answer.question, answer.made_of.get(RUN)) != (question, made_of(run)[RUN]):
        raise BadInput(f"{folder / WHOLE} is not an answer about this run; {ANEW}")
    return answer


def require_answers(run: RunDirectory) -> int:
    """Complain about a kept answer that is not as it was written; return how many are.

    Raises BadInput if one is damaged, or about another run.
    """
    folders = sorted(path.parent for path in (run.path / ANSWERS).glob(f"*/{WHOLE}"))
    for folder in folders:
        answer = kept_answer(run, folder.name)
        for name, text in answer.files.items() if answer else ():
            with suppress(OSError):
                if is_name(name) and (folder / name).read_bytes() == text.encode():
                    continue
            raise BadInput(f"{folder / name} is not as it was written; {ANEW}")
    return len(folders)


def kept_answers(run: RunDirectory) -> dict[str, Answer]:
    """Return the kept answers by their questions: of what a run was asked, and what was asked of it since.

    Raises BadInput if an answer to what the run was asked is damaged, or about another run.
    """
    asked = asked_of(run)
    folders = (path.parent.name for path in sorted((run.path / ANSWERS).glob(f"*/{WHOLE}")))
    found = {name: kept_answer(run, name) if name in asked else _since(run, name) for name in folders}
    return {name: answer for name, answer in found.items() if answer is not None}


def _since(run: RunDirectory, question: str) -> Answer | None:
    """Return an answer given since; None for a question that the experiment named once and no longer does."""
    try:
        answer = kept_answer(run, question)
    except BadInput:  # nobody has asked for it, and a report reads it anew
        return None
    return answer if answer is not None and SOURCES not in answer.made_of else None


def asked_of(run: RunDirectory) -> Mapping[str, Mapping[str, Any]]:
    """Return the names of the questions that a run was asked, with their parameters."""
    asked: Mapping[str, Mapping[str, Any]] = run.manifest["experiment"].get("questions", {})
    return asked
