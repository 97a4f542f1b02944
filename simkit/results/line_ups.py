"""Finds out who plays in the scenarios of a run, and how often each player wins."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.engine.contract.player import NOISE, OVERLOOKS
from simkit.experiment.about import About, about_of
from simkit.experiment.factors import Called, so_in_words
from simkit.experiment.keys import LINE_UP
from simkit.experiment.values import player_in_words
from simkit.language import after
from simkit.results.paired import ends_of
from simkit.results.result import WON
from simkit.run.store.directory import RunDirectory
from simkit.run.store.in_parts import in_step
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.estimates import CONFIDENCE, POINTS, Estimate, average_share, paired_difference
from simkit.stats.precision import as_if_equal
from simkit.stats.survival import block_of, in_blocks

LineUps = dict[int, list[str]]
"""The players of each scenario, by the names of their strategies."""


_KNOWN: WeakKeyDictionary[RunDirectory, LineUps] = WeakKeyDictionary()


def line_ups_of(run: RunDirectory) -> LineUps:
    """Return the line-up, all players' strategies, of each scenario.

    A strategy that plays with several sets of parameters is several players, named with what is set:
    "expert (treasure 2)".  Read once per run, which may have 100,000 scenarios.
    """
    if run not in _KNOWN:
        _KNOWN[run] = _named(run)
    return _KNOWN[run]


@dataclass(frozen=True)
class Way:
    """A way of playing: a strategy, and what is set of it where others play it with other values."""

    strategy: str
    so: str
    """What is set, to follow the player: " holding at 25", " who overlooks 20 % of moves"; "" of nothing."""

    overlooks: float = 0.0
    """The share of moves that it is made to overlook."""


def ways_of(run: RunDirectory) -> dict[str, Way]:
    """Return the strategy of each player in the line-ups of a run, and what is set of it."""
    shown, called = line_ups_of(run), vocabulary_of(run)
    return {
        name: Way(
            strategy, way_in_words(given, called) if name != strategy else "", given.get(OVERLOOKS, 0.0)
        )
        for scenario, players in _players(run).items()
        for name, (strategy, given) in zip(shown[scenario], players, strict=True)
    }


def way_in_words(parameters: Mapping[str, float], called: Called) -> str:
    """Return what is set of a player, to follow its name: " holding at 25", " who overlooks 20 %"."""
    others = {name: value for name, value in parameters.items() if name not in (OVERLOOKS, NOISE)}
    said = after(", ".join(so_in_words(called, *item) for item in others.items()), " ")
    if (share := parameters.get(OVERLOOKS)) is not None:
        said += f" who overlooks {f'{100 * share:.3g} % of' if share else 'no'} moves"
    if noise := parameters.get(NOISE):
        said += f"{' and' if share is not None else ' who'} plays {100 * noise:.3g} % of moves by chance"
    return said


def _players(run: RunDirectory) -> dict[int, list[tuple[str, dict[str, float]]]]:
    texts = dict(run.scenario_rows().select("scenario", "players").iter_rows())
    read = {
        text: [(player["strategy"], player["parameters"]) for player in json.loads(text)]
        for text in set(texts.values())
    }
    return {scenario: read[text] for scenario, text in texts.items()}


def _named(run: RunDirectory) -> LineUps:
    players = _players(run)
    different = {id(line_up): line_up for line_up in players.values()}
    variants: dict[str, set[str]] = {}
    for line_up in different.values():
        for name, parameters in line_up:
            variants.setdefault(name, set()).add(str(parameters))
    named = {
        key: [
            player_in_words(name, parameters) if len(variants[name]) > 1 else name
            for name, parameters in line_up
        ]
        for key, line_up in different.items()
    }
    return {scenario: named[id(line_up)] for scenario, line_up in players.items()}


def as_frame(players: LineUps) -> pl.LazyFrame:
    """Return line-ups as a table to be joined to seats: columns scenario, player, strategy."""
    rows = [(scenario, player, name) for scenario, row in players.items() for player, name in enumerate(row)]
    schema = {"scenario": pl.Int64, "player": pl.Int64, "strategy": pl.String}
    return pl.LazyFrame(rows, schema=schema, orient="row")


def counted_seats(
    run: RunDirectory,
    players: LineUps,
    *,
    result: str = WON.column,
    by: Sequence[str] = (),
    sums: Sequence[str] = (),
) -> pl.DataFrame:
    """Return how many seats of each player have each result, with the sums of other columns.

    Parameters
    ----------
    run : RunDirectory
        The run, with seats.
    players : dict
        Who plays in each scenario; others are left out.
    result : str
        The yes-or-no column that says who won.
    by : sequence of str
        Further columns, by whose values seats are counted separately.
    sums : sequence of str
        Columns that are added up.

    Returns
    -------
    polars.DataFrame
        Columns scenario, player, strategy, won (the result), those of `by` and `sums`, and seats: how many.
    """
    return (
        run.seats_in(sorted(players))
        .group_by("scenario", "player", pl.col(result).alias("won"), *by)
        .agg(pl.len().alias("seats"), *(pl.col(name).cast(pl.Int64).sum() for name in sums))
        .join(as_frame(players), on=["scenario", "player"])
        .sort("scenario", "player", *by, "won")
        .collect(engine="streaming")
    )


def with_one_strategy(players: LineUps) -> list[int]:
    """Return the scenarios in which all players have the same strategy with the same parameters."""
    return [scenario for scenario, names in players.items() if len(set(names)) == 1]


def mixed(players: LineUps) -> LineUps:
    """Return the scenarios in which different strategies play."""
    return {scenario: names for scenario, names in players.items() if len(set(names)) > 1}


def meetings(players: LineUps) -> dict[frozenset[str], LineUps]:
    """Return the pairs of strategies that play together, in the order of the alphabet, each with where."""
    found: dict[frozenset[str], LineUps] = {}
    for scenario, names in players.items():
        for pair in combinations(dict.fromkeys(names), 2):
            found.setdefault(frozenset(pair), {})[scenario] = names
    return {pair: found[pair] for pair in sorted(found, key=sorted)}


def fair_shares_at_tables(seats: pl.DataFrame) -> dict[int, float]:
    """Return the fair share of a seat in each scenario: one over the number of seats.

    It is larger in games in which a shared victory counts as one for each winner.

    `seats`: columns scenario, won, seats: how many seats won, or did not.
    """
    shares = seats.group_by("scenario").agg(
        share=(pl.col("seats") * pl.col("won")).sum() / pl.col("seats").sum()
    )
    return dict(zip(shares["scenario"], shares["share"], strict=True))


def by_strength(seats: pl.DataFrame, players: LineUps) -> dict[str, float]:
    """Return the wins of strategies at tables with others, as multiples of their fair share, largest first.

    Parameters
    ----------
    seats : polars.DataFrame
        Columns scenario, strategy, won, seats: how many seats won, or did not.
    players : dict
        The scenarios that count; those in which all players are the same tell nothing about strength.
    """
    met = seats.filter(pl.col("scenario").is_in(list(mixed(players))))
    if met.is_empty():
        return {}
    fair = pl.col("scenario").replace_strict(fair_shares_at_tables(met), return_dtype=pl.Float64)
    shares = (
        met.group_by("strategy", maintain_order=True)
        .agg(share=(pl.col("seats") * pl.col("won")).sum() / (pl.col("seats") * fair).sum())
        .sort("share", "strategy", descending=[True, False])
    )
    return dict(zip(shares["strategy"], shares["share"], strict=True))


def in_order(seats: pl.DataFrame, shares: Iterable[str]) -> list[str]:
    """Return all strategies: first those that met others, by strength, then the others by name."""
    rest = sorted(set(seats["strategy"]) - set(shares))
    return [*shares, *rest]


@dataclass(frozen=True)
class MeansPerGame:
    """What strategies have on average over their seats in games of one number, in all their scenarios."""

    each: dict[str, npt.NDArray[np.float64]]
    """By strategy, each shape (n,): the means."""

    games: npt.NDArray[np.int64] | None
    """How many games have each; None: there is one entry for every game, as `as_if_equal` has it."""

    blocks: npt.NDArray[np.float64]
    """Of two strategies: the lead of the first over the second, on average over each block of games."""

    def share(self, name: str, plays: int, confidence: float = CONFIDENCE) -> Estimate:
        """Return a strategy's share, where means are shares, each of `plays` plays."""
        return average_share(self.each[name], plays, confidence, games=self.games)

    @property
    def lead(self) -> Estimate:
        """Of two strategies: the lead of the first over the second."""
        first, second = self.each.values()
        return paired_difference(second, first, unit=POINTS, games=self.games)


