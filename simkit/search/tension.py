"""Measures tension: when games are decided, changes of the lead, comebacks, and turns without a choice.

Some games are played.  From decisions spread over each of them, play-outs say how often every player wins
from there.  What looks lowest of many is lower than it is: so the worst moment of a player is picked by one
half of the play-outs, and how bad it was is what the other half says.

Where one plays alone or all win together, the other side is the game itself.  Where only points count, a game
is won that brings more than half of all games do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise

import numpy as np
import numpy.typing as npt

from simkit.engine.base.rows import Records
from simkit.engine.play.match import Match
from simkit.language import NOBODY
from simkit.run.findings.ceiling import is_contested
from simkit.run.games import Games
from simkit.run.work.workers import HERE, Where, in_batches
from simkit.search.regret import turns_of
from simkit.search.review import Z, error_of, valued_match
from simkit.search.valued import Course, PositionsMatch
from simkit.search.valuing import HALVES
from simkit.stats.estimates import NUMBER, SHARE, Estimate, Unit, mean_change, mean_of, unit_of, wilson

PLAYOUTS = 128
"""Play-outs of each choice."""

COMPARED = 32
"""Those of them in which other moves are tried as well."""

TRIED = 5
"""The most other moves that are tried."""

DECISIONS = 40
"""How many decisions of a game are valued on average, at most."""

SURE = 0.9
"""A game is decided when its winner's chance stays at least this high."""

LOST = 0.2
"""Who wins although their chance was once lower has come back."""

LEAD = 0.2
"""By how much a chance is higher than any other's if a player is in the lead."""

AT_ONCE = 4
"""Games of one piece of work."""

MEDIAN_OF = 1000
"""Games of which the median is won by more points than it, where only points count."""

TURNS, MOVES = "turns", "moves"

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Tension:
    """How tense games are."""

    games: int
    is_contested: bool
    """Whether players compete; else the other side is the game itself."""

    bar: float | None
    """Where one plays for points alone, those that a game has to exceed that counts as won."""

    unit: str
    unit_of_choices: str
    """What the length of games is counted in, such as "rounds", and those without a choice, "turns"; both
    "moves" where one plays alone and nothing begins a turn."""

    length: Estimate
    decided: Estimate
    """The share of a game's length after which it is decided, on average."""

    lead_changes: Estimate
    """How often the lead changes in a game on average."""

    comebacks: Estimate | None
    """The share of wins that had looked lost; None if there were no wins."""

    thrown_away: Estimate | None
    """The share of losses that had looked won; None if there were none, or where players compete."""

    forced: Estimate
    """The share of players' turns, or of moves, without anything to choose."""

    idle: Estimate
    """The share of choices at which all moves tried ended the same in every play-out."""

    worth: Estimate
    """How much more of the first objective the best move brings than the worst, on average."""

    clear: Estimate
    """The share of choices at which that is more than the error of the play-outs: a lower bound."""


@dataclass(frozen=True)
class GameCourse:
    """How a game went."""

    turns: Sequence[tuple[int, int, bool]]
    """For each move: its turn, from 1, the seat, and whether it had a choice."""

    places: Sequence[int]
    """The moves at which it was valued."""

    chances: Floats
    """How often each side wins from there, by either half of the play-outs; shape (places, halves, sides)."""

    winner: int
    """The side that won, or NOBODY."""

    idle: int
    """At how many of the places no move made a difference."""

    worth: float
    """By how much the best move is worth more than the worst, added up over the places."""

    clear: int = 0
    """At how many of the places that is more than the error of the play-outs."""

    @property
    def length(self) -> int:
        """The number of its turns."""
        return self.turns[-1][0]

    @property
    def decided(self) -> float:
        """The share of its turns after which it is decided."""
        if self.winner == NOBODY:
            return 1.0
        open_ = np.flatnonzero(self.chances.mean(axis=1)[:, self.winner] < SURE)
        first = open_[-1] + 1 if len(open_) else 0
        return 1.0 if first == len(self.places) else self.turns[self.places[first]][0] / self.length

    @property
    def lead_changes(self) -> int:
        """How often another side comes to lead clearly, at last the winner."""
        leaders = [leader for chances in self.chances.mean(axis=1) if (leader := _leader(chances)) != NOBODY]
        if self.winner != NOBODY:
            leaders.append(self.winner)
        return sum(one != other for one, other in pairwise(leaders))

    @property
    def is_comeback(self) -> bool:
        """Whether the winner's chance was once low."""
        picked, measured = self.chances[:, 0, self.winner], self.chances[:, 1, self.winner]
        return bool(measured[picked.argmin()] < LOST)

    @property
    def players_turns(self) -> list[bool]:
        """For each turn of a player whether there was a choice."""
        turns = groupby(self.turns, key=lambda move: move[:2])
        return [any(has_choice for *_, has_choice in moves) for _, moves in turns]


