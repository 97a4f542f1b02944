"""The page of all commands with their options, from the commands themselves."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from docsite.markdown import code, said, table
from simkit.cli.main import main

TITLE = "Commands and their options"


def page() -> str:
    """Return the page."""
    context = click.Context(main, info_name="simkit")
    parts = [f"# {TITLE}", "What `simkit COMMAND --help` prints, for all commands."]
    for group, names in main.in_groups(context).items():
        parts.append(f"## {group}")
        for name in names:
            command = main.get_command(context, name)
            assert command is not None
            parts += _command(command, f"simkit {name}")
    return "\n\n".join(parts)


def _command(command: click.Command, name: str) -> Iterator[str]:
    if isinstance(command, click.Group):
        for sub in command.commands.values():
            yield from _command(sub, f"{name} {sub.name}")
        return
    context = click.Context(command, info_name=name)
    yield f"### {name}"
    yield f"```text\n{' '.join([name, *command.collect_usage_pieces(context)])}\n```"
    yield _help(command.help or "")
    options = [row for parameter in command.params if (row := _option(parameter, context))]
    if options:
        yield table(["option", "what it does"], options)


def _help(text: str) -> str:
    """Return a command's help: paragraphs, and what click keeps as it is, as code."""
    parts = []
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(text)):
        if paragraph.startswith("\b"):
            lines = paragraph.removeprefix("\b").strip("\n").splitlines()
            if lines and not lines[0].startswith(" ") and lines[0].endswith(":"):
                parts.append(said(lines.pop(0)))
            parts.append("```text\n" + "\n".join(line.removeprefix("  ") for line in lines) + "\n```")
        else:
            parts.append(said(" ".join(paragraph.split())))
    return "\n\n".join(parts)


def _option(parameter: click.Parameter, context: click.Context) -> tuple[str, str] | None:
    row = parameter.get_help_record(context)
    if row is None or not row[1]:
        return None
    names, words = row
    return code(names), said(words)
