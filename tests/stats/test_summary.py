"""The summary: from distributions to estimates."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from simkit.stats.summary import summarise
from simkit.stats.tally import Tally


def estimates(summary: pl.DataFrame, of: str) -> dict[str, float]:
    rows = summary.filter(of=of).iter_rows(named=True)
    return {f"{row['level']}{row['statistic']}": row["estimate"] for row in rows}


def test_a_known_sample() -> None:
    tallies = {0: {("game", "turns"): Tally.of(np.arange(1, 101))}}
    summary = summarise(tallies, {})
    found = estimates(summary, "game")
    assert found.pop("sd") == pytest.approx(np.arange(1, 101).std(ddof=1))
    assert found == {"mean": 50.5, "min": 1, "q05": 5, "median": 50, "q95": 95, "max": 100}
    assert summary["n"].to_list() == [100] * 7


def test_columns_of_one_name_are_told_apart_by_whose_they_are() -> None:
    tallies = {
        0: {
            ("game", "won"): Tally.of(np.array([2, 2, 2])),
            ("player 0", "won"): Tally.of(np.array([True, False, False])),
            ("game", "end"): Tally.of(np.array([0, 1, 1])),
            ("seat 0", "end"): Tally.of(np.array([4, 5, 6])),
        }
    }
    summary = summarise(tallies, {("game", "end"): ("lost", "over")}, frozenset({("player 0", "won")}))
    game = estimates(summary.filter(column="won"), "game")
    assert game["mean"] == 2
    assert estimates(summary, "player 0") == {"rate": pytest.approx(1 / 3)}
    ends = estimates(summary.filter(column="end"), "game")
    assert ends == {"lostrate": pytest.approx(1 / 3), "overrate": pytest.approx(2 / 3)}
    assert estimates(summary, "seat 0")["mean"] == 5


def test_a_code_without_a_label_is_told_by_its_number() -> None:
    tallies = {0: {("game", "end"): Tally.of(np.array([-1, 0, 0, 7]))}}
    summary = summarise(tallies, {("game", "end"): ("lost", "over")})
    assert estimates(summary, "game") == {"code -1rate": 0.25, "lostrate": 0.5, "code 7rate": 0.25}
