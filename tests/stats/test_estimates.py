"""Estimates: equal to SciPy's where SciPy has them, and calibrated; their decimals, and whose they are."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest
from scipy import stats

from simkit.errors import BadInput
from simkit.stats.distributions import Distributions
from simkit.stats.estimates import (
    MINUS,
    POINTS,
    SHARE,
    Estimate,
    Estimates,
    average_share,
    difference_of_shares,
    mean_change,
    means,
    paired_difference,
    quantiles,
    share_over_games,
    sum_of_independent,
    unpaired_difference,
    wilson,
)
from simkit.stats.tally import Tally
from simkit.stats.whose import GAME, PLACE, PLAYER, SEAT, Whose, is_of, whose

# Estimates: equal to SciPy's where SciPy has them, and calibrated.


def one(column: npt.NDArray[Any]) -> Distributions:
    """Return the distribution of a single group."""
    return Distributions.of(column, np.zeros(len(column), np.int32))


def only(found: Estimates) -> Estimate:
    """Return the estimate of a single group."""
    value, low, high = (float(values[0]) for values in (found.values, found.low, found.high))
    return Estimate(value, low, high, int(found.n[0]), found.method)


@pytest.mark.parametrize("n", [1, 7, 100, 12345])
@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.93, 1.0])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.999])
def test_wilson_is_scipys(n: int, share: float, confidence: float) -> None:
    successes = round(n * share)
    ours = wilson(successes, n, confidence)
    theirs = stats.binomtest(successes, n).proportion_ci(confidence, method="wilson")
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
    assert ours.value == successes / n


def test_wilsons_own_example() -> None:
    """Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263."""
    estimate = wilson(81, 263)
    assert (round(estimate.low, 4), round(estimate.high, 4)) == (0.2553, 0.3662)


def test_mean_is_scipys() -> None:
    column = np.random.default_rng(1).poisson(9, 400)
    ours = only(means(one(column)))
    theirs = stats.ttest_1samp(column, 0).confidence_interval(0.95)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))


@pytest.mark.parametrize("q", [0.05, 0.5, 0.95])
@pytest.mark.parametrize("n", [1, 5, 40, 72, 1000])
def test_quantile_interval_covers_at_least_what_it_promises(n: int, q: float) -> None:
    """With the values 1 ... n the ends are ranks; their coverage is exactly binomial."""
    estimate = only(quantiles(one(np.arange(1, n + 1)), q))
    missed_low = stats.binom.cdf(estimate.low - 1, n, q) if estimate.low == estimate.low else 0.0
    missed_high = stats.binom.sf(estimate.high - 1, n, q) if estimate.high == estimate.high else 0.0
    assert missed_low + missed_high <= 0.05 + 1e-12
    assert not estimate.excludes(estimate.value)
    assert estimate.low == estimate.low or n < 72 or q == 0.5


def test_paired_difference_is_scipys_over_many_games() -> None:
    chance = np.random.default_rng(2)
    before = chance.integers(0, 2, 50_000).astype(float)
    after = np.where(chance.random(50_000) < 0.9, before, 1 - before)
    theirs = stats.ttest_rel(after, before).confidence_interval(0.95)
    ours = paired_difference(before, after)
    assert ours.value == pytest.approx((theirs.low + theirs.high) / 2)
    assert ours.high - ours.low == pytest.approx(theirs.high - theirs.low, rel=1e-3)
    assert ours.high - ours.low > theirs.high - theirs.low


@pytest.mark.parametrize("change", [0.0, 1.0, -1.0, 0.5])
def test_games_that_are_all_alike_are_no_proof(change: float) -> None:
    few, many = (paired_difference(np.zeros(n), np.full(n, change)) for n in (8, 800))
    assert few.low < many.low < change < many.high < few.high


def test_a_mean_change_is_of_the_pairs_that_count() -> None:
    changes, counts = np.array([1.0, 0, -2, 0, 1, 1]), np.array([1.0, 0, 2, 2, 2, 1])
    assert mean_change(changes, counts).value == pytest.approx(1 / 8)
    assert mean_change(changes, counts).n == 8
    alone = mean_change(np.array([0.0, 1, 0]), np.array([0.0, 1, 0]))
    assert (alone.value, alone.n) == (1, 1)
    assert np.isnan(alone.low)
    assert mean_change(np.zeros(8), np.ones(8), unit=SHARE).low == 0  # no share is below 0


@pytest.mark.parametrize("wins", [0, 1, 7, 40])
def test_the_average_of_one_share_is_wilsons(wins: int) -> None:
    ours, theirs = average_share(np.repeat([1.0, 0.0], [wins, 40 - wins]), 1), wilson(wins, 40)
    assert (ours.value, ours.low, ours.high) == pytest.approx((theirs.value, theirs.low, theirs.high))


def test_shares_of_the_same_games_are_worth_less_than_as_many_games() -> None:
    wins = np.repeat([1.0, 0.0], [30, 170])
    together = average_share(wins, 10)
    apart = average_share(np.full(200, 0.15), 10)
    assert together.low == pytest.approx(wilson(30, 200).low, abs=0.001)
    assert apart.low == pytest.approx(wilson(300, 2000).low, abs=0.001)
    assert average_share(np.zeros(50), 10).high == pytest.approx(wilson(0, 50).high, rel=0.05)


@pytest.mark.parametrize("each", [1, 3])
def test_an_entry_of_many_games_counts_as_many_times(each: int) -> None:
    chance = np.random.default_rng(7)
    shares, other = chance.integers(0, each + 1, (2, 20)) / each
    games = chance.integers(1, 9, 20)
    every, others = np.repeat(shares, games), np.repeat(other, games)
    pairs = [
        (average_share(shares, each, games=games), average_share(every, each)),
        (
            paired_difference(shares, other, unit=POINTS, games=games),
            paired_difference(every, others, unit=POINTS),
        ),
        (
            mean_change(shares, (other > 0).astype(np.float64), games=games),
            mean_change(every, (others > 0).astype(np.float64)),
        ),
    ]
    for found, expected in pairs:
        assert (found.n, found.method) == (expected.n, expected.method)
        values = [expected.value, expected.low, expected.high]
        assert [found.value, found.low, found.high] == pytest.approx(values)


def test_newcombes_own_example() -> None:
    """Newcombe, Statistics in Medicine 17 (1998), table II, contrast (a): 56 of 70 less 48 of 80."""
    before, after = (Tally.of(np.repeat([1, 0], [wins, n - wins])) for wins, n in ((48, 80), (56, 70)))
    estimate = unpaired_difference(before, after, shares=True)
    assert estimate.method == "Newcombe"
    assert (round(estimate.low, 4), round(estimate.high, 4)) == (0.0524, 0.3339)


def test_unpaired_difference_is_welchs() -> None:
    chance = np.random.default_rng(3)
    before, after = chance.poisson(5, 200), chance.poisson(6, 300)
    theirs = stats.ttest_ind(after, before, equal_var=False).confidence_interval(0.95)
    ours = unpaired_difference(Tally.of(before), Tally.of(after))
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))


def covered(kind: str, samples: int, n: int) -> int:
    """Return how many of many samples' 95 % intervals hold the true value."""
    chance = np.random.default_rng(4)
    count = 0
    for _ in range(samples):
        column = chance.binomial(10, 0.3, n)
        estimates: dict[str, tuple[Estimate, float]] = {
            "wilson": (wilson(int((column > 2).sum()), n), float(stats.binom.sf(2, 10, 0.3))),
            "mean": (only(means(one(column))), 3.0),
        }
        estimate, truth = estimates[kind]
        count += not estimate.excludes(truth)
    return count


