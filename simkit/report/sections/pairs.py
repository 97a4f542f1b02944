"""Reports how strategies do against each other at tables of two."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from simkit.experiment.about import About
from simkit.report.document.blocks import Block, Figure, Finding, Section, Surprise, Table, Text
from simkit.report.document.charts import share_grid
from simkit.report.document.figures import new_figure
from simkit.report.facts.line_ups import LineUps, by_strength, lead, meetings, together, won_per_game
from simkit.report.facts.result import WON, Result
from simkit.report.facts.scenarios import base, only_base, wrapped
from simkit.report.words import count_with_verb, ends, opening, percent, share_with_interval, signed
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, average_share, is_significant
from simkit.stats.matrix import Met, dominated, elo_ratings, is_ladder, shortest_cycle

MOST_ROWS = 40


@dataclass(frozen=True)
class Meeting:
    """The wins of one strategy against another, over all scenarios in which only these two play.

    Parameters
    ----------
    shares : dict
        By strategy: games won.
    lead : Estimate
        By how much the first wins more often than the second.
    """

    shares: dict[str, Estimate]
    lead: Estimate


Meetings = dict[frozenset[str], Meeting]
"""The pairs, by their two strategies."""


def pairs_of(run: RunDirectory, players: LineUps, result: Result = WON) -> Meetings:
    """Return all pairs of strategies that play against each other at tables of two."""
    column = result.column
    tables = {s: players[s] for s in base(run) if len(players.get(s, ())) == 2 and len(set(players[s])) == 2}
    pairs = {}
    for pair in sorted(meetings(tables), key=sorted):
        own = together(tables, *pair)
        first, second = sorted(pair)
        shares = {
            name: average_share(won_per_game(run, own, name, column), len(own)) for name in (first, second)
        }
        pairs[pair] = Meeting(shares, lead(run, own, first, second, column))
    return pairs


def pair_sections(
    run: RunDirectory,
    pairs: Meetings,
    players: LineUps,
    seats: pl.DataFrame,
    *,
    player: str = "player",
    result: Result = WON,
) -> list[Section]:
    """Return a grid of every pair's results, and a table with the intervals.

    Parameters
    ----------
    pairs : dict
        What `pairs_of` returns.
    seats : polars.DataFrame
        Columns scenario, strategy, won, seats.
    player : str
        What the game calls a player.
    """
    if not pairs:
        return []
    met = {s: players[s] for s in base(run) if _is_of_two(players.get(s, ()), pairs)}
    names = list(by_strength(seats, met))
    words = (
        f"Two {player}s at a table, every seating equally often: how often the strategy of the row beats "
        f"that of the column, in per cent, where they meet{only_base(run)}. The one that wins most is on top."
    )
    order = [Text(order_in_words(pairs))] if len(pairs) > 1 else []
    blocks: list[Block] = [Text(words), *order, _grid(pairs, names, result)]
    if len(pairs) > 1:
        blocks.append(_ratings(pairs))
    if len(pairs) <= MOST_ROWS:
        blocks.append(_table(pairs, names, result))
    return [Section("Strategy against strategy", blocks)]


def pair_findings(
    pairs: Meetings, is_stronger: Callable[[str, str], bool] = lambda *_: False
) -> list[Finding]:
    """Return a finding on a cycle of players, and on one that beats a player that is known to be better.

    That players form a ladder is what one would expect, and stands above the grid.

    Parameters
    ----------
    is_stronger : callable
        Whether the first of two players is known to be stronger than the second.
    """
    if len(pairs) < 2:
        return []
    beats = beats_of(pairs)
    if shortest_cycle(beats):
        words = " ".join([order_in_words(pairs), *_dominated(pairs, beats)])
        return [Finding(words, _largest(pairs, beats), Surprise.REVERSED, About.PLAYERS)]
    upset = [(high, low) for high, low in beats if is_stronger(low, high)]
    if not upset:
        return []
    high, low = max(upset, key=lambda pair: pairs[frozenset(pair)].shares[pair[0]].value)
    words = (
        f"{opening(high)} beats {low}, which stands above it on the game's ladder: it wins "
        f"{share_with_interval(pairs[frozenset((high, low))].shares[high])} of their games."
    )
    return [Finding(words, _largest(pairs, upset), Surprise.REVERSED, About.PLAYERS)]


def order_in_words(pairs: Meetings) -> str:
    """Return whether players form a ladder or a cycle, and how many pairs differ significantly."""
    beats = beats_of(pairs)
    return (
        f"{_order(pairs, beats)} Of {len(pairs)} pairs of strategies that meet at tables of two, "
        f"{count_with_verb(len(beats))} of significantly different strength ({len(pairs)} comparisons "
        "allowed for)."
    )


def _largest(pairs: Meetings, beats: Iterable[tuple[str, str]]) -> float:
    """Return the largest lead among some pairs."""
    return max(abs(pairs[frozenset(pair)].lead.value) for pair in beats)


def beats_of(pairs: Meetings) -> set[tuple[str, str]]:
    """Return the pairs of strategies of which the first wins significantly more often than the second."""
    found = set()
    for pair, own in pairs.items():
        first, second = sorted(pair)
        if is_significant(own.lead, len(pairs)):
            found.add((first, second) if own.lead.value > 0 else (second, first))
    return found


def _order(pairs: Meetings, beats: set[tuple[str, str]]) -> str:
    """Return a sentence which says that there is a ladder, a cycle, or clearly neither."""
    ranked = list(elo_ratings(_met(pairs)))
    if cycle := shortest_cycle(beats):
        steps = [f"{high} beats {low}" for high, low in zip(cycle, [*cycle[1:], cycle[0]], strict=True)]
        return f"A cycle: {', '.join(steps)}."
    rungs = ", ".join(ranked)
    if not all_met(pairs):
        return f"Not all players met each other; by ratings, the best first: {rungs}."
    if is_ladder(ranked, beats):
        return f"A ladder, on which each player beats all below: {rungs}."
    return f"No cycle: a ladder, though not every two differ significantly: {rungs}."


def _dominated(pairs: Meetings, beats: set[tuple[str, str]]) -> list[str]:
    shares = {
        (name, next(iter(pair - {name}))): share.value
        for pair, own in pairs.items()
        for name, share in own.shares.items()
    }
    found = dominated(shares, beats)
    names = {name for pair in pairs for name in pair}
    meaning = "another player beats them and wins at least as much against everybody else"
    if not found and not all_met(pairs):
        return []
    if not found:
        return [f"No player is dominated, which would mean that {meaning}."]
    if len(names) - len(found) == 1:
        (best,) = names - set(found)
        return [f"All players but {best} are dominated: {meaning}."]
    listed = ", ".join(f"{low} (by {high})" for low, high in sorted(found.items()))
    return [f"Dominated are {listed}: {meaning}."]


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
        met.append(Met(first, second, own.n * (own.value + 1 - other.value) / 2, own.n))
    return met


def _ratings(pairs: Meetings) -> Table:
    rows = [
        (name, rating.value, f"{signed(rating.low, 0)} to {signed(rating.high, 0)}")
        for name, rating in elo_ratings(_met(pairs)).items()
    ]
    return Table(
        pl.DataFrame(rows, schema=["player", "Elo", "95 % interval"], orient="row"),
        "Ratings on Elo's scale, from these games; their mean is 0. A player who is 100 points above another "
        "wins 64 of 100 games against them (200 points: 76, 400 points: 91), if the players form a ladder.",
        {"Elo": lambda value: signed(value, 0)},
    )


def _is_of_two(line_up: Sequence[str], pairs: Meetings) -> bool:
    return len(line_up) == 2 and frozenset(line_up) in pairs


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
    every = [share for found in pairs.values() for share in found.shares.values()]
    widest = 100 * max(max(share.high - share.value, share.value - share.low) for share in every)
    reach = (
        f" 95 % intervals reach at most {widest:.1f} points to either side." if np.isfinite(widest) else ""
    )
    return Figure(
        "pairs",
        figure,
        f"{opening(result.games)} by the row's strategy against the column's, per cent: blue above the fair "
        f"{percent(fair)}, red below. Grey numbers: no significant difference "
        f"({len(pairs)} comparison{'s' if len(pairs) > 1 else ''} allowed for).{reach}",
        "A grid of strategies by strategies, bluer where the row wins more often, redder where less.",
    )


def _table(pairs: Meetings, names: list[str], result: Result) -> Table:
    rows = []
    for pair, found in pairs.items():
        better = max(sorted(pair), key=lambda name: found.shares[name].value)
        (other,) = pair - {better}
        share = found.shares[better]
        clear = "yes" if is_significant(found.lead, len(pairs)) else "no"
        rows.append((better, other, percent(share.value), ends(share), clear))
    rows.sort(key=lambda row: (names.index(row[0]), names.index(row[1])))
    heads = [f"{result.does} more", "against", result.games, "95 % interval", "significant"]
    return Table(
        pl.DataFrame(rows, schema=heads, orient="row"),
        f"{opening(result.games)} of every two strategies by the one that {result.does} more of them. The "
        f"last column says whether the two differ significantly ({len(pairs)} "
        f"comparison{'s' if len(pairs) > 1 else ''} allowed for).",
    )
