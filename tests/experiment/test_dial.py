"""Players who err, as an experiment says it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import simkit
from simkit import BadInput
from simkit.run.work.rehearsal import match_of

HEAD = "name: dial\ngame: pig\ngames: 10\nreport: none\n"
Write = Callable[[str], Path]


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("strategy: {base: hold_at, overlooks: 0.3}\n", [("erring hold_at", {"overlooks": 0.3})] * 2),
        (
            "strategies: [{base: hold_at, noise: 1, parameters: {n: 20}}, random]\n",
            [("erring hold_at", {"n": 20, "noise": 1}), ("random", {})],
        ),
        (
            "strategies: [hold_at, random]\nfactors: {strategies.0.overlooks: [0.5]}\n",
            [("erring hold_at", {"overlooks": 0.5}), ("random", {})],
        ),
        (
            "strategy: {base: hold_at, noise: 0.1}\nfactors: {strategy.overlooks: [0.2]}\n",
            [("erring hold_at", {"noise": 0.1, "overlooks": 0.2})] * 2,
        ),
    ],
)
def test_who_plays(text: str, players: list[tuple[str, dict[str, float]]], write_experiment: Write) -> None:
    experiment = simkit.experiment(write_experiment(HEAD + text))
    (scenario,) = experiment.scenarios
    assert [(player.name, player.parameters) for player in scenario.players] == players
    match = match_of(experiment, scenario)
    assert [player.name for player in match.strategies] == [name for name, _ in players]


def test_levels_are_called_by_what_they_are(write_experiment: Write) -> None:
    text = "factors: {strategy: [hold_at, {base: hold_at, noise: 0.2}]}\n"
    scenarios = simkit.experiment(write_experiment(HEAD + text)).scenarios
    assert [scenario.levels["strategy"] for scenario in scenarios] == [
        "hold_at",
        "erring hold_at (noise 0.2)",
    ]


def test_a_strategy_in_a_file_can_err(tmp_path: Path, write_experiment: Write) -> None:
    own = "from simkit.engine.contract.strategy import strategy\n\n\n@strategy(game='pig', skill='none')\n"
    own += "def mine(table, seat, rules, moves, count, parameters, chance):\n    return 0\n"
    (tmp_path / "mine.py").write_text(own)
    text = "strategy: {base: './mine.py:mine', overlooks: 0.3}\n"
    experiment = simkit.experiment(write_experiment(HEAD + text))
    assert [player.name for player in match_of(experiment, experiment.scenarios[0]).strategies] == [
        "erring mine"
    ] * 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strategy: {base: hold_at, overlok: 0.3}\n", "unknown key 'overlok'; did you mean 'overlooks'?"),
        ("strategy: {bas: hold_at, noise: 0.3}\n", "unknown key 'bas'; did you mean 'base'?"),
        ("strategy: {overlooks: 0.3}\n", "strategy.base: is missing"),
        (
            "strategy: {name: hold_at, parameters: {overlooks: 0.3}}\n",
            "it stands outside `parameters`: {base: hold_at, overlooks: 0.3}",
        ),
        ("strategy: {base: hold_it, overlooks: 0.3}\n", "did you mean 'hold_at'?"),
        ("strategy: {base: hold_at, overlooks: 1.3}\n", "found 1.3, allowed is at most 1"),
        ("strategy: {base: hold_at, noise: -0.1}\n", "found -0.1, allowed is at least 0"),
        ("strategy: {base: hold_at, noise: much}\n", "found 'much', allowed is a number"),
        ("strategy: hold_at\nfactors: {strategy.overlooks: [0, 2]}\n", "is 2; allowed: 0 to 1"),
        ("strategy: hold_at\nfactors: {strategy.nois: [0, 1]}\n", "did you mean 'noise'?"),
        (
            "factors: {strategy: [{base: hold_at, noise: 0.2}], strategy.noise: [0.1, 0.3]}\n",
            "sets strategy.noise, which the factor 'strategy' sets too",
        ),
    ],
)
def test_mistakes_are_named_with_the_nearest_word(text: str, message: str, write_experiment: Write) -> None:
    with pytest.raises(BadInput) as found:
        simkit.experiment(write_experiment(HEAD + text))
    assert message in str(found.value)
    assert "experiment.yaml:" in str(found.value)


@pytest.mark.parametrize(
    "player",
    [
        *(
            f"{{{key}: hold_at, parameters: {wrong}}}"
            for key in ("name", "base")
            for wrong in ("[n, 20]", "5", "n", "[[n, 20]]")
        ),
        "{think: {base: {name: hold_at, parameters: [n, 20]}, playouts: 8}}",
        "{think: {base: hold_at, parameters: 5}}",
        "{think: {base: {base: hold_at, noise: 0.1, parameters: 5}}}",
        "{think: [hold_at]}",
        "{think: {base: [hold_at], opponents: {a: 1}, method: [tree]}}",
    ],
)
@pytest.mark.parametrize("key", ["strategy", "strategies.0", "strategies"])
def test_a_level_that_is_no_player_is_reported_as_everywhere_else(
    key: str, player: str, write_experiment: Write
) -> None:
    level = f"[{player}, random]" if key == "strategies" else player
    other = "[random, random]" if key == "strategies" else "random"
    text = f"strategy: random\nfactors: {{{key}: [{level}, {other}]}}\n"
    with pytest.raises(BadInput, match=r"experiment\.yaml:\d+:\d+: "):
        simkit.experiment(write_experiment(HEAD + text))
