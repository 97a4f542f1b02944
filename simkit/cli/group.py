"""The group of all commands: how they are listed, and how complaints and signals end them."""

from __future__ import annotations

import errno
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from simkit import cli
from simkit.content.characters import cleaned
from simkit.errors import BadInput, unknown
from simkit.installed import commands, is_own, others_have_questions, own_questions
from simkit.run.work.signals import stopping_at_signals

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SIGNALLED = 128
"""Added to a signal's number, the exit code of a command that the signal stopped."""

PIPE = 13
"""The number of SIGPIPE, a name that Windows lacks."""

GROUPS = {
    "Play and judge": (
        "demo new check play sheet enter run watch ui summary report replay compare claims runs export verify"
    ),
    "Questions": "portrait seek sensitivity worth",
    "Skill": "ceiling ladder learning luck regret tournament tune",
    "What there is": "games strategies rules cards assumptions",
    "For authors of strategies and reports": "fields kinds columns schema",
    "This machine": "doctor completion",
}
"""The commands as `--help` lists them; a question of others names its own group."""

ASK = {
    "ceiling": "Measure how much could be won: the results of the game's master, scenario by scenario.",
    "ladder": "Measure how far skill reaches: look-ahead with more play-outs, until it wins no more.",
    "learning": "Measure what new rules change before and after STRATEGY has learnt them.",
    "luck": "Measure how much is luck, by which chance, and how tense games are.",
    "portrait": "Draw a game on one page, in numbers that every game has, to set games side by side.",
    "regret": "Find where STRATEGY loses most against look-ahead: by kind of move, turn and progress.",
    "seek": "Look for rules that meet targets, with the fewest changes.",
    "sensitivity": "Find the rules that decide: each goes one step down and up, in the same games.",
    "tournament": "Let players meet at every table: which is best, which survive, which is left of many.",
    "tune": "Search better weights of STRATEGY under the rules, and measure the winner in fresh games.",
    "worth": "Measure what each kind of move, card and component is worth: the same games without it.",
}
"""What the commands of simkit's own questions do, so that `--help` need not load those that there are."""

LONGEST_HELP = 200
"""Longer than the first sentence of any command's help, which is then not cut off."""


ERROR = "Error: "
"""What click prints before a message."""


class Refused(click.ClickException):
    """Bad input: reported in one message, with exit code 2."""

    exit_code = 2

    def format_message(self) -> str:
        """Return the message, wrapped between words on a screen."""
        return _wrapped(self.message)


def _wrapped(message: str) -> str:
    return cli.screen.fitted(f"{ERROR}{message}").removeprefix(ERROR)


class CommandGroup(click.Group):
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
        groups = {words: [n for n in names.split() if n in left] for words, names in GROUPS.items()}
        for name in left:
            if group := self.group_of(name):
                groups.setdefault(group, []).append(name)
        placed = {name for names in groups.values() for name in names}
        groups["Commands"] = [name for name in left if name not in placed]
        return {words: names for words, names in groups.items() if names}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in groups, each with the whole first sentence of its help."""
        for words, names in self.in_groups(ctx).items():
            rows = [(name, self.summary_of(ctx, name)) for name in names]
            with formatter.section(words):
                formatter.write_dl(rows)

    def summary_of(self, ctx: click.Context, name: str) -> str:
        """Return what a command does, in one sentence."""
        command = self.get_command(ctx, name)
        return command.get_short_help_str(LONGEST_HELP) if command else ""


class Simkit(CommandGroup):
    """The group of all commands, with those that entry points name and one of each question.

    It turns complaints into messages.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in alphabetical order."""
        asked = ASK.keys() & own_questions().keys()
        return sorted({*super().list_commands(ctx), *commands(), *asked, *_commands_of_others()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; that of a question is made of its parameters."""
        if (known := super().get_command(ctx, cmd_name)) is not None:
            return known
        if cmd_name in commands():
            return _command(commands()[cmd_name])
        if cmd_name not in self.list_commands(ctx):
            return None
        return cli.asking.command_of(cmd_name)

    def group_of(self, name: str) -> str:
        """Return the group that the command of a question of others is listed in."""
        return "" if name in (*self.commands, *commands()) else _commands_of_others().get(name, "")

    def summary_of(self, ctx: click.Context, name: str) -> str:
        """Return what a command does, in one sentence."""
        try:
            return ASK.get(name) or super().summary_of(ctx, name)
        except BadInput as complaint:  # of a plug-in; everything else works without it
            return str(complaint)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; turn a complaint into a message and exit code 2."""
        import logging  # help needs none

        logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it warns of a home that can't be written
        try:
            with stopping_at_signals():
                return super().invoke(ctx)
        except BadInput as complaint:
            raise Refused(cleaned(str(complaint))) from None
        except click.UsageError as mistake:
            raise click.UsageError(_wrapped(mistake.format_message()), mistake.ctx) from None
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


def _command(point: EntryPoint) -> click.Command:
    """Return the command that an entry point names."""
    command = point.load() if is_own(point) else cli.plugged.load_point(point)
    if not isinstance(command, click.Command):
        raise BadInput(f"the command {point.name} must be a click.Command, found {command!r}")
    return command


def _commands_of_others() -> dict[str, str]:
    """Return the commands of questions of others, and the groups that list them, by their names."""
    return cli.plugged.groups_of_others() if others_have_questions() else {}


def _end_at_closed_pipe() -> NoReturn:
    """End without a word, as at SIGPIPE, when nobody reads on: `simkit rules pig | head -2`."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())  # what Python still holds back goes there at the end
    sys.exit(SIGNALLED + PIPE)
