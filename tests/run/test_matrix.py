"""A matrix of target win rates is judged pair by pair, with one number for the distance."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

import simkit
from simkit.cli.screen import console
from simkit.cli.summary import show_verdict
from simkit.document.blocks import Document, Verdicts
from simkit.door.run_and_report import Results
from simkit.report.front.first_page import with_first_page
from simkit.report.parts import Table
from simkit.run.findings.verdict import VERDICT, judge_run
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.words.verdicts import pairs_of
from tests.conftest import RunOf

OWN = """from simkit.engine.contract.strategy import strategy


@strategy(game='pig', skill='none')
def first(table, seat, rules, moves, count, parameters, chance):
    return 0
"""
PIG = """name: m
game: pig
games: 400
factors:
  table:
    near: {strategies: [hold_at, {name: hold_at, parameters: {n: 15}}]}
    far: {strategies: [random, hold_at]}
    own: {strategies: [hold_at, "./own.py:first"]}
targets:
  matrix:
    hold_at:
      hold_at (n 15): 10 to 30 %
      random: 0.9 to 1
    ./own.py:first: {hold_at: 0 to 20 %}
    random: {hold_at: fair +- 10 %}
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    folder = tmp_path_factory.mktemp("matrix")
    (folder / "own.py").write_text(OWN, encoding="utf-8")
    file = folder / "experiment.yaml"
    file.write_text(PIG, encoding="utf-8")
    return run_experiment(simkit.experiment(file), folder / "run", jobs=1)


def won(run: RunDirectory, scenario: int, player: int) -> float:
    rows = run.seats_in([scenario]).filter(pl.col("player") == player).collect()
    return float(rows["won"].cast(pl.Float64).mean())  # type: ignore[arg-type]


def test_each_pair_is_judged_by_its_own_range(run: RunDirectory) -> None:
    (judged,) = judge_run(run).targets
    assert [(one.scenario, one.of.name, one.player, one.opponent) for one in judged.found] == [
        (0, "player 0", "hold_at", "hold_at (n 15)"),
        (1, "player 1", "hold_at", "random"),
        (2, "player 1", "./own.py:first", "hold_at"),
        (1, "player 0", "random", "hold_at"),
    ]
    assert [one.outcome for one in judged.judgements] == ["missed", "met", "met", "missed"]
    assert judged.outcome == "missed"
    assert [one.estimate.value for one in judged.found] == pytest.approx(
        [won(run, 0, 0), won(run, 1, 1), won(run, 2, 1), won(run, 1, 0)]
    )


def test_the_distance_is_that_of_the_shares_counted_by_hand(run: RunDirectory) -> None:
    (judged,) = judge_run(run).targets
    assert judged.distance is not None
    off = [won(run, 0, 0) - 0.2, won(run, 1, 1) - 0.95, won(run, 2, 1) - 0.1, won(run, 1, 0) - 0.5]
    assert judged.distance.measured == pytest.approx((sum(one**2 for one in off) / 4) ** 0.5)
    assert judged.distance.by_chance == pytest.approx(
        ((0.2 * 0.8 + 0.95 * 0.05 + 0.1 * 0.9 + 0.5 * 0.5) / 400 / 4) ** 0.5
    )


def test_the_file_has_the_distance_in_points_and_both_players(run: RunDirectory) -> None:
    (target,) = json.loads((run.path / VERDICT).read_text())["targets"]
    (judged,) = judge_run(run).targets
    assert judged.distance is not None
    assert target["target"] == "matrix: win rates of 4 pairs"
    assert target["distance"] == pytest.approx(
        {"points": 100 * judged.distance.measured, "by_chance": 100 * judged.distance.by_chance}
    )
    assert [(one["player"], one["opponent"]) for one in target["estimates"]] == [
        ("hold_at", "hold_at (n 15)"),
        ("hold_at", "random"),
        ("./own.py:first", "hold_at"),
        ("random", "hold_at"),
    ]
    assert target["estimates"][0]["bounds"] == [0.1, 0.3]


def test_terminal_and_report_show_the_distance_and_every_pair(run: RunDirectory) -> None:
    verdict = judge_run(run)
    (judged,) = verdict.targets
    assert judged.distance is not None
    said = f"distance {100 * judged.distance.measured:.1f} points"
    with console.capture() as capture:
        show_verdict(Results(simkit.Run(run.path), None))
    screen = " ".join(capture.get().split())
    assert "missed: matrix: win rates of 4 pairs: " in screen
    assert said in screen and "by chance alone about 1.8" in screen
    assert "; 2 met, 2 missed" in screen
    assert "hold_at (n 15) 10 to 30" in screen
    report = with_first_page(run, Document("", "", {}, [], [], []), {})
    assert report.verdict is not None
    shown, pairs = report.verdict.blocks
    assert isinstance(shown, Verdicts) and isinstance(pairs, Table)
    assert [(row.outcome, row.target) for row in shown.rows] == [("missed", "matrix: win rates of 4 pairs")]
    assert pairs.frame["player"].to_list() == ["hold_at", "hold_at", "./own.py:first", "random"]
    assert pairs.frame["verdict"].to_list() == ["missed", "met", "met", "missed"]
    assert pairs.frame["range in %"].to_list() == ["10 to 30", "90 to 100", "0 to 20", "40 to 60"]
    assert pairs.frame["off"][0] == f"{100 * (won(run, 0, 0) - 0.2):+.1f}"


def test_a_pair_in_several_settings_is_judged_in_each(tmp_path: Path, run_of: RunOf) -> None:
    file = tmp_path / "experiment.yaml"
    file.write_text(
        "name: m\ngame: pig\ngames: 50\nfactors:\n  rules.target: [20, 40]\n"
        "  table: {a: {strategies: [hold_at, random]}, b: {strategies: [random, hold_at]}}\n"
        "targets: {matrix: {where: {target: 40}, hold_at: {random: 0.5 to 1}}}\n",
        encoding="utf-8",
    )
    run = run_of(file)
    (judged,) = judge_run(run).targets
    assert [(one.scenario, one.of.name) for one in judged.found] == [(2, "player 0"), (3, "player 1")]
    assert pairs_of(run, judged)["setting"].to_list() == ["target 40, table a", "target 40, table b"]
