"""Tells a game of Pig in sentences."""

from __future__ import annotations

from typing import Any

ROLLED = 1  # seat, face
LOST_TURN = 2  # seat, total lost
BANKED = 3  # seat, total, score


class PigStory:
    """The story of a game of Pig."""

    def begin(self, game_state: Any, rules: Any, log: Any) -> list[str]:
        """Return the sentences about the set-up."""
        return [f"First to {rules.target} wins; the die has {rules.sides} sides. Seat 0 begins."]

    def tell(self, game_state: Any, rules: Any, log: Any) -> list[str]:
        """Return the sentences about the move just made."""
        sentences = {
            ROLLED: "Seat {a} rolls a {b}.",
            LOST_TURN: "  The turn is over, {b} points are lost.",
            BANKED: "Seat {a} holds: {b} points, now {c}.",
        }
        return [sentences[int(e.kind)].format(a=e.a, b=e.b, c=e.c) for e in log]

    def describe(self, move: Any) -> str:
        """Return one legal move in words."""
        return "hold" if move.hold else "roll"

    def end(self, game_state: Any, rules: Any, outcome: Any) -> list[str]:
        """Return the sentences about how the game ended."""
        scores = game_state.table.scores
        if outcome.end:
            return [f"Stopped at the decision cap, {scores[0]} to {scores[1]}."]
        return [f"Seat {0 if scores[0] >= rules.target else 1} wins, {scores[0]} to {scores[1]}."]
