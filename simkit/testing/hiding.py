"""Checks that no strategy acts on what its seat can't see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from simkit.engine.base.chance import CHANCE, SEATS_STREAM, draw_anew, open_stream
from simkit.engine.base.cursor import new_cursor
from simkit.engine.base.rows import Record, contents, zeros
from simkit.engine.contract.game import Game
from simkit.engine.contract.strategy import PARAMETERS, Strategy
from simkit.engine.play.at_work import at_work
from simkit.engine.play.compiled import compiled
from simkit.engine.play.match import Match
from simkit.engine.play.walk import Step
from simkit.language import NOBODY
from simkit.testing.cards import cards_in, check_same_cards
from simkit.testing.steps import at, first_difference

Invariants = Callable[[Step, Match], None]
"""Raises an AssertionError if something that must always hold does not, after a step of a match."""


def check_hiding(match: Match, strategies: Sequence[Strategy], games: int) -> None:
    """Check that dealing the hidden part anew changes nothing that a seat sees, may do or does.

    At every decision `conceal` is called for the seat to act, so it is tested too.  Future random numbers are
    hidden from everybody.

    Parameters
    ----------
    match : Match
        Its games are walked through.
    strategies : sequence of Strategy
        Each must choose the same at every decision, before and after.
    games : int
        How many games.

    Raises
    ------
    AssertionError
        If the table, the seat's own record, the legal moves or a choice change; or `conceal` hides nothing.
    """
    found: Counter[Changed] = Counter()
    for number in range(games):
        found.update(
            decision for changed in conceal_decisions(match, strategies, number) for decision in changed
        )
    check_what_changed(match.game, found)


HIDES_NOTHING = "`conceal` hides nothing: what nobody sees, and what each seat sees, is the same each time"

ENOUGH = 50
"""The decisions at which something of the others must have been there before it must change."""


class Changed(NamedTuple):
    """What `conceal` did to a field at a decision: the field, and whether chance gave it other contents."""

    field: str
    is_changed: bool


def check_what_changed(game: Game, found: Counter[Changed]) -> None:
    """Check that `conceal` deals anew what it should, given how often each field was there, and changed.

    Of the other seats' fields that hold several numbers (a hand) each must change at some decision: chance
    does not deal the same cards 50 times.

    Raises AssertionError if chance changes nothing, or never a field of the other seats.
    """
    if game.conceal is None:
        return
    assert any(decision.is_changed for decision in found), HIDES_NOTHING
    for (field, is_changed), count in sorted(found.items()):
        name = field.removeprefix(SEATS)
        if is_changed or count < ENOUGH or name == field or Changed(field, True) in found:
            continue
        layout = game.seat_record[name]
        assert not (layout.shape or layout.names), (
            f"at {count} decisions `conceal` leaves the other seats' '{name}' as it is, or deals it the same "
            "each time: a player who can't see it would know it; put it with the hidden cards, shuffle, and "
            "deal it back. What all players know belongs on the table"
        )


SEATS = "seats."


def conceal_decisions(
    match: Match,
    strategies: Sequence[Strategy],
    number: int,
    invariants: Invariants | None = None,
    keeps_cards: bool = False,
) -> Iterator[list[Changed]]:
    """Check one game as `check_hiding` does; yield at every decision what `conceal` changed.

    `invariants` must hold for each concealed state too, which it gets as a step without move and events.
    """
    cursor = new_cursor()
    cursor.game = number
    for step in _steps_with_a_choice(match, number):
        cursor.moves += 1
        state, seat = step.state, int(step.state.seat)
        with at_work(match, cursor):
            other = concealed(match.game, state, number)
        where = f"in game {number} `conceal` changes"
        assert other.seat == state.seat, f"{where} whose turn it is"
        assert _are_equal(other.table, state.table), f"{where} the table"
        assert _are_equal(other.seats[seat], state.seats[seat]), f"{where} seat {seat}'s own"
        plain = concealed(match.game, state, number, plain=True)
        assert _are_equal(plain, other), f"{where} something else in plain Python"
        if invariants is not None:
            with at(f"in game {number}, when `conceal` has dealt anew what seat {seat} can't see"):
                invariants(Step(other, step.events[:0], 0, None, step.moves, NOBODY), match)
        for strategy in strategies:
            same = _choice(match, strategy, other) == _choice(match, strategy, state)
            assert same, f"in game {number} {strategy.name}, or what is legal, depends on what is hidden"
        if keeps_cards:
            check_same_cards(cards_in(state), cards_in(other), f"in game {number}, after `conceal`,")
        with at_work(match, cursor):
            again = concealed(match.game, state, number, deal=1)
        yield list(_changes(match.game, other, again, seat))


def _changes(game: Game, one: Record, other: Record, seat: int) -> Iterator[Changed]:
    """Yield where two deals differ: each hidden field, and those of the other seats that hold something."""
    for name in game.hidden.names or ():
        yield Changed(f"hidden.{name}", not _are_equal(one.hidden[name], other.hidden[name]))
    others = [owner for owner in range(len(one.seats)) if owner != seat]
    for name in game.seat_record.names or ():
        if any(contents(one.seats[owner][name]).strip(b"\0") for owner in others):
            same = all(_are_equal(one.seats[owner][name], other.seats[owner][name]) for owner in others)
            yield Changed(f"{SEATS}{name}", not same)


def _are_equal(one: Record, other: Record) -> bool:
    """Return True if two records are equal in every field, whatever the bytes between the fields."""
    return first_difference(one, other, "") is None


def check_that_hidden_is_concealed(game: Game) -> None:
    """Check that a game which hides something declares how to deal it anew.

    Raises AssertionError if something is hidden, and there is no `conceal`.
    """
    parts = [("hidden", game.hidden.names or ()), ("a seat's own", game.seat_record.names or ())]
    ours = ("number", "nothing")  # what the engine puts there
    hidden = [f"{part} '{name}'" for part, names in parts for name in names if name not in ours]
    assert game.conceal is not None or not hidden, (
        f"{game.title} hides something ({', '.join(hidden)}) and declares no `conceal`, which deals it anew"
    )


def concealed(game: Game, state: Record, number: int, *, deal: int = 0, plain: bool = False) -> Record:
    """Return a copy of a state in which what the seat to act can't see is dealt anew, in one of many ways."""
    states, chances = zeros(1, game.state), zeros(1, CHANCE)
    states[0] = state
    open_stream(chances[0], 4242 + deal, number, SEATS_STREAM)
    if not plain:
        compiled(game).conceal(states[0], int(state.seat), chances[0])
        return states[0]
    if game.conceal is not None:
        game.conceal(states[0], int(state.seat), chances[0])
    draw_anew(states[0].chance, chances[0])
    return states[0]


