"""Reviews a game: how it stood at every decision, what luck brought between them, and which were mistakes.

At every decision each legal move is valued by the same number of play-outs, in which every seat's own player
goes on as it does; what the player to move cannot know is dealt anew.  From one choice to the player's next
the value changes by luck and by what others do.  At a decision it falls short of a better move's by what the
player gives away.  The better move is picked by one half of the play-outs, and what it is worth is what the
other half says: the best of many averages is too high.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt

import numpy as np

from simkit.engine.base.rows import Record
from simkit.engine.contract.objectives import measure_in_words
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.search.valued import PositionsMatch, thinking_in
from simkit.search.valuing import HALVES
from simkit.stats.estimates import Estimate, Unit, unit_of, wilson

PLAYOUTS = 256
"""Play-outs of each legal move, by default."""

Z = 2.0
"""Half of a 95 % interval, in standard errors."""


@dataclass(frozen=True)
class Decision:
    """A decision of a game, valued."""

    move: int
    """Which move of the game it was, from 1."""

    seat: int
    """Whose, from 0."""

    value: Estimate
    """The first objective on average after the choice, better if more: points, or a chance from 0 to 1."""

    gained: Estimate | None
    """By how much `value` is more than after the seat's last choice: luck, and what others did."""

    chosen: int
    best: int
    """Of the legal moves, the index of the choice, and of what one half of the play-outs finds best."""

    lost: Estimate
    """By how much the other half of the play-outs values the best move more than the choice."""

    @property
    def is_changed(self) -> bool:
        """Whether more has changed since the seat's last choice than the error of the play-outs."""
        return self.gained is not None and self.gained.excludes(0.0)

    @property
    def is_mistake(self) -> bool:
        """Whether the choice gave away more than the error of the play-outs."""
        return self.lost.low > 0


def review(match: Match, number: int, playouts: int = PLAYOUTS) -> list[Decision]:
    """Return the decisions of a game, valued.

    Parameters
    ----------
    match : Match
        The game, its rules and its players, none of whom looks ahead.
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
    unit = unit_of(match.game.column_of(match.game.objectives[0]).is_yes_no)
    last: dict[int, Estimate] = {}
    found = []
    for row in rows:
        found.append(_decision(row, last.get(int(row.seat)), unit))
        last[found[-1].seat] = found[-1].value
    return found


def valued_match(match: Match, playouts: int) -> PositionsMatch:
    """Return a match in which each decision of all players is valued, by some play-outs of every move."""
    if match.thinks:
        raise BadInput(
            "a player of this game looks ahead, and can't be reviewed by play-outs without look-ahead; "
            "--choices says what it found"
        )
    if not match.game.objectives:
        raise BadInput(f"{match.game.title} declares no objective, by which positions could be valued")
    return all_valued(match, playouts)


def all_valued(match: Match, playouts: int) -> PositionsMatch:
    """Return a match in which each decision of all players is valued; who looks ahead plays as its base."""
    return thinking_in(PositionsMatch, match, playouts=float(playouts))


def _decision(row: Record, before: Estimate | None, unit: Unit) -> Decision:
    chosen, n = int(row.chosen), int(row.playouts[row.chosen])
    picks, measures = row.halves[: row.listed].T
    best = int(np.argmax(picks))
    value = float(row["values"][chosen, 0])
    own = _about(value, float(row.squares[chosen]), n, unit)
    if unit.is_share:
        own = wilson(round(value * n), n) if value >= 0 else -wilson(round(-value * n), n)
    apart = float(measures[best] - measures[chosen])
    lost = _about(apart, float(row.apart[best]), n // HALVES, unit.of_changes)
    if best == chosen:
        lost = replace(lost, value=0.0, low=0.0, high=0.0, n=n)
    gained = None
    if before is not None:
        change, half = value - before.value, hypot(half_width(own), half_width(before))
        gained = Estimate(change, change - half, change + half, n, "difference", unit.of_changes)
    return Decision(int(row.moves) + 1, int(row.seat), own, gained, chosen, best, lost)


def _about(mean: float, squares: float, n: int, unit: Unit) -> Estimate:
    """Return a mean of n values with its interval, given the mean of their squares.

    One more value, off by the size of a win, is added, as in `valuing.gain_of`: few play-outs that agree
    prove little.
    """
    error = sqrt((max(squares - mean * mean, 0.0) * n + 1.0) / (n * max(n - 1, 1)))
    return Estimate(mean, mean - Z * error, mean + Z * error, n, "normal", unit)


def half_width(own: Estimate) -> float:
    """Return half of an interval."""
    return (own.high - own.low) / 2


BAR = 10
"""The length of the bar for a chance of 100 %, in characters."""


@dataclass(frozen=True)
class Reviewed:
    """A game with its decisions valued, in words."""

    match: Match
    number: int
    found: Sequence[Decision]
    playouts: int = PLAYOUTS
    """Of each legal move."""

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
        goes_on = "every seat's own player" if len(self.match.strategies) > 1 else "the player"
        lines = [
            "",
            "Review",
            f"  {self.playouts} play-outs of each legal move, in which {goes_on} goes on.",
            "  After \N{PLUS-MINUS SIGN}: the longer side of the 95 % interval.",
        ]
        if luck:
            said = "; ".join(f"{own.gained:side} before move {own.move}{self._whose(own)}" for own in luck)
            lines.append(f"  What luck and others changed most: {said}.")
        if mistakes:
            said = "; ".join(
                f"{own.lost:plain side} at move {own.move}{self._whose(own)}, better: {better}"
                for own in mistakes
                for better in [words[own.move][own.best]]
            )
            lines.append(f"  What choices gave away: {said}.")
        elif self.found:
            lines.append(
                f"  No choice surely gave anything away, as far as {self.playouts} play-outs a move show it."
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
        full = round(BAR * self._as_measured(own.value).value)
        bar = "█" * full + "░" * (BAR - full) if self._is_share else ""
        parts = [f"{bar} {self._measure}{self._whose(own)} {self._value(own.value)}".strip()]
        if own.is_changed:
            parts.append(f"{own.gained:side} since its last choice")
        if own.is_mistake:
            parts.append(f"a mistake of {own.lost:plain side}: better {words[own.best]}")
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

    def _as_measured(self, value: Estimate) -> Estimate:
        return value if self.match.game.objectives[0].better == "more" else -value

    def _value(self, value: Estimate) -> str:
        return f"{self._as_measured(value):side}"


def turning_points(found: Sequence[Decision], most: int = 3) -> tuple[list[Decision], list[Decision]]:
    """Return the decisions before which most changed by luck, and the worst mistakes, in the game's order."""
    changed = [(abs(own.gained).value, own) for own in found if own.gained and own.is_changed]
    by_luck = [own for _, own in sorted(changed, key=lambda pair: pair[0])[-most:]]
    mistakes = sorted((own for own in found if own.is_mistake), key=lambda own: -own.lost.value)[:most]
    return sorted(by_luck, key=lambda own: own.move), sorted(mistakes, key=lambda own: own.move)
