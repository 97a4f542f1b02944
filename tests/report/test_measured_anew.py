"""What was chosen among many is quoted from games that did not choose it; a simulation shows why."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simkit import Quantity
from simkit.report import POINTS, SHARE, Estimate, SideBySide, widened_share
from simkit.results.claims import Contrast, Level, Of, Truth, measured_anew
from simkit.results.paired import Floats
from simkit.run.findings import fresh
from simkit.run.findings.fresh import fresh_games
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import ends_of_shares, widened
from tests.conftest import RunOf

PIG = """
name: chosen
title: Chosen
game: pig
seed: 9
games: 500
strategies: [hold_at, random]
factors: {strategies.0.n: [12, 15, 18, 21]}
rules: {target: 30}
report: none
"""


@pytest.fixture
def run(run_once_of: RunOf) -> RunDirectory:
    return run_once_of(PIG)


def rates(run: RunDirectory) -> list[Quantity]:
    games = SideBySide.read(run, "won", "player 0")
    return [Quantity(games.average([i]), Of("won", (i,), "player 0")) for i in range(4)]


def test_what_was_chosen_is_measured_on_other_games(run: RunDirectory) -> None:
    best = max(rates(run), key=lambda rate: rate.estimate.value)
    anew = measured_anew(run, best, 4)
    (scenario,) = best.of.scenarios if isinstance(best.of, Of) else ()
    other = fresh_games(run, [scenario])
    assert other is not None
    won = SideBySide.read(other, "won", "player 0").average([0])
    assert anew.is_fresh and not best.is_fresh
    assert (
        anew.estimate.value == other.estimates(of="player 0", column="won", statistic="rate")["estimate"][0]
    )
    assert (anew.estimate, anew.of) == (won, best.of)
    assert anew.estimate.unit == SHARE and anew.estimate.n == 500


def test_a_difference_of_two_is_paired_on_the_same_games(run: RunDirectory) -> None:
    first, second = rates(run)[2:]
    assert isinstance(first.of, Of) and isinstance(second.of, Of)
    of = first.of - second.of
    lead = Quantity(Truth(run).value(of).counted(" points more"), of)
    anew = measured_anew(run, lead, 3)
    other = fresh_games(run, [2, 3])
    assert other is not None
    assert anew.estimate.value == pytest.approx(Truth(other).value(of).value)
    assert anew.estimate.unit == lead.estimate.unit
    assert anew.is_covered(Truth(other))


def test_data_say_what_is_fresh(run: RunDirectory) -> None:
    best = rates(run)[0]
    both = Level(quantities=(best, measured_anew(run, best, 4))).as_data()["quantities"]
    assert [row["is_fresh"] for row in both] == [False, True]


def test_without_fresh_games_the_interval_is_widened_for_the_choice(
    run: RunDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fresh, "MOST_TOGETHER", 100)
    best, of = rates(run)[0], Of("won", (0,), "player 0")
    anew = measured_anew(run, best, 4)
    assert not anew.is_fresh and anew.estimate == widened_share(best.estimate, 4)
    change = Quantity(Estimate(0.1, 0.0, 0.2, 500, "paired Student t", POINTS), Contrast(((of, 1.0),)))
    assert measured_anew(run, change, 4).estimate == widened(change.estimate, 4)


RUNS, GAMES = 20_000, 400


@pytest.mark.parametrize(("many", "spread"), [(5, 0.0), (32, 0.0), (32, 0.01)])
def test_intervals_of_the_chosen_hold_the_truth_in_fresh_games_alone(many: int, spread: float) -> None:
    """The highest of many rates that differ little, `RUNS` times: how often its interval holds its true rate.

    Games of the same number share their chance, as those of scenarios do.
    """
    random = np.random.default_rng(52)
    truth = 0.6 + spread * np.linspace(-1, 1, many)

    def measured() -> Floats:
        common = random.normal(0.0, math.sqrt(0.3), (RUNS, 1))
        own = random.normal(0.0, math.sqrt(0.7), (RUNS, many))
        error = np.sqrt(truth * (1 - truth) / GAMES)
        return np.clip(np.round((truth + error * (common + own)) * GAMES) / GAMES, 0, 1)

    that_chose = measured()
    chosen, of_runs = that_chose.argmax(axis=1), np.arange(RUNS)

    def covered(rates: Floats, wider: float = 1.0) -> float:
        own = rates[of_runs, chosen]
        low, high = (
            own + wider * (end - own) for end in ends_of_shares(own, np.full(RUNS, 1.0 * GAMES), 0.95)
        )
        return float(np.mean((low <= truth[chosen]) & (truth[chosen] <= high)))

    assert covered(that_chose) < (0.93 if many < 10 else 0.9)
    assert 0.935 < covered(measured()) < 0.965
    plain = Estimate(0.5, 0.4, 0.6, GAMES, "")
    assert covered(that_chose, (widened(plain, many).high - 0.5) / 0.1) > 0.945
