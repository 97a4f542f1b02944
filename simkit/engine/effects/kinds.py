"""The kinds of moves that answer a question of a card's text; a game declares them with its own kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simkit.engine.contract.kinds import Field, MoveKind
from simkit.engine.effects.machine import AGAIN, OPTION, VOTE, WHOM
from simkit.engine.effects.program import Program

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
        What is said of NO and of YES, where another throw is offered.
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
