"""What is shown on narrow screens: every word and every number, none of them cut."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import simkit
from simkit import open_run
from simkit.cli.screen import console, show_block, unwrapped
from simkit.door.progress import OnTerminal, Pace
from simkit.report.parts import Table
from simkit.run.runner import run_experiment
from simkit.run.work.rehearsal import match_of

WIDTHS = [40, 60, 80, 120]

HEADINGS = ("board", "who plays", "mean", "median", "95 % interval")
ROWS = [
    ("A1", "bonus_hunter - treasure_diver", "12.22±0.13", "11 (11-11)", "+1.25 to +13.50"),
    ("C2", "a first-time player", "112.87±0.14", "9 (8-10)", "-0.01 to +0.02"),
]


@pytest.mark.parametrize("width", [20, 30, *WIDTHS])
def test_a_table_keeps_every_word(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "width", width)
    show_block(Table([dict(zip(HEADINGS, row, strict=True)) for row in ROWS]))
    shown = capsys.readouterr().out
    assert "…" not in shown
    assert max(len(line) for line in shown.splitlines()) <= width
    words = {word for row in ROWS for cell in row for word in cell.split()}
    assert words <= set(shown.split())


def test_a_table_that_fits_has_a_line_a_row(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "width", 120)
    show_block(Table([dict(zip(HEADINGS, row, strict=True)) for row in ROWS]))
    lines = capsys.readouterr().out.splitlines()
    for row in ROWS:
        assert any(all(cell in line for cell in row) for line in lines)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two runs, `a` and `b`, whose win rates are many and wide."""
    folder = tmp_path_factory.mktemp("runs")
    file = folder / "wide.yaml"
    for name, cost in (("a", 2), ("b", 1)):
        file.write_text(
            "name: wide\ngame: nautilion\ngames: 150\nseed: 1\nstrategy: planner\nreport: none\n"
            f"rules: {{spell_cost_tide: {cost}}}\n"
            "factors: {rules.board: [A1, B1], rules.reserve: [1, 4, 7]}\n"
        )
        simkit.run(file, out=folder / name, jobs=1)
    return folder


@pytest.mark.parametrize("width", WIDTHS)
def test_no_number_of_a_run_is_cut(
    simkit: Callable[..., Result], width: int, runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "width", width)
    file, a, b = (runs / name for name in ("wide.yaml", "a", "b"))
    shown = simkit("run", file, "--out", b, "--no-report").output
    assert "…" not in shown
    assert len(set(re.findall(r"\b\d+\.\d±\d+\.\d\b", shown))) >= 4
    rates = open_run(b).summary.filter(column="won", statistic="rate")
    for row in rates.iter_rows(named=True):
        further = max(row["high"] - row["estimate"], row["estimate"] - row["low"])
        assert f"{row['estimate'] * 100:.1f}±{further * 100:.1f}" in shown.split()
    compared = simkit("compare", a, b).output
    assert "…" not in compared
    assert len(re.findall(r"[+\u2212]\d+\.\d+(?: to|\u00b1\d)", compared)) >= 6


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("command", [["rules", "nautilion"], ["assumptions", "nautilion"], ["strategies"]])
def test_no_knob_is_cut(
    simkit: Callable[..., Result], command: list[str], width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "width", width)
    assert "…" not in simkit(*command).output


def test_paragraphs_are_left_to_the_terminal_to_break() -> None:
    laid_out = "- on average\n- nearly always\n\n    n = 20\n"
    idea = f"Roll until\nthe total is n.\n\nHolding at 20\nis best:\n\n{laid_out}"
    assert unwrapped(idea) == f"Roll until the total is n.\n\nHolding at 20 is best:\n\n{laid_out}"


PIG_TO_20 = """
name: x
game: pig
games: 20
report: none
rules: {target: 20}
strategies: [%s, hold_at]
"""


