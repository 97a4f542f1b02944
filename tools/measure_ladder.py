"""Measures a game's ladder anew: how well each strategy does at the standard setting.

    python tools/measure_ladder.py nautilion

The setting, the number of games and the seed stand in ladder.yaml, beside the strategies; results, by the
game's first objective, are written below.  `simkit strategies GAME` shows them.  Do this after a strategy, or
a rule, was changed.
"""

from __future__ import annotations

from dataclasses import replace

import click

from simkit.errors import Complaint
from simkit.plugins import find_game, strategies_of
from simkit.run.ladder import Ladder, ladders_of, write_results


@click.command()
@click.argument("game")
def measure(game: str) -> None:
    """Measure the ladder of GAME, and write it."""
    try:
        ladders = list(ladders_of(find_game(game).name))
        if not ladders:
            raise Complaint(
                f"{game} has no ladder.yaml beside its strategies; begin with another game's head"
            )
        for ladder in ladders:
            _measure(ladder)
    except Complaint as complaint:
        raise click.UsageError(str(complaint)) from None


def _measure(ladder: Ladder) -> None:
    click.echo(f"{ladder.setting}; {ladder.games:,} games each")
    results = {}
    for strategy in strategies_of(ladder.game.name).values():
        results[strategy.name] = ladder.measure(strategy)
        click.echo(f"{strategy.name}: {ladder.in_words(results[strategy.name])}")
    write_results(replace(ladder, results=results))
    click.echo(f"written to {ladder.file}")


if __name__ == "__main__":
    measure()
