"""Verdicts with known answers: at the edges, and how many games would tell."""

from __future__ import annotations

from math import inf, isfinite, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from simkit.stats.estimates import Estimate, wilson, wilson_ends
from simkit.stats.verdicts import Bounds, distance, judge, judge_all


@pytest.mark.parametrize(
    ("bounds", "outcome"),
    [
        (Bounds(0.1, 0.9), "met"),
        (Bounds(0.7, 0.9), "missed"),
        (Bounds(0.1, 0.3), "missed"),
        (Bounds(0.45, 0.52), "not yet known"),
        (Bounds(-inf, 0.7), "met"),
        (Bounds(0.7, inf), "missed"),
    ],
)
def test_the_whole_interval_decides(bounds: Bounds, outcome: str) -> None:
    assert judge(wilson(50, 100), bounds).outcome == outcome  # 40.4 to 59.6 %


def test_an_interval_that_ends_at_the_edge_lies_within() -> None:
    share = wilson(50, 100)
    assert judge(share, Bounds(share.low, share.high)).outcome == "met"
    narrower = Bounds(share.low + 1e-9, share.high)
    assert judge(share, narrower).outcome == "not yet known"


def test_how_far_a_target_is_missed() -> None:
    assert judge(wilson(20, 100), Bounds(0.4, 0.6)).by == pytest.approx(-0.2)
    assert judge(wilson(90, 100), Bounds(0.4, 0.6)).by == pytest.approx(0.3)
    assert judge(wilson(50, 100), Bounds(0.4, 0.6)).by == 0


def test_how_many_more_games_tell_is_exact() -> None:
    bounds = Bounds(0.45, 0.6)
    more = judge(wilson(50, 100), bounds).more_games
    assert more is not None
    enough, too_few = 100 + more, 100 + more - 2  # even numbers, of which half are won
    enough += enough % 2
    too_few -= too_few % 2
    assert judge(wilson(enough // 2, enough), bounds).outcome == "met"
    assert judge(wilson(too_few // 2, too_few), bounds).outcome == "not yet known"


def test_a_mean_needs_as_many_games_as_the_square_of_the_distance_says() -> None:
    mean = Estimate(10.0, 9.0, 11.0, 10_000, "Student t")  # half of its interval is 1
    judged = judge(mean, Bounds(9.5, 20.0))  # and the edge 0.5 away: four times as many games
    assert judged.more_games == pytest.approx(30_000, rel=1e-3)


def test_on_the_edge_no_number_of_games_tells() -> None:
    assert judge(wilson(50, 100), Bounds(0.5, 0.9)).more_games is None
    assert judge(wilson(50, 100), Bounds(0.5, 0.9)).outcome == "not yet known"


def test_without_an_interval_nothing_is_known() -> None:
    judged = judge(Estimate(5.0, nan, nan, 1, "Student t"), Bounds(4, 6))
    assert (judged.outcome, judged.more_games) == ("not yet known", None)


def test_of_many_comparisons_each_is_judged_more_carefully() -> None:
    share, bounds = wilson(60, 100), Bounds(0.0, 0.5)
    assert judge(share, bounds, 1).outcome == "missed"
    assert judge(share, bounds, 100).outcome == "not yet known"
    assert judge(share, bounds, 100).estimate.low < judge(share, bounds).estimate.low


def test_the_distance_is_the_root_mean_square_from_the_middles() -> None:
    """By hand: 5 and 3 points off; by chance alone, the root of the mean of p (1 - p) / n."""
    found = distance(
        [
            (Estimate(0.65, 0.6, 0.7, 400, "Wilson"), Bounds(0.55, 0.65)),
            (Estimate(0.82, 0.78, 0.86, 100, "Wilson"), Bounds(0.8, 0.9)),
        ]
    )
    assert found.measured == pytest.approx((0.0025 / 2 + 0.0009 / 2) ** 0.5)
    assert found.by_chance == pytest.approx(((0.24 / 400 + 0.1275 / 100) / 2) ** 0.5)


def test_the_distance_by_chance_is_what_play_at_the_middles_gives() -> None:
    draw, middles, n = np.random.default_rng(1), np.array([0.6, 0.85, 0.5]), 250
    shares = draw.binomial(n, middles, (4000, 3)) / n
    bounds = [Bounds(middle - 0.05, middle + 0.05) for middle in middles]
    found = [
        distance([(Estimate(p, 0, 1, n, "Wilson"), bound) for p, bound in zip(row, bounds, strict=True)])
        for row in shares.tolist()
    ]
    assert np.mean([one.measured**2 for one in found]) == pytest.approx(found[0].by_chance ** 2, rel=0.05)


def judged_alone(found: Estimate, bounds: Bounds, comparisons: int) -> tuple[str, float, float, int | None]:
    """Return verdict, interval and further games, by the formulas and a search number by number."""
    confidence = 1 - 0.05 / comparisons

    def ends(n: int) -> tuple[float, float]:
        if found.method == "Wilson":
            return wilson_ends(found.value, n, confidence)
        if not (isfinite(found.low) and isfinite(found.high)) or found.n < 2:
            return nan, nan
        ratio = stats.t.isf(0.025 / comparisons, n - 1) / stats.t.isf(0.025, found.n - 1)
        scale = float(ratio) * (found.n / n) ** 0.5
        low, high = found.value - found.low, found.high - found.value
        return found.value - scale * low, found.value + scale * high

    def verdict(n: int) -> str:
        low, high = ends(n)
        if bounds.low <= low and high <= bounds.high:
            return "met"
        return "missed" if high < bounds.low or low > bounds.high else "not yet known"

    told = (n - found.n for n in range(found.n, found.n + MOST_TRIED) if verdict(n) != "not yet known")
    more = next(told, None) if verdict(found.n) == "not yet known" else None
    return (verdict(found.n), *ends(found.n), more)


MOST_TRIED = 200
SHARES = st.integers(1, 40).flatmap(lambda n: st.integers(0, n).map(lambda k: wilson(k, n)))
MEANS = st.builds(
    lambda value, below, above, n: Estimate(value, value - below, value + above, n, "Student t"),
    *(st.floats(-1, 1), st.floats(0.01, 1) | st.just(nan), st.floats(0.01, 1), st.integers(1, 40)),
)
BOUNDS = st.tuples(st.floats(-1, 1) | st.just(-inf), st.floats(0, 1) | st.just(inf)).map(
    lambda ends: Bounds(ends[0], ends[0] + ends[1]) if isfinite(ends[0]) else Bounds(-inf, ends[1])
)


@given(st.lists(st.tuples(SHARES | MEANS, BOUNDS), max_size=8), st.integers(1, 1000))
def test_many_are_judged_as_each_by_itself(pairs: list[tuple[Estimate, Bounds]], comparisons: int) -> None:
    for (found, bounds), judged in zip(pairs, judge_all(pairs, comparisons), strict=True):
        verdict, low, high, more = judged_alone(found, bounds, comparisons)
        ends = judged.estimate.low, judged.estimate.high
        assert ends == pytest.approx((low, high), rel=1e-9, nan_ok=True)
        assert judged.outcome == verdict
        if more is not None:
            assert judged.more_games == more
        elif judged.more_games is not None:
            assert judged.more_games >= MOST_TRIED
