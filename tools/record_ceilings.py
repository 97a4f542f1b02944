"""Records with a game the ceilings that runs have measured, for reports on any run with the same rules.

    simkit ceiling experiments/nautilion_difficulty.yaml --where "reserve=[2, 4, 6]"
    python tools/record_ceilings.py runs/ceiling/nautilion_difficulty

It takes the folders of answers, or of runs that asked for the ceiling of their rules (`ceiling: true`).  What
was just measured with the game's master is written into ceilings.yaml beside the game's strategies, in place
of what stands there for the same rules.  Do this after the master, a strategy or a rule was changed: reports
say so until then.

    python tools/record_ceilings.py --fresh experiments/nautilion_*.yaml

It measures once more, on games that did not choose them, the lowest and the highest recorded ceiling of each
experiment, which reports quote.  Do this after new ones were recorded: until then reports widen intervals.

    python tools/record_ceilings.py --renew            after a change that is not meant to change play

It plays some games under all recorded rules, and marks those ceilings as today's under whose rules these
games are what they were.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import click
from sameness import hashes_of

import simkit
from simkit.engine.contract.game import Game
from simkit.engine.contract.player import Reference
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.experiment.values import Experiment, Scenario
from simkit.plugins import find_game, find_strategy, game_names, ladder_files, master_of
from simkit.questions.answer import stored_answer
from simkit.questions.answers.ceiling import ask
from simkit.questions.ceiling import CeilingOfPlay
from simkit.questions.lab import Lab
from simkit.run.findings.ceiling import (
    CEILING,
    FILE,
    Ceiling,
    Rules,
    ceiling_files,
    changed_rules,
    ends_of,
    key_of,
    read_ceilings,
    renew_ceilings,
    sources_of_play,
    write_ceilings,
    write_fresh,
)
from simkit.run.store.manifest import ANSWERS

SEED = 20_261_126

GAMES, GAMES_AHEAD, PLAYOUTS = 24, 2, 16
"""How many games of the base, and of one that looks ahead with few play-outs, show how the master plays."""


@click.command()
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path))
@click.option("--renew", is_flag=True, help="Mark what is recorded as today's where play is the same.")
@click.option("--fresh", is_flag=True, help="FOLDERS are experiments: measure their ends in fresh games.")
@click.option("--without-games", is_flag=True, help="Play nothing: what is recorded can't be renewed later.")
def record(folders: tuple[Path, ...], renew: bool, fresh: bool, without_games: bool) -> None:
    """Record the ceilings in FOLDERS: answers of `simkit ceiling`, or runs that asked for it."""
    if bool(folders) == renew:
        raise click.UsageError("give either folders or --renew")
    try:
        if fresh:
            for file, count in record_fresh(folders).items():
                click.echo(f"{count:,} ceilings measured in fresh games, written to {file}")
            return
        for game in game_names() if renew else ():
            for file in ceiling_files(game):
                renewed, left = renew_game(game, file)
                click.echo(f"{file}: {renewed:,} ceilings renewed, {left:,} left as they are")
        for folder in folders:
            file, count = record_answer(folder, datetime.now(UTC).date(), with_games=not without_games)
            click.echo(f"{count:,} ceilings written to {file}")
    except BadInput as complaint:
        raise click.UsageError(str(complaint)) from None


def record_answer(folder: Path, day: date, *, with_games: bool = True) -> tuple[Path, int]:
    """Record the ceilings in an answer, or in that of a run; return the file, and how many there are.

    Raises BadInput if there are none of the game's master and with the game's own content, or the game has no
    ``ladder.yaml``.
    """
    own_folder = folder / ANSWERS / CEILING
    answer = stored_answer(own_folder if own_folder.is_dir() else folder)
    if answer is None or answer.question != CEILING:
        raise BadInput(f"{folder}: has no answer to the question {CEILING}")
    game = find_game(answer.data["game"])
    if answer.data["changed_content"]:
        raise BadInput(
            f"{folder}: played with other content than the game's, so that nothing can be recorded"
        )
    files = ladder_files(game.name)
    if not files:
        raise BadInput(f"{game.name} has no ladder.yaml beside its strategies, where ceilings are recorded")
    master = master_of(game.name)
    wanted = master.base.name, master.look_ahead.playouts if master.look_ahead else 0
    found = [Ceiling.from_data(entry, game) for entry in answer.data["ceilings"]]
    own = [one for one in found if not one.measured and (one.base, one.playouts) == wanted]
    if not own:
        raise BadInput(f"{folder}: nothing was measured with the game's master of today")
    file = files[0].with_name(FILE)
    about = {
        "measured": day.isoformat(),
        "simkit": simkit.__version__,
        "sources": sources_of_play(game, master.base.name),
    }
    write_ceilings(file, game.name, own, about, *([play_of(game, master)] if with_games else []))
    return file, len(own)


def record_fresh(experiments: Sequence[Path]) -> dict[Path, int]:
    """Measure in fresh games what experiments quote of recorded ceilings: the lowest and the highest of each.

    Fresh games have another seed than any run.

    Returns the files that were written, each with how many ceilings were measured.
    """
    found: dict[Path, dict[str, Ceiling]] = {}
    for path in experiments:
        experiment = load_experiment(path, Overrides(seed=SEED))
        scenarios: dict[str, list[Scenario]] = {}
        for scenario in experiment.scenarios:
            scenarios.setdefault(key_of(changed_rules(scenario.knobs)), []).append(scenario)
        for file in ceiling_files(experiment.game.name):
            known = (
                ceiling for ceiling in read_ceilings(file) if ceiling.key in scenarios and ceiling.is_current
            )
            done = found.setdefault(file, {})
            for end in ends_of(known):
                if end.key not in done and not end.fresh:
                    done[end.key] = _measured(replace(experiment, scenarios=tuple(scenarios[end.key])), end)
    for file, fresh in found.items():
        write_fresh(file, fresh.values())
    return {file: len(fresh) for file, fresh in found.items()}


def _measured(experiment: Experiment, recorded: Ceiling) -> Ceiling:
    """Return the ceiling of rules that was recorded, from as many games of an experiment with these rules."""
    every = CeilingOfPlay(width=0.001, games=recorded.games, anew=True)  # not until it is narrow: all of them
    return Ceiling.from_data(ask(Lab(), experiment, every).data["ceilings"][0], experiment.game)


def renew_game(name: str, file: Path) -> tuple[int, int]:
    """Renew a game's ceilings where play is the same; return how many, and how many are left."""
    game, master = find_game(name), master_of(name)
    return renew_ceilings(file, sources_of_play(game, master.base.name), play_of(game, master))


def play_of(game: Game, master: Reference) -> Callable[[Rules], str]:
    """Return a function that plays some games under some rules and returns a hash of their results."""
    few = replace(master.look_ahead, playouts=PLAYOUTS) if master.look_ahead else None
    ahead = replace(master, look_ahead=few)

    def play(rules: Rules) -> str:
        knobs = game.knobs.model_validate(dict(rules))
        digest = hashlib.sha256()
        for player, games in ((master.base, GAMES), (ahead, GAMES_AHEAD)):
            strategies = (find_strategy(game.name, player, Path()),) * game.seats_under(knobs)
            match = Match(game, knobs, strategies, seed=SEED)
            rows, seat_rows = match.play(0, games)
            found = [
                sorted(hashes_of(columns, some).items())
                for columns, some in ((game.columns, rows), (match.seat_columns, seat_rows))
            ]
            digest.update(repr(found).encode())
        return f"p{digest.hexdigest()[:7]}"  # in YAML never a number

    return play


if __name__ == "__main__":
    record()
