"""Texts of cards, and the instructions that they are compiled to, each with its place in the file."""

from __future__ import annotations

from dataclasses import dataclass

from simkit.content.source import Place

Problem = tuple[Place, str]
"""A place in a file, and what is wrong there."""


@dataclass(frozen=True)
class Text:
    """One text of a card.

    Parameters
    ----------
    name : str
        The word by which other texts name it: unique.
    place : tuple
        Where its list of operations stands in the file.
    title : str
        What is printed on the card, for messages and sentences.
    is_start : bool
        True if it is done by itself (its card is drawn or played), False if only other texts lead to it.
    can_be_named : bool
        False if no other text may name it: a card that lies in a deck from the start.
    """

    name: str
    place: Place
    title: str = ""
    is_start: bool = True
    can_be_named: bool = True

    @property
    def full_name(self) -> str:
        """Its name, followed by its title if it has one."""
        return f"'{self.name}' ({self.title})" if self.title and self.title != self.name else f"'{self.name}'"


@dataclass
class Instruction:
    """One instruction, with its place in the file."""

    kind: int
    number: int = 0
    a: int = 0
    b: int = 0
    jump: int = 0
    end: int = 0
    place: Place = ()
