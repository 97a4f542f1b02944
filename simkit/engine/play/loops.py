"""Compiles the play loop for a game, with or without look-ahead.

A game is a `Game`, whose module asks this one.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from simkit.compile.bind import bind
from simkit.compile.entry import compile_entry, is_cold
from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.columns import stopped_code
from simkit.engine.lookahead import arms, playouts, thinking, tree
from simkit.engine.lookahead.arena import words_layout
from simkit.engine.lookahead.desk import GOALS, goals_layout, how_to_weigh
from simkit.engine.play.concealing import hide_nothing
from simkit.engine.play.loop import play_games

FUNCTIONS = ("setup", "options", "apply", "outcome")
"""The functions of a game that the play loop calls."""


def loop_name(*, logged: bool, thinks: bool) -> str:
    """Return the name of a play loop in the cache of compiled code."""
    return f"{'log' if logged else 'play'}{'_thinking' if thinks else ''}_games"


def is_loop_cold(game: Any, *, logged: bool, thinks: bool) -> bool:
    """Return True if this play loop of a game is not compiled yet."""
    return is_cold(loop_name(logged=logged, thinks=thinks), *_home(game, thinks), checked=game.is_checked)


@cache
def compile_loop(game: Any, *, logged: bool, thinks: bool) -> Any:
    """Return the compiled play loop with a game's functions inlined."""
    bound = bind(
        play_games,
        **(_with_look_ahead(game) if thinks else _without(game)),
        stopped_code=stopped_code(game.columns),
        hides_something=game.hides_something,
        is_checked=game.is_checked,
        thinks=thinks,
    )
    bound.__name__ = loop_name(logged=logged, thinks=thinks)
    return compile_entry(bound, checked=game.is_checked, home=_home(game, thinks))


def _home(game: Any, thinks: bool) -> tuple[str, ...]:
    concealing = (game.conceal.__module__,) if thinks and game.conceal else ()
    return tuple(dict.fromkeys((*game.home, *concealing)))


def _without(game: Any) -> dict[str, Any]:
    functions = {name: kernel(getattr(game, name)) for name in FUNCTIONS}
    return {**functions, "think": None, "forget_game": None, "keep_thoughts": None}


def _with_look_ahead(game: Any) -> dict[str, Any]:
    """Return what the loop calls where players think; play-outs share the game's functions as kernels."""
    functions, parts = look_ahead_parts(game)
    return {
        **functions,
        "think": separate_kernel(bind(thinking.think, *(thinking.compare, thinking.race), **parts)),
        "forget_game": thinking.forget_game,
        "keep_thoughts": arms.keep_thoughts,
    }


def look_ahead_parts(game: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a game's functions as kernels, and the look-ahead functions bound to them for `thinking`."""
    functions = {name: separate_kernel(bind(getattr(game, name))) for name in FUNCTIONS}
    goals = [*game.objectives, *([game.progress] if game.progress else [])][: len(GOALS)]
    missing = [""] * (len(GOALS) - len(goals))
    of_game = [goal.column if goal.of == "game" else "" for goal in goals] + missing
    of_seat = [goal.column if goal.of == "seat" else "" for goal in goals] + missing
    weighed = how_to_weigh(goals, [game.column_of(goal) for goal in goals])
    are_yes_no = weighed.pop("are_yes_no")
    try_move = bind(
        playouts.try_move,
        *(playouts.reach, playouts.play_out, playouts.begin_with),
        choose=_tree_choice(game),
        options=functions["options"],
        apply=functions["apply"],
        outcome=functions["outcome"],
        stopped_code=stopped_code(game.columns),
        is_checked=game.is_checked,
        game_goals=goals_layout(game.row, of_game),
        seat_goals=goals_layout(game.seat_row, of_seat),
        **weighed,
    )
    parts = {
        "deal": separate_kernel(bind(playouts.deal, conceal=kernel(game.conceal or hide_nothing))),
        "try_move": separate_kernel(try_move),
        "weigh": separate_kernel(bind(playouts.weigh, are_yes_no=are_yes_no)),
    }
    return functions, parts


def _tree_choice(game: Any) -> Any:
    """Return `tree.choose` bound to a game's layouts."""
    choose = bind(
        tree.choose,
        *(tree.key_of, tree.identity, tree.find, tree.untried, tree.add, tree.change, tree.select),
        table_words=words_layout(game.table),
        seat_words=words_layout(game.seat_record),
        move_words=words_layout(game.move),
    )
    return separate_kernel(choose)
