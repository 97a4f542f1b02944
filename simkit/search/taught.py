"""Plays games in which decisions of some players are kept as lessons, and asks players about them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.compile.bind import bind
from simkit.compile.entry import compile_entry
from simkit.compile.kernel import kernel
from simkit.engine.base.chance import CHANCE
from simkit.engine.base.parameters import PARAMETERS
from simkit.engine.base.rows import zeros
from simkit.engine.contract.strategy import Strategy
from simkit.engine.contract.thinker import ThinkingStrategy
from simkit.engine.lookahead.desk import Desk
from simkit.engine.play.loops import look_ahead_parts
from simkit.engine.play.match import Match
from simkit.search import teaching
from simkit.search.teaching import PUPIL, Pages, lesson_layout
from simkit.search.valued import compile_with

FIRST_ROOM = 1 << 8
"""Lessons for which there is room while games are played."""


class TaughtMatch(Match):
    """A match whose thinking players play as their bases do, and whose decisions become lessons."""

    def _loop(self, *, logged: bool) -> Any:
        return _compile_teaching(self.game.in_the_box)

    def teach(self, numbers: range, share: float) -> Pages:
        """Play some games and return a lesson for each decision that is drawn.

        Parameters
        ----------
        numbers : range
            The games.
        share : float
            Of the decisions, drawn by chance, that are valued; each legal move by as many play-outs as the
            player has per decision.

        Raises
        ------
        StrategyFailure, BadInput
            As `play` does.
        """

        def prepare(desk: Desk, room: int) -> Desk:
            pupils = zeros(len(desk.thinkers), PUPIL)
            pupils.playouts = desk.thinkers.playouts
            pupils.share = share
            pages = Pages(zeros(room, lesson_layout(self.game.max_moves)), zeros(room, self.game.state))
            return desk._replace(kept=pages, thinkers=pupils)

        desk = self._keep_all(numbers, FIRST_ROOM, prepare)
        found = int(desk.book.thoughts)
        return Pages(*(page[:found].copy() for page in desk.kept))

    def compile(self, *, logged: bool = False) -> None:
        """Compile everything that `teach` needs, or find it compiled on disk."""
        self.teach(range(0), 0.0)


def choices(
    strategy: Strategy, parameters: Mapping[str, float], match: Match, pages: Pages
) -> npt.NDArray[np.int64]:
    """Return the index of the move that a strategy chooses in each lesson of a match.

    Raises
    ------
    BadInput
        If the strategy can't be compiled.
    """
    assert not isinstance(strategy, ThinkingStrategy)
    game = match.game
    row = zeros(1, PARAMETERS)[0]
    row.values[:] = strategy.parameter_row(parameters)
    chosen = np.zeros(len(pages.lessons), dtype=np.int64)
    workspace = (zeros(1, game.state), zeros(1, game.room)[0], zeros(1, CHANCE)[0])
    ask = _compile_asking(game.in_the_box)
    ask((strategy.compile(game),), (match.rules, row, match.seed), pages, workspace, chosen)
    return chosen


@cache
def _compile_teaching(game: Any) -> Any:
    """Return the play loop with a game's functions inside it, and the valuing of all moves."""
    functions, parts = look_ahead_parts(game)
    value_all = bind(teaching.value_all, **{name: parts[name] for name in ("deal", "try_move")})
    return compile_with(game, functions, value_all, "teach_games")


@cache
def _compile_asking(game: Any) -> Any:
    """Return `teaching.choose_anew` with a game's rules inside it."""
    bound = bind(teaching.choose_anew, options=kernel(game.options))
    return compile_entry(bound, checked=game.is_checked, home=game.home)
