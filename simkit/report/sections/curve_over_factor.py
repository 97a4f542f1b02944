"""Curves of a win rate over a factor of numbers, in small panels.

`Curves` takes a frame with one row per setting: the columns that settings differ in, and the win rate as
`estimate`, `low`, `high`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from matplotlib.figure import Figure as MatplotlibFigure

from simkit.report.charts import line_with_band
from simkit.report.figures import SOFT, new_figure, percent_axis, small_multiples
from simkit.report.result import WON, Result


@dataclass(frozen=True)
class Curves:
    """What is drawn against what.

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
        Of what the rates are.
    """

    rates: pl.DataFrame
    factor: str
    axis: str
    lines: str
    colours: Mapping[str, Any]
    panels: str
    result: Result = WON

    @property
    def ticks(self) -> list[float]:
        """The factor's levels in order."""
        return sorted(set(self.rates[self.factor]))

    def draw(self, panel: Any, level: Any) -> None:
        """Draw the lines of one panel."""
        own = self.rates.filter(pl.col(self.panels) == level)
        for name, colour in self.colours.items():
            line = own.filter(pl.col(self.lines) == name).sort(self.factor)
            columns = (self.factor, "estimate", "low", "high")
            x, share, low, high = (line[column].to_numpy().astype(float) for column in columns)
            line_with_band(panel, x, share, low, high, colour)
        panel.set_xticks(self.ticks)

    def large(self, titles: Mapping[Any, str]) -> MatplotlibFigure:
        """Return large panels, three across: by level of the panels' column what stands above them."""
        figure, panels = small_multiples(list(titles.values()), 2.5, sharex=True, sharey=True)
        for level, panel in zip(titles, panels.values(), strict=True):
            self.draw(panel, level)
            percent_axis(panel)
            panel.set_xlabel(self.axis)
            panel.set_ylabel(self.result.games)
            panel.label_outer()
        return figure

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
    """Leave panels blank that have nothing to show."""
    for panel in panels:
        panel.set_visible(False)
