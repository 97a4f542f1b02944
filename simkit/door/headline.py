"""What a run came to by its first objective: all results as tables, the lowest and the highest in a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isnan, nan
from sys import intern
from typing import Any

import polars as pl

from simkit.document.blocks import Table
from simkit.engine.base.columns import STOPPED
from simkit.engine.contract.objectives import measure_in_words
from simkit.experiment.factors import short_label
from simkit.language import opening
from simkit.results.line_ups import line_ups_of, mixed
from simkit.results.result import ties_of
from simkit.results.scenarios import levels_in_words
from simkit.run.findings.noticed import stopped_games
from simkit.run.findings.precision import precision_lines
from simkit.run.findings.targeted import estimate_of
from simkit.run.store.directory import RunDirectory
from simkit.run.store.events import dropped_in_words
from simkit.stats.estimates import Estimate
from simkit.stats.whose import PLAYER, is_of, whose

MOST_COLUMNS = 8
"""The most levels of one factor, or players, that are shown side by side."""

WHO = "who"
"""The column that names players or seats."""

FEWEST = 3
"""The fewest players for which a matrix says more than a list."""


def rates_of(run: RunDirectory) -> pl.DataFrame:
    """Return the results of the first objective: of games, of players, or of seats if players are alike.

    Without an objective it has no rows.
    """
    if not run.headline:
        return pl.DataFrame()
    column, of = run.headline
    summary = run.estimates(column=column).filter(pl.col("statistic").is_in(["rate", "mean"]))
    summary = summary.filter(is_of(of if of == "game" else run.seats_are if run.all_alike else PLAYER))
    return summary.join(run.levels, on="scenario", maintain_order="left")


def headline_of(run: RunDirectory) -> tuple[str, list[dict[str, Any]]]:
    """Return a run's lowest and highest result in words, "won 1.8±0.3 % (random) to 98.2±0.3 % (hold_at)".

    And as data, the lowest first.  Both are empty if the game has no objective.
    """
    rates = rates_of(run)
    if rates.is_empty():
        return "", []
    ranked = rates.sort("estimate", maintain_order=True)
    ends = [ranked.row(place, named=True) for place in sorted({0, len(ranked) - 1})]
    names = [whose_in_words(run, row) for row in ends]
    tells = len(set(names)) > 1
    said = [
        f"{estimate_of(row):side}{f' ({name})' if tells else ''}"
        for row, name in zip(ends, names, strict=True)
    ]
    alone = f" ({names[0]})" if len(ends) == 1 and names[0] != "game" else ""
    data = [
        {"who": name, **{key: row[key] for key in ("scenario", "column", "estimate", "low", "high", "n")}}
        for name, row in zip(names, ends, strict=True)
    ]
    return f"{ends[0]['column']} {' to '.join(dict.fromkeys(said))}{alone}", data


def ties_in_words(run: RunDirectory) -> str:
    """Return how many games have several winners, or none; empty if none has."""
    ties = ties_of(run)
    return (ties.explanation() or "") if ties else ""


def notes_on(run: RunDirectory) -> Iterator[str]:
    """Yield what must be known of the games of a run.

    That is how many there are where it depends on precision, that some were stopped, that events were lost.
    """
    yield from precision_lines(run)
    share, largest = stopped_games(run)
    if share:
        most = f" (up to {largest:.1%} of a scenario's)" if largest > share else ""
        stopped = f"{share:.1%} of the games{most} were stopped at {STOPPED}"
        yield f"{stopped}, unfinished; they count as they stood"
    if run.events_dropped:
        yield dropped_in_words(run.events_dropped)


def whose_in_words(run: RunDirectory, row: Mapping[str, Any]) -> str:
    """Return whose an estimate in a row of a summary is: a strategy's name, or "seat 1"."""
    who = whose(row["of"])
    return run.players(who).get(row["scenario"]) or who.from_1


