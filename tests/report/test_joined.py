"""A report joins its parts: in their order, or in the order that it gives."""

from __future__ import annotations

from collections.abc import Callable

from simkit import report as r

PIG = """
name: pig
title: "Pig: once more"
description: Twice.
game: pig
games: 20
strategy: hold_at
factors:
  start: {as printed: {}, long: {rules.target: 150}}
"""


def part(name: str, figures: int) -> r.Part:
    return r.OwnPart(
        key_figures=[r.KeyFigure(f"{name}{number}", "") for number in range(figures)],
        findings=[f"{name} is found."],
        sections=[r.Section(name, [])],
        in_short=f"{name} in short.",
    )


def test_parts_are_joined_in_their_order(run_of: Callable[[str], r.RunDirectory]) -> None:
    made = r.Report(run_of(PIG), [part("A", 3), r.Part(), part("B", 2)]).document()
    assert (made.title, made.subtitle) == ("Pig: once more", "Twice.")
    assert made.facts["Game"] == "Pig"
    assert [figure.number for figure in made.key_figures] == ["A0", "A1", "A2", "B0"]
    assert made.findings == ["A is found.", "B is found."]
    assert made.in_short == "A in short. B in short."
    headings = [section.heading for section in made.sections]
    assert headings == ["A", "B", "Variants", "Assumptions", "How to reproduce"]


def test_findings_and_key_figures_may_have_another_order(run_of: Callable[[str], r.RunDirectory]) -> None:
    first, second = part("A", 1), part("B", 1)
    made = r.Report(
        run_of(PIG),
        [first, second],
        key_figures=[second],
        findings=[second, first],
        title="Mine",
        has_variants=False,
    ).document()
    assert [figure.number for figure in made.key_figures] == ["B0"]
    assert made.findings == ["B is found.", "A is found."]
    headings = [section.heading for section in made.sections]
    assert headings == ["A", "B", "Assumptions", "How to reproduce"]
    assert (made.title, made.subtitle) == ("Mine", "Twice.")
