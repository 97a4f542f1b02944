"""A matrix of who beats whom for the terminal, for runs in which every two players meet."""

from __future__ import annotations

import polars as pl
from rich import box
from rich.table import Table

from simkit.report.facts.line_ups import line_ups_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.whose import PLAYER, whose

FEWEST = 3
"""The fewest players for which a matrix says more than a list."""

OWN = "-"
"""The entry for a player against themselves."""


def who_beats_whom(run: RunDirectory, rates: pl.DataFrame) -> Table | None:
    """Return how often each row's player wins against each column's, the strongest first.

    Parameters
    ----------
    run : RunDirectory
        The run.
    rates : polars.DataFrame
        Columns scenario, of ("player 0"), estimate.

    Returns
    -------
    Table or None
        None unless every two players meet exactly once, and nobody meets themselves.
    """
    names = line_ups_of(run)
    met: dict[tuple[str, str], float] = {}
    for scenario, of, share in rates.select("scenario", "of", "estimate").iter_rows():
        line_up = names[scenario]
        who = whose(of)
        if who.kind != PLAYER or len(line_up) != 2:
            return None
        pair = (line_up[who.number], line_up[1 - who.number])
        if pair in met or pair[0] == pair[1]:
            return None
        met[pair] = share
    players = sorted({name for name, _ in met})
    if len(players) < FEWEST or len(met) != len(players) * (len(players) - 1):
        return None
    players.sort(key=lambda name: -sum(share for (own, _), share in met.items() if own == name))
    table = Table("", "player", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for place in range(1, len(players) + 1):
        table.add_column(str(place), justify="right")
    for place, own in enumerate(players, 1):
        cells = (OWN if own == other else f"{100 * met[own, other]:.1f}" for other in players)
        table.add_row(str(place), own, *cells)
    return table
