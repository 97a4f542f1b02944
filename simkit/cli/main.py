"""The commands that a designer types.  They hold no logic, and each imports what it needs when it runs."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from simkit.cli.asking import Asking, asked_by_command, command_of
from simkit.cli.options import Count
from simkit.cli.options import content as _content
from simkit.cli.options import experiment as _experiment
from simkit.cli.options import game as _game
from simkit.cli.options import jobs as _jobs
from simkit.cli.options import only_text as _text
from simkit.cli.options import run as _run
from simkit.cli.options import settings as _settings
from simkit.cli.options import trust as _trust
from simkit.content.characters import cleaned
from simkit.errors import Complaint, unknown
from simkit.run.signals import stopping_at_signals

RUNS = Path("runs")

SIGNALLED = 128
"""Added to a signal's number, the exit code of a command that the signal stopped."""

PIPE = 13
"""The number of SIGPIPE, a name that Windows lacks."""

MOST_GAMES_SHOWN = 1_000_000

GROUPS = {
    "Play and judge": ("new", "check", "run", "report", "replay", "compare"),
    "Skill": (),
    "What there is": ("games", "strategies", "rules", "cards", "assumptions"),
    "For authors of strategies and reports": ("fields", "kinds", "columns", "schema"),
}
"""The commands as `--help` lists them; a question says itself where it stands."""

LONGEST_HELP = 200
"""Longer than the first sentence of any command's help, which is then not cut off."""


