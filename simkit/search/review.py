"""Reviews a game: how it stood at every decision, what luck brought between them, and which were mistakes.

At every decision each legal move is valued by the same number of play-outs, in which every seat's own player
goes on as it does; what the player to move cannot know is dealt anew.  From one choice to the player's next
the value changes by luck and by what others do.  At a decision it falls short of a better move's by what the
player gives away.  The better move is picked by one half of the play-outs, and what it is worth is what the
other half says: the best of many averages is too high.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import hypot

import numpy as np
import numpy.typing as npt

from simkit.engine.base.rows import Record
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.run.findings.ceiling import is_contested
from simkit.search.regret import turns_of
from simkit.search.valued import PositionsMatch, thinking_in
from simkit.search.valuing import HALVES
from simkit.stats.estimates import (
    CONFIDENCE,
    SHARE,
    Estimate,
    Unit,
    is_significant,
    unit_of,
    widened,
    wilson,
    wilson_ends,
)

PLAYOUTS = 256
"""Play-outs of each legal move, by default."""

Z = 2.0
"""Half of a 95 % interval, in standard errors."""


@dataclass(frozen=True)
class ReviewedDecision:
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
    """By how much the other half of the play-outs values the best move more than the choice; the interval is
    for all decisions of the game."""

    chances: tuple[Estimate, ...] = ()
    """Where each seat wins or loses alone, the chance of each after the choice; else empty."""

    is_shared: bool = False
    """Whether all seats win or lose together, so that `value` is that of each."""

    def value_of(self, seat: int) -> Estimate | None:
        """Return how a seat stands after the choice; None where the play-outs don't say."""
        if seat == self.seat or self.is_shared:
            return self.value
        return self.chances[seat] if self.chances else None

    @property
    def is_changed(self) -> bool:
        """Whether more has changed since the seat's last choice than the error of the play-outs."""
        return self.gained is not None and self.gained.excludes(0.0)

    @property
    def is_mistake(self) -> bool:
        """Whether the choice gave away more than the error of the play-outs."""
        return self.lost.low > 0


def review(match: Match, number: int, playouts: int = PLAYOUTS) -> list[ReviewedDecision]:
    """Return the decisions of a game, valued.

    * `match`: the game, its rules and its players, none of whom looks ahead.
    * `playouts`: of each legal move; at least two.

    Raises BadInput if a player looks ahead: its own play-outs are what `playthrough` tells of its choices.
    Raises StrategyFailure as `Match.play` does.
    """
    rows = valued_match(match, playouts).value(range(number, number + 1), 1.0).rows
    unit = unit_of(match.game.column_of(match.game.objectives[0]).is_yes_no)
    seats = len(match.strategies)
    is_contest = is_contested(match.game, seats)
    last: dict[int, Estimate] = {}
    found = []
    for row in rows:
        own = _decision(row, last.get(int(row.seat)), unit)
        chances = tuple(_chances(row, seats)) if is_contest and unit.is_share else ()
        lost = widened(own.lost, len(rows))
        found.append(replace(own, lost=lost, chances=chances, is_shared=not is_contest))
        last[own.seat] = own.value
    return found


def _chances(row: Record, seats: int) -> Iterator[Estimate]:
    """Yield how often each seat wins after the choice."""
    n = int(row.playouts[row.chosen])
    for share in row.stands.mean(axis=0)[:seats]:
        yield Estimate(float(share), *wilson_ends(float(share), n, CONFIDENCE), n, "Wilson", SHARE)


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


def _decision(row: Record, before: Estimate | None, unit: Unit) -> ReviewedDecision:
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
    return ReviewedDecision(int(row.moves) + 1, int(row.seat), own, gained, chosen, best, lost)


def _about(mean: float, squares: float, n: int, unit: Unit) -> Estimate:
    """Return a mean of n values with its interval, given the mean of their squares."""
    error = float(error_of(mean, squares, n))
    return Estimate(mean, mean - Z * error, mean + Z * error, n, "normal", unit)


def error_of(means: npt.ArrayLike, squares: npt.ArrayLike, n: int) -> npt.NDArray[np.float64]:
    """Return the standard errors of means of n values, given the means of their squares.

    One more value, off by the size of a win, is added, as in `valuing.gain_of`: few play-outs that agree
    prove little.
    """
    variances = np.maximum(np.asarray(squares) - np.square(means), 0.0)
    return np.asarray(np.sqrt((variances * n + 1.0) / (n * max(n - 1, 1))))


def half_width(estimate: Estimate) -> float:
    """Return half of an interval."""
    return (estimate.high - estimate.low) / 2


@dataclass(frozen=True)
class Turn:
    """What luck and mistakes did in a turn, from its first choice until what follows the last one."""

    turn: int
    """Which turn of the game, from 1."""

    seat: int
    luck: Estimate
    """By how much the seat's value changed: by luck, and by what others chose.  Its own mistakes are no part
    of this: play-outs make them, too, so that values count with them before they are made."""

    mistake: ReviewedDecision | None
    """The choice that gave away most, if one is a mistake."""


def turns(match: Match, number: int, found: Sequence[ReviewedDecision]) -> list[Turn]:
    """Return what luck and mistakes did in each turn in which somebody chose.

    What follows a choice until the next one belongs to the turn of the choice.

    `found`: the decisions of this game, as `review` returns them.
    """
    of_move = {move: turn for move, (_, _, turn) in enumerate(turns_of(match, number), 1)}
    ends = _ends(match, number)
    places = range(len(found))
    told = []
    for (turn, seat), group in groupby(places, lambda at: (of_move[found[at].move], found[at].seat)):
        first, *_, last = [*group] * 2
        known = (at for at in places if at > last and found[at].value_of(seat) is not None)
        until = next(known, None)
        start = found[first].value
        end = ends[seat] if until is None else found[until].value_of(seat)
        assert end is not None
        change, half = end.value - start.value, hypot(half_width(start), half_width(end))
        luck = Estimate(change, change - half, change + half, start.n, "difference", start.unit.of_changes)
        mistakes = [mistake for mistake in found[first : last + 1] if mistake.is_mistake]
        told.append(Turn(turn, seat, luck, max(mistakes, key=lambda error: error.lost.value, default=None)))
    return told


def deciding(told: Sequence[Turn], most: int = 3) -> list[Turn]:
    """Return the turns in which luck and mistakes moved most, beyond the error of play-outs, in order."""

    def moved(turn: Turn) -> float:
        luck = abs(turn.luck.value) if is_significant(turn.luck, len(told)) else 0.0
        return luck + (turn.mistake.lost.value if turn.mistake else 0.0)

    ranked = sorted((turn for turn in told if moved(turn)), key=moved, reverse=True)[:most]
    return [turn for turn in told if turn in ranked]


def _ends(match: Match, number: int) -> list[Estimate]:
    """Return what each seat came to at the end, as decisions are valued."""
    goal = match.game.objectives[0]
    rows, seat_rows = match.play(number, 1)
    values = np.asarray((seat_rows if goal.of == "seat" else rows)[goal.column]).astype(np.float64).ravel()
    signed = np.broadcast_to(values if goal.better == "more" else -values, len(match.strategies))
    return [Estimate(float(value), float(value), float(value), 1, "outcome") for value in signed]
