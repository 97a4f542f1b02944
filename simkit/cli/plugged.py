"""What plug-ins add to the command line: commands, questions that are commands, names of games."""

from __future__ import annotations

from simkit.plugins import game_names as game_names
from simkit.plugins import load_point as load_point
from simkit.plugins import questions_of_others


def groups_of_others() -> dict[str, str]:
    """Return the questions of others that have a command, and the group that lists it, by their names."""
    found = questions_of_others()
    return {name: question.command.group for name, question in found.items() if question.command is not None}
