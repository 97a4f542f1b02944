"""The kinds of moves that answer what a card's text asks, for a game to declare with its own."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.engine.effects.machine import AGAIN, OPTION, VOTE, WHOM
from simkit.engine.effects.program import Program
from simkit.engine.kinds import Field, MoveKind

ANSWER = ("answer", "at")
"""The fields of a move that answers; a game's own question has them too, the first perhaps with words."""


def answer_kinds(
    program: Program, again: Sequence[str] = ("let the throw stand", "throw again")
) -> tuple[MoveKind, ...]:
    """Return the kinds of moves that answer the engine's own questions.

    Parameters
    ----------
    program : Program
        The texts, whose options have names.
    again : sequence of str
        What is said of NO and of YES, where another throw is offered.
    """

    def option(answer: int, at: int) -> str:
        return program.option(at, answer)

    return (
        MoveKind(OPTION, "option", option, ANSWER),
        MoveKind(VOTE, "vote", lambda answer, at: f"vote: {option(answer, at)}", ANSWER),
        MoveKind(WHOM, "whom", "seat {answer}", ANSWER),
        MoveKind(AGAIN, "again", "{answer}", (Field("answer", again), "at")),
    )