@pytest.mark.parametrize("kind", ["wilson", "mean"])
def test_intervals_are_calibrated(kind: str) -> None:
    low, high = stats.binom.interval(0.9999, 2000, 0.95)
    assert low <= covered(kind, 2000, 300) <= high


@pytest.mark.long
@pytest.mark.parametrize("kind", ["wilson", "mean"])
def test_intervals_are_calibrated_over_many_samples(kind: str) -> None:
    low, high = stats.binom.interval(0.9999, 40_000, 0.95)
    assert low <= covered(kind, 40_000, 400) <= high


def test_a_difference_of_shares_ends_at_one() -> None:
    before, after = np.zeros(3), np.ones(3)
    assert paired_difference(before, after).high > 1
    assert paired_difference(before, after, unit=POINTS).high == 1
    assert paired_difference(after, before, unit=POINTS).low == -1


def test_estimates_exclude_what_lies_outside() -> None:
    assert wilson(50, 100).excludes(0.7)
    assert not wilson(50, 100).excludes(0.5)


def test_too_few_games_give_no_interval_and_exclude_nothing() -> None:
    few, many = Tally.of(np.array([3])), Tally.of(np.array([1, 2, 5]))
    alike = Tally.of(np.zeros(50, dtype=np.int64)), Tally.of(np.full(50, 2))
    for estimate in (
        only(means(one(np.array([3])))),
        unpaired_difference(few, many),
        unpaired_difference(few, few),
        unpaired_difference(*alike),
    ):
        assert np.isnan(estimate.low)
        assert np.isnan(estimate.high)
        assert not estimate.excludes(0.0)
    assert np.isnan(average_share(np.ones(1), 3).low)


