"""What must hold of any game. After a change of rules, `SIMKIT_RENEW=1 pytest` renews playthrough.txt."""

from pathlib import Path

import pytest

import simkit
from simkit.testing import Match, Step, check_game, check_playthrough, find_game, legal_moves, strategies_of

HEX = find_game("hex")
HERE = Path(__file__).parent


def check_step(step: Step, match: Match) -> None:
    """See what must be so after every move."""
    first, second = (int(stones) for stones in step.state.table.stones)
    assert not first & second
    assert step.state.table.turns == first.bit_count() + second.bit_count()


def test_all_that_must_hold_of_any_game() -> None:
    check_game(HEX, invariants=check_step, settings=({}, {"cells": 5, "opening": 13}))


def test_a_game_in_words() -> None:
    everybody = (strategies_of("hex")["shortest"],) * 2
    check_playthrough(Match(HEX, HEX.knobs(), everybody, seed=1), 3, HERE / "playthrough.txt")


def test_the_better_player_wins_more_often() -> None:
    seats = simkit.play("hex", ["shortest", "random"], games=200).seats
    assert sum(seats.filter(player=0)["won"]) > 190


@pytest.mark.parametrize("cells", [3, 4, 5, 7])
def test_one_of_the_two_always_connects(cells: int) -> None:
    match = Match(
        HEX, HEX.knobs.model_validate({"cells": cells}), (strategies_of("hex")["random"],) * 2, seed=1
    )
    rows, seats = match.play(0, 500)
    assert (seats["won"].reshape(-1, 2).sum(axis=1) == 1).all()
    assert rows["turns"].max() <= cells**2


def test_the_opening_lies_on_the_board_and_the_other_seat_begins() -> None:
    match = Match(
        HEX, HEX.knobs.model_validate({"opening": 7}), (strategies_of("hex")["random"],) * 2, seed=1
    )
    state = next(match.walk(0)).state
    assert state.seat == 1
    assert state.table.stones.tolist() == [1 << (8 * 1 + 2), 0]  # c2
    assert len(legal_moves(match, state)) == 15


def test_the_experiment_beside_it_is_right() -> None:
    assert simkit.experiment(HERE.parent / "hex.yaml").game is HEX
