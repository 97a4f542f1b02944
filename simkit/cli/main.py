"""The commands that a designer types.  They hold no logic, and each imports what it needs when it runs."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simkit import cli, door
from simkit.cli import options as own
from simkit.cli.group import CommandGroup, Simkit
from simkit.cli.options import FILE, TEXT, Count
from simkit.door import RUNS
from simkit.errors import BadInput
from simkit.experiment.file import shipped

if TYPE_CHECKING:
    from simkit.door.exporting import Decimal

MOST_GAMES_SHOWN = 1_000_000


@click.group(cls=Simkit, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="simkit", prog_name="simkit")
def main() -> None:
    """A Monte Carlo laboratory for board-game designers.

    Write an experiment in YAML, run it, read the report; change a rule, run again, compare. To begin with:

    \b
      simkit demo
      simkit new experiment idea --game nautilion
      simkit run idea.yaml

    A command's own help, with an example: simkit run --help
    """  # noqa: D401
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may lack a letter of a title, or ±


@main.command()
@own.experiment
@click.option("--games", type=Count(), help="Games per scenario, in place of the experiment's number.")
@click.option(
    "--precision",
    type=own.HalfWidth(),
    multiple=True,
    metavar="COLUMN=WIDTH",
    help="Play until a column's intervals reach no further to either side: won=0.005 (may be repeated).",
)
@click.option("--max-games", type=Count(), help="With precision: the most games of each scenario.")
@click.option("--seed", type=Count(), help="The seed, in place of the experiment's.")
@own.settings
@own.content
@own.jobs
@own.cluster
@own.store
@click.option("--backend", type=click.Choice(["threads", "processes"]), default="threads", show_default=True)
@click.option("--out", type=FILE, help="The run directory to write.")
@click.option(
    "--resume",
    is_flag=True,
    help="Continue a run that was killed or stopped; play again what a damaged one has lost.",
)
@click.option("--again", is_flag=True, help="Run again even if the run exists already.")
@click.option(
    "--skip-broken",
    type=Count(),
    default=0,
    metavar="NUMBER",
    help="Go on without up to that many games that break a rule; they are named.",
)
@click.option(
    "--ceiling/--no-ceiling",
    default=None,
    help="Measure what the game's master comes to, by look-ahead; by default if the experiment says so.",
)
@click.option("--report/--no-report", default=True, help="Write the report, or only the tables.")
@click.option("--label", type=TEXT, help='What to call the run: "cheap tides"; commands find it by that.')
@click.option("--note", type=TEXT, help="What is to be said about the run; `simkit runs` shows it.")
@click.option("--strict", is_flag=True, help="End with exit code 1 if a target is missed.")
def run(file: Path, resume: bool, again: bool, strict: bool, ceiling: bool | None, **options: Any) -> None:
    """Run an experiment: play the games, write the tables, show the summary, write the report.

    \b
    Examples:
      simkit run idea.yaml
      simkit run idea.yaml --games 20k --set rules.reserve=3
      simkit run idea.yaml --precision won=0.005
      simkit run idea.yaml --cluster tcp://server:8786
    """
    if resume and again:
        raise BadInput("--resume continues a run, --again starts it over: use one of the two")
    changes = {name: options.pop(name) for name in ("games", "max_games", "seed", "settings", "content")}
    changes["precision"] = dict(options.pop("precision")) or None
    asked = {} if ceiling is None else {"ceiling": ceiling}
    experiment = cli.loading.load(file, **changes, asked=asked, command=("simkit", *sys.argv[1:]))

    existing = "resume" if resume else "replace" if again else "keep"
    cli.run.run_and_show(experiment, {**options, "file": file, "existing": existing}, strict=strict)


@main.command()
@own.experiment
@click.option(
    "--games", type=Count(), help="Games per scenario; by default as many as take about two seconds."
)
@own.settings
@own.content
@own.jobs
def watch(**options: Any) -> None:
    """Play an experiment again whenever one of its files is saved: the answer, and what changed since.

    Watches the experiment, its content, the files of its strategies, and the modules of a game of yours.
    Nothing is kept; Ctrl-C ends it.

    \b
    Examples:
      simkit watch idea.yaml
      simkit watch idea.yaml --games 5000 --set rules.reserve=3
    """
    cli.watch.watch_and_show(cli.watch.Watched(**options))


@main.command()
@click.argument("name", metavar="[EXPERIMENT]", default=shipped.DEMO, type=own.ShippedExperiment())
@click.option("--games", type=Count(), help="Games per scenario, in place of the experiment's number.")
@own.jobs
@click.option("--again", is_flag=True, help="Run again even if the run exists already.")
@click.pass_context
def demo(context: click.Context, /, name: str, **options: Any) -> None:
    """Copy an experiment that comes with simkit into this folder, and run it.

    By default it plays a million games of Nautilion, shows how hard it is, and writes the report.

    \b
    Examples:
      simkit demo
      simkit demo nautilus_island_seats --games 1000
    """
    file, is_new = shipped.copy_experiment(name, Path())
    click.echo(f"{'wrote' if is_new else 'found'} {file}; after a change to it: simkit run {file}")
    context.invoke(run, file=file, **options)


@main.command()
@own.run
@click.option(
    "--script", type=TEXT, help="The name of a script in reports/, or a file of yours: ./my_report.py"
)
@click.option("--html/--no-html", default=True, help="Write report.html.")
@click.option("--pdf/--no-pdf", default=True, help="Write report.pdf.")
@own.trust
@own.incomplete
def report(run: str, script: str | None, trust: bool, incomplete: bool, **files: bool) -> None:
    """Write a run's report: one HTML file and a PDF.

    \b
    Example:
      simkit report idea
    """
    found = cli.loading.find(run, RUNS, trust=trust, incomplete=incomplete)
    found.require_readable()
    cli.screen.show_mark(found)
    cli.run.show_paths(door.run_and_report.write_report_of(found, script, cli.run.Screen(), **files))


@main.command()
@own.run
@click.option("--games", type=Count(), default=1000, show_default=True, help="How many games to play again.")
@click.option("--seed", type=Count(), default=1, show_default=True, help="Decides which games.")
@own.trust
@own.incomplete
def verify(run: str, games: int, seed: int, trust: bool, incomplete: bool) -> None:
    """Verify a run: every file's checksum, and a sample of its games played again.

    Ends with exit code 1 if a game comes out otherwise than it was recorded.

    \b
    Examples:
      simkit verify idea
      simkit verify idea --games 100k
    """
    found = cli.loading.find(run, RUNS, trust=trust, incomplete=incomplete)

    cli.show.verify_and_show(found, games, seed)


@main.command()
@own.run
@click.option("--against", type=TEXT, help="Another run of the same experiment, by which they are judged.")
@own.as_json
def claims(run: str, against: str | None, as_json: bool) -> None:
    """Show what the sentences of a report's first page claim, and whether it is so in another run.

    \b
    Example:
      simkit claims idea --against idea_with_20_times_the_games
    """
    cli.runs.show_claims(run, against, as_json=as_json)


@main.command()
@own.run
@own.incomplete
@own.as_json
def summary(run: str, incomplete: bool, as_json: bool) -> None:
    """Show what a run came to; as JSON, all estimates with their intervals.

    \b
    Example:
      simkit summary idea
    """
    found = cli.loading.find(run, RUNS, incomplete=incomplete)

    found.require_readable()
    mark = found.incomplete.as_data() if found.incomplete else None
    own.show(as_json, lambda: own.marked(found.summary.to_dicts(), mark), lambda: cli.run.show_results(found))


@main.command()
@own.as_json
@click.option("--label", nargs=2, type=TEXT, metavar="RUN TEXT", help="Call a run by a name of yours.")
@click.option("--note", nargs=2, type=TEXT, metavar="RUN TEXT", help="Write a note about a run.")
def runs(as_json: bool, label: tuple[str, str] | None, note: tuple[str, str] | None) -> None:
    """List the runs, the newest first (@1): what differs from the printed rules, result, verdict.

    \b
    Examples:
      simkit runs
      simkit runs --label @1 "cheap tides"
    """
    if label or note:
        cli.runs.write_words(label, note, RUNS)
        return

    own.show_list(as_json, door.listing.list_runs_in(RUNS))


@main.command()
@own.run
@click.argument("path", metavar="PATH", type=FILE)
@click.option(
    "--decimal",
    type=click.Choice(["point", "comma"]),
    default="point",
    show_default=True,
    help="The sign of fractions in CSV files; with a comma, values are separated by semicolons.",
)
@own.incomplete
def export(run: str, path: Path, decimal: Decimal, incomplete: bool) -> None:
    """Write a run's tables to PATH for other programs: all.xlsx, summary.csv, all.R, a folder of CSV files.

    \b
    Examples:
      simkit export idea idea.xlsx
      simkit export @1 tables
      simkit export @1 idea.R
      simkit export @1 tables --decimal comma
    """
    cli.runs.export_and_show(run, path, RUNS, decimal, incomplete=incomplete)


@main.command()
@own.run
@click.option("--scenario", type=TEXT, help="By number or by levels: rules.board=A1,strategy=expert")
@click.option("--game", "number", type=Count(), help="The game's number.")
@click.option(
    "--where",
    type=TEXT,
    help="Find games by a condition: 'won and turns <= 10', 'won and seat = 0' (tables count from 0).",
)
@click.option(
    "--most",
    type=click.Choice(["longest", "shortest", "closest", "dramatic", "lucky", "typical"]),
    help="Find the game that is most of all this, and say why; with --where among those that meet it.",
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
@click.option("--review", is_flag=True, help="Value every decision by play-outs, and mark luck and mistakes.")
@click.option(
    "--instead",
    type=TEXT,
    help="Play on after another choice, on the same chance: 7:2, the second legal move at move 7.",
)
@own.trust
@own.incomplete
def replay(run: str, **wanted: Any) -> None:
    """Play games of a run again and describe them in sentences.

    \b
    Examples:
      simkit replay idea --where 'won and turns <= 12'
      simkit replay idea --most closest
      simkit replay idea --scenario 0 --game 7 --choices
      simkit replay idea --most dramatic --review
    """
    read = {name: wanted.pop(name) for name in ("trust", "incomplete")}
    cli.replay.replay_and_show(run, RUNS, read=read, **wanted)


@main.command()
@click.argument("before", metavar="BEFORE", type=TEXT)
@click.argument("after", metavar="AFTER", type=TEXT)
@click.option("--report", is_flag=True, help="Write compare.html and compare.pdf, too.")
@click.option("--pdf/--no-pdf", default=True, help="With --report: write compare.pdf, or the page alone.")
@click.option(
    "--out", type=FILE, help="With --report: the folder to write; by default within the run AFTER, compared/."
)
@click.option(
    "--incomplete", is_flag=True, help="Compare what there is of runs that were stopped or are damaged."
)
@own.as_json
def compare(
    before: str, after: str, report: bool, pdf: bool, out: Path | None, incomplete: bool, as_json: bool
) -> None:
    """Show what changed from the run BEFORE to the run AFTER: the answer first, then each result.

    \b
    Examples:
      simkit compare idea cheaper_idea
      simkit compare @2 @1 --report
    """
    if (out is not None or not pdf) and not report:
        raise BadInput("--out and --no-pdf are about the files that --report writes; add --report")

    earlier, later = (cli.loading.find(word, RUNS, incomplete=incomplete) for word in (before, after))
    found = earlier.compare(later)
    ends = {"before": earlier.incomplete, "after": later.incomplete}
    marks = {which: there.as_data() for which, there in ends.items() if there}
    own.show(
        as_json,
        lambda: own.marked(found.changes.to_dicts(), marks),
        lambda: cli.compare.show_comparison(found),
    )
    if report:
        with cli.run.noting_warnings():
            written = found.report(out, pdf=pdf)
        if not as_json:
            cli.run.show_paths(written)


@main.command()
@own.as_json
def games(as_json: bool) -> None:
    """List the games.

    \b
    Example:
      simkit games
    """
    own.show_list(as_json, door.listing.list_games())


@main.command()
@own.maybe_game
@click.option("--weights", is_flag=True, help="Show each strategy's parameters and its whole description.")
@own.as_json
def strategies(game: str | None, weights: bool, as_json: bool) -> None:
    """List the strategies of GAME (of all games), the strongest first, with measured win rates.

    \b
    Example:
      simkit strategies nautilion --weights
    """
    own.show_list(as_json, door.listing.list_strategies(game, weights=weights and not as_json))


@main.command()
@own.game
@click.argument("names", nargs=-1, type=TEXT)
@own.content
@own.as_json
def rules(game: str, names: tuple[str, ...], content: Path | None, as_json: bool) -> None:
    """List GAME's rules with default, range, meaning and provenance (only NAMES, or parts of them).

    \b
    Example:
      simkit rules nautilion reserve spell
    """
    own.show_list(as_json, door.listing.list_rules(game, content, names))


@main.command()
@own.game
@own.as_json
def kinds(game: str, as_json: bool) -> None:
    """List GAME's kinds of moves and events with their fields, and the objectives of its players.

    \b
    Example:
      simkit kinds castaways
    """
    own.show_list(as_json, door.listing.list_kinds(game))


@main.command()
@own.game
@own.as_json
def columns(game: str, as_json: bool) -> None:
    """List what the tables of a run of GAME hold: one row per game, per seat of a game, per event.

    \b
    Example:
      simkit columns castaways
    """
    own.show_list(as_json, door.listing.list_columns(game))


@main.command()
@own.game
@click.argument("names", nargs=-1, type=TEXT)
@own.as_json
def fields(game: str, names: tuple[str, ...], as_json: bool) -> None:
    """List the fields that a strategy of GAME is given, with their meanings (only NAMES, if given).

    \b
    Example:
      simkit fields nautilion reserve
    """
    own.show_list(as_json, door.listing.list_fields(game, names))


@main.command()
@own.game
@own.as_json
def assumptions(game: str, as_json: bool) -> None:
    """List the values of GAME that could not be looked up, and their alternatives.

    \b
    Example:
      simkit assumptions castaways
    """
    own.show_list(as_json, door.listing.list_assumptions(game))


@main.command()
@click.argument("target", metavar="EXPERIMENT|RUN", type=TEXT)
@own.content
@click.option(
    "--play/--no-play", default=True, help="Play a few games to try it out, or only read the experiment."
)
@click.option(
    "--deep",
    is_flag=True,
    help="Read every byte of a run, also of files that have not changed since they were last checked.",
)
def check(target: str, content: Path | None, play: bool, deep: bool) -> None:
    """Check an experiment without running it, or the files of a run.

    \b
    Examples:
      simkit check idea.yaml
      simkit check idea.yaml --no-play
      simkit check idea
      simkit check idea --deep
    """
    if cli.loading.is_run(target, RUNS):
        if content is not None:
            raise BadInput("--content: a run keeps the content that it was played with")

        cli.show.show_whole(cli.loading.find(target, RUNS), deep=deep)
        return
    if deep:
        raise BadInput(f"--deep: {target} is no run, of which it reads every byte")
    experiment = cli.loading.load(Path(target), content=content)

    cli.check.show_check(experiment, Path(target), play=play)


@main.command()
@own.game
@click.argument("ids", nargs=-1, type=TEXT)
@own.content
@click.option(
    "--unused",
    metavar="RUN",
    type=TEXT,
    help="List only items that a run's logged events never mention; RUN: a directory or an experiment.",
)
@own.as_json
def cards(game: str, ids: tuple[str, ...], content: Path | None, unused: str | None, as_json: bool) -> None:
    """List what is printed on GAME's cards, tokens and boards, with provenance (only IDS, if given).

    \b
    Examples:
      simkit cards castaways
      simkit cards nautilion A1
    """
    if unused is not None:
        own.show_list(as_json, door.listing.list_unused(game, cli.loading.find(unused, RUNS)))
        return
    own.show_list(as_json, door.listing.list_cards(game, content, ids))


@main.command()
@own.maybe_game
def schema(game: str | None) -> None:
    """Print the JSON Schema of experiments, or of GAME's content files, for editors.

    \b
    Example:
      simkit schema > schema.json
    """
    cli.show.show_schema(game)


@main.command()
@own.as_json
def doctor(as_json: bool) -> None:
    """Find out whether simkit works on this machine, and what to do where it does not.

    Ends with exit code 1 if something is broken.

    \b
    Example:
      simkit doctor
    """
    cli.doctor.show_doctor(as_json=as_json)


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script by which SHELL completes commands, options and games when Tab is pressed.

    \b
    Examples:
      simkit completion bash > ~/.local/share/bash-completion/completions/simkit
      simkit completion zsh > ~/.zfunc/_simkit
      simkit completion fish > ~/.config/fish/completions/simkit.fish
    """
    from click.shell_completion import get_completion_class

    known = get_completion_class(shell)
    assert known is not None
    click.echo(known(main, {}, "simkit", "_SIMKIT_COMPLETE").source())


