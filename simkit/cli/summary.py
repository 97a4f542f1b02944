"""The table that ends `simkit run`: the win rates of all scenarios, or who beats whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import polars as pl
from rich.table import Table
from rich.text import Text

from simkit.cli.screen import SCREEN, console, height_of, narrowest, new_table, show_block, show_table
from simkit.document.blocks import Document
from simkit.document.blocks import Table as Block
from simkit.door.headline import rates_of
from simkit.engine.contract.objectives import measure_in_words
from simkit.experiment.factors import heading
from simkit.language import opening, plural
from simkit.results.line_ups import line_ups_of, mixed
from simkit.results.result import ties_of
from simkit.results.scenarios import levels_in_words
from simkit.run.findings.targeted import estimate_of
from simkit.run.findings.unknown import Place
from simkit.run.findings.verdict import Judged, Verdict
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Range
from simkit.stats.whose import PLAYER, whose
from simkit.words.verdicts import (
    pairs_of,
    seek_command,
    usual_in_words,
    verdict_heading,
    verdict_lines,
)

FEWEST_ROWS, MOST_ROWS = 3, 12
"""The most rows of a summary on screen; the rest is in the report."""

MOST_COLUMNS = 8
"""The most levels of one factor, or players, that are shown side by side."""

WHO = "who"
"""The column of rates that names players or seats."""


def show_summary(
    run: RunDirectory, room: int = SCREEN, rest: str = "all are in the report and in summary.parquet"
) -> None:
    """Print the win rate of each scenario (or the game's own objective), with intervals.

    Parameters
    ----------
    room : int
        Lines that are left on the screen; at least `FEWEST_ROWS` rows are shown however few these are.
    rest : str
        What is said of the rows for which there is no room.
    """
    goal = run.game.headline
    rates = rates_of(run, goal.column, goal.of) if goal else pl.DataFrame()
    if goal is None or rates.is_empty():
        return
    column = run.game.column_of(goal)
    measured = measure_in_words(column)
    if column.is_yes_no and (matrix := _matrix(run, rates)) is not None:
        sides = (pl.col("high") - pl.col("estimate"), pl.col("estimate") - pl.col("low"))
        most = 100 * rates.select(pl.max_horizontal(*sides).max()).item()
        against = f"of the row's player against the column's (95 % intervals: ± {most:.1f} at most)"
        console.print(f"{opening(measured)} in %, {against}")
        show_table(matrix)
        _show_ties(run)
        return
    rates, where = _where_players_differ(run, rates)
    all_rates = rates
    across = _factor_across(rates, _varied(run, rates))
    if not across:
        rates, across = _players_side_by_side(run, rates)
    rows = _rows(run, rates, across)
    table = _rates_table(run, rates, across, measured, rows[:MOST_ROWS])
    if narrowest(table) > console.width:
        rates, across = all_rates, ""
        rows = _rows(run, rates, across)
        table = _rates_table(run, rates, across, measured, rows[:MOST_ROWS])
    shown = min(len(rows), MOST_ROWS)
    while shown > FEWEST_ROWS and height_of(partial(show_table, table)) > room - 2:
        shown -= 1
        table = _rates_table(run, rates, across, measured, rows[:shown])
    table = _rates_table(run, rates, across, measured, rows[:shown])  # showing a table sets its widths
    side_by_side = f", by {heading(across)}" if across not in ("", WHO) else ""
    unit = " in %" if column.is_yes_no else ""
    console.print(f"{opening(measured)}{unit}{side_by_side}{where} (± the longer side of its 95 % interval)")
    show_table(table)
    if column.is_yes_no and goal.of == "seat":
        _show_ties(run)
    if len(rows) > shown:
        console.print(f"(the first {shown} of {len(rows)} rows; {rest})")


def _show_ties(run: RunDirectory) -> None:
    """Say why shares do not add up to 100 %, where several win or nobody does."""
    ties = ties_of(run)
    if ties and (words := ties.explanation()):
        console.print(words)


def _matrix(run: RunDirectory, rates: pl.DataFrame) -> Table | None:
    """Return who beats whom as a table, if every two players meet and it fits on the screen."""
    matrix = who_beats_whom(run, rates)
    return matrix if matrix is not None and narrowest(matrix) <= console.width else None


def _where_players_differ(run: RunDirectory, rates: pl.DataFrame) -> tuple[pl.DataFrame, str]:
    """Return the rates at tables where players differ, if that leaves one line-up, with words for it.

    At tables of three or more with only one strategy all players win their fair share, and beside other
    tables a row could not be named after its player.
    """
    players = line_ups_of(run)
    different = mixed(players)
    tables = {*map(tuple, different.values())}
    if rates["of"][0] == "game" or len(different) == len(players) or [len(t) > 2 for t in tables] != [True]:
        return rates, ""
    kept = rates.filter(pl.col("scenario").is_in(list(different)))
    fixed = [factor for factor in run.factors if factor not in _varied(run, kept)]
    return kept, f", with {levels_in_words(run, kept.row(0, named=True), fixed)}" if fixed else ""


def _players_side_by_side(run: RunDirectory, rates: pl.DataFrame) -> tuple[pl.DataFrame, str]:
    """Return rates with a column for names, if players or seats can be the columns of a table."""
    every = sorted(rates["of"].unique(), key=_number)
    names = {of: _who(run, of, rates.filter(of=of)["scenario"].to_list()) for of in every}
    nameless = any(whose(of).kind == PLAYER and name == whose(of).from_1 for of, name in names.items())
    if nameless or not 1 < len(set(names.values())) == len(every) <= MOST_COLUMNS:
        return rates, ""
    return rates.with_columns(pl.col("of").replace_strict(names).alias(WHO), of=pl.lit("")), WHO


def _varied(run: RunDirectory, rates: pl.DataFrame) -> list[str]:
    """Return the factors, without those that vary in the run and no longer in some of its rates."""
    return [own for own in run.factors if rates[own].n_unique() > 1 or run.levels[own].n_unique() == 1]


def _down(run: RunDirectory, rates: pl.DataFrame, across: str) -> list[str]:
    """Return the factors whose levels name the rows."""
    return [factor for factor in _varied(run, rates) if factor != across]


def _rows(run: RunDirectory, rates: pl.DataFrame, across: str) -> list[tuple[str, ...]]:
    """Return the levels of each row of a table of rates, and of whom it is, in the order of the rows."""
    rows = list(rates.select(*_down(run, rates, across), "of").unique(maintain_order=True).iter_rows())
    ranks = {levels: rank for rank, levels in enumerate(dict.fromkeys(row[:-1] for row in rows))}
    return sorted(rows, key=lambda row: (ranks[row[:-1]], _number(row[-1])))


def _rates_table(
    run: RunDirectory, rates: pl.DataFrame, across: str, measured: str, rows: Sequence[tuple[str, ...]]
) -> Table:
    """Return a table of rates or means, with one factor's levels side by side."""
    down = _down(run, rates, across)
    several = rates["of"].n_unique() > 1
    labels = rates[across].unique(maintain_order=True).to_list() if across else [measured]
    table = new_table(*map(heading, down), *(["who"] if several else []), numbers=labels)
    for *levels, of in rows:
        group = rates.filter(of=of, **dict(zip(down, levels, strict=True)))
        cells = {entry.get(across, measured): _cell(entry) for entry in group.iter_rows(named=True)}
        who = [_who(run, str(of), group["scenario"].to_list())] if several else []
        table.add_row(*map(str, levels), *who, *(cells.get(label, "") for label in labels))
    return table


def _number(of: str) -> int:
    """Return the number of a player or seat, for sorting; 0 where they stand side by side."""
    return whose(of).number if of else 0


def _who(run: RunDirectory, of: str, scenarios: list[int]) -> str:
    """Return the name of a row's player or seat: its strategy if that never changes, else its number."""
    own, names = whose(of), line_ups_of(run)
    along = {names[scenario][own.number] for scenario in scenarios} if own.kind == PLAYER else set()
    if len(along) == 1:
        name = along.pop()
        once = all(names[scenario].count(name) == 1 for scenario in scenarios)
        return name if once else f"{name} ({own.from_1})"
    strategies = {run.line_ups[scenario][own.number] for scenario in scenarios} if along else set()
    named = f" ({strategies.pop()})" if len(strategies) == 1 else ""
    return f"{own.from_1}{named}"


def _factor_across(rates: pl.DataFrame, factors: list[str]) -> str:
    """Return the factor whose levels become columns of the table: the one with the most levels that fit."""
    counts = {factor: rates[factor].n_unique() for factor in factors}
    fitting = {factor: count for factor, count in counts.items() if count <= MOST_COLUMNS}
    if len(factors) < 2 or not fitting:
        return ""
    return max(reversed(list(fitting)), key=lambda factor: fitting[factor])


def _cell(entry: dict[str, Any]) -> str:
    return f"{estimate_of(entry):side bare}"


FEWEST = 3
"""The fewest players for which a matrix says more than a list."""

OWN = "-"
"""The entry for a player against themselves."""


def who_beats_whom(run: RunDirectory, rates: pl.DataFrame) -> Table | None:
    """Return how often each row's player wins against each column's, the strongest first.

    Parameters
    ----------
    rates : polars.DataFrame
        Columns scenario, of ("player 0"), estimate.

    Returns
    -------
    Table or None
        None unless every two players meet exactly once, and nobody meets themselves.
    """
    names = line_ups_of(run)
    met: dict[tuple[str, str], float] = {}
    for scenario, of, share in rates.select("scenario", "of", "estimate").iter_rows():
        line_up = names[scenario]
        who = whose(of)
        if who.kind != PLAYER or len(line_up) != 2:
            return None
        pair = (line_up[who.number], line_up[1 - who.number])
        if pair in met or pair[0] == pair[1]:
            return None
        met[pair] = share
    players = sorted({name for name, _ in met})
    if len(players) < FEWEST or len(met) != len(players) * (len(players) - 1):
        return None
    players.sort(key=lambda name: -sum(share for (own, _), share in met.items() if own == name))
    table = new_table("", "player", numbers=map(str, range(1, len(players) + 1)))
    for place, own in enumerate(players, 1):
        cells = (OWN if own == other else f"{100 * met[own, other]:.1f}" for other in players)
        table.add_row(str(place), own, *cells)
    return table


MOST_FINDINGS, MOST_LINES = 4, 9
"""The most findings on screen, and the most lines for them; the rest is in the report."""

MOST_PAIRS = 12
"""The most results of a matrix on screen."""

COLOURS = {"met": "green", "missed": "red", "not yet known": "yellow"}


def show_findings(report: Document) -> None:
    """Print a report's first findings: at least one, and as many as fit on the screen."""
    lines = shown = 0
    for finding in report.findings[:MOST_FINDINGS]:
        words = f"- {finding}"
        lines += len(Text(words).wrap(console, console.width))  # the caller may be measuring, too
        if shown and lines > MOST_LINES:
            break
        console.print(words)
        shown += 1
    if rest := len(report.findings) - shown:
        console.print(f"({rest} more finding{' is' if rest == 1 else 's are'} in the report)")


def show_verdict(run: RunDirectory, verdict: Verdict, spans: Mapping[Place, Range]) -> None:
    """Print the verdict, target by target; without targets in grey what is usual."""
    if not verdict.targets:
        return
    if verdict.by_default:
        console.print(usual_in_words(run, verdict), style="dim")
        return
    console.print(verdict_heading(verdict), style="bold")
    lines = verdict_lines(run, verdict, spans)
    for judged, (outcome, target, words) in zip(verdict.targets, lines, strict=True):
        console.print(Text.assemble((f"  {outcome}: ", COLOURS[outcome]), f"{target}: {words}"))
        if judged.distance:
            _show_pairs(run, judged)
    if command := seek_command(run, verdict):
        console.print(f"  this looks for rules that meet them:  {command}", soft_wrap=True)
    most = max(len(judged.found) for judged in verdict.targets)
    if most > 1:
        console.print(
            f"  (the intervals of a target that is about several results, here up to {most}, are wider than "
            "those in the table, to allow for that number of comparisons)"
        )


def _show_pairs(run: RunDirectory, judged: Judged) -> None:
    pairs = pairs_of(run, judged, short=True)
    show_block(Block(pairs, f"The {plural(len(pairs), 'pair')} of this target"), MOST_PAIRS)
