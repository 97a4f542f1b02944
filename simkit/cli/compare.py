"""`simkit compare`: shows what changed from one run to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.cli.screen import console, show_block
from simkit.language import plural
from simkit.report.questions.compare import finished, table_of_changes
from simkit.run.store.directory import RunDirectory

if TYPE_CHECKING:
    from simkit.report.questions.compare import Compared

MOST_ROWS = 20
"""The most clear changes that are printed; --json and --report have all of them."""


def show_comparison(compared: Compared) -> None:
    """Print the answer, what differs, the clear changes, the main result where it is not clear."""
    for words in compared.mark:
        console.print(words, style="bold yellow")
    for sentence in compared.sentences:
        console.print(sentence)
    console.print()
    _show_runs(compared.before, compared.after)
    _show_differences(compared)
    changes, clear = compared.changes, compared.clear
    show_what_moved(compared, MOST_ROWS)
    for title, is_alone in (
        ("The main result where it is open: clear alone, not among all these results", True),
        ("The main result where it is within chance", False),
    ):
        still = [own for own in compared.main if not own.is_clear and own.difference.excludes(0) == is_alone]
        if still:
            show_block(table_of_changes(compared, still, f"{title}."), MOST_ROWS)
    shared = len({change.setting for change in changes})
    for run in (compared.before, compared.after):
        if (own := len(run.every_scenario())) > shared:
            console.print(f"{run.path} has {own} scenarios, {shared} of which both runs have")
    methods = ", ".join(dict.fromkeys(change.difference.method for change in changes))
    console.print(
        f"{methods}; {len(clear)} of {plural(len(changes), 'change')} {'is' if len(clear) == 1 else 'are'} "
        "beyond the interval widened for the number of results; size: the change in standard deviations "
        "between games"
    )


def show_what_moved(compared: Compared, most: int) -> None:
    """Print the clear changes, `most` of them: what is won, then length, points and the rest."""
    if compared.clear:
        title = "Moved by more than chance explains: wins, length, points, the rest; each the largest first."
        show_block(table_of_changes(compared, compared.clear, title), most)


def _show_runs(before: RunDirectory, after: RunDirectory) -> None:
    """Print which run is before and which after, and how many games are compared."""
    for which, run in (("before", before), ("after ", after)):
        when = "finished" if run.finished else "not finished, begun"
        console.print(f"{which}  {run.path}, {when} {finished(run)}")
    if finished(before) > finished(after):
        console.print("The run that is named first counts as before, though it was finished later.")
    seeds = [run.manifest["experiment"]["seed"] for run in (before, after)]
    games = [set(run.games_played.values()) for run in (before, after)]
    if seeds[0] != seeds[1] or (games[0] == games[1] and len(games[0]) == 1):
        return
    which = "as many games of each scenario as both runs have are compared"
    if all(len(own) == 1 for own in games):
        first = f"only the first {min(map(min, games)):,} games of each scenario are compared"
        which = f"{first}: both runs have these"
    console.print(which)


def _show_differences(compared: Compared) -> None:
    same = "the rules, the players and the seed are the same"
    words = [str(own) for own in compared.differences] or [same]
    for place, differs in enumerate(words):
        console.print(f"{'differs' if not place else '       '} {differs}")