Wanted = tuple[LineUps, tuple[str, ...]]
"""Scenarios, and strategies that play in all of them."""


def means_per_game(run: RunDirectory, wanted: Sequence[Wanted], column: str) -> Iterator[MeansPerGame]:
    """Yield the means of a seats' column over some scenarios' seats of some strategies, for each game number.

    All that is wanted, of the same number of strategies each, is read in one pass over the files: there may
    be thousands of pairs of players.  Games are counted, however many there are, and not kept.
    """
    return (
        _counted_means(run, wanted, column)
        if len(ends_of(run)) == 1
        else _means_as_if_equal(run, wanted, column)
    )


def _counted_means(run: RunDirectory, wanted: Sequence[Wanted], column: str) -> Iterator[MeansPerGame]:
    if not wanted:
        return
    strategies = [f"strategy {i}" for i in range(len(wanted[0][1]))]
    seated = [
        (place, scenario, player, *(float(name == strategy) for strategy in names))
        for place, (players, names) in enumerate(wanted)
        for scenario, row in players.items()
        for player, name in enumerate(row)
        if name in names
    ]
    schema = {"place": pl.Int64, "scenario": pl.Int64, "player": pl.Int64}
    seats = pl.LazyFrame(seated, schema | dict.fromkeys(strategies, pl.Float64), orient="row")
    scenarios = sorted({scenario for players, _ in wanted for scenario in players})
    value = pl.col(column).cast(pl.Float64)
    lead = pl.col(strategies[0]) - pl.col(strategies[-1])
    counts, blocks = [], []
    for numbers in in_step(run, scenarios, len(seated)):
        means = (
            run.seats_in(scenarios, numbers)
            .join(seats, on=["scenario", "player"])
            .group_by("place", "game")
            .agg(((value * pl.col(name)).sum() / pl.col(name).sum()).alias(name) for name in strategies)
            .collect(engine="streaming")
        )
        counts.append(means.group_by("place", *strategies).len())
        block = block_of(pl.col("game"), run.most_games)
        blocks.append(means.group_by("place", block).agg(lead.sum(), pl.len()))
    every = pl.concat(counts).group_by("place", *strategies).agg(pl.col("len").sum().cast(pl.Int64))
    found = every.sort("place", *strategies).partition_by("place", as_dict=True)
    leads = pl.concat(blocks).group_by("place", "game").agg(pl.col(strategies[0], "len").sum())
    each = leads.sort("place", "game").partition_by("place", as_dict=True)
    for place, (_, names) in enumerate(wanted):
        own, lead_in = found[place,], each[place,]
        of_each = {name: own[column].to_numpy() for name, column in zip(names, strategies, strict=True)}
        yield MeansPerGame(
            of_each, own["len"].to_numpy(), (lead_in[strategies[0]] / lead_in["len"]).to_numpy()
        )


