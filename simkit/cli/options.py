"""Arguments and options that several commands share."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from simkit import cli, door
from simkit.content.characters import cleaned, refused_character
from simkit.experiment.file import shipped
from simkit.language import in_units
from simkit.run.work import MOST_JOBS

if TYPE_CHECKING:
    from simkit.document.blocks import Block, Table


class TextType(click.types.StringParamType):
    """Text without control characters, or bytes that are not UTF-8."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the text, if it is one."""
        require_text(str(value))
        return super().convert(value, param, ctx)


class File(click.Path):
    """A path that is text."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path, if its name is text."""
        require_text(str(value))
        return super().convert(value, param, ctx)


def require_text(text: str) -> None:
    """Refuse text with control characters, or with bytes that are not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise click.BadParameter("found bytes that are not UTF-8 text") from None
    if character := refused_character(text):
        raise click.BadParameter(f"'{cleaned(text)}': {character} is not text")


class Workers(click.types.IntParamType):
    """How many workers; a number that is possible, or -1."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        number = super().convert(value, param, ctx)
        if number != -1 and not 1 <= number <= MOST_JOBS:
            self.fail(
                f"{number} is not allowed: 1 or more, up to {MOST_JOBS}, or -1 for one per core", param, ctx
            )
        return number


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
        return super().convert(in_units(value), param, ctx)


class HalfWidth(TextType):
    """A column and how far its intervals may reach to either side: won=0.005."""

    name = "precision"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the column and the half-width."""
        require_text(str(value))
        column, _, half = str(value).partition("=")
        try:
            return column.strip(), float(half)
        except ValueError:
            allowed = "allowed is COLUMN=HALF-WIDTH, such as won=0.005"
            return self.fail(f"found '{cleaned(str(value))}', {allowed}", param, ctx)


class GameName(TextType):
    """A game's name, which a shell completes; where it is missing, the message lists all games.

    Parameters
    ----------
    or_file : bool
        Whether an experiment's file may stand there, too.
    """

    def __init__(self, *, or_file: bool = False) -> None:
        self._or_file = or_file

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the games that begin so, and what makes the shell add files if one may stand there."""
        files = [CompletionItem(incomplete, type="file")] if self._or_file else []
        return files + [
            CompletionItem(name) for name in cli.plugged.game_names() if name.startswith(incomplete)
        ]

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """Return what is allowed."""
        return f"Allowed: {', '.join(cli.plugged.game_names())}"


class ShippedExperiment(TextType):
    """The name of an experiment that comes with simkit, which a shell completes."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the experiments that begin so."""
        return [CompletionItem(name) for name in shipped.shipped_experiments() if name.startswith(incomplete)]


TEXT, FILE = TextType(), File()

experiment = click.argument("file", type=FILE, metavar="EXPERIMENT")
run = click.argument("run", metavar="RUN", type=TEXT)
game = click.argument("game", metavar="GAME", type=GameName())
maybe_game = click.argument("game", required=False, type=GameName())
settings = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    type=TEXT,
    help="Set a rule: rules.reserve=3 (may be repeated).",
)
content = click.option(
    "--content",
    type=FILE,
    metavar="FILE",
    help="A file with cards, tokens and boards of your own, which replace or extend the printed ones.",
)
jobs = click.option(
    "--jobs", type=Workers(), default=-1, show_default="all cores", help="The number of workers."
)
cluster = click.option(
    "--cluster",
    type=TEXT,
    metavar="ADDRESS",
    help="Let a Dask cluster play: tcp://HOST:8786; local:4 for four worker processes here.",
)
store = click.option(
    "--store",
    type=TEXT,
    metavar="ADDRESS",
    help="Keep the tables in a shared folder or object store: file:///shared/runs, s3://bucket/runs.",
)
trust = click.option(
    "--trust",
    is_flag=True,
    help="Run the code in files that RUN or FILE names, even if somebody else made it.",
)
incomplete = click.option(
    "--incomplete",
    is_flag=True,
    help="Read what is left of a run of which files are damaged or missing; it is marked.",
)
as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print it as JSON, numbers as numbers, instead of a table."
)
for_game = click.option("--game", type=GameName(), required=True, help="The game that it is for.")


def show(as_json: bool, rows: Callable[[], object], print_table: Callable[[], None]) -> None:
    """Print results as JSON or as a table."""
    if as_json:
        click.echo(json.dumps(without_holes(rows()), indent=1, ensure_ascii=False, allow_nan=False))
    else:
        print_table()


def show_list(as_json: bool, found: Sequence[Block] | Mapping[str, Table]) -> None:
    """Print a list as JSON or as tables; every command that lists something does it by this."""
    if isinstance(found, Mapping):
        named = {name: door.listing.rows_of([table]) for name, table in found.items()}
        show(as_json, lambda: named, lambda: cli.screen.show_blocks(found.values()))
    else:
        show(as_json, lambda: door.listing.rows_of(found), lambda: cli.screen.show_blocks(found))


def marked(rows: list[dict[str, Any]], incomplete: object) -> object:
    """Return rows for JSON; those of an incomplete run below "rows", beside what there is of it."""
    return {"incomplete": incomplete, "rows": rows} if incomplete else rows


def without_holes(data: object) -> object:
    """Return data that JSON can hold: NaN and infinity become null."""
    if isinstance(data, float) and not isfinite(data):
        return None
    if isinstance(data, dict):
        return {key: without_holes(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [without_holes(value) for value in data]
    return data
