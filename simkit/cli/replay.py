"""`simkit replay`: plays a game of a run again and describes it in sentences."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simkit import Replay, Run
from simkit.cli.loading import find, load
from simkit.cli.screen import console, show_line, show_mark
from simkit.door.reading import find_scenarios, games_to_read, replay_of, why_no_game
from simkit.errors import BadInput

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

    `read` says how the run is read (`simkit.cli.loading.find`), `shown` what is told of each game
    (`simkit.Run.replay`).
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
        _show(run.replay(number, scenarios[0], **shown))
        return
    with console.status("looking for it ..."):
        found = games_to_read(run, scenarios, most, where or "", first)
    if not found:
        console.print(why_no_game(run, scenarios, str(where)))
    for kept in found:
        if kept.why:
            of = f" of scenario {kept.scenario}" if len(run.levels) > 1 else ""
            console.print(f"game {kept.game:,}{of}: {kept.why}")
        _show(run.replay(kept.game, kept.scenario, **shown))


def _replay_experiment(file: Path, said: str | None, number: int | None, **shown: Any) -> None:
    """Print a game of an experiment, whether or not that has been run."""
    experiment = load(file)
    if number is None:
        raise BadInput(
            f"{file} is an experiment: say which of its games: --game NUMBER (--where, --most look in runs)"
        )
    last = len(experiment.scenarios) - 1
    place = said or "0"
    if not place.isdecimal() or int(place) > last or (said is None and last):
        raise BadInput(f"{file}: say which scenario: --scenario NUMBER, 0 to {last}")
    _show(replay_of(experiment, int(place), number, **shown))


def _example(run: Run) -> str:
    level = run.scenario(0)
    return shlex.quote(",".join(f"{factor}={level[factor]}" for factor in run.factors))


def _show(told: Replay) -> None:
    """Print one game, with a warning if it no longer has the outcome that was recorded."""
    title = f"{told.title} ({told.levels})" if told.levels else told.title
    if len(title) + ROOM_OF_RULE <= console.width:
        console.rule(title)
    else:
        console.print(title, style="bold")
    console.print(told.players)
    for line in told.lines:
        show_line(console, line)
    if told.broken:
        raise BadInput(told.broken)
    if told.changed:
        console.print(f"The rules or a strategy have changed since this run was made: {told.changed}")
