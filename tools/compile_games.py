"""Compiles all games and strategies, so that processes that run side by side need not compile them twice.

    SIMKIT_CHECKED=1 python tools/compile_games.py        before the tests, which check everything

Each game is compiled in a process of its own, with all that it shares with no other; as many at once as
there are processors.  What is compiled already is left as it is.
"""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from simkit.engine.contract.composed import thinking
from simkit.engine.play.compiled import compiled
from simkit.engine.play.match import Match
from simkit.plugins import find_game, game_names, strategies_of

LOOKED_AHEAD = ("pig",)
"""Games of which the play loop with look-ahead is compiled, too: tests of players that think play them."""


def compile_game(name: str) -> float:
    """Compile a game's rules, its play loop and all its strategies; return the seconds of processor time."""
    begun = time.process_time()
    game, players = find_game(name), list(strategies_of(name).values())
    for strategy in players:
        strategy.compile(game)
    knobs = game.knobs()
    Match(game, knobs, (players[0],) * game.seats_under(knobs)).compile(logged=True)
    _ = compiled(game).rules, compiled(game).conceal
    if name in LOOKED_AHEAD:
        Match(game, knobs, (thinking(players[0]),) * game.seats_under(knobs)).compile()
    return time.process_time() - begun


def main() -> None:
    """Compile every installed game."""
    names = game_names()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for name, seconds in zip(names, pool.map(compile_game, names), strict=True):
            print(f"{name}: compiled in {seconds:.0f} s of processor time")


if __name__ == "__main__":
    main()
