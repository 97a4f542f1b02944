"""Reports how games go over their turns: means of those still playing, and when something is reached."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl
from matplotlib.ticker import MaxNLocator

from simkit.report.charts import key, line_of_means, plain
from simkit.report.document import Figure
from simkit.report.figures import colours_of, new_figure
from simkit.report.parts import opening
from simkit.report.points import PER_CENT, Shown
from simkit.report.sections.rates_by_players import NUMBERS
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import wilson

ACROSS, HEIGHT = 3, 2.6
"""Panels side by side, and the inches of a row of them."""

Lines = Mapping[str, int]
"""What each line is called, and its scenario."""


def means_figure(
    means: pl.DataFrame, lines: Lines, panels: Mapping[str, str], name: str, caption: str
) -> Figure:
    """Return a figure of means over the turns: one panel per column, one line per scenario.

    Parameters
    ----------
    means : polars.DataFrame
        Columns scenario, turn, games (over how many the means are), and those of the panels.
    lines : mapping
        What each line is called, and its scenario.
    panels : mapping
        The columns, and what each panel is called.
    name, caption : str
        As in `Figure`.
    """
    colours = colours_of(list(lines))
    rows = -(-len(panels) // ACROSS)
    figure, axes = new_figure(rows, ACROSS, HEIGHT * rows, sharex=True)
    for panel, (column, title) in zip(axes.flat, panels.items(), strict=True):
        for line, scenario in lines.items():
            own = means.filter(scenario=scenario)
            estimates = [plain(mean, n) for mean, n in own.select(column, "games").iter_rows()]
            told = Shown(estimates, scenarios=[[scenario]] * len(own))
            line_of_means(panel, own["turn"], own[column], colours[line], told)
        panel.set_title(title, fontsize=9)
        panel.set_ylim(bottom=0)
    for panel in axes[-1]:
        panel.set_xlabel("turn")
        panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    key(figure, colours, marks=True)
    count = opening(NUMBERS[len(panels)])
    return Figure(name, figure, caption, f"{count} panels over the turns, one line per number of players.")


def reached_by_turn(run: RunDirectory, lines: Lines, column: str) -> pl.DataFrame:
    """Return how many games of each scenario reach something in each turn.

    Columns: scenario, turn (0: never), games.
    """
    counts = run.games(list(lines.values())).group_by("scenario", turn=column).agg(games=pl.len())
    return counts.sort("scenario", "turn").collect(engine="streaming")


def reached_figure(reached: pl.DataFrame, lines: Lines, what: str, name: str, caption: str) -> Figure:
    """Return a figure of the share of games that have reached something by each turn, a line per scenario.

    Parameters
    ----------
    reached : polars.DataFrame
        As `reached_by_turn` returns it.
    lines : mapping
        What each line is called, and its scenario.
    what : str
        What is reached: "headland reached".
    name, caption : str
        As in `Figure`.
    """
    colours = colours_of(list(lines))
    figure, axes = new_figure(1, 1, 2.7)
    panel = axes[0, 0]
    turns = range(1, int(reached["turn"].to_numpy().max()) + 1)
    for line, scenario in lines.items():
        own = reached.filter(scenario=scenario)
        games = int(own["games"].sum())
        of = {turn: n for turn, n in own.select("turn", "games").iter_rows() if turn > 0}
        rates = [wilson(sum(n for at, n in of.items() if at <= turn), games) for turn in turns]
        told = Shown(rates, unit=PER_CENT, scale=100, scenarios=[[scenario]] * len(rates))
        line_of_means(panel, turns, [100 * rate.value for rate in rates], colours[line], told)
    panel.set_ylim(0, 100)
    panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    panel.set_xlabel("turn")
    panel.set_ylabel(f"{what}, % of games")
    key(figure, colours, marks=True)
    return Figure(name, figure, caption, "Lines over the turns, one per number of players.")
