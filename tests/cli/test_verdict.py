"""What a run says, in which order, and with which exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from simkit import open_run
from simkit.cli.screen import console, height_of
from simkit.cli.summary import MOST_LINES, show_answer
from simkit.run.store.directory import RunDirectory
from simkit.words.verdicts import seek_command

PIG = "name: t\ngame: pig\ngames: 400\nstrategies: [hold_at, random]\ntargets: {{hold_at: {{won: {}}}}}\n"


@pytest.mark.parametrize(
    ("wanted", "options", "code", "words"),
    [
        ("at least 0.6", ["--strict"], 0, "met: a casual player wins at least 60 % of games: "),
        ("at most 0.5", ["--strict"], 1, "missed: a casual player wins at most 50 % of games: "),
        ("at most 0.5", [], 0, "points too high"),
        ("at least 50", ["--strict"], 2, "allowed is a share from 0 to 1"),
    ],
)
def test_exit_codes(
    simkit: Callable[..., Result],
    write_experiment: Callable[[str], Path],
    wanted: str,
    options: list[str],
    code: int,
    words: str,
) -> None:
    file = write_experiment(PIG.format(wanted))
    result = simkit("run", file, "--jobs", 1, "--no-report", *options)
    assert result.exit_code == code, result.output
    assert words in result.output
    if code != 2:
        title, verdict = (result.output.index(part) for part in ("\nt\n", "\nVerdict: "))
        assert title < verdict < result.output.index("Win rate in %")
        assert result.output.splitlines()[-1].startswith("tables ")
        (run,) = Path("runs/t").iterdir()
        assert json.loads((run / "verdict.json").read_text())["targets"]


def test_who_beats_whom_is_a_matrix(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    pairs = {"a": "[hold_at, random]", "b": "[{name: hold_at, parameters: {n: 15}}, hold_at]",
             "c": "[random, {name: hold_at, parameters: {n: 15}}]"}  # fmt: skip
    levels = "".join(f"    {name}: {{strategies: {pair}}}\n" for name, pair in pairs.items())
    file = write_experiment(f"name: t\ngame: pig\ngames: 300\nfactors:\n  pair:\n{levels}")
    result = simkit("run", file, "--jobs", 1, "--no-report")
    assert result.exit_code == 0, result.output
    assert "of the row's player against the column's (95 % intervals: ± " in " ".join(result.output.split())
    table = result.output.partition("No targets are set")[0].splitlines()
    rows = [line.split() for line in table if line.split()[:1] in (["1"], ["2"], ["3"])]
    assert [row[1] for row in rows] == ["hold_at", "hold_at", "random"]
    assert [row[-3:][place] for place, row in enumerate(rows)] == ["-"] * 3
    shares = [[float(cell) for cell in row[-3:] if cell != "-"] for row in rows]
    assert shares[0][0] + shares[1][0] == pytest.approx(100.0)
    assert max(shares[2]) < 10.0


def test_a_run_that_is_there_is_judged_again(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    for wanted, code in (("at least 0.6", 0), ("at most 0.5", 1)):
        file = write_experiment(PIG.format(wanted))
        assert simkit("run", file, "--jobs", 1, "--no-report", "--strict").exit_code == code


@pytest.mark.parametrize("width", [60, 80])
def test_answer_and_findings_have_eight_lines_at_most(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table below gets the lines that are left of the screen."""
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(console, "width", width)
    long = "An expert wins more of the games. " * 4
    for answer, findings in (
        (long, [long] * 6),
        ("Short.", ["Short."] * 9),
        ("", ["Short."]),
        (long * 4, [long]),
    ):
        with console.capture() as shown:
            show_answer(answer, findings)
        lines = shown.get().splitlines()
        assert len(lines) <= MOST_LINES or answer == long * 4
        assert max(map(len, lines)) <= width
        left = len(findings) - sum(line.startswith("- ") for line in lines)
        assert lines[-1].startswith(f"({left} more finding") is bool(left)
        assert height_of(lambda: show_answer(answer, findings)) == len(lines)  # noqa: B023


def test_a_missed_target_names_the_command_that_looks_for_rules(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = PIG.format("at most 0.5") + "factors: {rules.target: [50, 100]}\n"
    assert simkit("run", write_experiment(text), "--jobs", 1, "--no-report").exit_code == 0
    (path,) = Path("runs/t").iterdir()
    run = RunDirectory(path)
    verdict = open_run("t").verdict
    monkeypatch.setitem(run.manifest, "command", ["simkit", "run", "my idea.yaml", "--jobs", "1"])
    assert seek_command(run, verdict) == "simkit seek 'my idea.yaml' --by target"
    monkeypatch.setitem(run.manifest, "command", [])
    assert not seek_command(run, verdict)
