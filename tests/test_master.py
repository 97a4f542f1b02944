"""The master: a game's strongest player, named like a strategy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit import BadInput
from simkit.engine.contract.composed import thinking
from simkit.engine.contract.player import LookAhead, Reference
from simkit.game import Parameter, strategy
from simkit.plugins import find_strategy, know_strategy, master_of, names_of_players
from simkit.run.findings.ladder import read_ladder
from simkit.run.store.directory import RunDirectory
from simkit.testing import Match, find_game, strategies_of

HERE = Path()
PLAIN: dict[str, Any] = {"game": "pig", "games": 40, "seed": 3}


def test_its_base_and_its_playouts_stand_in_the_ladder() -> None:
    assert master_of("nautilus_island") == Reference(
        "expert", look_ahead=LookAhead(playouts=128), called="master"
    )


def test_without_a_ladder_it_is_the_best_strategy_by_skill() -> None:
    assert master_of("yacht").composition == "thinking simple"  # the other one is random


def test_it_is_its_base_with_look_ahead() -> None:
    found = find_strategy("pig", Reference("master"), HERE)
    assert found.look_ahead
    assert (found.name, found.base) == ("master", strategies_of("pig")["hold_at"])
    assert {p.name: p.default for p in found.parameters} == {"playouts": 256, "sure": 2, "n": 20}


def test_it_plays_as_the_same_player_under_think() -> None:
    thinks = {"think": {"base": "hold_at", "playouts": 64}}
    line_ups = ([{"name": "master", "parameters": {"playouts": 64}}, "hold_at"], [thinks, "hold_at"])
    named, written = (simkit.play("pig", line_up, games=40, seed=3) for line_up in line_ups)
    assert named.games.equals(written.games)
    assert named.seats.equals(written.seats)


def test_it_has_the_playouts_of_the_ladder_unless_others_are_given() -> None:
    thinks = {"think": {"base": "hold_at", "playouts": 256}}
    named, written = (
        simkit.play("pig", [player, "random"], games=20, seed=3) for player in ("master", thinks)
    )
    assert named.seats.equals(written.seats)


def test_a_run_keeps_what_it_is_made_of(tmp_path: Path) -> None:
    made = simkit.run(
        strategies=["master", "hold_at"],
        factors={"strategies.0.playouts": [0, 16]},
        out=tmp_path / "run",
        **PLAIN,
    )
    run = RunDirectory(made.path)
    assert run.strategies["master"] == master_of("pig")
    assert made.summary["strategies.0.playouts"].unique().sort().to_list() == [0, 16]
    (match,) = run.matches(range(1, 2))
    assert match.strategies[0].name == "master"


def test_it_stands_among_the_levels_of_a_factor(tmp_path: Path) -> None:
    made = simkit.run(
        strategies=["hold_at", "hold_at"],
        factors={"strategies.0": ["hold_at", "master"]},
        out=tmp_path / "run",
        **PLAIN,
    )
    assert made.summary["strategies.0"].unique().sort().to_list() == ["hold_at", "master"]


def test_another_budget_in_the_ladder_is_another_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def identity(playouts: int) -> str:
        own = Reference("hold_at", look_ahead=LookAhead(playouts=playouts), called="master")
        monkeypatch.setattr("simkit.plugins.master_of", lambda game: own)
        out = tmp_path / str(playouts)
        made = simkit.run(strategy="master", out=out, **(PLAIN | {"games": 2}))
        return str(RunDirectory(made.path).manifest["identity"])

    assert identity(8) != identity(9)


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ({"think": {"base": "master"}}, "'master' thinks already: allowed is a strategy that doesn't"),
        ({"think": {"base": "hold_at", "opponents": "master"}}, "'master' thinks already: allowed is"),
        ({"base": "master", "noise": 0.1}, "'master' can't err: only a strategy can that is"),
        ("mastr", "unknown strategy of pig 'mastr'; did you mean 'master'?"),
        (
            {"name": "master", "parameters": {"playout": 4}},
            "unknown parameter of strategy 'master' 'playout'; did you mean 'playouts'? "
            "Allowed: playouts, sure, n",
        ),
        (
            {"name": "master", "parameters": {"playouts": -1}},
            "parameter 'playouts' of strategy 'master' is -1; allowed: 0 to 1e+06",
        ),
    ],
)
def test_what_it_cannot_be(entry: Any, complaint: str) -> None:
    with pytest.raises(BadInput) as found:
        simkit.play("pig", [entry, "hold_at"], games=2)
    assert complaint in str(found.value)


def test_a_parameter_that_makes_it_err_is_refused() -> None:
    with pytest.raises(BadInput, match="'master' can't err"):
        simkit.experiment(strategy="master", factors={"strategy.noise": [0, 0.1]}, **PLAIN)


def test_a_strategy_of_that_name_is_the_master(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simkit.plugins._strategies_made_here", {})
    function = strategies_of("pig")["random"].function
    own = strategy(game="pig", skill="perfect", name="master")(function)
    know_strategy(own)
    assert master_of("pig") == Reference("master")
    assert find_strategy("pig", Reference("master"), HERE) is own
    assert names_of_players("pig").count("master") == 1


def test_a_game_that_hides_something_needs_conceal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simkit.engine.contract.game.Game.hides_without_dealing", True)
    with pytest.raises(BadInput) as found:
        simkit.experiment(strategy="master", **PLAIN)
    assert "declares no `conceal`" in str(found.value)
    assert "master" not in names_of_players("pig")


LADDER = """\
game: pig
setting: "two players"
against: [hold_at]
games: 100
seed: 1
master: {}
won:
  random: 60
  hold_at: 50
