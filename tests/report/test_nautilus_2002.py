"""The report on Nautilus (2002) says what the run's tables say."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from simkit import Run
from simkit.report.parts import Finding, Points
from simkit.report.stats import Of, Truth, line_ups_of
from simkit.reports.shared.nautilus_2002 import RESTS_ON, Subject, knobs_of
from simkit.reports.shared.nautilus_2002_claims import ChipsWin, NautilusVoice, RunDry, claims_of_play
from simkit.reports.shared.nautilus_2002_holdings import FEWEST, wins_by_count
from simkit.reports.shared.nautilus_2002_maps import board_of, covered, maps_of_play
from simkit.reports.shared.nautilus_2002_money import (
    money_by_round,
    money_flows,
    rounds_of_little,
    spread_by_round,
)
from simkit.reports.shared.nautilus_2002_sea import Sea
from simkit.results.claims import Change
from simkit.run.store.directory import RunDirectory
from tests.conftest import RunOf
from tests.report.reading import (
    body_of,
    claims_of,
    headings_of,
    means_of,
    page_of,
    section_of,
    tables_of,
    words_of,
)

HEAD = "name: sea\ngame: nautilus_2002\ngames: 40\nseed: 5\nreport: nautilus_2002\n"
EVENTS = "events: {one_in: 2}\n"
RUNS = {
    "seats": f"{EVENTS}strategy: reference\nfactors: {{rules.players: [2, 3]}}\n",
    "pairs": f"{EVENTS}rules: {{players: 2}}\nstrategies: [random, reference]\n",
    "money": (
        f"{EVENTS}strategy: reference\nrules: {{players: 2}}\nfactors: {{rules.start_money: [35, 65]}}\n"
    ),
    "components": (
        f"{EVENTS}strategy: reference\nrules: {{players: 2}}\nfactors:\n  component:\n    as printed: {{}}\n"
        "    chips worth 1: {rules.chip_points: 1}\n"
    ),
    "no events": "strategy: random\nrules: {players: 4}\n",
}
ALWAYS = {
    "The two factors of the score",
    "Money",
    "Length and endings",
    "What chips and stations are worth",
    "How far to trust this",
    "Assumptions",
    "How to reproduce",
}
LOGGED = {"The sea bed and the canyon", "Maps", "Minutes at the table"}
"""Where events are logged."""
HEADINGS = {
    "seats": {"Turn order", "Scenario by scenario", *LOGGED},
    "pairs": {"Strategy against strategy", *LOGGED},
    "money": {"Turn order", "Scenario by scenario", *LOGGED},
    "components": {
        "What each component changes: mean score",
        "Turn order",
        "Scenario by scenario",
        "Variants",
        *LOGGED,
    },
    "no events": {"Turn order"},
}


@pytest.fixture
def play(run_of: RunOf) -> RunOf:
    """Return a function that plays an experiment."""
    return lambda text: run_of(HEAD + text)


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=[pytest.mark.long] * (kind in ("pairs", "money", "components")))
        for kind in RUNS
    ],
)
def test_report(kind: str, play: RunOf) -> None:
    run = play(RUNS[kind])
    made = body_of(run, "nautilus_2002")
    headings = set(headings_of(made)) - {"What good players score among themselves"}  # if one is known
    assert headings == HEADINGS[kind] | ALWAYS
    assert not [word for word in words_of(made) if "nan" in word.replace("-", " ").split()]
    assert RESTS_ON in page_of(run, "nautilus_2002").in_short  # page one says what is reconstructed
    html, _ = Run(run.path).report("nautilus_2002", pdf=True)
    assert "<svg" in html.read_text(encoding="utf-8")


def test_what_an_ending_does_is_said_in_rounds(play: RunOf) -> None:
    run = play(
        "strategy: reference\nrules: {players: 2}\nfactors:\n  component:\n    as printed: {}\n"
        "    no end with 13 to 15: {rules.end_three: false}\n    no fees: {rules.fee: 0}\n"
    )
    said = [
        finding.words for finding in body_of(run, "nautilus_2002").findings if isinstance(finding, Finding)
    ]
    (claim,) = (
        claim
        for words in said
        for claim in claims_of(words)
        if claim.kind == "change" and means_of(claim.quantities[0].of)[0].column == "rounds"
    )
    rounds = run.games.sort("scenario", "game").select("scenario", "rounds").collect()
    mean = {s: float(frame["rounds"].to_numpy().mean()) for (s,), frame in rounds.group_by("scenario")}
    effect = claim.quantities[0]
    assert effect.estimate.value == pytest.approx(mean[1] - mean[0])  # not that of the fees
    assert [of.scenarios for of in means_of(effect.of)] == [(1,), (0,)]


def test_money_in_the_events_is_the_money_at_the_end(play: RunOf) -> None:
    rules = "rules: {price_research: 2, fee: 3, scan_cost: 2, recovery_cost: [1, 3, 2], rise_cost: 2}\n"
    run = play(f"{EVENTS}strategies: [reference, random]\nfactors: {{rules.players: [2]}}\n{rules}")
    held = money_by_round(run, [0])
    last = held.group_by("scenario", "game", "seat").agg(pl.col("held").sort_by("turn").last())
    both = last.join(run.seats.collect(), on=["scenario", "game", "seat"])
    assert len(both) == 2 * 20
    assert both["held"].to_list() == both["cash"].to_list()
    spread = spread_by_round(held)
    assert (spread["low"] <= spread["median"]).all()
    assert (spread["median"] <= spread["high"]).all()
    assert set(spread["turn"]) <= set(held["turn"])


def test_what_comes_goes(play: RunOf) -> None:
    run = play("strategy: reference\nfactors: {rules.players: [2, 4]}\n")
    comes, goes = money_flows(run, [0, 1])
    for place in (0, 1):
        come, go = (sum(amounts[place] for amounts in parts.values()) for parts in (comes, goes))
        assert come == pytest.approx(go)


def test_maps_count_what_happens_on_squares(play: RunOf) -> None:
    run = play(f"{EVENTS}strategy: reference\nrules: {{players: 2}}\n")
    maps = maps_of_play(run, [0])
    sea = knobs_of(run)[0].content.board.sea
    found = maps["Where discoveries are recovered"].ravel()
    assert set(np.flatnonzero(found)) <= set(sea.discoveries)
    games = run.games.filter(pl.col("game") % 2 == 0).collect()
    kinds = ("snail", "shell", "crab", "anemone", "gold", "chest", "speed", "atlantis")
    seats = run.seats.filter(pl.col("game") % 2 == 0).collect()
    got = sum(int(seats[f"got_{kind}"].sum()) for kind in kinds)
    assert found.sum() * len(games) / 100 == pytest.approx(got)
    opened = maps["Where the canyon is opened"].sum()
    assert opened == pytest.approx(100 * games["canyon_opened"].to_numpy().mean())


def sea_of(run: RunDirectory) -> Sea:
    """Return the part on the sea of a run with one scenario, in which all play the reference."""
    return Sea(Subject(Points(run, line_ups_of(run), pl.DataFrame(), ["reference"], {}), [0]))


def test_every_discovery_has_one_fate(play: RunOf) -> None:
    run = play(f"{EVENTS}strategy: reference\nrules: {{players: 2}}\n")
    fates = sea_of(run).by_fate()
    games = run.games.filter(pl.col("game") % 2 == 0).collect()
    assert fates["discoveries"].to_list() == [26, 20, 14]
    for fate, column in {"built over": "slots_covered", "left": "slots_left"}.items():
        assert fates[fate].sum() == pytest.approx(games[column].to_numpy().mean())


def test_who_opens_the_canyon_is_told_from_the_others(play: RunOf) -> None:
    run = play(f"{EVENTS}strategy: reference\nrules: {{players: 3}}\n")
    sea = sea_of(run)
    seats = sea.openers
    games = run.games.filter(pl.col("game") % 2 == 0).collect()
    assert seats["opener"].sum() == games["canyon_opened"].sum()
    assert len(seats) == 3 * seats["opener"].sum()
    table = sea.by_opener().row(-1, named=True)
    got = run.seats.join(seats.lazy(), on=["scenario", "game", "seat"]).collect()
    for opener, who in ((True, "opener"), (False, "others")):
        own = got.filter(pl.col("opener") == opener)
        printed = own["got_crab"] + own["got_anemone"] + 2 * own["got_gold"].cast(pl.Int32)
        assert table[f"points: {who}"] == pytest.approx(printed.to_numpy().mean())
        assert table[f"pieces of Atlantis: {who}"] == pytest.approx(own["got_atlantis"].to_numpy().mean())


def test_a_station_lies_wholly_on_five_squares() -> None:
    centres = np.zeros((4, 5))
    centres[1, 1] = 2
    assert covered(centres).tolist() == [[0, 2, 0, 0, 0], [2, 2, 2, 0, 0], [0, 2, 0, 0, 0], [0] * 5]


def test_squares_drawn_anew_for_each_game_are_not_marked(play: RunOf) -> None:
    run = play(f"{EVENTS}strategy: random\nrules: {{players: 2, discovery_layout: random}}\n")
    board = board_of(run, [0])
    assert board is not None
    assert not board.marked  # other squares in every game


def test_wins_by_count_leaves_out_what_few_have(play: RunOf) -> None:
    run = play("strategy: reference\nrules: {players: 4}\n")
    found = wins_by_count(run, [0], "chips")
    seats = run.seats.collect()
    for count, share in found.items():
        own = seats.filter(pl.col("chips") == count)
        assert share.n == len(own) >= FEWEST
        assert share.value == pytest.approx(own["won"].to_numpy().mean())


def test_more_money_at_the_start_is_said_to_do_something(play: RunOf) -> None:
    run = play(f"title: What money does to scores\n{RUNS['money']}")
    means = run.seats.group_by("scenario").agg(pl.col("score").mean()).sort("scenario").collect()
    low, high = means["score"].to_numpy()
    answer = page_of(run, "nautilus_2002").answer
    assert answer is not None
    first, *others = (claim for words in answer.sentences for claim in claims_of(words))
    assert isinstance(first, Change)  # not who wins more by it
    gain = high - low
    assert gain == pytest.approx(first.quantities[0].estimate.value, rel=0.05)
    levels = [other.quantities[1].of for other in others if isinstance(other, Change)]
    columns = {of.column for of in levels if isinstance(of, Of)}
    assert columns & {"rounds", "end"}


def test_places_in_the_turn_order_are_counted_from_1(play: RunOf) -> None:
    made = body_of(play("strategy: reference\nrules: {players: 3}\n"), "nautilus_2002")
    section = section_of(made, "Turn order")
    (table,) = tables_of(section)
    assert table.frame.columns[-3:] == ["place 1", "place 2", "place 3"]


def test_what_chips_and_the_canyon_go_with_is_claimed_and_said(run_of: RunOf) -> None:
    run = run_of(
        "name: sea\ngame: nautilus_2002\ngames: 300\nseed: 5\nevents: {one_in: 1}\n"
        "strategy: reference\nrules: {players: 2}\n"
    )
    claims = claims_of_play(run, (0,))
    assert any(isinstance(games, ChipsWin) for games in claims)
    for claim in claims:
        assert claim.holds(Truth(run))
        assert NautilusVoice(run).say(claim).claims == (claim,)
        assert claim.as_data()["scenarios"] == [0]
    found = wins_by_count(run, [0], "chips")
    turned = ChipsWin((0,), min(found), max(found), (found[min(found)], found[max(found)]))
    assert turned.holds(Truth(run)) is False


def test_money_that_never_is_little_is_not_claimed(play: RunOf) -> None:
    run = play(f"{EVENTS}strategy: reference\nrules: {{players: 2, start_money: 200}}\n")
    assert not any(rounds_of_little(run, [0]).values())
    assert RunDry((0,), 1).holds(Truth(run)) in (False, None)
