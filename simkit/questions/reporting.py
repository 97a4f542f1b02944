"""Makes reports with the answers to questions: those that the run was asked, and those for every run."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from simkit.document.blocks import Block, Document, Finding, Section, Surprise, Text
from simkit.document.figures import use_style
from simkit.errors import BadInput
from simkit.questions.answer import ANEW, WHOLE, Answer
from simkit.questions.kept import asked_of, folder_for, kept_answer, made_of
from simkit.questions.question import Parameters, Question
from simkit.questions.registry import questions
from simkit.report.write import Made, More, drawn, make_report, write_files
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import ANSWERS


def report_of(run: RunDirectory, script: str | None, folder: Path | None = None) -> Made:
    """Return a run's report, with its answers, ready to be laid out; see `make_report`."""
    run.require_readable()
    use_style()  # sections draw
    return make_report(run, script, folder, more=_more(run))


def answers_of(run: RunDirectory) -> list[tuple[Question[Any], Answer]]:
    """Return the questions of a run's report, with their answers, which lie beside the run.

    They are those that the run was asked, and those that the tables of every run answer.

    Raises BadInput if an answer that the experiment asked for is missing, or one is damaged.
    """
    asked = asked_of(run)
    found: list[tuple[Question[Any], Answer]] = []
    for name, question in questions().items():
        if question.read is not None:
            parameters = _parameters(question, asked[name]) if name in asked else question.parameters()
            answer = question.read_from(run.side_by_side(), parameters)
            run.require_unchanged()
            answer = replace(answer, made_of=made_of(run, "" if name in asked else None))
            if run.incomplete is None:
                answer.store(folder_for(run, name))
        elif name in asked:
            kept = kept_answer(run, name)
            if kept is None and run.incomplete:
                continue  # it is asked when all games are played
            if kept is None:
                raise BadInput(f"{run.path / ANSWERS / name / WHOLE} is missing; {ANEW}")
            answer = kept
        else:
            continue
        found.append((question, answer))
    return found


def _parameters(question: Question[Any], recorded: Mapping[str, Any]) -> Parameters:
    model: type[Parameters] = question.parameters
    try:
        return model.model_validate_json(json.dumps(recorded))
    except ValidationError:
        raise BadInput(
            f"the question {question.name} has other parameters than when this run was asked; {ANEW}"
        ) from None


def _more(run: RunDirectory) -> More:
    answers = answers_of(run)
    asked = [(question, answer) for question, answer in answers if question.read is None]
    every = [(question, answer) for question, answer in answers if question.read is not None]
    return More(
        {q.on_first_page: a.sentences[0] for q, a in answers if q.on_first_page and a.sentences},
        [_finding_of(a) for q, a in answers if q.is_finding and a.sentences],
        [section for question, answer in asked for section in sections_of(question, answer)],
        [section for question, answer in every for section in sections_of(question, answer)],
    )


def sections_of(question: Question[Any], answer: Answer) -> list[Section]:
    """Return the sections about an answer in a report, or on a page of its own."""
    with question.blaming():
        if question.section is not None:
            return list(question.section(answer))
        said: list[Block] = [*map(Text, answer.sentences), *question.figures(answer), *answer.shown]
        return [Section(question.title, said)] if answer.tables else []


MOST_SENTENCES = 3
"""The most sentences of an answer that make a finding."""


def _finding_of(answer: Answer) -> Finding:
    """Return an answer's sentences as one finding, however many there are."""
    said, rest = answer.sentences[:MOST_SENTENCES], len(answer.sentences) - MOST_SENTENCES
    more = [f"So it is with {rest} more."] if rest > 0 else []
    return Finding(" ".join([*said, *more]), surprise=Surprise.NOTHING)


def page_of(question: Question[Any], answer: Answer) -> str:
    """Return a page about an answer alone, as HTML."""
    return drawn(document_of(question, answer), None, tell=warnings.warn).page


def write_pages(
    question: Question[Any], answer: Answer, folder: Path, tell: Callable[[str], None]
) -> list[Path]:
    """Write the page of an answer that has one into a folder, as HTML and as PDF; return the files."""
    if question.command is None or question.command.page is None:
        return []
    page = drawn(document_of(question, answer), None, tell=tell)
    return write_files(page, folder, question.name, tell=tell)


def document_of(question: Question[Any], answer: Answer) -> Document:
    """Return the document about an answer alone."""
    use_style()
    if question.command is not None and question.command.page is not None:
        return question.command.page(answer)
    game = answer.about.get("Game")
    return Document(
        title=f"{game}: {question.in_a_sentence}" if game else question.title,
        subtitle="",
        facts=dict(answer.about),
        key_figures=[],
        findings=list(answer.sentences[:1]),
        sections=sections_of(question, answer),
    )
