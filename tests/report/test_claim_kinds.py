"""Each kind of claim is true of runs in which it is so, false of those in which it is not, else open."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from click.testing import CliRunner

import simkit
from simkit import Claim, Quantity
from simkit.cli.main import main
from simkit.report import Estimate
from simkit.report.sections.minutes import minutes_finding
from simkit.results.claims import (
    BehindBest,
    BestBelow,
    Change,
    Contrast,
    Cycle,
    Duration,
    Extreme,
    Level,
    Nothing,
    Of,
    Order,
    Several,
    Survivors,
    TooFew,
    Trend,
    Truth,
    Turning,
    nothing,
)
from simkit.stats.estimates import NUMBER
from tests.conftest import RunOf
from tests.report.reading import claims_of

PIG = """
name: claims
title: Claims
game: pig
seed: 5
games: 2000
strategies: [hold_at, random]
factors: {strategies.0.n: [2, 10, 20, 21]}
rules: {target: 50}
report: none
"""


def won(*scenarios: int) -> Of:
    return Of("won", scenarios, "player 0")


def turns(*scenarios: int) -> Of:
    return Of("turns", scenarios)


@pytest.fixture(scope="module")
def truth(run_once_of: RunOf) -> Truth:
    """Holding at 2 takes 25 turns, holding at 10 some 12, holding at 20 or 21 about 8."""
    return Truth(run_once_of(PIG))


def test_values_are_those_of_the_summary(truth: Truth) -> None:
    (row,) = truth.run.estimates(scenario=1, of="game", column="turns", statistic="mean").to_dicts()
    assert truth.value(turns(1)).value == pytest.approx(row["estimate"])
    change = truth.value(turns(1) - turns(0))
    assert change.value == pytest.approx(row["estimate"] - truth.value(turns(0)).value)
    assert change.low < change.value < change.high


SLOWER, FASTER = turns(0) - turns(1), turns(1) - turns(0)
SAME = turns(2) - turns(3)

CASES: list[tuple[Claim, bool | None]] = [
    (Change(SLOWER), True),
    (Change(FASTER), False),
    (Change(SLOWER, bound=100.0), False),
    (Extreme((turns(0),), (turns(1), turns(2))), True),
    (Extreme((turns(1),), (turns(0), turns(2))), False),
    (Extreme((turns(2), turns(3)), (turns(0), turns(1)), is_most=False), True),
    (Order((turns(0), turns(1), turns(2))), True),
    (Order((turns(1), turns(0))), False),
    (Trend(SLOWER, turns(0) - turns(2), share=0.5), True),
    (Trend(turns(1) - turns(2), turns(0) - turns(2), share=0.5), False),
    (Turning(turns(1), turns(0), bound=18.0), True),
    (Turning(turns(2), turns(1), bound=18.0), False),
    (Nothing((SAME,), margin=3.0), True),
    (Nothing((SAME, SLOWER), margin=3.0), False),
    (Several((Change(SLOWER), Change(FASTER)), at_least=1), True),
    (Several((Change(SLOWER), Change(FASTER)), at_least=2), False),
    (Change(Contrast(((turns(2), 1.0), (turns(2), -1.0)))), None),
]


@pytest.mark.parametrize(("claim", "holds"), CASES)
def test_a_claim_is_true_false_or_open(truth: Truth, claim: Claim, holds: bool | None) -> None:
    assert claim.holds(truth) is holds
    assert claim.as_data()["kind"] == type(claim).__name__.lower()


@pytest.mark.parametrize(("margin", "kind"), [(3.0, Nothing), (178.0, TooFew)])
def test_a_margin_of_most_of_the_points_says_that_games_are_too_few(margin: float, kind: type[Claim]) -> None:
    effect = Quantity(Estimate(1.0, -margin, margin, 100, "", NUMBER), SAME)
    level = Quantity(Estimate(200.0, 190.0, 210.0, 100, "", NUMBER), turns(0))
    claim = nothing([effect], 1, [level])
    assert type(claim) is kind and claim.margin == pytest.approx(margin)
    if isinstance(claim, TooFew):
        assert claim.needed == pytest.approx(100 * (178 / 40) ** 2)


def test_a_level_holds_if_its_interval_does(truth: Truth) -> None:
    rate = truth.value(won(2)).value
    for low, high, holds in ((rate - 0.1, rate + 0.1, True), (rate + 0.1, rate + 0.2, False)):
        quantity = Quantity(Estimate(rate, low, high, 100, "Wilson"), won(2))
        assert Level(quantities=(quantity,)).holds(truth) is holds
    alone = Quantity(Estimate(rate, math.nan, math.nan, 1, ""), won(2))
    assert Level(quantities=(alone,)).holds(truth) is None


def test_what_page_one_claims_is_judged_by_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    described = {
        "name": "holding",
        "game": "pig",
        "strategies": ["hold_at", "random"],
        "rules": {"target": 60},
        "factors": {"strategies.0.n": [3, 10, 20]},
        "question": "player 1's n",
    }
    small = simkit.run(described, games=300, out="small", jobs=1)
    large = simkit.run({**described, "seed": 9}, games=3000, out="large", jobs=1)
    claims = small.claims(large)
    assert {claim["kind"] for claim in claims} <= {"change", "level", "extreme", "trend"}
    assert claims and all(claim["sentence"] and claim["subject"] for claim in claims)
    assert all(claim["holds"] is not None for claim in claims if claim["kind"] == "change")
    for claim in claims:
        covered = all(
            quantity["low"] <= quantity["truth"] <= quantity["high"] for quantity in claim["quantities"]
        )
        assert claim["kind"] != "level" or claim["holds"] is covered
    assert [claim["holds"] for claim in small.claims()] == [None] * len(claims)
    done = CliRunner().invoke(main, ["claims", "small", "--against", "large", "--json"])
    assert done.exit_code == 0, done.output
    assert [claim["kind"] for claim in json.loads(done.output)["claims"]] == [
        judged["kind"] for judged in claims
    ]
    other = simkit.run({**described, "rules": {"target": 50}}, games=20, out="other", jobs=1)
    with pytest.raises(simkit.BadInput, match="found another experiment, allowed is a run of the same one"):
        small.claims(other)


def best(value: float, spread: float = 0.02) -> Estimate:
    """Return what a best known player comes to, as it is recorded with a game."""
    return Estimate(value, value - spread, value + spread, 400, "double sampling")


@pytest.mark.parametrize(
    ("best_wins", "at_most", "holds"),
    [(1.2, None, True), (0.5, None, False), (1.2, 0.01, False), (1.0, 0.1, True), (1.0, 0.01, None)],
)
def test_how_far_a_player_is_behind_the_best_is_told_by_the_run_and_what_is_recorded(
    best_wins: float, at_most: float | None, holds: bool | None, truth: Truth
) -> None:
    share = truth.value(won(2)).value
    assert BehindBest(won(2), best(share * best_wins), at_most).holds(truth) is holds


def test_that_even_the_best_comes_to_little_is_refuted_by_a_player_that_does_not(truth: Truth) -> None:
    share = truth.value(won(2)).value
    assert BestBelow(won(2), best(0.3), share - 0.1).holds(truth) is False
    assert BestBelow(won(2), best(0.3), share + 0.1).holds(truth) is None


def test_a_claim_about_the_best_known_is_plain_data(truth: Truth) -> None:
    made = json.loads(json.dumps(BehindBest(won(2), best(0.9), 0.1).as_data(truth)))
    assert (made["kind"], made["best"]["value"], made["at_most"]) == ("behindbest", 0.9, 0.1)


def test_minutes_are_judged_by_logged_games_alone(run_once_of: RunOf) -> None:
    logged = Truth(run_once_of(PIG.replace("games: 2000", "games: 50\nevents: {one_in: 1}")))
    assert Duration((0,), 0, 500, 0.9).holds(logged) is True
    assert Duration((0,), 400, 500, 0.9).holds(logged) is False
    (said,) = minutes_finding(logged.run)
    assert [claim.holds(logged) for claim in claims_of(said)] == [True]


def test_minutes_are_open_where_no_games_were_logged(truth: Truth) -> None:
    assert Duration((0,), 0, 500, 0.9).holds(truth) is None


def plays(name: str, *scenarios: int) -> Of:
    return Of("won", scenarios, f"strategy {name}")


ROUND = """
name: round
game: pig
seed: 5
games: 600
factors:
  pair:
    a: {strategies: [{name: hold_at, parameters: {n: 20}}, {name: hold_at, parameters: {n: 5}}]}
    b: {strategies: [{name: hold_at, parameters: {n: 5}}, random]}
    c: {strategies: [random, {name: hold_at, parameters: {n: 20}}]}
report: none
"""


def test_a_player_at_several_tables_has_claims_of_its_own(run_once_of: RunOf) -> None:
    """A cycle, that there is none, and who survives, of players that sit in other places at each table."""
    truth = Truth(run_once_of(ROUND))
    strong, weak = "hold_at (n 20)", "hold_at (n 5)"
    first = plays(strong, 0) - plays(weak, 0)
    second, third = plays(weak, 1) - plays("random", 1), plays(strong, 2) - plays("random", 2)
    ladder = (first, second, third)
    assert Cycle(ladder, is_one=False).holds(truth) is True
    assert Cycle((first, second, -third)).holds(truth) is False
    assert Survivors((f"strategy {strong}",), ladder).holds(truth) is True
    assert Survivors((f"strategy {weak}",), ladder).holds(truth) is False
    won = truth.run.seats_in([0]).filter(player=0).collect()["won"].mean()
    assert truth.value(plays(strong, 0)).value == pytest.approx(won)
    assert truth.value(plays(strong, 0, 2)).value > truth.value(plays(weak, 0, 1)).value
