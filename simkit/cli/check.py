"""`simkit check`: says that a file has no mistakes before it loads what plays, and then tries it out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simkit import door
from simkit.cli.screen import console
from simkit.door.required import require_report
from simkit.language import plural

if TYPE_CHECKING:
    from simkit import Experiment


def show_check(experiment: Experiment, file: Path, *, play: bool) -> None:
    """Print what an experiment is; with `play`, try it out and print what the whole would take."""
    require_report(experiment, file)
    console.print(f"{file} has no mistakes: {experiment.game.title}, {_size(experiment)}")
    asked = experiment.asked.in_words(experiment.vocabulary, experiment.skills)
    console.print(f"its report begins with {asked}")
    if play:
        _try_out(experiment, file)


def _size(experiment: Experiment) -> str:
    scenarios, games = len(experiment.scenarios), experiment.games
    if experiment.precision:
        return f"{plural(scenarios, 'scenario')}, as many games as it takes"
    return f"{plural(scenarios, 'scenario')} x {games:,} games = {scenarios * games:,} games"


def _try_out(experiment: Experiment, file: Path) -> None:
    door.progress.compile_and_show(experiment, -1, console)
    with console.status("playing a few games to try it out ..."):
        tried = door.checking.try_out(experiment, file)
    in_all = f"about {tried.games:,} games in all, " if experiment.precision else ""
    console.print(f"tried out, it is good: {in_all}{tried.needs}, once compiled")
    for sentence in tried.notes:
        console.print(f"note: {sentence}", style="bold")
    if tried.cost:
        console.print(tried.cost)
