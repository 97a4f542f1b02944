"""Reports how strategies do against each other at tables of two, and which of them survive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.experiment.about import About
from simkit.report.document.blocks import Block, Figure, Finding, Section, Surprise, Table, Text
from simkit.report.document.charts import MOST_NUMBERS, share_grid
from simkit.report.document.figures import new_figure
from simkit.report.facts.line_ups import (
    LineUps,
    by_strength,
    line_ups_of,
    meetings,
    won_in_pairs,
)
from simkit.report.facts.result import WON, Result
from simkit.report.facts.scenarios import base, only_base, wrapped
from simkit.report.words import count_with_verb, opening
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import (
    POINTS,
    Estimate,
    average_share,
    is_significant,
    number,
    paired_difference,
    percent,
)
from simkit.stats.matrix import Met, dominated, elo_ratings, is_ladder, shortest_cycle
from simkit.stats.survival import Survival, in_blocks, survival_of
from simkit.words import listed

MOST_ROWS = 40

MOST_OUTCOMES = 3
"""The most sets of surviving players that a sentence names, where the games do not settle it."""


@dataclass(frozen=True)
class Meeting:
    """The wins of one strategy against another, over all scenarios in which only these two play.

    Parameters
    ----------
    shares : dict
        By strategy: games won.
    lead : Estimate
        By how much the first, in the order of the alphabet, wins more often than the second.
    blocks : float array
        The same on average over each block of games (`simkit.stats.survival.in_blocks`).
    """

    shares: dict[str, Estimate]
    lead: Estimate
    blocks: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(0), compare=False)


Meetings = dict[frozenset[str], Meeting]
"""The pairs, by their two strategies."""


def pairs_of(run: RunDirectory, players: LineUps, result: Result = WON, seats: int = 2) -> Meetings:
    """Return all pairs of strategies that play against each other at tables of some seats, of each one."""
    tables = {s: players[s] for s in base(run) if s in players and _is_of(players[s], seats)}
    met = meetings(tables)
    pairs = {}
    for pair, won in won_in_pairs(run, met, result.column):
        first, second = won.values()
        pairs[pair] = Meeting(
            {name: average_share(share, len(met[pair])) for name, share in won.items()},
            paired_difference(second, first, unit=POINTS),
            in_blocks(first - second),
        )
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
        f"Two {player}s at a table{'' if run.people else ', every seating equally often'}: how often the "
        f"strategy of the row beats that of the column, in per cent, where they meet{only_base(run)}. "
        "The one that wins most is on top."
    )
    order = [Text(" ".join([order_in_words(pairs), *dominated_in_words(pairs)]))] if len(pairs) > 1 else []
    survival = survival_among(pairs)
    order += [Text(survival_in_words(survival))] if survival else []
    blocks: list[Block] = [Text(words), *order, _grid(pairs, names, result)]
    if len(pairs) > 1:
        blocks.append(_ratings(pairs, survival))
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
        words = " ".join([order_in_words(pairs), *dominated_in_words(pairs)])
        return [Finding(words, _largest(pairs, beats), Surprise.REVERSED, About.PLAYERS)]
    upset = [(high, low) for high, low in beats if is_stronger(low, high)]
    if not upset:
        return []
    high, low = max(upset, key=lambda pair: pairs[frozenset(pair)].shares[pair[0]].value)
    words = (
        f"{opening(high)} beats {low}, which stands above it on the game's ladder: it wins "
        f"{pairs[frozenset((high, low))].shares[high]} of their games."
    )
    return [Finding(words, _largest(pairs, upset), Surprise.REVERSED, About.PLAYERS)]


def order_in_words(pairs: Meetings, tables: str = "tables of two") -> str:
    """Return whether players form a ladder or a cycle, and how many pairs differ significantly.

    Parameters
    ----------
    tables : str
        Where they meet, in words.
    """
    beats = beats_of(pairs)
    return (
        f"{_order(pairs, beats)} Of {len(pairs)} pairs of strategies that meet at {tables}, "
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


def dominated_in_words(pairs: Meetings) -> list[str]:
    """Return a sentence on the dominated players; none for two players, or if not all met."""
    beats = beats_of(pairs)
    shares = {
        (name, next(iter(pair - {name}))): share.value
        for pair, own in pairs.items()
        for name, share in own.shares.items()
    }
    found = dominated(shares, beats)
    names = {name for pair in pairs for name in pair}
    meaning = "another player beats them and wins at least as much against everybody else"
    if len(names) < 3 or (not found and not all_met(pairs)):
        return []
    if not found:
        return [f"No player is dominated, which would mean that {meaning}."]
    if len(names) - len(found) == 1:
        (best,) = names - set(found)
        return [f"All players but {best} are dominated: {meaning}."]
    listed = ", ".join(f"{low} (by {high})" for low, high in sorted(found.items()))
    return [f"Dominated are {listed}: {meaning}."]


def survival_among(pairs: Meetings) -> Survival | None:
    """Return which players survive where what wins is copied; None for two players, or if not all met."""
    players = {name for pair in pairs for name in pair}  # nobody, if more than two sat at each table
    if len(players) < 3 or not all_met(pairs) or any(not len(own.blocks) for own in pairs.values()):
        return None
    names = list(elo_ratings(_met(pairs)))
    return survival_of(names, {(min(pair), max(pair)): own.blocks for pair, own in pairs.items()})


def survival_in_words(survival: Survival, *, with_shares: bool = True) -> str:
    """Return which players survive in a population that copies what wins, and how sure that is."""
    if not survival.is_settled:
        likely = [
            f"{listed(names)}{' alone' * (len(names) == 1)} in {percent(often)}"
            for names, often in list(survival.outcomes.items())[:MOST_OUTCOMES]
        ]
        return (
            "Which players survive if players copy what wins is not settled by these games. In samples drawn "
            f"anew from them it is {', '.join(likely)}."
        )
    alive = survival.alive
    sure = "all" if survival.sure == 1 else f"{percent(survival.sure)} of"
    certain = f"So it is in {sure} samples drawn anew from these games."
    if len(alive) == 1:
        return f"If players copy what wins, {alive[0]} takes over and all others die out. {certain}"
    if not with_shares:
        return f"If players copy what wins, none takes over: {listed(alive)} follow each other in a cycle."
    shares = listed(f"{name} with {survival.shares[name]}" for name in alive)
    gone = "; all others die out" if len(alive) < len(survival.shares) else ""
    return (
        f"If players copy what wins, none takes over: on average over time, {shares} follow each other in a "
        f"cycle{gone}. {certain}"
    )


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
        often = {name: percent(own) for name, own in survival.often.items()}
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
    tables = {s: own for s, own in line_ups_of(run).items() if set(own) <= names and s in set(base(run))}
    credit = pl.col("won") / pl.col("won").sum().over("scenario", "game")
    even = 1 / pl.len().over("scenario", "game")
    won = (
        run.seats(sorted(tables))
        .select("scenario", "game", "player", won=pl.col(result.column).cast(pl.Float64))
        .with_columns(won=pl.when(credit.is_nan()).then(even).otherwise(credit))
        .group_by("scenario", "player")
        .agg(pl.col("won").sum())
        .sort("scenario", "player")
        .collect()
    )
    by_table = won.partition_by("scenario", as_dict=True)
    return elo_ratings(
        [Met(tuple(own), tuple(by_table[(s,)]["won"].to_list())) for s, own in sorted(tables.items())]
    )


def _is_of(line_up: Sequence[str], seats: int) -> bool:
    return len(line_up) == seats == len(set(line_up))


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
    unclear_are = "Grey numbers" if shares.size <= MOST_NUMBERS else "White"
    every = [share for found in pairs.values() for share in found.shares.values()]
    widest = 100 * max(max(share.high - share.value, share.value - share.low) for share in every)
    reach = (
        f" 95 % intervals reach at most {widest:.1f} points to either side." if np.isfinite(widest) else ""
    )
    return Figure(
        "pairs",
        figure,
        f"{opening(result.games)} by the row's strategy against the column's, per cent: blue above the fair "
        f"{percent(fair)}, red below. {unclear_are}: no significant difference "
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
        rows.append((better, other, percent(share.value), f"{share:ends}", clear))
    rows.sort(key=lambda row: (names.index(row[0]), names.index(row[1])))
    heads = [f"{result.does} more", "against", result.games, "95 % interval", "significant"]
    return Table(
        pl.DataFrame(rows, schema=heads, orient="row"),
        f"{opening(result.games)} of every two strategies by the one that {result.does} more of them. The "
        f"last column says whether the two differ significantly ({len(pairs)} "
        f"comparison{'s' if len(pairs) > 1 else ''} allowed for).",
    )
