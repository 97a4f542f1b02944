r"""Tunes a strategy's parameters by the cross-entropy method, and prints the defaults to paste.

    python tools/tune_strategy.py nautilion expert --factor board=A1,A2,B1,B2,C1,C2
    python tools/tune_strategy.py nautilus_island expert --factor players=2,4 \
        --against reference --against reference,counter,set_closer

Each generation draws candidates around the best so far, plays all of them on the same games (common random
numbers), and moves toward the best quarter.  Every generation plays other games, so that no candidate wins by
knowing them.  Seeds are far from those of the shipped experiments.

Reference: Rubinstein and Kroese, "The Cross-Entropy Method", Springer, 2004.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click
import joblib
import numpy as np
import numpy.typing as npt
import yaml

from simkit.engine.knobs import Knobs
from simkit.engine.match import Match
from simkit.engine.strategy import Strategy
from simkit.plugins import find_game, strategies_of

FIRST_SEED = 3_000_000_000
ELITE_SHARE = 0.25
SMALLEST_SPREAD = 0.02


@dataclass(frozen=True)
class Table:
    """Rules to play by, and the opponents at the table (nobody in a solo game)."""

    knobs: Knobs
    opponents: tuple[Strategy, ...]


def win_share(strategy: Strategy, tables: list[Table], values: Any, seed: int, games: int) -> float:
    """Return the mean win rate over several tables, with the given parameter values."""
    parameters = {p.name: float(value) for p, value in zip(strategy.parameters, values, strict=True)}
    return float(np.mean([_win_rate(strategy, parameters, table, seed, games) for table in tables]))


def _win_rate(strategy: Strategy, parameters: dict[str, float], table: Table, seed: int, games: int) -> float:
    players = (strategy, *table.opponents)
    own = (parameters, *({} for _ in table.opponents))
    match = Match(find_game(strategy.game), table.knobs, players, own, seed)
    rows, seat_rows = match.play(0, games)
    if "won" in rows.dtype.names:
        return float(rows["won"].mean())
    seated = match.lineups[np.arange(games) % len(match.lineups)].ravel()
    return float(seat_rows["won"][seated == 0].mean())


@click.command()
@click.argument("game")
@click.argument("name")
@click.option("--factor", multiple=True, help="A knob and its values: board=A1,B1")
@click.option("--only", default="", help="The parameters to tune, with commas; all if not given.")
@click.option("--against", multiple=True, help="Opponents, one for each other seat: reference,reference")
@click.option("--generations", default=40, show_default=True)
@click.option("--candidates", default=32, show_default=True)
@click.option("--games", default=1500, show_default=True, help="Games a candidate and rules.")
@click.option("--spread", default=0.35, show_default=True, help="First spread, as a share of the default.")
@click.option("--seed", default=0, show_default=True)
def tune(
    game: str,
    name: str,
    factor: tuple[str, ...],
    only: str,
    against: tuple[str, ...],
    generations: int,
    candidates: int,
    games: int,
    spread: float,
    seed: int,
) -> None:
    """Tune strategy NAME of GAME."""
    strategy = strategies_of(game)[name]
    tables = _all_tables(game, factor, against)
    low = np.array([p.low for p in strategy.parameters])
    high = np.array([p.high for p in strategy.parameters])
    centre = np.array([p.default for p in strategy.parameters])
    width = np.maximum(np.abs(centre), 0.05 * (high - low)) * spread
    chosen = only.split(",") if only else [p.name for p in strategy.parameters]
    width *= [p.name in chosen for p in strategy.parameters]
    smallest = SMALLEST_SPREAD * (width > 0)
    chance = np.random.default_rng(seed)
    win_share(strategy, tables, centre, FIRST_SEED, 1)  # compile before there are threads
    for generation in range(generations):
        drawn = np.clip(chance.normal(centre, width, (candidates, len(centre))), low, high)
        drawn[0] = centre
        scores = _scores(strategy, tables, drawn, FIRST_SEED + seed * 1000 + generation, games)
        elite = drawn[np.argsort(scores)[-int(candidates * ELITE_SHARE) :]]
        centre = 0.3 * centre + 0.7 * elite.mean(axis=0)
        width = 0.3 * width + 0.7 * np.maximum(elite.std(axis=0), smallest * np.abs(centre))
        click.echo(f"{generation:3d}  centre {scores[0]:.4f}  best {scores.max():.4f}")
    for parameter, value in zip(strategy.parameters, centre, strict=True):
        click.echo(f"{parameter.name}: {value:.3g}")


def _all_knobs(game: str, factors: tuple[str, ...]) -> list[Knobs]:
    """Return the knobs of every value of every factor, one at a time (the defaults if there is none)."""
    chosen: list[dict[str, Any]] = [
        {factor.partition("=")[0]: yaml.safe_load(value)}
        for factor in factors
        for value in factor.partition("=")[2].split(",")
    ]
    return [find_game(game).knobs.model_validate(choice) for choice in chosen or [{}]]


def _all_tables(game: str, factors: tuple[str, ...], against: tuple[str, ...]) -> list[Table]:
    """Return every choice of rules with every line-up of opponents that is right for as many seats."""
    known = strategies_of(game)
    lineups = [tuple(known[name] for name in names.split(",")) for names in against] or [()]
    seats_of = find_game(game).seats_of
    return [
        Table(knobs, lineup)
        for knobs in _all_knobs(game, factors)
        for lineup in lineups
        if seats_of(knobs) == len(lineup) + 1
    ]


def _scores(
    strategy: Strategy, tables: list[Table], drawn: npt.NDArray[np.float64], seed: int, games: int
) -> npt.NDArray[np.float64]:
    calls = (joblib.delayed(win_share)(strategy, tables, values, seed, games) for values in drawn)
    return np.array(joblib.Parallel(n_jobs=-1, prefer="threads")(calls))


if __name__ == "__main__":
    tune()
