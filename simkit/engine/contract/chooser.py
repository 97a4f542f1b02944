"""What the play loop calls for a player: the strategy, which may err and may do without kinds of moves.

Both work for any strategy: moves are taken out of its list of legal ones, and it is asked again.  How often
it errs, and what it does without, are numbers among its parameters, so that no value of them needs compiling.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.made import BOUND_LATER, bind
from simkit.compile.numbers import as_index
from simkit.compile.records import by_name, read_only, scratch
from simkit.engine.base.chance import below, coin, uniform
from simkit.engine.base.rows import Record
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import YES_AND_NO

BITS = 52
"""How many kinds of moves stand in one parameter: a float holds whole numbers of that many bits exactly."""

_decide: Any = BOUND_LATER  # a strategy's own function
_layout: Any = BOUND_LATER  # the layout of its parameters
_shows_all: Any = BOUND_LATER  # whether it sees the whole room, in which moves may stand that aren't legal
_ask: Any = BOUND_LATER  # calls the strategy with the first moves of a room
_left: Any = BOUND_LATER  # the layout of the moves that are left
_left_out: Any = BOUND_LATER  # `left_out_of`, bound to a game's kinds of moves
_skips: Any = BOUND_LATER  # `is_left_out`, bound to the same
_list_left: Any = BOUND_LATER  # `list_left`, bound to these two
_places: Any = BOUND_LATER  # the place of each kind among the game's, by its number above the lowest
_lowest: Any = BOUND_LATER  # the lowest number of a kind
_answers: Any = BOUND_LATER  # for each kind's place, the first bit of its two answers; -1 for other kinds
_fields: Any = BOUND_LATER  # for each kind's place, which word of a move is its answer
_move: Any = BOUND_LATER  # the layout that views a move as words


@cache
def chooser_of(
    function: Callable[..., int],
    layout: np.dtype[np.void],
    game: Game,
    *,
    errs: bool = False,
    restricts: bool = False,
    checked: bool = False,
) -> FunctionType:
    """Return what the play loop calls for all players that share a function and the names of parameters.

    * `errs`, `restricts`: whether the player may err, and whether it may do without kinds of moves.
    * `checked`: whether the function is shown only the legal moves; one that is asked again always is.
    """
    assert isinstance(function, FunctionType)
    if function.__closure__:
        raise TypeError("a strategy must be a function at the top of a module, found one inside another")
    shows_all = not (checked or errs or restricts)
    bound: FunctionType = bind(ask, _decide=kernel(function), _layout=layout, _shows_all=shows_all)
    name, left = function.__name__, left_layout(game)
    if errs:
        bound = bind(err, overlook, _ask=separate_kernel(bound), _layout=layout, _left=left)
        name += "_erring"
    if restricts:
        bound = bind(restrict, _ask=separate_kernel(bound), _left=left, **kernels_of_kinds(game))
        name += "_restricted"
    bound.__name__ = name  # in profiles and in the cache
    return bound


def left_layout(game: Game) -> np.dtype[np.void]:
    """Return the layout of the moves that are left: a room, and the place of each among all legal moves."""
    places = ("places", np.int32, (game.max_moves,))
    return np.dtype((np.record, [("room", game.room), places]), align=True)


@cache
def bits_of(game: Game) -> dict[str, int]:
    """Return the bit of everything that a player can do without: kinds by name, then answers by theirs."""
    names = [kind.name for kind in game.moves]
    names += [name for kind in game.moves for name in kind.answers]
    return {name: bit for bit, name in enumerate(names)}


@cache
def kernels_of_kinds(game: Game) -> dict[str, FunctionType]:
    """Return `left_out_of`, `is_left_out` and `list_left` for a game, by the open names that they fill."""
    bits, words = bits_of(game), list(game.move.names or ())
    numbers = np.array([kind.number for kind in game.moves])
    places = np.zeros(numbers.max() - numbers.min() + 1, dtype=np.int64)
    places[numbers - numbers.min()] = range(len(numbers))
    names = {"_places": places, "_lowest": int(numbers.min())}
    answers = [bits[kind.answers[0]] if kind.answer else -1 for kind in game.moves]
    fields = [words.index(kind.answer.name) if kind.answer else -1 for kind in game.moves]
    move = np.dtype([("words", np.int32, (len(words),))], align=True)
    kernels = {
        "_left_out": kernel(bind(left_out_of, is_bit_set, _answers=np.array(answers), **names)),
        "_skips": kernel(bind(is_left_out, _fields=np.array(fields), _move=move, **names)),
    }
    return {**kernels, "_list_left": kernel(bind(list_left, **kernels))}


def ask(
    table: Record, seat: Record, rules: Record, room: Record, count: int, parameters: Record, chance: Record
) -> Any:
    """Call a strategy, with everything read-only except its own stream of chance.

    The room is passed instead of its array of moves, because it is one pointer where an array is seven
    numbers.
    """
    moves = read_only(room).moves
    if not _shows_all:
        moves = moves[:count]
    choice = _decide(
        read_only(table), read_only(seat), read_only(rules), moves, count,
        read_only(by_name(parameters, _layout)), chance,
    )  # fmt: skip
    return as_index(choice)


def overlook(
    table: Record, seat: Record, rules: Record, room: Record, count: int, parameters: Record, chance: Record
) -> Any:
    """Return the strategy's choice without its best move, and perhaps without its second best and so on.

    At least one move is left.  A strategy that returns none of them, because it relied on a move that it no
    longer sees, makes any of them.
    """
    missed = _ask(table, seat, rules, room, count, parameters, chance)
    if count == 1 or missed < 0 or missed >= count:
        return missed
    left, moves = scratch(_left), room.moves
    for i in range(count):
        left.room.moves[i] = moves[i]
        left.places[i] = i
    while True:
        count -= 1
        for i in range(missed, count):
            left.room.moves[i] = left.room.moves[i + 1]
            left.places[i] = left.places[i + 1]
        if count == 1:
            return left.places[0]
        misses_another = coin(chance)
        missed = _ask(table, seat, rules, left.room, count, parameters, chance)
        if missed < 0 or missed >= count:
            missed = below(chance, count)
        if not misses_another:
            return left.places[missed]


def err(
    table: Record, seat: Record, rules: Record, room: Record, count: int, parameters: Record, chance: Record
) -> Any:
    """Choose as the strategy does, except in the decisions in which it errs.

    Random numbers are drawn only where both results are possible, so a dial at 0 changes nothing, and noise
    at 1 is uniform to the last bit.
    """
    dials = by_name(parameters, _layout)
    if dials.noise >= 1.0 or (dials.noise > 0.0 and uniform(chance) < dials.noise):
        return below(chance, count)
    if dials.overlooks >= 1.0 or (dials.overlooks > 0.0 and uniform(chance) < dials.overlooks):
        return overlook(table, seat, rules, room, count, parameters, chance)
    return _ask(table, seat, rules, room, count, parameters, chance)


def restrict(
    table: Record, seat: Record, rules: Record, room: Record, count: int, parameters: Record, chance: Record
) -> Any:
    """Return the strategy's choice if it is left; else its choice among the moves that are, if any is.

    So it plays as the strategy itself does, with the same chance, until that would make a move of these
    kinds.  A strategy that then returns none of the moves left, because it relied on one that it no longer
    sees, makes any of them.
    """
    choice = _ask(table, seat, rules, room, count, parameters, chance)
    moves = room.moves
    if choice < 0 or choice >= count:
        return choice
    if not _skips(moves[choice], _left_out(moves[choice].kind, parameters)):
        return choice
    left = scratch(_left)
    allowed = _list_left(moves, count, parameters, left)
    if allowed == 0:
        return choice
    if allowed == 1:
        return left.places[0]
    choice = _ask(table, seat, rules, left.room, allowed, parameters, chance)
    if choice < 0 or choice >= allowed:
        choice = below(chance, allowed)
    return left.places[choice]


def is_bit_set(bit: Any, parameters: Record) -> Any:
    """Return True if a bit is set in the last parameters, of which the very last holds the first bits."""
    word = np.int64(parameters.values[len(parameters.values) - 1 - bit // BITS])
    return (word >> (bit % BITS)) & 1 == 1


def left_out_of(kind: Any, parameters: Record) -> Any:
    """Return what a player does without of a kind: a bit for all of it, and one for each answer."""
    place = _places[kind - _lowest]
    found = 1 if is_bit_set(place, parameters) else 0
    if _answers[place] >= 0:
        for answer in range(YES_AND_NO):
            if is_bit_set(_answers[place] + answer, parameters):
                found += 2 << answer
    return found


def is_left_out(move: Record, left_out: Any) -> Any:
    """Return True if a move is among what is left out of its kind (`left_out_of`)."""
    if left_out <= 1:
        return left_out == 1
    answer = by_name(move, _move).words[_fields[_places[move.kind - _lowest]]]
    return left_out & 1 == 1 or (0 <= answer < YES_AND_NO and (left_out >> (1 + answer)) & 1 == 1)


def list_left(moves: Any, count: int, parameters: Record, left: Record) -> Any:
    """List the moves that are left, with their places; return how many there are."""
    allowed = 0
    for i in range(count):
        if not _skips(moves[i], _left_out(moves[i].kind, parameters)):
            left.room.moves[allowed] = moves[i]
            left.places[allowed] = i
            allowed += 1
    return allowed
