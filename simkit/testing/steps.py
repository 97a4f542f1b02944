"""Checks one game step by step: legal moves, plain Python against compiled code, sentences, outcome."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any

import numpy as np

from simkit.engine.base.columns import END, roomy_dtype, stopped_code
from simkit.engine.base.rows import Record, Rows, zeros
from simkit.engine.play.compiled import compiled
from simkit.engine.play.match import Match
from simkit.engine.play.walk import Step
from simkit.errors import BadInput, raised

OTHER_NUMBERS = (
    "; numbers of records are NumPy's in plain Python: int32 + int32 is an int32 there, (a == b) + (c == d) "
    "is yes or no; convert them with int() or float() before"
)
"""A hint at the usual cause."""


@contextmanager
def at(where: str) -> Iterator[None]:
    """Add to an error the place where it happened, and make it an AssertionError."""
    try:
        yield
    except (AssertionError, BadInput) as error:
        raise AssertionError(f"{where}: {error}") from error
    except Exception as error:
        raise AssertionError(f"{where}: {raised(error)}") from error


def check_legal_moves(match: Match, state: Record) -> None:
    """Check that a state's legal moves fit their room, set all fields, and are the same if listed again.

    Raises AssertionError if there are none or too many, one is of a kind that is not declared, a field of its
    kind is not filled, two are the same move, or the state changes.
    """
    first, second = _listed(match, state, 0), _listed(match, state, 0x5A)
    assert len(first) == len(second), f"`options` lists {len(first)} moves, asked again {len(second)}"
    declared = {kind.number: kind for kind in match.game.moves}
    for number in np.unique(first["kind"]).tolist():
        assert number in declared, f"`options` lists a move of the kind {number}, which is not declared"
        kind = declared[number]
        one, other = first[first["kind"] == number], second[second["kind"] == number]
        for field in kind.fields:
            same = np.array_equal(one[field.name], other[field.name])
            assert same, (
                f"`options` leaves '{field.name}' of the move '{kind.name}' alone, or differs if asked again"
            )
        different = {tuple(int(move[field.name]) for field in kind.fields) for move in one}
        assert len(different) == len(one), f"`options` lists the same move '{kind.name}' more than once"


def _listed(match: Match, state: Record, left_over: int) -> Rows:
    """Return the legal moves of a state; bytes that `options` does not write hold `left_over`."""
    game = match.game
    _, options, _ = compiled(game).rules
    states, moves = zeros(1, game.state), zeros(game.max_moves, game.move)
    states[0] = state
    before = states.tobytes()
    moves.view(np.uint8)[:] = left_over
    count = int(options(states[0], match.rules, moves))
    assert states.tobytes() == before, "`options` changes the state"
    assert 0 < count <= game.max_moves, f"`options` lists {count} moves, allowed are 1 to {game.max_moves}"
    listed: Rows = moves[:count]
    return listed


def check_plain_python(match: Match, number: int) -> None:
    """Check that compiled code and plain Python play the same game: all states, moves and events.

    Raises AssertionError if something differs, or if plain Python warns, for example of an overflow.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        walks = zip_longest(match.walk(number), match.walk(number, plain=True))
        for index, (compiled, plain) in enumerate(walks):
            with at(f"step {index}"):
                assert compiled is not None, "the game goes on in plain Python, compiled it is over"
                assert plain is not None, "the game goes on compiled, in plain Python it is over"
                assert compiled.seat == plain.seat, "compiled code and plain Python differ in who chooses"
                for what in ("moves", "move", "events", "state"):
                    where = first_difference(getattr(compiled, what), getattr(plain, what), what)
                    assert where is None, f"compiled code and plain Python differ in {where}{OTHER_NUMBERS}"


def first_difference(one: Any, other: Any, name: str) -> str | None:
    """Return the first place at which two records or arrays differ, as "state.table.dice", or None."""
    if one is None or one.dtype.names is None:
        return None if np.array_equal(one, other) else name
    if one.shape != other.shape:
        return f"the number of {name}"
    parts = (first_difference(one[field], other[field], f"{name}.{field}") for field in one.dtype.names)
    return next((part for part in parts if part is not None), None)


def check_sentences(match: Match, step: Step, *, all_moves: bool) -> None:
    """Check that every event and the move made (or all legal moves) of a step have a sentence.

    Raises AssertionError if an event or a move is of a kind that is not declared or has no words, or the log
    was too short.
    """
    game, story = match.game, match.game.story
    assert not step.untold, f"the log has no room for {step.untold} events of this step"
    for number in np.unique(step.events["kind"]).tolist():
        assert number in {kind.number for kind in game.events}, f"an event of the kind {number}, not declared"
    tell = story.begin if step.move is None else story.tell
    said = tell(game, step.state, match.rules, step.events)
    are_sentences = isinstance(said, list) and all(isinstance(sentence, str) for sentence in said)
    assert are_sentences, f"the story's {tell.__name__} returned {said!r}, allowed is a list of sentences"
    made = [] if step.move is None else [step.move]
    for move in step.moves if all_moves else made:
        words = story.describe(game, step.state, move)
        assert words and isinstance(words, str), f"the story's describe returned {words!r}, allowed are words"


def check_outcome(match: Match, state: Record, row: Any, seat_rows: Rows) -> None:
    """Check that a game's outcome is the same when computed in plain Python with room for any number.

    Parameters
    ----------
    match : Match
        The match.
    state : record
        The last state of a game that was walked through.
    row, seat_rows : record, record array of shape (seats,)
        What `Match.play` returned for that game.

    Raises
    ------
    AssertionError
        If it differs from the columns: a number was cut off, or a different game was played.
    """
    game = match.game
    own, seats = zeros(1, roomy_dtype(game.columns)), zeros(len(seat_rows), game.seat_row)
    if game.seat_columns:
        seats = zeros(len(seat_rows), roomy_dtype(game.seat_columns))
    states = zeros(1, game.state)
    states[0] = state
    game.fill_outcome(states[0], match.rules, own[0], seats)
    if state.capped:
        own[END] = stopped_code(game.columns)
    for column in game.columns:
        found, expected = row[column.name].item(), own[0][column.name].item()
        assert found == expected, f"column '{column.name}' holds {found}, walked through it is {expected}"
    for column in game.seat_columns:
        holds, walked = seat_rows[column.name].tolist(), seats[column.name].tolist()
        assert holds == walked, f"the seats' column '{column.name}' holds {holds}, walked through {walked}"