def decisions(match: Match, number: int) -> Iterator[Record]:
    """Yield every state of a game in which the seat to act has more than one legal move."""
    yield from (step.state for step in _steps_with_a_choice(match, number))


def _steps_with_a_choice(match: Match, number: int) -> Iterator[Step]:
    """Yield every step of a game after which the seat to act has more than one legal move."""
    _, options, _ = compiled(match.game).rules
    moves = zeros(match.game.max_moves, match.game.move)
    for step in match.walk(number):
        if not step.state.over and options(step.state, match.rules, moves) > 1:
            yield step


def _choice(match: Match, strategy: Strategy, state: Record) -> tuple[int, int, bytes]:
    """Return the choice of a strategy, the number of moves, and the moves."""
    game = match.game
    _, options, _ = compiled(game).rules
    room, row, chance = zeros(1, game.room)[0], zeros(1, PARAMETERS)[0], zeros(1, CHANCE)[0]
    row["values"][:] = strategy.parameter_row({})
    open_stream(chance, 17, 3, SEATS_STREAM)
    moves = room.moves
    count = options(state, match.rules, moves)
    seat = int(state.seat)
    choice = strategy.compile(game)(state.table, state.seats[seat], match.rules, room, count, row, chance)
    return int(choice), int(count), contents(moves[:count])
