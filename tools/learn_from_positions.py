r"""Tunes a strategy's parameters to what look-ahead values, and prints the defaults to paste.

    python tools/learn_from_positions.py nautilus_island expert --factor players=2 --against itself \
        --games 2000 --keep /tmp/positions

It plays games of the strategy as it is, takes positions from them, each with the values of all legal moves
by play-outs (`simkit.training.positions`), and searches weights by the cross-entropy method.  A candidate's
score is how much better its choices in half of the games are than those made; the other half shows in the end
what was learnt.  With --keep the positions, which take longest, are kept in a folder and used again the next
time.  Then play with the new values, and value positions anew.

By the results of games themselves `simkit tune` tunes, also for a league.  When new defaults are in place,
measure the game's ladder anew: tools/measure_ladder.py.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
import joblib
import numpy as np
from pydantic import ValidationError

from simkit.content.complaints import problems_of
from simkit.content.source import read_value
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.strategy import Strategy
from simkit.errors import BadInput, unknown
from simkit.experiment.file.scenarios import unknown_rule
from simkit.plugins import find_game, strategies_of
from simkit.run.findings.ladder import ITSELF, objective_of
from simkit.search.regret import Valuation
from simkit.stats.estimates import Estimate
from simkit.training.positions import (
    PLAYOUTS,
    SHARE,
    ValuedPositions,
    goal_of,
    load_positions,
    value_positions,
)
from simkit.training.weights import Effort, Values, best_values

FIRST_SEED = 3_000_000_000


@dataclass(frozen=True)
class Table:
    """Rules, the opponents at the table (nobody in a solo game), and the objective.

    None stands for the strategy itself as an opponent, with the same parameter values.
    """

    knobs: Knobs
    opponents: tuple[Strategy | None, ...]
    objective: Objective

    @property
    def seats(self) -> int:
        """The number of players."""
        return 1 + len(self.opponents)


@dataclass(frozen=True)
class Valuing:
    """How positions are valued: games, play-outs of each move, share of decisions, where they are kept."""

    games: int
    playouts: int
    share: float
    keep: Path | None

    def file_for(self, valuation: Valuation) -> Path | None:
        """Return the file in which the positions of a valuation are kept."""
        if self.keep is None:
            return None
        self.keep.mkdir(parents=True, exist_ok=True)
        players = [strategy.name for strategy in valuation.strategies]
        rules = valuation.knobs.as_json()
        asked = f"{rules} {players} {valuation.seed} {self.games} {self.playouts} {self.share}"
        name = hashlib.sha256(asked.encode()).hexdigest()[:12]
        return self.keep / f"{valuation.game.name}_{players[0]}_{name}.npz"


def _named(strategy: Strategy, values: Values) -> dict[str, float]:
    return {p.name: float(value) for p, value in zip(strategy.parameters, values, strict=True)}


@click.command()
@click.argument("game")
@click.argument("name")
@click.option("--factor", multiple=True, help="A rule and its values: board=A1,B1")
@click.option("--only", default="", help="The parameters to tune, with commas; all if not given.")
@click.option(
    "--against",
    multiple=True,
    help="Opponents, one for each other seat: reference,reference; `itself` is the strategy that is tuned.",
)
@click.option(
    "--by",
    default="",
    help="Tune by this column: an objective of the game (the first if not given) or its progress.",
)
@click.option("--generations", type=click.IntRange(1), default=40, show_default=True)
@click.option("--candidates", type=click.IntRange(4), default=32, show_default=True)
@click.option("--spread", default=0.35, show_default=True, help="First spread, as a share of the default.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option(
    "--games", type=click.IntRange(2), default=2000, show_default=True, help="Of which positions are valued."
)
@click.option("--keep", type=click.Path(path_type=Path), help="Folder in which valued positions are kept.")
@click.option(
    "--playouts", type=click.IntRange(1), default=PLAYOUTS, show_default=True, help="Of each legal move."
)
@click.option(
    "--share",
    type=click.FloatRange(0, 1, min_open=True),
    default=SHARE,
    show_default=True,
    help="Of the decisions that are valued.",
)
def learn(
    game: str,
    name: str,
    factor: tuple[str, ...],
    only: str,
    against: tuple[str, ...],
    by: str,
    **numbers: Any,
) -> None:
    """Tune strategy NAME of GAME."""
    try:
        strategy = _strategy(game, name)
        chosen = _chosen(strategy, only)
        valuing = Valuing(*(numbers.pop(name) for name in ("games", "playouts", "share", "keep")))
        wished = Effort(games=valuing.games, **numbers)
        tables = _all_tables(game, factor, against, objective_of(find_game(game), by))
        scores_of, words = _by_positions(strategy, tables, wished, valuing)
    except BadInput as complaint:
        raise click.UsageError(str(complaint)) from None

    def told(drawn: Any, generation: int) -> Any:
        scores = scores_of(drawn, generation)
        click.echo(f"{generation:3d}  centre {scores[0]:.4f}  best {scores.max():.4f}")
        return scores

    best = best_values(strategy.parameters, chosen, told, wished)
    for parameter, value in zip(strategy.parameters, best, strict=True):
        click.echo(f"{parameter.name}: {value:.3g}")
    click.echo(words(best))


def defaults_of(strategy: Strategy) -> Values:
    """Return the defaults of a strategy's parameters."""
    return np.array([parameter.default for parameter in strategy.parameters])


