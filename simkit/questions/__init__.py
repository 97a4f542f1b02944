"""What can be asked of a game: each question is one module, from which everything else about it follows.

A module with a `QUESTION` gives the command, the Python function, the key of an experiment's file and the
section of the report.  Those of simkit only declare, so that help and checks load nothing slow; `answers` has
a module for each that plays, says and draws.  `Lab` plays what a question needs; an `Answer` is what it
returns.
"""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from simkit.questions.question import Command, Parameters, Positional, Question

if TYPE_CHECKING:
    from simkit.questions.answer import Answer

__all__ = ["Answer", "Command", "Parameters", "Positional", "Question"]


def __getattr__(name: str) -> Any:
    """Load `Answer`, and with it what draws and calculates, when it is used: declarations need none of it."""
    if name == "Answer":
        return resolve_name("simkit.questions.answer:Answer")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
