"""Questions know the games and strategies that were made in this process, as runs do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import simkit
from simkit import plugins
from simkit.game import Game, Strategy, strategy
from simkit.plugins import know_game, know_strategy, master_of
from simkit.testing import find_game


def cautious(table: Any, seat: Any, rules: Any, moves: Any, count: int, parameters: Any, chance: Any) -> int:
    return 0


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Forget afterwards what a test has made."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(plugins, "_games_made_here", {})
    monkeypatch.setattr(plugins, "_strategies_made_here", {})
    yield


def game_of_mine() -> Game:
    return replace(find_game("pig"), name="pig_of_mine")


def mine(game: str = "pig") -> Strategy:
    return strategy(game=game, skill="casual", name="cautious", idea="Makes the first move.")(cautious)


def test_an_experiments_own_strategy_climbs() -> None:
    asked = {"game": "pig", "strategies": [mine(), "random"], "rules": {"target": 20}}
    players = simkit.ladder(asked, games=4, playouts=1, jobs=1).tables["players"].frame["player"].to_list()
    assert {"cautious", "random", "hold_at"} <= {*players}


def test_it_can_think() -> None:
    found = simkit.ladder("pig", base=mine(), settings={"rules.target": 20}, games=4, playouts=1, jobs=1)
    assert found.data["base"] == "cautious"


@pytest.mark.long
def test_a_game_of_ones_own_has_a_master_over_its_only_strategy() -> None:
    game, _ = know_game(game_of_mine()), know_strategy(mine("pig_of_mine"))
    assert master_of(game).composition == "thinking cautious"
    short: dict[str, Any] = {"games": 20, "rules": {"target": 20}}
    made_of = {"think": {"base": "cautious", "playouts": 256}}
    named, written = (simkit.play(game, [player, "cautious"], **short) for player in ("master", made_of))
    assert named.seats.equals(written.seats)
    won = named.seats.group_by("player").agg(pl.col("won").sum()).sort("player")["won"].to_list()
    assert won[0] > won[1]


@pytest.mark.long
def test_a_game_of_ones_own_is_asked_about() -> None:
    game, own = game_of_mine(), mine("pig_of_mine")
    found = simkit.regret(game, own, settings={"rules.target": 20}, games=2, playouts=8, jobs=1)
    assert found.about["Game"] == "Pig"
    ladder = simkit.ladder(game, settings={"rules.target": 20}, games=4, playouts=1, jobs=1)
    assert ladder.tables["players"].frame["player"].to_list()[0] == "cautious"
    assert simkit.strategies(game)["strategy"].to_list() == ["cautious", "master"]
