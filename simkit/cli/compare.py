"""`simkit compare`: shows what changed from one run to another."""

from __future__ import annotations

from simkit import Comparison, Run
from simkit.cli.screen import console, show_block
from simkit.cli.summary import show_answer
from simkit.language import plural

MOST_ROWS = 20
"""The most results that are printed; --json and --report have all of them."""


def show_comparison(compared: Comparison) -> None:
    """Print the answer and findings, which runs are compared, what differs, what moved, where the rest is."""
    for words in compared.mark:
        console.print(words, style="bold yellow")
    show_answer("\n".join(compared.sentences), compared.findings, "with --report")
    console.print()
    before, after = compared.before, compared.after
    _show_runs(before, after)
    same = "the rules, the players and the seed are the same"
    for place, differs in enumerate(compared.differs or [same]):
        console.print(f"{'differs' if not place else '       '} {differs}")
    show_what_moved(compared, MOST_ROWS, "all are in the page of --report")
    for run in (before, after):
        if (own := len(run.every_scenario())) > compared.settings:
            console.print(f"{run.path} has {own} scenarios, {compared.settings} of which both runs have")
    counted = f"{len(compared.clear)} of {plural(len(compared.changes), 'change')}"
    verb = "is" if len(compared.clear) == 1 else "are"
    console.print(f"{counted} {verb} clear; --report and --json have all, setting by setting")


def show_what_moved(compared: Comparison, most: int, rest: str) -> None:
    """Print `most` results: what is won, then what else moved; `rest` says where the others are."""
    if compared.moved:
        show_block(compared.moved, most, rest=rest)


def _show_runs(before: Run, after: Run) -> None:
    """Print which run is before and which after, and how many games are compared."""
    for which, run in (("before", before), ("after ", after)):
        when = "finished" if run.finished else "not finished, begun"
        console.print(f"{which}  {run.path}, {when} {run.when}")
    if before.when > after.when:
        console.print("The run that is named first counts as before, though it was finished later.")
    seeds = [run.manifest["experiment"]["seed"] for run in (before, after)]
    games = [set(run.games_played.values()) for run in (before, after)]
    if seeds[0] != seeds[1] or (games[0] == games[1] and len(games[0]) == 1):
        return
    which = "as many games of each scenario as both runs have are compared"
    if all(len(game) == 1 for game in games):
        first = f"only the first {min(map(min, games)):,} games of each scenario are compared"
        which = f"{first}: both runs have these"
    console.print(which)
