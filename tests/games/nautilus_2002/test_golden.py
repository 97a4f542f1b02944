"""Whole games in words, kept as files: a change in rules, chance, strategy or story is seen.

Renew them on purpose: ``SIMKIT_RENEW=1 pytest tests/games tests/strategies``, and read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.engine.play.match import Match
from simkit.engine.play.playthrough import playthrough
from simkit.games.nautilus_2002.rules import Nautilus2002Knobs
from simkit.plugins import find_game, strategies_of
from simkit.testing import check_playthrough

GAME = find_game("nautilus_2002")
STRATEGIES = strategies_of("nautilus_2002")
GOLDEN = Path(__file__).parent / "golden"


def match_of(*names: str, **knobs: object) -> Match:
    chosen = Nautilus2002Knobs(players=len(names), **knobs)
    return Match(GAME, chosen, tuple(STRATEGIES[name] for name in names), seed=2002)


@pytest.mark.parametrize(
    ("names", "number"),
    [
        (("random", "reference"), 5),
        (("reference", "reference", "random"), 2),
        (("reference", "random", "reference", "reference"), 8),
    ],
    ids=lambda value: str(len(value)) if isinstance(value, tuple) else "",
)
def test_playthrough(names: tuple[str, ...], number: int) -> None:
    """Of two players the game whole, of more some rounds: with all legal moves it is a long text."""
    knobs = {} if len(names) == 2 else {"round_cap": 6}
    check_playthrough(match_of(*names, **knobs), number, GOLDEN / f"{len(names)}_players.txt")


@pytest.mark.parametrize(
    ("name", "knobs", "end"),
    [
        ("reference", {"round_cap": 5}, "The round cap is reached."),
        ("reference", {"decision_cap": 40}, "The game is stopped at the decision cap."),
        ("random", {"end_three": False}, "Nobody bought, built or recovered anything in this round."),
        ("reference", {"end_all": False}, "Pieces 13, 14 and 15 of Atlantis are out, and the game is over."),
        ("reference", {"end_three": False, "end_stagnation": False}, "All pieces of Atlantis are out."),
    ],
)
def test_every_end_is_reported(name: str, knobs: dict[str, object], end: str) -> None:
    match = match_of(*(name,) * 2, **knobs)
    assert any(end in "\n".join(playthrough(match, number)) for number in range(3))
