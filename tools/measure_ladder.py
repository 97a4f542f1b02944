"""Measures a game's ladder: how well each strategy does at the standard setting.

    python tools/measure_ladder.py nautilion

The setting, the number of games and the seed stand in ladder.yaml, beside the strategies; results, by the
game's first objective, are written below.  `simkit strategies GAME` shows them.  The game's master plays the
first of these games, as many as `--master-games` says.  `--only NAME` measures one player and leaves the
others' results.  If a file alike.yaml stands beside it, that is measured too: tables at which all play the
same strategy (`--alike` measures only these).  Do this after a strategy, or a rule, was changed.

A file steps.yaml beside it has the steps of skill, in a setting of their own; they are measured, too
(`--steps` measures only these).

`--tenfold` says, and writes nowhere, what ten times the master's play-outs win in as many games: a budget is
high enough if they win less than five points more.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from simkit.engine.contract.player import PLAYOUTS
from simkit.errors import BadInput, unknown
from simkit.plugins import (
    find_game,
    find_strategy,
    master_of,
    names_of_players,
    strategies_and_master,
    strategies_of,
)
from simkit.run.findings.alike import FILE, Alike, kept_alike, play_alike, write_alike
from simkit.run.findings.ladder import Ladder, ladders_of, outcomes_of, write_results
from simkit.run.findings.steps import SkillSteps, steps_of, write_steps
from simkit.stats.estimates import paired_difference, unit_of

TENFOLD = 10

MASTER_GAMES = 1000
"""Games of the master, which takes its time."""


@click.command()
@click.argument("game")
@click.option("--only", multiple=True, metavar="NAME", help="Only this strategy, or `master`.")
@click.option("--master-games", default=MASTER_GAMES, help="Games of the master.", show_default=True)
@click.option("--tenfold", is_flag=True, help="Only what ten times the master's play-outs win.")
@click.option("--alike", is_flag=True, help="Only the tables of one strategy.")
@click.option("--steps", is_flag=True, help="Only the steps of skill.")
def measure(
    game: str, only: tuple[str, ...], master_games: int, tenfold: bool, alike: bool, steps: bool
) -> None:
    """Measure the ladder of GAME, and write it."""
    try:
        ladders = list(ladders_of(find_game(game).name))
        if not ladders:
            raise BadInput(f"{game} has no ladder.yaml beside its strategies; begin with another game's head")
        for name in only:
            if name not in names_of_players(game):
                raise BadInput(unknown(f"strategy of {game}", name, names_of_players(game)))
        for ladder in ladders:
            if tenfold:
                _measure_tenfold(ladder, master_games)
                continue
            measured = ladder if alike or steps else _measured(ladder, only, master_games)
            if not (alike or steps):
                write_results(measured)
                click.echo(f"written to {ladder.file}")
            if not (only or steps):
                _measure_alike(measured)
        if not (only or tenfold or alike):
            for found in steps_of(find_game(game).name):
                _measure_steps(found)
    except BadInput as complaint:
        raise click.UsageError(str(complaint)) from None


def _measured(ladder: Ladder, only: Sequence[str], master_games: int) -> Ladder:
    """Return a ladder with some players measured anew, by default with all of them and no others."""
    click.echo(f"{ladder.setting}; {ladder.games:,} games each")
    if not only:
        ladder = replace(ladder, results={}, master=None)
    for name, strategy in strategies_and_master(ladder.game.name).items():
        if only and name not in only:
            continue
        thinks = strategy.look_ahead is not None
        ladder.match(strategy).compile()
        begun = time.process_time()
        found = ladder.measure(strategy, master_games if thinks else ladder.games)
        seconds = (time.process_time() - begun) / found.n
        ladder = replace(ladder, results={**ladder.results, name: found})
        if thinks:
            ladder = replace(ladder, master=master_of(ladder.game.name), seconds=seconds)
        click.echo(f"{name}: {found}; {found.n:,} games, {seconds:.2g} s each")
    return ladder


def _measure_tenfold(ladder: Ladder, games: int) -> None:
    """Say what the master wins, and how much more with ten times its play-outs, in the same games."""
    objective, name = ladder.objective, ladder.game.name
    is_share = ladder.game.column_of(objective).is_yes_no
    master = find_strategy(name, master_of(name), Path())
    usual = {p.name: p.default for p in master.parameters}[PLAYOUTS.name]
    results = []
    for times in (1, TENFOLD):
        match = ladder.match(master, {PLAYOUTS.name: times * usual})
        match.compile()
        begun = time.process_time()
        results.append(outcomes_of(match, games, objective).astype(np.float64))
        seconds = (time.process_time() - begun) / games
        click.echo(f"{times * usual:,} play-outs: {results[-1].mean():.3f}, {seconds:.2g} s a game")
    gain = paired_difference(results[0], results[1], unit=unit_of(is_share).of_changes)
    click.echo(f"{TENFOLD} times as many: {gain} in {games:,} games")


def _measure_steps(found: SkillSteps) -> None:
    click.echo(found.setting.setting)
    results = []
    for step in found.steps:
        results.append(found.measure(step))
        click.echo(f"{step.skill.name}: {results[-1]}; {step.games:,} games")
    write_steps(found.file, results)
    click.echo(f"written to {found.file}")


def _measure_alike(ladder: Ladder) -> None:
    file = ladder.file.with_name(FILE)
    kept = kept_alike(file)
    if kept is None:
        return
    found: dict[int, dict[str, Alike]] = {}
    for players in (number for number in ladder.game.seats if number > 1):
        click.echo(f"{players} players of one strategy; {kept.games:,} games each")
        found[players] = {}
        known = strategies_of(ladder.game.name)
        for name in (result for result in ladder.results if result in known):
            strategy = known[name]
            found[players][name] = play_alike(ladder.game, players, strategy, kept.games, ladder.seed)
            click.echo(f"{name}: {found[players][name].points}")
    write_alike(file, kept.games, found)
    click.echo(f"written to {file}")


if __name__ == "__main__":
    measure()