class BadInput(click.ClickException):
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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in groups, each with the whole first sentence of its help."""
        left = self.list_commands(ctx)
        groups = {words: [n for n in names if n in left] for words, names in GROUPS.items()}
        for name in left:
            command = self.get_command(ctx, name)
            if isinstance(command, Asking):
                groups.setdefault(command.group, []).append(name)
        placed = {name for names in groups.values() for name in names}
        groups["Commands"] = [name for name in left if name not in placed]
        for words, names in groups.items():
            commands = ((name, self.get_command(ctx, name)) for name in names)
            rows = [(name, own.get_short_help_str(LONGEST_HELP)) for name, own in commands if own]
            if rows:
                with formatter.section(words):
                    formatter.write_dl(rows)


class Simkit(Commands):
    """The group of all commands, a question's each; it turns complaints into messages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, of questions too."""
        return sorted({*super().list_commands(ctx), *asked_by_command()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; of a question one that is made of its parameters."""
        own = super().get_command(ctx, cmd_name)
        question = None if own else asked_by_command().get(cmd_name)
        return command_of(question, RUNS) if question else own

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; turn a complaint into a message and exit code 2."""
        try:
            with stopping_at_signals():
                return super().invoke(ctx)
        except Complaint as complaint:
            raise BadInput(cleaned(str(complaint))) from None
        except OSError as error:  # a disk that is full, a path that can't be written to ...
            if error.errno == errno.EPIPE:
                _end_at_closed_pipe()
            if error.filename is None and error.errno is None:
                raise
            place = f"{error.filename}: " if error.filename is not None else ""
            raise BadInput(cleaned(f"{place}{error.strerror or error}")) from None
        except KeyboardInterrupt as stopped:
            said = getattr(stopped, "__notes__", [])[:1]
            click.echo(f"\n{'; '.join(['stopped', *said])}", err=True)
            sys.exit(SIGNALLED + getattr(stopped, "number", signal.SIGINT))


def _end_at_closed_pipe() -> NoReturn:
    """End without a word, as at SIGPIPE, when nobody reads on: `simkit rules pig | head -2`."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())  # what Python still holds back goes there at the end
    sys.exit(SIGNALLED + PIPE)


@click.group(cls=Simkit, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="simkit", prog_name="simkit")
def main() -> None:
    """A Monte Carlo laboratory for board-game designers.

    Write an experiment in YAML, run it, read the report; change a rule, run again, compare. To begin with:

    \b
      simkit new experiment idea --game nautilion
      simkit run idea.yaml

    A command's own help, with an example: simkit run --help
    """  # noqa: D401
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may lack a letter of a title, or ±


@main.command()
@_experiment
@click.option("--games", type=Count(), help="Games per scenario, in place of the experiment's number.")
@click.option("--seed", type=Count(), help="The seed, in place of the experiment's.")
@_settings
@_content
@_jobs
@click.option("--backend", type=click.Choice(["threads", "processes"]), default="threads", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), callback=_text, help="The run directory to write.")
@click.option("--resume", is_flag=True, help="Continue a run that was killed or stopped.")
@click.option("--again", is_flag=True, help="Run again even if the run exists already.")
@click.option("--report/--no-report", default=True, help="Write the report, or only the tables.")
@click.option("--strict", is_flag=True, help="End with exit code 1 if a target is missed.")
def run(
    file: Path,
    games: int | None,
    seed: int | None,
    settings: tuple[str, ...],
    content: Path | None,
    **options: Any,
) -> None:
    """Run an experiment: play the games, write the tables, show the summary, write the report.

    \b
    Examples:
      simkit run idea.yaml
      simkit run idea.yaml --games 20k --set rules.reserve=3
    """
    from simkit.cli.loading import load

    command = ("simkit", *sys.argv[1:])
    changes = {"games": games, "seed": seed, "settings": settings, "content": content}
    experiment, overrides = load(file, **changes, command=command)
    from simkit.cli.run import Wish, run_and_show

    run_and_show(experiment, file, RUNS, overrides, Wish(**options))


@main.command()
@_run
@click.option(
    "--script", callback=_text, help="The name of a script in reports/, or a file of yours: ./my_report.py"
)
@click.option("--html/--no-html", default=True, help="Write report.html.")
@click.option("--pdf/--no-pdf", default=True, help="Write report.pdf.")
@_trust
def report(run: str, script: str | None, **options: bool) -> None:
    """Write a run's report: one HTML file and a PDF.

    \b
    Example:
      simkit report idea
    """
    from simkit.cli.run import report_and_show

    report_and_show(run, RUNS, script, **options)


@main.command()
@_run
@click.option("--scenario", callback=_text, help="By number or by levels: rules.board=A1,strategy=expert")
@click.option("--game", "number", type=Count(), help="The game's number.")
@click.option(
    "--where",
    callback=_text,
    help="Find games by a condition: 'won and turns <= 10', 'won and seat = 0' (tables count from 0).",
)
@click.option(
    "--first",
    type=Count(1, MOST_GAMES_SHOWN),
    default=1,
    show_default=True,
    help="The number of games found to show.",
)
@click.option("--choices", is_flag=True, help="Show the alternatives at every decision.")
@click.option("--move", type=click.IntRange(1), help="Show only this move of the game, and its turn so far.")
@_trust
def replay(run: str, choices: bool, trust: bool, **wanted: Any) -> None:
    """Play games of a run again and describe them in sentences.

    \b
    Examples:
      simkit replay idea --where 'won and turns <= 12'
      simkit replay idea --scenario 0 --game 7 --choices
    """
    from simkit.cli.replay import Wanted, replay_and_show
    from simkit.run.interrupt import run_interruptibly

    run_interruptibly(replay_and_show, run, RUNS, Wanted(**wanted), choices=choices, trust=trust)


@main.command()
@click.argument("run_a", metavar="RUN_A", callback=_text)
@click.argument("run_b", metavar="RUN_B", callback=_text)
def compare(run_a: str, run_b: str) -> None:
    """Show what changed from one run to another, scenario by scenario.

    \b
    Example:
      simkit compare idea cheaper_idea
    """
    from simkit.cli.compare import compare_and_show

    compare_and_show(run_a, run_b, RUNS)


@main.command()
def games() -> None:
    """List the games.

    \b
    Example:
      simkit games
    """
    from simkit.cli.show import show_games

    show_games()


@main.command()
@click.argument("game", required=False, callback=_text)
@click.option("--weights", is_flag=True, help="Show each strategy's parameters and its whole description.")
def strategies(game: str | None, weights: bool) -> None:
    """List the strategies of GAME (of all games), the strongest first, with measured win rates.

    \b
    Example:
      simkit strategies nautilion --weights
    """
    from simkit.cli.show import show_strategies

    show_strategies(game, weights=weights)


@main.command()
@click.argument("game", callback=_text)
@click.argument("names", nargs=-1, callback=_text)
@_content
def rules(game: str, names: tuple[str, ...], content: Path | None) -> None:
    """List GAME's rules with default, range, meaning and provenance (only NAMES, or parts of them).

    \b
    Example:
      simkit rules nautilion reserve spell
    """
    from simkit.cli.show import show_rules

    show_rules(game, content, names)


@main.command()
@click.argument("game", callback=_text)
def kinds(game: str) -> None:
    """List GAME's kinds of moves and events with their fields, and the objectives of its players.

    \b
    Example:
      simkit kinds castaways
    """
    from simkit.cli.show import show_kinds

    show_kinds(game)


@main.command()
@click.argument("game", callback=_text)
def columns(game: str) -> None:
    """List what the tables of a run of GAME hold: one row per game, per seat of a game, per event.

    \b
    Example:
      simkit columns castaways
    """
    from simkit.cli.tables import show_columns

    show_columns(game)


@main.command()
@click.argument("game", callback=_text)
@click.argument("names", nargs=-1, callback=_text)
def fields(game: str, names: tuple[str, ...]) -> None:
    """List the fields that a strategy of GAME is given, with their meanings (only NAMES, if given).

    \b
    Example:
      simkit fields nautilion reserve
    """
    from simkit.cli.tables import show_fields

    show_fields(game, names)


@main.command()
@click.argument("game", callback=_text)
def assumptions(game: str) -> None:
    """List the values of GAME that could not be looked up, and their alternatives.

    \b
    Example:
      simkit assumptions castaways
    """
    from simkit.cli.show import show_assumptions

    show_assumptions(game)


@main.command()
@click.argument("target", metavar="EXPERIMENT|RUN", callback=_text)
@_content
def check(target: str, content: Path | None) -> None:
    """Check an experiment without running it, or the files of a run.

    \b
    Examples:
      simkit check idea.yaml
      simkit check idea
    """
    from simkit.cli.loading import is_run, load

    if is_run(target, RUNS):
        if content is not None:
            raise Complaint("--content: a run keeps the content that it was played with")
        from simkit.cli.show import show_whole

        show_whole(target, RUNS)
        return
    experiment, _ = load(Path(target), content=content)
    from simkit.cli.show import show_check

    show_check(experiment, Path(target))


@main.command()
@click.argument("game", callback=_text)
@click.argument("ids", nargs=-1, callback=_text)
@_content
@click.option(
    "--unused",
    metavar="RUN",
    callback=_text,
    help="List only items that a run's logged events never mention; RUN: a directory or an experiment.",
)
def cards(game: str, ids: tuple[str, ...], content: Path | None, unused: str | None) -> None:
    """List what is printed on GAME's cards, tokens and boards, with provenance (only IDS, if given).

    \b
    Examples:
      simkit cards castaways
      simkit cards nautilion A1
    """
    from simkit.cli.show import show_cards, show_unused

    if unused is not None:
        show_unused(game, unused, RUNS)
    else:
        show_cards(game, content, ids)


@main.command()
@click.argument("game", required=False, callback=_text)
def schema(game: str | None) -> None:
    """Print the JSON Schema of experiments, or of GAME's content files, for editors.

    \b
    Example:
      simkit schema > schema.json
    """
    from simkit.cli.show import show_schema

    show_schema(game)


@main.group(cls=Commands)
def new() -> None:
    """Write a strategy, an experiment, a board, a report or a game to start from; all run as they are.

    \b
    Example:
      simkit new experiment idea --game castaways
    """


@new.command("strategy")
@click.argument("name", callback=_text)
@_game
def new_strategy(name: str, game: str) -> None:
    """Write NAME.py, a strategy.

    \b
    Example:
      simkit new strategy fox --game pig
    """
    from simkit.cli.new import write_strategy

    write_strategy(name, game)


@new.command("experiment")
@click.argument("name", callback=_text)
@_game
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    callback=_text,
    help="A player besides the game's own strategies: ./NAME.py:NAME (may be repeated).",
)
def new_experiment(name: str, game: str, strategies: tuple[str, ...]) -> None:
    """Write NAME.yaml, an experiment.

    \b
    Example:
      simkit new experiment idea --game pig --strategy ./fox.py:fox
    """
    from simkit.cli.new import write_experiment

    write_experiment(name, game, strategies)


@new.command("board")
@click.argument("name", callback=_text)
@click.option("--game", required=True, callback=_text, help="The game whose board it is.")
def new_board(name: str, game: str) -> None:
    """Write NAME.txt, the printed board of a game as a drawing, to be drawn anew.

    \b
    Example:
      simkit new board reef --game nautilus_2002
    """
    from simkit.cli.new import write_board

    write_board(name, game)


@new.command("report")
@click.argument("name", callback=_text)
def new_report(name: str) -> None:
    """Write NAME.py, a report script.

    \b
    Example:
      simkit new report mine
    """
    from simkit.cli.new import write_report_script

    write_report_script(name)


@new.command("game")
@click.argument("name", callback=_text)
def new_game(name: str) -> None:
    """Write the folder NAME, a copy of Pig to make your game of.

    \b
    Example:
      simkit new game harbour
    """
    from simkit.cli.new import write_game

    write_game(name)
