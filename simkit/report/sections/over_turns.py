"""Reports how games go over their turns: means of those still playing, and when something is reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from simkit.report.document.blocks import Block, Figure, Finding, Part, Section
from simkit.report.document.charts import key, line_of_means, plain
from simkit.report.document.figures import colours_of, new_figure, whole_numbers
from simkit.report.document.points import Shown
from simkit.report.sections.together import NUMBERS, Together, party
from simkit.report.words import opening
from simkit.stats.estimates import SHARE, Estimate, wilson

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

ACROSS, HEIGHT = 3, 2.6
"""Panels side by side, and the inches of a row of them."""


def means_over_turns(
    means: pl.DataFrame, lines: Mapping[str, int], panels: Mapping[str, str], name: str, caption: str
) -> Figure:
    """Return a figure of means over the turns: one panel per column, one line per scenario.

    Parameters
    ----------
    means : polars.DataFrame
        Columns scenario, turn, games (over how many the means are), and those of the panels.
    lines : mapping
        What each line is called, and its scenario (`Together.lines`).
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
        whole_numbers(panel.xaxis)
    key(figure, colours, marks=True)
    count = opening(NUMBERS[len(panels)])
    return Figure(name, figure, caption, f"{count} panels over the turns, one line per number of players.")


@dataclass(frozen=True)
class Reached(Part):
    """When something is reached, where players win together: by turn, for the best strategy.

    A game may add to the sentence (`more`) and to what stands below (`below`).

    Parameters
    ----------
    together : Together
        Whose games.
    column : str
        The games' column with the turn in which it is reached, 0 for never.
    what : str
        What is reached: "headland".
    """

    together: Together
    column: str
    what: str

    @cached_property
    def turns(self) -> pl.DataFrame:
        """How many games of each scenario reach it in each turn: scenario, turn (0: never), games."""
        games = self.together.run.games(list(self.together.by_players().values()))
        counts = games.group_by("scenario", turn=self.column).agg(games=pl.len())
        return counts.sort("scenario", "turn").collect(engine="streaming")

    def findings(self) -> list[Finding]:
        """Return how often and when it is reached with the fewest and the most players; empty if never."""
        reached: dict[int, tuple[Estimate, float]] = {}
        for count, scenario in self.together.by_players().items():
            turns = self.turns.filter(scenario=scenario)
            there = turns.filter(pl.col("turn") > 0)
            if not there.is_empty():
                games = there["games"].to_numpy()
                share = wilson(int(games.sum()), int(turns["games"].to_numpy().sum()))
                reached[count] = share, float((there["turn"].to_numpy() * games).sum() / games.sum())
        if not reached:
            return []
        said = " and by ".join(
            f"{party(count)} in {reached[count][0]} of games (turn {reached[count][1]:.1f} on average)"
            for count in dict.fromkeys((min(reached), max(reached)))
        )
        return [Finding(f"The {self.what} is reached by {said}."), *map(Finding, self.more())]

    def sections(self) -> list[Section]:
        """Return the share of games that have reached it by each turn, a line per number of players."""
        if self.turns.filter(pl.col("turn") > 0).is_empty():
            return []
        by = f"played by {self.together.best}{self.together.setting}"
        shown = Figure(
            self.what,
            self._figure(),
            f"By which turn the {self.what} is reached, {by}.",
            "Lines over the turns, one per number of players.",
        )
        return [Section(f"The {self.what}", [shown, *self.below()])]

    def more(self) -> Sequence[str]:
        """Return further findings in words."""
        return ()

    def below(self) -> list[Block]:
        """Return what stands at the end of the section."""
        return []

    def _figure(self) -> MatplotlibFigure:
        lines = self.together.lines
        colours = colours_of(list(lines))
        figure, axes = new_figure(1, 1, 2.7)
        panel = axes[0, 0]
        turns = range(1, int(self.turns["turn"].to_numpy().max()) + 1)
        for line, scenario in lines.items():
            own = self.turns.filter(scenario=scenario)
            games = int(own["games"].sum())
            of = {turn: n for turn, n in own.select("turn", "games").iter_rows() if turn > 0}
            rates = [wilson(sum(n for at, n in of.items() if at <= turn), games) for turn in turns]
            told = Shown(rates, unit=SHARE, scenarios=[[scenario]] * len(rates))
            line_of_means(panel, turns, [100 * rate.value for rate in rates], colours[line], told)
        panel.set_ylim(0, 100)
        whole_numbers(panel.xaxis)
        panel.set_xlabel("turn")
        panel.set_ylabel(f"{self.what} reached, % of games")
        key(figure, colours, marks=True)
        return figure
