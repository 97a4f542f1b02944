"""`simkit games`, `strategies`, `rules`, `assumptions`, `check`, `schema`: what there is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.table import Table

from simkit.cli.screen import console
from simkit.engine.describe import describe_knobs
from simkit.experiment import experiment_schema, load_experiment
from simkit.plugins import find_game, game_names, strategies_of


def show_games() -> None:
    """Print a table of the games."""
    table = Table("game", "players", "strategies", "what it is")
    for name in game_names():
        game = find_game(name)
        seats = f"{game.seats[0]}" if len(game.seats) == 1 else f"{game.seats[0]}-{game.seats[-1]}"
        table.add_row(name, seats, ", ".join(strategies_of(name)), game.summary)
    console.print(table)


def show_strategies(game: str | None) -> None:
    """Print every strategy with its idea and its parameters."""
    for name in [find_game(game).name] if game else game_names():
        console.rule(find_game(name).title, align="left")
        for strategy in strategies_of(name).values():
            console.print(f"\n[bold]{strategy.name}[/bold] ({strategy.skill})")
            console.print(strategy.idea, markup=False)
            if strategy.parameters:
                table = Table("parameter", "default", "range", "meaning")
                for parameter in strategy.parameters:
                    span = f"{parameter.low:g} to {parameter.high:g}"
                    table.add_row(parameter.name, f"{parameter.default:g}", span, parameter.description)
                console.print(table)


def show_rules(name: str) -> None:
    """Print every knob of a game."""
    game = find_game(name)
    table = Table(title=f"{game.title}: the knobs", title_justify="left", title_style="bold")
    for heading in ("rules.", "default", "allowed", "meaning", "provenance"):
        table.add_column(heading, overflow="fold")
    for knob in describe_knobs(game.knobs):
        provenance = f"{knob.provenance} ({knob.assumption})" if knob.assumption else knob.provenance
        table.add_row(knob.name, knob.default, knob.allowed, knob.description, provenance)
    console.print(table)


def show_assumptions(name: str) -> None:
    """Print every assumption of a game with its alternatives."""
    game = find_game(name)
    if not game.assumptions:
        console.print(f"{game.title} rests on no assumptions: everything about it is published")
        return
    table = Table(title=f"{game.title}: the assumptions", title_justify="left", title_style="bold")
    for heading in ("id", "about", "taken", "known how", "alternatives", "as knobs"):
        table.add_column(heading, overflow="fold")
    for assumption in game.assumptions:
        for i, (label, knobs) in enumerate(assumption.alternatives.items()):
            known = (assumption.id, assumption.about, assumption.value, assumption.provenance)
            table.add_row(*(known if i == 0 else ("", "", "", "")), label, _as_yaml(knobs))
        table.add_section()
    console.print(table)


def _as_yaml(knobs: dict[str, Any]) -> str:
    return ", ".join(f"{name}: {json.dumps(value)}" for name, value in knobs.items())


def show_check(file: Path) -> None:
    """Check an experiment and say what it would run."""
    experiment = load_experiment(file, None)
    count, games = len(experiment.scenarios), experiment.games
    size = f"{count:,} scenarios x {games:,} games = {count * games:,} games"
    console.print(f"{file} is good: {experiment.game.title}, {size}")


def show_schema() -> None:
    """Print the JSON Schema of experiments."""
    print(json.dumps(experiment_schema(), indent=2))
