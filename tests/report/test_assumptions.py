"""The report on assumptions compares each alternative with what is assumed."""

from __future__ import annotations

import polars as pl
import pytest

from simkit import BadInput, Run
from simkit.report import Finding, Table, Truth, answer_of
from simkit.run.store.directory import RunDirectory
from tests.conftest import RunOf
from tests.report.reading import body_of, claims_of, headings_of, tables_of

HEAD = "name: x\ngames: 300\nreport: assumptions\n"


@pytest.fixture
def run(run_of: RunOf) -> RunOf:
    """Return a function that runs an experiment of these lines."""
    return lambda text: run_of(HEAD + text)


def table_of(made: RunDirectory) -> list[dict[str, object]]:
    """Return the rows of the first table: an alternative in a setting."""
    return tables_of(body_of(made, "assumptions"))[0].frame.to_dicts()


def test_an_alternative_is_compared_with_the_same_games_as_assumed(run: RunOf) -> None:
    made = run(
        "game: nautilion\nrules: {reserve: 4}\n"
        "factors: {rules.board: [A1, B1], strategy: [planner, expert], assumptions: [A4, A5]}\n"
    )
    rows = table_of(made)
    assert len(rows) == len(made.scenario_rows()) - 4  # each but those as assumed
    row = next(row for row in rows if row["assumptions"] == "A4: 2/3/4" and row["strategy"] == "expert")
    wins = made.games.collect().group_by("scenario", maintain_order=True).agg(pl.col("won").mean())
    shares = dict(wins.iter_rows())
    scenarios = {
        level["assumptions"]: level["scenario"]
        for level in made.scenario_rows().iter_rows(named=True)
        if (level["rules.board"], level["strategy"]) == (row["board"], "expert")
    }
    before, after = shares[scenarios["as assumed"]], shares[scenarios["A4: 2/3/4"]]
    assert row["wins with as assumed"] == f"{100 * before:.1f}\N{NO-BREAK SPACE}%"
    assert row["wins otherwise"] == f"{100 * after:.1f}\N{NO-BREAK SPACE}%"
    assert str(row["difference in points"]).startswith(f"\N{MINUS SIGN}{100 * (before - after):.1f} (")
    html, _ = Run(made.path).report("assumptions", pdf=True)
    assert "<svg" in html.read_text(encoding="utf-8")


def test_of_several_players_the_first_and_the_first_seat_are_looked_at(run: RunOf) -> None:
    made = run(
        "game: nautilus_island\nrules: {players: 2}\nstrategies: [expert, reference]\n"
        "factors: {assumptions: [A4, A5]}\n"
    )
    headings = headings_of(body_of(made, "assumptions"))
    assert [heading.rpartition("Wins of ")[2] for heading in headings[:2]] == [
        "player 1 (expert)",
        "first player",
    ]
    assert {row["assumptions"] for row in table_of(made)} >= {"A4: 6/6/6/6/5/5", "A5: flat"}


def test_a_run_without_assumptions_is_reported(run: RunOf) -> None:
    made = run("game: nautilion\nstrategy: random\nfactors: {rules.reserve: [3, 4]}\n")
    with pytest.raises(BadInput, match="needs the factor assumptions"):
        body_of(made, "assumptions")


def test_where_nothing_is_significant_one_sentence_says_how_little_all_may_do(run: RunOf) -> None:
    made = run("game: nautilion\nstrategy: random\nrules: {reserve: 4}\nfactors: {assumptions: [A4]}\n")
    (finding,) = body_of(made, "assumptions").findings
    assert isinstance(finding, Finding)
    (claim,) = claims_of(finding.words)
    assert claim.kind == "nothing"
    assert len(claim.contrasts) == 3
    assert claim.holds(Truth(made))


def test_page_one_counts_values_and_not_alternatives(run: RunOf) -> None:
    made = run(
        "game: nautilion\nrules: {reserve: 4, board: A1}\nstrategy: planner\n"
        "factors: {assumptions: [A4, A5]}\n"
    )
    answer = answer_of(made)
    assert answer is not None
    count = claims_of(answer.sentences[0])[0]
    assert count.kind == "several"
    assert len(count.claims) == 2
    assert {claim.bound for claim in count.claims if claim.kind == "change"} == {0.02}


def test_a_value_that_moves_a_player_in_one_setting_alone_decides(run: RunOf) -> None:
    """The air ducts that A6 is about are on board C2: settings without it play no alternative."""
    made = run(
        "game: nautilion\nrules: {reserve: 4}\nstrategy: planner\n"
        "factors: {rules.board: [A1, C2], assumptions: [A6]}\n"
    )
    answer = answer_of(made)
    assert answer is not None
    (claim,) = (claim for words in answer.sentences for claim in claims_of(words))
    assert claim.kind == "change"
    assert all(quantity.is_fresh for quantity in claim.quantities)  # they were chosen by the games of the run


def test_solo_games_beside_games_of_several_have_no_seats_to_compare(run: RunOf) -> None:
    made = run(
        "game: castaways\nstrategy: reference\nfactors: {rules.players: [1, 2, 3, 4], assumptions: [A23]}\n"
    )
    of_game, of_seat = (
        block.frame
        for section in body_of(made, "assumptions").sections[:2]
        for block in section.blocks
        if isinstance(block, Table)
    )
    assert sorted(set(of_game["players"])) == ["1", "2", "3", "4"]
    assert sorted(set(of_seat["players"])) == ["2", "3", "4"]
    seats = made.seats.filter(pl.col("seat") == 0).group_by("scenario").agg(pl.col("won").mean())
    shares = dict(seats.collect().iter_rows())
    scenarios = made.scenario_rows().filter(pl.col("assumptions") == "as assumed").sort("rules.players")
    won = [f"{100 * shares[scenario]:.1f}\N{NO-BREAK SPACE}%" for scenario in scenarios["scenario"][1:]]
    (head,) = (name for name in of_seat.columns if name.endswith("with as assumed"))
    assert of_seat[head].unique(maintain_order=True).to_list() == won
