"""Finds the best of many players by successive halving.

All play some games on the same chance, the lower half drops out, the rest play twice as many, and so on, so
that every round costs the same and most games go to those whose results are close.  The winner looks better
than it is, because luck helped to pick it.  So it meets the runner-up, and all that began, once more in fresh
games, and both results are told.

References
----------
Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013.  Jamieson and
Talwalkar, "Non-stochastic best arm identification and hyperparameter optimization", AISTATS 2016.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import ceil, comb
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.content.mapping import read_mapping
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import PLAYERS
from simkit.experiment.file.load import Overrides, read_experiment
from simkit.experiment.file.tournament import TABLE
from simkit.experiment.keys import LINE_UP, EveryPlayer
from simkit.experiment.values import SEEDS, Experiment
from simkit.run.findings.ceiling import changed_rules, is_contested
from simkit.run.findings.ladder import PlayedFor
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, average_share, mean_of, paired_difference, unit_of

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

MOST_SEATS = 12
"""At about how many tables a player sits in a round, where not all can meet all.

More tables of fewer games each would tell less: game n has the same chance at all of them.
"""

MOST_ALONE = 8
"""Fresh games of the winner with each other player are at least this part of those with the runner-up."""

NAME_ENDS = "_tournament"

OF_ROUNDS = "_halving"

FRESH = 500_000_000
"""How far the seed of fresh games is from that of the rounds."""


@dataclass(frozen=True)
class PlayersInField(PlayedFor):
    """Players that are to be compared at the rules of an experiment's first scenario."""

    experiment: Experiment
    players: Mapping[str, Any]
    """By the names that they have in reports: as an experiment writes them."""

    seats: int
    """How many sit at a table."""

    play: Callable[[Experiment], RunDirectory]
    """Returns the finished run of an experiment."""

    @cached_property
    def meets(self) -> bool:
        """Whether players compete; otherwise each plays alone, or with its like, on the same chance."""
        return is_contested(self.experiment.game, self.seats)

    @property
    def game(self) -> Game:  # type: ignore[override]
        """What is played."""
        return self.experiment.game

    def experiment_with(self, keys: Mapping[str, Any], games: int, *, fresh: bool = False) -> Experiment:
        """Return an experiment at the same rules, with other keys that say who plays."""
        own = self.experiment
        rules = changed_rules(own.scenarios[0].knobs)
        if PLAYERS in own.game.knobs.model_fields:
            rules[PLAYERS] = self.seats
        seed = (own.seed + FRESH * fresh) % SEEDS
        ends = OF_ROUNDS if "factors" in keys else NAME_ENDS
        data: dict[str, Any] = {
            "name": f"{own.name[:60]}{ends}", "title": own.title, "game": own.game.name, "games": games,
            "seed": seed, "rules": rules, **keys,
        }  # fmt: skip
        if content := own.resolved.get("content"):
            data["content"] = content
        made = read_experiment(
            read_mapping(data, "the tournament"), own.folder, Overrides(command=own.command)
        )
        return replace(made, setting=own.setting)

    def results(self, tables: Sequence[Sequence[str]], games: int, *, fresh: bool = False) -> pl.DataFrame:
        """Play some tables, and return what each player gets in each game: columns table, name, game, value.

        Where players do not compete, each table is that of one player.
        """
        everybody = EveryPlayer().name
        levels: dict[str, Any] = {
            " - ".join(table): {LINE_UP.name: [self.players[name] for name in table]}
            if self.meets
            else {everybody: self.players[table[0]]}
            for table in tables
        }
        run = self.play(self.experiment_with({"factors": {TABLE: levels}}, games, fresh=fresh))
        of_seats = self.objective.of == "seat" and self.seats > 1
        rows = run.seats if of_seats else run.games.with_columns(player=pl.lit(0))
        seated = [
            (scenario, player, name)
            for scenario, table in enumerate(tables)
            for player, name in enumerate(table if self.meets else table[:1])
        ]
        names = pl.LazyFrame(seated, ["scenario", "player", "name"], orient="row").cast(
            {"scenario": pl.Int64, "player": pl.Int64}
        )
        value = pl.col(self.objective.column).cast(pl.Float64)
        keys = pl.col("scenario").cast(pl.Int64), pl.col("player").cast(pl.Int64)
        return (
            rows.select(*keys, pl.col("game").cast(pl.Int64), value=value)
            .join(names, on=["scenario", "player"])
            .sort("scenario", "player", "game")
            .collect()
        )

    def estimate(self, values: Floats, tables: int = 1, games: Counts | None = None) -> Estimate:
        """Return the mean of results, each on average over some tables, and of one game or some `games`."""
        if self.is_share:
            return average_share(values, tables, games=games)
        return mean_of(values, games=games)


@dataclass(frozen=True)
class Round:
    """A round of a tournament in which the lower half drops out."""

    games: int
    """How many games each player played."""

    results: Mapping[str, Estimate]
    """What each got on average, the best first."""


@dataclass(frozen=True)
class Halved:
    """The best of many players."""

    rounds: Sequence[Round]
    """The last is that of the last two."""

    fresh: Mapping[str, Estimate]
    """What the winner and the runner-up get in fresh games against each other, or on the same chance."""

    lead: Estimate
    """By how much the winner does better there; less than 0 if worse, whatever is better."""

    against_all: Estimate
    """What the winner gets in fresh games against all others that began; where players do not compete, on the
    chance on which these are measured."""

    lead_over_all: Estimate
    """By how much that is better than they do."""

    @property
    def winner(self) -> str:
        """The player that is left."""
        return next(iter(self.rounds[-1].results))

    @property
    def runner_up(self) -> str:
        """The last that dropped out."""
        return list(self.rounds[-1].results)[1]