@main.group(cls=CommandGroup)
def new() -> None:
    """Write a strategy, an experiment, a board, a report or a game to start from; all run as they are.

    \b
    Example:
      simkit new experiment idea --game castaways
    """


@new.command("strategy")
@click.argument("name", type=TEXT)
@own.for_game
def new_strategy(name: str, game: str) -> None:
    """Write NAME.py, a strategy.

    \b
    Example:
      simkit new strategy fox --game pig
    """
    cli.new.write_strategy(name, game)


@new.command("experiment")
@click.argument("name", type=TEXT)
@own.for_game
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    type=TEXT,
    help="A player besides the game's own strategies: ./NAME.py:NAME (may be repeated).",
)
def new_experiment(name: str, game: str, strategies: tuple[str, ...]) -> None:
    """Write NAME.yaml, an experiment.

    \b
    Example:
      simkit new experiment idea --game pig --strategy ./fox.py:fox
    """
    cli.new.write_experiment(name, game, strategies)


@new.command("board")
@click.argument("name", type=TEXT)
@own.for_game
def new_board(name: str, game: str) -> None:
    """Write NAME.txt, the printed board of a game as a drawing, to be drawn anew.

    \b
    Example:
      simkit new board reef --game nautilus_2002
    """
    cli.new.write_board(name, game)


@new.command("report")
@click.argument("name", type=TEXT)
def new_report(name: str) -> None:
    """Write NAME.py, a report script.

    \b
    Example:
      simkit new report mine
    """
    cli.new.write_report_script(name)


@new.command("game")
@click.argument("name", type=TEXT)
@click.option(
    "--like",
    default="dice",
    show_default=True,
    type=TEXT,
    help="What it is at first: dice (Pig), cards (tricks from hidden hands), board (a race of pieces), "
    "solo (one player, points), auction (secret bids), or an example: night_market.",
)
def new_game(name: str, like: str) -> None:
    """Write the folder NAME, a small game that is whole, to make yours of.

    \b
    Example:
      simkit new game harbour --like cards
    """
    cli.new.write_game(name, like)
