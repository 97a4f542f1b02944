"""The tool tells what it has no games for, instead of "tuned" values from none."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from click.testing import CliRunner

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "learn_from_positions.py"))
LEARN = TOOL["learn"]
ISLAND = ["nautilus_island", "expert"]
PIG = ["pig", "hold_at"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (ISLAND, "the box: 4 players, but no --against names 3 opponents"),
        ([*ISLAND, "--against", "reference"], "the box: 4 players, but no --against names 3 opponents"),
        (
            [*ISLAND, "--factor", "players=2,3", "--against", "reference"],
            "--factor players=3: 3 players, but no --against names 2 opponents",
        ),
        (
            [*ISLAND, "--factor", "players=2", "--against", "random", "--against", "random,random"],
            "--against random,random: no --factor has 3 players",
        ),
        ([*ISLAND, "--factor", "players=9"], "--factor players=9: players: found 9, allowed is at most 4"),
        ([*ISLAND, "--factor", "player=2"], "unknown rule of nautilus_island 'player'; did you mean"),
        ([*ISLAND, "--factor", "players=["], "--factor players:2:1: not YAML"),
        ([*PIG, "--candidates", "3"], "'--candidates': 3 is not in the range x>=4"),
        ([*PIG, "--against", "randon"], "unknown strategy of pig 'randon'; did you mean 'random'"),
        (["pig", "hold"], "unknown strategy of pig 'hold'; did you mean 'hold_at'"),
        (["pigs", "hold_at"], "unknown game 'pigs'; did you mean 'pig'"),
        ([*PIG, "--against", "random", "--only", "n,m"], "--only n,m: unknown parameter 'm'; Allowed: n"),
        (["pig", "random", "--against", "random"], "strategy 'random' has no parameters to tune"),
    ],
)
def test_what_there_is_no_game_for_is_reported(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(LEARN, arguments)
    assert (result.exit_code, result.exception.__class__) == (2, SystemExit)
    assert message in result.output
