"""What plug-ins add to the command line: commands, questions that are commands, names of games."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import click

from simkit.errors import BadInput
from simkit.installed import is_own
from simkit.plugins import game_names as game_names
from simkit.plugins import load_point, questions_of_others


def command_at(point: EntryPoint) -> click.Command:
    """Return the command that an entry point names."""
    command = point.load() if is_own(point) else load_point(point)
    if not isinstance(command, click.Command):
        raise BadInput(f"the command {point.name} must be a click.Command, found {command!r}")
    return command


def groups_of_others() -> dict[str, str]:
    """Return the questions of others that have a command, and the group that lists it, by their names."""
    found = questions_of_others()
    return {name: question.command.group for name, question in found.items() if question.command is not None}
