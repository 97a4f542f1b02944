"""Reports: self-contained, reproducible, in HTML and PDF; scripts found by name or by file."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from simkit import BadInput, Document, Run
from simkit.document import figures
from simkit.document.html import render_html
from simkit.experiment.factors import heading
from simkit.report.parts import Code, Figure, Finding, Section, Table, Text
from simkit.report.sections.means import PAGE
from simkit.report.words import in_levels
from simkit.results.result import WON
from simkit.results.wins import _add_up
from tests.conftest import RunOf
from tests.report.reading import body_of, claims_of, means_of, section_of, tables_of, words_of

BASE = """
name: base
title: "Nautilion & <friends>"
description: Three players.
game: nautilion
seed: 7
games: 200
factors:
  rules.board: [A1, C2]
  rules.reserve: [2, 6]
  strategy: [novice, expert]
report: nautilion_base
"""

AWKWARD = """
name: awkward
game: nautilion
games: 100
strategy: random
factors:
  prices:
    as printed: {}
    cheap: {rules.spell_cost_tide: 1}
  start: {never: {}, ever: {rules.reserve: 9}}
"""

TIDES = """
name: tides
game: nautilion
games: 300
rules: {reserve: 4}
factors:
  rules.board: [A1, C1]
  strategy: [planner, expert]
  prices:
    as printed: {}
    cheap: {rules.spell_cost_tide: 1}
    free whirlwinds too: {rules.spell_cost_tide: 1, rules.spell_cost_whirlwind: 0}
"""

SAME = """
name: same
game: nautilion
games: 100
strategy: planner
factors:
  reading: {as printed: {}, another: {rules.decision_cap: 9000}, a third: {rules.decision_cap: 8000}}
"""

PIG = """
name: pig
game: pig
games: 300
strategies: [hold_at, hold_at]
factors:
  strategies.0.n: [15, 20]
