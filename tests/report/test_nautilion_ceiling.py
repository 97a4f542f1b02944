"""What of Nautilion's difficulty is the player's: said with intervals, or with the command that finds out."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from simkit import report as r
from simkit.engine.contract.player import LookAhead, Reference
from simkit.report.document.blocks import Text
from simkit.report.write import make_report
from simkit.reports.shared import nautilion_ceiling
from simkit.reports.shared.expansion_effects import ALL, BASE
from simkit.run.store.directory import RunDirectory

TINY = f"""
name: tiny
game: nautilion
games: 60
rules: {{board: A1, reserve: 4}}
factors:
  rules.expansions: ["{BASE}", "{ALL}"]
  strategy: [expert, novice]
report: nautilion_difficulty
"""


def thinking(run: RunDirectory, won: dict[str, int], games: int) -> Any:
    """Return a stand-in for a run in which expert looks ahead, under the rules of a run, with these wins."""
    own = [row for row in run.scenarios().to_dicts() if row["strategy"] == "expert"]
    rows = [
        {
            "scenario": number,
            "knobs": row["knobs"],
            "players": json.dumps([{"name": "thinking expert", "parameters": {"playouts": 256.0}}]),
        }
        for number, row in enumerate(own)
    ]
    rates = [
        {"scenario": number, "estimate": won[row["rules.expansions"]] / games, "n": games}
        for number, row in enumerate(own)
    ]
    return SimpleNamespace(
        scenarios=lambda: pl.DataFrame(rows),
        line_ups={row["scenario"]: ("thinking expert",) for row in rows},
        strategies={"thinking expert": Reference("expert", look_ahead=LookAhead())},
        summary=lambda **_: pl.DataFrame(rates),
    )


def test_without_that_run_page_one_names_the_command(run_of: Callable[[str], RunDirectory]) -> None:
    made = make_report(run_of(TINY), "nautilion_difficulty").report
    assert "`simkit run experiments/nautilion_ceiling.yaml` measures how much" in made.in_short
    assert "What is the player's" not in [section.heading for section in made.sections]


@pytest.mark.parametrize(("won", "is_clear"), [(50, True), (None, False)])
def test_beside_that_run_page_one_says_the_difference_with_its_interval(
    run_of: Callable[[str], RunDirectory], monkeypatch: pytest.MonkeyPatch, won: int | None, is_clear: bool
) -> None:
    run = run_of(TINY)
    wins = run.games().group_by("scenario").agg(pl.col("won").sum()).collect()
    counts = dict(wins.iter_rows())
    hard = next(
        row["scenario"]
        for row in run.scenarios().to_dicts()
        if (row["strategy"], row["rules.expansions"]) == ("expert", ALL)
    )
    other = thinking(run, {BASE: 55, ALL: counts[hard] if won is None else won}, 60)
    monkeypatch.setattr(r, "neighbours", lambda run, wanted: iter([other]))
    made = make_report(run, "nautilion_difficulty").report
    said = made.in_short
    share = 100 * (counts[hard] if won is None else won) / 60
    assert f"it wins {share:.1f}\N{NO-BREAK SPACE}% (" in said
    assert ("Part of this is the player's: " in said) == is_clear
    assert ("Whether part of this is the player's is open: " in said) == (not is_clear)
    apart = share - 100 * counts[hard] / 60
    sign = "+" if apart else ""
    assert f"a difference of {sign}{apart:.1f} (" in said
    (section,) = (own for own in made.sections if own.heading == "What is the player's")
    text = next(block.words for block in section.blocks if isinstance(block, Text))
    assert "not by the rules" not in text
    assert "256 play-outs" in text


def test_a_thinking_player_of_this_run_is_found_whatever_its_level_is_called() -> None:
    """A level is called by what it sets: "thinking expert (playouts 256)"."""
    players = {"expert": "expert", "thinking expert (playouts 256)": "thinking expert"}
    data: Any = SimpleNamespace(
        wins=pl.DataFrame({"scenario": [0, 1], "strategy": list(players)}),
        run=SimpleNamespace(
            line_ups={number: (player,) for number, player in enumerate(players.values())},
            strategies={
                "expert": Reference("expert"),
                "thinking expert": Reference("expert", look_ahead=LookAhead()),
            },
        ),
    )
    assert [nautilion_ceiling._looks_ahead(data, skill) for skill in players] == [False, True]
