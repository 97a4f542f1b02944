"""Arguments and options that several commands share."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import click

from simkit.content.characters import cleaned, refused_character

MOST_JOBS = 1024
"""The most workers at once; with many more, a system refuses to start threads."""


def some_workers(_context: click.Context, _option: click.Parameter, number: int) -> int:
    """Refuse a number of workers that is not possible."""
    if number != -1 and not 1 <= number <= MOST_JOBS:
        raise click.BadParameter(
            f"{number} is not allowed: 1 or more, up to {MOST_JOBS}, or -1 for one per core"
        )
    return number


def only_text(_context: click.Context, _option: click.Parameter, value: Any) -> Any:
    """Refuse text with control characters, or with bytes that are not UTF-8."""
    for text in map(str, value if isinstance(value, tuple) else (value,)):
        try:
            text.encode()
        except UnicodeEncodeError:
            raise click.BadParameter("found bytes that are not UTF-8 text") from None
        if character := refused_character(text):
            raise click.BadParameter(f"'{cleaned(text)}': {character} is not text")
    return value


class Count(click.IntRange):
    """A whole number as files take it, 20_000, or in thousands and millions: 20k, 1.5m."""

    name = "number"

    def _describe_range(self) -> str:
        """Return the range in words; click would say x<=None where there is none."""
        if self.min is None:
            return "" if self.max is None else f"at most {self.max:,}"
        return f"{self.min:,} or more" if self.max is None else f"{self.min:,} to {self.max:,}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that is meant."""
        found = re.fullmatch(r"(\d[\d_]*(?:\.\d+)?)([km])", str(value), re.IGNORECASE)
        if found:
            number = Decimal(found[1]) * (1_000 if found[2] in "kK" else 1_000_000)
            value = int(number) if number == int(number) else value
        return super().convert(value, param, ctx)


experiment = click.argument("file", type=click.Path(path_type=Path), metavar="EXPERIMENT", callback=only_text)
run = click.argument("run", metavar="RUN", callback=only_text)
settings = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    callback=only_text,
    help="Set a rule: rules.reserve=3 (may be repeated).",
)
content = click.option(
    "--content",
    type=click.Path(path_type=Path),
    callback=only_text,
    metavar="FILE",
    help="A file with cards, tokens and boards of your own, which replace or extend the printed ones.",
)
jobs = click.option(
    "--jobs",
    type=int,
    default=-1,
    show_default="all cores",
    callback=some_workers,
    help="The number of workers.",
)
trust = click.option(
    "--trust", is_flag=True, help="Run the code in files that RUN names, even if somebody else made it."
)
game = click.option(
    "--game",
    default="nautilion",
    show_default=True,
    callback=only_text,
    help="The game that it is for.",
)
