"""Whole games in words, kept as files: a change in rules, chance, strategy or story is seen.

Renew them on purpose: ``SIMKIT_RENEW=1 pytest tests/games tests/strategies``, and read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.engine.play.match import Match
from simkit.engine.play.playthrough import playthrough
from simkit.games.nautilus_island.rules import NautilusIslandKnobs
from simkit.plugins import find_game, strategies_of
from simkit.testing import check_playthrough

ISLAND = find_game("nautilus_island")
STRATEGIES = strategies_of("nautilus_island")
GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize(
    ("names", "number"),
    [
        (("random", "random"), 5),
        (("reference", "reference", "reference", "reference"), 2),
        (("expert", "reference", "counter"), 8),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_playthrough(names: tuple[str, ...], number: int) -> None:
    match = Match(
        ISLAND, NautilusIslandKnobs(players=len(names)), tuple(STRATEGIES[n] for n in names), seed=2023
    )
    check_playthrough(match, number, GOLDEN / f"{names[0]}_{len(names)}.txt")


@pytest.mark.parametrize(
    ("knobs", "end"),
    [
        ({"round_cap": 2}, "The round cap is reached."),
        ({"decision_cap": 9}, "The game is stopped at the decision cap."),
        ({"last_round": False}, "is empty, and the game is over."),
    ],
)
def test_every_end_is_reported(knobs: dict[str, object], end: str) -> None:
    match = Match(ISLAND, NautilusIslandKnobs(**knobs), (STRATEGIES["random"],) * 4, seed=1)
    assert end in "\n".join(playthrough(match, 0))
