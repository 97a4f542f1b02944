"""`simkit compare`: shows what changed from one run to another."""

from __future__ import annotations

from simkit.cli.screen import console, new_table, show_table
from simkit.experiment.factors import heading
from simkit.run.findings.comparison import Change, compare_runs, what_differs
from simkit.run.store.directory import RunDirectory
from simkit.stats.whose import PLACE, PLAYER, SEAT
from simkit.stats.words import decimals_of, number

BEYOND = "*"
"""Marks a change that is larger than its interval; bold type would be lost in a file."""


def show_comparison(before: RunDirectory, after: RunDirectory) -> None:
    """Print the changes from run A to run B that exceed their intervals, and all in the first objective."""
    changes = compare_runs(before, after)
    several = len({(change.of, change.strategy) for change in changes}) > 1
    with_players = {_scenario(change) for change in changes if change.of.kind == PLAYER}
    factors = (heading(factor) for factor in before.factors)
    labels = (*factors, "of", "column") if several else (*factors, "column")
    table = new_table(*labels, numbers=("A", "B", "B - A", "95 % interval"))
    clear = [change.difference.excludes(0.0) for change in changes]
    leads = {run.headline for run in (before, after) if run.headline}
    for change, differs in zip(changes, clear, strict=True):
        whose = (PLAYER,) if _scenario(change) in with_players else (SEAT, PLACE)
        leading = {(column, kind) for column, of in leads for kind in (whose if of == SEAT else (of,))}
        if differs or (change.column, change.of.kind) in leading:
            of = [change.called] if several else []
            style = "bold" if differs else ""
            table.add_row(*change.levels.values(), *of, *_cells(change, differs=differs), style=style)
    console.print(f"from {before.path} to {after.path}", style="bold")
    seeds, games = ([run.manifest["experiment"][key] for run in (before, after)] for key in ("seed", "games"))
    alike = "the same rules, players and seed" if seeds[0] == seeds[1] else "the same rules and players"
    console.print(f"A -> B: {'; '.join(what_differs(before, after)) or alike}")
    if seeds[0] == seeds[1] and games[0] != games[1]:
        console.print(
            f"only the first {min(games):,} games of each scenario are compared: both runs have these"
        )
    show_table(table)
    shared = len({_scenario(change) for change in changes})
    for run in (before, after):
        if len(run.levels) > shared:
            console.print(f"{run.path} has {len(run.levels)} scenarios, {shared} of which both runs have")
    always = ", ".join(sorted({column for column, _ in leads}))
    methods = ", ".join(dict.fromkeys(change.difference.method for change in changes))
    console.print(
        f"{methods}; {BEYOND} marks a change beyond its interval: {sum(clear)} of {len(changes)} changes are "
        f"(chance alone would give about {len(changes) / 20:.0f}); of the others "
        f"{f'only those of {always}' if always else 'none'} are shown"
    )


def _scenario(change: Change) -> tuple[str, ...]:
    return tuple(change.levels.values())


def _cells(change: Change, *, differs: bool) -> list[str]:
    scale, unit = (100.0, "%") if change.share else (1.0, "")
    d = change.difference
    digits = max(2, decimals_of(d, is_share=True)) if change.share else decimals_of(d)
    interval = (
        f"{scale * d.low:+.{digits}f} to {scale * d.high:+.{digits}f}" if d.low <= d.high else "too few games"
    )
    return [
        f"{change.column}: {change.level}" if change.level else change.column,
        f"{number(scale * change.before, digits)}{unit}",
        f"{number(scale * change.after, digits)}{unit}",
        f"{scale * d.value:+.{digits}f}{BEYOND if differs else ' '}",
        interval,
    ]
