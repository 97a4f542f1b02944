"""Minutes at the table are the decisions of the logged games, at the seconds that the experiment gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import simkit
from simkit import BadInput
from simkit.game import MoveKind, timed
from simkit.run.findings.minutes import minutes_of_games, seconds_of
from simkit.run.store.directory import RunDirectory
from simkit.testing import find_game
from tests.conftest import RunOf

PIG = """
name: timed
game: pig
games: 12
strategies: [hold_at, random]
rules: {target: 30}
events: {one_in: 4}
seconds: {roll: 6, hold: 30}
report: none
"""
ROLL = 0


def minutes_walked_through(run: RunDirectory, number: int) -> tuple[float, float]:
    """Return the minutes of a game and its longest wait, step by step in plain Python."""
    clock, last, longest = 0.0, {0: 0.0, 1: 0.0}, 0.0
    for step in run.match(0).walk(number, plain=True):
        if step.move is None:
            continue
        longest = max(longest, clock - last[step.seat])
        clock += 6 if step.move["kind"] == ROLL else 30
        last[step.seat] = clock
    return clock / 60, longest / 60


def test_minutes_and_the_longest_wait_are_those_of_a_walk(run_of: RunOf) -> None:
    run = run_of(PIG)
    found = minutes_of_games(run)
    assert found["game"].to_list() == [0, 4, 8]
    for number, minutes, wait in found.select("game", "minutes", "wait").iter_rows():
        assert (minutes, wait) == pytest.approx(minutes_walked_through(run, number))


def test_other_seconds_play_nothing_again(run_of: RunOf) -> None:
    run = run_of(PIG)
    began = run.manifest["started_at"]
    slower = PIG.replace("roll: 6, hold: 30", "roll: 12, hold: 60")
    again = run_of(slower)
    assert again.manifest["started_at"] == began
    assert (again.path / "manifest.json").read_text() != ""
    assert minutes_of_games(again)["minutes"].to_list() == (2 * minutes_of_games(run)["minutes"]).to_list()


def test_seconds_are_those_of_the_game_where_the_experiment_is_silent() -> None:
    assert seconds_of(find_game("pig"), {}) == {"roll": 4, "hold": 3}
    assert seconds_of(find_game("pig"), {"hold": 9}) == {"roll": 4, "hold": 9}
    with pytest.raises(BadInput, match="unknown kind of move 'rol'; did you mean 'roll'"):
        timed([MoveKind(0, "roll")], {"rol": 2})


def test_seconds_of_no_move_are_refused_with_their_line(write_experiment: Callable[[str], Path]) -> None:
    file = write_experiment(PIG.replace("hold: 30", "hodl: 30"))
    with pytest.raises(BadInput, match=r":8:\d+: unknown kind of move of pig 'hodl'; did you mean 'hold'"):
        simkit.experiment(file)