def _means_as_if_equal(run: RunDirectory, wanted: Sequence[Wanted], column: str) -> Iterator[MeansPerGame]:
    """Yield the same where scenarios have different numbers of games."""
    scenarios = sorted({scenario for players, _ in wanted for scenario in players})
    ends, known = ends_of(run), {scenario: line_ups_of(run)[scenario] for scenario in scenarios}
    games = (
        run.seats_in(scenarios)
        .join(as_frame(known), on=["scenario", "player"])
        .group_by("scenario", "strategy", "game")
        .agg(pl.col(column).cast(pl.Float64).mean())
        .sort("scenario", "strategy", "game")
        .collect(engine="streaming")
        .partition_by("scenario", "strategy", as_dict=True)
    )
    for players, names in wanted:
        means = {
            name: np.average(
                [as_if_equal(games[scenario, name][column].to_numpy(), ends) for scenario in players],
                axis=0,
                weights=[row.count(name) for row in players.values()],
            )
            for name in names
        }
        yield MeansPerGame(means, None, in_blocks(means[names[0]] - means[names[-1]]))


def won_in_pairs(
    run: RunDirectory, met: Mapping[frozenset[str], LineUps], result: str = WON.column
) -> Iterator[tuple[frozenset[str], MeansPerGame]]:
    """Yield for each pair of strategies, with where they meet, what they win there, in alphabetical order."""
    wanted: list[Wanted] = [(tables, tuple(sorted(pair))) for pair, tables in met.items()]
    return zip(met, means_per_game(run, wanted, result), strict=True)


def together(players: LineUps, *strategies: str) -> LineUps:
    """Return the scenarios in which some strategies play together."""
    return {scenario: names for scenario, names in players.items() if set(strategies) <= set(names)}


def tournament_tables(run: RunDirectory) -> set[str]:
    """Return the factors whose levels are tables of a tournament: each seats other players, the first too."""
    if len({names[0] for names in line_ups_of(run).values()}) == 1:
        return set()
    return {
        factor.name
        for factor in run.varied
        if factor.key is None
        and about_of(factor) is About.PLAYERS
        and all(LINE_UP in {setting.key for setting in level.settings} for level in factor.levels)
    }
