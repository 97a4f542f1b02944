"""Kinds of moves and events that a game declares, each with a number, a name, fields and a sentence.

They stand in classes made of `Kinds`, whose attributes are the numbers that the rules' code uses.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from inspect import signature
from typing import Any, Self, cast

import numpy as np

from simkit.compile.numbers import NamedNumbers
from simkit.engine.contract.content import GameContent
from simkit.errors import BadInput, nearest, unknown
from simkit.language import Said

CONTENT = "content"
"""The name of the parameter for the game's content, in functions that return sentences or words."""

SEAT = "seat"
"""The name of a field that is a seat's number by default."""

SECONDS = 10.0
"""How long a decision takes at the table, in seconds, unless the game says otherwise."""

Words = Sequence[str] | Callable[..., str]
"""The words for a field's values: a list with a word for 0, 1, 2 ..., or a function that returns the word."""


def _given(content: GameContent, said: Any) -> Any:
    """Return a function with its parameter `content` filled, if it has one; anything else unchanged."""
    function = said.func if isinstance(said, partial) else said
    if callable(function) and CONTENT in signature(function).parameters:
        return partial(function, content=content)
    return said


@dataclass(frozen=True)
class Field:
    """One number of a move or of an event."""

    name: str
    """Its name, such as "column" or "face"."""
    words: Words | None = None
    """The words for its values in sentences; without it they are shown as numbers.  A function with a
    parameter `content` receives the game's content too."""
    of: Sequence[str] = ()
    """Sections of the game's content whose items this field numbers, one section after the other.  The
    items' titles are its words (`words` is not given), and `simkit cards --unused` counts these items
    as used."""
    within: Callable[[str], str] | None = None
    """With `of`: turns a title into words within a sentence ("Net": "the net")."""
    is_seat: bool = False
    """Whether it is a seat's number: counted from 0 in tables and code, from 1 in sentences."""

    def in_box(self, content: GameContent) -> Field:
        """Return the field with the words of some content."""
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


def _as_field(named: Field | str) -> Field:
    return named if isinstance(named, Field) else Field(named, is_seat=named == SEAT)


def names_in(says: str | Callable[..., str]) -> tuple[str, ...]:
    """Return the names in the braces of a sentence, each once; none for a function."""
    if callable(says):
        return ()
    names = (name.partition(".")[0] for _, name, _, _ in string.Formatter().parse(says) if name is not None)
    return tuple(dict.fromkeys(names))


@dataclass(frozen=True)
class Kind:
    """A kind of move or of event."""

    number: int
    """The constant that stands for it in the rules' code."""

    name: str
    """Its name in tables and code: "banked"."""

    says: str | Callable[..., str] = ""
    """The sentence, with fields in braces: "Seat {seat} rolls a {face}."; a field may count a noun, as in
    "{n:coin}" and "{n:injury/injuries}".  Or a function that receives the fields by name, as numbers (seats
    counted from 0), and returns the sentence; with a parameter `content` it receives the game's content too.
    By default the name is the sentence."""

    named: Sequence[Field | str] = ()
    """What the sentence does not say of its fields.  They are those that the sentence names, in that order,
    then others named here; a `Field` gives one its words.  If all are named here, this is their order.  A
    plain name is a field without words, and "seat" is a seat's number."""

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields, each with its words."""
        given = {field.name: field for field in map(_as_field, self.named)}
        told = names_in(self.says)
        order = given if given.keys() >= set(told) else dict.fromkeys((*told, *given))
        return tuple(given.get(name) or _as_field(name) for name in order)

    def in_box(self, content: GameContent) -> Self:
        """Return this kind with the words of some content."""
        named = tuple(field.in_box(content) for field in self.fields)
        return replace(self, says=_given(content, self.says), named=named)

    def sentence(self, values: Sequence[int], **more: Any) -> str:
        """Return the sentence about one move or event, beginning with a capital letter.

        Parameters
        ----------
        values : sequence of int
            The value of each field; surplus values are ignored.
        more
            Further arguments for a function that returns the sentence.
        """
        numbers = {field.name: value for field, value in zip(self.fields, values, strict=False)}
        if callable(self.says):
            said = self.says(**numbers, **more)
        else:
            said = (self.says or self.name).format(
                **{field.name: Said(field.say(numbers[field.name])) for field in self.fields}
            )
        begins_with_a_field = callable(self.says) or self.says.startswith("{")
        return said[:1].upper() + said[1:] if begins_with_a_field and said.endswith(".") else said


@dataclass(frozen=True)
class MoveKind(Kind):
    """A kind of move: its fields are fields of the move's record, and its sentence says what is chosen."""

    seconds: float = SECONDS
    """The estimated time that a person at the table needs to choose it and to carry it out; reports
    calculate the minutes of a game from it.  An experiment can set other times (`seconds`)."""

    @cached_property
    def answer(self) -> Field | None:
        """The field of a kind that is a yes or no: its sentence is nothing else, and has two forms."""
        fields = [field for field in self.fields if self.says == f"{{{field.name}}}"]
        if not fields or callable(fields[0].words) or len(fields[0].words or ()) != YES_AND_NO:
            return None
        return fields[0]

    @property
    def answers(self) -> tuple[str, ...]:
        """The two answers of a kind that is a yes or no, by name; none of any other."""
        words = self.answer.words if self.answer else None
        return () if words is None or callable(words) else tuple(f"{self.name}: {word}" for word in words)


