"""Who plays Nautilus Island in a run, and who is stronger."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import combinations

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.report.paired import extremes
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import Estimate, paired_difference

LineUps = dict[int, list[str]]
"""Who plays in each scenario: a name for each player, the strategy's."""


def line_ups(run: RunDirectory) -> LineUps:
    """Return who plays in each scenario.

    A strategy that plays with several sets of parameters is several players, named with what is set:
    "expert (treasure 2)".
    """
    players = {
        scenario: [(player["strategy"], player["parameters"]) for player in json.loads(line_up)]
        for scenario, line_up in run.scenarios().select("scenario", "players").iter_rows()
    }
    variants: dict[str, set[str]] = {}
    for line_up in players.values():
        for name, parameters in line_up:
            variants.setdefault(name, set()).add(str(parameters))
    return {
        scenario: [
            _named(name, parameters) if len(variants[name]) > 1 else name for name, parameters in line_up
        ]
        for scenario, line_up in players.items()
    }


def _named(name: str, parameters: dict[str, float]) -> str:
    words = ", ".join(f"{parameter} {value:g}" for parameter, value in parameters.items())
    return f"{name} ({words})" if words else name


def everybody_alike(players: LineUps) -> list[int]:
    """Return the scenarios in which everybody plays the same strategy with the same parameters."""
    return [scenario for scenario, names in players.items() if len(set(names)) == 1]


def meetings(players: LineUps) -> set[frozenset[str]]:
    """Return which two strategies sit at a table together in some scenario."""
    return {frozenset(pair) for names in players.values() for pair in combinations(set(names), 2)}


def by_strength(seats: pl.DataFrame, players: LineUps) -> dict[str, float]:
    """Return what strategies win at tables with others, as a multiple of their fair share, the most first.

    Parameters
    ----------
    seats : polars.DataFrame
        Columns scenario, strategy, players, won, seats: how many seats won, or did not.
    """
    mixed = [scenario for scenario, names in players.items() if len(set(names)) > 1]
    shares = (
        seats.filter(pl.col("scenario").is_in(mixed))
        .group_by("strategy", maintain_order=True)
        .agg(share=(pl.col("seats") * pl.col("won")).sum() / (pl.col("seats") / pl.col("players")).sum())
        .sort("share", "strategy", descending=[True, False])
    )
    return dict(zip(shares["strategy"], shares["share"], strict=True))


def strength_findings(run: RunDirectory, players: LineUps, shares: dict[str, float]) -> list[str]:
    """Return, in words, who is strongest of those that met others."""
    if len(shares) < 2:
        return []
    first, last = next(iter(shares)), list(shares)[-1]
    if len(meetings(players)) < len(shares) * (len(shares) - 1) // 2:
        return [
            f"At tables with others {first} wins most, {shares[first]:.1f} times its fair share of games, "
            f"and {last} least, {shares[last]:.1f} times; not all of them met."
        ]
    told = extremes(lambda low, high: _lead(run, players, high, low), list(shares))
    over = "Over all scenarios the" if len(players) > 1 else "The"
    if told == "both ends":
        return [f"{over} strongest strategy is {first}, the weakest {last}."]
    if told == "some":
        return [f"{over} strategy that wins most is {first}, the one that wins least {last}."]
    return [f"No strategy is told apart as the strongest; {first} wins most, {last} least."]


def _lead(run: RunDirectory, players: LineUps, first: str, last: str) -> Estimate:
    """Return by how much one strategy wins more often than another where both sit at the table."""
    together = {scenario: names for scenario, names in players.items() if {first, last} <= set(names)}
    won = [_won(run, together, name) for name in (last, first)]
    return paired_difference(won[0], won[1], most=1)


def _won(run: RunDirectory, players: LineUps, name: str) -> npt.NDArray[np.float64]:
    """Return what share of its seats a strategy wins in the games of each number, over all scenarios."""
    rows = [
        (scenario, player)
        for scenario, names in players.items()
        for player, own in enumerate(names)
        if own == name
    ]
    who = pl.DataFrame(rows, schema={"scenario": pl.Int32, "player": pl.UInt8}, orient="row")
    games = (
        run.seats()
        .join(who.lazy(), on=["scenario", "player"])
        .group_by("game")
        .agg(pl.col("won").cast(pl.Float64).mean())
        .sort("game")
        .collect(engine="streaming")
    )
    return games["won"].to_numpy()


def in_order(seats: pl.DataFrame, shares: Iterable[str]) -> list[str]:
    """Return all strategies: those that met others in their order, then the rest by name."""
    rest = sorted(set(seats["strategy"]) - set(shares))
    return [*shares, *rest]
