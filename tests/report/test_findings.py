"""Which findings lead, and in which order a report joins its parts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from simkit import Quantity
from simkit import report as r
from simkit.experiment.about import About, AskedAbout
from simkit.report import POINTS, Of, Truth, wilson
from simkit.report.front.findings import first_findings, repeats
from simkit.report.sections.win_rates import extreme_of
from simkit.results.claims import Change, Level, Nothing, Sentence
from simkit.run.store.directory import RunDirectory
from simkit.words.lines import lines_of
from tests.conftest import RunOf
from tests.report.reading import body_of, claims_of, headings_of, page_of

# A report joins its parts: in their order, or in the order that it gives.


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
    )


def test_parts_are_joined_in_their_order(run_of: RunOf) -> None:
    made = r.Report(run_of(PIG), [part("A", 3), r.Part(), part("B", 2)]).document()
    assert (made.title, made.subtitle) == ("Pig: once more", "Twice.")
    assert made.facts["Game"] == "Pig"
    assert [figure.number for figure in made.key_figures] == ["A0", "A1", "A2", "B0"]
    assert made.findings == ["A is found.", "B is found."]
    headings = headings_of(made)
    assert headings == ["A", "B", "Variants", "Assumptions", "How to reproduce"]


def test_findings_and_key_figures_may_have_another_order(run_of: RunOf) -> None:
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
    headings = headings_of(made)
    assert headings == ["A", "B", "Assumptions", "How to reproduce"]
    assert (made.title, made.subtitle) == ("Mine", "Twice.")


# Of all findings those that matter most stand on the first page, and none repeats the answer.


ASKED = AskedAbout(About.CHANGE, "rules.target")


def test_what_was_asked_comes_first_then_what_surprises_then_what_is_large() -> None:
    found = [
        r.Finding("Small.", 0.01),
        r.Finding("Large.", 0.2),
        r.Finding("Nothing.", 0.0, r.Surprise.NOTHING),
        r.Finding("Asked.", 0.001, about="rules.target"),
        r.Finding("Of its kind.", 0.0, about=About.CHANGE),
        r.Finding("Least.", 0.001),
        r.Finding("Reversed.", 0.001, r.Surprise.REVERSED),
    ]
    assert first_findings([], found, ASKED, []) == [
        "Asked.", "Of its kind.", "Reversed.", "Nothing.", "Large."
    ]  # fmt: skip


def test_plain_words_of_a_script_are_all_kept_in_their_order() -> None:
    plain = [f"Plain {number}." for number in range(4)]
    found: list[r.Finding | str] = [r.Finding("Reversed.", 1.0, r.Surprise.REVERSED), *plain]
    answer = ["Of the answer.", "Of the answer, too."]
    assert first_findings(answer, found, ASKED, []) == [*plain, answer[0]]
    many = [f"Plain {number}." for number in range(7)]
    assert first_findings(answer, many, ASKED, []) == many


def test_findings_of_the_answer_stand_before_others() -> None:
    others = [r.Finding("Reversed.", 1.0, r.Surprise.REVERSED)]
    answer: list[r.Finding | str] = [r.Finding("Of the answer."), "In its words."]
    assert first_findings(answer, others, ASKED, []) == ["In its words.", "Of the answer.", "Reversed."]


def said(words: str, *scenarios: int) -> Sentence:
    """Return a sentence that quotes how often games of some scenarios are won."""
    share = wilson(420, 1000)
    quantities = tuple(Quantity(share, Of("won", (scenario,))) for scenario in scenarios)
    return Sentence(words, Level(quantities=quantities))


def test_a_finding_that_says_what_others_have_said_is_left_out() -> None:
    one, another, both = said("One.", 1), said("Another.", 2), said("Both.", 1, 2)
    assert first_findings([one, another], [r.Finding(both)], ASKED, []) == [one, another]
    assert first_findings([one], [r.Finding(both)], ASKED, []) == [one, both]


def test_what_is_said_of_others_is_kept_though_its_numbers_are_equal() -> None:
    one, another = said("Tides cost novices 42.0 %.", 1), said("The harbour costs experts 42.0 %.", 2)
    assert not repeats(another, [one])
    assert repeats(said("Novices win less.", 1), [one])


def test_what_one_adds_another_says_is_lost_without_it() -> None:
    change = Of("won", (1,)) - Of("won", (2,))
    gain, loss = (
        Sentence(words, Level(quantities=(Quantity(wilson(1, 9), of),)))
        for words, of in (("Gains.", change), ("Loses.", -change))
    )
    assert repeats(loss, [gain])


def test_what_a_part_says_of_what_was_asked_is_left_out_if_the_answer_has_a_number_of_it() -> None:
    answer, words = said("With 1 instead of 2.", 1), said("1 instead of 2 helps both.", 1, 2)
    assert first_findings([], [r.Finding(words, about="rules.target")], ASKED, [answer]) == []
    assert first_findings([], [r.Finding(words, about="rules.prize")], ASKED, [answer]) == [words]
    assert first_findings([], [r.Finding(words, about="rules.target")], ASKED, []) == [words]


def test_a_page_with_an_overloaded_sentence_fails_its_test(run_of: RunOf) -> None:
    words = "One wins 10.0 % (9.0 to 11.0), another 20.0 % (19.0 to 21.0), a third 30.0 % (29.0 to 31.0)."
    with pytest.raises(AssertionError, match="One wins"):
        r.Report(run_of(PIG), [r.OwnPart(findings=[r.Finding(words)])]).document()


def test_the_size_of_a_mean_is_in_standard_deviations() -> None:
    rng = np.random.default_rng(1)
    effect = r.mean_of(rng.normal(0.5, 2.0, 10_000))
    assert r.size_of(effect) == pytest.approx(0.4 * 0.25, rel=0.1)
    assert r.size_of(r.Estimate(-0.03, -0.04, -0.02, 100, "", POINTS)) == pytest.approx(0.03)
    assert r.size_of(r.mean_of(np.array([1.0]))) == 0.0


# Findings lead if they say something new, and what holds of several is one finding.


HEAD = "name: known\ngame: nautilion\ngames: 60\nrules: {board: A1}\nreport: none\n"


def test_that_the_stronger_player_wins_more_is_not_said(run_of: RunOf) -> None:
    run = run_of(f"{HEAD}factors: {{strategy: [expert, novice], rules.reserve: [1, 4]}}\n")
    findings = " ".join(map(str, body_of(run).findings))
    assert "is highest with" not in findings
    assert "Strategy: " not in findings
    assert "reserve" in findings


def test_a_setting_that_moves_the_same_player_is_said(run_of: RunOf) -> None:
    run = run_of(f"{HEAD}factors: {{strategy: [expert], rules.reserve: [1, 4]}}\n")
    findings = (finding for finding in body_of(run).findings if isinstance(finding, r.Finding))
    (found,) = (finding for finding in findings if finding.about == "rules.reserve")
    assert [claim.kind for claim in claims_of(found.words)] == ["change"]
    assert found.surprise == r.Surprise.SIZE
    assert found.size > 0.05


# The shipped experiments on seats answer their own question in the report's first sentence.


SHIPPED = Path(__file__).parents[2] / "experiments"


def uneven(run: RunDirectory) -> bool:
    """Return True if, counted from the rows, a place in the turn order wins more or less than is fair."""
    counted = (
        run.seats.with_columns(place=run.place)
        .group_by("scenario", "place")
        .agg(pl.col("won").cast(pl.Int64).sum().alias("wins"), pl.len().alias("games"))
        .with_columns(fair=pl.col("wins").sum().over("scenario") / pl.col("games").sum().over("scenario"))
        .collect()
    )
    seats = counted.group_by("scenario").len()["len"]
    confidence = 1 - 0.05 / sum(
        1 if seat == 2 else seat for seat in seats
    )  # what one of two gains, one loses
    return any(
        wilson(row["wins"], row["games"], confidence).excludes(row["fair"])
        for row in counted.iter_rows(named=True)
    )


@pytest.mark.parametrize(
    ("name", "settings", "games", "yes"),
    [
        ("nautilus_2002_seats", ("strategy=reference", "rules.players=2"), 1000, True),
        ("nautilus_2002_seats", ("strategy=reference", "rules.players=2"), 20, False),
        ("nautilus_island_seats", ("strategy=reference",), 60, False),
    ],
)
def test_the_first_sentence_says_that_a_place_matters_or_by_how_little(
    name: str, settings: tuple[str, ...], games: int, yes: bool, run_of: RunOf
) -> None:
    run = run_of(SHIPPED / f"{name}.yaml", games=games, settings=settings)
    assert uneven(run) == yes
    answer = page_of(run).answer
    assert answer is not None
    (claim,) = claims_of(answer.sentences[0])
    assert isinstance(claim, Change if yes else Nothing)


HOLDING = """
name: holding
game: pig
games: 400
strategies: [hold_at, random]
factors: {strategies.0.n: [1, 19, 20, 21]}
"""


def test_where_a_player_comes_to_most_or_least_is_claimed_only_if_that_is_clear(run_of: RunOf) -> None:
    run = run_of(HOLDING)
    (line, *_) = lines_of(run)
    least = extreme_of(line, is_most=False)
    assert least is not None and least.first == (line.of([0]),)
    assert least.holds(Truth(run))
    assert extreme_of(line, is_most=True) is None
