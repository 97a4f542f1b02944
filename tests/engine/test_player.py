"""Players as values: equality, names, JSON, other folders."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from simkit.engine.contract.player import FLAT, TREE, LookAhead, Player, Reference, named
from simkit.errors import BadInput
from simkit.experiment.file.players import entry_of, read_player

PLANNER = Reference("planner")
MINE = Reference("mine", "./ideas/mine.py")

CALLED = [
    (PLANNER, "planner"),
    (MINE, "./ideas/mine.py:mine"),
    (PLANNER.erring(), "erring planner"),
    (MINE.erring(), "erring ./ideas/mine.py:mine"),
    (Reference("planner", look_ahead=LookAhead()), "thinking planner"),
    (Reference("planner", look_ahead=LookAhead(method=TREE)), "thinking planner"),
    (Reference("planner", look_ahead=LookAhead(method=FLAT)), "thinking planner, method flat"),
    (
        Reference("mine", "./ideas/mine.py", errs=True, look_ahead=LookAhead(PLANNER, FLAT)),
        "thinking erring ./ideas/mine.py:mine, opponents planner, method flat",
    ),
    (Reference("planner", look_ahead=LookAhead(MINE)), "thinking planner, opponents ./ideas/mine.py:mine"),
    (
        Reference("planner", look_ahead=LookAhead(finish=MINE)),
        "thinking planner, finish ./ideas/mine.py:mine",
    ),
]


@pytest.mark.parametrize(("reference", "name"), CALLED)
def test_a_name_is_made_of_the_value(reference: Reference, name: str) -> None:
    assert reference.name == name


@pytest.mark.parametrize("reference", [reference for reference, _ in CALLED])
def test_a_value_comes_back_from_json(reference: Reference) -> None:
    again = Reference.from_data(json.loads(json.dumps(reference.as_data())))
    assert again == reference
    assert hash(again) == hash(reference)


@pytest.mark.parametrize("reference", [reference for reference, _ in CALLED])
@pytest.mark.parametrize("parameters", [{}, {"n": 25.0}])
def test_what_is_written_of_a_player_is_read_as_the_same(
    reference: Reference, parameters: dict[str, float]
) -> None:
    own = {**parameters, **({"noise": 0.5} if reference.errs else {})}
    own |= {"playouts": 16.0, "sure": 3.0} if reference.look_ahead else {}
    written = {**own, "playouts": 16} if reference.look_ahead else own
    problems: list[object] = []
    assert read_player(entry_of(Player(reference, written)), "", problems) == Player(reference, own)  # type: ignore[arg-type]
    assert not problems


def test_players_are_equal_by_what_they_are() -> None:
    assert named("planner") == PLANNER
    assert named("./ideas/mine.py:mine") == MINE
    assert Player(PLANNER, {"n": 1.0}) == Player(named("planner"), {"n": 1.0}) != Player(PLANNER, {"n": 2.0})


def test_the_parts_of_a_player_who_thinks() -> None:
    thinker = Reference("mine", "./ideas/mine.py", errs=True, look_ahead=LookAhead(Reference("x", "y.py")))
    assert [strategy.name for strategy in thinker.strategies] == ["erring ./ideas/mine.py:mine", "y.py:x"]
    assert thinker.files == ("./ideas/mine.py", "y.py")
    assert thinker.without_dial == thinker
    assert thinker.base.without_dial == MINE
    with pytest.raises(BadInput, match=r"'thinking erring .*' can't err: only a strategy can"):
        thinker.erring()


def test_a_player_is_moved_to_another_folder(tmp_path: Path) -> None:
    thinker = Reference("mine", "./ideas/mine.py", look_ahead=LookAhead(Reference("x", "../y.py"), FLAT))
    moved = thinker.moved(tmp_path / "a", tmp_path / "b")
    assert moved.name == "thinking ../a/ideas/mine.py:mine, opponents ../y.py:x, method flat"
    assert moved.moved(tmp_path / "b", tmp_path / "a").files == ("ideas/mine.py", "../y.py")
    assert PLANNER.moved(tmp_path / "a", tmp_path / "b") == PLANNER
    finishing = replace(thinker, look_ahead=LookAhead(finish=Reference("x", "../y.py")))
    assert finishing.moved(tmp_path / "a", tmp_path / "c" / "d").files == (
        "../../a/ideas/mine.py",
        "../../y.py",
    )
    absolute = Reference("mine", str(tmp_path / "mine.py"))
    assert absolute.moved(Path("elsewhere"), tmp_path / "b").file == "../mine.py"
