"""Measures tables at which all players have one strategy: what they score, and how their games end.

Their win rates say nothing: together they win every game.  These measures say whether they still play the
game that weaker players play (`simkit.words.cautions`).  For tables that a run did not play,
``alike.yaml`` beside the strategies has the values for the printed rules; `tools/measure_ladder.py` writes
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import polars as pl
from annotated_types import Ge, Len
from pydantic import BaseModel, ConfigDict

from simkit.engine.base.columns import Column
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import PLAYERS
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.run.findings.ladder import read_as
from simkit.run.games import Games
from simkit.run.store.directory import RunDirectory
from simkit.run.store.in_parts import in_parts
from simkit.stats.estimates import Estimate, mean_of, wilson
from simkit.stats.tally import Tally

END = "end"
"""What games call the column whose labels say how they ended."""

FILE = "alike.yaml"

HEAD = """\
# What players score, and how their games end, where all at the table play the same strategy, by the number of
# players, with the rules as printed. A person writes `games`; the rest is written by simkit's
# tools/measure_ladder.py: run it after a strategy was changed or tuned.
"""


@dataclass(frozen=True)
class Alike:
    """The games of a table at which all play one strategy."""

    points: Estimate | None = None
    """The mean of the seats' points; None in a game without points."""

    ends: Mapping[str, Estimate] = field(default_factory=dict)
    """Label of the column `end` -> its share of games; empty in a game without such a column."""


class _Kept(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    points: Annotated[list[float], Len(3, 3)] | None = None
    ends: dict[str, Annotated[int, Ge(0)]] = {}


class AlikeFile(BaseModel):
    """The contents of an ``alike.yaml``."""

    model_config = ConfigDict(extra="forbid", strict=True)

    games: Annotated[int, Ge(1)]
    """How many games each table plays."""

    players: dict[str, dict[str, _Kept]] = {}
    """Number of players -> strategy -> its mean points with their interval, and how many games ended how."""


def is_contested(game: Game) -> bool:
    """Return True if players compete: the game's first objective is one that a seat reaches alone."""
    return game.max_seats > 1 and bool(game.objectives) and game.objectives[0].of == "seat"


def points_of(game: Game) -> Objective | None:
    """Return the seats' first objective that is points, or None."""
    goals = (o for o in game.objectives if o.of == "seat" and not game.column_of(o).is_yes_no)
    return next(goals, None)


def end_of(game: Game) -> Column | None:
    """Return the column that says how a game ended, or None."""
    return next((column for column in game.columns if column.name == END and column.labels), None)


def play_alike(game: Game, players: int, strategy: Strategy, games: int, seed: int) -> Alike:
    """Play some games with the printed rules and one strategy at every seat; return their results."""
    own = {PLAYERS: players} if PLAYERS in game.knobs.model_fields else {}
    match = Match(game, game.knobs.model_validate(own), (strategy,) * players, seed=seed)
    played = Games.play(match, range(games))
    points, end = points_of(game), end_of(game)
    codes = played.values(END, of_seats=False) if end else np.zeros(0, np.int64)
    counts = {label: int((codes == code).sum()) for code, label in enumerate(end.labels if end else ())}
    return Alike(
        mean_of(played.means(points.column, of_seats=True)) if points else None,
        {label: wilson(count, games) for label, count in counts.items() if count},
    )


def read_alike(run: RunDirectory, scenario: int) -> Alike:
    """Return the results of a scenario of a run in which all play one strategy."""
    points, mean = points_of(run.game), None
    if points:
        own = pl.col(points.column).cast(pl.Float64).mean()
        parts = in_parts(run, [scenario], run.seats_in, run.game.max_seats)
        each = (part.group_by("game").agg(own).collect(engine="streaming") for part in parts)
        counts = reduce(add, (Tally.of(games[points.column].to_numpy()) for games in each))
        mean = mean_of(counts.values, games=counts.counts)
    rates = run.estimates(of="game", column=END, statistic="rate", scenario=scenario)
    return Alike(
        mean,
        {
            row["level"]: wilson(round(row["estimate"] * row["n"]), row["n"])
            for row in rates.iter_rows(named=True)
            if row["level"]
        },
    )


def kept_alike(file: Path) -> AlikeFile | None:
    """Read an ``alike.yaml``; None if there is none."""
    if not file.is_file():
        return None
    return read_as(AlikeFile, file, "a file of tables of one strategy")[1]


def as_alike(kept: AlikeFile, players: int, strategy: str) -> Alike | None:
    """Return the stored results of a strategy's table, or None."""
    found = kept.players.get(str(players), {}).get(strategy)
    if found is None:
        return None
    points = None
    if found.points:
        mean, low, high = found.points
        points = Estimate(mean, low, high, kept.games, "Student t")
    return Alike(points, {label: wilson(count, kept.games) for label, count in found.ends.items()})


def write_alike(file: Path, games: int, found: Mapping[int, Mapping[str, Alike]]) -> None:
    """Write the results of tables of one strategy: by number of players, then by strategy."""
    lines = [HEAD + f"games: {games:_}", "players:"]
    for players, tables in found.items():
        lines.append(f"  {players}:")
        lines += [f"    {name}: {_in_yaml(alike, games)}" for name, alike in tables.items()]
    file.write_text("\n".join([*lines, ""]), encoding="utf-8")


def _in_yaml(found: Alike, games: int) -> str:
    parts: dict[str, Any] = {}
    if found.points:
        points = found.points
        parts["points"] = f"[{points.value:.3f}, {points.low:.3f}, {points.high:.3f}]"
    if found.ends:
        counts = (f"{label}: {round(share.value * games)}" for label, share in found.ends.items())
        parts["ends"] = f"{{{', '.join(counts)}}}"
    return f"{{{', '.join(f'{key}: {words}' for key, words in parts.items())}}}"