def tables_of_rates(run: RunDirectory) -> list[Table]:
    """Return tables of a run's first objective, a result each time; the one with most side by side first."""
    rates, goal = rates_of(run), run.game.headline
    if goal is None or rates.is_empty():
        return []
    column = run.game.column_of(goal)
    title = f"{opening(measure_in_words(column))}{' in %' if column.is_yes_no else ''}"
    matrix = [_who_beats_whom(run, rates, title)] if column.is_yes_no else []
    kept, where = _where_players_differ(run, rates)
    across = _factor_across(kept, _varied(run, kept))
    beside, by = (kept, across) if across else _players_side_by_side(run, kept)
    found = [
        rates_table(run, frame, factor, measure_in_words(column), title, end)
        for frame, factor, end in ((beside, by, where), (rates, "", ""))
    ]
    return [table for table in (*matrix, *found) if table is not None]


def rates_table(
    run: RunDirectory, rates: pl.DataFrame, across: str, measured: str, title: str = "", where: str = ""
) -> Table:
    """Return a table of rates or means, with one factor's levels side by side."""
    down = [factor for factor in _varied(run, rates) if factor != across]
    groups: dict[tuple[str, ...], list[tuple[int, str, Estimate]]] = {}
    for row in rates.iter_rows(named=True):  # words are kept once: there may be 100,000 rows
        key = tuple(intern(row[name]) for name in (*down, "of"))
        cell = row["scenario"], intern(row.get(across, measured)), estimate_of(row)
        groups.setdefault(key, []).append(cell)
    ranks = {levels: rank for rank, levels in enumerate(dict.fromkeys(key[:-1] for key in groups))}
    several, knobs = rates["of"].n_unique() > 1, run.game.knobs
    heads = [short_label(knobs, factor) for factor in down]
    labels = dict.fromkeys(rates[across] if across else [measured])
    rows = []
    for key in sorted(groups, key=lambda key: (ranks[key[:-1]], _number(key[-1]))):
        who = {WHO: _who(run, key[-1], [scenario for scenario, _, _ in groups[key]])} if several else {}
        cells = {head: estimate for _, head, estimate in groups[key]}
        rows.append({**dict(zip(heads, key[:-1], strict=True)), **who, **labels, **cells})
    by = f", by {short_label(knobs, across)}" if across not in ("", WHO) else ""
    caption = f"{title}{by}{where} (\N{PLUS-MINUS SIGN} the longer side of its 95 % interval)"
    return Table(rows, caption, dict.fromkeys(labels, "{:side bare}".format))


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
    return [
        factor for factor in run.factors if rates[factor].n_unique() > 1 or run.levels[factor].n_unique() == 1
    ]


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


def _who_beats_whom(run: RunDirectory, rates: pl.DataFrame, title: str) -> Table | None:
    """Return how often each row's player wins against each column's, the strongest first.

    None unless every two players meet exactly once, and nobody meets themselves.
    """
    names = line_ups_of(run)
    met: dict[tuple[str, str], float] = {}
    for scenario, of, share in rates.select("scenario", "of", "estimate").iter_rows():
        line_up, who = names[scenario], whose(of)
        if who.kind != PLAYER or len(line_up) != 2:
            return None
        pair = (line_up[who.number], line_up[1 - who.number])
        if pair in met or pair[0] == pair[1]:
            return None
        met[pair] = share
    players = sorted({name for name, _ in met})
    if len(players) < FEWEST or len(met) != len(players) * (len(players) - 1):
        return None
    players.sort(key=lambda name: -sum(share for (winner, _), share in met.items() if winner == name))
    against = {str(place): other for place, other in enumerate(players, 1)}
    rows = [
        {
            "": place,
            "player": player,
            **{number: met.get((player, other), nan) for number, other in against.items()},
        }
        for place, player in enumerate(players, 1)
    ]
    sides = (pl.col("high") - pl.col("estimate"), pl.col("estimate") - pl.col("low"))
    most = f"\N{PLUS-MINUS SIGN} {100 * rates.select(pl.max_horizontal(*sides).max()).item():.1f} at most"

    def share_in_words(share: float) -> str:
        return "-" if isnan(share) else f"{100 * share:.1f}"

    caption = f"{title} of the row's player against the column's (95 % intervals: {most})"
    return Table(rows, caption, dict.fromkeys(against, share_in_words))
