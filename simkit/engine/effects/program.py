"""The program of a game: the checked texts of its cards as numbers, and the moves that answer them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.content.complaints import complaint
from simkit.content.source import Source
from simkit.engine.contract.kinds import Field, MoveKind
from simkit.engine.effects.chains import problems_of_chains
from simkit.engine.effects.code import Code
from simkit.engine.effects.machine import AGAIN, INSTRUCTION, OPTION, VOTE, WHOM
from simkit.engine.effects.reader import Reader
from simkit.engine.effects.tree import Block
from simkit.engine.effects.vocabulary import Problem, Text, Vocabulary
from simkit.errors import BadInput

MOST_STEPS = 10_000
"""The most instructions that may be carried out in a row without a player's choice."""


def program_dtype(most_texts: int, most_instructions: int) -> np.dtype[np.void]:
    """Return the layout of a program in a rules record, with room for some texts and instructions."""
    return np.dtype(
        [
            ("first", np.int32, (most_texts + 1,)),  # by text: its first instruction
            ("most_steps", np.int32),
            ("code", INSTRUCTION, (most_instructions,)),
        ],
        align=True,
    )


@dataclass(frozen=True, eq=False)
class Program:
    """The texts of a game's cards, compiled."""

    vocabulary: Vocabulary
    """The words that they are written in."""
    texts: tuple[Text, ...]
    """The texts; the first one is number 1."""
    trees: tuple[Block, ...]
    """The tree of each."""
    code: npt.NDArray[np.void]
    """All instructions. Record array of INSTRUCTION."""
    first: npt.NDArray[np.int32]
    """By text: its first instruction. Int32 array, shape (texts + 1,)."""
    options: dict[int, str]
    """The names of options, by the instruction of each (a CASE)."""
    numbers: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "numbers", {text.name: i for i, text in enumerate(self.texts, 1)})

    def number(self, name: str) -> int:
        """Return the number of a text."""
        return self.numbers[name]

    def title(self, number: int) -> str:
        """Return the title of a text's card, or the text's name if the card has no title."""
        text = self.texts[number - 1]
        return text.title or text.name

    def option(self, at: int, answer: int) -> str:
        """Return the name of an option; `at` is the place of the choice (``machine.at``)."""
        case = at + 1
        for _ in range(answer):
            case += 1 + int(self.code[case]["number"])
        return self.options[case]

    def why_stuck(self, number: int) -> str:
        """Return a message about the text that the machine gave up (``machine.stuck``)."""
        card = self.texts[number - 1].full_name
        return f"the card {card} did not end in {MOST_STEPS:,} steps: it was given up"

    def fill(self, record: Any) -> None:
        """Write the program into a record of `program_dtype`.

        Raises
        ------
        BadInput
            If there is not enough room.
        """
        for name, found in (("first", self.first), ("code", self.code)):
            if len(found) > len(record[name]):
                what = "texts" if name == "first" else "instructions"
                raise BadInput(f"the cards have {len(found)} {what}, room is for {len(record[name])}")
            record[name][: len(found)] = found
        record["most_steps"] = MOST_STEPS


def compile_texts(vocabulary: Vocabulary, source: Source, texts: Sequence[Text]) -> Program:
    """Check the texts of a game's cards and turn them into a program.

    Parameters
    ----------
    source : Source
        The file that holds them (`simkit.content.source.read_source`).
    texts : sequence of Text
        The name of each text, and its place in the file.
    """
    if not texts:
        raise BadInput(f"{source.path}: there are no cards")
    reader = _read(vocabulary, source.data, texts)
    if reader.problems:
        raise complaint(source, reader.problems)
    return _program(reader)


def problems_of_texts(vocabulary: Vocabulary, data: Any, texts: Sequence[Text]) -> list[Problem]:
    """Return the problems of texts in plain data, each with its place."""
    return _read(vocabulary, data, texts).problems


def program_of_texts(vocabulary: Vocabulary, data: Any, texts: Sequence[Text]) -> Program:
    """Return the program of texts in plain data that have no problems.

    Raises
    ------
    BadInput
        If they have problems (see `problems_of_texts`).
    """
    reader = _read(vocabulary, data, texts)
    if reader.problems:
        raise BadInput(reader.problems[0][1])
    return _program(reader)


def _program(reader: Reader) -> Program:
    code = Code(reader.vocabulary, reader.trees)
    return Program(
        reader.vocabulary,
        tuple(reader.texts),
        tuple(reader.trees),
        np.array(code.rows, dtype=INSTRUCTION),
        np.array(code.first, dtype=np.int32),
        code.options,
    )


def _read(vocabulary: Vocabulary, data: Any, texts: Sequence[Text]) -> Reader:
    """Return the trees of some texts, and the problems in them."""
    reader = Reader(vocabulary, texts)
    for i, text in enumerate(texts):
        if text.name in (other.name for other in texts[:i]):
            reader.problems.append((text.place, f"two cards are called '{text.name}'"))
        value = data
        for part in text.place:
            value = value[part]
        reader.read(text, value)
    if not reader.problems:
        reader.problems += problems_of_chains(texts, reader.trees)
    return reader


ANSWER = ("answer", "at")
"""The fields of a move that answers a question; a game's own questions have them too."""


def answer_kinds(
    program: Program | None = None, again: Sequence[str] = ("let the throw stand", "throw again")
) -> tuple[MoveKind, ...]:
    """Return the kinds of moves that answer the engine's questions.

    Parameters
    ----------
    program : Program, optional
        The texts, whose options have names.  Without it, those of the game's content (its `program`).
    again : sequence of str
        The words for NO and for YES where another throw is offered.
    """

    def option(answer: int, at: int, content: Any = None) -> str:
        return (program or content.program).option(at, answer)

    def vote(answer: int, at: int, content: Any = None) -> str:
        return f"vote: {option(answer, at, content)}"

    return (
        MoveKind(OPTION, "option", option, ANSWER),
        MoveKind(VOTE, "vote", vote, ANSWER),
        MoveKind(WHOM, "whom", "seat {answer}", (Field("answer", is_seat=True), "at")),
        MoveKind(AGAIN, "again", "{answer}", (Field("answer", again), "at")),
    )
