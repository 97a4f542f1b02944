"""What can be asked of a game: each question is one module, from which everything else about it follows.

A module with a `QUESTION` gives the command, the Python function, the key of an experiment's file and the
section of the report.  Those of simkit only declare, so that help and checks load nothing slow; `answers` has
a module for each that plays, says and draws.  `Lab` plays what a question needs; an `Answer` is what it
returns.
"""

from simkit.questions.answer import Answer
from simkit.questions.question import Command, Parameters, Positional, Question

__all__ = ["Answer", "Command", "Parameters", "Positional", "Question"]
