"""Why a change does nothing: no game goes differently, or what is given is kept."""

from __future__ import annotations

from collections.abc import Callable

from simkit.report.effects.effects import effects_of
from simkit.report.effects.why import Reason, why_nothing
from simkit.report.facts.result import measures_of
from simkit.report.facts.wins import all_wins
from simkit.run.store.directory import RunDirectory

RunOf = Callable[[str], RunDirectory]


def reason_of(run: RunDirectory, factor: str, level: str) -> Reason | None:
    (result, *_) = measures_of(run)
    wins = all_wins(run, result)[0]
    return why_nothing(run, effects_of(run, factor, wins).of(level), wins.of, result)


PIG = "name: why\ngame: pig\ngames: 200\nreport: none\nstrategies: [hold_at, random]\n"


def test_a_limit_that_no_game_comes_to_changes_no_game(run_of: RunOf) -> None:
    run = run_of(f"{PIG}factors: {{rules.decision_cap: [60000, 50000]}}\n")
    assert reason_of(run, "rules.decision_cap", "50000") == Reason(
        "not one of 200 games went differently; no game comes to that limit", is_certain=True
    )


def test_games_that_go_differently_and_come_to_the_same_are_counted(run_of: RunOf) -> None:
    run = run_of(f"{PIG}factors: {{rules.target: [100, 101]}}\n")
    reason = reason_of(run, "rules.target", "101")
    assert reason is not None and not reason.is_certain
    games = run.games().sort("scenario", "game").collect()
    one, other = (games.filter(scenario=scenario).drop("scenario") for scenario in (0, 1))
    assert 0 < sum(a != b for a, b in zip(one.rows(), other.rows(), strict=True))
    assert reason.words.endswith("of the games went differently") or reason.words.endswith(" lost")


def test_what_is_given_and_left_over_is_kept(run_of: RunOf) -> None:
    """A careful trader throws for no charm: all that it is given more is left at the end."""
    run = run_of(
        "name: kept\ngame: night_market\ngames: 100\nreport: none\nstrategy: careful\n"
        "factors: {rules.charms: [1, 4]}\n"
    )
    reason = reason_of(run, "rules.charms", "4")
    assert reason is not None and reason.is_known
    charms = run.seats().filter(player=0).sort("scenario").collect()
    old, new = (charms.filter(scenario=scenario)["charms"].to_numpy().mean() for scenario in (0, 1))
    assert new - old > 2.4
    assert reason.words.startswith("what is given is kept, ")
    assert reason.words.endswith(" charms at the end")
