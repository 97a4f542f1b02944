"""`simkit replay`: plays a game of a run again and describes it in sentences."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simkit.cli.loading import find
from simkit.cli.screen import console, show_line, show_mark
from simkit.door.reading import games_to_read
from simkit.engine.play.match import Match
from simkit.engine.play.playthrough import playthrough
from simkit.errors import BadInput
from simkit.experiment.factors import level_in_words
from simkit.experiment.file.load import load_experiment
from simkit.experiment.values import player_in_words
from simkit.run.store.directory import RunDirectory
from simkit.run.store.nearest import why_no_game
from simkit.run.store.query import (
    find_games,
    find_scenarios,
    outcome_now,
    recorded_outcome,
)
from simkit.run.work.rehearsal import match_of
from simkit.search.parting import Parting
from simkit.words.asked.review import Reviewed

ROOM_OF_RULE = 4
"""The characters that a title's rule needs beside the title, which would be cut otherwise."""


def replay_and_show(
    reference: str,
    runs: Path,
    *,
    scenario: str | None = None,
    number: int | None = None,
    where: str | None = None,
    most: str | None = None,
    first: int = 1,
    read: Mapping[str, bool] | None = None,
    **shown: Any,
) -> None:
    """Find games of a run, play them again and print them in sentences; the arguments are the options.

    `read` says how the run is read (`simkit.cli.loading.find`), `shown` what is printed of each game
    (`_tell`).
    """
    if number is not None and (where is not None or most is not None):
        other = "--where CONDITION" if where is not None else "--most WORD"
        raise BadInput(f"say one of the two: --game NUMBER is one game, {other} looks for games")
    if reference.endswith(".yaml") and Path(reference).is_file():
        _replay_experiment(Path(reference), scenario, number, **shown)
        return
    run = find(reference, runs, **(read or {}))
    is_part = run.incomplete is not None
    run.require_readable(None if is_part and number is None else [])  # any game can be replayed by its number
    if is_part and number is None:
        show_mark(run)
    if number is not None and scenario is None:
        scenarios = run.every_scenario()["scenario"].to_list()
    else:
        scenarios = find_scenarios(run, scenario)
    if number is None and where is None and most is None:
        raise BadInput("say which game: --game NUMBER, --where CONDITION, or --most longest (closest ...)")
    if not is_part:
        run.require_readable(scenarios)  # once for all games: a run may have many files
    if number is not None:
        if len(scenarios) > 1:
            raise BadInput(
                f"the run has {len(scenarios)} such scenarios; say which: --scenario NUMBER, 0 to "
                f"{run.manifest['experiment']['scenarios'] - 1}, or by levels: --scenario {_example(run)}"
            )
        _show(run, scenarios[0], number, **shown)
        return
    if most is not None:
        with console.status("looking for it ..."):
            notable = games_to_read(run, most, scenarios, where or "", first)
        for kept in notable:
            of = f" of scenario {kept.scenario}" if len(run.levels) > 1 else ""
            console.print(f"game {kept.game:,}{of}: {kept.why}")
            _show(run, kept.scenario, kept.game, **shown)
        return
    found = find_games(run, scenarios, str(where), first)
    if not found:
        console.print(why_no_game(run, scenarios, str(where)))
    for index, game_number in found:
        _show(run, index, game_number, **shown)


def _replay_experiment(file: Path, said: str | None, number: int | None, **shown: Any) -> None:
    """Print a game of an experiment, whether or not that has been run."""
    experiment = load_experiment(file)
    if number is None:
        raise BadInput(
            f"{file} is an experiment: say which of its games: --game NUMBER (--where, --most look in runs)"
        )
    last = len(experiment.scenarios) - 1
    place = said or "0"
    if not place.isdecimal() or int(place) > last or (said is None and last):
        raise BadInput(f"{file}: say which scenario: --scenario NUMBER, 0 to {last}")
    scenario = experiment.scenarios[int(place)]
    _tell(match_of(experiment, scenario), number, scenario.index, scenario.levels, **shown)


def _example(run: RunDirectory) -> str:
    level = run.scenario(0)
    return shlex.quote(",".join(f"{factor}={level[factor]}" for factor in run.factors))


def _players(match: Match, number: int) -> str:
    """Return the players in words: one strategy, or the strategy at each seat in this game."""
    seats = range(len(match.strategies))
    players = [match.player_at(number, seat) for seat in seats]
    names = [player_in_words(match.strategies[i].name, match.parameters[i]) for i in players]
    if len(names) == 1:
        return f"Strategy: {names[0]}."
    return f"Strategies: {', '.join(f'{name} (seat {seat})' for seat, name in enumerate(names, 1))}."


def _show(run: RunDirectory, scenario: int, number: int, **shown: Any) -> None:
    """Print one game, with a warning if it no longer has the outcome that was recorded."""
    recorded = recorded_outcome(run, scenario, number)
    match = run.match(scenario)
    level = run.scenario(scenario)
    _tell(match, number, scenario, {factor: level[factor] for factor in run.factors}, **shown)
    if recorded is not None:
        now = outcome_now(match, number)
        changed = {name: value for name, value in recorded.items() if now.get(name) != value}
        if changed:
            listed = ", ".join(
                f"{name} {value} -> {now.get(name, 'no such column')}" for name, value in changed.items()
            )
            console.print(f"The rules or a strategy have changed since this run was made: {listed}")


def _tell(
    match: Match,
    number: int,
    scenario: int,
    level: Mapping[str, str],
    *,
    choices: bool = False,
    move: int | None = None,
    review: bool = False,
    instead: str | None = None,
) -> None:
    """Print one game in sentences, with what else could be chosen; or only its move of a number, from 1.

    With a review, what each decision was worth follows it, and the turning points the whole game.  With
    another choice `instead`, the game goes on after that with the same chance.
    """
    if instead is not None and (review or move is not None):
        raise BadInput("--instead plays another game from that move on; use it without --review and --move")
    parting = Parting.read(match, number, instead) if instead is not None else None
    levels = ", ".join(level_in_words(*item, match.game.knobs) for item in level.items())
    title = f"Game {number}, {match.game.title}, scenario {scenario}{f' ({levels})' if levels else ''}"
    if len(title) + ROOM_OF_RULE <= console.width:
        console.rule(title)
    else:
        console.print(title, style="bold")
    console.print(_players(match, number))
    reviewed = Reviewed.of(match, number) if review else None
    notes = reviewed.notes() if reviewed else {}
    other = None
    if parting:
        notes, other = {parting.move: f"  {parting.note()}"}, {parting.move: parting.option}
    for line in playthrough(match, number, choices=choices, only=move, notes=notes, instead=other):
        show_line(console, line)
    for line in parting.ending() if parting else ():
        show_line(console, line)
    for line in reviewed.summary() if reviewed else ():
        show_line(console, line)
