"""What there is, as tables: games, strategies, rules, columns, runs."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from simkit.door.results import Run, list_runs
from simkit.engine.describe import describe_knobs
from simkit.engine.game import Game
from simkit.plugins import find_game, strategies_of, working_games
from simkit.run.directory import RunDirectory
from simkit.run.parquet import GAME_KEYS, SEAT_KEYS


def games() -> pl.DataFrame:
    """Return a row per game; see `simkit.games`."""
    found = [find_game(name) for name in working_games()]
    return pl.DataFrame(
        {
            "game": [game.name for game in found],
            "title": [game.title for game in found],
            "players": [list(game.seats) for game in found],
            "strategies": [list(strategies_of(game.name)) for game in found],
            "summary": [game.summary for game in found],
        }
    )


def strategies(game: str | Game) -> pl.DataFrame:
    """Return a row per strategy; see `simkit.strategies`."""
    from simkit.run.ladder import ladders_of

    found = _game(game)
    known = strategies_of(found.name)
    measured = {name: ladder.results[name] for ladder in ladders_of(found.name) for name in ladder.results}
    return pl.DataFrame(
        {
            "strategy": list(known),
            "skill": [strategy.skill for strategy in known.values()],
            "result": [measured[name].value if name in measured else None for name in known],
            "low": [measured[name].low if name in measured else None for name in known],
            "high": [measured[name].high if name in measured else None for name in known],
            "parameters": [[p.name for p in strategy.parameters] for strategy in known.values()],
            "idea": [" ".join(strategy.idea.split()) for strategy in known.values()],
        },
        schema_overrides={"result": pl.Float64, "low": pl.Float64, "high": pl.Float64},
    )


def rules(game: str | Game) -> pl.DataFrame:
    """Return a row per rule; see `simkit.rules`."""
    return pl.DataFrame(
        [
            {
                "rule": knob.name,
                "default": knob.default,
                "allowed": knob.allowed,
                "meaning": knob.description,
                "provenance": knob.provenance,
            }
            for knob in describe_knobs(_game(game).knobs)
        ]
    )


def columns(game: str | Game) -> pl.DataFrame:
    """Return a row per column of the tables; see `simkit.columns`."""
    found = _game(game)
    tables = {"games": (*GAME_KEYS, *found.columns), "seats": (*SEAT_KEYS, *found.seat_columns)}
    return pl.DataFrame(
        [
            {
                "table": table,
                "column": column.name,
                "unit": column.unit,
                "words": list(column.labels),
                "meaning": column.description,
            }
            for table, own in tables.items()
            for column in own
        ],
        schema_overrides={"words": pl.List(pl.String)},
    )


def runs(folder: Path) -> pl.DataFrame:
    """Return a row per finished run; see `simkit.runs`."""
    rows = []
    for number, path in enumerate(list_runs(folder), start=1):
        directory = RunDirectory(path)
        experiment = directory.manifest["experiment"]
        rows.append(
            {
                "run": f"@{number}",
                "name": experiment["name"],
                "game": experiment["game"],
                "finished": directory.manifest["finished_at"][:16].replace("T", " "),
                "scenarios": experiment["scenarios"],
                "games": experiment["games"],
                "title": experiment["title"],
                "verdict": Run(directory).verdict.outcome,
                "path": str(path),
            }
        )
    return pl.DataFrame(rows, schema=_OF_RUNS)


_OF_RUNS = {
    "run": pl.String,
    "name": pl.String,
    "game": pl.String,
    "finished": pl.String,
    "scenarios": pl.Int64,
    "games": pl.Int64,
    "title": pl.String,
    "verdict": pl.String,
    "path": pl.String,
}


def _game(game: str | Game) -> Game:
    return game if isinstance(game, Game) else find_game(game)
