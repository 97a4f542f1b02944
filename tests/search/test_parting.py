"""Another choice at a move: the same chance goes on after it, and the stories part there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

import simkit
from simkit.engine.contract.player import FLAT
from simkit.engine.contract.thinker import thinking
from simkit.search.parting import Parting
from simkit.testing import Match, find_game, strategies_of

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


WRONG = [
    ("7", "allowed is a move's number and that of a legal move there, such as 7:2"),
    ("2:9", "move 2 has 2 legal moves: 1 roll; 2 hold"),
    ("900:1", "game 3 has no move 900: it ends after"),
    ("0:1", "game 3 has no move 0: it ends after"),
]


@pytest.mark.parametrize(("said", "why"), WRONG)
def test_what_is_wrong_is_told(match: Match, said: str, why: str) -> None:
    with pytest.raises(simkit.BadInput, match=re.escape(why)):
        Parting.read(match, 3, said)


def test_a_player_that_looks_ahead_is_refused() -> None:
    thinker = thinking(HOLD_AT, None, FLAT)
    own = Match(PIG, PIG.knobs(), (thinker, HOLD_AT), ({"playouts": 16.0}, {}), seed=1)
    with pytest.raises(simkit.BadInput, match="looks ahead"):
        Parting.read(own, 0, "1:1")


def test_the_command_tells_where_the_stories_part(simkit: Callable[..., Result], tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    file.write_text("{name: p, game: pig, games: 5, rules: {target: 20}, strategies: [hold_at, random]}")
    told = simkit("replay", str(file), "--game", "3", "--instead", "2:2")
    assert told.exit_code == 0, told.output
    assert "Here " in told.output
    assert " at move 2:" in told.output
    refused = simkit("replay", str(file), "--game", "3", "--instead", "2:2", "--review")
    assert refused.exit_code == 2
    assert "use it without --review" in " ".join(refused.output.split())
