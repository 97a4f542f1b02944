"""`check` says what a run takes, and how to replay what never ends; `replay` tells an experiment's games."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from tests.run.helpers import LONGEST, start

PIG = "name: p\ngame: pig\ngames: {games}\nstrategy: hold_at\nreport: none\n"
PIG += "factors: {{rules.target: [50, 100]}}\n"


def test_the_estimate_is_near_what_a_run_takes(simkit: Callable[..., Result]) -> None:
    Path("p.yaml").write_text(PIG.format(games=30_000))
    told = simkit("check", "p.yaml")
    assert told.exit_code == 0, told.output
    words = " ".join(told.output.split())
    needs = r"about (.+) on \d+ cores?, ([\d.]+) [MG]B of memory, ([\d.]+) MB on disk in (\d+) files"
    found = re.search(needs, words)
    assert found, told.output
    assert re.fullmatch(r"a second|\d+ (seconds|minutes)", found[1])
    assert simkit("run", "p.yaml", "--out", "run").exit_code == 0
    size = sum(path.stat().st_size for path in Path("run").rglob("part-*.parquet"))
    assert 0.5 * size < float(found[3]) * 1e6 < 2 * size + 1e5
    names = ("*.parquet", "files.csv", "manifest.json")
    assert int(found[4]) == sum(len(list(Path("run").rglob(name))) for name in names)


def test_a_larger_run_takes_more(simkit: Callable[..., Result]) -> None:
    Path("p.yaml").write_text(PIG.format(games=3_000_000_000))
    told = simkit("check", "p.yaml")
    needs = r"about [\d.]+ (?:minutes|hours) on .* [\d.]+ GB on disk in ([\d,]+) files"
    found = re.search(needs, " ".join(told.output.split()))
    assert found, told.output
    assert int(found[1].replace(",", "")) < 2_000


def test_small_scenarios_of_a_precise_run_share_files_in_the_estimate_too(
    simkit: Callable[..., Result],
) -> None:
    many = PIG.format(games=1).replace("games: 1", "precision: {turns: 1}")
    Path("p.yaml").write_text(many.replace("[50, 100]", str([*range(30, 230)])))
    told = " ".join(simkit("check", "p.yaml").output.split())
    assert "on disk in 138 files" in told, told  # 67 of games, as many of seats


def told_by_a_process(folder: Path, *arguments: str) -> str:
    """Return what a command says that fails; its endless loop ends with its process, and not with a test."""
    process = start([*arguments], folder, SIMKIT_PATIENCE="1")
    try:
        said, _ = process.communicate(timeout=LONGEST)
    finally:
        process.kill()
    assert process.returncode == 2, said
    return said


@pytest.mark.long
def test_what_never_ends_is_named_with_turn_and_replay(tmp_path: Path) -> None:
    (tmp_path / "loop.py").write_text(
        "from simkit.engine.contract.strategy import strategy\n\n\n@strategy(game='pig', skill='none')\n"
        "def forever(table, seat, rules, moves, count, parameters, chance):\n    i = 0\n"
        "    while table.turns > 2:\n        i = (i + 1) % 7\n    return 1\n"
    )
    (tmp_path / "loop.yaml").write_text("name: loop\ngame: pig\ngames: 50\nstrategy: ./loop.py:forever\n")
    words = " ".join(told_by_a_process(tmp_path, "check", "loop.yaml").split())
    assert "strategy 'forever' did not come to an end within 1 s" in words
    assert "in turn 3, at move 3 of game 0" in words
    command = words.partition("replay it: simkit ")[2].split()
    assert command == ["replay", "loop.yaml", "--scenario", "0", "--game", "0"]
    assert "Seat 2 banks 0 points" in told_by_a_process(tmp_path, *command)


def test_a_game_of_an_experiment_is_told_without_a_run(simkit: Callable[..., Result]) -> None:
    Path("p.yaml").write_text(PIG.format(games=5))
    told = simkit("replay", "p.yaml", "--scenario", 1, "--game", 3, "--choices")
    assert told.exit_code == 0, told.output
    assert "Game 3, Pig, scenario 1 (target 100)" in told.output
    assert simkit("run", "p.yaml", "--out", "run").exit_code == 0
    assert simkit("replay", "run", "--scenario", 1, "--game", 3, "--choices").output == told.output
    for arguments, message in (
        (["--game", 3], "say which scenario: --scenario NUMBER, 0 to 1"),
        (["--scenario", 9, "--game", 3], "say which scenario: --scenario NUMBER, 0 to 1"),
        (["--scenario", 1], "say which of its games: --game NUMBER"),
    ):
        wrong = simkit("replay", "p.yaml", *arguments)
        assert wrong.exit_code == 2
        assert message in wrong.output
