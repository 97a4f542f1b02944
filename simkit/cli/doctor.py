"""`simkit doctor`: prints what was found on this machine; without rich, which may be what is broken."""

from __future__ import annotations

import shutil
import sys
import textwrap

import click

from simkit.cli.options import show
from simkit.content.characters import cleaned
from simkit.door.doctor import CHECKS, check_all

BROKEN = 1
"""The exit code if something is broken."""

COLOURS = {"ok": "green", "careful": "yellow", "broken": "red"}


def show_doctor(*, as_json: bool) -> None:
    """Print each check as it is made; end with code 1 if something is broken."""
    rows = []
    for what, found in check_all():
        rows.append({"what": what, **found._asdict()})
        if not as_json:
            _show(what, found.state, found.found, found.advice)
    if as_json:
        show(True, lambda: rows, lambda: None)
    broken = [row["what"] for row in rows if row["state"] == "broken"]
    if not as_json:
        click.echo(f"broken: {', '.join(broken)}" if broken else "simkit works here")
    if broken:
        sys.exit(BROKEN)


def _show(what: str, state: str, found: str, advice: str) -> None:
    widths = max(map(len, COLOURS)) + 2, max(map(len, CHECKS)) + 2
    indent = " " * sum(widths)
    width = max(shutil.get_terminal_size().columns, 2 * len(indent))
    for begin, words in ((what.ljust(widths[1]), found), ("to do: ".rjust(widths[1]), advice)):
        if words:
            text = textwrap.fill(
                cleaned(words), width, initial_indent=" " * widths[0] + begin, subsequent_indent=indent,
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip
            mark = click.style(state.ljust(widths[0]), fg=COLOURS[state]) if begin.startswith(what) else ""
            click.echo(mark + text[widths[0] :] if mark else text)
