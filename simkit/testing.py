"""Checks for those who write a game: every knob matters, and nobody acts on what he can't see.

Call them from your own tests (`examples/pig/tests` does); what is wrong is an AssertionError.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simkit.engine.chance import CHANCE, SEATS_STREAM, open_stream
from simkit.engine.game import PARAMETERS, Game
from simkit.engine.match import Match
from simkit.engine.rows import Record, zeros
from simkit.engine.strategy import Strategy

KNOB_GAMES = 300
"""Games in which some outcome has to move."""


def check_every_knob(
    game: Game,
    strategies: Sequence[Strategy],
    alternatives: Mapping[str, Any],
    base: Mapping[str, Any],
    presupposes: Mapping[str, Mapping[str, Any]] | None = None,
) -> None:
    """Change each knob, one at a time, and see some outcome move under some strategy.

    Parameters
    ----------
    game : Game
        The game.
    strategies : sequence of Strategy
        Who plays, each at all seats.
    alternatives : mapping
        For every knob, a value that is not its default.
    base : mapping
        The knobs that are not at their defaults meanwhile.
    presupposes : mapping, optional
        For a knob that matters only with others: how the base differs for it.

    Raises
    ------
    AssertionError
        If a knob has no alternative, or moves nothing.
    """
    missing = set(game.knobs.model_fields) - set(alternatives)
    assert not missing, f"no alternative is given for {', '.join(sorted(missing))}"
    for knob, value in alternatives.items():
        setting = {**base, **(presupposes or {}).get(knob, {})}
        assert moves_an_outcome(game, strategies, setting, {knob: value}), f"{knob}: nothing moves"


def moves_an_outcome(
    game: Game, strategies: Sequence[Strategy], base: Mapping[str, Any], change: Mapping[str, Any]
) -> bool:
    """Return True if, under at least one strategy, some outcome of the same games is another one."""
    return any(
        _outcomes(game, strategy, base) != _outcomes(game, strategy, {**base, **change})
        for strategy in strategies
    )


def _outcomes(game: Game, strategy: Strategy, knobs: Mapping[str, Any]) -> Any:
    chosen = game.knobs.model_validate(knobs)
    match = Match(game, chosen, (strategy,) * game.seats_under(chosen), seed=5)
    rows, seat_rows = match.play(0, KNOB_GAMES)
    return rows.tolist(), seat_rows.tolist()


def check_hiding(match: Match, strategies: Sequence[Strategy], games: int) -> None:
    """Deal anew what a seat can't see: what it sees, may do and does stays as it is.

    At every decision `conceal` is called with the seat to act, which tests it too; what chance is still to
    bring is hidden from everybody.

    Parameters
    ----------
    match : Match
        Whose games are walked through.
    strategies : sequence of Strategy
        Who is asked at every decision, before and after.
    games : int
        How many games.

    Raises
    ------
    AssertionError
        If the table, the seat's own record, the legal moves or a choice change; or `conceal` hides nothing.
    """
    changed = False
    for number in range(games):
        for state in decisions(match, number):
            other, seat = concealed(match.game, state, number), int(state.seat)
            where = f"in game {number} `conceal` changes"
            assert other.seat == state.seat, f"{where} whose turn it is"
            assert other.table.tobytes() == state.table.tobytes(), f"{where} the table"
            assert other.seats[seat].tobytes() == state.seats[seat].tobytes(), f"{where} seat {seat}'s own"
            changed |= any(other[part].tobytes() != state[part].tobytes() for part in ("hidden", "seats"))
            for strategy in strategies:
                same = _choice(match, strategy, other) == _choice(match, strategy, state)
                assert same, f"in game {number} {strategy.name}, or what is legal, depends on what is hidden"
    assert changed or match.game.conceal is None, "nothing is hidden"


def concealed(game: Game, state: Record, number: int) -> Record:
    """Return a copy of a state in which all that the seat to act can't see is dealt anew."""
    states, chances = zeros(1, game.state), zeros(1, CHANCE)
    states[0] = state
    open_stream(chances[0], 4242, number, SEATS_STREAM)
    game.concealer(states[0], int(state.seat), chances[0])
    return states[0]


def decisions(match: Match, number: int) -> Iterator[Record]:
    """Yield every state of a game in which the seat to act has more than one legal move."""
    _, options, _ = match.game.logged_functions
    moves = zeros(match.game.max_moves, match.game.move)
    for step in match.walk(number):
        if not step.state.over and options(step.state, match.rules, moves) > 1:
            yield step.state


def _choice(match: Match, strategy: Strategy, state: Record) -> tuple[int, int, bytes]:
    """Return what a strategy chooses, among how many moves, and the moves."""
    game = match.game
    _, options, _ = game.logged_functions
    room, row, chance = zeros(1, game.room)[0], zeros(1, PARAMETERS)[0], zeros(1, CHANCE)[0]
    row["values"][:] = strategy.parameter_row({})
    open_stream(chance, 17, 3, SEATS_STREAM)
    moves = room.moves
    count = options(state, match.rules, moves)
    seat = int(state.seat)
    choice = strategy.compile(game)(state.table, state.seats[seat], match.rules, room, count, row, chance)
    return int(choice), int(count), moves[:count].tobytes()
