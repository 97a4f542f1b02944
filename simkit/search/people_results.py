"""The results of games that people have played on a real table, beside those of simulated players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.engine.contract.player import OVERLOOKS
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.run.games import Games
from simkit.run.store.directory import RunDirectory
from simkit.run.store.parquet import GAMES, SEATS

SEED = 3_980_000_000

FEWEST, MOST, FOR_EACH = 200, 1_000, 20
"""In how many games a player is simulated: in 20 for each of the people's, so that it is the number of theirs
that decides how surely two players differ; in 200 at least and 1,000 at most."""


@dataclass(frozen=True)
class PeopleResults:
    """Some measures of each game of people."""

    match: Match
    measures: tuple[tuple[str, bool], ...]
    """The columns, and whether they are of the seats: then the mean of the seats counts."""

    seen: npt.NDArray[np.float64]
    """The results, shape (games, measures)."""

    _simulated: dict[tuple[str, float], npt.NDArray[np.float64]] = field(default_factory=dict)
    """The same of strategies that have played already."""

    @classmethod
    def of(cls, run: RunDirectory) -> PeopleResults:
        """Return the results in a run: its objectives and its length, as far as they were written down."""
        game, match = run.game, run.match(0)
        goals = [*game.objectives, *([game.progress] if game.progress else [])]
        of_games = {column.name for column in run.columns(GAMES)}
        has_seats = run.has_seats(0)
        of_seats = {column.name for column in run.columns(SEATS)} if has_seats else set()
        named = [(goal.column, goal.of == "seat") for goal in goals]
        named += [(game.length_column.name, False)] if game.length_column else []
        wanted = dict.fromkeys(
            measure for measure in named if measure[0] in (of_seats if measure[1] else of_games)
        )
        games = run.games.sort("game").collect()
        columns = [games[name].cast(pl.Float64).to_numpy() for name, is_of_seat in wanted if not is_of_seat]
        if has_seats:
            means = [pl.col(name).cast(pl.Float64).mean() for name, is_of_seat in wanted if is_of_seat]
            own = run.seats.group_by("game").agg(means).sort("game").collect()
            columns += [own[name].to_numpy() for name, is_of_seat in wanted if is_of_seat]
        order = sorted(wanted, key=lambda measure: measure[1])
        return cls(match, tuple(order), np.stack(columns, axis=1) if columns else np.zeros((len(games), 0)))

    def simulate(self, strategy: Strategy, slips: float) -> npt.NDArray[np.float64]:
        """Return the same measures of games in which a strategy plays at all seats."""
        key, games = (strategy.name, slips), min(max(FEWEST, FOR_EACH * len(self.seen)), MOST)
        if key not in self._simulated:
            seats = len(self.match.strategies)
            played = self.play((strategy,) * seats, ({OVERLOOKS: slips},) * seats, games)
            self._simulated[key] = self.measured(played)
        return self._simulated[key]

    def play(
        self, strategies: tuple[Strategy, ...], parameters: tuple[Mapping[str, float], ...], games: int
    ) -> Games:
        """Play games by the same rules, in which strategies sit where people sat."""
        own = self.match
        game = own.game.in_the_box
        if own.game.content is not None and own.game.content is not game.content:
            game = game.with_content(own.game.content)
        return Games.play(Match(game, own.knobs, strategies, parameters, SEED), range(games))

    def measured(self, played: Games) -> npt.NDArray[np.float64]:
        """Return the measures of simulated games, shape (games, measures)."""
        return np.stack([played.means(name, of_seats=of_seats) for name, of_seats in self.measures], axis=1)


@lru_cache(maxsize=2)  # several questions of a report compare people with the same simulated games
def results_of(run: RunDirectory) -> PeopleResults:
    """Return the results in a run, with the simulated ones that were played beside them."""
    return PeopleResults.of(run)