"""


def test_the_pages_are_whole_the_same_each_time_and_need_nothing_from_outside(run_of: RunOf) -> None:
    run = Run(run_of(BASE).path)
    html, pdf = run.report("nautilion_base", pdf=True)
    text, printed = html.read_text(encoding="utf-8"), pdf.read_bytes()
    assert "Nautilion &amp; &lt;friends&gt;" in text
    figures = len(list((run.path / "figures").glob("*.svg")))
    assert text.count("<figure>") == text.count('<svg class="picture"') == figures == 7
    assert "A4" in text
    assert printed.startswith(b"%PDF-")
    assert not re.search(r'(src|href)="(?!#)', text)
    assert re.findall(r"<script[^>]*>", text) == ['<script type="application/json" id="data">', "<script>"]
    assert "@import" not in text
    assert "url(http" not in text
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)
    for svg in re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL):
        assert ElementTree.fromstring(svg).get("aria-label")
    html, pdf = run.report("nautilion_base", pdf=True)
    assert (html.read_text(encoding="utf-8"), pdf.read_bytes()) == (text, printed)


@pytest.mark.parametrize("text", [TIDES, PIG])
def test_a_run_of_single_games_is_reported(run_of: RunOf, text: str) -> None:
    report = body_of(run_of(text.replace("games: 300", "games: 1")))
    assert not [words for words in words_of(report) if "nan" in words]


@pytest.mark.parametrize(
    "text", [BASE, PIG, AWKWARD, BASE.replace("[novice, expert]", "[random]").replace("[2, 6]", "[3]")]
)
def test_general_reports_on_any_run(run_of: RunOf, text: str) -> None:
    html, pdf = Run(run_of(text).path).report("general", pdf=True)
    assert "How to reproduce" in html.read_text(encoding="utf-8")
    assert pdf.exists()


def test_named_variants_are_compared_with_the_first(run_of: RunOf) -> None:
    run = run_of(TIDES)
    report = body_of(run)
    section = section_of(report, "The effect of prices")
    (table,) = tables_of(section)
    assert table.frame.columns[:3] == ["board", "strategy", "prices"]
    assert len(table.frame) == 2 * 2 * 2
    finding = next(
        finding for finding in report.findings if isinstance(finding, Finding) and finding.about == "prices"
    )
    terms = [of for claim in claims_of(finding) for found in claim.quantities for of in means_of(found.of)]
    scenarios = {of.scenarios for of in terms}
    assert all(
        len(scenario) == 1 for scenario in scenarios
    )  # effects differ by more than their intervals: no mean


def test_variants_that_change_nothing_are_not_said_to(run_of: RunOf) -> None:
    report = body_of(run_of(SAME))
    (changes,) = (
        finding for finding in report.findings if isinstance(finding, Finding) and finding.about == "reading"
    )
    assert [claim.kind for claim in claims_of(changes.words)] == ["nothing"]
    assert report.key_figures == []


def test_seats_that_chance_explains_are_not_ranked(run_of: RunOf) -> None:
    report = body_of(run_of(PIG.replace("[15, 20]", "[20, 21]")))
    assert not any("seat" in str(finding) for finding in report.findings)
    (changes,) = (
        finding
        for finding in report.findings
        if isinstance(finding, Finding) and "strategies" in finding.about
    )
    assert [claim.kind for claim in claims_of(changes.words)] == ["nothing"]


def test_of_two_who_win_every_game_between_them_only_the_first_is_reported(run_of: RunOf) -> None:
    report = body_of(run_of(PIG))
    (wins,) = (section for section in report.sections if section.heading == "Wins of player 1 (hold_at)")
    assert isinstance(wins.blocks[0], Text) and "player 2 (hold_at)" in wins.blocks[0].words
    headings = [section.heading for section in report.sections if section.heading.startswith("Wins")]
    assert headings == ["Wins of player 1 (hold_at)"]


def test_as_many_games_won_by_both_as_by_nobody_are_no_rest() -> None:
    def add_up(*won: tuple[int, ...]) -> bool:
        """Return whether two add up that win in these of some games."""
        games = list(range(len(won[0])))
        seats = pl.LazyFrame(
            {"scenario": 0, "game": game, "player": player, "won": wins[game]}
            for player, wins in enumerate(won)
            for game in games
        )

        class Played:
            numbers = staticmethod(lambda scenario: range(len(games)))
            scenarios_with = staticmethod(lambda of: [0])
            seats_in = staticmethod(lambda scenarios, numbers: seats)

        run = Played()
        rates = [pl.DataFrame({"scenario": [0], "estimate": [sum(wins) / len(wins)]}) for wins in won]
        both: list[Any] = [
            SimpleNamespace(run=run, of=f"player {player}", rates=frame, result=WON)
            for player, frame in enumerate(rates)
        ]
        return _add_up(both[0], both[1])

    assert add_up((1, 0, 0, 1), (0, 1, 1, 0))
    assert not add_up((1, 0, 0, 1), (1, 0, 1, 0))
    assert not add_up((1, 0, 0, 1), (0, 1, 0, 0))


def test_where_games_are_won_by_nobody_both_are_reported(run_of: RunOf) -> None:
    report = body_of(run_of(PIG + "rules: {decision_cap: 100}\n"))
    headings = [section.heading for section in report.sections if section.heading.startswith("Wins")]
    assert len(headings) == 2
    words = [
        block.words for section in report.sections for block in section.blocks if isinstance(block, Text)
    ]
    assert not any("All other games" in word for word in words)


def test_many_scenarios_are_drawn_in_several_figures(run_of: RunOf) -> None:
    text = BASE.replace("[2, 6]", "[1, 2, 3, 4, 5, 6]").replace("[A1, C2]", "[A1, A2, B1, B2]")
    report = body_of(run_of(text.replace("games: 200", "games: 20")))
    wins = section_of(report, "Wins")
    figures = [block for block in wins.blocks if isinstance(block, Figure)]
    assert [len(figure.drawing.axes[0].get_yticks()) for figure in figures] == [24, 24]
    assert len({figure.file_name for figure in figures}) == 2
    assert all(float(figure.drawing.get_size_inches()[1]) < 10 for figure in figures)
    assert len({figure.drawing.axes[0].get_xlim() for figure in figures}) == 1


def test_levels_have_their_factors_name_where_they_say_little_alone(run_of: RunOf) -> None:
    run = run_of(TIDES)
    assert in_levels(run, run.scenario(0)) == "board A1, planner, as printed"


def test_levels_of_one_name_have_their_factors_names(run_of: RunOf) -> None:
    run = run_of(AWKWARD.replace("{never: {}, ever:", "{never: {}, cheap:"))
    assert in_levels(run, run.scenario(0)) == "prices as printed, start never"


def test_names_may_hold_dollars(run_of: RunOf) -> None:
    text = TIDES.replace("cheap:", "for $2 and $3:").replace("free whirlwinds too:", '"$\\\\frac$":')
    html, pdf = Run(run_of(text).path).report("general", pdf=True)
    assert pdf.exists()
    assert "for $2 and $3" in html.read_text(encoding="utf-8")


def test_figures_of_one_name_have_files_of_their_own_and_sections_links() -> None:
    pictures = [Figure(name, figures.new_figure(1, 1, 1)[0], "", "") for name in ("a+1", "a-1", "A-1", "b")]
    sections = [Section("Of a+1", pictures), Section("Of a-1", pictures[2:])]
    report = Document("", "", {}, [], [], sections)
    files = [figure.file_name.lower() for figure in report.figures()]
    assert len(set(files)) == len(files) == 6
    html = render_html(report, {figure.name: "<svg></svg>" for figure in report.figures()})
    assert re.findall(r'<section id="([^"]*)"', html) == ["of-a-1", "of-a-1--2"]
    assert re.findall(r'<a href="#([^"]*)"', html) == ["of-a-1", "of-a-1--2"]


@pytest.mark.parametrize("heads", ["wins otherwise", "difference in points", "wins with no"])
def test_a_factor_may_be_called_as_a_column_of_the_report(run_of: RunOf, heads: str) -> None:
    text = (
        TIDES.replace("prices:", f"{heads}:").replace("as printed:", "no:").replace("games: 300", "games: 20")
    )
    assert body_of(run_of(text))


def test_what_parameters_are_called() -> None:
    called = {
        "rules.board": "board", "strategies.0.n": "player 1's n", "strategy.n": "players' n",
        "strategy": "strategy", "tides": "tides",
    }  # fmt: skip
    assert {factor: heading(factor) for factor in called} == called


def test_how_to_reproduce_names_the_run(run_of: RunOf) -> None:
    run = run_of(PIG)
    blocks = section_of(body_of(run), "How to reproduce").blocks
    words = "\n".join(
        block.lines if isinstance(block, Code) else getattr(block, "words", "") for block in blocks
    )
    assert f"simkit replay {run.path} --scenario 0 --game 7" in words
    assert " on 1 thread)" in words


def test_columns_are_reported_in_words(run_of: RunOf) -> None:
    report = body_of(run_of(PIG.replace("hold_at]", "random]")))
    means = section_of(report, "Means")
    captions = [block.caption for block in means.blocks if isinstance(block, Table)]
    assert captions == ["Means. Turns: turns begun (turns); rolls: times the die was rolled (rolls)."]


def test_games_that_all_end_alike_are_reported(run_of: RunOf) -> None:
    head = "name: x\ngame: nautilion\ngames: 60\nstrategy: expert\n"
    capped = body_of(run_of(f"{head}factors: {{rules.turn_cap: [3, 5]}}\n"))
    (caution,) = capped.cautions
    assert "turn cap" in caution
    ends = section_of(capped, "How the game ended")
    assert ends.blocks == [Text("In every game: turn cap.")]


def test_games_of_which_some_end_of_their_own_are_not_said_to_be_stopped(run_of: RunOf) -> None:
    head = "name: x\ngame: nautilion\ngames: 60\nstrategy: expert\n"
    made = body_of(run_of(f"{head}factors: {{rules.turn_cap: [5, 200]}}\n"))
    assert not made.cautions


def test_tables_of_many_columns_are_divided(run_of: RunOf) -> None:
    report = body_of(run_of(BASE))
    means = section_of(report, "Means")
    tables = [block for block in means.blocks if isinstance(block, Table)]
    assert len(tables) > 1
    names = [name for table in tables for name in table.frame.columns if name not in ("no.", "board")]
    assert "turns" in names
    assert not {"crew_numbers", "heroic_cards", "mages"} & set(names)  # codes, and what never occurs
    for table in tables:
        assert table.frame.columns[0] == "no."
        assert sum(len(name) + 3 for name in table.frame.columns) <= PAGE


def test_a_script_of_the_users_own(run_of: RunOf, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from simkit import report as r\n\n"
        "def report(run):\n"
        "    return r.Report(run, [r.parts.OwnPart(findings=['It works.'])], title='Mine')\n"
    )
    html, _ = Run(run_of(PIG).path).report("./mine.py", pdf=True)
    assert "It works." in html.read_text(encoding="utf-8")
    (tmp_path / "empty.py").write_text("")
    with pytest.raises(BadInput, match="no function report"):
        Run(tmp_path / "run").report("./empty.py", pdf=True)


def test_what_can_not_be_reported(run_of: RunOf, tmp_path: Path) -> None:
    run = run_of(PIG)
    with pytest.raises(BadInput, match="did you mean 'nautilion_base'"):
        Run(run.path).report("nautilion_bsae", pdf=True)
    with pytest.raises(BadInput, match="is about Nautilion"):
        Run(run.path).report("nautilion_base", pdf=True)
