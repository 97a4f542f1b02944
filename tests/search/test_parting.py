"""Another choice at a move: the same chance goes on after it, and the stories part there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

from simkit.testing import Match, find_game, strategies_of
from simkit.testing.playthroughs import check_lines

PIG = find_game("pig")
HOLD_AT = strategies_of("pig")["hold_at"]
HOLD = 1
"""The index of holding among the legal moves, where there are two."""


@pytest.fixture(scope="module")
def match() -> Match:
    rules = PIG.knobs.model_validate({"target": 40})
    return Match(PIG, rules, (HOLD_AT, HOLD_AT), ({"n": 20}, {"n": 12}), seed=1)


def first_roll_that_may_be_held(match: Match, number: int) -> int:
    for made, step in enumerate(match.walk(number)):
        if len(step.moves) == 2 and step.move == step.moves[0]:
            return made
    raise AssertionError


def test_all_before_the_other_choice_stays_as_it_was(match: Match) -> None:
    move = first_roll_that_may_be_held(match, 3)
    own, other = (list(match.walk(3, instead=given)) for given in (None, {move: HOLD}))
    for step, same in zip(own[:move], other[:move], strict=True):
        assert step.state == same.state
    assert (own[move].moves == other[move].moves).all()
    assert other[move].move == own[move].moves[HOLD]


def test_the_own_choice_gives_the_same_game(match: Match) -> None:
    for number in range(4):
        steps = list(match.walk(number))
        given = {
            made: [move == step.move for move in step.moves].index(True)
            for made, step in enumerate(steps)
            if made
        }
        again = list(match.walk(number, instead=given))
        assert all(one.state == other.state for one, other in zip(again, steps, strict=True))
        row, seat_rows = match.outcome_of(again[-1].state)
        played, seats_played = match.play(number, 1)
        for name in played.dtype.names or ():
            assert np.array_equal(row[name], played[name])
        for name in seats_played.dtype.names or ():
            assert np.array_equal(seat_rows[name], seats_played[name])


PLAYED = """
{name: p, game: pig, games: 5, seed: 1, rules: {target: 40}, report: none,
 strategies: [{name: hold_at, parameters: {n: 20}}, {name: hold_at, parameters: {n: 12}}]}
"""

WRONG = [
    ("7", "such as 7:2"),
    ("2:9", "move 2 has 2 legal moves: 1 roll; 2 hold"),
    ("900:1", "game 3 has no move 900"),
    ("0:1", "game 3 has no move 0"),
]


@pytest.mark.parametrize(("typed", "said"), WRONG)
def test_what_is_wrong_is_told(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path], typed: str, said: str
) -> None:
    told = simkit("replay", write_experiment(PLAYED), "--game", 3, "--instead", typed)
    assert told.exit_code == 2 and said in told.output


@pytest.mark.parametrize("what", [("--instead", "1:1"), ("--review",)])
def test_with_a_player_that_looks_ahead_nothing_is_valued(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path], what: tuple[str, ...]
) -> None:
    thinks = PLAYED.replace("{name: hold_at, parameters: {n: 12}}", "{think: {base: hold_at, playouts: 16}}")
    told = simkit("replay", write_experiment(thinks), "--game", 0, *what)
    assert told.exit_code == 2 and "looks ahead" in told.output


@pytest.mark.parametrize(("name", "what"), [("instead", ("--instead", "2:2")), ("review", ("--review",))])
def test_what_is_said_of_a_game(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path], name: str, what: tuple[str, ...]
) -> None:
    told = simkit("replay", write_experiment(PLAYED.replace("40", "20")), "--game", 3, *what)
    assert told.exit_code == 0, told.output
    check_lines(told.output.splitlines(), Path(__file__).with_name(f"replay_{name}.txt"))


def test_a_review_is_of_the_game_as_it_was_played(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    game = ("replay", write_experiment(PLAYED), "--game", 3)
    assert simkit(*game, "--instead", "2:2", "--review").exit_code == 2
