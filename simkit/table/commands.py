"""The commands `simkit play` and `simkit enter`, which the entry points name."""

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
@click.argument("file", metavar="FILE.csv", type=FILE)
@own.for_game
@own.settings
@own.content
@click.option("--into", type=TEXT, help="Where the games are kept: a name for the run, or its directory.")
def enter(file: Path, game: str, **wanted: Any) -> None:
    """Enter the results of games that were played on a real table: they become a run.

    The first line of FILE.csv names columns of the game (`simkit columns GAME`), as far as the group wrote
    them down. Then follows a line per game, with `score 1`, `score 2` for the seats; or a line per seat, with
    `game`, `seat` and `player`, as far as they are known. Games that are entered --into a run of the same
    group are numbered on.

    \b
    Example:
      simkit enter tuesday.csv --game pig --into tuesday
    """
    from simkit.table.play import enter_and_show

    enter_and_show(file, game, **wanted)
