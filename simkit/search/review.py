"""Reviews a game: how it stood at every decision, what luck brought between them, and which were mistakes.

At every decision each legal move is valued by the same number of play-outs, in which all players go on as
they do; what the player cannot know is dealt anew.  From one choice to the player's next the value changes by
luck and by what others do.  At a decision it falls short of the best move's by what the player gives away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from simkit.engine.base.rows import Record
from simkit.engine.contract.objectives import measure_in_words
from simkit.engine.contract.player import FLAT
from simkit.engine.contract.thinker import base_of, thinking
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.search.valued import PositionsMatch

PLAYOUTS = 256
"""Play-outs of each legal move, by default."""

SURELY = 2.0
"""The lead of another move, in standard errors, from which the choice is called a mistake."""


@dataclass(frozen=True)
class Decision:
    """A decision of a game, valued.

    Parameters
    ----------
    move : int
        Which move of the game it was, from 1.
    seat : int
        Whose, from 0.
    value : float
        The first objective on average after the choice, better if more: a chance between 0 and 1, or points.
    gained : float or None
        By how much that is more than after the seat's last choice: luck, and what others did.
    chosen, best : int
        The index of the choice among the legal moves, and of the move with the highest value.
    lost : float
        By how much the best move's value is higher.
    is_mistake : bool
        Whether that is beyond the error of the play-outs.
    """

    move: int
    seat: int
    value: float
    gained: float | None
    chosen: int
    best: int
    lost: float
    is_mistake: bool


def review(match: Match, number: int, playouts: int = PLAYOUTS) -> list[Decision]:
    """Return the decisions of a game, valued.

    Parameters
    ----------
    match : Match
        The game, its rules and its players, none of whom looks ahead.
    number : int
        Which game.
    playouts : int
        Of each legal move; at least two.

    Raises
    ------
    BadInput
        If a player looks ahead: its own play-outs are what `playthrough` tells of its choices.
    StrategyFailure
        As `Match.play` does.
    """
    rows = valued_match(match, playouts).value(range(number, number + 1), 1.0).rows
    last: dict[int, float] = {}
    found = []
    for row in rows:
        found.append(_decision(row, last.get(int(row.seat)), playouts))
        last[found[-1].seat] = found[-1].value
    return found


def valued_match(match: Match, playouts: int) -> PositionsMatch:
    """Return a match in which each decision of all players is valued, by some play-outs of every move.

    Raises
    ------
    BadInput
        If a player looks ahead, or the game declares no objective.
    """
    if match.thinks:
        raise BadInput(
            "a player of this game looks ahead, and can't be reviewed by play-outs without look-ahead; "
            "--choices says what it found"
        )
    if not match.game.objectives:
        raise BadInput(f"{match.game.title} declares no objective, by which positions could be valued")
    thinkers = tuple(thinking(base_of(strategy), None, FLAT) for strategy in match.strategies)
    numbers = tuple({**own, "playouts": float(playouts)} for own in match.parameters)
    return PositionsMatch(match.game, match.knobs, thinkers, numbers, match.seed)


def _decision(row: Record, before: float | None, playouts: int) -> Decision:
    values = row["values"][: row.listed, 0]
    chosen, best = int(row.chosen), int(np.argmax(values))
    value, lost = float(values[chosen]), float(values[best] - values[chosen])
    # Of a difference of two chances, under the same chance of play-outs at most this; of points it is scaled.
    error = sqrt(max(lost * (1 - lost), 0.0) / playouts) if 0 <= lost <= 1 else 0.0
    is_mistake = best != chosen and lost > SURELY * error + 1 / playouts
    gained = None if before is None else value - before
    return Decision(int(row.moves) + 1, int(row.seat), value, gained, chosen, best, lost, is_mistake)


BAR = 10
"""The length of the bar for a chance of 100 %, in characters."""


@dataclass(frozen=True)
class Reviewed:
    """A game with its decisions valued, in words.

    Parameters
    ----------
    match : Match
        The game.
    number : int
        Which.
    found : sequence of Decision
        Its decisions.
    """

    match: Match
    number: int
    found: Sequence[Decision]

    @classmethod
    def of(cls, match: Match, number: int) -> Reviewed:
        """Review a game, as `review` does."""
        return cls(match, number, review(match, number))

    def notes(self) -> dict[int, str]:
        """Return a line for each decision: how it stands now, what luck brought, and what would be better."""
        words = self._words_of_moves()
        return {own.move: f"  {self._note(own, words[own.move])}" for own in self.found}

    def summary(self) -> list[str]:
        """Return lines about the turning points and the mistakes."""
        luck, mistakes = turning_points(self.found)
        words = self._words_of_moves()
        lines = ["", "Review"]
        if luck:
            said = "; ".join(f"{self._gain(own)} before move {own.move}{self._whose(own)}" for own in luck)
            lines.append(f"  What luck and others changed most: {said}.")
        if mistakes:
            said = "; ".join(
                f"{self._size(own.lost)} at move {own.move}{self._whose(own)}, better: {better}"
                for own in mistakes
                for better in [words[own.move][own.best]]
            )
            lines.append(f"  What choices gave away: {said}.")
        elif self.found:
            lines.append(
                f"  No choice surely gave anything away, as far as {PLAYOUTS} play-outs a move show it."
            )
        return lines

    def _words_of_moves(self) -> dict[int, list[str]]:
        """Return all legal moves in words, by the number of the move."""
        story, game = self.match.game.story, self.match.game
        steps = enumerate(self.match.walk(self.number))
        decided = {own.move for own in self.found}
        return {
            made: [story.describe(game, step.state, move) for move in step.moves]
            for made, step in steps
            if made in decided
        }

    def _note(self, own: Decision, words: Sequence[str]) -> str:
        bar = "█" * round(BAR * own.value) + "░" * (BAR - round(BAR * own.value)) if self._is_share else ""
        parts = [f"{bar} {self._measure}{self._whose(own)} {self._value(own.value)}".strip()]
        if own.gained is not None and abs(own.gained) >= (0.005 if self._is_share else 0.05):
            parts.append(f"{self._gain(own)} since its last choice")
        if own.is_mistake:
            parts.append(f"a mistake of {self._size(own.lost)}: better {words[own.best]}")
        return "; ".join(parts)

    @property
    def _is_share(self) -> bool:
        return self.match.game.column_of(self.match.game.objectives[0]).is_yes_no

    @property
    def _measure(self) -> str:
        goal = self.match.game.objectives[0]
        return (
            f"chance of '{goal.column}'"
            if self._is_share
            else measure_in_words(self.match.game.column_of(goal))
        )

    def _whose(self, own: Decision) -> str:
        return f" (seat {own.seat + 1})" if len(self.match.strategies) > 1 else ""

    def _value(self, value: float) -> str:
        goal = self.match.game.objectives[0]
        return (
            f"{100 * value:.0f} %" if self._is_share else f"{value if goal.better == 'more' else -value:.1f}"
        )

    def _size(self, value: float) -> str:
        return f"{100 * value:.0f} points" if self._is_share else f"{value:.1f}"

    def _gain(self, own: Decision) -> str:
        gained = own.gained or 0.0
        sign = "+" if gained > 0 else "\N{MINUS SIGN}"
        return f"{sign}{self._size(abs(gained))}"


def turning_points(found: Sequence[Decision], most: int = 3) -> tuple[list[Decision], list[Decision]]:
    """Return the decisions before which most changed by luck, and the worst mistakes, in the game's order."""
    by_luck = sorted((own for own in found if own.gained), key=lambda own: -abs(own.gained or 0.0))[:most]
    mistakes = sorted((own for own in found if own.is_mistake), key=lambda own: -own.lost)[:most]
    return sorted(by_luck, key=lambda own: own.move), sorted(mistakes, key=lambda own: own.move)
