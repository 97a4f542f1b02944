"""What must hold of any game. After a change of rules, `SIMKIT_RENEW=1 pytest` renews playthrough.txt."""

from pathlib import Path

import simkit
from simkit.testing import Match, Step, check_game, check_playthrough, find_game, strategies_of

PIG = find_game("pig")
WEAKER, BETTER = "random", "hold_at"
HERE = Path(__file__).parent


def check_step(step: Step, match: Match) -> None:
    """See what must be so after every move: here belongs what your game never allows."""
    assert (step.state.table.score >= 0).all()


def test_all_that_must_hold_of_any_game() -> None:
    check_game(PIG, invariants=check_step)


def test_a_game_in_words() -> None:
    everybody = (strategies_of("pig")[BETTER],) * PIG.seats_under(PIG.knobs())
    check_playthrough(Match(PIG, PIG.knobs(), everybody, seed=1), 3, HERE / "playthrough.txt")


def test_the_better_player_wins_more_often() -> None:
    seats = simkit.play("pig", [BETTER, WEAKER], games=500).seats
    assert sum(seats.filter(player=0)["won"]) > 300


def test_the_experiment_beside_it_is_right() -> None:
    assert simkit.experiment(HERE.parent / "pig.yaml").game is PIG
