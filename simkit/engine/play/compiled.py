"""The compiled code of a game: its rules, its play loops with and without look-ahead, and its `conceal`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import FunctionType
from typing import Any

from simkit.compile.entry import INTEGER, Layouts, compile_entry, is_cold, record, records, signature
from simkit.compile.errors import why_not_compiled
from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.made import BOUND_LATER, bind
from simkit.engine.base.chance import CHANCE, draw_anew
from simkit.engine.base.columns import stopped_code
from simkit.engine.base.events import log_layout
from simkit.engine.contract.game import Game
from simkit.engine.lookahead import candidates, playouts, restricted, solving, thinking, tree
from simkit.engine.lookahead.memory import goals_of, words_layout
from simkit.engine.play.loop import play_games

_conceal: Any = BOUND_LATER  # a game's own


def hide_nothing(state: Any, seat: Any, chance: Any) -> None:
    """Conceal nothing, for a game in which only future random numbers are hidden."""


def conceal_all(state: Any, seat: Any, chance: Any) -> None:
    """Deal anew what the game hides, and give the game's random numbers a new key."""
    _conceal(state, seat, chance)
    draw_anew(state.chance, chance)


def compiled(game: Game) -> CompiledGame:
    """Return the compiled code of a game, which is always made for the game as it is in the box."""
    return _compiled(game.in_the_box)