def _leader(chances: Floats) -> int:
    """Return the side whose chance is clearly the highest, or NOBODY."""
    second, first = np.sort(chances)[-2:]
    return int(chances.argmax()) if first - second >= LEAD else NOBODY


def measure_tension(match: Match, games: int, *, compared: int = COMPARED, workers: Where = HERE) -> Tension:
    """Measure the tension of some games.

    * `match`: the game, its rules and its players, none of whom looks ahead.
    * `compared`: play-outs of each choice in which other moves are tried as well.

    Raises BadInput if a player looks ahead, the game has no objective, or something can't be compiled.
    Raises StrategyFailure as `Match.play` does.
    """
    valued = valued_match(match, PLAYOUTS)
    reader = _Reader.of(match, compared)
    course = Course(compared, TRIED, reader.bar)
    few = min(games, 20)
    decisions = match.measure(range(few))[0] / few
    share = min(1.0, DECISIONS / max(decisions, 1.0))
    shared = valued, reader, share, course
    parts = in_batches(workers, courses_of, shared, range(games), AT_ONCE, "the course of games")
    return _summary([course for part in parts for course in part], reader)


def courses_of(
    valued: PositionsMatch, reader: _Reader, share: float, course: Course, some: range
) -> list[GameCourse]:
    """Return the course of each of some games."""
    rows = valued.value(some, share, course).rows
    results = reader.results(Games.play(reader.match, some))
    return [
        reader.game(number, rows[rows.game == number], end) for number, end in zip(some, results, strict=True)
    ]


@dataclass(frozen=True)
class _Reader:
    """Reads the course of games of a match from what play-outs say of them."""

    match: Match
    is_contested: bool
    bar: float
    compared: int = COMPARED

    @classmethod
    def of(cls, match: Match, compared: int = COMPARED) -> _Reader:
        """Return what reads the games of a match, of which that many play-outs compare moves."""
        contested = is_contested(match.game, len(match.strategies))
        reader = cls(match, contested, np.nan, compared)
        if match.game.column_of(match.game.objectives[0]).is_yes_no:
            return replace(reader, bar=0.5)
        if contested:
            return reader
        return replace(reader, bar=float(np.median(reader.results(Games.play(match, range(MEDIAN_OF))))))

    @cached_property
    def unit(self) -> str:
        """What the length of games is counted in: by events, by seats that act in turn, or by moves."""
        game = self.match.game
        if any(kind.begins_turn for kind in game.events):
            return game.length_column.unit if game.length_column else TURNS
        return TURNS if len(self.match.strategies) > 1 else MOVES

    def results(self, games: Games) -> Floats:
        """Return each seat's result in each game; more is better."""
        goal = self.match.game.objectives[0]
        values = games.values(goal.column, of_seats=goal.of == "seat").astype(np.float64)
        return (1 if goal.better == "more" else -1) * values.reshape(len(games), -1)

    def game(self, number: int, rows: Records, results: Floats) -> GameCourse:
        """Return the course of a game, given its valued positions and the seats' results."""
        stands = rows.stands
        if self.is_contested:
            chances = stands[:, :, : len(self.match.strategies)]
            best = np.flatnonzero(results == results.max())
            winner = int(best[0]) if len(best) == 1 else NOBODY
        else:
            own = np.take_along_axis(stands, rows.seat[:, None, None], axis=2)
            chances = np.concatenate([own, 1 - own], axis=2)
            winner = 0 if results.mean() > self.bar else 1
        turns = [
            (turn, int(before.state.seat), step.seat != NOBODY)
            for before, step, turn in turns_of(self.match, number)
        ]
        if self.unit == MOVES:
            turns = [(move, *rest) for move, (_, *rest) in enumerate(turns, 1)]
        worth, error = _worth(rows, self.compared)
        return GameCourse(
            turns,
            rows.moves.tolist(),
            chances,
            winner,
            int(rows.is_idle.sum()),
            float(worth.sum()),
            int((worth > Z * error).sum()),
        )


