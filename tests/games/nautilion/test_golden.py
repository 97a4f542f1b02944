"""Whole games in words, kept as files: a change in rules, chance, strategy or story is seen.

Renew them on purpose: ``SIMKIT_RENEW=1 pytest tests/games tests/strategies``, and read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simkit.engine.match import Match
from simkit.engine.playthrough import playthrough
from simkit.plugins import find_game, strategies_of

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize(
    ("name", "board", "number"), [("random", "A1", 5), ("reference", "B1", 2), ("expert", "C2", 8)]
)
def test_playthrough(name: str, board: str, number: int) -> None:
    game = find_game("nautilion")
    match = Match(game, game.knobs(board=board), (strategies_of("nautilion")[name],), seed=2016)
    told = "\n".join(playthrough(match, number)) + "\n"
    path = GOLDEN / f"{name}_{board}.txt"
    if os.environ.get("SIMKIT_RENEW"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def test_every_move_can_be_described() -> None:
    game = find_game("nautilion")
    match = Match(game, game.knobs(reserve=9), (strategies_of("nautilion")["random"],), seed=1)
    words = {
        game.story.describe(step.move) for n in range(30) for step in match.walk(n) if step.move is not None
    }
    assert {
        "no more spells",
        "Repetitive Whirlwind",
        "Aquatic Translation",
        "discard from the reserve",
    } <= words
    assert any(word.startswith("Artificial Tide: die") for word in words)
