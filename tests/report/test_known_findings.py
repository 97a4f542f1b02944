"""Findings lead if they say something new, and what holds of several is one finding."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from simkit.report.facts.result import Result
from simkit.report.sections import win_rates
from simkit.report.sections.win_rates import win_findings
from simkit.reports import general
from simkit.run.store.directory import RunDirectory

HEAD = "name: known\ngame: nautilion\ngames: 60\nrules: {board: A1}\nreport: none\n"


def test_that_the_stronger_player_wins_more_does_not_lead(run_of: Callable[[str], RunDirectory]) -> None:
    run = run_of(f"{HEAD}factors: {{strategy: [expert, novice], rules.reserve: [1, 4]}}\n")
    findings = list(general.report(run).document().findings)
    (known,) = (said for said in findings if said.startswith("The win rate is highest with expert"))
    assert findings.index(known) > 0
    assert "is highest with" not in findings[0]


def test_a_setting_that_moves_the_same_player_leads(run_of: Callable[[str], RunDirectory]) -> None:
    run = run_of(f"{HEAD}factors: {{strategy: [expert], rules.reserve: [1, 4]}}\n")
    assert "win rate" in general.report(run).document().findings[0]


def wins_of(name: str, most: int, least: int) -> Any:
    """Return a stand-in for win rates in which scenario `most` is highest and `least` lowest."""
    method = {"statistic": "rate", "n": 100}
    rows = [
        {"scenario": most, "estimate": 0.9, "low": 0.85, "high": 0.95, **method},
        {"scenario": least, "estimate": 0.4, "low": 0.35, "high": 0.45, **method},
    ]
    return SimpleNamespace(
        of=name, result=Result(), measure=f"win rate of {name}", fair={}, distinct_ends="both ends",
        ranked=pl.DataFrame(rows),
    )  # fmt: skip


def test_what_holds_of_the_game_and_of_its_seats_is_one_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(win_rates, "win_finding", lambda wins: f"The {wins.measure} is so.")
    monkeypatch.setattr(win_rates, "estimate_of", lambda row: SimpleNamespace(**row))
    same = [wins_of("game", 0, 1), wins_of("seat 1", 0, 1), wins_of("seat 2", 0, 1)]
    (said,) = win_findings(same)
    assert said.startswith("The win rate of game is so. ")
    assert said.count("90.0") == said.count("40.0") == 2
    assert "win rate of seat 1" in said and "win rate of seat 2" in said
    assert len(win_findings([wins_of("game", 0, 1), wins_of("seat 1", 1, 0)])) == 2
