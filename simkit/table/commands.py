"""The commands `simkit play`, `simkit enter` and `simkit sheet`, which the entry points name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from simkit.cli import options as own
from simkit.cli.options import FILE, TEXT, Count


@click.command()
@click.argument("target", metavar="[GAME|EXPERIMENT]", required=False, type=own.GameName(or_file=True))
@click.option(
    "--seats",
    type=TEXT,
    default="",
    help="Who plays: you,planner,Ann. A name with a capital letter is a person; anything else a strategy.",
)
@own.settings
@own.content
@click.option("--scenario", type=Count(), default=0, help="Which scenario of the experiment.")
@click.option("--game", "number", type=Count(), help="Which game: its dice are those of a simulation's game.")
@click.option("--seed", type=Count(), help="The seed, in place of the experiment's.")
@click.option("--into", type=TEXT, help="Where the game is kept: a name for the run, or its directory.")
@click.option("--resume", type=FILE, help="Go on with a saved game.")
@own.trust
def play(target: str | None, **wanted: Any) -> None:
    """Sit at the table: play a game in the terminal, with or against any strategies.

    The game becomes a row of a run, which stands beside simulated ones.

    \b
    Examples:
      simkit play pig
      simkit play castaways --seats you,expert,Ann
      simkit play idea.yaml --game 7
      simkit play --resume pig-0.table.json
    """
    from simkit.table.play import play_and_show

    play_and_show(target, **wanted)


@click.command()
@click.argument("file", metavar="[FILE]", required=False, type=FILE)
@click.option(
    "--game",
    type=own.GameName(or_file=True),
    metavar="GAME|EXPERIMENT",
    help="What was played; the workbook of a sheet says it itself.",
)
@click.option("--code", type=TEXT, help="The code of a printed sheet, which stands for game and rules.")
@click.option(
    "--scenario", type=Count(), help="Which scenario of the experiment's file; by default the first."
)
@click.option(
    "--columns",
    type=FILE,
    metavar="FILE.yaml",
    help="What the columns are that the game calls otherwise; if there is no such file, it is proposed.",
)
@click.option("--evening", type=TEXT, help="What the evening is called; by default as the file, or the date.")
@own.settings
@own.content
@click.option("--into", type=TEXT, help="Where the games are kept: a name for the run, or its directory.")
def enter(file: Path | None, **wanted: Any) -> None:
    """Enter the results of games that were played on a real table: they become a run.

    FILE is the workbook of a sheet (`simkit sheet`), or any workbook or CSV file. Its first line names
    columns of the game (`simkit columns GAME`), as far as the group wrote them down. Then follows a line per
    game, with `score 1`, `score 2` for the seats; or a line per seat, with `game`, `seat` and `player`, as
    far as they are known. Without FILE simkit asks game by game. Games that are entered --into a run of the
    same group are numbered on.

    \b
    Examples:
      simkit enter pig_table-QS3G-FAG.xlsx
      simkit enter --code QS3G-FAG
      simkit enter tuesday.csv --game pig --into tuesday
      simkit enter log.csv --game pig --columns results.yaml
    """
    from simkit.table.enter import enter_and_show

    enter_and_show(file, **wanted)


@click.command()
@click.argument("target", metavar="GAME|EXPERIMENT", type=own.GameName(or_file=True))
@own.settings
@own.content
@click.option("--scenario", type=Count(), default=0, help="Which scenario of the experiment.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--tables", type=Count(), default=1, show_default=True, help="How many pages, one for a table.")
@click.option("--games", type=Count(), help="For how many games a page has room.")
@click.option("--out", type=FILE, metavar="FOLDER", help="Where the files are written; by default here.")
def sheet(target: str, **wanted: Any) -> None:
    """Print a sheet for games on a real table: names, seats, who began, results, and questions to people.

    Writes a PDF, a page for each table, and a workbook of the same. By the code on both `simkit enter` knows
    game and rules. An experiment's key `sheet` says what people are asked.

    \b
    Examples:
      simkit sheet pig
      simkit sheet idea.yaml --scenario 1 --tables 3 --paper letter
    """
    from simkit.table.enter import print_sheet

    print_sheet(target, **wanted)
