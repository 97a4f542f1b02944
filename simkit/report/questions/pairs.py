"""Reports how strategies do against each other at tables of two, and which of them survive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.document.blocks import Block, Figure, Section, Table, Text
from simkit.document.charts import MOST_NUMBERS, share_grid
from simkit.document.figures import new_figure
from simkit.language import opening
from simkit.results.line_ups import LineUps, line_ups_of, meetings, won_in_pairs
from simkit.results.result import WON, Result
from simkit.results.scenarios import base, only_base, wrapped
from simkit.run.store.directory import RunDirectory
from simkit.run.store.in_parts import in_parts
from simkit.stats.estimates import Estimate, is_significant, number, percent
from simkit.stats.matrix import Met, elo_ratings
from simkit.stats.survival import Survival, survival_of

MOST_ROWS = 40


@dataclass(frozen=True)
class Meeting:
    """The wins of one strategy against another, over all scenarios in which only these two play."""

    shares: dict[str, Estimate]
    """By strategy: games won."""

    lead: Estimate
    """By how much the first, in the order of the alphabet, wins more often than the second."""

    blocks: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(0), compare=False)
    """The same on average over each block of games (`simkit.stats.survival.in_blocks`)."""


Meetings = dict[frozenset[str], Meeting]
"""The pairs, by their two strategies."""


def pairs_of(run: RunDirectory, players: LineUps, result: Result = WON, seats: int = 2) -> Meetings:
    """Return all pairs of strategies that play against each other at tables of some seats, of each one."""
    tables = {s: players[s] for s in base(run) if s in players}
    tables = {s: line_up for s, line_up in tables.items() if len(line_up) == seats == len(set(line_up))}
    met = meetings(tables)
    pairs = {}
    for pair, won in won_in_pairs(run, met, result.column):
        shares = {name: won.share(name, len(met[pair])) for name in won.each}
        pairs[pair] = Meeting(shares, won.lead, won.blocks)
    return pairs


def pair_sections(
    run: RunDirectory,
    pairs: Meetings,
    ranked: Sequence[str],
    said: Sequence[Text],
    *,
    player: str = "player",
    result: Result = WON,
) -> list[Section]:
    """Return a grid of every pair's results, and a table with the intervals.

    * `pairs`: what `pairs_of` returns.
    * `ranked`: all strategies, the strongest first.
    * `player`: what the game calls a player.
    """
    if not pairs:
        return []
    names = [name for name in ranked if any(name in pair for pair in pairs)]
    words = (
        f"Two {player}s at a table{'' if run.people else ', every seating equally often'}: how often the "
        f"strategy of the row beats that of the column, in per cent, where they meet{only_base(run)}. "
        "The one that wins most is on top."
    )
    blocks: list[Block] = [Text(words), *said, _grid(pairs, names, result)]
    if len(pairs) > 1:
        blocks.append(_ratings(pairs, survival_among(pairs)))
    if len(pairs) <= MOST_ROWS:
        blocks.append(_table(pairs, names, result))
    return [Section("Strategy against strategy", blocks)]


def beats_of(pairs: Meetings) -> set[tuple[str, str]]:
    """Return the pairs of strategies of which the first wins significantly more often than the second."""
    found = set()
    for pair, meeting in pairs.items():
        first, second = sorted(pair)
        if is_significant(meeting.lead, len(pairs)):
            found.add((first, second) if meeting.lead.value > 0 else (second, first))
    return found


def survival_among(pairs: Meetings) -> Survival | None:
    """Return which players survive where what wins is copied; None for two players, or if not all met."""
    players = {name for pair in pairs for name in pair}  # nobody, if more than two sat at each table
    if len(players) < 3 or not all_met(pairs) or any(not len(pair.blocks) for pair in pairs.values()):
        return None
    names = list(elo_ratings(_met(pairs)))
    return survival_of(names, {(min(pair), max(pair)): meeting.blocks for pair, meeting in pairs.items()})


def all_met(pairs: Meetings) -> bool:
    """Return True if every two of the strategies play against each other at tables of two."""
    names = {name for pair in pairs for name in pair}
    return len(pairs) == len(names) * (len(names) - 1) // 2


def _met(pairs: Meetings) -> list[Met]:
    """Return the results of all pairs of players; a shared victory counts half for each."""
    met = []
    for pair in sorted(pairs, key=sorted):
        first, second = sorted(pair)
        own, other = (pairs[pair].shares[name] for name in (first, second))
        won = own.n * (own.value + 1 - other.value) / 2
        met.append(Met((first, second), (won, own.n - won)))
    return met


def _ratings(pairs: Meetings, survival: Survival | None) -> Table:
    rows = {
        name: (
            name,
            rating.value,
            " to ".join(number(end, 0, signed=True) for end in (rating.low, rating.high)),
        )
        for name, rating in elo_ratings(_met(pairs)).items()
    }
    frame = pl.DataFrame(list(rows.values()), schema=["player", "Elo", "95 % interval"], orient="row")
    words = (
        "Ratings on Elo's scale, from these games; their mean is 0. A player who is 100 points above another "
        "wins 64 of 100 games against them (200 points: 76, 400 points: 91), if the players form a ladder."
    )
    if survival:
        shares = {name: percent(share.value) for name, share in survival.shares.items()}
        often = {name: percent(share) for name, share in survival.often.items()}
        frame = frame.with_columns(
            pl.Series("share in the long run", [shares[name] for name in rows]),
            pl.Series("survives in", [often[name] for name in rows]),
        )
        words += (
            " The share in the long run is that of the players who play so, if players copy what wins, on "
            "average over time; the last column says how often it is above zero if the games are drawn anew."
        )
    return Table(frame, words, {"Elo": lambda value: number(value, 0, signed=True)})


def ratings_of(run: RunDirectory, pairs: Meetings, result: Result) -> dict[str, Estimate]:
    """Return the players' ratings on Elo's scale by the tables of a run, the strongest first.

    A victory that some share counts in equal parts for each, and so does a game that nobody wins.
    """
    names = {name for pair in pairs for name in pair}
    tables = {s: row for s, row in line_ups_of(run).items() if set(row) <= names and s in set(base(run))}
    credit = pl.col("won") / pl.col("won").sum().over("scenario", "game")
    even = 1 / pl.len().over("scenario", "game")
    by_player = [pl.col("scenario"), pl.col("player")]
    parts = (
        part.select("scenario", "game", "player", won=pl.col(result.column).cast(pl.Float64))
        .with_columns(won=pl.when(credit.is_nan()).then(even).otherwise(credit))
        .group_by(by_player)
        .agg(pl.col("won").sum())
        .collect()
        for part in in_parts(run, sorted(tables), run.seats_in, max(map(len, tables.values()), default=1))
    )
    won = pl.concat(parts).group_by(by_player).agg(pl.col("won").sum()).sort(by_player)
    by_table = won.partition_by("scenario", as_dict=True)
    return elo_ratings(
        [Met(tuple(line_up), tuple(by_table[(s,)]["won"].to_list())) for s, line_up in sorted(tables.items())]
    )


def _grid(pairs: Meetings, names: list[str], result: Result) -> Figure:
    shares = np.full((len(names), len(names)), np.nan)
    unclear = np.zeros(shares.shape, dtype=np.bool_)
    for pair, found in pairs.items():
        for name, share in found.shares.items():
            (other,) = pair - {name}
            place = names.index(name), names.index(other)
            shares[place], unclear[place] = share.value, not is_significant(found.lead, len(pairs))
    fair = float(np.nanmean(shares))
    figure, axes = new_figure(1, 1, 0.45 * len(names) + 1.0)
    wraps = [wrapped(name) for name in names]
    share_grid(axes[0, 0], shares, wraps, wraps, fair, unclear)
    axes[0, 0].tick_params(axis="x", rotation=30)
    unclear_are = "Grey numbers" if shares.size <= MOST_NUMBERS else "White"
    every = [share for found in pairs.values() for share in found.shares.values()]
    widest = 100 * max(max(share.high - share.value, share.value - share.low) for share in every)
    reach = (
        f" 95 % intervals reach at most {widest:.1f} points to either side." if np.isfinite(widest) else ""
    )
    return Figure(
        "pairs",
        figure,
        f"In per cent: blue above the fair {percent(fair)}, red below. {unclear_are}: no significant "
        f"difference ({len(pairs)} comparison{'s' if len(pairs) > 1 else ''} allowed for).{reach}",
        "A grid of strategies by strategies, bluer where the row wins more often, redder where less.",
        f"{opening(result.games)} by the row's strategy against the column's",
    )


def _table(pairs: Meetings, names: list[str], result: Result) -> Table:
    rows = []
    for pair, found in pairs.items():
        better = max(sorted(pair), key=lambda name: found.shares[name].value)
        (other,) = pair - {better}
        share = found.shares[better]
        clear = "yes" if is_significant(found.lead, len(pairs)) else "no"
        rows.append((better, other, percent(share.value), f"{share:ends}", clear))
    rows.sort(key=lambda row: (names.index(row[0]), names.index(row[1])))
    heads = [f"{result.does} more", "against", result.games, "95 % interval", "significant"]
    return Table(
        pl.DataFrame(rows, schema=heads, orient="row"),
        f"{opening(result.games)} of every two strategies by the one that {result.does} more of them. The "
        f"last column says whether the two differ significantly ({len(pairs)} "
        f"comparison{'s' if len(pairs) > 1 else ''} allowed for).",
    )
