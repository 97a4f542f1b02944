"""Whole games in words, kept as files: a change in rules, chance, strategy or story is seen.

Renew them on purpose: ``SIMKIT_RENEW=1 pytest tests/games tests/strategies``, and read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.engine.play.match import Match
from simkit.engine.play.playthrough import playthrough
from simkit.games.castaways.knobs import CastawaysKnobs
from simkit.plugins import find_game, strategies_of
from simkit.testing import check_playthrough

CASTAWAYS = find_game("castaways")
STRATEGIES = strategies_of("castaways")
GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize(
    ("names", "number"),
    [
        (("reference",), 12),
        (("random", "reference"), 3),
        (("reference", "reference", "reference"), 4),
        (("reference", "reference", "reference", "reference"), 1),
    ],
    ids=lambda value: f"{value[0]}_{len(value)}" if isinstance(value, tuple) else "",
)
def test_playthrough(names: tuple[str, ...], number: int) -> None:
    match = Match(
        CASTAWAYS, CastawaysKnobs(players=len(names)), tuple(STRATEGIES[name] for name in names), seed=2013
    )
    check_playthrough(match, number, GOLDEN / f"{names[0]}_{len(names)}.txt")


def test_a_game_that_is_stopped_says_so() -> None:
    match = Match(CASTAWAYS, CastawaysKnobs(decision_cap=9), (STRATEGIES["random"],) * 4, seed=1)
    assert "Stopped at the decision cap." in "\n".join(playthrough(match, 0))
