r"""Tunes a strategy's parameters by the cross-entropy method, and prints the defaults to paste.

    python tools/tune_strategy.py nautilion expert --factor board=A1,A2,B1,B2,C1,C2
    python tools/tune_strategy.py nautilus_island expert --factor players=2,4 \
        --against reference --against reference,counter,set_closer
    python tools/tune_strategy.py castaways expert --factor players=1,2,3,4 \
        --against "" --against itself --against itself,itself --against itself,itself,itself

    python tools/tune_strategy.py nautilus_2002 expert --factor players=2,3,4 --league reference,balancer

    python tools/tune_strategy.py nautilus_island expert --factor players=2 --against itself \
        --positions 2000 --keep /tmp/positions

Each generation draws candidates around the best so far, plays all of them on the same games (common random
numbers), and moves toward the best quarter: by the game's first objective, or by the column in --by.  Every
generation plays other games, so that no candidate is fitted to them.  Seeds are far from those of the
shipped experiments.

With --league it is tuned for two aims at once: a player tuned only to beat others may stop doing what those
do for it.  Under each choice of rules a candidate plays at a table of its own, and alone against players of
each strategy named.  Its score is the sum of two means over these tables, each 1 where the candidate does as
well as those it meets:

* at its own tables, all seats' points, divided by the most that one of the named scores at its own;
* at the others' tables, its share of games won, times the number of players.

With --positions it learns from look-ahead instead: from positions in that many games of the strategy as it
is, each with the values of all legal moves by play-outs (`simkit.search.positions`).  A candidate's score is
how much better its choices in half of the games are than those made; the other half shows in the end what was
learnt.  With --keep the positions, which take longest, are kept in a folder and used again the next time.
Then play with the new values, and value positions anew.

When the new defaults are in place, measure the game's ladder anew: tools/measure_ladder.py.
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
from simkit.engine.play.match import Match
from simkit.errors import BadInput, unknown
from simkit.experiment.file.scenarios import unknown_rule
from simkit.plugins import find_game, strategies_of
from simkit.run.findings.alike import is_contested, points_of
from simkit.run.findings.ladder import ITSELF, objective_of, outcomes_of
from simkit.search.positions import PLAYOUTS, SHARE, ValuedPositions, goal_of, load_positions, value_positions
from simkit.search.regret import Valuation
from simkit.search.tuning import Effort, Values, best_values
from simkit.stats.estimates import Estimate

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
class League:
    """Tables at which a strategy is alone with its own, and tables at which it meets others.

    Parameters
    ----------
    strategy : Strategy
        The strategy that is tuned.
    own : list of Table
        With the objective in points, one for each choice of rules.
    best : list of float
        For each of them, the most points that one of the others scores at a table of its own.
    others : list of Table
        With the game's first objective.
    games : int
        How many games are played at each table to say what was found.
    """

    strategy: Strategy
    own: list[Table]
    best: list[float]
    others: list[Table]
    games: int

    def results(self, values: Values, seed: int, games: int) -> tuple[Values, Values]:
        """Return the points at each table of its own, and the share of wins at each of the others'."""
        parameters = _named(self.strategy, values)
        points = [points_among(self.strategy, parameters, table, seed, games) for table in self.own]
        wins = [_mean_at(self.strategy, parameters, table, seed, games) for table in self.others]
        return np.array(points), np.array(wins)

    def worth(self, values: Values, seed: int, games: int) -> float:
        """Return a candidate's score: 2 where it does as well as those it meets."""
        points, wins = self.results(values, seed, games)
        return float((points / self.best).mean() + (wins * [table.seats for table in self.others]).mean())

    def words(self, values: Values) -> str:
        """Return a line on each table, from games that no candidate played."""
        points, wins = self.results(values, FIRST_SEED - 1, self.games)
        lines = [
            f"{table.seats} of its own: {mean:.1f} points each (at most {best:.1f} among others)"
            for table, mean, best in zip(self.own, points, self.best, strict=True)
        ]
        lines += [
            f"against {', '.join(player.name for player in table.opponents if player)}: {share:.1%} won"
            for table, share in zip(self.others, wins, strict=True)
        ]
        return "\n".join(lines)


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


def mean_result(strategy: Strategy, tables: list[Table], values: Any, seed: int, games: int) -> float:
    """Return the mean result of games at several tables, with the given parameter values."""
    parameters = _named(strategy, values)
    return float(np.mean([_mean_at(strategy, parameters, table, seed, games) for table in tables]))


def _named(strategy: Strategy, values: Values) -> dict[str, float]:
    return {p.name: float(value) for p, value in zip(strategy.parameters, values, strict=True)}


def _mean_at(strategy: Strategy, parameters: dict[str, float], table: Table, seed: int, games: int) -> float:
    players = (strategy, *(opponent or strategy for opponent in table.opponents))
    own = (parameters, *({} if opponent else parameters for opponent in table.opponents))
    match = Match(find_game(strategy.game), table.knobs, players, own, seed)
    return float(outcomes_of(match, games, table.objective).mean())


