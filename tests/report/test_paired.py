"""What a report may claim: the largest of many effects is not significant by luck alone."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import product

import numpy as np
import polars as pl
import pytest

from simkit.report.stats import Estimate, SideBySide, is_significant, wilson
from simkit.results.claims import Of, Truth, difference
from simkit.results.result import ties_of
from simkit.results.wins import all_wins
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import mean_of
from tests.conftest import RunOf

LEVELS = list("abcdef")


def test_what_is_looked_at_widens_the_interval() -> None:
    effect = Estimate(0.03, 0.002, 0.058, 10_000, "paired Student t")
    assert is_significant(effect)
    assert not is_significant(effect, 2)
    assert not is_significant(Estimate(0.5, np.nan, np.nan, 1, "paired Student t"))


@pytest.mark.parametrize("games", [10, 50, 500])
def test_rounding_is_no_effect(games: int) -> None:
    """Scenarios in which every game ends alike: their averages differ by rounding where they are equal."""
    for wins in product(range(7), repeat=4):
        if wins[3] - wins[1] - wins[2] + wins[0] == 0:
            values = np.zeros((24, games), dtype=np.bool_)
            for group, won in enumerate(wins):
                values[6 * group : 6 * group + won] = True
            groups = [range(6 * group, 6 * group + 6) for group in range(4)]
            assert not is_significant(SideBySide(values).interaction(*groups))


def test_a_column_is_the_same_however_many_rows_are_read_at_once(
    monkeypatch: pytest.MonkeyPatch, run_of: RunOf
) -> None:
    run = run_of(
        "name: two\ngame: pig\ngames: 30\nseed: 1\nstrategies: [random, hold_at]\nreport: none\n"
        "factors: {rules.target: [20, 30, 40, 50, 60]}\n"
    )
    turns, won = SideBySide.read(run, "turns").values, SideBySide.read(run, "won", "player 1").values
    assert turns.shape == won.shape == (5, 30)
    seats = run.seats_in([3]).collect().filter(player=1).sort("game")
    assert won[3].tolist() == seats["won"].to_list()
    rest, ties = all_wins(run)[0].rest, ties_of(run)
    assert rest is not None
    for at_once in (70, 7):  # two scenarios, a quarter of one
        monkeypatch.setattr(sys.modules["simkit.run.store.in_parts"], "GAMES_AT_ONCE", at_once)
        assert (SideBySide.read(run, "turns").values == turns).all()
        assert (SideBySide.read(run, "won", "player 1").values == won).all()
        assert all_wins(run)[0].rest is not None
        assert ties_of(run) == ties


def test_scenarios_with_other_numbers_of_games_are_averaged_over_all_of_their_games() -> None:
    chance = np.random.default_rng(7)
    luck = chance.random(900)
    rows = [luck[:400] < 0.3, luck < 0.5, luck[:400] < 0.6]
    games = SideBySide(rows)
    assert games.values.shape == (3, 400)
    for scenario, won in enumerate(rows):
        alone = games.average([scenario])
        assert alone.value == pytest.approx(won.mean())
        plain = wilson(int(won.sum()), len(won))
        assert (alone.low, alone.high) == pytest.approx((plain.low, plain.high), abs=2e-3)
    effect = games.effect([0], [1])
    assert effect.value == pytest.approx(rows[1].mean() - rows[0].mean())
    assert games.effect([0], [2]).value == pytest.approx(rows[2].mean() - rows[0].mean())
    both = games.effect([0, 1], [2, 1])
    assert both.value == pytest.approx(games.effect([0], [2]).value / 2)
    assert games.average([0, 1, 2]).value == pytest.approx(np.mean([row.mean() for row in rows]))
    widths = [games.average([scenario]).high - games.average([scenario]).low for scenario in (0, 1)]
    assert 0.8 * max(widths) < effect.high - effect.low < np.hypot(widths[0], widths[1])
    assert games.effect_where([0], [1], np.ones((1, 400), np.bool_)).n == 400


def test_what_is_counted_is_made_of_outcomes() -> None:
    codes = np.array([[0, 1, 2, 1], [2, 2, 2, 2]])
    of_two = SideBySide(codes).per_game([0, 1], lambda code: code == 2)
    assert of_two.tolist() == [0.5, 0.5, 1.0, 0.5]
    unequal = SideBySide([codes[0], codes[1][:2]])
    assert unequal.per_game([0, 1], lambda code: code == 2).mean() == pytest.approx((0.25 + 1) / 2)


def test_a_single_scenario_is_read_as_its_different_outcomes(run_of: RunOf) -> None:
    """However many games there are, its averages are those of all of them."""
    run = run_of("name: x\ngame: nautilion\ngames: 500\nstrategy: random\nreport: none\n")
    check_counted(run, run.games.collect(), "game", ("won", "turns", "end"))


def test_a_single_scenario_of_several_seats_is_read_as_its_different_outcomes(run_of: RunOf) -> None:
    run = run_of("name: x\ngame: pig\ngames: 300\nstrategies: [hold_at, random]\nreport: none\n")
    for player in (0, 1):
        rows = run.seats.filter(pl.col("player") == player).collect()
        check_counted(run, rows, f"player {player}", ("won", "score"))
    assert all_wins(run)[0].rest is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("won", "player 0"), ("won", "player 1")),
        (("won", "strategy expert"), ("won", "strategy random")),
        (("won", "seat 0"), ("won", "seat 2")),
        (("score", "player 0"), ("score", "player 1")),
        (("rounds", "game"), ("score", "player 1")),
    ],
)
def test_outcomes_of_a_single_scenario_are_compared_game_by_game(
    run_of: RunOf, monkeypatch: pytest.MonkeyPatch, one: tuple[str, str], other: tuple[str, str]
) -> None:
    """Not what is the same number of times as often: games that one wins are those that the other loses."""
    run = run_of(
        "name: x\ngame: nautilus_island\ngames: 300\nstrategies: [expert, tempo, random, random]\n"
        "report: none\n"
    )
    monkeypatch.setattr(sys.modules["simkit.run.store.in_parts"], "GAMES_AT_ONCE", 70)
    contrast = Of(other[0], (0,), other[1]) - Of(one[0], (0,), one[1])
    before, after = (SideBySide.read(run, *which).per_game([0]) for which in (one, other))
    expected, found = mean_of(after - before), Truth(run).value(contrast)
    assert [found.value, found.low, found.high] == pytest.approx(
        [expected.value, expected.low, expected.high]
    )
    assert found.n == 300


@pytest.mark.parametrize(
    ("column", "whose"), [("won", ("player 0", "player 1")), ("score", ("player 0", "player 1"))]
)
def test_changes_of_two_players_are_compared_game_by_game(
    run_of: RunOf, column: str, whose: tuple[str, str]
) -> None:
    text = "name: x\ngame: pig\ngames: 300\nstrategies: [hold_at, random]\nreport: none\n"
    before, after = run_of(text, "before"), run_of(f"{text}rules: {{target: 40}}\n", "after")
    first, second = (Of(column, (0,), of, run=1) - Of(column, (0,), of) for of in whose)
    of_first, of_second = (
        SideBySide.read(after, column, of).per_game([0]) - SideBySide.read(before, column, of).per_game([0])
        for of in whose
    )
    expected, found = mean_of(of_second - of_first), Truth(before, after).value(difference(second, first))
    assert [found.value, found.low, found.high] == pytest.approx(
        [expected.value, expected.low, expected.high]
    )


def check_counted(run: RunDirectory, games: pl.DataFrame, of: str, names: Sequence[str]) -> None:
    for name in names:
        whole = SideBySide(games[name].to_physical().to_numpy()[np.newaxis])
        (found,) = SideBySide.counted(run, (name, of))
        assert found.games is not None
        assert found.games.sum() == len(games)
        assert found.rows[0].tolist() == np.unique(whole.rows[0]).tolist()
        for code in found.rows[0].tolist():
            assert found.count(0, code) == whole.count(0, code) == (whole.rows[0] == code).sum()
        own, expected = found.average([0]), whole.average([0])
        assert (own.n, own.method) == (expected.n, expected.method)
        values = [expected.value, expected.low, expected.high]
        assert [own.value, own.low, own.high] == pytest.approx(values)
