"""Experiments: the grid of scenarios, overrides, files of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import simkit
from simkit import BadInput
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.experiment.values import USUAL_GAMES
from tests.experiment.texts import HEAD, PIG, Write


def test_the_grid_in_order_the_last_factor_fastest(write_experiment: Write) -> None:
    path = write_experiment(
        HEAD + "rules: {spell_cost_tide: 1}\n"
        "factors:\n  rules.board: [A1, C2]\n  rules.reserve: [1, 2, 3]\n  strategy: [random, expert]\n"
    )
    scenarios = load_experiment(path).scenarios
    assert len(scenarios) == 12
    assert scenarios[1].levels == {"rules.board": "A1", "rules.reserve": "1", "strategy": "expert"}
    assert scenarios[11].knobs.model_dump()["board"] == "C2"
    assert all(scenario.knobs.model_dump()["spell_cost_tide"] == 1 for scenario in scenarios)


def test_a_range_stands_for_its_levels(write_experiment: Write) -> None:
    for levels in ("1..6", "[1..3, 4..6]", "[1, 2..5, 6]"):
        path = write_experiment(HEAD + f"strategy: random\nfactors: {{rules.reserve: {levels}}}\n")
        scenarios = load_experiment(path).scenarios
        assert [scenario.levels["rules.reserve"] for scenario in scenarios] == list("123456")
        assert [scenario.knobs.model_dump()["reserve"] for scenario in scenarios] == list(range(1, 7))
    path = write_experiment(PIG + "strategy: hold_at\nfactors: {strategy.n: 15..25 by 5}\n")
    players = [scenario.players[0].parameters for scenario in load_experiment(path).scenarios]
    assert players == [{"n": 15.0}, {"n": 20.0}, {"n": 25.0}]


def test_each_number_of_players_has_its_line_up(write_experiment: Write) -> None:
    text = (
        HEAD + "strategies: {2: [planner, {name: greedy, parameters: {token: 3}}], 1: [expert]}\n"
        "factors: {rules.players: [1, 2], strategies.0: [random, novice]}\n"
    )
    players = [
        [player.name for player in s.players] for s in load_experiment(write_experiment(text)).scenarios
    ]
    assert players == [["random"], ["novice"], ["random", "greedy"], ["novice", "greedy"]]
    text = text.replace(", strategies.0: [random, novice]", "")
    scenarios = load_experiment(write_experiment(text)).scenarios
    assert [[player.name for player in s.players] for s in scenarios] == [["expert"], ["planner", "greedy"]]
    assert scenarios[1].players[1].parameters == {"token": 3.0}


def test_line_ups_by_number_may_be_levels_and_come_from_python(write_experiment: Write) -> None:
    text = (
        HEAD + "factors:\n  rules.players: [1, 2]\n"
        "  strategies:\n    strong: {1: [expert], 2: [expert, expert]}\n"
        "    weak: {1: [novice], 2: [novice, random]}\n"
    )
    players = [
        [player.name for player in s.players] for s in load_experiment(write_experiment(text)).scenarios
    ]
    assert players == [["expert"], ["novice"], ["expert", "expert"], ["novice", "random"]]
    described = {
        "name": "x",
        "game": "nautilion",
        "strategies": {1: ["expert"], 2: ["novice", "random"]},
        "factors": {"rules.players": [1, 2]},
    }
    assert [len(scenario.players) for scenario in simkit.experiment(described).scenarios] == [1, 2]


def test_games_have_a_default(write_experiment: Write) -> None:
    assert load_experiment(write_experiment("name: x\ngame: pig\nstrategy: random\n")).games == USUAL_GAMES


def test_a_rule_that_only_some_variants_set_may_be_fixed_for_the_others(write_experiment: Write) -> None:
    text = HEAD + "strategy: random\nrules: {reserve: 3}\nfactors: {v: {a: {}, b: {rules.reserve: 1}}}\n"
    scenarios = load_experiment(write_experiment(text)).scenarios
    assert [scenario.knobs.model_dump()["reserve"] for scenario in scenarios] == [3, 1]


def test_named_values_and_named_variants(write_experiment: Write) -> None:
    path = write_experiment(
        HEAD + "strategy: random\n"
        "factors:\n"
        "  rules.dice_faces: {printed: [1, 1, 2, 2, 3, 4], even: [1, 2, 3, 4]}\n"
        "  spells:\n    as printed: {}\n"
        "    cheap: {rules.spell_cost_tide: 1, rules.spell_cost_whirlwind: 0}\n"
    )
    scenarios = load_experiment(path).scenarios
    assert [s.levels["rules.dice_faces"] for s in scenarios] == ["printed", "printed", "even", "even"]
    assert scenarios[3].levels["spells"] == "cheap"
    assert scenarios[3].knobs.model_dump()["spell_cost_whirlwind"] == 0


def test_overrides(write_experiment: Write) -> None:
    path = write_experiment(HEAD + "seed: 4\nstrategy: random\nfactors: {rules.reserve: [1, 2]}\n")
    changed = load_experiment(
        path, Overrides(5, 6, ("rules.reserve=3", "strategy=greedy", "strategy.landing=7"))
    )
    assert (changed.games, changed.seed, len(changed.scenarios)) == (5, 6, 1)
    assert changed.scenarios[0].knobs.model_dump()["reserve"] == 3
    assert changed.scenarios[0].players[0].name == "greedy"
    assert changed.scenarios[0].players[0].parameters == {"landing": 7.0}


def test_plain_words_are_read_by_the_rules_of_yaml_1_2(write_experiment: Write) -> None:
    path = write_experiment("name: on\ntitle: no\ngame: nautilion\ngames: 012\nstrategy: random\n")
    experiment = load_experiment(path)
    assert (experiment.name, experiment.title, experiment.games) == ("on", "no", 12)


def test_a_file_of_the_users_own(write_experiment: Write, tmp_path: Path) -> None:
    (tmp_path / "idea.py").write_text(
        "from simkit.engine.contract.strategy import strategy\n\n@strategy(game='nautilion', skill='none')\n"
        "def mine(table, seat, rules, moves, count, parameters, chance):\n    return 0\n"
    )
    assert load_experiment(write_experiment(HEAD + "strategy: ./idea.py:mine\n")).scenarios
    (tmp_path / "broken_neighbour.py").write_text("x = 1\nx =\n")
    for text, message in (
        ("def broken(:\n", "line 1"),
        ("import nowhere_to_be_found\n", "line 1: ModuleNotFoundError"),
        ("x = 1\n", "declares no strategy"),
        ("import sys\nsys.exit(3)\n", r"bad\d+.py can't be loaded: line 2: SystemExit: 3"),
        ("import json\n\njson.loads('{')\n", r"line 3: JSONDecodeError"),
        ("import broken_neighbour\n", r"can't be loaded: line 2 of .*broken_neighbour.py: invalid syntax"),
    ):
        name = f"bad{len(text)}.py"
        (tmp_path / name).write_text(text)
        with pytest.raises(BadInput, match=message):
            load_experiment(write_experiment(HEAD + f"strategy: ./{name}:mine\n"))


def test_a_path_on_the_command_line_is_relative_to_where_it_is_typed(
    write_experiment: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    (here / "mine.py").write_text(
        "from simkit.engine.contract.strategy import strategy\n\n@strategy(game='nautilion', skill='none')\n"
        "def idea(table, seat, rules, moves, count, parameters, chance):\n    return 0\n"
    )
    path = write_experiment(HEAD + "strategy: random\n")
    monkeypatch.chdir(here)
    for setting in (
        "strategy=./mine.py:idea",
        "strategy=../here/mine.py:idea",
        f"strategy={here}/mine.py:idea",
        "strategy={name: mine.py:idea}",
        "strategies=[mine.py:idea]",
        "strategies.0=mine.py:idea",
    ):
        experiment = load_experiment(path, Overrides(settings=(setting,)))
        assert experiment.scenarios[0].players[0].name == "here/mine.py:idea"
    with pytest.raises(BadInput, match=r"--set strategy: there is no file .*/here/yours.py"):
        load_experiment(path, Overrides(settings=("strategy=yours.py:idea",)))

    def on_another_drive(path: str, start: Path) -> str:
        raise ValueError(f"path is on mount 'D:', start on mount '{start.drive}'")

    monkeypatch.setattr("os.path.relpath", on_another_drive)
    experiment = load_experiment(path, Overrides(settings=("strategy=./mine.py:idea",)))
    assert experiment.scenarios[0].players[0].name == f"{here}/mine.py:idea"


def test_a_setting_is_read_as_in_a_file(write_experiment: Write) -> None:
    path = write_experiment(HEAD + "strategy: random\n")
    experiment = load_experiment(path, Overrides(settings=("rules.reserve=010",)))
    assert experiment.scenarios[0].knobs.model_dump()["reserve"] == 10


@pytest.mark.parametrize(("written", "meant"), [("1k", 1000), ("1.5m", 1_500_000), ("20_000", 20_000)])
def test_numbers_of_games_are_read_as_on_the_command_line(
    write_experiment: Write, written: str, meant: int
) -> None:
    text = f"name: x\ngame: pig\ngames: {written}\nstrategy: random\nluck: {{games: {written}}}\n"
    experiment = load_experiment(write_experiment(text))
    assert experiment.games == meant
    assert experiment.questions[0].parameters.games == meant  # type: ignore[attr-defined]


@pytest.mark.parametrize("written", ["1kk", "1.0001k", "-1k", "k", "9" * 5000])
def test_what_is_no_whole_number_is_told(write_experiment: Write, written: str) -> None:
    text = f"name: x\ngame: pig\ngames: '{written}'\nstrategy: random\n"
    with pytest.raises(BadInput, match=r"games: found '.*', allowed is a whole number"):
        load_experiment(write_experiment(text))
