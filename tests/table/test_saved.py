"""Unfinished games in files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from simkit.errors import BadInput
from simkit.table.game import TableGame
from simkit.table.saved import read_saved, save
from simkit.table.setting import table_for
from tests.table.conftest import hold_at_25, play_like


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Return the file of a game of Pig after six choices, one of which was taken back."""
    game = TableGame(
        table_for("pig", seats="you, {base: hold_at, noise: 0.2}", settings=["rules.target=60"]), 3
    )
    for _ in range(6):
        asked = game.go_on()
        assert asked is not None
        game.choose(hold_at_25(asked))
    game.go_on()
    game.undo()
    path = tmp_path / "pig.table.json"
    save(game, path, "tuesday")
    return path


def test_a_saved_game_goes_on_as_it_was(saved: Path) -> None:
    found = read_saved(saved)
    assert found.into == "tuesday"
    assert found.number == 3
    game = found.game()
    asked = game.go_on()
    assert asked is not None
    assert game.match.rules.target == 60
    assert game.table.names == ["you", "erring hold_at (noise 0.2)"]
    assert len(game.decisions) == 5
    assert game.undone == 1
    play_like(game, hold_at_25)
    whole = play_like(TableGame(found.table, 3), hold_at_25)
    assert game.outcome()[1].tobytes() == whole.outcome()[1].tobytes()


def test_choices_of_before_can_still_be_taken_back(saved: Path) -> None:
    game = read_saved(saved).game()
    game.go_on()
    assert all(game.undo() for _ in range(5))
    assert not game.undo()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sources": {"game": "0" * 16}}, "the rules of Pig have changed since the game was saved"),
        ({"format": 99}, "of format 99, this simkit reads format 1"),
        ({"game": "pigg"}, "did you mean 'pig'"),
        ({"number": -1}, "number: found -1, allowed is at least 0"),
        ({"rules": {"target": 60, "sides": 1}}, "rules are no longer those of Pig"),
        ({"more": 1}, "unknown key 'more'"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(saved: Path, change: dict[str, Any], message: str) -> None:
    data = json.loads(saved.read_text())
    saved.write_text(json.dumps({**data, **change}))
    with pytest.raises(BadInput, match=message):
        read_saved(saved)


def test_a_file_that_is_no_saved_game(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no such file"):
        read_saved(tmp_path / "nothing.json")
    (tmp_path / "other.json").write_text("{\n nothing")
    with pytest.raises(BadInput, match=r"other\.json:2:2: not JSON"):
        read_saved(tmp_path / "other.json")
    (tmp_path / "other.json").write_text("[1]")
    with pytest.raises(BadInput, match="not a saved game"):
        read_saved(tmp_path / "other.json")
