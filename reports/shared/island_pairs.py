"""Strategy against strategy: tables of two castaways at Nautilus Island."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from reports.shared.island_players import LineUps, by_strength, lead, meetings, together, won_per_game
from reports.shared.island_scenarios import base, ends, only_base, wrapped
from simkit.report.charts import share_grid
from simkit.report.document import Block, Figure, Section, Table, Text
from simkit.report.figures import new_figure
from simkit.report.paired import sure
from simkit.report.parts import percent
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import Estimate, average_share

MOST_ROWS = 40


@dataclass(frozen=True)
class Pair:
    """How often a strategy wins against another, over all scenarios in which only these two play.

    Parameters
    ----------
    shares : dict
        By strategy: games won.
    lead : Estimate
        By how much the first wins more often than the second.
    """

    shares: dict[str, Estimate]
    lead: Estimate


Pairs = dict[frozenset[str], Pair]
"""By which two strategies meet."""


def pairs_of(run: RunDirectory, players: LineUps) -> Pairs:
    """Return every two strategies that play against each other at tables of two."""
    tables = {s: players[s] for s in base(run) if len(players[s]) == 2 and len(set(players[s])) == 2}
    pairs = {}
    for pair in sorted(meetings(tables), key=sorted):
        own = together(tables, *pair)
        first, second = sorted(pair)
        shares = {name: average_share(won_per_game(run, own, name), len(own)) for name in (first, second)}
        pairs[pair] = Pair(shares, lead(run, own, first, second))
    return pairs


def pair_section(run: RunDirectory, pairs: Pairs, players: LineUps, seats: pl.DataFrame) -> list[Section]:
    """Return a grid of who beats whom, and a table with the intervals.

    Parameters
    ----------
    run : RunDirectory
        The run.
    pairs : dict
        What `pairs_of` returns.
    players : dict
        Who plays in each scenario.
    seats : polars.DataFrame
        Columns scenario, strategy, won, seats.
    """
    if not pairs:
        return []
    met = {s: players[s] for s in base(run) if frozenset(players[s]) in pairs and len(players[s]) == 2}
    names = list(by_strength(seats, met))
    words = (
        "Two castaways at a table, every seating equally often: how often the strategy of the row beats "
        f"that of the column, in per cent, where they meet{only_base(run)}. Who wins most stands on top."
    )
    blocks: list[Block] = [Text(words), _grid(pairs, names)]
    if len(pairs) <= MOST_ROWS:
        blocks.append(_table(pairs, names))
    return [Section("Strategy against strategy", blocks)]


def pair_findings(pairs: Pairs) -> list[str]:
    """Return, in words, how many of several pairs are told apart; of a single one the grid tells."""
    if len(pairs) < 2:
        return []
    told = sum(sure(found.lead, len(pairs)) for found in pairs.values())
    return [f"Of {len(pairs)} pairs of strategies that meet at tables of two, {told} are told apart."]


def _grid(pairs: Pairs, names: list[str]) -> Figure:
    shares = np.full((len(names), len(names)), np.nan)
    unclear = np.zeros(shares.shape, dtype=np.bool_)
    for pair, found in pairs.items():
        for name, share in found.shares.items():
            (other,) = pair - {name}
            place = names.index(name), names.index(other)
            shares[place], unclear[place] = share.value, not sure(found.lead, len(pairs))
    fair = float(np.nanmean(shares))
    figure, axes = new_figure(1, 1, 0.45 * len(names) + 1.0)
    wraps = [wrapped(name) for name in names]
    share_grid(axes[0, 0], shares, wraps, wraps, fair, unclear)
    axes[0, 0].tick_params(axis="x", rotation=30)
    every = [share for found in pairs.values() for share in found.shares.values()]
    widest = 100 * max(max(share.high - share.value, share.value - share.low) for share in every)
    reach = (
        f" 95 % intervals reach at most {widest:.1f} points to either side." if np.isfinite(widest) else ""
    )
    return Figure(
        "pairs",
        figure,
        f"Games won by the row's strategy against the column's, per cent: blue above the fair "
        f"{percent(fair)}, red below. Grey numbers: the two are not told apart, with all pairs that "
        f"are looked at allowed for.{reach}",
        "A grid of strategies by strategies, bluer where the row wins more often, redder where less.",
    )


def _table(pairs: Pairs, names: list[str]) -> Table:
    rows = []
    for pair, found in pairs.items():
        better = max(sorted(pair), key=lambda name: found.shares[name].value)
        (other,) = pair - {better}
        share = found.shares[better]
        told = "yes" if sure(found.lead, len(pairs)) else "no"
        rows.append((better, other, percent(share.value), ends(share), told))
    rows.sort(key=lambda row: (names.index(row[0]), names.index(row[1])))
    heads = ["wins more", "against", "games won", "95 % interval", "told apart"]
    return Table(
        pl.DataFrame(rows, schema=heads, orient="row"),
        "Games won of every two strategies by the one that wins more of them. The last column says whether "
        "the two are told apart, with all pairs that are looked at allowed for.",
    )
