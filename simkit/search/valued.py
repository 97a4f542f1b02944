"""Plays games and values each decision of some players: how much a better move would have gained."""

from __future__ import annotations

from functools import cache
from typing import Any

from simkit.compile.bind import bind
from simkit.compile.entry import compile_entry
from simkit.compile.kernel import separate_kernel
from simkit.engine.base.columns import stopped_code
from simkit.engine.base.rows import Rows, zeros
from simkit.engine.lookahead import thinking
from simkit.engine.play.loop import play_games
from simkit.engine.play.loops import look_ahead_parts
from simkit.engine.play.match import Match
from simkit.search import valuing

FIRST_ROOM = 1 << 12
"""Room for valued decisions at first; it is doubled if they do not fit."""


class ValuedMatch(Match):
    """A match in which thinking players play as their bases do, and their decisions are valued.

    Every player that is to be valued is a `ThinkingStrategy`: by its play-outs the best other move is looked
    for; half as many pairs of fresh ones value it.
    """

    def _loop(self, *, logged: bool) -> Any:
        return _compile_valuing(self.game.in_the_box)

    def value(self, numbers: range) -> Rows:
        """Play some games and return one row of `simkit.search.valuing.VALUED` for each decision.

        Raises
        ------
        StrategyFailure, BadInput
            As `play` does.
        """
        desk = self._keep_all(
            numbers, FIRST_ROOM, lambda desk, room: desk._replace(kept=zeros(room, valuing.VALUED))
        )
        found: Rows = desk.kept[: desk.book.thoughts].copy()
        return found

    def compile(self, *, logged: bool = False) -> None:
        """Compile everything that `value` needs, or load it from the cache."""
        self.value(range(0))


@cache
def _compile_valuing(game: Any) -> Any:
    """Return the compiled play loop for a game, with the valuing of moves in place of look-ahead."""
    functions, parts = look_ahead_parts(game)
    think = bind(thinking.think, thinking.compare, thinking.race, **parts)
    of_play_outs = {name: parts[name] for name in ("deal", "try_move")}
    value_moves = bind(
        valuing.value_moves,
        valuing.gain_of,
        think=separate_kernel(think),
        compare=separate_kernel(bind(thinking.compare, **of_play_outs)),
    )
    return compile_with(game, functions, value_moves, "value_games")


def compile_with(game: Any, functions: dict[str, Any], value: Any, name: str) -> Any:
    """Return the play loop of a game in which decisions are valued instead of being thought about.

    Parameters
    ----------
    game : Game
        The game.
    functions : mapping
        Its own, as kernels (`loops.look_ahead_parts`).
    value : function
        Takes the place of `thinking.think`, and keeps what it finds itself.
    name : str
        What the loop is called in the folder of compiled code.
    """
    bound = bind(
        play_games,
        **functions,
        think=separate_kernel(value),
        forget_game=thinking.forget_game,
        keep_thoughts=valuing.keep_nothing,
        stopped_code=stopped_code(game.columns),
        hides_something=game.hides_something,
        is_checked=game.is_checked,
        thinks=True,
    )
    bound.__name__ = name
    concealing = (game.conceal.__module__,) if game.conceal else ()
    home = tuple(dict.fromkeys((*game.home, *concealing)))
    return compile_entry(bound, checked=game.is_checked, home=home)
