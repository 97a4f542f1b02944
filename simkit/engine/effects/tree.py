"""The tree of a card's text: what was written, checked, with the numbers that stand for its words.

Code (`simkit.engine.effects.code`), chains and sentences are made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from simkit.content.source import Place
from simkit.engine.effects.vocabulary import Condition, Operation, Price

Block = tuple["Step", ...]
"""What is done one after the other."""


@dataclass(frozen=True)
class Need:
    """A condition with its operands."""

    number: int
    """That of the condition in the vocabulary."""

    condition: Condition
    a: int = 0
    b: int = 0


@dataclass(frozen=True)
class Do:
    """An operation with its operands, and what follows if it succeeds or fails."""

    number: int
    """That of the operation in the vocabulary."""

    operation: Operation
    a: int = 0
    b: int = 0
    then: Block = ()
    otherwise: Block = ()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks in it; one of them is done."""
        return self.then, self.otherwise


@dataclass(frozen=True)
class Roll:
    """A throw of the die."""

    at_least: int
    then: Block = ()
    otherwise: Block = ()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks in it; one of them is done."""
        return self.then, self.otherwise


@dataclass(frozen=True)
class If:
    """What is done if all of some conditions hold, and what otherwise."""

    needs: tuple[Need, ...]
    then: Block = ()
    otherwise: Block = ()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks in it; one of them is done."""
        return self.then, self.otherwise


@dataclass(frozen=True)
class Every:
    """What is done for each seat of a target."""

    target: int
    do: Block = ()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The block in it."""
        return (self.do,)


@dataclass(frozen=True)
class Paid:
    """A price of an option, and how much it is."""

    number: int
    """That of the price in the vocabulary."""

    price: Price
    amount: int


@dataclass(frozen=True)
class Option:
    """An option of a choice."""

    name: str
    needs: tuple[Need, ...] = ()
    prices: tuple[Paid, ...] = ()
    do: Block = ()


@dataclass(frozen=True)
class Choose:
    """A choice of one option, or a vote by the seats of a target (NOBODY for a choice)."""

    by: int
    options: tuple[Option, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks in it; one of them is done."""
        return tuple(option.do for option in self.options)


@dataclass(frozen=True)
class Goto:
    """What another text does."""

    text: int
    place: Place

    @property
    def blocks(self) -> tuple[Block, ...]:
        """None."""
        return ()


Step = Do | Roll | If | Every | Choose | Goto


def steps_in(block: Block) -> Iterator[Step]:
    """Yield the steps of a block and all steps inside them, in the order of the text."""
    for step in block:
        yield step
        for inner in step.blocks:
            yield from steps_in(inner)
