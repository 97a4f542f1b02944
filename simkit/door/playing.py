"""Runs experiments, and plays games in memory."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from simkit.document.templates import in_notebook
from simkit.door.describing import Described, make_experiment
from simkit.door.required import NO_REPORT
from simkit.door.results import Run
from simkit.door.run_and_report import run_and_report
from simkit.engine.play.match import Match
from simkit.errors import naming_files
from simkit.experiment.values import Experiment
from simkit.run.games import Games, Tables
from simkit.run.work.interrupt import run_interruptibly
from simkit.run.work.rehearsal import match_of, prepare
from simkit.run.work.signals import saying_when_stopped
from simkit.run.work.workers import Where

PLAYED_AT_ONCE = 1 << 16
"""Games; so a call can be interrupted."""


def run(
    described: Described | None,
    keys: Mapping[str, Any],
    settings: Mapping[str, Any] | None,
    where: Where,
    **how: Any,
) -> Run:
    """Run an experiment; the arguments are those of `simkit.run`."""
    file = Path(described) if isinstance(described, (str, Path)) else None
    if file is not None and keys.get("report") == NO_REPORT:  # the run keeps the report that the file names
        keys, how = {key: value for key, value in keys.items() if key != "report"}, {**how, "report": False}
    experiment = make_experiment(described, settings, keys)
    with saying_when_stopped(lambda: "from Python, the same call goes on with it"), naming_files():
        return run_and_report(experiment, where, file=file, **how).run


class Played:
    """Games that were played in memory.

    Attributes
    ----------
    games, seats : polars.DataFrame
        One row per game: game, and the game's outcome columns; one row per seat and game: game, seat,
        player (from 0), and the seats' columns.  Codes are words.

    Examples
    --------
    >>> played = simkit.play("pig", ["hold_at", "random"], games=100)
    >>> played
    <100 games of Pig: hold_at, random>
    """

    def __init__(self, match: Match, tables: Tables) -> None:
        self._match = match
        self._tables = tables

    @cached_property
    def games(self) -> pl.DataFrame:
        """One row per game.

        Examples
        --------
        >>> played.games.columns[0]
        'game'
        """
        return self._tables.games.drop("scenario")

    @cached_property
    def seats(self) -> pl.DataFrame:
        """One row per seat and game; none with a single player.

        Examples
        --------
        >>> played.seats.filter(game=0)["won"].to_list().count(True)
        1
        """
        return self._tables.seats.drop("scenario")

    def __repr__(self) -> str:
        players = ", ".join(strategy.name for strategy in self._match.strategies)
        return f"<{len(self.games):,} games of {self._match.game.title}: {players}>"

    def _repr_html_(self) -> str:
        numbers = pl.selectors.numeric() | pl.selectors.boolean()
        of_games = self.games.drop("game").select(numbers).mean()
        tables = [of_games]
        if not self.seats.is_empty():
            own = self.seats.drop("game", "seat").select(numbers)
            names = [
                f"player {n} ({strategy.name})" for n, strategy in enumerate(self._match.strategies, start=1)
            ]
            of_players = own.group_by("player").mean().sort("player")
            tables.append(of_players.with_columns(player=pl.Series(names)))
        return in_notebook("", f"{repr(self)[1:-1]}; on average", tables=tables)


def play(game: object, players: object, *, games: int, rules: Mapping[str, Any] | None, seed: int) -> Played:
    """Play some games in memory; the arguments are those of `simkit.play`."""
    line_up = {"strategies": players} if isinstance(players, (list, tuple)) else {"strategy": players}
    keys = {"game": game, "games": games, "seed": seed, "rules": {} if rules is None else rules, **line_up}
    experiment: Experiment = make_experiment(None, None, keys)
    return run_interruptibly(_played, experiment)


def _played(experiment: Experiment) -> Played:
    """Play the games of an experiment's first scenario, some at a time."""
    prepare(experiment)
    match, games = match_of(experiment, experiment.scenarios[0]), experiment.games
    numbers = (range(games)[first : first + PLAYED_AT_ONCE] for first in range(0, games, PLAYED_AT_ONCE))
    return Played(match, Games.joined([Games.play(match, some) for some in numbers]).tables())
