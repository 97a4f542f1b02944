"""A helper for tests: what a seat can't see is dealt anew, and nothing that it sees or does may change."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.engine.chance import CHANCE, SEATS_STREAM, open_stream
from simkit.engine.game import PARAMETERS, Game
from simkit.engine.log import LOG
from simkit.engine.match import Match
from simkit.engine.strategy import Strategy


def zeros(dtype: Any, count: int = 1) -> Any:
    array = np.recarray(count, dtype)
    array.view(np.uint8)[:] = 0
    return array


def concealed(game: Game, state: Any, number: int) -> Any:
    """Return a copy of a state in which all that the seat to act can't see is dealt anew."""
    states, chances = zeros(game.state), zeros(CHANCE)
    states[0] = state
    open_stream(chances[0], 4242, number, SEATS_STREAM)
    game.concealer(states[0], int(state.seat), chances[0])
    return states[0]


def decisions(match: Match, number: int) -> Any:
    """Yield every state of a game in which the seat to act has more than one legal move."""
    _, options, _ = match.game.logged_functions
    moves = zeros(match.game.move, match.game.max_moves)
    for step in match.walk(number):
        if not step.state.over and options(step.state, match.rules, moves) > 1:
            yield step.state


def choice_of(match: Match, strategy: Strategy, state: Any) -> tuple[int, int, bytes]:
    """Return what a strategy chooses, among how many moves, and the moves."""
    game = match.game
    _, options, _ = game.logged_functions
    room, row, chance = zeros(game.room)[0], zeros(PARAMETERS)[0], zeros(CHANCE)[0]
    row["values"][:] = strategy.parameter_row({})
    open_stream(chance, 17, 3, SEATS_STREAM)
    moves = room.moves
    count = options(state, match.rules, moves)
    seat = int(state.seat)
    chooser = strategy.compile(game)
    choice = chooser(state.table, state.seats[seat], match.rules, room, count, row, chance)
    return int(choice), int(count), moves[:count].tobytes()


def check_hiding(match: Match, strategies: list[Strategy], games: int) -> None:
    """Fail if anything that a seat sees, may do or does changes with what it can't see.

    Parameters
    ----------
    match : Match
        Whose games are walked through.
    strategies : list of Strategy
        Who is asked at every decision, before and after.
    games : int
        How many games.
    """
    changed = 0
    for number in range(games):
        for state in decisions(match, number):
            other, seat = concealed(match.game, state, number), int(state.seat)
            assert other.seat == state.seat
            assert other.table.tobytes() == state.table.tobytes()
            assert other.seats[seat].tobytes() == state.seats[seat].tobytes()
            changed += other.tobytes() != state.tobytes()
            for strategy in strategies:
                assert choice_of(match, strategy, other) == choice_of(match, strategy, state), strategy.name
    assert changed, "nothing is hidden"


def finish(match: Match, state: Any, number: int) -> Any:
    """Play a state to its end, all moves by chance; return it."""
    _, options, apply = match.game.logged_functions
    moves, log = zeros(match.game.move, match.game.max_moves), zeros(LOG)[0]
    chance = np.random.default_rng(number)
    while not state.over:
        count = options(state, match.rules, moves)
        apply(state, match.rules, moves[int(chance.integers(count))], log)
        log.count = 0
    return state
