"""A factor of many levels has its effects, the largest first; where there are too many, that is said."""

from __future__ import annotations

import pytest

from simkit.report.parts import Figure
from simkit.report.stats import effects_of
from tests.conftest import RunOf
from tests.report.reading import body_of, headings_of, section_of, tables_of

VARIANTS = (
    "name: many\ngame: pig\ngames: 20\nstrategies: [hold_at, random]\nfactors:\n  idea:\n"
    "    as printed: {{}}\n{}"
)


def variants(number: int) -> str:
    return VARIANTS.format(
        "".join(f"    target {101 + i}: {{rules.target: {101 + i}}}\n" for i in range(number))
    )


@pytest.mark.parametrize(
    "number", [11, 12, pytest.param(50, marks=pytest.mark.long), pytest.param(99, marks=pytest.mark.long)]
)
def test_every_level_has_its_effect(run_of: RunOf, number: int) -> None:
    run = run_of(variants(number))
    made = body_of(run)
    section = section_of(made, "The effect of idea")
    changes = effects_of(run, "idea")
    (table,) = tables_of(section)
    rows = table.cells()
    assert len(rows) == number
    sizes = [changes.mean(row[0]).value for row in rows]
    assert sizes == sorted(sizes, reverse=True)
    figures = [block for block in section.blocks if isinstance(block, Figure)]
    drawn = sum(len(figure.drawing.axes[0].get_yticklabels()) for figure in figures)
    assert drawn == number
    assert len({figure.drawing.axes[0].get_xlim() for figure in figures}) == 1
    assert any(getattr(finding, "about", "") == "idea" for finding in made.findings)


@pytest.mark.long
def test_too_many_levels_are_said_to_be_too_many(run_of: RunOf) -> None:
    made = body_of(run_of(variants(120)))
    assert not [heading for heading in headings_of(made) if heading.startswith("The effect of")]
    assert any(caution.startswith("Idea has 121 levels") for caution in made.cautions)


def test_many_settings_are_averaged_in_the_table(run_of: RunOf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simkit.results.effects.MOST_IN_TABLE", 20)
    run = run_of(variants(12) + "  rules.decision_cap: [200, 300]\n")
    (table,) = tables_of(section_of(body_of(run), "The effect of idea"))
    assert len(table.cells()) == 12 and table.cells()[0][-1] == "2"


def test_a_few_levels_that_are_no_numbers_are_compared(run_of: RunOf) -> None:
    text = (
        "name: many\ngame: nautilion\ngames: 20\nstrategy: random\n"
        "factors:\n  rules.board: [A1, A2, B1, B2, C1, C2]\n"
    )
    section = section_of(body_of(run_of(text)), "The effect of board")
    assert tables_of(section)
