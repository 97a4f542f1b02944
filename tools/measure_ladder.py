"""Measures a game's ladder: how well each strategy does at the standard setting.

    python tools/measure_ladder.py nautilion

The setting, the number of games and the seed stand in ladder.yaml, beside the strategies; results, by the
game's first objective, are written below.  `simkit strategies GAME` shows them.  If a file alike.yaml stands
beside it, that is measured too: tables at which all play the same strategy (`--alike` measures only these).
Do this after a strategy, or a rule, was changed.
"""

from __future__ import annotations

from dataclasses import replace

import click

from simkit.errors import BadInput
from simkit.plugins import find_game, strategies_of
from simkit.run.findings.alike import FILE, Alike, kept_alike, play_alike, write_alike
from simkit.run.findings.ladder import Ladder, ladders_of, write_results


@click.command()
@click.argument("game")
@click.option("--alike", is_flag=True, help="Only the tables of one strategy.")
def measure(game: str, alike: bool) -> None:
    """Measure the ladder of GAME, and write it."""
    try:
        ladders = list(ladders_of(find_game(game).name))
        if not ladders:
            raise BadInput(f"{game} has no ladder.yaml beside its strategies; begin with another game's head")
        for ladder in ladders:
            if not alike:
                _measure(ladder)
            _measure_alike(ladder)
    except BadInput as complaint:
        raise click.UsageError(str(complaint)) from None


def _measure(ladder: Ladder) -> None:
    click.echo(f"{ladder.setting}; {ladder.games:,} games each")
    results = {}
    for strategy in strategies_of(ladder.game.name).values():
        results[strategy.name] = ladder.measure(strategy)
        click.echo(f"{strategy.name}: {ladder.in_words(results[strategy.name])}")
    write_results(replace(ladder, results=results))
    click.echo(f"written to {ladder.file}")


def _measure_alike(ladder: Ladder) -> None:
    file = ladder.file.with_name(FILE)
    kept = kept_alike(file)
    if kept is None:
        return
    found: dict[int, dict[str, Alike]] = {}
    for players in (number for number in ladder.game.seats if number > 1):
        click.echo(f"{players} players of one strategy; {kept.games:,} games each")
        found[players] = {}
        for name in ladder.results:
            strategy = strategies_of(ladder.game.name)[name]
            found[players][name] = play_alike(ladder.game, players, strategy, kept.games, ladder.seed)
            click.echo(f"{name}: {found[players][name].points}")
    write_alike(file, kept.games, found)
    click.echo(f"written to {file}")


if __name__ == "__main__":
    measure()
