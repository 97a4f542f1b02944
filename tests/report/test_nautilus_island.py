"""The report on Nautilus Island draws what a run has to show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from reports.nautilus_island import pair_shares, report
from reports.shared.island_components import tables_of
from reports.shared.island_players import by_strength, everybody_alike, line_ups
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
    "not all met": (
        "rules: {players: 2}\nfactors:\n  pair:\n    a: {strategies: [expert, random]}\n"
        "    b: {strategies: [tempo, reference]}\n    c: {strategies: [counter, counter]}\n"
    ),
}
HEADINGS = {
    "seats": {"Seats", "Scenario by scenario"},
    "pairs": {"Strategy against strategy", "Scenario by scenario"},
    "components": {"Seats", "Scenario by scenario"},
    "one scenario": set(),
    "not all met": {"Seats", "Strategy against strategy", "Scenario by scenario"},
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


def test_who_met_nobody_is_neither_the_strongest_nor_the_weakest(
    write_experiment: Callable[[str], Path], tmp_path: Path
) -> None:
    run = run_experiment(
        load_experiment(write_experiment(HEAD + RUNS["not all met"])), tmp_path / "run", jobs=1
    )
    seats = pl.DataFrame(
        [(0, "expert", 2, True, 9), (0, "random", 2, True, 1), (2, "counter", 2, True, 50)],
        schema=["scenario", "strategy", "players", "won", "seats"],
        orient="row",
    )
    assert list(by_strength(seats, line_ups(run))) == ["expert", "random"]
    (told,) = (finding for finding in report(run).findings if "fair share" in finding)
    assert "counter" not in told
    assert told.endswith("not all of them met.")


def test_a_strategy_that_wins_every_game_has_nothing_to_compare_them_with(
    write_experiment: Callable[[str], Path], tmp_path: Path
) -> None:
    players = "strategies: [expert, random]\nrules: {players: 2}\n"
    run = run_experiment(load_experiment(write_experiment(HEAD + players)), tmp_path / "run", jobs=1)
    tables = [block for section in report(run).sections for block in section.blocks]
    assert not any(isinstance(table, Table) and table.frame.is_empty() for table in tables)
    write_report(run, "nautilus_island")


def test_strategies_that_win_alike_are_not_told_apart(
    write_experiment: Callable[[str], Path], tmp_path: Path
) -> None:
    text = HEAD.replace("120", "20") + "strategies: [expert, counter, counter]\nrules: {players: 3}\n"
    run = run_experiment(load_experiment(write_experiment(text)), tmp_path / "run", jobs=1)
    assert any("told apart as the strongest" in finding for finding in report(run).findings)


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
    assert line_ups(run) == {0: ["expert (treasure 0)", "expert"]}
    assert everybody_alike(line_ups(run)) == []
    headings = {section.heading for section in report(run).sections}
    assert "Seats" not in headings
    assert "Strategy against strategy" in headings


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
