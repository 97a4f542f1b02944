"""Tells a person at the table what happens, and nothing that their seat can't see.

No game says which of its sentences are secret; it is found out.  What a seat can't see is dealt anew (the
game's `conceal`), and the same move is made again, many times over.  A number of an event that changes with
the deal is hidden, unless something that the seat sees changes with it, value for value.  Then the words are
compared: what differs from one deal to the next is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.base.chance import CHANCE, draw_anew, open_stream
from simkit.engine.base.events import log_layout
from simkit.engine.base.rows import Record, Rows, contents, zeros
from simkit.engine.contract.game import NOTHING, Game
from simkit.engine.play.seating import Seating
from simkit.engine.play.walk import Step

DEALS = 12
"""Deals that are kept, each of which is for the seat the same as the real one."""

MOST_DEALS = 48
"""The most deals that are tried; after some of them another seat could not make the move."""

MORE = 24
"""Further deals where a move changes what is not seen, and of which the words are compared where anything is
hidden: the first may be alike by chance."""

FEWEST = 6
"""Deals in which the move was legal, at least, as far as `MOST_DEALS` have them."""

UNSEEN = "?"
"""Stands for what a seat can't see."""

NOT_SEEN = "Something happens that you can't see."

IMPOSSIBLE = (IndexError, ValueError, KeyError, ZeroDivisionError, OverflowError)
"""What rules and stories may raise about a deal that could not have come about."""

WORD = 4
"""Bytes of a word, of which records are compared."""

STREAM = 1 << 20
"""The first stream of the chance by which cards are dealt anew; no game and no player has one as high."""

TOKENS = re.compile(r"\w+|\s+|[^\w\s]")


_Hidden = dict[tuple[int, int], npt.NDArray[Any]]
"""Numbers of events that are hidden, by event and field, with the values that they have after other deals."""


@dataclass(frozen=True)
class _Again:
    """A move made again after a new deal: its events, and what the seat sees and doesn't see afterwards."""

    state: Any
    events: Rows
    seen: npt.NDArray[np.int32]
    unseen: npt.NDArray[np.int32]

    def has_kinds_of(self, events: Rows) -> bool:
        """Return True if the same kinds of events happened."""
        return len(self.events) == len(events) and bool((self.events["kind"] == events["kind"]).all())