def _worth(rows: Records, compared: int) -> tuple[Floats, Floats]:
    """Return how much more the best move is worth than the worst at each decision, and its standard error.

    Both are picked by one half of the play-outs, and measured by the other.  The error is that of the lead of
    one over the other if their leads over the player's own choice go opposite ways, else less.
    """
    is_tried = rows.playouts > 0
    best = np.where(is_tried, rows.halves[:, :, 0], -np.inf).argmax(axis=1)
    worst = np.where(is_tried, rows.halves[:, :, 0], np.inf).argmin(axis=1)
    each = np.arange(len(rows))
    worth = rows.halves[each, best, 1] - rows.halves[each, worst, 1]
    squares = (np.sqrt(rows.apart[each, best]) + np.sqrt(rows.apart[each, worst])) ** 2
    return np.asarray(worth), error_of(worth, squares, compared // HALVES)


def _summary(found: Sequence[GameCourse], reader: _Reader) -> Tension:
    """Return what games come to on average; games without a decision have no course."""
    games = [course for course in found if len(course.places)]
    wins = [game for game in games if game.winner == 0 or (reader.is_contested and game.winner != NOBODY)]
    losses = [] if reader.is_contested else [game for game in games if game.winner == 1]
    turns = [course.players_turns for course in found]
    is_points = (
        not reader.is_contested and not reader.match.game.column_of(reader.match.game.objectives[0]).is_yes_no
    )
    places = [len(course.places) for course in games]
    goal = reader.match.game.column_of(reader.match.game.objectives[0])
    of_moves = replace(unit_of(goal.is_yes_no).of_changes, is_change=False)
    return Tension(
        len(found),
        reader.is_contested,
        abs(reader.bar) if is_points else None,
        reader.unit,
        MOVES if reader.unit == MOVES else TURNS,
        _mean([course.length for course in found]),
        _mean([course.decided for course in games], SHARE),
        _mean([course.lead_changes for course in games]),
        _share_of_comebacks(wins),
        _share_of_comebacks(losses),
        _share([len(choices) - sum(choices) for choices in turns], [len(choices) for choices in turns]),
        _share([course.idle for course in games], places),
        mean_change(
            np.array([game.worth for game in games]), np.array(places, np.float64), unit=of_moves, most=np.inf
        ),
        _share([course.clear for course in games], places),
    )


def _share(counts: Sequence[int], of: Sequence[int]) -> Estimate:
    """Return a share with an interval over the games."""
    return mean_change(np.array(counts, np.float64), np.array(of, np.float64), unit=SHARE)


def _share_of_comebacks(games: Sequence[GameCourse]) -> Estimate | None:
    return wilson(sum(course.is_comeback for course in games), len(games)) if games else None


def _mean(values: Sequence[float], unit: Unit = NUMBER) -> Estimate:
    found = mean_of(np.array(values, np.float64), unit)
    return replace(found, low=max(found.low, 0.0))
