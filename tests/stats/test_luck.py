"""Variance is split as it was put together, and games are counted until one leads."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from simkit.stats.luck import PARTS, chance_to_lead, games_to_lead, split, split_chance

KNOWN = {"chance": 4.0, "player": 1.0, "choice": 2.0, "seat": 0.5}


def made(seed: int, games: int = 2000) -> tuple[np.ndarray, np.ndarray]:
    """Return results whose parts have the variances in `KNOWN`."""
    rng = np.random.default_rng(seed)
    seats = np.arange(games) % 2
    players = np.array([-1.0, 0.0, 1.0]) * np.sqrt(1.5 * KNOWN["player"])
    common = rng.normal(0, np.sqrt(KNOWN["chance"]), games)
    apart = rng.normal(0, np.sqrt(KNOWN["choice"]), (games, 3))
    of_seats = np.array([-1.0, 1.0]) * np.sqrt(KNOWN["seat"])
    return common[:, None] + players + apart + of_seats[seats][:, None], seats


def test_known_parts_are_found() -> None:
    found = split(*made(1, 20_000)).shares
    whole = sum(KNOWN.values())
    for part in PARTS:
        assert found[part].value == pytest.approx(KNOWN[part] / whole, abs=0.01)
    assert sum(estimate.value for estimate in found.values()) == pytest.approx(1)


def test_intervals_hold_what_is_true() -> None:
    whole = sum(KNOWN.values())
    hits = dict.fromkeys(PARTS, 0)
    for seed in range(40):
        found = split(*made(seed, 400)).shares
        for part in PARTS:
            hits[part] += found[part].low <= KNOWN[part] / whole <= found[part].high
    assert all(count >= 33 for count in hits.values()), hits


def test_what_is_not_there_has_no_share() -> None:
    rng = np.random.default_rng(3)
    noise = rng.normal(size=(5000, 3))
    found = split(noise, np.arange(5000) % 3).shares
    assert found["choice"].value > 0.97
    same = split(np.repeat(rng.normal(size=(500, 1)), 2, axis=1), np.zeros(500, np.int64)).shares
    assert same["chance"].value == pytest.approx(1)


def test_results_that_never_differ_are_refused() -> None:
    with pytest.raises(ValueError, match="results that differ"):
        split(np.ones((100, 2)), np.zeros(100, np.int64))


@pytest.mark.parametrize(("share", "games"), [(0.6, 25), (0.75, 11), (0.9, 4)])
def test_the_chance_to_lead_is_the_binomials(share: float, games: int) -> None:
    expected = stats.binom.sf(games // 2, games, share)
    assert chance_to_lead(share, 1 - share, games) == pytest.approx(expected)


def test_ties_are_no_leads() -> None:
    assert chance_to_lead(0.3, 0.1, 1) == pytest.approx(0.3)
    assert chance_to_lead(0.3, 0.1, 2) == pytest.approx(0.3**2 + 2 * 0.3 * 0.6)


def test_games_to_lead_are_the_fewest() -> None:
    assert games_to_lead(0.99, 0.01) == 1
    assert games_to_lead(0.5, 0.5) is None
    assert games_to_lead(0.501, 0.499) is None
    needed = games_to_lead(0.6, 0.4)
    assert needed is not None
    assert chance_to_lead(0.6, 0.4, needed) >= 0.95 > chance_to_lead(0.6, 0.4, needed - 2)


def two_dice(seed: int, games: int = 400) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the sums of dice with four and eight faces, of other games, and with one of them anew."""
    rng = np.random.default_rng(seed)
    small, large = rng.integers(4, size=(2, games)), rng.integers(8, size=(2, games))
    own, other = (small[i] + large[i] * 1.0 for i in range(2))
    return own, other, np.array([small[1] + large[0], small[0] + large[1]], np.float64)


def test_kinds_of_chance_have_the_shares_of_their_variances() -> None:
    found = split_chance(*two_dice(1, 10_000))
    for kind, share in enumerate((15 / 78, 63 / 78)):
        assert found.alone[kind].value == pytest.approx(share, abs=0.02)
        assert found.in_all[kind].value == pytest.approx(share, abs=0.02)
    assert found.together.value < 0.03


def test_intervals_of_kinds_hold_what_is_true() -> None:
    hits = np.zeros(4)
    for seed in range(60):
        found = split_chance(*two_dice(seed))
        for place, estimate in enumerate((*found.alone, *found.in_all)):
            hits[place] += estimate.low <= (15 / 78, 63 / 78)[place % 2] <= estimate.high
    assert (hits >= 52).all(), hits


def test_what_seats_differ_by_is_no_chance() -> None:
    own, other, anew = two_dice(2, 4000)
    seats = np.arange(4000) % 2
    apart = split_chance(own + 50 * seats, other + 50 * seats, anew + 50 * seats, seats)
    assert apart.alone[1].value == pytest.approx(63 / 78, abs=0.03)
    assert split_chance(own + 50 * seats, other + 50 * seats, anew + 50 * seats).alone[1].value > 0.99


def test_kinds_without_variance_are_refused() -> None:
    with pytest.raises(ValueError, match="results that differ"):
        split_chance(np.ones(50), np.ones(50), np.ones((1, 50)))


def test_what_did_not_happen_in_a_few_games_may_happen() -> None:
    """Losses are rare, and none of them meets another: that proves no share of exactly nothing or all."""
    own, other, anew = np.ones((3, 300))
    own[:20] = other[20:40] = anew[40:60] = 0
    found = split_chance(own, other, anew[None, :])
    assert found.alone[0].value == 0
    assert 0.02 < found.alone[0].high < 0.1
    assert found.in_all[0].value == 1
    assert 0.9 < found.in_all[0].low < 0.98
    same = split_chance(own, other, own[None, :])
    assert same.in_all[0].value == 0
    assert 0 < same.in_all[0].high < 0.03
