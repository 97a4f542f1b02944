"""A report as its tests read it: its sections, tables and words, and what a sentence claims."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from simkit import Document, Run
from simkit.report.parts import Finding, Section, Table, Text
from simkit.run.store.directory import RunDirectory


def body_of(run: RunDirectory, script: str = "general") -> Document:
    """Return what a script of `reports/` makes of a run, before page one takes its findings."""
    made: Document = import_module(f"simkit.reports.{script}").report(run).document()
    return made


def page_of(run: RunDirectory, script: str | None = None) -> Document:
    """Return a run's report with its first page."""
    return Run(run.path).document(script)


def claims_of(words: object) -> tuple[Any, ...]:
    """Return what a sentence or a finding claims."""
    return tuple(getattr(words.words if isinstance(words, Finding) else words, "claims", ()))


def means_of(subject: Any) -> list[Any]:
    """Return the means that a claim's number is made of: it is one, or a difference of some."""
    return [mean for mean, _ in subject.terms] if hasattr(subject, "terms") else [subject]


def headings_of(document: Document) -> list[str]:
    """Return the headings of all sections."""
    return [section.heading for section in document.sections]


def section_of(document: Document, heading: str) -> Section:
    """Return the section of that heading, which must be the only one."""
    (section,) = (section for section in document.sections if section.heading == heading)
    return section


def tables_of(of: Document | Section) -> list[Table]:
    """Return the tables of a report, or of a section."""
    sections = of.sections if isinstance(of, Document) else [of]
    return [block for section in sections for block in section.blocks if isinstance(block, Table)]


def words_of(document: Document) -> list[str]:
    """Return all that a report says in words: findings, sections, cells, captions."""
    blocks = [block for section in document.sections for block in section.blocks]
    return [
        *map(str, document.findings),
        *(block.words for block in blocks if isinstance(block, Text)),
        *(cell for table in tables_of(document) for row in table.cells() for cell in row),
        *(figure.caption for figure in document.figures()),
    ]
