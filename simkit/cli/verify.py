"""`simkit verify`: prints whether a run is whole, and whether its games still come out as recorded."""

from __future__ import annotations

import sys

from simkit.cli.screen import console, show_mark
from simkit.cli.show import whole_in_lines
from simkit.language import plural
from simkit.run.findings.again import Again, play_again
from simkit.run.findings.fresh import kept_fresh_games
from simkit.run.store.directory import RunDirectory

DIFFERS = 1
"""The exit code if a game comes out otherwise than it was recorded."""


def verify_and_show(run: RunDirectory, games: int, seed: int) -> None:
    """Check all files of a run, play some of its games again, and print what was found."""
    run.require_finished(deep=True)
    show_mark(run)
    if not run.incomplete:
        for line in whole_in_lines(run, deep=True):
            console.print(line)
    with console.status("playing games again ..."):
        fresh = None if run.incomplete else kept_fresh_games(run)
        found = play_again(run, games, seed)
        of_fresh = play_again(fresh, games, seed) if fresh else None
    for line in _lines(run, found, "games"):
        console.print(line)
    if fresh and of_fresh:
        for line in _lines(fresh, of_fresh, "fresh games"):
            console.print(line)
    if found.differing or (of_fresh and of_fresh.differing):
        sys.exit(DIFFERS)


def _lines(run: RunDirectory, found: Again, what: str) -> list[str]:
    every = sum(run.games_played.values())
    played = (
        f"{found.games:,} of {every:,} {what}, in {plural(found.scenarios, 'scenario')}, were played again"
    )
    if not found.differing:
        return [f"{played}: every column came out as it was recorded"]
    lines = [f"{played}: {found.differing:,} came out otherwise"]
    for differing in found.told:
        columns = ", ".join(f"{name} {before} -> {now}" for name, before, now in differing.columns)
        lines.append(f"scenario {differing.scenario}, game {differing.game}: {columns}")
    return lines
