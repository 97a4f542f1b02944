"""Texts of cards, and the vocabulary that they are written in: operations, conditions, targets and prices.

The engine's own words are those of control: `if`, `choose`, `roll`, `every` and `goto`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simkit.content.source import Place
from simkit.errors import BadInput
from simkit.language import Said

CONTROL = ("if", "choose", "roll", "every", "goto")
"""The control words; no operation can have such a name."""

SIBLINGS = ("to", "then", "else")
"""The keys that may stand beside an operation's operands, or in their place."""

OPTION_KEYS = ("name", "need", "do")
"""The keys of an option of a choice; each price is a further key."""

MOST_OPERANDS = 2


@dataclass(frozen=True)
class Operand:
    """An operand of an operation or a condition: a whole number, a word, or the name of a text."""

    name: str
    """Its key, where a text gives it by name."""
    low: int = 0
    high: int = 0
    """The whole numbers allowed, both included."""
    words: Mapping[str, int] = field(default_factory=dict)
    """The words allowed, with the number that each becomes; those of a sequence become 0, 1, 2 ..."""
    only_words: bool = False
    """Whether numbers are refused."""
    is_text: bool = False
    """Whether it is the name of a text; it becomes the text's number."""
    default: int | None = None
    """What it is if a text does not give it."""
    called: Mapping[int, str] = field(default_factory=dict)
    """The words for a number in sentences, where they are not its word in texts: "the captain's log"."""

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        if self.is_text:
            return "the name of a text"
        numbers = [] if self.only_words else [f"a whole number from {self.low} to {self.high}"]
        return " or ".join([*numbers, *([", ".join(self.words)] if self.words else [])])

    def in_words(self, value: int) -> str:
        """Return the word that a number stands for, or the number."""
        for word, number in self.words.items():
            if number == value and (self.only_words or not self.low <= value <= self.high):
                return word
        return str(value)

    def in_sentences(self, value: int) -> str:
        """Return the words for a number within a sentence."""
        return self.called[value] if value in self.called else self.in_words(value)


def number(name: str, low: int, high: int, *, default: int | None = None) -> Operand:
    """Return an operand that is a whole number from `low` to `high`."""
    return Operand(name, low, high, default=default)


def word(
    name: str,
    words: Mapping[str, int] | Sequence[str],
    *,
    default: str | None = None,
    called: Sequence[str] = (),
) -> Operand:
    """Return an operand that is one of some words; a sequence of words stands for 0, 1, 2 ...

    `called` are the words for 0, 1, 2 ... in sentences, if these use others.
    """
    listed = dict(words) if isinstance(words, Mapping) else {text: i for i, text in enumerate(words)}
    if default is not None and default not in listed:
        raise BadInput(f"operand '{name}': its default '{default}' is none of its words")
    number = None if default is None else listed[default]
    return Operand(name, words=listed, only_words=True, default=number, called=dict(enumerate(called)))


def number_or_word(
    name: str, low: int, high: int, words: Mapping[str, int], *, called: Mapping[int, str] | None = None
) -> Operand:
    """Return an operand that is a whole number in a range, or a word for a number outside it."""
    inside = [text for text, value in words.items() if low <= value <= high]
    if inside:
        raise BadInput(f"operand '{name}': the word '{inside[0]}' stands for a number from {low} to {high}")
    return Operand(name, low, high, words, called=called or {})


def text_name(name: str) -> Operand:
    """Return an operand that is the name of a text, such as a card to shuffle in."""
    return Operand(name, is_text=True)


@dataclass(frozen=True)
class Operation:
    """Something that a card does; the game's `perform` carries it out."""

    name: str
    """The word that texts use."""
    operands: tuple[Operand, ...] = ()
    """Two at most: `a` and `b` of `perform`."""
    sentence: str = ""
    """What it does, with the operands in braces, and ``{who}`` if it is done to a seat.  A noun after an
    operand is counted by it: "{n:coin} for {who}" is "1 coin for you", "2 coins for you" (and so
    ``{n:injury/injuries}``)."""
    if_negative: str = ""
    """The sentence if the first operand is below zero; it shows that operand without its sign."""
    is_common: bool = False
    """True for what is done to no seat (a card shuffled in, the weather): it takes no `to`, and it is done
    even if the seat that the text is done for no longer takes part."""
    branches: bool = False
    """True for what can succeed or fail (a contest): a text may give it `then` and `else`."""

    def in_words(self, who: str, a: int, b: int, texts: Callable[[int], str]) -> str:
        """Return this operation's sentence with some operands."""
        template = self.if_negative if self.if_negative and a < 0 else self.sentence
        a = abs(a) if template is not self.sentence else a
        return template.format(who=who, **_values(self.operands, a, b, texts))


@dataclass(frozen=True)
class Condition:
    """A condition of an `if` or of an option's `need`; the game's `test` decides whether it holds."""

    name: str
    operands: tuple[Operand, ...] = ()
    """As of an operation."""
    sentence: str = ""
    """The condition in words, after "if": "you own {object}"."""

    def in_words(self, a: int, b: int, texts: Callable[[int], str]) -> str:
        """Return this condition's sentence with some operands."""
        return self.sentence.format(**_values(self.operands, a, b, texts))


