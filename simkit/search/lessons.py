"""Lets a strategy learn from look-ahead: every move of a decision is valued once, and anybody asked later.

Whole games say little about a weight: luck decides most of them.  A lesson is one decision, with what each
legal move comes to if the player goes on as they do; under the same chance, so that most luck cancels out.
To ask a strategy with other weights what it would choose in ten thousand lessons takes some hundredths of a
second, and what its choices are worth more than those made is known at once.

Values hold for who goes on as the player did.  So weights that were learnt are to be played with, and lessons
taken anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import joblib
import numpy as np
import numpy.typing as npt

from simkit.engine.base.rows import zeros
from simkit.engine.contract.game import Game
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.player import FLAT
from simkit.engine.contract.strategy import Strategy
from simkit.engine.contract.thinker import thinking
from simkit.engine.lookahead.desk import GOALS
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.search.regret import Question
from simkit.search.taught import TaughtMatch, choices
from simkit.search.teaching import Pages, lesson_layout
from simkit.stats.estimates import Estimate, mean_change

GAMES = 1000
PLAYOUTS = 64
"""Of each legal move.  Few and many decisions teach more than many play-outs of few."""

SHARE = 0.2
"""Of the decisions of a game that become lessons: those of one game have much in common."""

AT_ONCE = 8
"""Games of one piece of work."""

ONLY_FIRST = (1.0, *(0.0,) * (len(GOALS) - 1))
"""What each goal counts if nothing else is said."""


@dataclass(frozen=True)
class Lessons:
    """Decisions of one setting, each with what every legal move is worth.

    Parameters
    ----------
    match : Match
        The game, its rules, and who played; the first player is the one that was taught.
    pages : Pages
        The decisions and the states in which they were made.
    games : int
        Of how many games they are.
    """

    match: Match
    pages: Pages
    games: int

    def __len__(self) -> int:
        return len(self.pages.lessons)

    def choices(
        self, strategy: Strategy, parameters: Mapping[str, float] | None = None
    ) -> npt.NDArray[np.int64]:
        """Return the index of the move that a strategy chooses in each lesson."""
        return choices(strategy, parameters or {}, self.match, self.pages)

    def worth(self, weights: tuple[float, ...] = ONLY_FIRST) -> npt.NDArray[np.float64]:
        """Return what each legal move of each lesson is worth more than the one chosen then.

        Parameters
        ----------
        weights : tuple of float
            What each goal counts (`simkit.engine.lookahead.desk.GOALS`).

        Returns
        -------
        float array, shape (lessons, legal moves of the game at most)
            What is no legal move is -inf.
        """
        lessons = self.pages.lessons
        values: npt.NDArray[np.float64] = lessons.values @ np.array(weights)
        own = np.take_along_axis(values, lessons.chosen[:, None], axis=1)
        places = np.arange(values.shape[1])
        return np.where(places < lessons.listed[:, None], values - own, -np.inf)

    def gains(
        self, chosen: npt.NDArray[np.int64], weights: tuple[float, ...] = ONLY_FIRST
    ) -> npt.NDArray[np.float64]:
        """Return by how much choices are worth more than those that were made, for each lesson."""
        gained: npt.NDArray[np.float64] = np.take_along_axis(self.worth(weights), chosen[:, None], axis=1)[
            :, 0
        ]
        return gained

    def gain(self, chosen: npt.NDArray[np.int64], weights: tuple[float, ...] = ONLY_FIRST) -> Estimate:
        """Return by how much choices are worth more per lesson, with the interval that games give it."""
        game = self.pages.lessons.game
        gained = np.bincount(game, self.gains(chosen, weights), minlength=self.games).astype(np.float64)
        counts = np.bincount(game, minlength=self.games).astype(np.float64)
        return mean_change(gained, counts)

    def half(self, which: int) -> Lessons:
        """Return the lessons of the games with even numbers (0), or of those with odd ones (1)."""
        own = self.pages.lessons.game % 2 == which
        return replace(self, pages=Pages(self.pages.lessons[own], self.pages.states[own]))

    def save(self, file: Path) -> None:
        """Keep the lessons in a file."""
        arrays = {name: page.view(np.uint8) for name, page in self.pages._asdict().items()}
        np.savez_compressed(file, made_of=_made_of(self.match), games=self.games, **arrays)


def goal_of(game: Game, objective: Objective) -> tuple[float, ...]:
    """Return the weights of goals with which only an objective of a game counts."""
    goals = (*game.objectives, *([game.progress] if game.progress else []))
    place = goals.index(objective)
    return tuple(1.0 if goal == place else 0.0 for goal in range(len(GOALS)))


def load_lessons(file: Path, question: Question) -> Lessons:
    """Return lessons that were kept.

    Raises
    ------
    BadInput
        If they are of another game, other rules or other players, or of code in which states look otherwise.
    """
    match = question.match()
    with np.load(file) as found:
        if str(found["made_of"]) != _made_of(match):
            raise BadInput(f"{file}: these lessons are of another setting: take them anew")
        lessons = _records(found["lessons"], lesson_layout(match.game.max_moves))
        return Lessons(
            match, Pages(lessons, _records(found["states"], match.game.state)), int(found["games"])
        )


def take_lessons(
    question: Question,
    *,
    games: int | range = GAMES,
    playouts: int = PLAYOUTS,
    share: float = SHARE,
    jobs: int = -1,
    tell: Callable[[int], None] = lambda played: None,
) -> Lessons:
    """Play games and return lessons of the player asked about, and of all players who are the same.

    Parameters
    ----------
    question : Question
        Whose decisions, and where.
    games : int or range
        How many games, or which.
    playouts : int
        Of each legal move.
    share : float
        Of the decisions that become lessons.
    jobs : int
        Workers at once; -1 means one per core.
    tell : callable
        Is given the number of games played, from time to time.

    Raises
    ------
    StrategyFailure, BadInput
        As `Match.play` does.
    """
    match = _taught(question, playouts)
    match.compile()
    numbers = games if isinstance(games, range) else range(games)
    calls = (
        joblib.delayed(match.teach)(numbers[at : at + AT_ONCE], share)
        for at in range(0, len(numbers), AT_ONCE)
    )
    parts: list[Pages] = []
    for part in joblib.Parallel(n_jobs=jobs, prefer="threads", return_as="generator")(calls):
        parts.append(part)
        tell(min(len(numbers), AT_ONCE * len(parts)))
    pages = Pages(*(np.concatenate(own).view(np.recarray) for own in zip(*parts, strict=True)))
    return Lessons(question.match(), pages, max(numbers, default=-1) + 1)


def _taught(question: Question, playouts: int) -> TaughtMatch:
    own = question.parameters[question.asked]
    pupil = (
        thinking(question.strategies[question.asked], question.opponents, FLAT),
        {**own, "playouts": playouts},
    )
    players = zip(question.strategies, question.parameters, question.is_asked, strict=True)
    seated = [pupil if asked else (other, dict(chosen)) for other, chosen, asked in players]
    strategies, parameters = zip(*seated, strict=True)
    return TaughtMatch(question.game, question.knobs, strategies, parameters, question.seed)


def _made_of(match: Match) -> str:
    """Return in words what lessons of a match are made of."""
    players = [(s.name, dict(chosen)) for s, chosen in zip(match.strategies, match.parameters, strict=True)]
    return f"{match.game.name} {match.knobs.as_json()} {players} {match.game.state} {match.game.max_moves}"


def _records(raw: npt.NDArray[np.uint8], layout: np.dtype[np.void]) -> npt.NDArray[np.void]:
    rows = zeros(len(raw) // layout.itemsize, layout)
    rows.view(np.uint8)[:] = raw
    return rows  # type: ignore[no-any-return]
