"""The key `restrict`: players that do without kinds of moves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit import BadInput, Experiment
from simkit.engine.contract.player import Player, Reference, named
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.experiment.file.players import entry_of, read_player
from simkit.experiment.file.schema import experiment_schema
from simkit.run.store.directory import RunDirectory
from simkit.run.work.rehearsal import match_of

Write = Callable[[str], Path]

HEAD = "name: x\ngame: pig\ngames: 40\nreport: none\n"


def names(experiment: Experiment) -> list[list[str]]:
    return [[player.name for player in scenario.players] for scenario in experiment.scenarios]


def load(write_experiment: Write, text: str, *settings: str) -> Experiment:
    return load_experiment(write_experiment(HEAD + text), Overrides(settings=settings))


def test_players_of_a_name_are_restricted(write_experiment: Write) -> None:
    own = "strategies: [hold_at, random]\nrestrict: {hold_at: [no holds]}\n"
    assert names(load(write_experiment, own)) == [["hold_at without hold", "random"]]
    assert names(load(write_experiment, own, "restrict.hold_at=[]")) == [["hold_at", "random"]]
    own = "strategies: [{base: hold_at, overlooks: 0.2}, random]\nrestrict: {erring hold_at: no hold}\n"
    assert names(load(write_experiment, own)) == [["erring hold_at without hold", "random"]]


def test_with_and_without_are_levels_of_a_factor(write_experiment: Write) -> None:
    own = "strategies: [hold_at, random]\nfactors: {restrict.hold_at: {all: [], no rolls: [no rolls]}}\n"
    assert names(load(write_experiment, own)) == [["hold_at", "random"], ["hold_at without roll", "random"]]
    own = "factors: {strategy: [hold_at, {name: hold_at, restrict: [no hold]}]}\n"
    found = load(write_experiment, own)
    assert names(found) == [["hold_at"] * 2, ["hold_at without hold"] * 2]
    assert found.scenarios[1].levels == {"strategy": "hold_at without hold"}


def test_parameters_of_the_strategy_stay(write_experiment: Write) -> None:
    own = "strategies: [hold_at, random]\nrestrict: {hold_at: [no hold]}\n"
    found = load(write_experiment, own, "strategies.0.n=25", "strategy=hold_at")
    (player, _) = found.scenarios[0].players
    assert player == Player(Reference("hold_at", without=("hold",)), {"n": 25.0})
    (strategy, _) = match_of(found, found.scenarios[0]).strategies
    assert strategy.parameter_row(player.parameters)[[0, -1]].tolist() == [25.0, 2.0]


def test_it_is_written_and_read_again(write_experiment: Write) -> None:
    players: list[Any] = [
        {"name": "hold_at", "restrict": ["hold"]},
        {"base": "hold_at", "noise": 0.5, "restrict": ["roll", "hold"]},
    ]
    for entry in players:
        player = read_player(entry, "", [])
        assert player is not None
        assert entry_of(player) == entry
        assert Reference.from_data(player.strategy.as_data()) == player.strategy
    assert "without" not in named("hold_at").as_data()


def test_a_run_keeps_it(write_experiment: Write, tmp_path: Path) -> None:
    own = "strategies: [hold_at, random]\nrestrict: {hold_at: [no hold]}\n"
    run = simkit.run(write_experiment(HEAD + own), out=tmp_path / "run", jobs=1)
    won = run.seats.collect().filter(player=0)["won"]
    assert not won.any()
    assert RunDirectory(tmp_path / "run").match(0).strategies[0].name == "hold_at without hold"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "restrict: {holdat: [no hold]}",
            ":7:12: restrict.holdat: unknown player 'holdat'; did you mean 'hold_at'",
        ),
        (
            "restrict: {hold_at: [no holt]}",
            "restrict.hold_at: unknown kind of move 'holt'; did you mean 'hold'",
        ),
        ("restrict: {hold_at: 3}", "restrict.hold_at: found 3, allowed is a list of kinds of moves"),
        ("restrict: [no hold]", "restrict: found a list of 1, allowed is a mapping"),
        (
            "factors: {restrict.hold_at: [[no roll], [no role]]}",
            "unknown kind of move 'role'; did you mean 'roll'",
        ),
    ],
)
def test_mistakes_are_named_with_the_nearest_word(text: str, message: str, write_experiment: Write) -> None:
    with pytest.raises(BadInput) as found:
        load(write_experiment, f"seed: 2\nstrategies: [hold_at, random]\n{text}\n")
    assert message in str(found.value)
    assert "experiment.yaml:" in str(found.value)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("restrict.hold=no hold", "--set restrict.hold: unknown player 'hold'; did you mean 'hold_at'"),
        (
            "restrict.hold_at=no holt",
            "--set restrict.hold_at: unknown kind of move 'holt'; did you mean 'hold'",
        ),
    ],
)
def test_mistakes_on_the_command_line_too(setting: str, message: str, write_experiment: Write) -> None:
    with pytest.raises(BadInput) as found:
        load(write_experiment, "strategies: [hold_at, random]\n", setting)
    assert message in str(found.value)


def test_an_editor_completes_players_and_kinds() -> None:
    (pig,) = experiment_schema(["pig"])["allOf"]
    restrict = pig["then"]["properties"]["restrict"]
    assert "hold_at" in restrict["properties"]
    assert restrict["properties"]["hold_at"]["anyOf"][0]["anyOf"][0] == {"enum": ["no roll", "no hold"]}
