"""`simkit verify`: checksums, and a sample of games that must come out as they were recorded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import simkit
from simkit.engine.play.match import Match
from simkit.run.findings.again import Again, play_again
from simkit.run.store.directory import RunDirectory

DESCRIBED: dict[str, Any] = {
    "game": "pig",
    "games": 120,
    "strategies": ["hold_at", "random"],
    "factors": {"rules.target": [20, 30, 40]},
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunDirectory:
    monkeypatch.chdir(tmp_path)
    return RunDirectory(simkit.run(DESCRIBED, jobs=1, progress=False).path)


def test_games_come_out_as_they_were_recorded(run: RunDirectory) -> None:
    assert play_again(run, 60).games in (70, 100)  # rows of 50, 50 and 20
    assert play_again(run, 10_000) == Again(360, 3, 0, [])


def test_another_seed_draws_other_games(run: RunDirectory, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, int]] = []
    play = Match.play

    def noted(match: Match, first: int, count: int, *more: Any) -> Any:
        drawn.append((first, count))
        return play(match, first, count, *more)

    monkeypatch.setattr(Match, "play", noted)
    found = set()
    for seed in range(1, 9):
        play_again(run, 50, seed)
        found.add(drawn.pop())
    assert found == {(0, 50), (50, 50), (100, 20)}


def test_a_game_that_comes_out_otherwise_is_told(run: RunDirectory, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Match.play

    def changed(match: Match, first: int, count: int, *more: Any) -> Any:
        rows, seat_rows = play(match, first, count, *more)
        if first == 50:
            rows["turns"][7] += 1
            seat_rows["score"][1] += 3
        return rows, seat_rows

    monkeypatch.setattr(Match, "play", changed)
    found = play_again(run, 360)
    assert found.differing == 6
    first, second = found.told[:2]
    assert (first.scenario, first.game) == (0, 50)
    ((name, before, now),) = first.columns
    assert (name, now - before) == ("seat 2's score", 3)
    assert (second.game, second.columns[0][0]) == (57, "turns")
    assert len(found.told) == 5


def test_the_command_tells_and_its_exit_code_says_it(
    run: RunDirectory, simkit: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = simkit("verify", str(run.path), "--games", "360")
    assert told.exit_code == 0
    assert "have their checksums" in told.output
    assert "360 of 360 games, in 3 scenarios, were played again: every column came out" in told.output
    monkeypatch.setattr(Match, "play", lambda match, first, count: _zeros(match, count))
    told = simkit("verify", str(run.path), "--games", "50")
    assert told.exit_code == 1
    assert "50 of 360 games, in 1 scenario, were played again: 50 came out otherwise" in told.output


def _zeros(match: Match, count: int) -> Any:
    import numpy as np

    rows = np.zeros(count, [(column.name, np.int64) for column in match.game.columns])
    seats = np.zeros(2 * count, [(column.name, np.int64) for column in match.seat_columns])
    return rows, seats


def test_a_damaged_file_is_told_before_any_game_is_played(
    run: RunDirectory, simkit: Callable[..., Result]
) -> None:
    name = next(name for name in run.files if "games" in name)
    file = run.path / name
    contents = bytearray(file.read_bytes())
    contents[len(contents) // 2] ^= 1
    file.write_bytes(contents)
    told = simkit("verify", str(run.path))
    assert told.exit_code == 2
    assert f"the checksum of {name} is not that in files.csv" in " ".join(told.output.split())