@dataclass(frozen=True)
class Target:
    """The seats that something is done to; the game's `targets` lists them in order."""

    name: str
    """The word after `to`, `by` (of a vote) or `of` (of an `every`)."""
    words: str
    """What sentences call it: "every player"."""
    asks: bool = False
    """True if it is one of those listed, chosen by the seat that the text is done for."""
    votes: bool = False
    """True if those listed can vote: ``choose: {by: name}``."""


@dataclass(frozen=True)
class Price:
    """A price of an option: only players who can pay may choose it, and they pay first."""

    name: str
    """The key of an option: "cost"."""
    condition: str
    """The condition, given the price, that holds if it can be paid."""
    operation: str
    """The operation, given the price, that pays it."""


@dataclass(frozen=True)
class Vocabulary:
    """All words of a game's texts; the game's functions number the entries of each table from 0.

    Raises
    ------
    BadInput
        If the tables contradict themselves.
    """

    operations: tuple[Operation, ...]
    conditions: tuple[Condition, ...] = ()
    targets: tuple[Target, ...] = ()
    prices: tuple[Price, ...] = ()
    """The tables."""
    faces: int = 6
    """The highest number that a throw can show, for `roll`."""

    def __post_init__(self) -> None:
        for mistake in _mistakes(self):
            raise BadInput(f"a vocabulary: {mistake}")

    def operation(self, name: str) -> tuple[int, Operation]:
        """Return the number of an operation, and the operation."""
        return _find(self.operations, name)

    def condition(self, name: str) -> tuple[int, Condition]:
        """Return the number of a condition, and the condition."""
        return _find(self.conditions, name)

    def target(self, name: str) -> tuple[int, Target]:
        """Return the number of a target, and the target."""
        return _find(self.targets, name)


def _values(operands: Iterable[Operand], a: int, b: int, texts: Callable[[int], str]) -> dict[str, str]:
    """Return the operands by name, in words."""
    given = zip(operands, (a, b), strict=False)
    return {o.name: Said(texts(value) if o.is_text else o.in_sentences(value)) for o, value in given}


def _find(table: Sequence[Any], name: str) -> tuple[int, Any]:
    return next((i, entry) for i, entry in enumerate(table) if entry.name == name)


def _mistakes(vocabulary: Vocabulary) -> Iterable[str]:
    tables: dict[str, Sequence[Any]] = {
        "operation": vocabulary.operations,
        "condition": vocabulary.conditions,
        "target": vocabulary.targets,
        "price": vocabulary.prices,
    }
    for kind, table in tables.items():
        names = [entry.name for entry in table]
        for name in names:
            if names.count(name) > 1:
                yield f"two {kind}s are called '{name}'"
    reserved = {"operation": (*CONTROL, *SIBLINGS), "condition": ("then", "else"), "price": OPTION_KEYS}
    for kind, words in reserved.items():
        for entry in tables[kind]:
            if entry.name in words:
                yield f"no {kind} can be called '{entry.name}', a word of the engine's"
    for operation in vocabulary.operations:
        yield from _of_sentences(operation, "who" if not operation.is_common else "")
    for condition in vocabulary.conditions:
        yield from _of_sentences(condition, "")
    yield from _of_prices(vocabulary)


def _of_sentences(entry: Operation | Condition, who: str) -> Iterable[str]:
    """Yield the mistakes in the operands and sentences of one table's entries."""
    if len(entry.operands) > MOST_OPERANDS:
        yield f"'{entry.name}' has {len(entry.operands)} operands, allowed are {MOST_OPERANDS}"
        return
    names = [operand.name for operand in entry.operands]
    if len(set(names)) < len(names) or set(names) & set(SIBLINGS):
        yield f"'{entry.name}': its operands can't be called {' and '.join(names)}"
    known = {**dict.fromkeys(names, Said("1")), **({"who": ""} if who else {})}
    for sentence in (entry.sentence, getattr(entry, "if_negative", "")):
        try:
            sentence.format(**known)
        except (KeyError, IndexError, ValueError):
            yield f"'{entry.name}': its sentence is '{sentence}', allowed in braces: {', '.join(known)}"
    if not entry.sentence:
        yield f"'{entry.name}' has no sentence"


def _of_prices(vocabulary: Vocabulary) -> Iterable[str]:
    for price in vocabulary.prices:
        tables: list[tuple[str, Sequence[Operation | Condition]]] = [
            (price.operation, vocabulary.operations),
            (price.condition, vocabulary.conditions),
        ]
        for name, table in tables:
            found = [entry for entry in table if entry.name == name]
            if not found:
                yield f"the price '{price.name}' needs '{name}', which there is not"
            elif len(found[0].operands) != 1 or found[0].operands[0].is_text:
                yield f"the price '{price.name}': '{name}' must have one operand, a number"
            elif getattr(found[0], "branches", False):
                yield f"the price '{price.name}': '{name}' can't have branches"


Problem = tuple[Place, str]
"""A place in a file, and what is wrong there."""


@dataclass(frozen=True)
class Text:
    """One text of a card."""

    name: str
    """Its unique name, for other texts."""
    place: Place
    """The place of its list of operations in the file."""
    title: str = ""
    """What is printed on the card, for messages and sentences."""
    is_start: bool = True
    """True if its card is drawn or played, False if only other texts lead to it."""
    can_be_named: bool = True
    """False if no other text may name it, as it is on a card that is in a deck from the start."""

    @property
    def full_name(self) -> str:
        """Its name, followed by its title if it has one."""
        return f"'{self.name}' ({self.title})" if self.title and self.title != self.name else f"'{self.name}'"
