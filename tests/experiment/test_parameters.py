"""Parameters of strategies: of all players, of one seat, as a factor, on the command line."""

from __future__ import annotations

import pytest

from simkit import BadInput
from simkit.experiment.file.load import Overrides, load_experiment
from tests.experiment.texts import HEAD, PIG, Write


def test_parameters_of_strategies(write_experiment: Write) -> None:
    path = write_experiment(
        HEAD + "strategy: {name: greedy, parameters: {landing: 3}}\nfactors: {strategy.scarcity: [1, 2]}\n"
    )
    players = [scenario.players[0] for scenario in load_experiment(path).scenarios]
    assert [player.parameters for player in players] == [
        {"landing": 3.0, "scarcity": 1.0},
        {"landing": 3.0, "scarcity": 2.0},
    ]


def test_parameters_are_set_after_who_sits_where_whatever_the_order(write_experiment: Write) -> None:
    base = PIG + "strategy: {name: hold_at, parameters: {n: 15}}\nfactors:\n"
    players = "  strategies.1: [hold_at, {name: hold_at, parameters: {n: 30}}]\n"
    below = load_experiment(write_experiment(base + players + "  strategies.0.n: [10, 25]\n")).scenarios
    above = load_experiment(write_experiment(base + "  strategies.0.n: [10, 25]\n" + players)).scenarios
    rows = [[p.parameters for p in s.players] for s in above]
    assert rows == [[{"n": 10}, {}], [{"n": 10}, {"n": 30}], [{"n": 25}, {}], [{"n": 25}, {"n": 30}]]
    assert sorted(rows, key=repr) == sorted(([p.parameters for p in s.players] for s in below), key=repr)
    variants = "  v:\n    a: {strategies.0.n: 10, strategy.n: 25, strategies.1: hold_at}\n    b: {}\n"
    scenario = load_experiment(write_experiment(base + variants)).scenarios[0]
    assert [player.parameters for player in scenario.players] == [{"n": 10}, {"n": 25}]


def test_what_is_wrong_with_a_seats_own_parameter_is_reported_where_it_is_set(
    write_experiment: Write,
) -> None:
    path = write_experiment(PIG + "strategies: [hold_at, random]\nfactors:\n  strategies.1.n: [3, 4]\n")
    with pytest.raises(BadInput) as told:
        load_experiment(path)
    assert str(told.value).endswith(":6:20: strategy 'random' has no parameters, found 'n'"), (
        "once, not twice"
    )
    path = write_experiment(PIG + "strategies: [hold_at, random]\n")
    with pytest.raises(
        BadInput, match=r"^--set strategy\.n: strategy 'random' has no parameters, found 'n'$"
    ):
        load_experiment(path, Overrides(settings=("strategy.n=3",)))


def test_each_parameter_is_reported_where_it_is_set_itself(write_experiment: Write) -> None:
    players = "strategies: [{name: hold_at, parameters: {m: 3}}, hold_at]\n"
    for more, settings in (
        ("factors: {strategies.0.n: [10, 20]}\n", ()),
        ("", ("strategies.0.n=5",)),
        ("", ("strategy.n=5",)),
    ):
        path = write_experiment(PIG + players + more)
        with pytest.raises(BadInput, match=r":4:14: unknown parameter of strategy 'hold_at' 'm'"):
            load_experiment(path, Overrides(settings=settings))


def test_a_setting_that_every_seat_overrules_is_reported(write_experiment: Write) -> None:
    path = write_experiment(
        PIG + "strategy: hold_at\nfactors: {strategies.0.n: [10, 25], strategies.1.n: [10, 25]}\n"
    )
    with pytest.raises(BadInput, match=r"--set strategy\.n: has no effect: n is set for each seat"):
        load_experiment(path, Overrides(settings=("strategy.n=3",)))
    changed = load_experiment(path, Overrides(settings=("strategies.0.n=3",)))
    assert {scenario.players[0].parameters["n"] for scenario in changed.scenarios} == {3.0}
    for settings in (("strategies.0.n=3", "strategies.0.n=4"), ("strategies.1.n=5", "strategies.0.n=4")):
        twice = load_experiment(path, Overrides(settings=settings))
        assert {scenario.players[0].parameters["n"] for scenario in twice.scenarios} == {4.0}
    everybody = write_experiment(PIG + "strategy: hold_at\n")
    (last,) = load_experiment(everybody, Overrides(settings=("strategy.n=5", "strategy.n=7"))).scenarios
    assert [player.parameters["n"] for player in last.players] == [7.0, 7.0]
    one_seat = write_experiment(PIG + "strategy: hold_at\nfactors: {strategies.0.n: [10, 25]}\n")
    assert len(load_experiment(one_seat, Overrides(settings=("strategy.n=3",))).scenarios) == 2


def test_a_parameter_that_a_seats_strategy_lacks_is_reported_there(write_experiment: Write) -> None:
    path = write_experiment(
        PIG + "strategy: hold_at\nfactors:\n  strategy.n: [10, 25]\n  strategies.1: [hold_at, random]\n"
    )
    with pytest.raises(BadInput, match=r"7:27: strategy 'random' has no parameters, found 'n'"):
        load_experiment(path)


def test_a_seats_own_line_up_keeps_the_parameters_of_all(write_experiment: Write) -> None:
    path = write_experiment(
        PIG + "strategy: hold_at\nfactors:\n  strategy.n: [10, 25]\n  strategies.1: {same: hold_at}\n"
    )
    scenarios = load_experiment(path).scenarios
    assert [[p.parameters for p in s.players] for s in scenarios] == [[{"n": 10}] * 2, [{"n": 25}] * 2]


def test_a_seats_own_parameter_outlasts_that_of_all(write_experiment: Write) -> None:
    seat = "  strategies.1: [hold_at, {name: hold_at, parameters: {n: 30}}]\n"
    path = write_experiment(PIG + "strategy: hold_at\nfactors:\n  strategy.n: [10, 25]\n" + seat)
    numbers = [[p.parameters["n"] for p in s.players] for s in load_experiment(path).scenarios]
    assert numbers == [[10, 10], [10, 30], [25, 25], [25, 30]]
