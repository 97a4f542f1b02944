"""The command line, by click's runner and as a real process."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from simkit import experiment
from simkit.cli.main import main
from simkit.cli.options import Count
from simkit.installed import commands
from simkit.run import runner

BLOCKS = """
from simkit import report as r

def report(run):
    return r.Report(run, [r.parts.OwnPart(sections=[r.parts.Section("words", ["that are no block"])])])
"""


def test_run_then_replay_then_run_again(simkit: Callable[..., Result], boards: Path) -> None:
    first = simkit("run", boards, "--jobs", 1)
    assert first.exit_code == 0, first.output
    assert "A small experiment\n" in first.output
    assert "Win rate in %" in first.output
    (run,) = Path("runs/small").iterdir()
    second = simkit("run", boards)
    assert second.exit_code == 0
    assert "exists already" in second.output
    replayed = simkit("replay", run, "--scenario", 1, "--game", 12)
    assert replayed.exit_code == 0, replayed.output
    assert "Turn 1" in replayed.output
    assert "Game 12, Nautilion, scenario 1" in replayed.output
    assert "Strategy: " in replayed.output
    assert "have changed" not in replayed.output
    by_name = simkit("replay", "small", "--where", "turns >= 12", "--first", 2)
    assert by_name.exit_code == 0, by_name.output
    assert by_name.output.count("Turn 12") == 2


def test_overrides(simkit: Callable[..., Result], small: Path) -> None:
    result = simkit(
        "run", small, "--games", 20, "--seed", 5, "--set", "rules.target=30", "--out", "here", "--jobs", 1
    )
    assert result.exit_code == 0, result.output
    manifest = json.loads(Path("here/manifest.json").read_text())
    assert manifest["experiment"]["games"] == 20
    assert manifest["experiment"]["seed"] == 5
    assert manifest["experiment"]["scenarios"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "nowhere.yaml"], "nowhere.yaml"),
        (["check", "nowhere.yaml"], "nowhere.yaml"),
        (["rules", "nautillion"], "did you mean 'nautilion'?"),
        (["strategies", "chess"], "unknown game 'chess'"),
        (["report", "nowhere"], "unknown run 'nowhere'"),
        (["replay", "nowhere", "--game", "1"], "unknown run 'nowhere'"),
        (["replay", "nowhere"], "unknown run 'nowhere'"),
        (["replay", "nowhere", "--game", "1", "--where", "won"], "say one of the two"),
        (["rnu", "x.yaml"], "unknown command 'rnu'; did you mean 'run'?"),
        (["new", "player", "x"], "unknown command 'player'; Allowed: board, experiment, game, report"),
        (["compare", "nowhere", "elsewhere"], "unknown run 'nowhere'"),
        (["report", "run\udcff"], "bytes that are not UTF-8 text"),
        (["report", "run\x1b"], r"'run\x1b': the character U+001B (a control character) is not text"),
        (["run", "x.yaml", "--set", "rules.board=A1\a"], r"'rules.board=A1\x07': the character U+0007"),
        (["new", "strategy", "fox\u202e"], "the character U+202E"),
        (["replay", "run", "--where", "won\udcff"], "bytes that are not UTF-8 text"),
        (["replay", "run", "--where", "won", "--first", "99999999999999999999"], "not in the range"),
    ],
)
def test_bad_input_gets_a_message_and_exit_code_2(
    simkit: Callable[..., Result], arguments: list[str], message: str
) -> None:
    result = simkit(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


WRONG_CONDITIONS = {
    "won and": "can't be understood",
    "size > 3": "columns: ",
    "1": "can't be understood",
    "won andd": "unexpected word 'andd'",
    "end = 1": "end is one of 'running', 'won', ",
    "end = 'wun'": "did you mean 'won'? Allowed: running, won, ",
    "turns > 900 and end in ('won', 'lost')": "unknown word 'lost'",
    "cast(board as int) > 1": "factors: board, reserve",
}


def test_a_bad_condition(simkit: Callable[..., Result], boards: Path) -> None:
    simkit("run", boards, "--games", 20, "--jobs", 1)
    for where, message in WRONG_CONDITIONS.items():
        result = simkit("replay", "small", "--where", where)
        assert result.exit_code == 2, result.output
        assert message in result.output


def test_scenarios_by_their_levels(simkit: Callable[..., Result], small: Path) -> None:
    simkit("run", small, "--jobs", 1)
    good = simkit("replay", "small", "--scenario", "target=40,die=small", "--game", 0)
    assert good.exit_code == 0, good.output
    assert "target 40, die small" in good.output
    for wrong, message in (
        ("die=large", "unknown level of die 'large'"),
        ("tarket=40", "did you mean 'rules.target'?"),
        ("99", "allowed: 0 to 3"),
    ):
        result = simkit("replay", "small", "--scenario", wrong, "--game", 0)
        assert result.exit_code == 2
        assert message in result.output
    assert simkit("replay", "small", "--game", 0).exit_code == 2


def test_resume_and_again_contradict_each_other(simkit: Callable[..., Result], small: Path) -> None:
    result = simkit("run", small, "--out", "run", "--resume", "--again")
    assert result.exit_code == 2
    assert "use one of the two" in result.output
    assert not Path("run").exists()


def test_rules_and_assumptions_and_lists(simkit: Callable[..., Result]) -> None:
    for words, said in (
        (("assumptions", "nautilion"), "2/3/4"),
        (("games",), "nautilion"),
        (("strategies", "nautilion"), "random"),
        (("schema",), '"properties"'),
    ):
        assert said in simkit(*words).output


def test_rules_are_shown_as_they_are_typed_and_found_by_parts_of_their_names(
    simkit: Callable[..., Result],
) -> None:
    rules = simkit("rules", "nautilion").output
    assert "reconstructed (A4)" in rules and "or none" not in rules
    assert next(line for line in rules.splitlines() if "remove_duct" in line).split()[1] == "null"
    some = simkit("rules", "nautilion", "spell").output
    assert "spell_cost_tide" in some and not any(
        line.split()[:1] == ["reserve"] for line in some.splitlines()
    )
    assert simkit("rules", "nautilion", "spel l").exit_code == 2


def test_a_failing_strategy_is_named_with_the_game_and_the_way_to_replay(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    Path("idea.py").write_text(
        "from simkit.game import strategy\n\n\n"
        "@strategy(game='pig', skill='none')\n"
        "def too_far(table, seat, rules, moves, count, parameters, chance):\n"
        "    return count if table.turns == 4 else 0\n\n\n"
        "@strategy(game='pig', skill='none')\n"
        "def stumbles(table, seat, rules, moves, count, parameters, chance):\n"
        "    if table.turns == 3:\n"
        "        raise ValueError('no idea')\n"
        "    return 0\n"
    )
    for name, reason in (("too_far", "returned "), ("stumbles", "raised ValueError: no idea")):
        file = write_experiment(
            f"name: failing\ngame: pig\ngames: 20\nseed: 1\nstrategy: ./idea.py:{name}\nreport: none\n"
        )
        result = simkit("run", file, "--out", name, "--jobs", 1)
        assert result.exit_code == 2
        assert f"strategy '{name}' {reason}" in result.output
        assert "in game 0" in result.output
        assert f"simkit replay {name} --scenario 0 --game 0" in result.output
        replayed = simkit("replay", name, "--game", 0)
        assert replayed.exit_code == 2
        assert "Seat 1 rolls" in replayed.output
        assert f"strategy '{name}' {reason}" in replayed.output


def test_a_real_process(small: Path, tmp_path: Path) -> None:
    def process(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "simkit", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    good = process("run", small, "--out", "run")
    assert good.returncode == 0, good.stderr
    assert (tmp_path / "run" / "summary.parquet").exists()
    small.write_text(small.read_text().replace("40", "0"))
    bad = process("run", small, "--out", "other")
    assert bad.returncode == 2
    assert "found 0" in bad.stderr
    assert "Traceback" not in bad.stderr + bad.stdout


def test_a_terminal_without_the_letters_is_no_fault(small: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "simkit", "run", str(small), "--out", "run", "--jobs", "1"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert result.returncode == 0, result.stderr
    assert r"(\xb1 the longer side of its 95 % interval)" in " ".join(result.stdout.split())


def test_help_does_not_load_the_machinery() -> None:
    heavy = {"numba", "polars", "rich", "yaml"}
    code = f"import sys, simkit.cli.main; sys.exit(bool({heavy} & {{*sys.modules}}))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_run_of_a_single_game_is_shown_and_compared(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    file = write_experiment("name: one\ngame: pig\ngames: 1\nstrategy: random\nreport: none\n")
    for seed in (1, 2):
        result = simkit("run", file, "--seed", seed, "--out", f"run{seed}", "--jobs", 1)
        assert result.exit_code == 0, result.output
    compared = simkit("compare", "run1", "run2")
    assert compared.exit_code == 0, compared.output
    assert "too few games" in compared.output
    assert "nan" not in compared.output


@pytest.mark.parametrize("jobs", [0, -3, 100_000])
def test_no_workers_are_refused_before_anything_is_written(
    simkit: Callable[..., Result], small: Path, jobs: int
) -> None:
    result = simkit("run", small, "--out", "out", "--jobs", jobs)
    assert result.exit_code == 2
    assert "1 or more" in result.output
    assert not Path("out").exists()


def test_a_run_that_is_stopped_says_what_is_kept(
    simkit: Callable[..., Result], small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "_compile", stop)
    monkeypatch.setattr("simkit.cli.replay.find", stop)
    run, replay = simkit("run", small), simkit("replay", "run", "--game", 1)
    assert (run.exit_code, replay.exit_code) == (130, 130)
    assert "stopped; no game was played" in run.output
    assert replay.output.strip() == "stopped"


def test_a_table_that_can_not_be_written_is_named(
    simkit: Callable[..., Result], small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    assert simkit("run", small, "--out", "compiled", "--no-report", "--jobs", 1).exit_code == 0
    monkeypatch.setattr(Path, "write_bytes", full)
    result = simkit("run", small, "--out", "run", "--jobs", 1)
    assert result.exit_code == 2
    part = "run/games/scenario-00000/part-00000.parquet"
    assert f"{part} can't be written: No space left on device" in result.output


def test_a_directory_that_can_not_be_made(simkit: Callable[..., Result], small: Path) -> None:
    Path("taken").write_text("a file")
    for out in ("taken", "taken/deeper"):
        result = simkit("run", small, "--out", out)
        assert result.exit_code == 2
        assert isinstance(result.exception, SystemExit)
        assert "taken" in result.output


def test_brackets_in_a_title_are_no_markup(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    file = write_experiment(
        'name: t\ntitle: "A [/i] title"\ngame: pig\ngames: 5\nstrategy: random\nreport: none\n'
    )
    result = simkit("run", file, "--out", "r[1]", "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert "A [/i] title\n" in result.output
    assert "r[1]" in result.output


def test_a_report_script_that_fails_is_named_with_its_line(
    simkit: Callable[..., Result], small: Path
) -> None:
    assert simkit("run", small, "--out", "run", "--no-report").exit_code == 0
    for name, source, message in (
        ("bad.py", "def report(run):\n    return 1 / 0\n", "bad.py:2: ZeroDivisionError: division by zero"),
        ("blocks.py", BLOCKS, "blocks.py failed: "),
        ("empty.py", "def report(run):\n    return None\n", "returned NoneType, allowed is a Report"),
        ("wrong.py", "def report():\n    pass\n", "wrong.py: report must take a run, report(run)"),
        ("leaves.py", "import sys\n\nsys.exit(3)\n", "can't be loaded: line 3: SystemExit: 3"),
        ("goes.py", "def report(run):\n    raise SystemExit\n", "goes.py:2: SystemExit"),
    ):
        script = Path(name).resolve()
        script.write_text(source)
        result = simkit("report", "run", "--script", script)
        assert result.exit_code == 2, result.output
        assert message in result.output
    assert "bad.py:2" in simkit("report", "run", "--script", "bad.py").output  # beside whom types it
    foreign = simkit("report", "run", "--script", "nautilus_island")
    assert foreign.exit_code == 2
    assert isinstance(foreign.exception, SystemExit)
    assert "is about Nautilus Island" in foreign.output


@pytest.mark.parametrize(
    ("report", "message"),
    [
        ("genral", "experiment.yaml:6:9: unknown report 'genral'; did you mean 'general'?"),
        ("./nowhere.py", "experiment.yaml:6:9: there is no file"),
    ],
)
def test_a_report_that_is_not_there_is_found_before_any_game(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path], report: str, message: str
) -> None:
    head = "name: t\ngame: nautilion\ngames: 5\nseed: 1\nstrategy: random\n"
    file = write_experiment(f"{head}report: {report}\n")
    for command in (("check", file), ("run", file, "--out", "run")):
        result = simkit(*command)
        assert result.exit_code == 2
        assert message in result.output
    assert not Path("run").exists()


def test_check_compiles_strategies_of_ones_own(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    head = (
        "from simkit.game import strategy\n\n\n@strategy(game='pig', skill='none')\n"
        "def idea(table, seat, rules, moves, count, parameters, chance):\n"
    )
    for name, line, exit_code, message in (
        ("bad.py", "    return nowhere\n", 2, "bad.py:4: name 'nowhere' is not defined"),
        ("good.py", "    return 0\n", 0, "is good"),
    ):
        Path(name).write_text(head + line)
        file = write_experiment(f"name: t\ngame: pig\ngames: 5\nstrategy: ./{name}:idea\nreport: none\n")
        result = simkit("check", file)
        assert result.exit_code == exit_code
        assert message in result.output


def test_a_replay_tells_who_sits_where(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    players = "[{name: hold_at, parameters: {n: 25}}, random]"
    file = write_experiment(f"name: p\ngame: pig\ngames: 4\nstrategies: {players}\nreport: none\n")
    assert simkit("run", file, "--out", "pig").exit_code == 0
    told = [simkit("replay", "pig", "--game", game).output for game in (0, 1)]
    assert "Strategies: hold_at (n 25) (seat 1), random (seat 2)." in told[0]
    assert "Strategies: random (seat 1), hold_at (n 25) (seat 2)." in told[1]
    assert " chooses of " not in told[0]
    chosen = simkit("replay", "pig", "--game", 0, "--choices").output
    assert "  Seat 1 chooses of 2: roll. Else: hold.\nSeat 1 rolls a " in chosen


def test_what_only_one_of_two_runs_has_is_not_compared(simkit: Callable[..., Result], small: Path) -> None:
    for out, games in (("long", 40), ("short", 30)):
        assert simkit("run", small, "--out", out, "--games", games, "--no-report").exit_code == 0
    assert "the first 30 games" in simkit("compare", "long", "short").output
    small.write_text(small.read_text().replace("[20, 40]", "[20, 30]"))
    assert simkit("run", small, "--out", "other", "--games", 40, "--no-report").exit_code == 0
    assert "4 scenarios, 2 of which" in simkit("compare", "long", "other").output


def test_as_many_playouts_are_allowed_as_players_may_have(simkit: Callable[..., Result]) -> None:
    most = {"think": {"base": "random", "playouts": 1_000_000}}
    assert experiment(game="pig", strategy=most).games
    for command in (("ladder", "pig"), ("regret", "pig", "hold_at")):
        assert simkit(*command, "--playouts", 1_000_001).exit_code == 2


def test_counts_are_typed_as_in_files_and_in_thousands() -> None:
    for typed, meant in (("20_000", 20_000), ("100k", 100_000), ("1.5M", 1_500_000), ("7", 7)):
        assert Count(1).convert(typed, None, None) == meant
    for wrong in ("1.00005k", "k", "2x", "0"):
        with pytest.raises(click.BadParameter):
            Count(1).convert(wrong, None, None)


def test_help_cuts_off_nothing_and_every_command_has_an_example(simkit: Callable[..., Result]) -> None:
    whole = simkit("--help").output
    assert "..." not in whole.partition("Options:")[2] and "\nCommands:\n" not in whole  # all are in groups
    for name in (*main.commands, *commands()):
        assert name in whole
        said = simkit(name, "--help").output
        assert f"simkit {name}" in said.partition("Example")[2]
        assert "\\b" not in said and "None" not in said  # no empty range
        examples = [line.split() for line in said.splitlines() if line.startswith("    simkit ")]
        assert examples and all(words.count("simkit") == 1 for words in examples)
