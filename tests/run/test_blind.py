"""Where look-ahead can see nothing, or hardly anything, that is said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from simkit.engine.contract.composed import thinking
from simkit.game import begin, below, kernel
from simkit.run.findings.blind import why_blind
from simkit.testing import Match, check_game, find_game, strategies_of

HEX = find_game("hex")
place = kernel(HEX.apply)


def apply_and_roll(state: Any, rules: Any, move: Any, log: Any) -> None:
    """Put a stone on the board, and roll a die that nobody looks at."""
    begin(state.chance, 0, 1)
    below(state.chance, 6)
    place(state, rules, move, log)


ROLLING = replace(HEX, name="rolling_hex", title="Rolling Hex", apply=apply_and_roll, purposes={0: "a die"})
CENTRE = replace(strategies_of("hex")["centre"], game="rolling_hex")


def master_of(game: Any, base: Any) -> Match:
    return Match(game, game.knobs(), (thinking(base, playouts=256),) * 2, seed=1)


def test_a_master_whose_play_outs_never_differ_is_blind() -> None:
    assert HEX.leaves_nothing_to_chance
    assert not ROLLING.leaves_nothing_to_chance
    assert why_blind(master_of(ROLLING, CENTRE)).startswith("all play-outs of a move end the same")


def test_one_whose_play_outs_vary_is_not() -> None:
    assert not why_blind(master_of(HEX, strategies_of("hex")["centre"]))
    random = replace(strategies_of("hex")["random"], game="rolling_hex")
    assert not why_blind(master_of(ROLLING, random))


def test_check_game_warns_of_it() -> None:
    with pytest.warns(UserWarning, match="Rolling Hex: a master over centre is blind"):
        check_game(ROLLING, strategies=[CENTRE])
