"""The tuner tells what it has no games for, instead of "tuned" values from none."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from simkit.plugins import strategies_of
from simkit.search.tuning import Effort

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "tune_strategy.py"))
TUNE = TOOL["tune"]
ISLAND = ["nautilus_island", "expert"]
PIG = ["pig", "hold_at"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (ISLAND, "the box: 4 players, but no --against names 3 opponents"),
        ([*ISLAND, "--against", "reference"], "the box: 4 players, but no --against names 3 opponents"),
        (
            [*ISLAND, "--factor", "players=2,3", "--against", "reference"],
            "--factor players=3: 3 players, but no --against names 2 opponents",
        ),
        (
            [*ISLAND, "--factor", "players=2", "--against", "random", "--against", "random,random"],
            "--against random,random: no --factor has 3 players",
        ),
        ([*ISLAND, "--factor", "players=9"], "--factor players=9: players: found 9, allowed is at most 4"),
        ([*ISLAND, "--factor", "player=2"], "unknown rule of nautilus_island 'player'; did you mean"),
        ([*ISLAND, "--factor", "players=["], "--factor players:2:1: not YAML"),
        ([*PIG, "--candidates", "3"], "'--candidates': 3 is not in the range x>=4"),
        ([*PIG, "--against", "randon"], "unknown strategy of pig 'randon'; did you mean 'random'"),
        (["pig", "hold"], "unknown strategy of pig 'hold'; did you mean 'hold_at'"),
        (["pigs", "hold_at"], "unknown game 'pigs'; did you mean 'pig'"),
        ([*PIG, "--against", "random", "--only", "n,m"], "--only n,m: unknown parameter 'm'; Allowed: n"),
        (["pig", "random", "--against", "random"], "strategy 'random' has no parameters to tune"),
        ([*PIG, "--league", "randon"], "unknown strategy of pig 'randon'; did you mean 'random'"),
        ([*PIG, "--league", "random", "--against", "random"], "leave out --against, --by and --positions"),
        (["nautilion", "expert", "--league", "random"], "players of nautilion do not compete for points"),
        (["castaways", "expert", "--league", "random"], "players of castaways do not compete for points"),
    ],
)
def test_what_there_is_no_game_for_is_reported(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(TUNE, arguments)
    assert (result.exit_code, result.exception.__class__) == (2, SystemExit)
    assert message in result.output


def test_what_is_right_is_tuned() -> None:
    sizes = ["--generations", "1", "--candidates", "4", "--games", "20"]
    result = CliRunner().invoke(TUNE, [*PIG, "--against", "random", *sizes])
    assert result.exit_code == 0, result.output
    assert "n: " in result.output
    assert "nan" not in result.output


def test_a_league_counts_points_among_its_own_and_wins_against_others() -> None:
    """Its own points are in shares of the most that one of the others scores: random."""
    strategy, effort = strategies_of("pig")["hold_at"], Effort(1, 4, 2000, 0.3, 0)
    alike = TOOL["_league"](strategy, (), "hold_at", effort)
    league = TOOL["_league"](strategy, (), "hold_at,random", effort)
    assert [table.seats for table in (*league.own, *league.others)] == [2, 2, 2]
    points, wins = league.results(np.array([20.0]), 5, 2000)
    assert points == pytest.approx(alike.best, rel=0.05)
    assert league.best[0] > 1.05 * alike.best[0]
    assert wins[0] == pytest.approx(0.5, abs=0.05) and wins[1] > 0.95
    worth = league.worth(np.array([20.0]), 5, 2000)
    assert worth == pytest.approx(points[0] / league.best[0] + 2 * wins.mean())
    assert league.worth(np.array([2.0]), 5, 2000) < worth
    assert "against random: " in league.words(np.array([20.0]))


def test_a_league_is_tuned() -> None:
    sizes = ["--generations", "1", "--candidates", "4", "--games", "20"]
    result = CliRunner().invoke(TUNE, [*PIG, "--league", "hold_at,random", *sizes])
    assert result.exit_code == 0, result.output
    assert "n: " in result.output and "2 of its own: " in result.output
    assert "against hold_at: " in result.output
