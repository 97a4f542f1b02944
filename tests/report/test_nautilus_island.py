"""The report on Nautilus Island draws what a run has to show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from reports.nautilus_island import everybody_alike, pair_shares, report
from reports.shared.island_components import tables_of
from simkit.experiment import load_experiment
from simkit.report import write_report
from simkit.report.document import Table
from simkit.run.runner import run_experiment

HEAD = "name: island\ngame: nautilus_island\ngames: 120\nseed: 3\nreport: nautilus_island\n"
RUNS = {
    "seats": (
        "rules: {first_player: fixed}\nfactors: {strategy: [reference, expert], rules.players: [2, 4]}\n"
    ),
    "pairs": (
        "rules: {players: 2}\nfactors:\n  pair:\n"
        "    a: {strategies: [reference, expert]}\n    b: {strategies: [random, expert]}\n"
        "    c: {strategies: [random, reference]}\n"
    ),
    "components": "strategy: expert\nfactors: {rules.bonus_pair: [5, 3]}\n",
    "one scenario": "strategies: [expert, random, random, reference]\n",
}
HEADINGS = {
    "seats": {"Seats", "Scenario by scenario"},
    "pairs": {"Strategy against strategy", "Scenario by scenario"},
    "components": {"Seats", "Scenario by scenario"},
    "one scenario": set(),
}
MEETINGS = {"pairs", "one scenario"}
"""Where strategies play against each other, so that one may be called the strongest."""

ALWAYS = {"Points", "Length and tension", "Assumptions", "How to reproduce"}


@pytest.mark.parametrize("kind", RUNS)
def test_report(kind: str, write_experiment: Callable[[str], Path], tmp_path: Path) -> None:
    run = run_experiment(load_experiment(write_experiment(HEAD + RUNS[kind])), tmp_path / "run", jobs=1)
    made = report(run)
    assert {section.heading for section in made.sections} == HEADINGS[kind] | ALWAYS
    assert made.findings
    assert any("strongest" in finding for finding in made.findings) == (kind in MEETINGS)
    assert len({figure.name for figure in made.figures()}) == len(made.figures()) >= 2
    html, _ = write_report(run, "nautilus_island")
    assert "<svg" in html.read_text(encoding="utf-8")


def test_a_pair_that_meets_in_several_scenarios_counts_in_all_of_them() -> None:
    pairs = {0: ["a", "b"], 1: ["a", "b"]}
    rows = [(0, "a", 10, 0.2), (0, "b", 10, 0.8), (1, "a", 30, 0.6), (1, "b", 30, 0.4)]
    seats = pl.DataFrame(rows, schema=["scenario", "strategy", "seats", "won"], orient="row")
    assert pair_shares(seats, pairs) == {("a", "b"): pytest.approx(0.5), ("b", "a"): pytest.approx(0.5)}


def test_the_same_strategy_with_other_parameters_is_another_player(
    write_experiment: Callable[[str], Path], tmp_path: Path
) -> None:
    players = "strategies: [{name: expert, parameters: {treasure: 0}}, expert]\nrules: {players: 2}\n"
    run = run_experiment(load_experiment(write_experiment(HEAD + players)), tmp_path / "run", jobs=1)
    assert everybody_alike(run) == []
    assert "Seats" not in {section.heading for section in report(run).sections}


def test_a_fair_share_where_a_shared_victory_counts_for_each(
    write_experiment: Callable[[str], Path], tmp_path: Path
) -> None:
    rules = "strategy: random\nrules: {players: 4, tie_break: shared}\n"
    run = run_experiment(load_experiment(write_experiment(HEAD + rules)), tmp_path / "run", jobs=1)
    (section,) = [section for section in report(run).sections if section.heading == "Seats"]
    (table,) = [block for block in section.blocks if isinstance(block, Table)]
    assert table.frame["off the fair share"].to_list() == [""] * 4


def test_components_are_told_apart_by_what_else_was_set(
    write_experiment: Callable[[str], Path], tmp_path: Path
) -> None:
    factors = (
        "strategy: random\nrules: {players: 2}\nfactors:\n  rules.stack_height: [1, 3]\n"
        "  component:\n    printed: {}\n    other: {rules.bonus_pair: 3}\n"
    )
    run = run_experiment(load_experiment(write_experiment(HEAD + factors)), tmp_path / "run", jobs=1)
    tables = tables_of(run)
    assert list(tables.values()) == [
        {"printed": 0, "other": 1},
        {"printed": 2, "other": 3},
    ]
    assert len({heading for _, heading in tables}) == 2
    write_report(run, "nautilus_island")
