"""Kinds of moves and events, as a game declares them: each with a number, a name, fields and a sentence."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from inspect import signature
from typing import Any, Self

from simkit.engine.content import GameContent
from simkit.errors import Complaint, unknown

CONTENT = "content"
"""The parameter by which a function that returns a sentence or a word is given what is in the box."""

SEAT = "seat"
"""The name of a field that numbers a seat, without saying so."""

SECONDS = 10.0
"""How long a decision takes at the table if a game does not say otherwise."""

Words = Sequence[str] | Callable[..., str]
"""What a field's values are called: a word for each number from 0 on, or a function that returns the word."""


def _given(content: GameContent, said: Any) -> Any:
    """Return a function with its parameter `content` filled, if it has one; anything else as it is."""
    function = said.func if isinstance(said, partial) else said
    if callable(function) and CONTENT in signature(function).parameters:
        return partial(function, content=content)
    return said


@dataclass(frozen=True)
class Field:
    """One number of a move or of an event.

    Parameters
    ----------
    name : str
        What it is: "column", "face".
    words : sequence of str or callable, optional
        What its values are called in sentences; without it they are numbers.  A function with a parameter
        `content` is given what is in the box, too.
    of : sequence of str
        Sections of the game's content, whose items it numbers, one section after the other: they are called
        as in the box that is played with (`words` is not given), and `simkit cards --unused` counts them as
        met.
    within : callable, optional
        With `of`: makes of a title what stands within a sentence ("Net": "the net").
    is_seat : bool
        Whether it numbers a seat: from 0 in tables and in code, but sentences count from 1, as people do.
    """

    name: str
    words: Words | None = None
    of: Sequence[str] = ()
    within: Callable[[str], str] | None = None
    is_seat: bool = False

    def in_box(self, content: GameContent) -> Field:
        """Return the field with the words of a box."""
        if not self.of:
            return replace(self, words=_given(content, self.words))
        titles = content.titles(self.of)
        return replace(self, words=[self.within(title) for title in titles] if self.within else titles)

    def say(self, value: int) -> str:
        """Return a value in words, for a sentence."""
        if self.words is None:
            return str(value + 1 if self.is_seat and value >= 0 else value)
        if callable(self.words):
            return self.words(value)
        return self.words[value] if 0 <= value < len(self.words) else str(value)


@dataclass(frozen=True)
class Kind:
    """A kind of move or of event.

    Parameters
    ----------
    number : int
        The constant by which the rules mean it.
    name : str
        A word for tables and code: "banked".
    says : str or callable
        The sentence, with fields in braces: "Seat {seat} rolls a {face}."; or a function that is given the
        fields by name, as numbers (seats from 0: it says `seat + 1`), and returns the sentence.  One with a
        parameter `content` is given what is in the box, too.  Without it the name is the sentence.
    named : sequence of Field or str
        Its numbers, in order; a plain name is a number without words, and "seat" a seat.
    """

    number: int
    name: str
    says: str | Callable[..., str] = ""
    named: Sequence[Field | str] = ()

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields, each with its words."""
        return tuple(
            field if isinstance(field, Field) else Field(field, is_seat=field == SEAT) for field in self.named
        )

    def in_box(self, content: GameContent) -> Self:
        """Return this kind with the words of a box."""
        named = tuple(field.in_box(content) for field in self.fields)
        return replace(self, says=_given(content, self.says), named=named)

    def sentence(self, values: Sequence[int], **more: Any) -> str:
        """Return one move or event in words; a sentence that begins with a field gets a capital letter.

        Parameters
        ----------
        values : sequence of int
            The number in each field; more numbers than fields do no harm.
        more
            What else a function that returns the sentence is to be given.
        """
        numbers = {field.name: value for field, value in zip(self.fields, values, strict=False)}
        if callable(self.says):
            said = self.says(**numbers, **more)
        else:
            said = (self.says or self.name).format(
                **{field.name: field.say(numbers[field.name]) for field in self.fields}
            )
        begins_with_a_field = callable(self.says) or self.says.startswith("{")
        return said[:1].upper() + said[1:] if begins_with_a_field and said.endswith(".") else said


@dataclass(frozen=True)
class MoveKind(Kind):
    """A kind of move: its fields are fields of the move's record, its sentence says what is chosen.

    Parameters
    ----------
    seconds : float
        How long a person at the table takes to decide for it and to carry it out: an estimate, from which
        reports make the minutes of a game.  An experiment can say otherwise (`seconds`).
    """

    seconds: float = SECONDS


def timed(kinds: Sequence[MoveKind], seconds: Mapping[str, float]) -> tuple[MoveKind, ...]:
    """Return kinds of moves with the seconds that some of them take at the table, by name.

    Raises
    ------
    Complaint
        If a name is not that of a kind.
    """
    known = [kind.name for kind in kinds]
    for name in seconds:
        if name not in known:
            raise Complaint(unknown("kind of move", name, known))
    return tuple(replace(kind, seconds=seconds.get(kind.name, kind.seconds)) for kind in kinds)


@dataclass(frozen=True)
class EventKind(Kind):
    """A kind of event: its fields are the numbers that the rules hand to `note`, in that order.

    Parameters
    ----------
    begins_turn : bool
        Whether a turn (or a round) begins with it: the table of events counts turns by these.  Of a game
        without such a kind, a turn is a seat's events up to the next event of another seat.
    """

    begins_turn: bool = False


def mistakes_of_kinds(what: str, kinds: Sequence[Any], expected: type[Kind]) -> Iterable[str]:
    """Yield the mistakes in the kinds of moves (or of events) that a game declares."""
    strangers = [kind for kind in kinds if not isinstance(kind, expected)]
    if strangers:
        form = f"{expected.__name__}(number, name, sentence, fields)"
        yield f"{what} are a list of {form}, found {strangers[0]!r}"
        return
    for part in ("number", "name"):
        seen = [getattr(kind, part) for kind in kinds]
        doubled = [value for value in seen if seen.count(value) > 1]
        if doubled:
            yield f"{what}: two kinds have the {part} {doubled[0]!r}"
    for kind in kinds:
        known = [field.name for field in kind.fields]
        if not callable(kind.says):
            named = {name.partition(".")[0] for _, name, _, _ in string.Formatter().parse(kind.says) if name}
            for name in sorted(named - set(known)):
                listed = ", ".join(known) or "none"
                yield f"{what}: the sentence of '{kind.name}' names '{name}'; its fields are: {listed}"