def points_among(
    strategy: Strategy, parameters: dict[str, float], table: Table, seed: int, games: int
) -> float:
    """Return the mean points of all seats of a table at which one strategy plays them all."""
    seats = table.seats
    match = Match(find_game(strategy.game), table.knobs, (strategy,) * seats, (parameters,) * seats, seed)
    return float(match.play(0, games)[1][table.objective.column].mean())


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
    "--league",
    default="",
    help="Tune for points at a table of its own and for wins against each of these, with commas.",
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
@click.option(
    "--positions", type=click.IntRange(0), default=0, help="Learn from positions of that many games."
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
def tune(
    game: str,
    name: str,
    factor: tuple[str, ...],
    only: str,
    against: tuple[str, ...],
    league: str,
    by: str,
    **numbers: Any,
) -> None:
    """Tune strategy NAME of GAME."""
    try:
        strategy = _strategy(game, name)
        chosen = _chosen(strategy, only)
        positions = numbers.pop("positions")
        valuing = Valuing(positions, *(numbers.pop(name) for name in ("playouts", "share", "keep")))
        wished = Effort(**numbers)
        words: Callable[[Values], str] = lambda values: ""  # noqa: E731
        sign = 1  # -1 turns scores back into results where less is better
        if league:
            if against or by or positions:
                raise BadInput("--league says what is played: leave out --against, --by and --positions")
            met = _league(strategy, factor, league, wished)
            scores_of, words = _by_games(met.worth, strategy, wished), met.words
        else:
            tables = _all_tables(game, factor, against, objective_of(find_game(game), by))
            if positions:
                scores_of, words = _by_positions(strategy, tables, wished, valuing)
            else:
                sign = 1 if tables[0].objective.better == "more" else -1
                scores_of = _by_games(partial(mean_result, strategy, tables), strategy, wished, sign)
    except BadInput as complaint:
        raise click.UsageError(str(complaint)) from None

    def tell(generation: int, first: float, best: float) -> None:
        click.echo(f"{generation:3d}  centre {sign * first:.4f}  best {sign * best:.4f}")

    best = best_values(strategy.parameters, chosen, scores_of, wished, tell)
    for parameter, value in zip(strategy.parameters, best, strict=True):
        click.echo(f"{parameter.name}: {value:.3g}")
    click.echo(words(best), nl=bool(positions or league))


def _by_games(
    worth: Callable[..., float], strategy: Strategy, effort: Effort, sign: int = 1
) -> Callable[[Values, int], Values]:
    """Return the scores of candidates by what `worth` returns for their values and a seed."""
    worth(defaults_of(strategy), FIRST_SEED, 1)  # compile before there are threads

    def scores_of(drawn: Values, generation: int) -> Values:
        seed = FIRST_SEED + effort.seed * 1000 + generation
        return sign * at_once(partial(worth, seed=seed, games=effort.games), drawn)

    return scores_of


def _league(strategy: Strategy, factors: tuple[str, ...], names: str, effort: Effort) -> League:
    """Return the tables of a league.

    Raises
    ------
    BadInput
        If the game's players do not compete for points of which more are better.
    """
    game = find_game(strategy.game)
    points, won = points_of(game), game.objectives[0]
    if not is_contested(game) or points is None or {points.better, won.better} != {"more"}:
        raise BadInput(f"--league: players of {game.name} do not compete for points; take --against")
    others = [_strategy(game.name, name) for name in names.split(",")]
    own, best, meetings = [], [], []
    for words, knobs in _all_knobs(game, factors).items():
        opponents = game.seats_under(knobs) - 1
        own.append(Table(knobs, (None,) * opponents, points))
        best.append(max(points_among(other, {}, own[-1], FIRST_SEED, effort.games) for other in others))
        if best[-1] <= 0:
            raise BadInput(
                f"{words}: at tables of their own {names} score {best[-1]:.1f}; it must be above 0"
            )
        meetings += [Table(knobs, (other,) * opponents, won) for other in others]
    return League(strategy, own, best, meetings, effort.games)


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

    def gain(values: Values, own: list[ValuedPositions]) -> list[Estimate]:
        return [one.gain(one.choices(strategy, _named(strategy, values)), goal) for one in own]

    def worth(values: Values) -> float:
        return float(np.mean([found.value for found in gain(values, halves[0])]))

    def words(values: Values) -> str:
        found = gain(values, halves[1])
        return "\n".join(
            f"learnt, per decision, in games that it did not learn from: {one.value:+.5f} "
            f"({one.low:+.5f} to {one.high:+.5f}; {len(own):,} decisions)"
            for one, own in zip(found, halves[1], strict=True)
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

    Raises
    ------
    BadInput
        If there is no line-up for some rules, or no rules for a line-up.
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
    tune()
