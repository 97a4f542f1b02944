"""What a game declares of its moves and events: kinds, each with a number, a name, fields and a sentence."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from inspect import signature
from typing import Any, Self

from simkit.engine.content import GameContent

CONTENT = "content"
"""The parameter by which a sentence's function is given what is in the box."""

Words = Sequence[str] | Callable[[int], str]
"""What a field's values are called: a word for each number from 0 on, or a function that returns the word."""


@dataclass(frozen=True)
class Field:
    """One number of a move or of an event.

    Parameters
    ----------
    name : str
        What it is: "column", "face".
    words : sequence of str or callable, optional
        What its values are called in sentences; without it they are numbers.
    of : sequence of str
        Sections of the game's content, whose items it numbers, one section after the other: they are called
        as in the box that is played with (`words` is not given), and `simkit cards --unused` counts them as
        met.
    """

    name: str
    words: Words | None = None
    of: Sequence[str] = ()

    def in_box(self, content: GameContent) -> Field:
        """Return the field with the words of a box."""
        return replace(self, words=content.titles(self.of)) if self.of else self

    def say(self, value: int) -> str:
        """Return a value in words, for a sentence."""
        if self.words is None:
            return str(value)
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
        fields by name, as numbers, and returns the sentence.  One with a parameter `content` is given what is
        in the box, too.  Without it the name is the sentence.
    named : sequence of Field or str
        Its numbers, in order; a plain name is a number without words.
    """

    number: int
    name: str
    says: str | Callable[..., str] = ""
    named: Sequence[Field | str] = ()

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields, each with its words."""
        return tuple(field if isinstance(field, Field) else Field(field) for field in self.named)

    def in_box(self, content: GameContent) -> Self:
        """Return this kind with the words of a box."""
        says = self.says
        function = says.func if isinstance(says, partial) else says
        if callable(function) and CONTENT in signature(function).parameters:
            says = partial(function, content=content)
        return replace(self, says=says, named=tuple(field.in_box(content) for field in self.fields))

    def sentence(self, values: Sequence[int], **more: Any) -> str:
        """Return what is said of one move or event; a sentence that begins with a field has a capital letter.

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


class MoveKind(Kind):
    """A kind of move: its fields are fields of the move's record, its sentence says what is chosen."""


@dataclass(frozen=True)
class EventKind(Kind):
    """A kind of event: its fields are the numbers that the rules hand to `note`, in that order.

    Parameters
    ----------
    begins_turn : bool
        Whether a turn (or a round) begins with it: the table of events counts turns by these.
    """

    begins_turn: bool = False


def mistakes_of_kinds(what: str, kinds: Sequence[Any], expected: type[Kind]) -> Iterable[str]:
    """Yield what is wrong with the kinds of moves (or events) that a game declares."""
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
