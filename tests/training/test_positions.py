"""ValuedPositions from look-ahead, held against Pig's exact answer."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import simkit
from simkit.game import Strategy
from simkit.run.work.workers import Where
from simkit.search.regret import Valuation
from simkit.testing import find_game, strategies_of
from simkit.training.positions import ValuedPositions, load_positions, value_positions
from tests.engine.perfect_pig import TARGET, holding_at, solve

PIG = find_game("pig")
HOLD_AT = strategies_of("pig")["hold_at"]
TIMID = {"n": 6.0}
PLAYOUTS = 400


def valuation(player: Strategy = HOLD_AT, own: dict[str, float] = TIMID) -> Valuation:
    """Return the valuation about a player who meets one like themselves."""
    return Valuation(PIG, PIG.knobs(), (player, player), (own, own), asked=0, seed=5, words="as printed")


@pytest.fixture(scope="module")
def timid() -> ValuedPositions:
    return value_positions(valuation(), games=40, playouts=PLAYOUTS, share=0.3, workers=Where(1))


@pytest.mark.long
def test_a_move_is_worth_what_pig_says_exactly(timid: ValuedPositions) -> None:
    _, exact = solve(holding_at(6))
    off = []
    for row, state in zip(timid.positions.rows, timid.positions.states, strict=True):
        own, other = int(state.table.score[row.seat]), int(state.table.score[1 - row.seat])
        total = int(state.table.total)
        if own + total < TARGET:
            off += [row.values[kind, 0] - exact[kind, total, own, other] for kind in (0, 1)]
    assert len(off) > 200
    assert np.abs(off).max() < 5 * 0.5 / PLAYOUTS**0.5
    assert abs(np.mean(off)) < 0.005


def test_the_player_gains_nothing_over_their_own_choices(timid: ValuedPositions) -> None:
    chosen = timid.choices(HOLD_AT, TIMID)
    assert chosen.tolist() == timid.positions.rows.chosen.tolist()
    assert timid.gain(chosen).value == 0.0


def test_who_plays_better_gains(timid: ValuedPositions) -> None:
    found = timid.gain(timid.choices(HOLD_AT, {"n": 20.0}))
    best = timid.gain(timid.worth().argmax(axis=1))
    assert 0.0 < found.low < found.value < best.value


def test_a_share_of_the_decisions_are_drawn(timid: ValuedPositions) -> None:
    walked = sum(step.seat >= 0 for game in range(40) for _, step in pairwise(valuation().match().walk(game)))
    assert 0.2 < len(timid) / walked < 0.4


def test_the_same_positions_are_valued_again_in_parts(timid: ValuedPositions) -> None:
    parts = [
        value_positions(
            valuation(), games=range(first, first + 20), playouts=PLAYOUTS, share=0.3, workers=Where(2)
        )
        for first in (0, 20)
    ]
    again = np.concatenate([part.positions.rows for part in parts])
    assert again.tobytes() == timid.positions.rows.tobytes()
    assert parts[1].games == timid.games


def test_halves_share_the_games_out(timid: ValuedPositions) -> None:
    even, odd = timid.half(0), timid.half(1)
    assert len(even) + len(odd) == len(timid)
    assert not set(even.positions.rows.game.tolist()) & set(odd.positions.rows.game.tolist())


def test_positions_are_kept_and_found_again(timid: ValuedPositions, tmp_path: Path) -> None:
    file = tmp_path / "positions.npz"
    timid.save(file)
    again = load_positions(file, valuation())
    assert again.positions.rows.tobytes() == timid.positions.rows.tobytes()
    assert again.choices(HOLD_AT, {"n": 20.0}).tolist() == timid.choices(HOLD_AT, {"n": 20.0}).tolist()
    with pytest.raises(simkit.BadInput, match="these positions are of another setting: value them anew"):
        load_positions(file, valuation(own={"n": 7.0}))


@pytest.mark.long
def test_another_process_finds_the_same_words_for_rules_that_are_sets() -> None:
    code = (
        "from simkit.plugins import find_game, strategies_of; from simkit.training import positions; "
        "game = find_game('castaways'); player = strategies_of('castaways')['random']; "
        "match = positions.Match(game, game.knobs(players=1), (player,), ({},), 1); "
        "print(positions._made_of(match))"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0].startswith("castaways {")
    assert said[0] == said[1]


def test_the_tool_learns_from_positions(tmp_path: Path) -> None:
    tool = Path(__file__).parents[2] / "tools" / "learn_from_positions.py"
    tune = runpy.run_path(str(tool))["learn"]
    wish = ["pig", "hold_at", "--against", "itself", "--games", "40", "--keep", str(tmp_path)]
    sizes = ["--generations", "2", "--candidates", "8", "--playouts", "64"]
    first, second = (CliRunner().invoke(tune, [*wish, *sizes]) for _ in range(2))
    assert first.exit_code == 0, first.output
    assert "positions of 40 games" in first.output
    assert "positions of 40 games" not in second.output  # they were kept
    assert "in games that it did not learn from" in second.output
    assert first.output.splitlines()[1:] == second.output.splitlines()
