"""Reports who wins how often at tables of three or more with different strategies, table by table."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from simkit.document.blocks import Block, Figure, Section, Table, Text
from simkit.document.charts import dots
from simkit.document.figures import PALETTE, small_multiples
from simkit.document.points import Shown
from simkit.language import opening
from simkit.results.line_ups import LineUps, means_per_game, mixed
from simkit.results.result import WON, Result
from simkit.results.scenarios import base, only_base, panel_titles, scenario_column, wrapped
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import CONFIDENCE, Estimate, percent

MOST_PANELS = 12
MOST_ROWS = 60
NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


@dataclass(frozen=True)
class WinsOfStrategy:
    """A strategy's wins at a table."""

    strategy: str
    seats: int
    """How many seats it has; the share is that of one of them."""

    share: Estimate
    """Games won, with a 95 % interval."""

    wide: Estimate
    """The same with an interval that allows for all the shares that a report compares (Bonferroni)."""

    fair: float
    """What a seat of this table wins on average."""

    @property
    def name(self) -> str:
        """The strategy, with its number of seats if it has several."""
        return self.strategy if self.seats == 1 else f"{self.strategy} (each of {self.seats})"

    @property
    def side(self) -> str:
        """Whether it wins significantly "more" or "less" than its fair share; empty if neither."""
        if not self.wide.excludes(self.fair):
            return ""
        return "more" if self.share.value > self.fair else "less"


WinsByTable = dict[int, list[WinsOfStrategy]]
"""What each strategy wins, by scenario, the one that wins most first."""


def wins_by_table(run: RunDirectory, players: LineUps, result: Result = WON) -> WinsByTable:
    """Return every strategy's wins at each table with different strategies, in the scenarios of `base`.

    Without tables of two, which `simkit.report.questions.pairs` draws as a grid.
    """
    shown = set(base(run))
    tables = {s: names for s, names in mixed(players).items() if s in shown and len(names) > 2}
    confidence = 1 - (1 - CONFIDENCE) / max(1, sum(len(set(names)) for names in tables.values()))
    wins: WinsByTable = {}
    for scenario, names in sorted(tables.items()):
        (won,) = means_per_game(run, [({scenario: names}, tuple(dict.fromkeys(names)))], result.column)
        shares = {name: won.share(name, names.count(name)) for name in won.each}
        fair = sum(names.count(name) * share.value for name, share in shares.items()) / len(names)
        wins_of = [
            WinsOfStrategy(
                name, names.count(name), share, won.share(name, names.count(name), confidence), fair
            )
            for name, share in shares.items()
        ]
        wins[scenario] = sorted(wins_of, key=lambda one: -one.share.value)
    return wins


def wins_sections(
    run: RunDirectory, wins: WinsByTable, *, player: str = "player", result: Result = WON
) -> list[Section]:
    """Return the win rates of every strategy at tables of three or more."""
    if not wins:
        return []
    seating = "Every player sits at every seat equally often, so that no strategy gains by its seat; the"
    words = (
        f"{opening(result.games)} at tables of {_sizes(wins)} {player}s who play differently"
        f"{only_base(run)}. {'The' if run.people else seating} fair share is what a seat of the table "
        f"{result.does} on average."
    )
    blocks: list[Block] = [Text(words)]
    if len(wins) <= MOST_PANELS:
        blocks.append(_figure(run, wins, result))
    if sum(len(win) for win in wins.values()) <= MOST_ROWS:
        blocks.append(_table(run, wins, result))
    else:
        blocks.append(_a_row_each(run, wins, result))
    return [Section(f"Who {result.does}", blocks)]


def _sizes(wins: WinsByTable) -> str:
    """Return the numbers of players at the tables, in words: "three or four"."""
    sizes = sorted({sum(one.seats for one in win) for win in wins.values()})
    return " or ".join(NUMBERS.get(size, str(size)) for size in sizes)


def _figure(run: RunDirectory, wins: WinsByTable, result: Result) -> Figure:
    names = {one.name: wrapped(one.name) for win in wins.values() for one in win}
    titles = panel_titles(run, wins, names.values())
    rows = max(len(win) for win in wins.values())
    lines = max(title.count("\n") for title in titles.values())
    height = 0.75 + 0.28 * rows + 0.16 * lines
    figure, panels = small_multiples(list(titles.values()), height, across=2)
    for scenario, shares in wins.items():
        panel = panels[titles[scenario]]
        if len(titles) == 1:
            panel.set_title("")  # "the only scenario" says nothing
        told = Shown([], scenarios=[[scenario]] * len(shares), rows=[one.name for one in shares])
        dots(panel, [names[one.name] for one in shares], [one.share for one in shares], PALETTE[0], told)
        panel.axvline(100 * shares[0].fair, color=PALETTE[1], lw=1.2, ls="--", zorder=2)
        panel.set_xlabel(f"{result.games}, %")
    return Figure(
        "wins",
        figure,
        "Strokes are 95 % intervals, the dashed line is the fair share.",
        "One panel per scenario, one dot per strategy, the most wins on top, dashed the fair share.",
        f"{opening(result.games)} by each strategy",
    )


def _table(run: RunDirectory, wins: WinsByTable, result: Result) -> Table:
    pairs = [(scenario, one) for scenario, shares in wins.items() for one in shares]
    columns = scenario_column(run, [scenario for scenario, _ in pairs]) | {
        "who plays": [one.name for _, one in pairs],
        result.games: [percent(one.share.value) for _, one in pairs],
        "95 % interval": [f"{one.share:ends}" for _, one in pairs],
        "fair share": [percent(one.fair) for _, one in pairs],
        "differs significantly": [one.side for _, one in pairs],
    }
    return Table(
        pl.DataFrame(columns),
        f"{opening(result.games)} by each strategy. The last column says whether that is more or less "
        f"than the fair share ({len(pairs)} comparisons allowed for).",
    )


def _a_row_each(run: RunDirectory, wins: WinsByTable, result: Result) -> Table:
    """Return a table with one row per scenario, if one per strategy would be too many."""
    columns = scenario_column(run, list(wins)) | {
        f"{result.games}, with 95 % intervals": [
            ", ".join(f"{one.name} {one.share}" for one in win) for win in wins.values()
        ]
    }
    return Table(
        pl.DataFrame(columns), f"{opening(result.games)} by each strategy, the one that wins most first."
    )