def tables_for(names: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Return the tables of a round, at which each player sits equally often: all, or some that go round.

    >>> tables_for("abc", 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    count = len(names)
    if comb(count - 1, seats - 1) <= MOST_SEATS:
        return list(combinations(names, seats))
    around = {}
    for step in range(1, count // 2 + 1):
        tables = [tuple(names[(i + step * k) % count] for k in range(seats)) for i in range(count)]
        if len({frozenset(table) for table in tables if len(set(table)) == seats}) == count:
            around[step] = tables  # each player sits equally often, and at each place
    some = MOST_SEATS // seats
    steps = list(around)[:: max(1, len(around) // some)][:some]  # near and far ones: the names have an order
    return [table for step in steps for table in around[step]]


def halve(field: PlayersInField, games: int, fresh_games: int) -> Halved:
    """Return the best of the players in a field.

    * `games`: about how many games each player plays in the first round.
    * `fresh_games`: how many fresh games the winner plays against the runner-up; with each of the others it
      plays fewer.
    """
    names = list(field.players)
    rounds: list[Round] = []
    while True:
        rounds.append(_round(field, names, games * 2 ** len(rounds)))
        if len(names) == 2:
            break
        names = list(rounds[-1].results)[: ceil(len(names) / 2)]
    first, second = rounds[-1].results
    others = [name for name in field.players if name != first]
    if field.meets:
        return Halved(
            rounds, *_duel(field, first, second, fresh_games), *_met_all(field, first, others, fresh_games)
        )
    return Halved(rounds, *_side_by_side(field, first, second, others, fresh_games))


def _round(field: PlayersInField, names: Sequence[str], games: int) -> Round:
    """Play a round, and return the results of its players, the best first."""
    if not field.meets:
        found, each, sat = field.results([(name,) for name in names], games), games, 1
    elif len(names) < field.seats:  # the last few take turns at the seats of one table
        table = [tuple(names[i % len(names)] for i in range(field.seats))]
        found, each, sat = field.results(table, games), games, 1
    else:
        tables = tables_for(names, field.seats)
        sat = len(tables) * field.seats // len(names)
        each = ceil(games / sat)
        found = field.results(tables, each)
        each *= sat
    results = {name: field.estimate(by_game, sat) for name, by_game in _by_game(found, names).items()}
    ranked = sorted(names, key=lambda name: -field.sign * results[name].value)
    return Round(each, {name: results[name] for name in ranked})


def _by_game(found: pl.DataFrame, names: Sequence[str]) -> dict[str, Floats]:
    """Return what each player gets in every game, on average over its tables and seats."""
    means = found.group_by("name", "game").agg(pl.col("value").mean()).sort("name", "game")
    return {name: means.filter(name=name)["value"].to_numpy() for name in names}


def _duel(field: PlayersInField, first: str, second: str, games: int) -> tuple[dict[str, Estimate], Estimate]:
    """Return what two players get in fresh games at one table, and by how much the first does better."""
    table = tuple((first, second)[i % 2] for i in range(field.seats))
    found = field.results([table], games, fresh=True)
    own, other = _by_game(found, (first, second)).values()
    return {first: field.estimate(own), second: field.estimate(other)}, _ahead(field, own, other)


def _ahead(field: PlayersInField, own: Floats, other: Floats) -> Estimate:
    unit = unit_of(field.is_share).of_changes
    return paired_difference(field.sign * other, field.sign * own, unit=unit)


def _met_all(
    field: PlayersInField, first: str, others: Sequence[str], games: int
) -> tuple[Estimate, Estimate]:
    """Return what a player gets in fresh games against all others, and by how much it does better."""
    around = range(min(field.seats - 1, len(others)))
    tables = [
        (first, *(others[(i + k) % len(others)] for k in around), *(first,) * (field.seats - 1 - len(around)))
        for i in range(len(others))
    ]
    found = field.results(tables, ceil(games / min(len(tables), MOST_ALONE)), fresh=True)
    is_first = pl.col("name") == first
    means = (
        found.group_by("game")
        .agg(own=pl.col("value").filter(is_first).mean(), other=pl.col("value").filter(~is_first).mean())
        .sort("game")
    )
    own, other = means["own"].to_numpy(), means["other"].to_numpy()
    return field.estimate(own, len(tables)), _ahead(field, own, other)


def _side_by_side(
    field: PlayersInField, first: str, second: str, others: Sequence[str], games: int
) -> tuple[dict[str, Estimate], Estimate, Estimate, Estimate]:
    """Return the same for players that do not meet: all play the same fresh games."""
    two = field.results([(first,), (second,)], games, fresh=True)
    own, other = _by_game(two, (first, second)).values()
    few = ceil(games / min(len(others), MOST_ALONE))
    rest = field.results([(name,) for name in others], few, fresh=True)
    mean = rest.group_by("game").agg(pl.col("value").mean()).sort("game")["value"].to_numpy()
    return (
        {first: field.estimate(own), second: field.estimate(other)},
        _ahead(field, own, other),
        field.estimate(own[:few]),
        _ahead(field, own[:few], mean),
    )
