"""Of each game the story of a short game, and the words of the kinds of moves and events that it lacks.

Renew them on purpose: ``SIMKIT_RENEW=1 pytest tests/games/test_playthroughs.py``, and read the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from simkit.engine.base.rows import zeros
from simkit.engine.play.playthrough import playthrough
from simkit.testing import Match, find_game, strategies_of
from simkit.testing.playthroughs import check_lines

SHORT: dict[str, dict[str, Any]] = {
    "castaways": {"players": 1, "turns": (3, 3, 3, 3)},
    "nautilion": {"expansions": "all", "board": "B1", "turn_cap": 5},
    "nautilus_2002": {"players": 2, "decision_cap": 60},
    "nautilus_island": {"players": 3, "round_cap": 3},
}
"""Rules under which a game is soon over."""

MOST_NUMBER = 100


def match_of(name: str, player: str, **knobs: Any) -> Match:
    game = find_game(name)
    chosen = game.knobs.model_validate(knobs)
    return Match(game, chosen, (strategies_of(name)[player],) * game.seats_under(chosen), seed=2016)


def words_of_other_kinds(match: Match, number: int) -> Iterator[str]:
    """Yield the words of each kind of which a game has no move that could be made, or no event."""
    game, steps = match.game, list(match.walk(number))
    state = steps[1].state
    moves = {kind for step in steps for kind in step.moves["kind"].tolist()}
    happened = {kind for step in steps for kind in step.events["kind"].tolist()}
    for kind in game.moves:
        if kind.number not in moves:
            describe = partial(game.story.describe, game, state)
            yield f"{kind.name}: {_with_some_numbers(kind.number, game.move, describe)}"
    for event in game.events:
        if event.number not in happened:
            tell = partial(game.story.tell, game, state, match.rules)
            yield f"{event.name}: {_with_some_numbers(event.number, game.event, tell)}"


def _with_some_numbers(kind: int, dtype: Any, words: Callable[[Any], str | list[str]]) -> str:
    """Return the words of a move or an event all of whose numbers are the first from 1 that can be told."""
    rows = zeros(1, dtype)
    for value in range(1, MOST_NUMBER):
        for field in dtype.names:
            rows[field] = value
        rows["kind"] = kind
        with suppress(KeyError, IndexError, ValueError):
            told = words(rows if "numbers" in dtype.names else rows[0])
            return told if isinstance(told, str) else " / ".join(line.strip() for line in told)
    raise AssertionError(f"no number below {MOST_NUMBER} can be told of kind {kind}")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name == "castaways")) for name in SHORT]
)
def test_what_is_told(name: str) -> None:
    match = match_of(name, "reference", **SHORT[name])
    told = [*playthrough(match, 1, choices=True, most=2), "", *words_of_other_kinds(match, 1)]
    check_lines(told, Path(__file__).parent / name / "playthrough.txt")


@pytest.mark.parametrize(
    ("name", "player", "knobs", "end"),
    [
        ("castaways", "random", {"decision_cap": 9}, "Stopped at the decision cap."),
        ("nautilus_2002", "reference", {"round_cap": 5}, "The round cap is reached."),
        ("nautilus_2002", "reference", {"decision_cap": 40}, "The game is stopped at the decision cap."),
        (
            "nautilus_2002", "random", {"end_three": False},
            "Nobody bought, built or recovered anything in this round.",
        ),
        (
            "nautilus_2002", "reference", {"end_all": False},
            "Pieces 13, 14 and 15 of Atlantis are out, and the game is over.",
        ),
        (
            "nautilus_2002", "reference", {"end_three": False, "end_stagnation": False},
            "All pieces of Atlantis are out.",
        ),
        ("nautilus_island", "random", {"round_cap": 2}, "The round cap is reached."),
        ("nautilus_island", "random", {"decision_cap": 9}, "The game is stopped at the decision cap."),
        ("nautilus_island", "random", {"last_round": False}, "is empty, and the game is over."),
    ],
)  # fmt: skip
def test_every_end_is_told(name: str, player: str, knobs: dict[str, Any], end: str) -> None:
    match = match_of(name, player, **({"players": 2} if name == "nautilus_2002" else {}), **knobs)
    assert any(end in "\n".join(playthrough(match, number)) for number in range(3))
