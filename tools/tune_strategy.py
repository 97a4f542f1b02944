r"""Tunes a strategy's parameters by the cross-entropy method, and prints the defaults to paste.

    python tools/tune_strategy.py nautilion expert --factor board=A1,A2,B1,B2,C1,C2
    python tools/tune_strategy.py nautilus_island expert --factor players=2,4 \
        --against reference --against reference,counter,set_closer
    python tools/tune_strategy.py castaways expert --factor players=1,2,3,4 \
        --against "" --against itself --against itself,itself --against itself,itself,itself

Each generation draws candidates around the best so far, plays all of them on the same games (common random
numbers), and moves toward the best quarter: by the game's first objective, or by what --by names.  Every
generation plays other games, so that no candidate wins by knowing them.  Seeds are far from those of the
shipped experiments.

When the new defaults are in place, measure the game's ladder anew: tools/measure_ladder.py.

Reference: Rubinstein and Kroese, "The Cross-Entropy Method", Springer, 2004.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import click
import joblib
import numpy as np
import numpy.typing as npt
from pydantic import ValidationError

from simkit.content.complaints import problems_of
from simkit.content.source import read_value
from simkit.engine.game import Game
from simkit.engine.knobs import Knobs
from simkit.engine.match import Match
from simkit.engine.objectives import Objective
from simkit.engine.strategy import Strategy
from simkit.errors import Complaint, unknown
from simkit.experiment.unknown_rules import unknown_rule
from simkit.plugins import find_game, strategies_of
from simkit.run.ladder import ITSELF, objective_of, outcomes_of

FIRST_SEED = 3_000_000_000
ELITE_SHARE = 0.25
SMALLEST_SPREAD = 0.02

Values = npt.NDArray[np.float64]
"""A value for each parameter."""


@dataclass(frozen=True)
class Table:
    """Rules to play by, the opponents at the table (nobody in a solo game), and what is striven for.

    None stands for an opponent who is the strategy itself, with the same parameter values.
    """

    knobs: Knobs
    opponents: tuple[Strategy | None, ...]
    objective: Objective


@dataclass(frozen=True)
class Effort:
    """How long it is searched, and from how far.

    Parameters
    ----------
    generations, candidates, games : int
        Generations, candidates in each, and the games that each candidate plays under each choice of rules.
    spread : float
        The first spread of the candidates, as a share of the defaults.
    seed : int
        Another one draws other candidates and plays other games.
    """

    generations: int
    candidates: int
    games: int
    spread: float
    seed: int


def mean_result(strategy: Strategy, tables: list[Table], values: Any, seed: int, games: int) -> float:
    """Return the mean result of games at several tables, with the given parameter values."""
    parameters = {p.name: float(value) for p, value in zip(strategy.parameters, values, strict=True)}
    return float(np.mean([_mean_at(strategy, parameters, table, seed, games) for table in tables]))


def _mean_at(strategy: Strategy, parameters: dict[str, float], table: Table, seed: int, games: int) -> float:
    players = (strategy, *(opponent or strategy for opponent in table.opponents))
    own = (parameters, *({} if opponent else parameters for opponent in table.opponents))
    match = Match(find_game(strategy.game), table.knobs, players, own, seed)
    return float(outcomes_of(match, games, table.objective).mean())


@click.command()
@click.argument("game")
@click.argument("name")
@click.option("--factor", multiple=True, help="A rule and its values: board=A1,B1")
@click.option("--only", default="", help="The parameters to tune, with commas; all if not given.")
@click.option(
    "--against",
    multiple=True,
    help="Opponents, one for each other seat: reference,reference; `itself` is tuned with who is tuned.",
)
@click.option(
    "--by",
    default="",
    help="Tune by this column: an objective of the game (the first if not given) or its progress.",
)
@click.option("--generations", type=click.IntRange(1), default=40, show_default=True)
@click.option("--candidates", type=click.IntRange(4), default=32, show_default=True)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=1500,
    show_default=True,
    help="Games per candidate and choice of rules.",
)
@click.option("--spread", default=0.35, show_default=True, help="First spread, as a share of the default.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
def tune(
    game: str,
    name: str,
    factor: tuple[str, ...],
    only: str,
    against: tuple[str, ...],
    by: str,
    **effort: Any,
) -> None:
    """Tune strategy NAME of GAME."""
    try:
        strategy = _strategy(game, name)
        tables = _all_tables(game, factor, against, objective_of(find_game(game), by))
        chosen = _chosen(strategy, only)
    except Complaint as complaint:
        raise click.UsageError(str(complaint)) from None
    best = _best_values(strategy, tables, chosen, Effort(**effort))
    for parameter, value in zip(strategy.parameters, best, strict=True):
        click.echo(f"{parameter.name}: {value:.3g}")


def _best_values(strategy: Strategy, tables: list[Table], chosen: list[str], effort: Effort) -> Values:
    """Return the values to which the search has come for all parameters, of which it moves those chosen."""
    low = np.array([p.low for p in strategy.parameters])
    high = np.array([p.high for p in strategy.parameters])
    centre = np.array([p.default for p in strategy.parameters])
    width = np.maximum(np.abs(centre), 0.05 * (high - low)) * effort.spread
    width *= [p.name in chosen for p in strategy.parameters]
    smallest = SMALLEST_SPREAD * (width > 0)
    chance = np.random.default_rng(effort.seed)
    sign = 1 if tables[0].objective.better == "more" else -1
    mean_result(strategy, tables, centre, FIRST_SEED, 1)  # compile before there are threads
    for generation in range(effort.generations):
        drawn = np.clip(chance.normal(centre, width, (effort.candidates, len(centre))), low, high)
        drawn[0] = centre
        seed = FIRST_SEED + effort.seed * 1000 + generation
        scores = _scores(strategy, tables, drawn, seed, effort.games)
        elite = drawn[np.argsort(sign * scores)[-int(effort.candidates * ELITE_SHARE) :]]
        centre = 0.3 * centre + 0.7 * elite.mean(axis=0)
        width = 0.3 * width + 0.7 * np.maximum(elite.std(axis=0), smallest * np.abs(centre))
        click.echo(f"{generation:3d}  centre {scores[0]:.4f}  best {sign * (sign * scores).max():.4f}")
    return centre


def _strategy(game: str, name: str) -> Strategy:
    known = strategies_of(find_game(game).name)
    if name not in known:
        raise Complaint(unknown(f"strategy of {game}", name, known))
    return known[name]


def _chosen(strategy: Strategy, only: str) -> list[str]:
    """Return the parameters to tune."""
    names = [parameter.name for parameter in strategy.parameters]
    if not names:
        raise Complaint(f"strategy '{strategy.name}' has no parameters to tune")
    chosen = only.split(",") if only else names
    for name in chosen:
        if name not in names:
            raise Complaint(f"--only {only}: {unknown('parameter', name, names)}")
    return chosen


def _all_knobs(game: Game, factors: tuple[str, ...]) -> dict[str, Knobs]:
    """Return the knobs of every value of every factor, one at a time (the defaults if there is none)."""
    chosen = {
        f"--factor {name}={value}": {name: read_value(value, f"--factor {name}")}
        for name, _, values in (factor.partition("=") for factor in factors)
        for value in values.split(",")
    }
    return {words: _knobs(game, words, choice) for words, choice in (chosen or {"the box": {}}).items()}


def _knobs(game: Game, words: str, choice: dict[str, Any]) -> Knobs:
    try:
        return game.knobs.model_validate(choice)
    except ValidationError as error:
        problems = problems_of(error, lambda place: place, (), unknown_word=partial(unknown_rule, game))
        raise Complaint(f"{words}: {'; '.join(message for _, message in problems)}") from None


def _all_tables(
    game: str, factors: tuple[str, ...], against: tuple[str, ...], objective: Objective
) -> list[Table]:
    """Return every choice of rules with every line-up of opponents that is right for as many seats.

    Raises
    ------
    Complaint
        If rules or a line-up are left without the other: they would be tuned for without a game.
    """
    played = find_game(game)
    choices = _all_knobs(played, factors)
    lineups: dict[str, tuple[Strategy | None, ...]] = {
        f"--against {names}": tuple(
            None if name == ITSELF else _strategy(game, name) for name in names.split(",") if name
        )
        for names in against
    }
    lineups = lineups or {"no --against": ()}
    seats = {words: played.seats_under(knobs) for words, knobs in choices.items()}
    for words, number in seats.items():
        if number - 1 not in map(len, lineups.values()):
            raise Complaint(
                f"{words}: {number} sit down, and --against has no {number - 1} opponents for them"
            )
    for words, lineup in lineups.items():
        if len(lineup) + 1 not in seats.values():
            raise Complaint(f"{words}: no --factor has {len(lineup) + 1} sit down")
    return [
        Table(knobs, lineup, objective)
        for words, knobs in choices.items()
        for lineup in lineups.values()
        if seats[words] == len(lineup) + 1
    ]


def _scores(strategy: Strategy, tables: list[Table], drawn: Values, seed: int, games: int) -> Values:
    calls = (joblib.delayed(mean_result)(strategy, tables, values, seed, games) for values in drawn)
    return np.array(joblib.Parallel(n_jobs=-1, prefer="threads")(calls))


if __name__ == "__main__":
    tune()
