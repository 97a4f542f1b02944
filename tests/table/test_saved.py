"""Unfinished games in files."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from simkit import BadInput, plugins
from simkit.table.game import TableGame
from simkit.table.saved import read_saved, save
from simkit.table.screen import Left, TableScreen
from simkit.table.setting import table_for
from tests.conftest import Simkit
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
        ({"format": 99}, "of format 99, this simkit reads format 2"),
        ({"format": "x" * 100_000}, r"of format 'x{1,300}\.\.\., this simkit reads format 2"),
        ({"format": {"x" * 100_000: "\0"}}, r"format\.x{1,300}\.\.\.: the character U\+0000"),
        ({"into": "/" * 100_000}, r"into: found '/{1,300}\.\.\., allowed are"),
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


IDEA = """
from pathlib import Path
from simkit.engine.contract.strategy import strategy
(Path(__file__).parent / "was_run").touch()

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return 1 if table.total > 15 else 0
"""


@pytest.fixture
def of_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a saved game against a strategy of one's own."""
    (tmp_path / "idea.py").write_text(IDEA)
    game = TableGame(table_for("pig", seats=f"you, {tmp_path / 'idea.py'}:idea"), 0)
    asked = game.go_on()
    assert asked is not None
    game.choose(hold_at_25(asked))
    path = tmp_path / "own.table.json"
    save(game, path)
    (tmp_path / "was_run").unlink()
    monkeypatch.setattr(plugins, "_loaded", {})
    return path


def test_a_game_that_was_saved_here_goes_on_against_a_strategy_of_ones_own(of_own: Path) -> None:
    assert read_saved(of_own).game().go_on() is not None


def rewritten(saved: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a saved game as a stranger may, who has no secret of ours."""
    data = json.loads(saved.read_text())
    change(data)
    saved.write_text(json.dumps(data))


def name_it(player: int, reference: dict[str, Any], data: dict[str, Any]) -> None:
    data["players"][player] = {"reference": reference, "parameters": {}}


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(seal=""),
        lambda data: data.update(folder="/"),
        lambda data: data["sources"].update({"./other.py:idea": "0"}),
        partial(name_it, 1, {"strategy": "idea", "file": "EVIL"}),
        partial(name_it, 0, {"strategy": "idea", "file": "EVIL", "called": "you"}),
        partial(name_it, 1, {"strategy": "hold_at", "look_ahead": {
            "opponents": {"strategy": "idea", "file": "EVIL"}, "method": "flat"}}),
        partial(name_it, 1, {"strategy": "EVIL:idea"}),
    ],
)  # fmt: skip
def test_a_strangers_saved_game_runs_no_code(
    of_own: Path, tmp_path: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    (tmp_path / "evil.py").write_text(IDEA)
    rewritten(of_own, change)
    of_own.write_text(of_own.read_text().replace("EVIL", str(tmp_path / "evil.py")))
    with pytest.raises(BadInput, match=r"--trust runs it|unknown strategy"):
        read_saved(of_own)
    assert not (tmp_path / "was_run").exists()


def test_trust_runs_what_a_saved_game_names(
    of_own: Path, tmp_path: Path, simkit: Simkit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another"))
    monkeypatch.chdir(tmp_path)
    told = simkit("play", "--resume", of_own)
    assert told.exit_code == 2
    assert all(words in told.output for words in (f"{of_own}: ", f"{tmp_path / 'idea.py'}", "not made here"))
    assert not (tmp_path / "was_run").exists()
    told = simkit("play", "--resume", of_own, "--trust")
    assert told.exit_code == 0, told.output
    assert (tmp_path / "was_run").exists()
    assert simkit("play", "pig", "--trust").exit_code == 2


@pytest.mark.parametrize("into", ["../../x", "/tmp/x", "sub/x", "..", ".", "x\n", "~"])
def test_a_saved_game_cannot_say_in_which_folder_it_is_kept(saved: Path, into: str) -> None:
    rewritten(saved, lambda data: data.update(into=into))
    with pytest.raises(BadInput, match=r"into: "):
        read_saved(saved)


def test_the_folder_that_a_person_names_is_not_in_the_file(saved: Path) -> None:
    save(read_saved(saved).game(), saved, "games/tuesday")
    assert read_saved(saved).into == ""


def test_the_way_to_go_on_names_the_folder(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(_prompt: str) -> str:
        raise EOFError

    monkeypatch.chdir(saved.parent)
    console = Console(file=StringIO())
    with pytest.raises(Left):
        TableScreen(read_saved(saved).game(), console, "games/tuesday", ends).play()
    assert "--into games/tuesday" in " ".join(console.file.getvalue().split())  # type: ignore[attr-defined]


@pytest.mark.parametrize("number", [2**31, 10**30])
def test_a_number_that_no_game_has_is_told(saved: Path, number: int) -> None:
    rewritten(saved, lambda data: data.update(number=number))
    with pytest.raises(BadInput, match=r"number: (found \d+, allowed is less than|a whole number has)"):
        read_saved(saved)
    with pytest.raises(BadInput, match="found game"):
        TableGame(table_for("pig"), number)
