"""Restricted play: a strategy that does without some kinds of moves, or without one answer of a kind.

It works for any strategy: if it chooses a move of such a kind, these are taken out of its list of legal
moves, and it is asked again.  Which kinds is a number among its parameters, so that no restriction needs
compiling.  A kind whose moves are two answers leaves no choice as a whole: each answer can be left out by
itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.made import BOUND_LATER, bind
from simkit.compile.records import by_name, scratch
from simkit.engine.base.chance import below
from simkit.engine.base.rows import Record
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import MoveKind
from simkit.engine.contract.player import restricted_name
from simkit.engine.contract.strategy import PARAMETERS, Strategy
from simkit.engine.contract.thinker import ThinkingStrategy, base_of
from simkit.errors import BadInput, unknown

BITS = 52
"""How many kinds of moves stand in one parameter: a float holds whole numbers of that many bits exactly."""

ANSWERS = 2
"""How many answers there are to yes or no."""

NO = "no "
"""What a person may write before a kind of move."""

_ask: Any = BOUND_LATER  # calls the strategy with the first moves of a room
_left_out: Any = BOUND_LATER  # `left_out_of`, bound to a game's kinds of moves
_skips: Any = BOUND_LATER  # `is_left_out`, bound to the same
_left: Any = BOUND_LATER  # the layout of the moves that are left
_places: Any = BOUND_LATER  # the place of each kind among the game's, by its number above the lowest
_lowest: Any = BOUND_LATER  # the lowest number of a kind
_words: Any = BOUND_LATER  # how many parameters hold the kinds
_answers: Any = BOUND_LATER  # for each kind's place, the first bit of its two answers; -1 for other kinds
_fields: Any = BOUND_LATER  # for each kind's place, which word of a move is its answer
_move: Any = BOUND_LATER  # the layout that views a move as words


def is_bit_set(place: Any, parameters: Record) -> Any:
    """Return True if a bit is set in the last parameters, which hold one for each kind and each answer."""
    word = np.int64(parameters.values[len(parameters.values) - _words + place // BITS])
    return (word >> (place % BITS)) & 1 == 1


def left_out_of(kind: Any, parameters: Record) -> Any:
    """Return what a player does without of a kind: a bit for all of it, and one for each answer."""
    place = _places[kind - _lowest]
    found = 1 if is_bit_set(place, parameters) else 0
    if _answers[place] >= 0:
        for answer in range(ANSWERS):
            if is_bit_set(_answers[place] + answer, parameters):
                found += 2 << answer
    return found


def is_left_out(move: Record, left_out: Any) -> Any:
    """Return True if a move is among what is left out of its kind (`left_out_of`)."""
    if left_out <= 1:
        return left_out == 1
    answer = by_name(move, _move).words[_fields[_places[move.kind - _lowest]]]
    return left_out & 1 == 1 or (0 <= answer < ANSWERS and (left_out >> (1 + answer)) & 1 == 1)


def _restrict(
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
    allowed = 0
    for i in range(count):
        if not _skips(moves[i], _left_out(moves[i].kind, parameters)):
            left.room.moves[allowed] = moves[i]
            left.places[allowed] = i
            allowed += 1
    if allowed == 0:
        return choice
    if allowed == 1:
        return left.places[0]
    choice = _ask(table, seat, rules, left.room, allowed, parameters, chance)
    if choice < 0 or choice >= allowed:
        choice = below(chance, allowed)
    return left.places[choice]


@dataclass(frozen=True)
class Restriction:
    """How a game's kinds of moves, and the answers of some, stand in a row of parameters."""

    numbers: tuple[int, ...]
    """The kinds' numbers, in the game's order."""

    answered: tuple[int, ...]
    """For each kind that is a yes or no, which word of a move is its answer; -1 for the others."""

    size: int
    """The number of words of a move."""

    @property
    def bits(self) -> int:
        """How many bits there are: one for each kind, then two for each that is a yes or no."""
        return len(self.numbers) + ANSWERS * sum(word >= 0 for word in self.answered)

    @property
    def words(self) -> int:
        """How many parameters hold them."""
        return -(-self.bits // BITS)

    @property
    def answers(self) -> npt.NDArray[np.int64]:
        """The first bit of the answers of each kind; -1 if it has none."""
        is_answered = np.array(self.answered) >= 0
        first = len(self.numbers) + ANSWERS * (np.cumsum(is_answered) - 1)
        return np.where(is_answered, first, -1)

    def row(self, left_out: Iterable[int]) -> npt.NDArray[np.float64]:
        """Return the parameters that say which kinds and answers, by their bits, are left out."""
        words = [0] * self.words
        for place in left_out:
            words[place // BITS] |= 1 << (place % BITS)
        return np.array(words, dtype=np.float64)

    @property
    def places(self) -> npt.NDArray[np.int64]:
        """The place of each kind, by its number above the lowest."""
        places = np.zeros(max(self.numbers) - min(self.numbers) + 1, dtype=np.int64)
        places[np.array(self.numbers) - min(self.numbers)] = range(len(self.numbers))
        return places

    def names(self) -> dict[str, Any]:
        """Return what is bound in `left_out_of` and in `is_left_out`."""
        return {
            "_places": self.places,
            "_lowest": min(self.numbers),
            "_words": self.words,
            "_answers": self.answers,
            "_fields": np.array(self.answered, dtype=np.int64),
            "_move": np.dtype([("words", np.int32, (self.size,))], align=True),
        }


@cache
def restriction_of(game: Game) -> Restriction:
    """Return how the kinds of a game's moves stand in a row of parameters."""
    words = list(game.move.names or ())
    answered = tuple(words.index(kind.answer.name) if kind.answer else -1 for kind in game.moves)
    return Restriction(tuple(kind.number for kind in game.moves), answered, len(words))


@cache
def bits_of(game: Game) -> dict[str, int]:
    """Return the bit of everything that a player can do without: kinds by name, then answers by theirs."""
    names = [kind.name for kind in game.moves]
    names += [name for kind in game.moves for name in kind.answers]
    return {name: bit for bit, name in enumerate(names)}


@cache
def bind_skips(restriction: Restriction) -> tuple[FunctionType, FunctionType]:
    """Return `left_out_of` and `is_left_out` bound to a game's kinds of moves, as kernels."""
    own = restriction.names()
    return kernel(bind(left_out_of, is_bit_set, **own)), kernel(bind(is_left_out, **own))


@cache
def bind_restricted(
    strategy: Callable[..., FunctionType],
    function: Callable[..., int],
    layout: np.dtype[np.void],
    room: np.dtype[np.void],
    restriction: Restriction,
) -> FunctionType:
    """Return `_restrict` with a strategy's function bound, for the moves of one game.

    Parameters
    ----------
    strategy : callable
        Binds the function itself: `bind_choice`, or `bind_erring` for one that errs.
    """
    places = ("places", np.int32, room["moves"].shape)
    left = np.dtype((np.record, [("room", room), places]), align=True)
    ask = separate_kernel(strategy(function, layout, room, checked=True))
    left_out, skips = bind_skips(restriction)
    bound: FunctionType = bind(_restrict, _ask=ask, _left=left, _left_out=left_out, _skips=skips)
    bound.__name__ = f"{function.__name__}_restricted"
    return bound


@dataclass(frozen=True, kw_only=True)
class RestrictedStrategy(Strategy):
    """A strategy that does without some kinds of moves, made by `restricted`."""

    base: Strategy
    """The strategy itself, which may err."""

    restriction: Restriction
    left_out: tuple[int, ...]
    """The bits of the kinds and answers that it does without (`bits_of`)."""

    def bound_for(self, game: Game) -> FunctionType:
        """Return the function that is compiled, which is the same for all restrictions of a strategy."""
        return self._bound_in(game.room)

    def _bound_in(self, room: np.dtype[np.void]) -> FunctionType:
        return bind_restricted(self.base.bound_by, self.function, self.layout, room, self.restriction)

    def choose(
        self,
        table: Record,
        seat: Record,
        rules: Record,
        room: Record,
        count: int,
        parameters: Record,
        chance: Record,
    ) -> int:
        """Choose in plain Python, with the arguments of the compiled function."""
        choose = self._bound_in(room.dtype)
        return int(choose(table, seat, rules, room, count, parameters, chance))

    def parameter_row(self, chosen: Mapping[str, float]) -> npt.NDArray[np.float64]:
        """Return the parameters of the strategy itself, with the kinds of moves at the end of the row."""
        row = self.base.parameter_row(chosen)
        row[len(row) - self.restriction.words :] = self.restriction.row(self.left_out)
        return row


def restricted(strategy: Strategy, game: Game, kinds: Sequence[str]) -> Strategy:
    """Return a strategy that does without some kinds of moves.

    Where nothing else is allowed, it chooses among all moves.

    Parameters
    ----------
    strategy : Strategy
        The strategy; it may err, look ahead, or do without other kinds already.  One that looks ahead tries
        only the moves that are left, and in play-outs makes no others itself.
    kinds : sequence of str
        The names of the kinds of moves, or of answers (`MoveKind.answers`); with none it plays as the
        strategy itself does.

    Raises
    ------
    BadInput
        If there is no such kind, or the strategy has too many parameters.
    """
    if isinstance(strategy, ThinkingStrategy):
        base = restricted(strategy.base, game, kinds)
        return replace(strategy, name=restricted_name(strategy.name, kinds), base=base)
    if isinstance(strategy, RestrictedStrategy):
        known = list(bits_of(game))
        return restricted(strategy.base, game, [*map(known.__getitem__, strategy.left_out), *kinds])
    restriction = restriction_of(game)
    most = PARAMETERS["values"].shape[0] - restriction.words
    if len(strategy.parameters) > most:
        raise BadInput(
            f"strategy '{strategy.name}' has {len(strategy.parameters)} parameters; allowed are {most} at "
            "most in one that does without some moves"
        )
    bits = bits_of(game)
    for name in kinds:
        if name not in bits:
            raise BadInput(unknown("kind of move", name, bits))
    return RestrictedStrategy(
        restricted_name(strategy.name, kinds),
        strategy.game,
        strategy.skill,
        strategy.parameters,
        strategy.function,
        strategy.idea,
        base=strategy,
        restriction=restriction,
        left_out=tuple(bits[name] for name in kinds),
    )


def is_restricted(strategy: Strategy) -> bool:
    """Return True for a player, also one that looks ahead, that does without kinds of moves."""
    return isinstance(base_of(strategy), RestrictedStrategy)


def kind_meant(kinds: Sequence[MoveKind], words: str) -> str:
    """Return the name of the kind of move that a person means: "no tides" is tide, "take_aboard" itself."""
    names = [kind.name for kind in kinds]
    word = " ".join(words.lower().split())
    if word in names:
        return word
    plain = {name.replace("_", " "): name for name in names}
    meant = word.removeprefix(NO).replace("_", " ")
    for word in (meant, meant.removesuffix("s")):
        if word in plain:
            return plain[word]
    raise BadInput(unknown("kind of move", meant.replace(" ", "_"), names))


def kinds_meant(game: Game, words: str | Iterable[str]) -> tuple[str, ...]:
    """Return the names of the kinds of moves that a person means, in the game's order, each once.

    Parameters
    ----------
    words : str or iterable of str
        The kinds, one by one, or separated by commas.
    """
    listed = words.split(",") if isinstance(words, str) else words
    meant = {kind_meant(game.moves, word) for word in listed if word.strip()}
    return tuple(kind.name for kind in game.moves if kind.name in meant)
