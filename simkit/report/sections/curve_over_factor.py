"""Draws curves of the win rate over a numerical factor, in small panels.

`Curves` takes a frame with one row per setting: the columns that settings differ in, its `scenario`, and the
win rate as `estimate`, `low`, `high` and `n`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from simkit.document.charts import estimates_of, level_line, line_at_ceiling, line_with_band
from simkit.document.figures import INK, PALETTE, colours_of, new_figure, percent_axis, small_multiples
from simkit.document.points import Shown
from simkit.document.series import name_series
from simkit.experiment.factors import are_numbers, as_number, short_label
from simkit.report.sections.even_game import EVEN
from simkit.results.ceilings import CEILING, rates_at_ceiling
from simkit.results.claims import Of
from simkit.results.paired import SideBySide
from simkit.results.result import WON, Result
from simkit.results.scenarios import levels_in_words
from simkit.results.wins import BEYOND_FAIR, Wins
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.estimates import POINTS, Estimate, mean_change
from simkit.stats.whose import GAME

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

FEWEST_LEVELS = 3
"""The fewest levels of a factor that make a curve."""

MOST_PANELS = 12


@dataclass(frozen=True)
class Curves:
    """The wins, the factor and the lines of a chart of curves."""

    rates: pl.DataFrame
    """The settings."""
    factor: str
    """The column of numbers along the axis."""
    axis: str
    """What it is called there."""
    lines: str
    """The column that has a line for each of its levels."""
    colours: Mapping[str, Any]
    """Level of `lines` -> its colour."""
    panels: str
    """The column that has a panel for each of its levels."""
    result: Result = WON
    """What the rates are shares of."""
    beyond_fair: bool = False
    """Whether the fair share is taken from them, so that they can be below 0."""
    ceilings: Mapping[int, Estimate] = field(default_factory=dict)
    """Scenario -> the rate at the ceiling under its rules, which is drawn as a dotted line of its own:
    one in each panel, or one for each line whose rules differ."""
    level: tuple[float, str] | None = None
    """A share with which all are compared, and what it is called."""

    def draw(self, panel: Any, level: Any) -> None:
        """Draw the lines of one panel."""
        rates = self.rates.filter(pl.col(self.panels) == level)
        lines = {name: rates.filter(pl.col(self.lines) == name).sort(self.factor) for name in self.colours}
        for name, line in lines.items():
            of = str(line["of"][0]) if "of" in line.columns else GAME.name
            scenarios = [tuple(np.atleast_1d(found).tolist()) for found in line["scenario"]]
            told = Shown(
                [], scenarios=scenarios, of=of, column=self.result.column,
                subjects=[[Of(self.result.column, found, of)] for found in scenarios],
            )  # fmt: skip
            x = line[self.factor].to_numpy().astype(float)
            line_with_band(panel, x, estimates_of(line), self.colours[name], told, self.result.scale)
        known_of = {name: self._known(line) for name, line in lines.items()}
        known = [ceiling for ceiling in known_of.values() if ceiling]
        if known and all(ceiling == known[0] for ceiling in known):  # one for all lines
            self._draw_ceiling(panel, known[0], INK)
        else:
            for name, ceiling in known_of.items():
                self._draw_ceiling(panel, ceiling, self.colours[name])
        if self.level:
            level_line(panel, self.result.scale * self.level[0], self.level[1])
        panel.set_xticks(sorted(set(self.rates[self.factor])))

    def _known(self, line: pl.DataFrame) -> dict[float, Estimate]:
        """Return the ceilings of a line, where a single scenario stands behind each of its points."""
        at = zip(line[self.factor], map(np.atleast_1d, line["scenario"]), strict=True)
        return {float(x): self.ceilings[row[0]] for x, row in at if len(row) == 1 and row[0] in self.ceilings}

    def _draw_ceiling(self, panel: Any, known: Mapping[float, Estimate], colour: Any) -> None:
        if known:
            places = np.array(list(known), dtype=np.float64)
            line_at_ceiling(panel, places, list(known.values()), colour, CEILING, self.result.scale)

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
            if self.result.is_share and not self.beyond_fair:
                low, high = panel.get_ylim()
                percent_axis(panel)
                if not whole:
                    panel.set_ylim(max(0.0, low), min(100.0, high))
            panel.set_xlabel(self.axis)
            result = self.result.games if self.result.is_share else self.result.rate
            panel.set_ylabel(f"points{BEYOND_FAIR}" if self.beyond_fair else result)
            panel.label_outer()
        named = self.colours if len(self.colours) > 1 or self.ceilings else {}
        name_series(figure, named, labels=(CEILING, self.level[1] if self.level else ""))
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
            level_line(panel, 100 * EVEN, "")
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
    slopes = np.sum([weight * values for weight, values in zip(weights, each, strict=True)], axis=0)
    return mean_change(slopes, np.ones(len(slopes)), unit=POINTS, most=float(weights[weights > 0].sum()))


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


def curves_by_setting(wins: Wins, factor: str) -> Curves:
    """Return the curves over a factor for whose `is_curve`: a panel for each setting, all to one scale."""
    lines, panels = _lines_and_panels(wins, factor)
    rows = list(wins.rates.iter_rows(named=True))
    rates = wins.rates.with_columns(
        pl.Series(factor, [as_number(level) for level in wins.rates[factor]], pl.Float64),
        line=pl.Series([levels_in_words(wins.run, row, [lines]) if lines else wins.name for row in rows]),
        panel=pl.Series([levels_in_words(wins.run, row, panels) for row in rows]),
        of=pl.lit(wins.of),
    )
    if wins.less_fair:
        fair = pl.Series([wins.fair[scenario] for scenario in rates["scenario"]], dtype=pl.Float64)
        rates = rates.with_columns(pl.col("estimate", "low", "high") - fair)
    return Curves(
        rates,
        factor,
        short_label(vocabulary_of(wins.run), factor),
        "line",
        colours_of(rates["line"].unique(maintain_order=True).to_list()),
        "panel",
        wins.result,
        wins.less_fair,
        {} if wins.of != GAME.name or wins.less_fair else rates_at_ceiling(wins.run),
    )