class Sight:
    """What one seat sees of a game.

    * `seating`: the game, its rules and its players.
    * `number`: which game.
    """

    def __init__(self, seating: Seating, number: int, seat: int) -> None:
        self._seating, self._number, self._seat = seating, number, seat
        self._deals: list[Any] = []  # of the state of which `_dealt` holds the bytes
        self._dealt = b""
        game, others = seating.game, seating.game.max_seats - 1
        table, own, hidden = (_size(layout) for layout in (game.table, game.seat_record, game.hidden))
        self._parts_seen = [
            *_parts(game.table, 0), slice(table, table + own), *_parts(game.seat_record, table)
        ]  # fmt: skip
        self._parts_unseen = list(_parts(game.hidden, 0))
        for place in range(others):
            self._parts_unseen.append(slice(hidden + place * own, hidden + (place + 1) * own))
        self._chance = zeros(1, CHANCE)[0]
        open_stream(self._chance, seating.seed, number, STREAM + seat)

    def tell(self, before: Record | None, step: Step) -> list[str]:
        """Return the sentences about a move, without what the seat can't see; `before` is the state then.

        It is quick if it is called for one move after the other.
        """
        game, story, rules = self._seating.game, self._seating.game.story, self._seating.rules
        part = story.begin if step.move is None else story.tell
        if not hides(game):
            return part(game, step.state, rules, step.events)
        others = [self._set_up() for _ in range(DEALS)] if before is None else self._again(before, step)
        hidden, until = self._hidden(before, step, others)
        seen = self._words_of(step.state)[0]
        alike = (other for other in others if before is not None and np.array_equal(other.seen, seen))
        self._keep([other.state for other in alike], step.state)
        known = step.events[:until]

        def tell(state: Record, events: Rows) -> list[str]:
            return part(game, state, rules, events)

        return self._without_unseen(tell, step.state, known, hidden)

    def describe(self, lines_of: Callable[[Record], list[str]], state: Record) -> list[str]:
        """Return lines that are made from a state, without what the seat can't see."""
        if not hides(self._seating.game):
            return lines_of(state)
        return self._without_unseen(
            lambda shown, _: lines_of(shown), state, zeros(0, self._seating.game.event), {}
        )

    def _dealt_anew(self, state: Record) -> Any:
        """Return a copy of a state in which what the seat can't see is dealt anew."""
        states = zeros(1, self._seating.game.state)
        states[0] = state
        if self._seating.game.conceal is not None:
            self._seating.game.conceal(states[0], self._seat, self._chance)
        return states[0]

    def _keep(self, deals: list[Any], state: Record) -> None:
        """Keep deals that are, for the seat, the same as a state; further ones are made where they lack."""
        lacking = max(0, DEALS - len(deals))
        self._deals = [*deals[:DEALS], *(self._dealt_anew(state) for _ in range(lacking))]
        self._dealt = contents(state)

    def _deals_of(self, state: Record) -> list[Any]:
        if self._dealt != contents(state):
            self._keep([], state)
        return self._deals

    def _again(self, before: Record, step: Step) -> list[_Again]:
        """Make a move again after new deals with the same dice."""
        made = (self._made_again(deal.copy(), step) for deal in self._deals_of(before))
        found = [again for again in made if again]
        changes_unseen = not np.array_equal(self._words_of(before)[1], self._words_of(step.state)[1])
        enough = DEALS + MORE if changes_unseen else FEWEST
        for _ in range(MOST_DEALS):
            if len(found) >= enough:
                break
            own = self._made_again(self._dealt_anew(before), step)
            found += [own] if own else []
        return found

    def _set_up(self) -> _Again:
        """Set up a game by other chance."""
        game = self._seating.game
        log = zeros(1, log_layout(game.event))[0]
        state = game.new_states(1)[0]
        draw_anew(state.chance, self._chance)
        game.setup(state, self._seating.rules, log)
        return _Again(state, log.events[: log.count].copy(), *self._words_of(state))

    def _made_again(self, state: Any, step: Step) -> _Again | None:
        """Make the step's move in a state; None if it is not legal there."""
        game, rules = self._seating.game, self._seating.rules
        room, log = zeros(1, game.room)[0], zeros(1, log_layout(game.event))[0]
        try:
            with np.errstate(all="ignore"):
                count = int(game.options(state, rules, room.moves))
                place = next((i for i in range(count) if _is_same(game, room.moves[i], step.move)), None)
                if place is None:
                    return None
                game.apply(state, rules, room.moves[place], log)
        except IMPOSSIBLE:
            return None
        return _Again(state, log.events[: log.count].copy(), *self._words_of(state))

    def _words_of(self, state: Record) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Return what the seat sees and what it doesn't, as numbers."""
        own = _words(state.table), _words(state.seats[self._seat])
        others = [_words(state.seats[i]) for i in range(len(state.seats)) if i != self._seat]
        return np.concatenate(own), np.concatenate([_words(state.hidden), *others])

    def _hidden(self, before: Record | None, step: Step, others: Sequence[_Again]) -> tuple[_Hidden, int]:
        """Return which numbers of the events are hidden, and how many of the events may be told at all."""
        events = step.events
        if not len(events):
            return {}, 0
        seen, _ = self._words_of(step.state)
        until = len(events)
        for other in others:
            if not other.has_kinds_of(events) and np.array_equal(other.seen, seen):
                until = min(until, _first_difference(other.events["kind"].tolist(), events["kind"].tolist()))
        alike = [again for again in others if again.has_kinds_of(events)]
        values = _values(events, alike)
        if not alike:
            return ({} if others else dict.fromkeys(values, np.array([-1]))), until
        views = np.array([seen, *(again.seen for again in alike)])
        is_same_view = (views == seen).all(axis=1)
        patterns = {place: _pattern(cells) for place, cells in values.items() if (cells != cells[0]).any()}
        hidden: _Hidden = {}
        for place, pattern in patterns.items():
            changes_unseen = bool((is_same_view & (values[place] != values[place][0])).any())
            if changes_unseen or not _is_seen(pattern, views, self._parts_seen):
                hidden[place] = values[place][1:]
        if before is not None:
            hidden |= self._secret_dice(before, step, [place for place in values if place not in patterns])
        return hidden, until

    def _secret_dice(self, before: Record, step: Step, places: list[tuple[int, int]]) -> _Hidden:
        """Return which numbers depend on this move's dice, and are kept where the seat doesn't see them."""
        again = []
        if np.array_equal(self._words_of(before)[1], self._words_of(step.state)[1]):
            return {}
        for _ in range(DEALS):
            states = zeros(1, self._seating.game.state)
            states[0] = before
            draw_anew(states[0].chance, self._chance)
            made = self._made_again(states[0], step)
            again += [made] if made and made.has_kinds_of(step.events) else []
        seen, unseen = self._words_of(step.state)
        views = np.array([seen, *(view.seen for view in again)])
        elsewhere = np.array([unseen, *(view.unseen for view in again)])
        values = _values(step.events, again)
        patterns = {place: _pattern(values[place]) for place in places}
        return {
            place: values[place][1:]
            for place, pattern in patterns.items()
            if any(pattern)
            and _is_seen(pattern, elsewhere, self._parts_unseen)
            and not _is_seen(pattern, views, self._parts_seen)
        }

    def _without_unseen(
        self, tell: Callable[[Record, Rows], list[str]], state: Record, events: Rows, hidden: _Hidden
    ) -> list[str]:
        """Return what is told of a state and events, without the words that differ from deal to deal."""
        lines = whole = tell(state, events)
        deals = list(self._deals_of(state))
        for deal, dealt in enumerate(deals):
            told = events.copy()
            for (i, j), values in hidden.items():
                if i < len(told):
                    told[i]["numbers"][j] = values[deal % len(values)]
            try:
                again = tell(dealt, told)
            except IMPOSSIBLE:
                return [NOT_SEEN]
            lines = _in_common(lines, again)
            if len(deals) == DEALS and (hidden or lines is not whole):  # few may lack a rare value
                deals += [self._dealt_anew(state) for _ in range(MORE)]
        return lines