@dataclass(frozen=True, eq=False)
class CompiledGame:
    """A game's compiled code, each part made when it is first asked for."""

    game: Game

    @cached_property
    def rules(self) -> tuple[Any, Any, Any]:
        """``(setup, options, apply)`` with the event log, to play a game step by step."""
        setup, options, apply = (
            compile_entry(function, self._signatures[function], checked=self.game.is_checked)
            for function in (self.game.setup, self.game.options, self.game.apply)
        )
        return setup, options, apply

    @cached_property
    def conceal(self) -> Any:
        """``conceal(state, seat, chance)``: deals anew what a seat can't see.

        The game's future random numbers are hidden from everybody, so they are drawn anew too.
        """
        bound = bind(conceal_all, _conceal=kernel(self.game.conceal or hide_nothing))
        types = signature(None, record(self.game.state), INTEGER, record(CHANCE))
        return compile_entry(bound, types, checked=self.game.is_checked)

    def loop(self, *, logged: bool = False, thinks: bool = False, restricts: bool = False) -> Any:
        """Return the play loop (`play_games`) with this game's functions inside it.

        In one that `restricts`, a player that looks ahead does without kinds of moves.
        """
        return self._loop(logged, thinks, restricts)

    @cache  # noqa: B019 (there is one such object per game, for as long as the process lives)
    def _loop(self, logged: bool, thinks: bool, restricts: bool) -> Any:
        return self.compile_loop(self._bound_loop(logged, thinks, restricts))

    @cache  # noqa: B019
    def _bound_loop(self, logged: bool, thinks: bool, restricts: bool) -> FunctionType:
        name = _loop_name(logged=logged, thinks=thinks, restricts=restricts)
        if not thinks:
            functions = {part: kernel(function) for part, function in _functions_of(self.game).items()}
            return self.bind_loop(name, functions)
        functions, think = self.thinking(restricts=restricts)
        return self.bind_loop(name, functions, think, candidates.keep_thoughts)

    def thinking(self, *, restricts: bool = False) -> tuple[dict[str, Any], Any]:
        """Return the game's functions as kernels, and `think` with these functions inside it."""
        functions, parts = self._look_ahead(restricts=True) if restricts else self.look_ahead
        think = bind(thinking.think, *thinking.PARTS, **parts)
        if restricts:
            own = restricted.names_of(self.game)
            think = bind(
                restricted.think_restricted, restricted.note_kinds, think=separate_kernel(think), **own
            )
        return functions, think

    def bind_loop(
        self, name: str, functions: Mapping[str, Any], think: Any = None, keep: Any = None
    ) -> FunctionType:
        """Return the play loop, to be compiled, with a function that is called where a player thinks.

        * `name`: the loop's name in profiles and in the cache.
        * `functions`: the game's own, as kernels; and what is to stand in place of `thinking.forget_game`, if
          anything.
        * `think`, `keep`: bound to `think` and `keep_thoughts` in the loop; without them no player thinks.
        """
        game, thinks = self.game, think is not None
        look_ahead = {
            "think": separate_kernel(think) if thinks else None,
            "forget_game": thinking.forget_game if thinks else None,
            "keep_thoughts": keep,
        }
        bound: FunctionType = bind(
            play_games,
            **{**look_ahead, **functions},
            stopped_code=stopped_code(game.columns),
            hides_something=game.hides_something,
            is_checked=game.is_checked,
            thinks=thinks,
        )
        bound.__name__ = name
        return bound

    def compile_loop(self, loop: FunctionType) -> Any:
        """Return a loop of `bind_loop` compiled, or found in the cache."""
        return compile_entry(loop, checked=self.game.is_checked, layouts=self._layouts)

    def is_loop_cold(self, loop: FunctionType) -> bool:
        """Return True if a loop of `bind_loop` has to be compiled."""
        return is_cold(loop, checked=self.game.is_checked, layouts=self._layouts)

    def is_cold(self, *, logged: bool = False, thinks: bool = False) -> bool:
        """Return True if this play loop has to be compiled."""
        return self.is_loop_cold(self._bound_loop(logged, thinks, False))

    @property
    def _layouts(self) -> Layouts:
        game = self.game
        return game.state, game.rules, game.room, game.row, game.seat_row, log_layout(game.event)

    @cached_property
    def look_ahead(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The game's functions as kernels, and those of play-outs, with these functions inside them."""
        return self._look_ahead(restricts=False)

    def _look_ahead(self, *, restricts: bool) -> tuple[dict[str, Any], dict[str, Any]]:
        game = self.game
        functions = {part: separate_kernel(bind(function)) for part, function in _functions_of(game).items()}
        goals = goals_of(game)
        are_yes_no = goals.pop("are_yes_no")
        choose = bind(
            tree.choose,
            *(tree.key_of, tree.identity, tree.find, tree.untried, tree.add, tree.change, tree.select),
            **self._words,
            move_words=words_layout(game.move),
        )
        own: dict[str, Any] = {}
        if restricts:
            own = restricted.names_of(game)
            choose = bind(
                restricted.choose_restricted, restricted.is_left_out, choose=separate_kernel(choose), **own
            )
            own = {"is_left_out": separate_kernel(bind(restricted.is_left_out, **own))}
        play = {
            **{name: functions[name] for name in ("options", "apply", "outcome")},
            "choose": separate_kernel(choose),
            "vary": None,
            "varies": game.leaves_nothing_to_chance,
            "stopped_code": stopped_code(game.columns),
            "is_checked": game.is_checked,
            **goals,
        }
        deal = separate_kernel(bind(playouts.deal, conceal=kernel(game.conceal or hide_nothing)))
        search = None
        if game.leaves_nothing_to_chance:
            own = {"is_left_out": None, **own, "restricts": restricts}
            identity = separate_kernel(bind(tree.identity, move_words=words_layout(game.move)))
            play["vary"] = separate_kernel(bind(solving.vary, identity=identity, **own))
            search = bind(
                solving.search,
                *solving.PARTS,
                **own,
                options=functions["options"],
                apply=functions["apply"],
                deal=deal,
                play_out=separate_kernel(bind(playouts.play_out, playouts.reach, playouts.come_to, **play)),
                come_to=separate_kernel(bind(playouts.come_to, playouts.reach, **play)),
                key_of=separate_kernel(bind(tree.key_of, **self._words)),
                identity=identity,
                is_checked=game.is_checked,
                best_of_first=solving.best_of_first_goal(game),
            )
        parts = {
            "deal": deal,
            "try_move": bind(
                playouts.try_move,
                *(playouts.reach, playouts.come_to, playouts.play_out, playouts.begin_with),
                **play,
            ),
            "weigh": bind(playouts.weigh, are_yes_no=are_yes_no),
            "search": search,
        }
        found = {name: part and separate_kernel(part) for name, part in parts.items()}
        return functions, {**found, "varies": game.leaves_nothing_to_chance}

    @property
    def _words(self) -> dict[str, Any]:
        """The layouts that view what a seat sees as words."""
        game = self.game
        return {"table_words": words_layout(game.table), "seat_words": words_layout(game.seat_record)}

    def why_not(self, error: BaseException) -> str:
        """Return the reason why the rules can't be compiled, with file and line.

        Numba's `error` about all functions together often names a place in `setup`, so each is compiled by
        itself.
        """
        for function, types in self._signatures.items():
            try:
                compile_entry(function, types, checked=self.game.is_checked)
            except Exception as own:
                return why_not_compiled(own, function)
        return why_not_compiled(error, self.game.setup)

    @cached_property
    def _signatures(self) -> dict[Callable[..., Any], Any]:
        game = self.game
        state, rules, log = record(game.state), record(game.rules), record(log_layout(game.event))
        return {
            game.setup: signature(None, state, rules, log),
            game.options: signature(INTEGER, state, rules, records(game.move)),
            game.apply: signature(None, state, rules, record(game.move), log),
            game.fill_outcome: signature(None, state, rules, record(game.row), records(game.seat_row)),
        }


_compiled = cache(CompiledGame)


def _functions_of(game: Game) -> dict[str, Any]:
    """Return the functions of a game that the play loop calls, by their names there."""
    return {"setup": game.setup, "options": game.options, "apply": game.apply, "outcome": game.fill_outcome}


def _loop_name(*, logged: bool, thinks: bool, restricts: bool = False) -> str:
    look_ahead = ("_restricted_thinking" if restricts else "_thinking") if thinks else ""
    return f"{'log' if logged else 'play'}{look_ahead}_games"
