"""A game of fractions, of events with nine numbers and of sixteen seats, from playing to reporting."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest

import simkit
from simkit import BadInput
from simkit.engine.base.rows import narrowed
from simkit.engine.contract.player import named
from simkit.game import Objective
from simkit.plugins import find_strategy
from simkit.report.write import make_report
from simkit.run.findings.comparison import compare_runs
from simkit.run.runner import run_experiment
from simkit.run.store import layout
from simkit.run.store.directory import RunDirectory
from simkit.stats.whose import Whose
from simkit.testing import Match, check_game
from tests.conftest import RunOf
from tests.engine.party_toy import PARTY, PartyKnobs, bold, careful, installed_party, party
from tests.run.helpers import table_hashes

FIRST = [(False, -0.6, 0, 2), (True, 0.8, 3, 1), (True, 2.7, 3, 1), (False, -0.6, 0, 2)]
"""Of each seat in the first two games: whether it won, its chips, its whole stakes, its rank."""

TWO = (
    "name: two\ngame: chips\ngames: 300\nseed: 3\nreport: none\nevents: {one_in: 10}\n"
    "strategies: [careful, bold]\nfactors: {rules.rounds: [3, 6]}\n"
)
WIDE = (
    "name: wide\ngame: party\ngames: 160\nseed: 3\nreport: none\nrules: {players: 16}\n"
    f"strategies: [{', '.join(['careful', 'bold'] * 8)}]\n"
)


@pytest.fixture(scope="module", autouse=True)
def toys() -> Iterator[None]:
    with installed_party():
        yield


@pytest.fixture
def two(run_once_of: RunOf) -> RunDirectory:
    return run_once_of(TWO)


@pytest.fixture
def wide(run_once_of: RunOf) -> RunDirectory:
    return run_once_of(WIDE)


def test_the_first_games_are_these(two: RunDirectory) -> None:
    first = two.seats_in([0]).filter(pl.col("game") < 2).select("won", "chips", "daring", "rank").collect()
    assert first.with_columns(pl.col("chips").round(9)).rows() == FIRST
    assert two.games_in([0]).head(2).collect()["bank"].to_list() == pytest.approx([0.3, 0.4])
    assert str(pq.read_schema(next(two.path.glob("games/**/*.parquet"))).field("bank").type) == "double"


def test_estimates_of_fractions_are_those_of_the_table(two: RunDirectory) -> None:
    of = two.estimates().filter(
        (pl.col("scenario") == 1) & (pl.col("column") == "chips") & (pl.col("of") == "player 0")
    )
    values = two.seats_in([1]).filter(pl.col("player") == 0).collect()["chips"]
    found = {row["statistic"]: row["estimate"] for row in of.iter_rows(named=True)}
    assert found["mean"] == pytest.approx(values.mean(), abs=1e-12)
    assert found["sd"] == pytest.approx(values.std(), abs=1e-12)
    assert (found["min"], found["max"]) == (values.min(), values.max())
    assert found["median"] == np.sort(values.to_numpy())[149]


def test_fractions_are_the_same_bytes_for_any_workers_and_cuts(
    two: RunDirectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "two.yaml"
    file.write_text(TWO)
    monkeypatch.setattr(layout, "SHARD_GAMES", 64)
    one, several = (run_experiment(simkit.experiment(file), tmp_path / str(n), jobs=n) for n in (1, 3))
    assert table_hashes(one.path) == table_hashes(several.path)
    assert len(list(one.path.glob("seats/*/*.parquet"))) == 10
    assert (one.path / "summary.parquet").read_bytes() == (two.path / "summary.parquet").read_bytes()


def test_reports_and_comparisons_know_fractions(two: RunDirectory, run_of: RunOf) -> None:
    report = make_report(two, "general").report
    assert report.in_short.startswith(
        "With the rounds at 6 instead of 3, the player bold against careful has a mean"
    )
    other = run_of(TWO.replace("seed: 3", "seed: 4"))
    changes = [change for change in compare_runs(two, other) if change.column == "chips"]
    assert len(changes) == 8
    assert all(0 < abs(change.difference.value) < 1 for change in changes)


def test_events_have_as_many_numbers_as_they_need(two: RunDirectory) -> None:
    tossed = two.events_in("tossed").collect()
    assert tossed.columns[5:] == ["seat", *"abcdefg", "halves"]
    assert tossed.select(*"abcdefg").unique().rows() == [(1, 2, 3, 4, 5, 6, 7)]
    assert set(tossed["halves"]) == {1, 2}
    assert two.events.collect().columns[-9:] == list("abcdefghi")


def test_sixteen_sit_everywhere_equally_often(wide: RunDirectory) -> None:
    seats = wide.seats.collect()
    assert len(seats) == 16 * 160
    places = seats.group_by("player", "seat").len()
    assert len(places) == 256
    assert set(places["len"]) == {10}
    orders = wide.match(0).lineups
    assert len(np.unique(orders, axis=0)) == len(orders) == 16_000


def test_a_report_shows_sixteen_seats(wide: RunDirectory) -> None:
    report = make_report(wide, "general").report
    said = str([block for section in report.sections for block in section.blocks])
    assert "seat 16" in said
    assert report.in_short.startswith("The player careful against bold and careful wins")


def test_seats_are_ranked_by_the_first_column_then_by_the_next() -> None:
    match = Match(PARTY, PartyKnobs(players=3), (careful, bold, bold), seed=1)
    less = (Objective("won"), Objective("chips", better="less"))
    golf = party(ranked_by="chips", objectives=less)
    fewest = Match(golf, PartyKnobs(players=3), (careful, bold, bold), seed=1)
    state = match.game.new_states(1)[0]
    state.table.chips[:3] = 1.5, 2.5, 1.5
    for seat, daring in enumerate((2, 0, 3)):
        state.seats[seat].daring = daring
    _, seats = match.outcome_of(state)
    assert (seats["rank"].tolist(), seats["won"].tolist()) == ([3, 1, 2], [False, True, False])
    _, seats = fewest.outcome_of(state)
    assert (seats["rank"].tolist(), seats["won"].tolist()) == ([1, 3, 1], [True, False, True])
    state.capped = True
    _, seats = match.outcome_of(state)
    assert (seats["rank"].tolist(), seats["won"].tolist()) == ([3, 1, 2], [False, False, False])


def test_a_fraction_that_is_no_number_is_a_mistake() -> None:
    match = Match(PARTY, PARTY.knobs(), (careful, bold), seed=1)
    _, rows = match.outcome_of(match.game.new_states(1)[0])
    rows["chips"][1] = np.inf
    with pytest.raises(
        BadInput, match=r"^column 'chips' can't hold inf \(game 7\): allowed are numbers that are"
    ):
        narrowed(PARTY.seat_columns, rows, 7, 2)


@pytest.mark.long
def test_the_game_passes_every_check() -> None:
    players = tuple(find_strategy("party", named(name), Path()) for name in ("careful", "bold"))
    with pytest.warns(UserWarning, match="have 'won' together"):  # of sixteen, several are often equal
        check_game(PARTY, settings=({}, {"players": 16}), strategies=players)


def test_the_last_place_in_the_turn_order_has_a_name() -> None:
    assert Whose("place", PARTY.max_seats - 1).from_1 == "sixteenth player"
