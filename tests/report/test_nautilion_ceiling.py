"""What of Nautilion's difficulty is the player's: said with intervals, or with the command that finds out.

Nothing is played here with look-ahead: the ceilings stand as if they were recorded with the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from simkit import Claim, Document
from simkit.report.parts import Table, Text
from simkit.report.stats import wilson
from simkit.reports.shared.expansion_effects import ALL, BASE
from simkit.run.findings import ceiling as of_ceiling
from simkit.run.findings.ceiling import Ceiling, changed_rules, recorded_ceilings
from simkit.testing import find_game
from tests.conftest import RunOf
from tests.report.reading import claims_of, headings_of, means_of, page_of, section_of, tables_of

TINY = f"""
name: tiny
game: nautilion
games: 60
rules: {{board: A1}}
factors:
  rules.expansions: ["{BASE}", "{ALL}"]
  rules.reserve: [2, 3, 4]
  strategy: [expert, novice]
question: combinations
report: REPORT
"""

TITLE = "The ceiling of play"


@pytest.fixture
def run_of(run_once_of: RunOf) -> RunOf:
    """Return a function that plays an experiment once for all tests."""
    return run_once_of


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Return a function that records, for both combinations and every reserve, how many of 400 are won."""

    def record(base: int, all_five: int, *, is_current: bool = True) -> None:
        rules = find_game("nautilion").knobs
        found = [
            Ceiling(
                changed_rules(rules.model_validate({"expansions": combination, "reserve": reserve})),
                "expert",
                256,
                {"won": wilson(won, 400), "turns": wilson(200, 400)},
                measured="2031-02-03",
                is_current=is_current,
            )
            for combination, won in ((BASE, base), (ALL, all_five))
            for reserve in (2, 3, 4)
        ]
        monkeypatch.setattr(of_ceiling, "recorded_ceilings", lambda _game: found)

    monkeypatch.setattr(of_ceiling, "recorded_ceilings", lambda _game: [])
    yield record


def made(run_of: RunOf, report: str = "nautilion_difficulty") -> Document:
    run = run_of(TINY.replace("REPORT", report))
    return page_of(run, report)


def words_of(document: Document, heading: str) -> str:
    section = section_of(document, heading)
    return " ".join(block.words for block in section.blocks if isinstance(block, Text))


def test_where_it_is_not_known_page_one_says_nothing_of_it(
    run_of: RunOf, recorded: Callable[..., None]
) -> None:
    document = made(run_of)
    assert "the best we " not in document.in_short
    assert TITLE not in headings_of(document)


def claims_of_best(document: Document) -> list[Any]:
    def is_of_best(claim: Claim) -> bool:
        return any(of.whose == "ceiling" for subject in claim.subjects for of in means_of(subject))

    said = [*(document.answer.sentences if document.answer else ()), *document.findings]
    return [claim for words in said for claim in claims_of(words) if is_of_best(claim)]


def test_page_one_says_what_all_parts_cost_the_player_and_the_best_play(
    run_of: RunOf, recorded: Callable[..., None]
) -> None:
    recorded(396, 340)
    document = made(run_of)
    assert document.answer is not None and document.answer.figure is not None
    (of_best,) = (claim for claim in claims_of_best(document) if claim.kind == "change")
    said = [claims_of(words) for words in (*document.answer.sentences, *document.findings)]
    ((of_player, _),) = (claims for claims in said if of_best in claims)
    assert of_best.quantities[0].estimate.value == pytest.approx(-0.14)
    assert of_player.quantities[0].estimate.value < of_best.quantities[0].estimate.low
    assert "the best player known" in document.answer.figure.caption
    section = section_of(document, TITLE)
    (table,) = tables_of(section)
    assert not table.frame.is_empty()


@pytest.mark.parametrize(("all_five", "bound", "at_least"), [(392, 0.5, 2), (100, -0.5, 1)])
def test_what_even_the_master_loses_is_too_hard(
    run_of: RunOf, recorded: Callable[..., None], all_five: int, bound: float, at_least: int
) -> None:
    recorded(396, all_five)
    (several,) = (claim for claim in claims_of_best(made(run_of)) if claim.kind == "several")
    change = several.claims[0]
    assert change.kind == "change" and several.at_least == at_least
    assert change.bound == bound if bound < 0 else change.bound > bound


@pytest.mark.parametrize(("all_five", "hard"), [(392, "only hard (ceiling 98.0"), (40, "too hard")])
def test_a_setting_is_too_hard_by_the_ceiling_alone(
    run_of: RunOf, recorded: Callable[..., None], all_five: int, hard: str
) -> None:
    recorded(396, all_five)
    section = section_of(made(run_of), "An even game")
    cells: list[Any] = [
        value
        for block in section.blocks
        if isinstance(block, Table)
        for row in block.cells()
        for value in row
    ]
    assert any(str(cell).startswith(hard) for cell in cells)


def test_curves_have_a_line_of_their_own_for_it(run_of: RunOf, recorded: Callable[..., None]) -> None:
    def dotted(document: Document) -> int:
        figures = [figure for figure in document.figures() if figure.name == "win_rate_expert"]
        return sum(
            line.get_linestyle() == ":"
            for figure in figures
            for axes in figure.drawing.axes
            for line in axes.lines
        )

    assert dotted(made(run_of)) == 0
    recorded(396, 392)
    assert dotted(made(run_of)) == 2


def test_the_general_report_has_a_section_and_curves(run_of: RunOf, recorded: Callable[..., None]) -> None:
    recorded(396, 392, is_current=False)
    document = made(run_of, "general")
    said = words_of(document, TITLE)
    assert re.search(r"6 settings .* wins ", said)
    assert "measured on 2031-02-03" in said and "measures anew" in said
    curves = [figure for figure in document.figures() if figure.name.startswith("curve")]
    named = [text.get_text() for figure in curves for axes in figure.drawing.axes for text in axes.texts]
    assert curves and "the ceiling" in named


def test_what_is_recorded_with_the_game_can_be_read() -> None:
    for game in ("nautilion", "castaways", "nautilus_2002", "nautilus_island"):
        for ceiling in recorded_ceilings(find_game(game)):
            assert ceiling.games > 0 and ceiling.measured
            assert all(result.low <= result.value <= result.high for result in ceiling.results.values())