# Decimals follow the interval.


@pytest.mark.parametrize(
    ("value", "half", "words", "short"),
    [
        (-0.0539, 0.0025, f"{MINUS}0.0539 ({MINUS}0.0564 to {MINUS}0.0514)", f"{MINUS}0.0539±0.0025"),
        (219.2341, 1.31, "219.2 (217.9 to 220.5)", "219.2±1.3"),
        (1219.2, 31.0, "1,219 (1,188 to 1,250)", "1,219±31"),
        (-0.00004, 0.031, f"0.000 ({MINUS}0.031 to 0.031)", "0.000±0.031"),
        (12.5, nan, "12.50", "12.50"),
        (3.0, 0.0, "3", "3"),
    ],
)
def test_a_mean_shows_two_digits_of_its_interval(value: float, half: float, words: str, short: str) -> None:
    estimate = Estimate(value, value - half, value + half, 100, "")
    assert (f"{estimate}", f"{estimate:side}") == (words, short)


def test_a_share_has_one_decimal_and_more_only_where_its_interval_is_narrower() -> None:
    assert [SHARE.decimals(half / 100) for half in (nan, 0.0, 12.0, 0.5, 0.1, 0.04, 0.0007)] == [
        1, 1, 1, 1, 1, 2, 3,
    ]  # fmt: skip
    narrow = Estimate(-0.000051, -0.000076, -0.000026, 10**8, "", POINTS)
    assert f"{narrow:bare}" == f"{MINUS}0.005 ({MINUS}0.008 to {MINUS}0.003)"
    assert f"{narrow:side bare}" == f"{MINUS}0.005±0.003"


def test_the_ends_of_an_interval_stand_alone_and_a_change_without_its_plus() -> None:
    share, gain = Estimate(0.813, 0.811, 0.815, 100, "", SHARE), Estimate(0.031, 0.022, 0.04, 100, "", POINTS)
    assert f"{share:ends}" == f"81.1 to 81.5{SHARE.words}"
    assert (f"{gain:ends bare}", f"{gain:plain}") == ("+2.2 to +4.0", "3.1 points (2.2 to 4.0)")
    assert f"{Estimate(0.5, nan, nan, 1, '', SHARE):ends}" == ""


def test_what_stands_beside_an_estimate_has_as_many_decimals() -> None:
    gain = Estimate(0.0312, 0.0311, 0.0313, 10**6, "", POINTS)
    assert (f"{gain:alone}", gain.beside(0.5)) == ("+3.12 points", "50.00")


