"""What the tests of the table share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from simkit.run.store.directory import RunDirectory
from simkit.table.game import AskedAtTable, TableGame
from simkit.table.kept import KeptGame, add_games, directory_of
from simkit.table.setting import TableOfPlayers, table_for

Choose = Callable[[AskedAtTable], int]


def play_like(game: TableGame, choose: Choose) -> TableGame:
    """Play a game to its end, a person choosing as a function does."""
    while asked := game.go_on():
        game.choose(choose(asked))
    return game


def hold_at_25(asked: AskedAtTable) -> int:
    """Play Pig as the strategy hold_at does with another number."""
    table = asked.state.table
    return int(table.total >= 25 or table.score[asked.seat] + table.total >= 100)


def play_table(table: TableOfPlayers, numbers: range, choose: Choose, runs: Path) -> RunDirectory:
    """Play some games at a table, and keep them as a run."""
    games = [KeptGame.of(play_like(TableGame(table, number), choose)) for number in numbers]
    return add_games(table, games, directory_of(table.experiment, runs))


@pytest.fixture
def tuesday(tmp_path: Path) -> RunDirectory:
    """Return the run of three games of Pig that a person has played."""
    return play_table(table_for("pig", seats="you, hold_at"), range(3), hold_at_25, tmp_path / "runs")
