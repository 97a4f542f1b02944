"""The command line, by click's runner and as a real process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simkit.cli.main import main
from simkit.cli.screen import console


@pytest.fixture
def simkit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Return a function that runs simkit in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(console, "width", 200)  # its lines are not to be broken, whoever imported it first

    def run(*arguments: object) -> Result:
        return CliRunner().invoke(main, [str(argument) for argument in arguments])

    return run


def test_run_then_replay_then_run_again(simkit: Callable[..., Result], small: Path) -> None:
    first = simkit("run", small, "--jobs", 1)
    assert first.exit_code == 0, first.output
    assert "A small experiment: win rate" in first.output
    (run,) = Path("runs/small").iterdir()
    second = simkit("run", small)
    assert second.exit_code == 0
    assert "there already" in second.output
    replayed = simkit("replay", run, "--scenario", 1, "--game", 12)
    assert replayed.exit_code == 0, replayed.output
    assert "Turn 1" in replayed.output
    assert "have changed" not in replayed.output
    by_name = simkit("replay", "small", "--where", "turns >= 12", "--first", 2)
    assert by_name.exit_code == 0, by_name.output
    assert by_name.output.count("Turn 12") == 2


def test_overrides(simkit: Callable[..., Result], small: Path) -> None:
    result = simkit(
        "run", small, "--games", 20, "--seed", 5, "--set", "rules.reserve=1", "--out", "here", "--jobs", 1
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
        (["report", "nowhere"], "not a run directory"),
        (["replay", "nowhere", "--game", "1"], "not a run directory"),
        (["replay", "nowhere"], "--game NUMBER or --where CONDITION"),
        (["compare", "nowhere", "elsewhere"], "not a run directory"),
    ],
)
def test_bad_input_gets_a_message_and_exit_code_2(
    simkit: Callable[..., Result], arguments: list[str], message: str
) -> None:
    result = simkit(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("where", "message"),
    [("won and", "can't be understood"), ("size > 3", "columns: "), ("1", "can't be understood")],
)
def test_a_bad_condition(simkit: Callable[..., Result], small: Path, where: str, message: str) -> None:
    simkit("run", small, "--jobs", 1)
    result = simkit("replay", "small", "--where", where)
    assert result.exit_code == 2, result.output
    assert message in result.output


def test_scenarios_by_their_levels(simkit: Callable[..., Result], small: Path) -> None:
    simkit("run", small, "--jobs", 1)
    good = simkit("replay", "small", "--scenario", "board=C2,reserve=6", "--game", 0)
    assert good.exit_code == 0, good.output
    assert "board C2, reserve 6" in good.output
    for wrong, message in (
        ("board=C9", "unknown level of board 'C9'"),
        ("bord=C2", "did you mean 'rules.board'?"),
        ("99", "allowed: 0 to 3"),
    ):
        result = simkit("replay", "small", "--scenario", wrong, "--game", 0)
        assert result.exit_code == 2
        assert message in result.output
    assert simkit("replay", "small", "--game", 0).exit_code == 2


def test_rules_and_assumptions_and_lists(simkit: Callable[..., Result]) -> None:
    rules = simkit("rules", "nautilion").output
    assert "spell_cost_whirlwind" in rules
    assert "reconstructed (A4)" in rules
    assert "1 to 4 evenly" in simkit("assumptions", "nautilion").output
    assert "nautilion" in simkit("games").output
    assert "random" in simkit("strategies", "nautilion").output
    assert json.loads(simkit("schema").output)["properties"]


def test_a_failing_strategy_is_named_with_the_game_and_the_way_to_replay(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    Path("idea.py").write_text(
        "from simkit.engine.strategy import strategy\n\n\n"
        "@strategy(game='nautilion', skill='none')\n"
        "def too_far(table, seat, rules, moves, count, parameters, chance):\n"
        "    return count if table.turn == 4 else 0\n\n\n"
        "@strategy(game='nautilion', skill='none')\n"
        "def stumbles(table, seat, rules, moves, count, parameters, chance):\n"
        "    if table.turn == 3:\n"
        "        raise ValueError('no idea')\n"
        "    return 0\n"
    )
    for name, reason in (("too_far", "returned "), ("stumbles", "raised ValueError: no idea")):
        file = write_experiment(
            f"name: failing\ngame: nautilion\ngames: 20\nseed: 1\nstrategy: ./idea.py:{name}\nreport: none\n"
        )
        result = simkit("run", file, "--out", name, "--jobs", 1)
        assert result.exit_code == 2
        assert f"strategy '{name}' {reason}" in result.output
        assert "in game 0" in result.output
        assert f"simkit replay {name} --scenario 0 --game 0" in result.output
        replayed = simkit("replay", name, "--game", 0)
        assert replayed.exit_code == 2
        assert "Turn 3" in replayed.output
        assert f"strategy '{name}' {reason}" in replayed.output


def test_a_real_process(small: Path, tmp_path: Path) -> None:
    def process(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "simkit", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    good = process("run", small, "--out", "run")
    assert good.returncode == 0, good.stderr
    assert (tmp_path / "run" / "summary.parquet").exists()
    small.write_text(small.read_text().replace("C2", "C3"))
    bad = process("run", small, "--out", "other")
    assert bad.returncode == 2
    assert "C3" in bad.stderr
    assert "Traceback" not in bad.stderr + bad.stdout


def test_help_does_not_load_the_machinery() -> None:
    code = "import sys, simkit.cli.main; sys.exit(any(m in sys.modules for m in ('numba', 'polars', 'rich')))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_run_of_a_single_game_is_shown_and_compared(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    file = write_experiment("name: one\ngame: nautilion\ngames: 1\nstrategy: random\nreport: none\n")
    for seed in (1, 2):
        result = simkit("run", file, "--seed", seed, "--out", f"run{seed}", "--jobs", 1)
        assert result.exit_code == 0, result.output
    compared = simkit("compare", "run1", "run2")
    assert compared.exit_code == 0, compared.output
    assert "too few games" in compared.output
    assert "nan" not in compared.output


def test_scenarios_that_only_one_run_has_are_told(simkit: Callable[..., Result], small: Path) -> None:
    assert simkit("run", small, "--out", "a", "--no-report").exit_code == 0
    small.write_text(small.read_text().replace("[A1, C2]", "[A1, B1]"))
    assert simkit("run", small, "--out", "c", "--no-report").exit_code == 0
    assert "c has 4 scenarios, 2 of which both runs have" in simkit("compare", "a", "c").output


@pytest.mark.parametrize("jobs", [0, -3])
def test_no_workers_are_refused_before_anything_is_written(
    simkit: Callable[..., Result], small: Path, jobs: int
) -> None:
    result = simkit("run", small, "--out", "out", "--jobs", jobs)
    assert result.exit_code == 2
    assert "1 or more" in result.output
    assert not Path("out").exists()


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
        'name: t\ntitle: "A [/i] title"\ngame: nautilion\ngames: 5\nstrategy: random\nreport: none\n'
    )
    result = simkit("run", file, "--out", "r[1]", "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert "A [/i] title: win rate" in result.output
    assert "r[1]" in result.output


def test_a_report_script_that_fails_is_named_with_its_line(
    simkit: Callable[..., Result], small: Path
) -> None:
    assert simkit("run", small, "--out", "run", "--no-report").exit_code == 0
    for name, source, message in (
        ("bad.py", "def report(run):\n    return 1 / 0\n", "bad.py:2: ZeroDivisionError: division by zero"),
        ("empty.py", "def report(run):\n    return None\n", "returned NoneType, allowed is a Report"),
        ("wrong.py", "def report():\n    pass\n", "TypeError"),
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