def test_a_difference_of_runs_that_share_no_luck_is_counted_in_points_if_they_are_shares() -> None:
    won, more = Tally.of(np.arange(100) < 50), Tally.of(np.arange(100) < 60)
    assert f"{unpaired_difference(won, more, shares=True):alone}" == "+10.0 points"
    assert unpaired_difference(Tally.of(np.arange(9)), Tally.of(np.arange(9) + 1)).unit.is_change


# Whose number it is: names for tables and for people, and the way back by one look-up.


CALLED = [
    (GAME, "game", "game"),
    (Whose(PLAYER, 0), "player 0", "player 1"),
    (Whose(SEAT, 11), "seat 11", "seat 12"),
    (Whose(PLACE, 0), "place 0", "first player"),
    (Whose(PLACE, 3), "place 3", "fourth player"),
]


@pytest.mark.parametrize(("own", "in_tables", "for_people"), CALLED)
def test_names(own: Whose, in_tables: str, for_people: str) -> None:
    assert (own.name, own.from_1) == (in_tables, for_people)
    assert whose(own.name) == own
    assert hash(whose(own.name)) == hash(own)


@pytest.mark.parametrize("name", ["players 0", "seat", "seat 01", "first player", ""])
def test_only_names_of_tables_are_known(name: str) -> None:
    with pytest.raises(BadInput, match="allowed are game"):
        whose(name)


def test_rows_of_a_kind() -> None:
    rows = pl.DataFrame({"of": [name for _, name, _ in CALLED]})
    assert rows.filter(is_of(SEAT))["of"].to_list() == ["seat 11"]
    assert rows.filter(is_of("game"))["of"].to_list() == ["game"]


def test_the_opposite_of_an_estimate_has_its_ends_exchanged() -> None:
    loss = Estimate(-0.2, -0.3, -0.1, 50, "paired Student t")
    assert -loss == abs(loss) == Estimate(0.2, 0.1, 0.3, 50, "paired Student t")
    assert abs(abs(loss)) == abs(loss)


def test_a_share_pooled_over_scenarios_of_the_same_chance_covers_the_truth() -> None:
    """Twelve scenarios of 60 games with common luck; in each game some of them have a play or none."""
    chance = np.random.default_rng(5)
    held = naive = 0
    tried = 1_000
    for _ in range(tried):
        luck = chance.random((60, 1))
        is_play = chance.random((60, 12)) < 0.6
        wins = is_play & (np.where(chance.random((60, 12)) < 0.3, chance.random((60, 12)), luck) < 0.4)
        won, plays = wins.sum(axis=1).astype(np.float64), is_play.sum(axis=1)
        held += not share_over_games(won, plays).excludes(0.4)
        naive += not wilson(int(won.sum()), int(plays.sum())).excludes(0.4)
    assert 0.935 < held / tried < 0.98
    assert naive / tried < 0.7


def test_a_share_over_games_does_not_count_games_without_plays() -> None:
    won, plays = np.array([1.0, 0, 2, 0]), np.array([1, 0, 2, 3])
    found = share_over_games(won, plays)
    assert found.value == pytest.approx(0.5) and found.n == 3
    assert found == share_over_games(won[plays > 0], plays[plays > 0])


def test_the_sum_of_independent_shares_is_their_difference_and_holds_the_truth() -> None:
    one, other = wilson(30, 100), wilson(75, 100)
    whole, expected = sum_of_independent([(other, 1.0), (one, -1.0)]), difference_of_shares(one, other)
    ends = expected.value, expected.low, expected.high
    assert (whole.value, whole.low, whole.high) == pytest.approx(ends)
    chance, shares, times = np.random.default_rng(5), (0.9, 0.6, 0.97, 0.8), (0.5, 0.5, -0.5, -0.5)
    truth = sum(share * value for share, value in zip(shares, times, strict=True))
    found = [
        sum_of_independent(
            [(wilson(int(count), 100), value) for count, value in zip(won, times, strict=True)]
        )
        for won in chance.binomial(100, shares, (2_000, len(shares)))
    ]
    assert 0.93 < np.mean([not estimate.excludes(truth) for estimate in found]) < 0.98
