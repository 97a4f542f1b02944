"""What must hold of Pig, and of any game: keep these tests when you change the rules.

Change what stands at the top: which strategy is the better one.  After a change of rules or chance,
`SIMKIT_RENEW=1 pytest` writes the game in words anew.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import simkit
from simkit.testing import (
    STOPPED,
    Match,
    Step,
    check_game,
    check_playthrough,
    ending_of,
    find_game,
    strategies_of,
    wilson,
)

PIG = find_game("pig")
STRATEGIES = strategies_of("pig")

WEAKER, BETTER = "random", "hold_at"

HERE = Path(__file__).parent

# Strategies are handed to the play loop as functions, which Numba calls experimental.
pytestmark = pytest.mark.filterwarnings("ignore::numba.core.errors.NumbaExperimentalFeatureWarning")


def match_of(*names: str, **knobs: int) -> Match:
    """Return a match of strategies; of one alone, at all seats."""
    chosen = PIG.knobs(**knobs)
    players = names if len(names) > 1 else names * PIG.seats_under(chosen)
    return Match(PIG, chosen, tuple(STRATEGIES[name] for name in players), seed=1)


def check_step(step: Step, match: Match) -> None:
    """See what must be so after every move: here belongs what your game never allows."""
    assert (step.state.table.score >= 0).all()
    assert 0 <= step.state.seat < len(match.strategies)


def test_all_that_must_hold_of_any_game() -> None:
    check_game(PIG, invariants=check_step)


def test_a_game_in_words() -> None:
    check_playthrough(match_of(BETTER), 3, HERE / "playthrough.txt")


@pytest.mark.parametrize("name", STRATEGIES)
def test_games_come_to_an_end_by_the_rules(name: str) -> None:
    rows, _ = match_of(name).play(0, 500)
    assert STOPPED not in {ending_of(PIG.columns, row) for row in rows}


def test_the_better_strategy_wins_more_often() -> None:
    match = match_of(BETTER, *[WEAKER] * (PIG.seats_under(PIG.knobs()) - 1))
    _, seat_rows = match.play(0, 1000)
    first = np.arange(1000) % len(match.lineups)
    wins = sum(
        bool(seat_rows[game * len(match.strategies) + seat]["won"])
        for game in range(1000)
        for seat, player in enumerate(match.lineups[first[game]])
        if player == 0
    )
    assert wilson(wins, 1000).low > 1 / len(match.strategies)


def test_nobody_wins_a_game_that_is_stopped() -> None:
    rows, seats = match_of(BETTER, decision_cap=3).play(0, 100)
    assert {ending_of(PIG.columns, row) for row in rows} == {STOPPED}
    assert not seats["won"].any()


def test_the_same_seed_plays_the_same_games() -> None:
    once, again = (match_of(BETTER).play(0, 50)[0].tolist() for _ in range(2))
    other = match_of(BETTER).play(50, 50)[0].tolist()
    assert once == again != other


def test_the_experiment_beside_it_is_right() -> None:
    assert simkit.experiment(HERE.parent / "pig.yaml").game is PIG
