"""Pig by other means, for `make bench`: a plain Numba loop, plain Python, OpenSpiel."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numba
import numpy as np

from simkit.compile.compiler import dispatcher
from simkit.engine.base.chance import CHANCE, begin, below, open_stream

HOLD_AT = 20
TARGET = 100


@numba.njit(nogil=True)
def plain_loop(count):  # type: ignore[no-untyped-def]
    """Play hold-at-20 against itself in the plainest code, without simkit; return seat 0's wins."""
    wins = 0
    for _ in range(count):
        score_0, score_1, seat = 0, 0, 0
        while True:
            own = score_0 if seat == 0 else score_1
            total = 0
            while total < HOLD_AT and own + total < TARGET:
                face = np.random.randint(1, 7)
                if face == 1:
                    total = 0
                    break
                total += face
            own += total
            if seat == 0:
                score_0 = own
            else:
                score_1 = own
            if own >= TARGET:
                wins += 1 - seat
                break
            seat = 1 - seat
    return wins


@partial(dispatcher, checked=False)
def loop_with_simkits_chance(seed, first, count, chances):  # type: ignore[no-untyped-def]
    """Play hold-at-20 against itself with only simkit's chance; return seat 0's wins."""
    chance = chances[0]
    wins = 0
    for number in range(first, first + count):
        open_stream(chance, seed, number, 0)
        score_0, score_1, turn, seat = 0, 0, 0, 0
        while True:
            turn += 1
            begin(chance, 0, turn)
            own = score_0 if seat == 0 else score_1
            total = 0
            while total < HOLD_AT and own + total < TARGET:
                face = 1 + below(chance, 6)
                if face == 1:
                    total = 0
                    break
                total += face
            own += total
            if seat == 0:
                score_0 = own
            else:
                score_1 = own
            if own >= TARGET:
                wins += 1 - seat
                break
            seat = 1 - seat
    return wins


def games_per_second(play: Callable[[int], Any], games: int, repeats: int = 5) -> float:
    """Return the best of several timings of ``play(games)``, after one that is not counted."""
    play(max(1, games // 10))
    best = float("inf")
    for _ in range(repeats):
        begun = time.perf_counter()
        play(games)
        best = min(best, time.perf_counter() - begun)
    return games / best


def numba_speeds() -> tuple[float, float]:
    """Return the games per second of the plain Numba loops: Numba's own generator, and simkit's chance."""
    chances = np.recarray(1, CHANCE)
    chances.view(np.uint8)[:] = 0
    return (
        games_per_second(plain_loop, 300_000),
        games_per_second(lambda games: loop_with_simkits_chance(1, 0, games, chances), 300_000),
    )


def python_speed() -> float:
    """Return the games per second of plain Python."""
    chance = random.Random(1)

    def play(games: int) -> None:
        for _ in range(games):
            scores, seat = [0, 0], 0
            while True:
                total = 0
                while total < HOLD_AT and scores[seat] + total < TARGET:
                    face = chance.randint(1, 6)
                    if face == 1:
                        total = 0
                        break
                    total += face
                scores[seat] += total
                if scores[seat] >= TARGET:
                    break
                seat = 1 - seat

    return games_per_second(play, 2_000, 3)


def open_spiel_speeds() -> dict[str, float] | None:
    """Return OpenSpiel's games of Pig per second, None if it is not installed.

    "hold at 20" and "random" are played from Python, by the loop of OpenSpiel's own example program.  "bots"
    plays random games inside C++, a call a game; "roll-outs" are the random games by which its tree search
    evaluates a position, thousands inside one call.
    """
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("pig", {"winscore": TARGET})
    start = game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2)]

    def hold_at(games: int) -> None:
        for _ in range(games):
            state, scores, seat, total = game.new_initial_state(), [0, 0], 0, 0
            while not state.is_terminal():
                if state.is_chance_node():
                    face = 1 + _roll(state)
                    total, seat = (total + face, seat) if face > 1 else (0, 1 - seat)
                elif total >= HOLD_AT or scores[seat] + total >= TARGET:
                    scores[seat] += total
                    total, seat = 0, 1 - seat
                    state.apply_action(1)
                else:
                    state.apply_action(0)

    def uniform(games: int) -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    _roll(state)
                else:
                    state.apply_action(random.choice(state.legal_actions(state.current_player())))

    def played_by_bots(games: int) -> None:
        for seed in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

    def rollouts(games: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
        pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False).step(start)

    return {
        "hold at 20": games_per_second(hold_at, 200, 3),
        "random": games_per_second(uniform, 200, 3),
        "bots": games_per_second(played_by_bots, 5_000, 3),
        "roll-outs": games_per_second(rollouts, 10_000, 3),
    }


def _roll(state: Any) -> int:
    """Draw a chance outcome as OpenSpiel's example program does, and return it."""
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    action = int(np.random.choice(actions, p=chances))
    state.apply_action(action)
    return action
