"""Reports how games end, and which way of losing is the most frequent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from simkit.document.blocks import Figure
from simkit.document.charts import stacked_shares
from simkit.document.figures import LINE_HEIGHT, small_multiples
from simkit.document.series import name_series
from simkit.engine.base.columns import Column
from simkit.results.claims import Level, Of, Quantity, measured_anew
from simkit.results.columns import colours_of_labels, in_order, label_in_words
from simkit.results.paired import Floats, SideBySide
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import POINTS, is_significant, paired_difference
from simkit.stats.whose import GAME
from simkit.words.claims import Voice
from simkit.words.titles import titled

Rows = Mapping[str, Sequence[int]]
"""The names of a chart's rows, with the scenarios that each averages."""


def most_frequent_way(run: RunDirectory, column: Column, scenario: int) -> list[Level]:
    """Return the claim in how many games the most frequent way to lose comes; nothing if none clearly is it.

    Parameters
    ----------
    run : RunDirectory
        The run.
    column : Column
        The code that says how a game ends.
    scenario : int
        Which games count.
    """
    picked_from = sum(_loses(column, label) for label in column.labels)
    found = _share_of_leading_way(run, column, [scenario])
    return [Level(quantities=(measured_anew(run, quantity, picked_from),)) for quantity in found]


def _share_of_leading_way(run: RunDirectory, column: Column, scenarios: Sequence[int]) -> list[Quantity]:
    """Return the share of games with the most frequent way to lose; nothing if none clearly is it."""
    (ends,) = SideBySide.counted(run, (column.name, GAME.name))
    ways = list(leading_ways(ends, column, scenarios))
    if len(ways) != 1:
        return []
    share = ends.that_are(list(column.labels).index(ways[0])).average(scenarios)
    return [Quantity(share, Of(column.name, tuple(scenarios), label=ways[0]))]


def leading_ways(ends: SideBySide, column: Column, scenarios: Sequence[int]) -> dict[str, float]:
    """Return the most frequent way to lose, with its share of losses, and ways that may be as frequent.

    Ways to lose are the labels whose look says what happens there.  Where nobody can lose alone, all count.
    """
    can_lose = any(_loses(column, label) for label in column.labels)
    ways = {label: code for code, label in enumerate(column.labels) if _loses(column, label) or not can_lose}
    games = {way: ends.per_game(scenarios, partial(np.equal, code)) for way, code in ways.items()}
    lost = {way: ends.that_are(ways[way]).average(scenarios).value for way in ways if games[way].any()}
    ranked = sorted(lost, key=lambda way: -lost[way])
    pairs = len(ranked) * (len(ranked) - 1) // 2
    return {
        way: lost[way] / sum(lost.values())
        for way in ranked
        if way == ranked[0]
        or not is_significant(
            paired_difference(games[way], games[ranked[0]], unit=POINTS, games=ends.games), pairs
        )
    }


def _loses(column: Column, label: str) -> bool:
    return label in column.looks and bool(column.looks[label].loss)


def shares_of_ends(
    run: RunDirectory, column: Column, panels: Mapping[str, Rows]
) -> tuple[list[str], dict[str, dict[str, Floats]]]:
    """Return the labels that occur, and the share of each in every row of every panel.

    Parameters
    ----------
    run : RunDirectory
        The run.
    column : Column
        The code that says how a game ends.
    panels : mapping
        The rows of each panel.

    Returns
    -------
    list of str, dict
        The labels in the order in which they are shown; by panel and by what a label is called, the shares of
        its rows, shape (rows,).
    """
    rates = run.estimates().filter(of="game", column=column.name, statistic="rate")
    of = {(row["scenario"], row["level"]): row["estimate"] for row in rates.iter_rows(named=True)}
    scenarios = {scenario for rows in panels.values() for row in rows.values() for scenario in row}
    present = in_order(column, list(dict.fromkeys(level for scenario, level in of if scenario in scenarios)))
    shares = {
        panel: {
            label_in_words(column, label): np.array(
                [sum(of.get((scenario, label), 0.0) for scenario in row) / len(row) for row in rows.values()]
            )
            for label in present
        }
        for panel, rows in panels.items()
    }
    return present, shares


def ends_figure(
    run: RunDirectory,
    column: Column,
    panels: Mapping[str, Rows],
    caption: str,
    description: str,
    *,
    name: str = "ends",
) -> Figure:
    """Return stacked bars of how games end, one per row of every panel.

    Parameters
    ----------
    run : RunDirectory
        The run.
    column : Column
        The code that says how a game ends.
    panels : mapping
        The rows of each panel; a single panel called "" has no title.
    caption, description, name : str
        As in `Figure`.
    """
    present, shares = shares_of_ends(run, column, panels)
    colours = colours_of_labels(column, present)
    most = max(len(rows) for rows in panels.values())
    lines = max(label.count("\n") for rows in panels.values() for label in rows)
    figure, axes = small_multiples(list(panels), (0.3 + LINE_HEIGHT * lines) * most + 1.0, sharey=True)
    for title, panel in axes.items():
        stacked_shares(panel, list(panels[title]), shares[title], colours)
    name_series(figure, colours)
    drawn = Figure(name, figure, caption, description, "How games end")
    scenarios = sorted({scenario for rows in panels.values() for row in rows.values() for scenario in row})
    return with_most_frequent(drawn, run, column, scenarios)


def with_most_frequent(drawn: Figure, run: RunDirectory, column: Column, scenarios: Sequence[int]) -> Figure:
    """Return a figure of how games end that says which ending is the most frequent, if one clearly is."""
    found = _share_of_leading_way(run, column, scenarios)
    return titled(drawn, Voice(run), [Level(quantities=(found[0],))]) if found else drawn
