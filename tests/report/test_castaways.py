"""The report on Castaways' rescues: numbers against the run's own columns, and that it prints of any run."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import simkit
from simkit import BadInput, Run
from simkit.games.castaways.box import BOX
from simkit.report.parts import Components, Finding, answer_of
from simkit.report.questions import number, number_of_players
from simkit.report.stats import wilson
from simkit.report.words import listed
from simkit.reports.shared.castaways import RESTS_ON
from simkit.reports.shared.castaways_outings import chance_to_fail, returns
from simkit.reports.shared.castaways_points import margins
from simkit.reports.shared.castaways_together import party
from tests.conftest import RunOf
from tests.report.reading import body_of, claims_of, headings_of, page_of, section_of

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "experiments").glob("castaways_*.yaml"))
HEAD = "name: island\ngame: castaways\nseed: 3\nreport: castaways_rescue\n"
ALWAYS = {
    "Rescue rate by number of players",
    "How games end",
    "Every scenario",
    "Assumptions",
    "How to reproduce",
}
LOGGED = {"Turn by turn", "Outings and getting lost"}


@pytest.fixture
def play(run_of: RunOf) -> RunOf:
    """Return a function that plays an experiment."""
    return lambda text, games=40: run_of(HEAD + text, games=games)


def outside_figures(path: Path) -> str:
    """Return what a written report says outside of its figures."""
    return re.sub("<svg.*?</svg>", "", path.read_text(encoding="utf-8"), flags=re.S)


def test_the_answer_comes_first_with_what_it_rests_on(play: RunOf) -> None:
    run = play("strategy: reference\nfactors: {rules.players: [2, 4]}\nevents: {one_in: 1}\n", games=120)
    made = body_of(run, "castaways_rescue")
    answer = answer_of(run)
    assert answer is not None
    page_one = page_of(run, "castaways_rescue")
    assert page_one.in_short.startswith(answer.sentences[0]) and page_one.in_short.endswith(RESTS_ON)
    picture = answer.picture()
    assert picture is not None
    assert [figure.name for figure in page_one.figures()].count(picture.name) == 1
    headings = set(headings_of(made))
    assert headings >= ALWAYS | LOGGED | {"The headland", "Story points"}
    html, _ = Run(run.path).report("castaways_rescue", pdf=True)
    assert not re.search(r"\bnan\b", outside_figures(html))


def test_the_picture_has_a_curve_for_each_player_and_one_for_the_best_known(
    play: RunOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = play("factors: {rules.players: [1, 2], strategy: [expert, diarist, random]}\n")
    known = {0: wilson(55, 100), 3: wilson(98, 100)}
    for module in (number, number_of_players):
        monkeypatch.setattr(module, "rates_at_ceiling", lambda run: known)
    answer = answer_of(run)
    picture = answer.picture() if answer else None
    assert answer is not None and picture is not None
    (panel,) = picture.drawing.axes
    rates = run.games.group_by("scenario").agg(pl.col("rescued").mean()).collect()
    own = dict(rates.iter_rows())
    drawn = {tuple(np.round(np.asarray(line.get_ydata(), np.float64), 6)) for line in panel.lines}
    expected = {
        tuple(round(100 * own[at], 6) for at, line_up in run.line_ups.items() if line_up[0] == name)
        for name in ("expert", "diarist")
    }
    assert drawn >= {*expected, (55.0, 98.0)}


def test_the_ceiling_of_each_number_of_players_has_the_colour_of_its_curve(
    play: RunOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = play("strategy: reference\nfactors: {rules.headland: [14, 15, 16], rules.players: [1, 2]}\n")
    known = {at: wilson(50 + 10 * len(line_up), 100) for at, line_up in run.line_ups.items()}
    for module in (number, number_of_players):
        monkeypatch.setattr(module, "rates_at_ceiling", lambda run: known)
    answer = answer_of(run)
    picture = answer.picture() if answer else None
    assert answer is not None and picture is not None
    (panel,) = picture.drawing.axes
    of = {round(float(np.asarray(line.get_ydata())[0]), 6): line.get_color() for line in panel.lines}
    dotted = {line.get_color() for line in panel.lines if line.get_linestyle() == ":"}
    assert len(dotted) == 2 and of[60.0] != of[70.0]


def test_events_agree_with_the_outcome(play: RunOf) -> None:
    run = play("strategy: reference\nrules: {players: 3}\nevents: {one_in: 1}\n", games=60)
    games = run.games.sort("game").collect()
    back = returns(run, [0])
    lost = back.filter("lost").group_by("game").len()
    told = games.select("game", "times_lost").join(lost, on="game", how="left").fill_null(0)
    assert told["len"].to_list() == told["times_lost"].to_list()
    assert sum(told["len"]) > 0
    assert back["place"].is_between(4, 15).all()


def test_the_exact_odds_are_those_of_two_dice() -> None:
    totals = [one + other for one, other in product(range(1, 7), repeat=2)]
    for place in range(2, 16):
        assert chance_to_fail(place) == pytest.approx(sum(total < place for total in totals) / 36)
    assert chance_to_fail(7) == pytest.approx(15 / 36)


def test_the_margin_is_the_lead_over_the_second() -> None:
    seats = pl.DataFrame({"game": [0, 0, 0, 4, 4, 4], "score": [3, 9, 5, 0, 7, 7]})
    assert margins(seats).to_list() == [4, 0]


def test_what_is_left_out_is_worth_what_the_same_games_lack_without_it(play: RunOf) -> None:
    run = play(
        "rules: {players: 2}\nstrategy: reference\nfactors:\n  component:\n    all: {}\n"
        '    "shelter: all": {rules.shelters: 0}\n    "event: Squall": {rules.left_out: [events.e16]}\n'
        '    "event: Ants": {rules.left_out: [events.e17]}\n',
        games=80,
    )
    made = body_of(run, "castaways_rescue")
    rates = run.games.group_by("scenario").agg(pl.col("rescued").mean()).sort("scenario").collect()
    whole, without, *_ = rates["rescued"]
    (worths,) = Components(run).worths
    effect = next(quoted.effect for quoted in worths.every if quoted.level == "shelter: all")
    assert effect.value == pytest.approx(without - whole)
    headings = set(headings_of(made))
    assert len([heading for heading in headings if heading.endswith(" changes: share rescued")]) == 2


def test_numbers_are_drawn_as_a_curve_and_claimed(play: RunOf) -> None:
    made = body_of(
        play(
            "strategy: reference\nfactors:\n  rules.players: [2, 4]\n  headland:\n    16: {}\n"
            "    13: {rules.headland: 13, rules.interior_start: 4, rules.heart_start: 10}\n"
            "    19: {rules.headland: 19, rules.interior_start: 6, rules.heart_start: 14}\n"
        ),
        "castaways_rescue",
    )
    assert section_of(made, "Rescue rate over headland").blocks
    (said,) = (
        finding for finding in made.findings if isinstance(finding, Finding) and finding.about == "headland"
    )
    assert claims_of(said.words)


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=[pytest.mark.long] * (path != SHIPPED[-1])) for path in SHIPPED],
)
def test_a_shipped_experiment_prints_without_nan(path: Path, tmp_path: Path) -> None:
    run = simkit.run(path, out=tmp_path / "run", jobs=1, games=2)
    written = run.report(pdf=True)
    assert {file.suffix for file in written} >= {".html", ".pdf"}
    assert not re.search(r"\bnan\b", outside_figures(run.path / "report.html"))


def test_other_games_are_refused(run_of: RunOf) -> None:
    run = run_of("name: pig\ngame: pig\ngames: 4\nstrategy: random\n")
    with pytest.raises(BadInput, match="the report castaways_rescue is about Castaways"):
        body_of(run, "castaways_rescue")


def test_numbers_are_words_in_sentences() -> None:
    assert [party(players) for players in (1, 4)] == ["one player", "four players"]
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_every_thing_of_the_wreck_every_camp_card_and_each_event_of_four_is_left_out_once() -> None:
    text = (ROOT / "experiments/castaways_components.yaml").read_text()
    named = re.findall(r"left_out: \[(.*?)\]", text)
    events = [id_ for id_, event in BOX.events.items() if not event.few]
    expected = [
        *(f"events.{id_}" for id_ in events),
        *(f"remains.{id_}" for id_ in BOX.remains),
        *(f"camp_cards.{id_}" for id_ in BOX.camp_cards),
    ]
    assert sorted(named) == sorted(expected)