YES_AND_NO = 2
"""The number of answers of a kind that is a yes or no."""


def move_layout(kinds: Sequence[MoveKind]) -> np.dtype[np.void]:
    """Return the record layout of a move: its kind, and all fields that any kind has.

    A move of one kind does not set the fields of other kinds: they keep their old values.
    """
    names = dict.fromkeys(field.name for kind in kinds for field in kind.fields)
    return np.dtype([("kind", np.int32), *((name, np.int32) for name in names)], align=True)


def timed(kinds: Sequence[MoveKind], seconds: Mapping[str, float]) -> tuple[MoveKind, ...]:
    """Return kinds of moves with other seconds for some of them, by name."""
    known = [kind.name for kind in kinds]
    for name in seconds:
        if name not in known:
            raise BadInput(unknown("kind of move", name, known))
    return tuple(replace(kind, seconds=seconds.get(kind.name, kind.seconds)) for kind in kinds)


@dataclass(frozen=True)
class EventKind(Kind):
    """A kind of event: its fields are the numbers that the rules pass to `note`, in that order."""

    begins_turn: bool = False
    """Whether a turn (or a round) begins with it; the table of events counts turns by these.  In a game
    without such a kind, a turn ends with the next event of another seat."""


def move(
    says: str | Callable[..., str] = "", *fields: Field | str, name: str = "", seconds: float = SECONDS
) -> int:
    """Declare a kind of move in a class made of `Kinds`; see `MoveKind`.

    By default its name is that of the attribute, in small letters.
    """
    return cast(int, MoveKind(UNNUMBERED, name, says, fields, seconds))


def event(
    says: str | Callable[..., str] = "", *fields: Field | str, name: str = "", begins_turn: bool = False
) -> int:
    """Declare a kind of event in a class made of `Kinds`; see `EventKind`.

    By default its name is that of the attribute, in small letters.
    """
    return cast(int, EventKind(UNNUMBERED, name, says, fields, begins_turn))


UNNUMBERED = -1
"""The number of a kind that its class has yet to number."""


class _KindsClass(NamedNumbers):
    """The class of classes made of `Kinds`."""

    kinds: tuple[Any, ...]

    def __new__(cls, name: str, bases: tuple[type, ...], names: dict[str, Any], first: int = 0) -> Any:
        """Give the kinds their numbers, in their order, and leave these as attributes."""
        declared = {constant: kind for constant, kind in names.items() if isinstance(kind, Kind)}
        numbers = {constant: number for number, constant in enumerate(declared, first)}
        made = super().__new__(cls, name, bases, {**names, **numbers})
        made.numbers = numbers
        made.kinds = tuple(
            replace(kind, number=numbers[constant], name=kind.name or constant.lower())
            for constant, kind in declared.items()
        )
        return made


class Kinds(metaclass=_KindsClass):
    """The kinds of moves, or of events: a subclass has an attribute for each, made by `move` or by `event`.

    The attribute is the kind's number, counted from 0 or from `first`, in plain Python and in compiled code;
    `kinds` holds the kinds::

        class Move(Kinds):
            ROLL = move("roll", seconds=4)
            HOLD = move("hold", seconds=3)

    ``Move.HOLD`` is 1 here, and ``Move.kinds[1].seconds`` is 3.
    """


def mistakes_of_kinds(what: str, kinds: Sequence[Any], expected: type[Kind]) -> Iterable[str]:
    """Yield the mistakes in the kinds of moves (or of events) that a game declares."""
    others = [kind for kind in kinds if not isinstance(kind, expected)]
    if others:
        form = f"{expected.__name__}(number, name, sentence, fields)"
        yield f"{what} are a list of {form}, found {others[0]!r}"
        return
    for part in ("number", "name"):
        seen = [getattr(kind, part) for kind in kinds]
        doubled = [value for value in seen if seen.count(value) > 1]
        if doubled:
            yield f"{what}: two kinds have the {part} {doubled[0]!r}"
    for kind in kinds:
        told = names_in(kind.says)
        given = {field.name: field for field in map(_as_field, kind.named)}
        untold = {name for name in given if name not in told} if not given.keys() >= set(told) else ()
        with_words = [name for name in untold if given[name].words is not None or given[name].of]
        for name in told:
            if not name.isidentifier():
                found = f"the sentence of '{kind.name}' has {{{name}}}"
                yield f"{what}: {found}; what stands in braces is the name of a number, such as {{seat}}"
            elif guess := nearest(name, with_words):
                yield f"{what}: the sentence of '{kind.name}' names '{name}'; did you mean '{guess}'?"