def at_once(worth: Callable[[Values], float], drawn: Values) -> Values:
    """Return each candidate's score, computed by as many workers as there are cores."""
    calls = (joblib.delayed(worth)(values) for values in drawn)
    return np.array(joblib.Parallel(n_jobs=-1, prefer="threads")(calls))


def _by_positions(
    strategy: Strategy, tables: list[Table], effort: Effort, valuing: Valuing
) -> tuple[Callable[[Values, int], Values], Callable[[Values], str]]:
    """Return the scores of candidates by positions, and a text about the values found."""
    taken = [_positions(strategy, table, effort, valuing) for table in tables]
    halves = [[positions.half(which) for positions in taken] for which in (0, 1)]
    goal = goal_of(find_game(strategy.game), tables[0].objective)

    def gain(values: Values, valued: list[ValuedPositions]) -> list[Estimate]:
        return [one.gain(one.choices(strategy, _named(strategy, values)), goal) for one in valued]

    def worth(values: Values) -> float:
        return float(np.mean([found.value for found in gain(values, halves[0])]))

    def words(values: Values) -> str:
        found = gain(values, halves[1])
        return "\n".join(
            f"learnt, per decision, in games that it did not learn from: {one.value:+.5f} "
            f"({one.low:+.5f} to {one.high:+.5f}; {len(positions):,} decisions)"
            for one, positions in zip(found, halves[1], strict=True)
        )

    worth(defaults_of(strategy))  # compile before there are threads
    return lambda drawn, _: at_once(worth, drawn), words


def _positions(strategy: Strategy, table: Table, effort: Effort, valuing: Valuing) -> ValuedPositions:
    """Return valued positions at a table: those that are kept, if there are any."""
    players = (strategy, *(opponent or strategy for opponent in table.opponents))
    valuation = Valuation(
        find_game(strategy.game), table.knobs, players, ({},) * len(players), 0, FIRST_SEED + effort.seed, ""
    )
    file = valuing.file_for(valuation)
    if file and file.exists():
        return load_positions(file, valuation)
    found = value_positions(valuation, games=valuing.games, playouts=valuing.playouts, share=valuing.share)
    click.echo(f"{len(found):,} positions of {valuing.games:,} games")
    if file:
        found.save(file)
    return found


def _strategy(game: str, name: str) -> Strategy:
    known = strategies_of(find_game(game).name)
    if name not in known:
        raise BadInput(unknown(f"strategy of {game}", name, known))
    return known[name]


def _chosen(strategy: Strategy, only: str) -> list[str]:
    names = [parameter.name for parameter in strategy.parameters]
    if not names:
        raise BadInput(f"strategy '{strategy.name}' has no parameters to tune")
    chosen = only.split(",") if only else names
    for name in chosen:
        if name not in names:
            raise BadInput(f"--only {only}: {unknown('parameter', name, names)}")
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
        raise BadInput(f"{words}: {'; '.join(message for _, message in problems)}") from None


def _all_tables(
    game: str, factors: tuple[str, ...], against: tuple[str, ...], objective: Objective
) -> list[Table]:
    """Return every choice of rules with every line-up of opponents that fits its number of seats.

    Raises BadInput if there is no line-up for some rules, or no rules for a line-up.
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
            raise BadInput(f"{words}: {number} players, but no --against names {number - 1} opponents")
    for words, lineup in lineups.items():
        if len(lineup) + 1 not in seats.values():
            raise BadInput(f"{words}: no --factor has {len(lineup) + 1} players")
    return [
        Table(knobs, lineup, objective)
        for words, knobs in choices.items()
        for lineup in lineups.values()
        if seats[words] == len(lineup) + 1
    ]


if __name__ == "__main__":
    learn()
