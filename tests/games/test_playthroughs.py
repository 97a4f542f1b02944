"""Of each game the story of a short game, and the words of the kinds of moves and events that it lacks.

Renew them on purpose: ``SIMKIT_RENEW=1 pytest tests/games/test_playthroughs.py``, and read the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simkit.engine.base.rows import zeros
from simkit.engine.match import Match
from simkit.engine.playthrough import playthrough
from simkit.plugins import find_game, strategies_of
from simkit.testing import check_text

SHORT: dict[str, dict[str, Any]] = {
    "castaways": {"players": 2, "turns": (3, 3, 3, 3)},
    "nautilion": {"expansions": "all", "board": "B1", "turn_cap": 6},
    "nautilus_2002": {"players": 2, "round_cap": 5, "decision_cap": 50},
    "nautilus_island": {"players": 3, "round_cap": 3},
}
"""Rules under which a game is soon over."""


def match_of(name: str, *players: str, **knobs: Any) -> Match:
    game = find_game(name)
    chosen = game.knobs.model_validate(knobs)
    seats = game.seats_under(chosen)
    players = players * seats if len(players) == 1 else players
    return Match(game, chosen, tuple(strategies_of(name)[player] for player in players), seed=2016)


def words_of_other_kinds(match: Match, number: int) -> Iterator[str]:
    """Yield the words of each kind that does not occur in a game; all numbers but the kind's are 1."""
    game, steps = match.game, list(match.walk(number))
    moves = {kind for step in steps for kind in step.moves["kind"].tolist()}
    events = {kind for step in steps for kind in step.events["kind"].tolist()}
    for kind in game.moves:
        if kind.number not in moves:
            words = game.story.describe(game, steps[1].state, _ones(kind.number, game.move)[0])
            yield f"{kind.name}: {words}"
    for event in game.events:
        if event.number not in events:
            told = game.story.tell(game, steps[1].state, match.rules, _ones(event.number, steps[0].events.dtype))
            yield f"{event.name}: {' / '.join(line.strip() for line in told)}"


def _ones(kind: int, dtype: Any) -> Any:
    rows = zeros(1, dtype)
    for field in dtype.names:
        rows[field] = 1
    rows["kind"] = kind
    return rows


@pytest.mark.parametrize("name", SHORT)
def test_what_is_told(name: str) -> None:
    match = match_of(name, "reference", **SHORT[name])
    told = [*playthrough(match, 1, choices=True, most=2), "", *words_of_other_kinds(match, 1)]
    check_text(told, Path(__file__).parent / name / "playthrough.txt")
