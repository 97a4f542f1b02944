"""Reports what seats hold over a game's turns (such as money), where it comes from and where it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from simkit.report.document.blocks import Figure, Finding, Part, Section, Surprise, Text
from simkit.report.document.charts import MOST_ROWS, key
from simkit.report.document.figures import (
    LINE_HEIGHT,
    PALETTE,
    colours_of,
    new_figure,
    small_multiples,
    whole_numbers,
)
from simkit.report.facts.scenarios import panel_titles
from simkit.report.words import opening
from simkit.reports.shared.nautilus_2002_subject import Subject
from simkit.run.store.directory import RunDirectory

STILL_PLAYING = 0.1
"""Turns that a smaller share of games reaches are not drawn, because they show the longest games only."""

FEWEST_GAMES = 30
"""The fewest logged games that still go on in a turn of which something is said."""

HEIGHT, LOW, MANY = 2.1, 1.75, 9
"""The height of a panel in inches; LOW with more than MANY panels, of which fifteen then fit on a page."""

MOST_PANELS = 15
"""The most scenarios that are drawn over the turns."""

Flows = Mapping[str, Sequence[float]]
"""Of what kind -> how much in each scenario."""


@dataclass(frozen=True)
class StockWords:
    """The words for what seats hold.

    Parameters
    ----------
    heading, introduction : str
        What it is called, and where it comes from.
    unit : str
        What it is counted in: "Nemos".
    turn : str
        What a turn is: "round".
    length : str
        The games' column that says how many turns there were.
    few : int
        The amount below which a player is said to have run dry.
    """

    heading: str
    introduction: str
    unit: str
    turn: str
    length: str
    few: int


@dataclass(frozen=True)
class Books:
    """How a game calculates what seats hold; each function takes a run and some scenarios.

    Parameters
    ----------
    start : callable
        Returns what a seat begins with, by scenario.
    changes : callable
        Returns a table of all that came or (below 0) went in the logged games: scenario, game, turn, seat,
        amount.
    flows : callable
        Returns a seat's receipts and its expenses by kind: means per game, one for each scenario.
    """

    start: Callable[[RunDirectory, Sequence[int]], Mapping[int, float]]
    changes: Callable[[RunDirectory, Sequence[int]], pl.DataFrame]
    flows: Callable[[RunDirectory, Sequence[int]], tuple[Flows, Flows]]


@dataclass(frozen=True)
class Stock(Part):
    """What players hold over the turns, where it comes from and where it goes.

    Parameters
    ----------
    subject : Subject
        Whose.
    words : StockWords
        What they hold.
    books : Books
        How much of it.
    """

    subject: Subject
    words: StockWords
    books: Books

    def findings(self) -> list[Finding]:
        """Return a sentence on how early players run dry; nothing if few games were logged."""
        if not self.subject.run.has_events:
            return []
        words, players = self.words, self.subject.at_table
        told = self._spread.filter(pl.col("games") >= FEWEST_GAMES)
        settings = told["scenario"].n_unique()
        if not settings:
            return []
        dry = told.filter(pl.col("median") < words.few).group_by("scenario").agg(pl.col("turn").min())
        turns = dict(dry.iter_rows())
        if not turns:
            said = (
                f"{players}, half of the players hold at least {words.few} {words.unit} in every "
                f"{words.turn} that {FEWEST_GAMES} logged games reach."
            )
            return [Finding(opening(said), surprise=Surprise.WHICH)]
        first, last = min(turns.values()), max(turns.values())
        later = "" if first == last else f" to {last}"
        when = f"{words.turn} {first}{later} on{', depending on the scenario,' if later else ''}"
        rest = settings - len(turns)
        never = f"; in {rest} of {settings} scenarios they never do" if rest else ""
        return [
            Finding(
                f"{words.heading} runs dry: {players}, half of the players hold less than {words.few} "
                f"{words.unit} from {when} in games that last so long{never}.",
                surprise=Surprise.WHICH,
            )
        ]

    def sections(self) -> list[Section]:
        """Return a section with what is held over the turns, if games were logged, and with the flows."""
        run, words, scenarios = self.subject.run, self.words, self.subject.alone[:MOST_ROWS]
        introduction = Text(f"Means of {self.subject.called}. {words.introduction}")
        rows = [self.subject.rows[scenario] for scenario in scenarios]
        flows = flows_figure(rows, *self.books.flows(run, scenarios), words.unit)
        if not run.has_events:
            logged = (
                f"{words.heading} over the {words.turn}s needs events: `events: {{one_in: 50}}` in the "
                "experiment."
            )
            return [Section(words.heading, [introduction, flows, Text(logged)])]
        drawn = self._drawn
        first = f"Over the {words.turn}s, the first {len(drawn)} scenarios are drawn."
        titles = panel_titles(run, drawn, [words.unit])
        held = stock_figure(self._spread, titles, self.books.start(run, drawn), words.unit, words.turn)
        not_all = [Text(first)] if len(drawn) < len(scenarios) else []
        return [Section(words.heading, [introduction, *not_all, held, flows])]

    @property
    def _drawn(self) -> list[int]:
        return self.subject.alone[:MOST_PANELS]

    @cached_property
    def _spread(self) -> pl.DataFrame:
        run, drawn = self.subject.run, self._drawn
        start, changes = self.books.start(run, drawn), self.books.changes(run, drawn)
        return spread_by_turn(stock_by_turn(run, changes, start, self.words.length))


def stock_by_turn(
    run: RunDirectory, changes: pl.DataFrame, start: Mapping[int, float], length: str
) -> pl.DataFrame:
    """Return a table of the stock of each seat of the logged games at the end of each turn.

    Parameters
    ----------
    changes : polars.DataFrame
        Columns scenario, game, turn, seat, amount: what came (or, below 0, went) when.
    start : mapping
        Scenario -> what a seat begins with.
    length : str
        The games' column that says how many turns there were.

    Returns
    -------
    polars.DataFrame
        Columns scenario, game, seat, turn, held.
    """
    logged = run.events(scenarios=sorted(start)).select("scenario", "game").unique()
    begins = pl.col("scenario").replace_strict(dict(start), return_dtype=pl.Float64)
    turns = pl.int_ranges(1, pl.col(length) + 1)
    every = (
        run.seats(sorted(start))
        .select("scenario", "game", "seat")
        .join(logged, on=["scenario", "game"])
        .join(run.games(sorted(start)).select("scenario", "game", length), on=["scenario", "game"])
        .with_columns(turn=turns)
        .explode("turn")
    )
    sums = changes.lazy().group_by("scenario", "game", "seat", "turn").agg(pl.col("amount").sum())
    return (
        every.join(sums, on=["scenario", "game", "seat", "turn"], how="left")
        .sort("scenario", "game", "seat", "turn")
        .with_columns(held=begins + pl.col("amount").fill_null(0).cum_sum().over("scenario", "game", "seat"))
        .select("scenario", "game", "seat", "turn", "held")
        .collect()
    )


def spread_by_turn(held: pl.DataFrame) -> pl.DataFrame:
    """Return the spread of the stock by scenario and turn (low, median, high), without the last turns.

    Beside it stand how many seats, and how many games, still play.
    """
    by_turn = (
        held.group_by("scenario", "turn")
        .agg(
            low=pl.col("held").quantile(0.05),
            median=pl.col("held").median(),
            high=pl.col("held").quantile(0.95),
            seats=pl.len(),
            games=pl.col("game").n_unique(),
        )
        .sort("scenario", "turn")
    )
    return by_turn.filter(pl.col("seats") >= STILL_PLAYING * pl.col("seats").max().over("scenario"))


def stock_figure(
    spread: pl.DataFrame, titles: Mapping[int, str], start: Mapping[int, float], what: str, turn: str
) -> Figure:
    """Return a figure of seats' stock over the turns: the median, and a band for nine seats in ten.

    Parameters
    ----------
    spread : polars.DataFrame
        As `spread_by_turn` returns it.
    titles : mapping
        Scenario -> its panel's title.
    start : mapping
        Scenario -> what a seat begins with.
    what : str
        What is held: "Nemos".
    turn : str
        What a turn is: "round".
    """
    across = min(3, len(titles))
    height = HEIGHT if len(titles) <= MANY else LOW
    figure, panels = small_multiples(list(titles.values()), height, across=across, sharey=True)
    top = max(max(start.values()), float(str(spread["high"].max() or 0)))
    for scenario, title in titles.items():
        own, panel = spread.filter(pl.col("scenario") == scenario), panels[title]
        turns = np.array([0, *own["turn"]])
        low, median, high = (np.array([start[scenario], *own[name]]) for name in ("low", "median", "high"))
        panel.fill_between(turns, low, high, color=PALETTE[0], alpha=0.25, lw=0)
        panel.plot(turns, median, color=PALETTE[0], lw=1.6, marker="o", ms=3)
        panel.set_ylim(0, 1.05 * top)
        whole_numbers(panel.xaxis)
        panel.set_xlabel(turn)
        panel.set_ylabel(what)
        if len(titles) == 1:
            panel.set_title("")  # "the only scenario" says nothing
    return Figure(
        f"{what.lower()}_over_time",
        figure,
        f"{what} that a player holds at the end of each {turn} (0: at the start). The line is the median, "
        f"the band holds nine players in ten. Only {turn}s that at least one game in ten reaches.",
        f"One panel per scenario: the median and a band of {what} against the {turn}.",
    )


def flows_figure(rows: Sequence[str], comes: Flows, goes: Flows, what: str) -> Figure:
    """Return a figure of the sources and uses of something, with two stacked bars per row.

    Parameters
    ----------
    rows : sequence of str
        What each pair of bars is called.
    comes, goes : mapping
        From where, or to where -> how much in each row.
    """
    colours = colours_of(list(dict.fromkeys([*comes, *goes])))
    lines = max(row.count("\n") for row in rows)
    figure, axes = new_figure(1, 2, (0.3 + LINE_HEIGHT * lines) * len(rows) + 1.5, sharey=True, sharex=True)
    for panel, title, parts in zip(axes[0], ("comes from", "goes to"), (comes, goes), strict=True):
        left, places = np.zeros(len(rows)), np.arange(len(rows))
        for name, amounts in parts.items():
            panel.barh(places, amounts, left=left, color=colours[name], height=0.74, ec="white", lw=0.8)
            left += np.array(amounts)
        panel.set_title(title)
        panel.set_xlabel(what)
        panel.grid(axis="y", visible=False)
        panel.grid(axis="x", visible=True)
    axes[0, 0].set_yticks(np.arange(len(rows)), rows)
    axes[0, 0].set_ylim(len(rows) - 0.5, -0.5)
    key(figure, colours)
    return Figure(
        f"{what.lower()}_flow",
        figure,
        f"Where a player's {what} come from, and where they go: means per game.",
        "Two panels of stacked bars, one bar per row: sources on the left, uses on the right.",
    )
