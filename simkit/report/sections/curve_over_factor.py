"""Draws curves of the win rate over a numerical factor, in small panels.

`Curves` takes a frame with one row per setting: the columns that settings differ in, its `scenario`, and the
win rate as `estimate`, `low`, `high` and `n`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from simkit.document.blocks import Figure, Part, Section
from simkit.document.charts import estimates_of, key, line_at_ceiling, line_with_band
from simkit.document.figures import (
    INK,
    PALETTE,
    SOFT,
    colours_of,
    new_figure,
    percent_axis,
    small_multiples,
)
from simkit.document.points import Shown
from simkit.experiment.factors import are_numbers, as_number, is_path, short_label
from simkit.language import opening
from simkit.results.ceilings import CEILING, rates_at_ceiling
from simkit.results.paired import SideBySide
from simkit.results.result import WON, Result
from simkit.results.scenarios import levels_in_words
from simkit.results.wins import BEYOND_FAIR, Wins
from simkit.stats.estimates import POINTS, Estimate, mean_change
from simkit.stats.whose import GAME

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

FEWEST_LEVELS = 3
"""The fewest levels of a factor that make a curve."""

MOST_PANELS = 12

ROOM = 0.05
"""The empty space above and below the curves, as a share of their height."""


@dataclass(frozen=True)
class Curves:
    """The wins, the factor and the lines of a chart of curves.

    Parameters
    ----------
    rates : polars.DataFrame
        The settings.
    factor : str
        The column of numbers along the axis.
    axis : str
        What it is called there.
    lines : str
        The column that has a line for each of its levels.
    colours : mapping
        Level of `lines` -> its colour.
    panels : str
        The column that has a panel for each of its levels.
    result : Result
        What the rates are shares of.
    beyond_fair : bool
        Whether the fair share is taken from them, so that they can be below 0.
    ceilings : mapping of int to Estimate
        Scenario -> the rate at the ceiling under its rules, which is drawn as a dotted line of its own:
        one in each panel, or one for each line whose rules differ.
    """

    rates: pl.DataFrame
    factor: str
    axis: str
    lines: str
    colours: Mapping[str, Any]
    panels: str
    result: Result = WON
    beyond_fair: bool = False
    ceilings: Mapping[int, Estimate] = field(default_factory=dict)

    @property
    def ticks(self) -> list[float]:
        """The factor's levels in order."""
        return sorted(set(self.rates[self.factor]))

    def draw(self, panel: Any, level: Any) -> None:
        """Draw the lines of one panel."""
        own = self.rates.filter(pl.col(self.panels) == level)
        for name, colour in self.colours.items():
            line = own.filter(pl.col(self.lines) == name).sort(self.factor)
            told = Shown([], scenarios=[[scenario] for scenario in line["scenario"]])
            x = line[self.factor].to_numpy().astype(float)
            line_with_band(panel, x, estimates_of(line), colour, told)
        for colour, found in self._ceilings(own):
            places, estimates = list(found), list(found.values())
            line_at_ceiling(panel, np.array(places, dtype=np.float64), estimates, colour)
        panel.set_xticks(self.ticks)

    def _ceilings(self, own: pl.DataFrame) -> list[tuple[Any, dict[float, Estimate]]]:
        """Return the ceilings of a panel, each with its colour: one if all its lines have the same."""
        found = []
        for name, colour in self.colours.items():
            line = own.filter(pl.col(self.lines) == name).sort(self.factor)
            at = zip(line[self.factor], line["scenario"], strict=True)
            known = {float(x): self.ceilings[scenario] for x, scenario in at if scenario in self.ceilings}
            if known:
                found.append((colour, known))
        is_one = all(known == found[0][1] for _, known in found)
        return [(INK, found[0][1])] if found and is_one else found

    def key(self, figure: MatplotlibFigure, names: Mapping[str, Any] | None = None) -> None:
        """Draw the key of the lines above the panels, with the ceiling where all lines of a panel share it.

        Parameters
        ----------
        names : mapping, optional
            What the lines are called, with their colours; without it by their levels.
        """
        shown = dict(names or self.colours)
        panels = self.rates[self.panels].unique()
        found = (self._ceilings(self.rates.filter(pl.col(self.panels) == level)) for level in panels)
        if any(colour == INK for own in found for colour, _ in own):
            shown[CEILING] = INK
        key(figure, shown, marks=True, dotted=(CEILING,))

    @property
    def ceiling_in_words(self) -> str:
        """What the dotted lines are, to follow a caption; empty if there are none."""
        return "; dotted: the ceiling, what the best we can find wins" if self.ceilings else ""

    def large(self, titles: Mapping[Any, str], *, whole: bool = True) -> MatplotlibFigure:
        """Return large panels, three across.

        Parameters
        ----------
        titles : mapping
            By level of the panels' column, in their order, what stands above the panel.
        whole : bool
            Whether the axis goes from 0 to 100 %, or only as far as there is something to see.
        """
        figure, panels = small_multiples(list(titles.values()), 2.5, sharex=True, sharey=True)
        for level, panel in zip(titles, panels.values(), strict=True):
            self.draw(panel, level)
            if not self.beyond_fair:
                percent_axis(panel)
            if not whole:
                panel.set_ylim(*self._ends())
            panel.set_xlabel(self.axis)
            panel.set_ylabel(f"points{BEYOND_FAIR}" if self.beyond_fair else self.result.games)
            panel.label_outer()
        return figure

    def _ends(self) -> tuple[float, float]:
        drawn = [self.ceilings[own] for own in self.rates["scenario"] if own in self.ceilings]
        low, high = (
            100 * np.nanmin([*self.rates["low"].to_numpy(), *(own.low for own in drawn)]),
            100 * np.nanmax([*self.rates["high"].to_numpy(), *(own.high for own in drawn)]),
        )
        least = -100.0 if self.beyond_fair else 0.0
        return max(least, low - ROOM * (high - low)), min(100.0, high + ROOM * (high - low))

    def small(self, titles: Mapping[Any, str], across: int, height: float) -> MatplotlibFigure:
        """Return many small panels with a dashed line at an even game.

        Parameters
        ----------
        titles : mapping
            By level of the panels' column, in their order, what stands above the panel.
        across : int
            Panels side by side.
        height : float
            Inches of a row of panels.
        """
        rows = -(-len(titles) // across)
        figure, axes = new_figure(rows, across, height * rows + 0.5, sharex=True, sharey=True)
        panels = list(axes.flat)
        for i, (level, title) in enumerate(titles.items()):
            panel = panels[i]
            self.draw(panel, level)
            for drawn in panel.lines:
                drawn.set(markersize=3, linewidth=1.4)
            panel.axhline(50, color=SOFT, lw=0.9, ls=(0, (4, 3)), zorder=1)  # over the grid, under curves
            panel.set_title(title, fontsize=8, linespacing=1.05)
            panel.set_ylim(0, 100)
            panel.set_yticks([0, 50, 100], ["0", "50", "100 %"])
            if i + across >= len(titles):
                panel.xaxis.set_tick_params(labelbottom=True)
                panel.set_xlabel(self.axis, fontsize=8)
        hide(panels[len(titles) :])
        return figure


def hide(panels: Sequence[Any]) -> None:
    """Hide the panels that have nothing to show."""
    for panel in panels:
        panel.set_visible(False)


def slope(games: SideBySide, levels: Sequence[float], lines: Sequence[Sequence[int]]) -> Estimate:
    """Return the slope of a line through all levels of a factor: the change of the win rate per unit.

    Parameters
    ----------
    games : SideBySide
        Who won which game.
    levels : sequence of float
        The factor's levels, in order.
    lines : sequence of sequence of int
        In every setting of the other factors the scenarios of these levels; the slope is their average.
    """
    centred = np.array(levels, dtype=np.float64) - np.mean(levels)
    weights = np.tile(centred / (centred**2).sum(), len(lines)) / len(lines)
    each = (games.per_game([scenario]) for line in lines for scenario in line)
    slopes = np.sum([weight * own for weight, own in zip(weights, each, strict=True)], axis=0)
    return mean_change(slopes, np.ones(len(slopes)), unit=POINTS, most=float(weights[weights > 0].sum()))


class CurvesOverFactors(Part):
    """How the win rate changes with a number that is varied.

    Parameters
    ----------
    wins : Wins or None
        Whose wins; None, or points, have no curves.
    factors : sequence of str, optional
        The factors; else all that set one thing.
    """

    def __init__(self, wins: Wins | None, factors: Sequence[str] | None = None) -> None:
        self.wins, self.factors = wins, factors

    def sections(self) -> list[Section]:
        """Return a section for every factor of three or more numbers, if its curve is legible."""
        return curve_sections(self.wins, self.factors) if self.wins and self.wins.result.is_share else []


def curve_sections(wins: Wins, factors: Sequence[str] | None = None) -> list[Section]:
    """Return sections with the win rate against every factor of three or more numbers, if legible.

    Parameters
    ----------
    factors : sequence of str, optional
        The factors; else all that set one thing.
    """
    chosen = [name for name in wins.run.factors if is_path(name)] if factors is None else factors
    return [
        Section(f"{opening(wins.result.rate)} over {short_label(wins.run.game.knobs, factor)}", [figure])
        for factor in chosen
        for figure in _curve(wins, factor)
    ]


def is_curve(wins: Wins, factor: str) -> bool:
    """Return True if a factor has three or more numbers, and the curves over it are legible."""
    levels = wins.rates[factor].unique()
    if not are_numbers(levels) or len(levels) < FEWEST_LEVELS:
        return False
    _, panels = _lines_and_panels(wins, factor)
    return not panels or wins.rates.select(panels).n_unique() <= MOST_PANELS


def _lines_and_panels(wins: Wins, factor: str) -> tuple[str | None, list[str]]:
    """Return the factor whose levels are lines, and those whose levels are panels."""
    others = [name for name in wins.run.factors if name != factor]
    varied = sorted(others, key=lambda name: (name != "strategy", wins.rates[name].n_unique()))
    lines = next((name for name in varied if 1 < wins.rates[name].n_unique() <= len(PALETTE)), None)
    return lines, [name for name in others if name != lines]


def _curve(wins: Wins, factor: str) -> list[Figure]:
    if not is_curve(wins, factor):
        return []
    numbers = [as_number(level) for level in wins.rates[factor]]
    lines, panels = _lines_and_panels(wins, factor)
    rows = list(wins.rates.iter_rows(named=True))
    rates = wins.rates.with_columns(
        pl.Series(factor, numbers, pl.Float64),
        line=pl.Series([levels_in_words(wins.run, row, [lines]) if lines else wins.name for row in rows]),
        panel=pl.Series([levels_in_words(wins.run, row, panels) for row in rows]),
    )
    titles = rates["panel"].unique(maintain_order=True).to_list()
    if wins.less_fair:
        fair = pl.Series([wins.fair[scenario] for scenario in rates["scenario"]], dtype=pl.Float64)
        rates = rates.with_columns(pl.col("estimate", "low", "high") - fair)
    colours = colours_of(rates["line"].unique(maintain_order=True).to_list())
    ceilings = {} if wins.of != GAME.name or wins.less_fair else rates_at_ceiling(wins.run)
    curves = Curves(
        rates,
        factor,
        short_label(wins.run.game.knobs, factor),
        "line",
        colours,
        "panel",
        wins.result,
        wins.less_fair,
        ceilings,
    )
    figure = curves.large({title: title for title in titles}, whole=False)
    fair_lines = [0.0] if wins.less_fair else wins.common_fair
    for panel, share in product(figure.axes, fair_lines):
        panel.axhline(100 * share, color=SOFT, lw=0.9, ls=(0, (4, 3)), zorder=1)
    dashed = "; the dashed line is the fair share" if fair_lines else ""
    if lines or ceilings:
        curves.key(figure)
    called = short_label(wins.run.game.knobs, factor)
    return [
        Figure(
            f"curve_{wins.of}_{factor}".replace(" ", "_"),
            figure,
            f"{opening(wins.measure)} over {called}; bands are 95 % intervals{dashed}"
            f"{curves.ceiling_in_words}. The axis shows only the range that is needed.",
            f"Lines: win rate against {called}, with bands for the intervals.",
        )
    ]
