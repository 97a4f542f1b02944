"""Few slow games with the help of many quick ones: right on average, and intervals that hold.

The truth is known here: pairs of results are drawn with given chances, and the rule that stops when an
interval is narrow is followed as the question `ceiling` does.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest

from simkit.stats.control import Controlled, controlled, is_narrow, looks
from simkit.stats.estimates import NUMBER, SHARE, Unit, wilson

Floats = npt.NDArray[np.float64]

SHARES = [(0.28, 0.85, 0.75), (0.96, 0.99, 0.7), (0.5, 0.995, 0.1)]
"""What the quick player wins; what the slow one wins of these games, and of the others."""


def pairs(
    generator: np.random.Generator, games: int, of: tuple[float, float, float]
) -> tuple[Floats, Floats]:
    wins, kept, avoided = of
    quick = generator.random(games) < wins
    slow = generator.random(games) < np.where(quick, kept, avoided)
    return slow.astype(np.float64), quick.astype(np.float64)


def until_narrow(slow: Floats, quick: Floats, *, unit: Unit = SHARE) -> Controlled:
    for games in looks(len(quick)):
        found = controlled(slow[:games], quick, unit=unit)
        if is_narrow(found.mean, 0.03):
            break
    return found


def repeated(times: int, of: tuple[float, float, float], games: int = 2000) -> Iterator[Controlled]:
    for seed in range(times):
        yield until_narrow(*pairs(np.random.default_rng(seed), games, of))


def coverage(found: list[Controlled], truth: float, base: float) -> tuple[float, float]:
    held = [result.mean.low <= truth <= result.mean.high for result in found]
    gains = [result.gain.low <= truth - base <= result.gain.high for result in found]
    return float(np.mean(held)), float(np.mean(gains))


@pytest.mark.parametrize("of", SHARES)
def test_intervals_hold_although_games_end_when_they_are_narrow(of: tuple[float, float, float]) -> None:
    times, truth = 400, of[0] * of[1] + (1 - of[0]) * of[2]
    least = 0.95 - 3 * (0.95 * 0.05 / times) ** 0.5
    assert min(coverage(list(repeated(times, of)), truth, of[0])) > least


@pytest.mark.long
@pytest.mark.parametrize("base", [0.02, 0.28, 0.5, 0.8, 0.99])
@pytest.mark.parametrize("kept", [0.3, 0.8, 0.995])
@pytest.mark.parametrize("avoided", [0.02, 0.3, 0.9])
def test_they_hold_for_many_chances(base: float, kept: float, avoided: float) -> None:
    times, truth = 2000, base * kept + (1 - base) * avoided
    least = 0.95 - 3 * (0.95 * 0.05 / times) ** 0.5
    assert min(coverage(list(repeated(times, (base, kept, avoided))), truth, base)) > least


def test_they_hold_for_points() -> None:
    held, narrow = [], []
    for seed in range(400):
        generator = np.random.default_rng(seed)
        quick = generator.normal(50, 20, 1500)
        slow = 60 + 0.6 * (quick - 50) + generator.normal(0, 15, 1500)
        found = until_narrow(slow, quick, unit=NUMBER).mean
        held.append(found.low <= 60 <= found.high)
        narrow.append(found.high - found.low <= 0.06 * found.value)
    assert np.mean(held) > 0.917
    assert all(narrow)


def test_the_estimate_is_right_on_average_and_its_error_is_known() -> None:
    """The quick games that have a slow partner are among all quick games, and count only once."""
    truth, of = 0.28 * 0.9 + 0.72 * 0.2, (0.28, 0.9, 0.2)
    found = [
        controlled(slow[:300], quick, unit=SHARE, confidence=0.95)
        for slow, quick in (pairs(np.random.default_rng(seed), 600, of) for seed in range(3000))
    ]
    values = np.array([result.mean.value for result in found])
    gains = np.array([result.gain.value for result in found])
    assert abs(values.mean() - truth) < 3 * values.std() / len(values) ** 0.5
    for spread, estimates in (
        (values.std(), [result.mean for result in found]),
        (gains.std(), [result.gain for result in found]),
    ):
        assumed = np.mean([(estimate.high - estimate.low) / 2 / 1.96 for estimate in estimates])
        assert assumed == pytest.approx(spread, rel=0.05)


def test_quick_games_that_say_much_make_the_interval_narrower() -> None:
    slow, quick = pairs(np.random.default_rng(1), 5000, (0.5, 0.98, 0.02))
    found = controlled(slow[:200], quick, unit=SHARE).mean
    alone = wilson(int(slow[:200].sum()), 200)
    assert found.high - found.low < 0.6 * (alone.high - alone.low)


def test_quick_games_that_say_nothing_do_no_harm() -> None:
    slow, quick = pairs(np.random.default_rng(1), 5000, (0.5, 0.7, 0.7))
    found = controlled(slow[:400], quick, unit=SHARE, confidence=0.95).mean
    alone = wilson(int(slow[:400].sum()), 400)
    assert found.high - found.low < 1.03 * (alone.high - alone.low)


@pytest.mark.parametrize(("of_slow", "value"), [(0.0, 0.0), (1.0, 1.0)])
def test_results_that_are_all_the_same_have_an_interval(of_slow: float, value: float) -> None:
    quick = (np.arange(1000) % 3 == 0).astype(np.float64)
    found = controlled(np.full(100, of_slow), quick, unit=SHARE).mean
    assert found.value == value
    assert 0.03 < found.high - found.low < 0.06


def test_the_same_results_in_few_games_do_not_prove_that_all_are_the_same() -> None:
    quick = (np.arange(2000) % 2).astype(np.float64)
    gain = controlled(quick[:100], quick, unit=SHARE).gain
    assert gain.value == 0
    assert gain.low < -0.02 < 0.02 < gain.high


def test_two_games_have_no_interval() -> None:
    found = controlled(np.array([1.0, 0.0]), np.array([1.0, 0.0, 1.0]), unit=SHARE)
    assert np.isnan(found.mean.low) and np.isnan(found.gain.high)


def test_looks_grow_to_the_most_games() -> None:
    assert [*looks(50)] == [50]
    assert [*looks(300)] == [100, 120, 150, 190, 240, 300]