@pytest.mark.parametrize("thinks", [True, False])
def test_progress_counts_decisions_where_players_think(
    tmp_path: Path, write_experiment: Callable[[str], Path], thinks: bool
) -> None:
    player = "{think: {base: random, playouts: 8}}" if thinks else "random"
    experiment = simkit.experiment(write_experiment(PIG_TO_20 % player))
    screen = OnTerminal(console)
    with screen.playing(experiment):
        run_experiment(experiment, tmp_path / "run", jobs=1, listener=screen)
    decisions, _ = match_of(experiment, experiment.scenarios[0]).measure(range(20))
    expected = rf"{decisions:,} decisions, [\d,]+ per second" if thinks else r"[\d,]+ games/s"
    assert re.fullmatch(expected, screen.standing.speed)


def test_how_long_something_takes_is_said_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = iter([0.0, 0.0, 2.0, 4.0, 5.0])
    monkeypatch.setattr("simkit.door.progress.time.perf_counter", lambda: next(now))
    pace = Pace(10_000_000, console)
    assert pace.left("hold_at", 0) == ""  # not known yet
    assert pace.left("hold_at", 100) == ", about 2 days left"  # 200,000 seconds
    assert pace.left("hold_at", 200) == ", about 2 days left"
    assert pace.left("hold_at", 9_999_990) == ""
    assert capsys.readouterr().out == "hold_at takes about 2 days\n"


BROKEN = re.compile(
    r"[\d\u221e] *\n *(?:%|points?\b|to [+\u2212]?\d)|[\d%] to *\n *[+\u2212]?\d|[\u00b1+\u2212(] *\n"
    r"|\(\d *\n *[a-z]+\)"
)
"""What is broken within a number or an interval."""

MISTAKES = (
    ["summary", "as_nobody_called_it"],
    ["replay", "{a}", "--where", "turns > 10 and nobody_declared_it = 3"],
    ["run", "{wide}", "--set", "rules.spell_cost_whirlwind=12", "--set", "rules.reserve=400"],
    ["run", "{wide}", "--gmaes", "10"],
    ["rules", "nautilion", "nobody_declared_it"],
    ["export", "{a}", "tables.ods"],
    ["seek", "nautilion", "novice wins sometimes", "--by", "reserve"],
    ["check", "nowhere/at/all.yaml"],
)


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize(
    "command",
    [
        ["summary", "{a}"],
        ["run", "{wide}", "--out", "{b}", "--no-report"],
        ["compare", "{a}", "{b}"],
        ["compare", "{a}", "{a}2"],
        ["runs"],
        ["claims", "{a}"],
        ["check", "{a}"],
        ["verify", "{a}", "--games", "5"],
        ["check", "{wide}", "--no-play"],
        ["replay", "{a}", "--scenario", "0", "--game", "1"],
        ["strategies", "nautilion"],
        ["rules", "nautilion", "spell"],
        ["columns", "castaways"],
        ["cards", "castaways"],
        *MISTAKES,
    ],
    ids=" ".join,
)
def test_nothing_breaks_within_a_word_or_a_number(
    simkit: Callable[..., Result], command: list[str], width: int, runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not (runs / "a2").exists():
        shutil.copytree(runs / "a", runs / "a2")
    monkeypatch.chdir(runs)
    filled = [word.format(a="a", b="b", wide="wide.yaml") for word in command]
    wide = simkit(*filled)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(console, "width", width)
    narrow = simkit(*filled)
    assert narrow.exit_code == wide.exit_code == (2 if command in MISTAKES else 0), narrow.output
    assert not BROKEN.search(narrow.output), narrow.output
    whole, shown = (set(re.findall(r"[A-Za-z_]{3,}", told.output)) for told in (wide, narrow))
    besides = {"the", "longer", "side", "interval", "first", "rows", "all", "are", "report", "findings"}
    assert shown <= whole | besides, shown - whole
    for line in narrow.output.splitlines():
        assert len(line) <= width or len(line.split()) == 1, line
