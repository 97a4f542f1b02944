"""Which players survive in a population that copies what wins: known mixtures, and how sure it is."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from simkit.stats.survival import BLOCKS, in_blocks, shares_in_the_long_run, survival_of

Floats = npt.NDArray[np.float64]


def leads_of(count: int, pairs: dict[tuple[int, int], float]) -> Floats:
    leads = np.zeros((count, count))
    for (i, j), lead in pairs.items():
        leads[i, j], leads[j, i] = lead, -lead
    return leads


def followed(leads: Floats, steps: int = 50_000, step: float = 0.05) -> Floats:
    """Return the average over time of a population whose shares grow with what they win."""
    logs, total = np.zeros(len(leads)), np.zeros(len(leads))
    for _ in range(steps):
        shares = np.exp(logs - logs.max())
        shares /= shares.sum()
        total += shares
        logs += step * leads @ shares
    return np.asarray(total / steps)


def test_one_that_beats_all_is_all_that_is_left() -> None:
    leads = leads_of(4, {(2, 0): 0.1, (2, 1): 0.2, (2, 3): 0.01, (0, 1): 0.3, (1, 3): 0.2, (3, 0): 0.5})
    assert shares_in_the_long_run(leads).tolist() == [0, 0, 1, 0]


def test_a_cycle_of_three_has_shares_like_the_leads_that_a_player_has_no_part_in() -> None:
    leads = leads_of(4, {(0, 1): 0.1, (1, 2): 0.2, (2, 0): 0.3, (0, 3): 0.1, (1, 3): 0.1, (2, 3): 0.1})
    assert shares_in_the_long_run(leads) == pytest.approx([2 / 6, 3 / 6, 1 / 6, 0])


def test_one_that_beats_a_player_of_the_cycle_dies_out_if_the_cycle_gains_on_average() -> None:
    """3 beats 0 by a little, and loses much to 1 and 2; no prefix of the players beats all others."""
    leads = leads_of(4, {(0, 1): 0.2, (1, 2): 0.2, (2, 0): 0.2, (3, 0): 0.1, (1, 3): 0.4, (2, 3): 0.4})
    assert shares_in_the_long_run(leads) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])


def test_equal_players_share_evenly() -> None:
    leads = leads_of(3, {(0, 2): 0.1, (1, 2): 0.1})
    assert shares_in_the_long_run(leads) == pytest.approx([0.5, 0.5, 0])
    assert shares_in_the_long_run(np.zeros((4, 4))) == pytest.approx([0.25] * 4)


def test_a_population_that_is_followed_comes_to_the_same_average() -> None:
    chance = np.random.default_rng(3)
    leads = leads_of(5, {pair: float(chance.uniform(-1, 1)) for pair in combinations(range(5), 2)})
    found = shares_in_the_long_run(leads)
    assert (found > 0).sum() >= 3, "one player beats all: this tells nothing"
    assert found == pytest.approx(followed(leads), abs=0.02)


def drawn(names: str, leads: dict[str, float], games: int, seed: int) -> dict[tuple[str, str], Floats]:
    """Return blocks of games of pairs, of which the first player leads by some shares of games."""
    chance = np.random.default_rng(seed)
    return {
        (one, other): in_blocks(np.where(chance.random(games) < 0.5 + leads[one + other] / 2, 1.0, -1.0))
        for one, other in combinations(names, 2)
    }


def test_intervals_of_shares_hold_the_truth_as_often_as_they_say() -> None:
    held, tries = 0, 80
    for seed in range(tries):
        found = survival_of("abc", drawn("abc", {"ab": 0.3, "ac": -0.3, "bc": 0.3}, 1000, seed), 200)
        held += sum(share.low <= 1 / 3 <= share.high for share in found.shares.values())
    assert 0.915 < held / (3 * tries) < 0.98


def test_who_survives_is_settled_by_many_games_and_not_by_few() -> None:
    clear = survival_of("abc", drawn("abc", {"ab": 0.3, "ac": 0.3, "bc": 0.3}, 2000, 0))
    assert clear.alive == ("a",) and clear.is_settled and clear.often["c"] == 0
    close = {"ab": 0.01, "ac": 0.3, "bc": 0.3}
    wrong = 0
    for seed in range(40):
        found = survival_of("abc", drawn("abc", close, 1000, seed), 200)
        assert sum(found.outcomes.values()) == pytest.approx(1)
        wrong += found.is_settled and found.alive != ("a",)
    assert wrong <= 3


def test_blocks_have_the_mean_of_the_games() -> None:
    games = np.arange(1000.0)
    assert len(in_blocks(games)) == BLOCKS
    assert in_blocks(games).mean() == pytest.approx(games.mean())
    assert in_blocks(games[:7]).tolist() == games[:7].tolist()
