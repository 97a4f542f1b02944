"""Checks every report that these tests make: its findings say little in a sentence, and nothing twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import pytest
from matplotlib.figure import Figure as MatplotlibFigure

from simkit import Document
from simkit.report import Report
from simkit.report.front import first_page
from simkit.report.front.findings import MOST_FINDINGS, repeats
from simkit.report.questions.setting import MOST_NUMBERS
from simkit.run.store.directory import RunDirectory
from simkit.words.titles import TOO_LONG

NUMBER = r"[+\N{MINUS SIGN}-]?\d[\d,.]*"
WITH_INTERVAL = re.compile(rf"{NUMBER}[^\d(;]{{0,40}}\({NUMBER} to {NUMBER}")


def sentences_in(words: str) -> list[str]:
    """Return the sentences of some words."""
    return re.split(r"(?<=[.!?]) (?=[A-Z'(0-9])", words)


def overloaded(findings: Iterable[object]) -> list[str]:
    """Return the sentences with more numbers that have intervals than a reader takes in."""
    every = (sentence for finding in findings for sentence in sentences_in(str(finding)))
    return [sentence for sentence in every if len(WITH_INTERVAL.findall(sentence)) > MOST_NUMBERS]


def has_key(drawing: MatplotlibFigure) -> bool:
    """Return whether colours must be looked up in a key."""
    return bool(drawing.legends) or any(panel.get_legend() for panel in drawing.axes)


@pytest.fixture(autouse=True)
def check_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test fail that makes a report with an overloaded sentence or one that repeats the answer.

    So does one with a figure that does not say what it shows, or that needs a key.
    """
    make_document, make_first_page = Report.document, first_page.with_first_page

    def document(self: Report) -> Document:
        made = make_document(self)
        assert not overloaded(made.findings)
        figures = made.figures()
        assert not [figure.name for figure in figures if not 0 < len(figure.title) <= TOO_LONG]
        assert not [figure.name for figure in figures if has_key(figure.drawing)]
        return made

    def with_first_page(run: RunDirectory, report: Document, besides: Mapping[str, str]) -> Document:
        made = make_first_page(run, report, besides)
        assert not overloaded(made.findings)
        said = made.answer.sentences if made.answer else ()
        assert not [words for words in made.findings if isinstance(words, str) and repeats(words, said)]
        plain = [finding for finding in report.findings if isinstance(finding, str)]
        assert len(made.findings) <= max(MOST_FINDINGS, len(plain))
        return made

    monkeypatch.setattr(Report, "document", document)
    monkeypatch.setattr(first_page, "with_first_page", with_first_page)
