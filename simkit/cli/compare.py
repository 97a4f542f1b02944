"""`simkit compare`: what changed from one run to another."""

from __future__ import annotations

from pathlib import Path

from simkit.cli.screen import console, new_table, show_table
from simkit.plugins import find_game
from simkit.run.comparison import Change, compare_runs
from simkit.run.directory import find_run


def compare_and_show(reference_a: str, reference_b: str, runs: Path) -> None:
    """Print the changes from run A to run B that are beyond their intervals, wins always."""
    before, after = find_run(reference_a, runs), find_run(reference_b, runs)
    changes = compare_runs(before, after)
    game = find_game(before.manifest["experiment"]["game"])
    codes = {column.name for column in game.columns if column.labels}
    factors = (factor.removeprefix("rules.") for factor in before.factors)
    table = new_table(*factors, "column", numbers=("A", "B", "B - A", "95 % interval"))
    for change in changes:
        clear = change.difference.excludes(0.0)
        if change.column not in codes and (clear or change.column == "won"):
            table.add_row(*change.levels.values(), *_cells(change), style="bold" if clear else "")
    console.print(f"from {before.path} to {after.path}", style="bold")
    show_table(table)
    shared = len({tuple(change.levels.items()) for change in changes})
    for run in (before, after):
        if len(run.scenarios()) > shared:
            console.print(
                f"{run.path} has {len(run.scenarios())} scenarios, {shared} of which both runs have"
            )
    methods = ", ".join(dict.fromkeys(change.difference.method for change in changes))
    console.print(f"{methods}; bold: beyond the interval; no other change is")


def _cells(change: Change) -> list[str]:
    scale, unit = (100.0, "%") if change.column == "won" else (1.0, "")
    d = change.difference
    interval = f"{scale * d.low:+.2f} to {scale * d.high:+.2f}" if d.low <= d.high else "too few games"
    return [
        change.column,
        f"{scale * change.before:.2f}{unit}",
        f"{scale * change.after:.2f}{unit}",
        f"{scale * d.value:+.2f}",
        interval,
    ]
