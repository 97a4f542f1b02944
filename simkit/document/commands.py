"""Makes the commands behind the points of a report, which play a point's games or replay one of them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl
import yaml

from simkit.document.points import Point
from simkit.experiment.factors import is_path, level_in_words
from simkit.experiment.file.load import moved
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.whose import PLAYER, SEAT, Whose, whose

WITH_VALUE = {"--out", "--jobs", "--backend"}
"""Options of `simkit run` that have a value and do not change the games."""

FLAGS = {"--again", "--resume", "--report", "--no-report"}
"""Options of `simkit run` that have no value and do not change the games."""

MOST_LEVELS = 40
"""The most levels of a factor that a reader can switch on and off one by one."""


class Commands:
    """Finds the commands and the scenarios behind points.

    `run`: the run that a report is about.
    """

    def __init__(self, run: RunDirectory) -> None:
        self.run = run
        self._games: dict[tuple[str, str], dict[int, int]] = {}

    @cached_property
    def _levels(self) -> dict[int, dict[str, Any]]:
        return {row["scenario"]: row for row in self.run.levels.sort("scenario").iter_rows(named=True)}

    @cached_property
    def factors(self) -> dict[str, list[str]]:
        """The levels of each factor that a reader can switch on and off."""
        rows = self._levels.values()
        found = {name: list(dict.fromkeys(row[name] for row in rows)) for name in self.run.factors}
        return {name: levels for name, levels in found.items() if 1 < len(levels) <= MOST_LEVELS}

    @cached_property
    def players(self) -> list[str]:
        """The strategies of the run, if no factor's levels name them."""
        names = dict.fromkeys(name for line_up in self.run.line_ups.values() for name in line_up)
        taken = {level for levels in self.factors.values() for level in levels}
        return [name for name in names if name not in taken] if len(names) > 1 else []

    def levels_of(self, scenario: int) -> list[int]:
        """Return the place of a scenario's level within each of `factors`."""
        row = self._levels[scenario]
        return [levels.index(row[name]) for name, levels in self.factors.items()]

    def player_of(self, point: Point) -> str:
        """Return the player that a point is named after, or an empty text."""
        return next((name for name in reversed(point.names) if name in self.players), "")

    @cached_property
    def _called(self) -> dict[str, list[tuple[str, str]]]:
        """The factor and level that each name of a row, panel or series stands for."""
        called: dict[str, list[tuple[str, str]]] = {}
        for factor in self.run.factors:
            for level in dict.fromkeys(row[factor] for row in self._levels.values()):
                for words in {level, level_in_words(factor, level, vocabulary_of(self.run))}:
                    called.setdefault(words, []).append((factor, level))
        return called

    def scenarios_of(self, point: Point) -> tuple[int, ...]:
        """Return the scenarios behind a point: those it lists, those its names stand for, or all."""
        if point.scenarios:
            return point.scenarios
        words = [word for name in point.names for word in {name, *name.split(", ")}]
        wanted = [self._called[word][0] for word in words if len(self._called.get(word, [])) == 1]
        return tuple(
            number
            for number, row in self._levels.items()
            if all(row[factor] == level for factor, level in wanted)
        ) or tuple(self._levels)

    def that_runs(self, scenarios: Sequence[int]) -> str:
        """Return the command that plays the games of some scenarios; empty for a run made in Python."""
        command = _without_places(self.run.manifest["command"])
        if command[:2] != ["simkit", "run"]:
            return ""
        rows = [self._levels[scenario] for scenario in scenarios]
        for factor in self.run.factors:
            levels = {row[factor] for row in rows}
            if len(levels) == 1 and is_path(factor):
                command += ["--set", f"{factor}={_typed(self._value(factor, levels.pop()), self._folder)}"]
        return shlex.join(command)

    @property
    def _folder(self) -> Path:
        return Path(self.run.manifest["experiment"]["folder"])

    def _value(self, factor: str, level: str) -> Any:
        """Return the value that a level of a factor sets, as the experiment says it."""
        (varied,) = (one for one in self.run.varied if one.name == factor)
        return next(one.settings[0].value for one in varied.levels if one.label == level)

    def that_replays(self, point: Point, scenarios: Sequence[int]) -> str:
        """Return the command that replays a game of the kind that a point counts, such as a won one."""
        column, of = point.shown.column, point.shown.of
        if not column:
            column, of = self.run.headline or ("", "game")
            of = "game" if of == "game" else self._seat_of(point, scenarios[0])
        game = self._such_a_game(column, of).get(scenarios[0], 0) if column else 0
        path = self.run.path
        shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
        return f"simkit replay {shlex.quote(str(shown))} --scenario {scenarios[0]} --game {game}"

    def _seat_of(self, point: Point, scenario: int) -> str:
        """Return the seats whose wins a point counts: those of the player that it is named after."""
        line_up = self.run.line_ups[scenario]
        return next(
            (Whose(PLAYER, line_up.index(name)).name for name in reversed(point.names) if name in line_up),
            Whose(SEAT, 0).name,
        )

    def _such_a_game(self, column: str, of: str) -> dict[int, int]:
        """Return, by scenario, a game in which a column is true or nearest to its mean."""
        if (column, of) not in self._games:
            plays = self.run.games if of == "game" else self.run.rows_of(whose(of))
            firsts = (
                plays.group_by("scenario", column)  # few rows, where the tables may have millions
                .agg(pl.len(), pl.col("game").min())
                .collect(engine="streaming")
            )
            value = pl.col(column).cast(pl.Float64)
            mean = ((value * pl.col("len")).sum() / pl.col("len").sum()).over("scenario")
            off = 1 - value if firsts.schema[column] == pl.Boolean else (value - mean).abs()
            nearest = pl.col("game").sort_by("off", "game").first()
            found = firsts.with_columns(off=off).group_by("scenario").agg(nearest)
            self._games[column, of] = dict(found.select("scenario", "game").iter_rows())
        return self._games[column, of]


def _without_places(command: Iterable[str]) -> list[str]:
    """Return a run's command without the options for files and workers."""
    kept, skip = [], False
    for word in command:
        if skip:
            skip = False
        elif word in WITH_VALUE:
            skip = True
        elif word not in FLAGS and word.partition("=")[0] not in WITH_VALUE:
            kept.append(word)
    return kept


def _typed(value: Any, folder: Path) -> str:
    """Return a value as typed after --set, with the paths of strategies' files from the current folder."""
    own = moved(value, folder, Path.cwd())
    plain = isinstance(own, str) and _is_read_as_itself(own)
    return own if plain else json.dumps(own, ensure_ascii=False)


def _is_read_as_itself(word: str) -> bool:
    """Return True if YAML reads a word as that same text, so that it needs no quotes."""
    try:
        return bool(yaml.safe_load(word) == word)
    except yaml.YAMLError:
        return False