def hides(game: Game) -> bool:
    """Return True if a game hides anything from anybody, besides the dice to come."""
    return game.hides_something or game.hidden is not NOTHING


def _values(events: Rows, others: Sequence[_Again]) -> dict[tuple[int, int], npt.NDArray[Any]]:
    """Return the values of each number of the events, by event and field: the real one, then the others."""
    rows = [events, *(other.events for other in others)]
    return {
        (i, j): np.array([int(row[i]["numbers"][j]) for row in rows])
        for i in range(len(events))
        for j in range(events.dtype["numbers"].shape[0])
    }


def _is_same(game: Game, move: Record, other: Record | None) -> bool:
    """Return True if two moves are of one kind with the same fields."""
    if other is None or move.kind != other.kind:
        return False
    return all(move[field.name] == other[field.name] for field in game.move_kind(int(move.kind)).fields)


def _size(layout: np.dtype[Any]) -> int:
    """Return the number of words of a record."""
    return -(-layout.itemsize // WORD)


def _words(record: Record) -> npt.NDArray[np.int32]:
    """Return a record as whole numbers; one whose size is odd gets bytes of zero at its end."""
    found = contents(record)
    return np.frombuffer(found + b"\0" * (-len(found) % WORD), np.int32)


def _pattern(values: Iterable[Any]) -> tuple[int, ...]:
    """Return which of some values are equal: each as the place of its first equal."""
    first: dict[Any, int] = {}
    return tuple(first.setdefault(value, place) for place, value in enumerate(values))


def _is_seen(pattern: tuple[int, ...], views: npt.NDArray[np.int32], parts: Sequence[slice]) -> bool:
    """Return True if a word or a part of what is seen changes whenever a value does, and never else."""
    varying = np.flatnonzero((views != views[0]).any(axis=0))
    if any(_pattern(views[:, word]) == pattern for word in varying):
        return True
    changed = set(varying.tolist())
    touched = [part for part in parts if not changed.isdisjoint(range(part.start, part.stop))]
    return any(_pattern([view[part].tobytes() for view in views]) == pattern for part in touched)


def _parts(layout: np.dtype[Any], first: int) -> Iterator[slice]:
    """Yield where the fields of a record stand among its words, and those of the records in it."""
    for name, (dtype, offset, *_) in (layout.fields or {}).items():
        inner, size = dtype.base, max(1, dtype.itemsize // WORD)
        begin = first + offset // WORD
        if dtype.shape and name:
            yield slice(begin, begin + size)
        if inner.names:
            step = inner.itemsize // WORD
            for place in range(dtype.itemsize // inner.itemsize):
                yield slice(begin + place * step, begin + (place + 1) * step)
                yield from _parts(inner, begin + place * step)


def _first_difference(one: Sequence[Any], other: Sequence[Any]) -> int:
    pairs = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _in_common(lines: list[str], again: list[str]) -> list[str]:
    """Return the first lines, with what the second don't have replaced or left out."""
    if lines == again:
        return lines
    if len(lines) == len(again):
        return [_masked(one, other) for one, other in zip(lines, again, strict=True)]
    return list(_kept(lines, again))


def _kept(lines: list[str], again: list[str]) -> Iterator[str]:
    for kind, first, last, other, end in SequenceMatcher(None, lines, again, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from lines[first:last]
        elif kind == "replace" and last - first == end - other:
            yield from map(_masked, lines[first:last], again[other:end])


def _masked(line: str, other: str) -> str:
    """Return a line with a sign in place of the words in which another one differs.

    Of lines that differ in their number of words, only what both begin and end with is left.
    """
    if line == other:
        return line
    one, two = TOKENS.findall(line), TOKENS.findall(other)
    if len(one) == len(two):
        parts = [word if word == instead else UNSEEN for word, instead in zip(one, two, strict=True)]
    else:
        begin = _first_difference(one, two)
        end = _first_difference(one[begin:][::-1], two[begin:][::-1])
        parts = [*one[:begin], UNSEEN, *one[len(one) - end :]]
    return re.sub(r"(?:\b[Aa]n?\s+)?\?(?:\s*\?)*", UNSEEN, "".join(parts))  # an article tells of what follows
