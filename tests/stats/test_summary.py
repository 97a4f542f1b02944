"""The summary: from distributions to estimates."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest

from simkit.stats.distributions import Distributions
from simkit.stats.summary import Key, summarise
from simkit.stats.whose import GAME, PLAYER, SEAT, Whose


def one(values: npt.NDArray[Any]) -> Distributions:
    """Return the distribution of a single scenario."""
    return Distributions.of(values, np.zeros(len(values), np.int32))


def estimates(summary: pl.DataFrame, of: str) -> dict[str, float]:
    rows = summary.filter(of=of).iter_rows(named=True)
    return {f"{row['level']}{row['statistic']}": row["estimate"] for row in rows}


def test_a_known_sample() -> None:
    found = {(GAME, "turns"): one(np.arange(1, 101))}
    summary = summarise(found, {})
    told = estimates(summary, "game")
    assert told.pop("sd") == pytest.approx(np.arange(1, 101).std(ddof=1))
    assert told == {"mean": 50.5, "min": 1, "q05": 5, "median": 50, "q95": 95, "max": 100}
    assert summary["n"].to_list() == [100] * 7


def test_columns_of_one_name_are_distinguished_by_whose_they_are() -> None:
    found = {
        (GAME, "won"): one(np.array([2, 2, 2])),
        (Whose(PLAYER, 0), "won"): one(np.array([True, False, False])),
        (GAME, "end"): one(np.array([0, 1, 1])),
        (Whose(SEAT, 0), "end"): one(np.array([4, 5, 6])),
    }
    summary = summarise(found, {(GAME, "end"): ("lost", "over")}, frozenset({(Whose(PLAYER, 0), "won")}))
    game = estimates(summary.filter(column="won"), "game")
    assert game["mean"] == 2
    assert estimates(summary, "player 0") == {"rate": pytest.approx(1 / 3)}
    ends = estimates(summary.filter(column="end"), "game")
    assert ends == {"lostrate": pytest.approx(1 / 3), "overrate": pytest.approx(2 / 3)}
    assert estimates(summary, "seat 0")["mean"] == 5


def test_a_code_without_a_label_is_reported_by_its_number() -> None:
    found = {(GAME, "end"): one(np.array([-1, 0, 0, 7]))}
    summary = summarise(found, {(GAME, "end"): ("lost", "over")})
    assert estimates(summary, "game") == {"code -1rate": 0.25, "lostrate": 0.5, "code 7rate": 0.25}


def test_scenarios_come_one_after_the_other_each_as_by_itself() -> None:
    chance = np.random.default_rng(3)
    turns, ends = chance.poisson(9, 400), chance.integers(0, 2, 400)
    scenarios = np.repeat(np.array([4, 5, 7, 8]), 100)
    labels: dict[Key, tuple[str, str]] = {(GAME, "end"): ("lost", "over")}
    columns = {(GAME, "turns"): turns, (GAME, "end"): ends}
    together = summarise({key: Distributions.of(v, scenarios) for key, v in columns.items()}, labels)
    assert together["scenario"].unique(maintain_order=True).to_list() == [4, 5, 7, 8]
    for scenario in (4, 5, 7, 8):
        own = {key: one(values[scenarios == scenario]) for key, values in columns.items()}
        told = together.filter(scenario=scenario).drop("scenario")
        assert told.equals(summarise(own, labels).drop("scenario"))
