"""Distributions of many groups at once, tallies, and the summary made of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.stats.distributions import Distributions, Divisions
from simkit.stats.estimates import quantiles
from simkit.stats.summary import Key, summarise
from simkit.stats.tally import Tally
from simkit.stats.whose import GAME, PLAYER, SEAT, Whose

# Distributions of many groups at once: what NumPy says of each group by itself.


ROWS = st.lists(
    st.tuples(st.integers(3, 7), st.integers(-1000, 10**7) | st.integers(0, 3)), min_size=1, max_size=60
)


@given(ROWS)
def test_every_group_is_as_numpy_says(rows: list[tuple[int, int]]) -> None:
    groups, values = (np.array(column) for column in zip(*rows, strict=True))
    found = Distributions.of(values, groups)
    assert found.names.tolist() == sorted(set(groups.tolist()))
    for i, name in enumerate(found.names):
        own = values[groups == name]
        assert found.totals[i] == len(own)
        assert (found.lowest[i], found.highest[i]) == (own.min(), own.max())
        assert found.means[i] == pytest.approx(own.mean())
        assert found.counts_of(2)[i] == (own == 2).sum()
        if len(own) > 1:
            assert found.variances[i] == pytest.approx(own.var(ddof=1))
        for q in (0.05, 0.5, 0.95):
            assert quantiles(found, q).values[i] == np.quantile(own, q, method="inverted_cdf")


@given(ROWS)
def test_all_groups_together_are_one_tally(rows: list[tuple[int, int]]) -> None:
    groups, values = (np.array(column) for column in zip(*rows, strict=True))
    together, whole = Distributions.of(values, groups).together(), Tally.of(values)
    assert together.values.tolist() == whole.values.tolist()
    assert together.counts.tolist() == whole.counts.tolist()


@pytest.mark.parametrize("widest", [1, 10**7])
@given(data=st.data())
def test_every_part_of_a_division_is_counted_as_by_itself(widest: int, data: st.DataObject) -> None:
    row = st.tuples(st.integers(3, 5), st.integers(0, 2), st.integers(0, 3), st.integers(-1, widest))
    rows = data.draw(st.lists(row, min_size=1, max_size=60))
    groups, seats, players, values = (np.array(column) for column in zip(*rows, strict=True))
    divisions = Divisions(groups, {"seat": seats, "player": players})
    found = {(way, part): counted for way, part, counted in divisions.of(values)}
    parts = {"seat": seats, "player": players}
    assert found.keys() == {(way, part) for way, codes in parts.items() for part in set(codes.tolist())}
    for (way, part), distribution in found.items():
        here = parts[way] == part
        alone = Distributions.of(values[here], groups[here])
        for kept in ("groups", "values", "counts"):
            assert getattr(distribution, kept).tolist() == getattr(alone, kept).tolist()


def test_fractions_are_counted_in_every_part_of_a_division() -> None:
    seats = np.array([0, 1, 0, 1])
    divisions = Divisions(np.zeros(4, np.int32), {"seat": seats})
    found = {part: distribution for _, part, distribution in divisions.of(np.array([0.5, 2.5, 0.5, 1.5]))}
    assert [found[seat].values.tolist() for seat in (0, 1)] == [[0.5], [1.5, 2.5]]
    assert [found[seat].counts.tolist() for seat in (0, 1)] == [[2], [1, 1]]


def test_large_values_do_not_overflow() -> None:
    groups = np.array([0, 0, 0, 0, 1, 1, 1])
    values = np.array([-(2**62), 2**62, 2**62, 2**62, 2**45, 2**45, 2**45 + 3])
    found = Distributions.of(values, groups)
    assert found.means.tolist() == [2**61, 2**45 + 1]
    assert found.variances.tolist() == [float(2**124), 3.0]


# Tallies: exact, and the same in any order of adding them up.


COLUMNS = st.lists(st.integers(-1000, 10**7), min_size=1, max_size=60)


@given(COLUMNS)
def test_a_tally_says_what_numpy_says(column: list[int]) -> None:
    tally, numbers = Tally.of(np.array(column)), np.array(column)
    assert tally.total == len(column)
    assert tally.mean == pytest.approx(numbers.mean())
    if len(column) > 1:
        assert tally.variance == pytest.approx(numbers.var(ddof=1))


@given(COLUMNS, COLUMNS, COLUMNS)
def test_tallies_add_up_in_any_order(a: list[int], b: list[int], c: list[int]) -> None:
    x, y, z = (Tally.of(np.array(column)) for column in (a, b, c))
    whole = Tally.of(np.array(a + b + c))
    for total in ((x + y) + z, x + (y + z), z + x + y):
        assert total.values.tolist() == whole.values.tolist()
        assert total.counts.tolist() == whole.counts.tolist()


def test_large_values_of_a_tally_do_not_overflow() -> None:
    assert Tally.of(np.full(2**20, 2**45)).mean == 2**45
    assert Tally.of(np.array([-(2**62), 2**62, 2**62, 2**62])).mean == 2**61


def test_yes_no_columns_and_nothing_at_all() -> None:
    tally = Tally.of(np.array([True, False, True]))
    assert (tally.count_of(1), tally.count_of(0), tally.count_of(2)) == (2, 1, 0)
    empty = Tally.of(np.array([], dtype=np.int8))
    assert empty.total == 0
    assert np.isnan(empty.mean)


# The summary: from distributions to estimates.


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


NUMBERS = st.integers(-9, 9) | st.sampled_from([2**40, -(2**40)])
FRACTIONS = st.sampled_from([0.1, 0.25, -3.7, 1e9])


@given(st.lists(st.tuples(st.integers(0, 3), NUMBERS, st.integers(0, 2), FRACTIONS), min_size=1, max_size=40))
def test_many_columns_come_to_what_each_comes_to_by_itself(rows: list[tuple[int, int, int, float]]) -> None:
    scenarios, *columns = (np.array(column) for column in zip(*rows, strict=True))
    scenarios.sort()
    keys: list[Key] = [(GAME, "large"), (GAME, "end"), (Whose(SEAT, 0), "share")]
    keys += [(GAME, "small"), (Whose(SEAT, 1), "won")]
    columns += [columns[1] * 2, columns[1] == 1]
    found = {key: Distributions.of(column, scenarios) for key, column in zip(keys, columns, strict=True)}
    how: Any = {(GAME, "end"): ("a", "b", "c")}, frozenset({(Whose(SEAT, 1), "won")})
    alone = [
        summarise({key: Distributions.of(column[scenarios == at], scenarios[scenarios == at])}, *how)
        for at in np.unique(scenarios)
        for key, column in zip(keys, columns, strict=True)
    ]
    assert summarise(found, *how).equals(pl.concat(alone))