"""


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    file = tmp_path / "ladder.yaml"
    monkeypatch.setattr("simkit.plugins.ladder_files", lambda game: [file])
    return file


def test_without_a_base_it_is_the_strongest_of_the_ladder(ladder: Path) -> None:
    ladder.write_text(LADDER.format("{playouts: 9, method: flat}"))
    assert master_of("pig") == Reference(
        "random", look_ahead=LookAhead(method="flat", playouts=9), called="master"
    )
    ladder.write_text(LADDER.replace("master: {}\n", ""))
    assert master_of("pig").composition == "thinking random"


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ("{base: hold}", "16: master.base: unknown strategy 'hold'; did you mean 'hold_at'?"),
        ("{playouts: 0}", "20: master.playouts: found 0, allowed is at least 1"),
        ("{playout: 9}", "10: master.playout: unknown key 'playout'; did you mean 'playouts'?"),
        ("hold_at", "9: master: found 'hold_at', allowed is a mapping (key: value)"),
        ("", "8: master: found nothing, allowed is a mapping (key: value)"),
    ],
)
@pytest.mark.parametrize("read", [lambda file: master_of("pig"), read_ladder], ids=["master", "ladder"])
def test_what_is_wrong_in_the_ladder_is_said_with_its_place(
    ladder: Path, entry: str, complaint: str, read: Callable[[Path], object]
) -> None:
    ladder.write_text(LADDER.format(entry))
    with pytest.raises(BadInput) as found:
        read(ladder)
    assert str(found.value).startswith(f"{ladder}:6:{complaint}")


def test_imagined_opponents_have_weights_of_their_own() -> None:
    choose = strategies_of("pig")["hold_at"].function
    bold, timid = (
        strategy(game="pig", skill="none", name=name, parameters=[Parameter("n", n, 1, 99, "hold")])(choose)
        for name, n in (("bold", 40), ("timid", 5))
    )
    match = Match(find_game("pig"), find_game("pig").knobs(), (thinking(bold, timid), timid))
    assert [float(row.values[0]) for row in match.parameter_rows] == [40, 5, 5, 5, 40, 5]
    master = thinking(bold, playouts=8, called="master")
    match = Match(find_game("pig"), find_game("pig").knobs(), (master, timid), ({"n": 30}, {}))
    assert [float(row.values[0]) for row in match.parameter_rows] == [30, 5, 30, 5, 30, 5]
