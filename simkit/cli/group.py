"""The group of all commands: how they are listed, and how complaints and signals end them."""

from __future__ import annotations

import errno
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from simkit.content.characters import cleaned
from simkit.errors import BadInput, unknown
from simkit.run.work.signals import stopping_at_signals

if TYPE_CHECKING:
    from simkit.questions.question import Command, Question

SIGNALLED = 128
"""Added to a signal's number, the exit code of a command that the signal stopped."""

PIPE = 13
"""The number of SIGPIPE, a name that Windows lacks."""

GROUPS = {
    "Play and judge": (
        "demo",
        "new",
        "check",
        "play",
        "enter",
        "run",
        "watch",
        "ui",
        "summary",
        "report",
        "replay",
        "compare",
        "runs",
        "export",
        "verify",
    ),
    "Questions": (),
    "Skill": (),
    "What there is": ("games", "strategies", "rules", "cards", "assumptions"),
    "For authors of strategies and reports": ("fields", "kinds", "columns", "schema"),
    "This machine": ("doctor", "completion"),
}
"""The commands as `--help` lists them; a question names its own group."""

LONGEST_HELP = 200
"""Longer than the first sentence of any command's help, which is then not cut off."""


class Refused(click.ClickException):
    """Bad input: reported in one message, with exit code 2."""

    exit_code = 2


class Commands(click.Group):
    """A group of commands that answers an unknown one with the nearest, or with all that there are."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names; complain about a word that names none."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            ctx.fail(unknown("command", args[0], self.list_commands(ctx)))
        return super().resolve_command(ctx, args)

    def group_of(self, name: str) -> str:
        """Return the group that a command names itself; empty for those in `GROUPS`."""
        return ""

    def in_groups(self, ctx: click.Context) -> dict[str, list[str]]:
        """Return the names of all commands, by the group that lists them."""
        left = self.list_commands(ctx)
        groups = {words: [n for n in names if n in left] for words, names in GROUPS.items()}
        for name in left:
            if group := self.group_of(name):
                groups.setdefault(group, []).append(name)
        placed = {name for names in groups.values() for name in names}
        groups["Commands"] = [name for name in left if name not in placed]
        return {words: names for words, names in groups.items() if names}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in groups, each with the whole first sentence of its help."""
        for words, names in self.in_groups(ctx).items():
            commands = ((name, self.get_command(ctx, name)) for name in names)
            rows = [(name, own.get_short_help_str(LONGEST_HELP)) for name, own in commands if own]
            with formatter.section(words):
                formatter.write_dl(rows)


class Simkit(Commands):
    """The group of all commands, with one of each question; it turns complaints into messages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in alphabetical order."""
        return sorted({*super().list_commands(ctx), *_asked()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; that of a question is made of its parameters."""
        known = super().get_command(ctx, cmd_name)
        if known is not None or cmd_name not in _asked():
            return known
        from simkit.cli.asking import command_of

        question, command = _asked()[cmd_name]
        return command_of(question, command)

    def group_of(self, name: str) -> str:
        """Return the group that a question's command is listed in."""
        return _asked()[name][1].group if name in _asked() and name not in self.commands else ""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; turn a complaint into a message and exit code 2."""
        try:
            with stopping_at_signals():
                return super().invoke(ctx)
        except BadInput as complaint:
            raise Refused(cleaned(str(complaint))) from None
        except OSError as error:  # a disk that is full, a path that can't be written to ...
            if error.errno == errno.EPIPE:
                _end_at_closed_pipe()
            if error.filename is None and error.errno is None:
                raise
            place = f"{error.filename}: " if error.filename is not None else ""
            raise Refused(cleaned(f"{place}{error.strerror or error}")) from None
        except KeyboardInterrupt as stopped:
            said = getattr(stopped, "__notes__", [])[:1]
            click.echo(f"\n{'; '.join(['stopped', *said])}", err=True)
            sys.exit(SIGNALLED + getattr(stopped, "number", signal.SIGINT))


def _asked() -> dict[str, tuple[Question[Any], Command]]:
    """Return the questions that have a command, and the command, by their names."""
    from simkit.questions.registry import questions

    found = questions()
    return {name: (own, own.command) for name, own in found.items() if own.command is not None}


def _end_at_closed_pipe() -> NoReturn:
    """End without a word, as at SIGPIPE, when nobody reads on: `simkit rules pig | head -2`."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())  # what Python still holds back goes there at the end
    sys.exit(SIGNALLED + PIPE)
