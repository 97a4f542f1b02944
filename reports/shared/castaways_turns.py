"""What Castaways' table of events says of the turns: energy, injuries, food, fire; the headland."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from simkit import report as r
from simkit.games.castaways.names import BONFIRE_SITE, OBJECTS, SIGN_SITE, SIGNALS, SIGNALS_CALLED
from simkit.reports.shared.castaways_together import Together

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

GAME = ("scenario", "game")

ACROSS, HEIGHT = 3, 2.6
"""Panels side by side, and the inches of a row of them."""

FEWEST = 20
"""Games that a mean over those still running needs."""

PANELS = {
    "energy": "energy of a castaway",
    "injuries": "injuries of a castaway",
    "food": "food tokens in storage",
    "wood": "wood in storage",
    "fire": "nights with a fire, %",
    "living": "castaways alive",
}
"""What is drawn over the turns, a panel each."""


def events_of(run: r.Run, kinds: tuple[str, ...], scenarios: list[int]) -> pl.DataFrame:
    """Return the events of some kinds, in order: `kind` by name, and the numbers as the files have them."""
    kind = pl.col("kind").cast(pl.String)
    return run.events_in(scenarios=scenarios).with_columns(kind).filter(kind.is_in(kinds)).collect()


@dataclass(frozen=True)
class Turns(r.Part):
    """Energy, injuries, food and fire over the turns, for the best strategy."""

    together: Together

    def sections(self) -> list[r.Section]:
        """Return a section of means over the turns; empty where no games were logged."""
        run, lines = self.together.run, self.together.lines
        if not run.has_events or (means := _over_turns(run, list(lines.values()))).is_empty():
            return []
        words = (
            "At the end of each turn, on average over the games that are still running then and the "
            "castaways who live (those who died are in no mean but the last one). Turns that fewer than "
            f"{FEWEST} logged games reach are left out."
        )
        by = f"Played by {self.together.best}{self.together.setting}."
        shown = r.Figure(
            "turns", _means_figure(means, lines), by,
            "Six panels over the turns, one line per number of players.",
            "How castaways fare over the turns",
        )  # fmt: skip
        return [r.Section("Turn by turn", [r.Text(words), shown])]


def _over_turns(run: r.Run, scenarios: list[int]) -> pl.DataFrame:
    """Return the means over the games still running, by scenario and turn."""
    by_turn = ["scenario", "turn"]
    people = run.events_in("turn_state", scenarios).with_columns(injuries=pl.col("harm") // 100)
    of_people = people.group_by(by_turn).agg(pl.col("energy", "injuries").mean(), people=pl.len())
    of_camps = (
        run.events_in("camp_state", scenarios)
        .group_by(by_turn)
        .agg(pl.col("food", "wood").mean(), fire=100 * pl.col("fire").mean(), games=pl.len())
    )
    means = of_camps.join(of_people, on=by_turn).with_columns(living=pl.col("people") / pl.col("games"))
    return means.filter(pl.col("games") >= FEWEST).sort(by_turn).collect()


def _means_figure(means: pl.DataFrame, lines: Mapping[str, int]) -> MatplotlibFigure:
    """Return a figure of means over the turns: one panel per column, one line per number of players."""
    colours = r.figures.colours_of(list(lines))
    rows = -(-len(PANELS) // ACROSS)
    figure, axes = r.figures.new_figure(rows, ACROSS, HEIGHT * rows, sharex=True)
    for panel, (column, title) in zip(axes.flat, PANELS.items(), strict=True):
        for line, scenario in lines.items():
            own = means.filter(scenario=scenario)
            estimates = [r.charts.plain(mean, n) for mean, n in own.select(column, "games").iter_rows()]
            told = r.Shown(estimates, scenarios=[[scenario]] * len(own))
            r.charts.line_of_means(panel, own["turn"], own[column], colours[line], told)
        panel.set_title(title, fontsize=9)
        panel.set_ylim(bottom=0)
    for panel in axes[-1]:
        panel.set_xlabel("turn")
        r.figures.whole_numbers(panel.xaxis)
    r.name_series(figure, colours)
    return figure


@dataclass(frozen=True)
class Headland(r.Part):
    """The turn in which the headland is reached, and the signals missing then, for the best strategy."""

    together: Together

    @cached_property
    def turns(self) -> pl.DataFrame:
        """How many games of each scenario reach it in each turn: scenario, turn (0: never), games."""
        games = self.together.run.games_in(list(self.together.by_players().values()))
        counts = games.group_by("scenario", turn="headland_turn").agg(games=pl.len())
        return counts.sort("scenario", "turn").collect(engine="streaming")

    def sections(self) -> list[r.Section]:
        """Return the share of games that have reached it by each turn, and the signals that were missing."""
        if self.turns.filter(pl.col("turn") > 0).is_empty():
            return []
        by = f"Played by {self.together.best}{self.together.setting}."
        shown = r.Figure(
            "headland",
            self._figure(),
            by,
            "Lines over the turns, one per number of players.",
            "By which turn the headland is reached",
        )
        rows = [{"players": count} | row for count, row in self._missing().items()]
        words = "What was missing in the turn in which the headland was reached: share of the logged games."
        table = [r.Table(rows, words)] if rows else []
        return [r.Section("The headland", [shown, r.Table(self._reached(), "How often, and when."), *table])]

    def _missing(self) -> dict[int, dict[str, r.Estimate]]:
        """Return the share of logged games that lacked each signal at the headland, by number of players."""
        run = self.together.run
        rows = self.together.by_players() if run.has_events else {}
        owned = {count: owned_at_the_headland(run, [scenario]) for count, scenario in rows.items()}
        return {
            count: {
                called: r.wilson(int((~signals[id_]).sum()), len(signals))
                for id_, called in zip(SIGNALS, SIGNALS_CALLED, strict=True)
            }
            for count, signals in owned.items()
            if not signals.is_empty()
        }

    def _reached(self) -> list[dict[str, object]]:
        """Return how often the headland is reached, and in which turn on average, by number of players."""
        rows = []
        for count, scenario in self.together.by_players().items():
            own = self.turns.filter(scenario=scenario)
            turn, games = own["turn"].to_numpy(), own["games"].to_numpy()
            there = games * (turn > 0)
            reached, every = int(there.sum()), int(games.sum())
            when = float((turn * there).sum() / reached) if reached else None
            share = r.wilson(reached, every)
            rows.append({"players": count, "games that reach it": share, "turn on average": when})
        return rows

    def _figure(self) -> MatplotlibFigure:
        lines = self.together.lines
        colours = r.figures.colours_of(list(lines))
        figure, axes = r.figures.new_figure(1, 1, 2.7)
        panel = axes[0, 0]
        turns = range(1, int(self.turns["turn"].to_numpy().max()) + 1)
        for line, scenario in lines.items():
            rows = self.turns.filter(scenario=scenario)
            games = int(rows["games"].sum())
            of = {turn: n for turn, n in rows.select("turn", "games").iter_rows() if turn > 0}
            rates = [r.wilson(sum(n for at, n in of.items() if at <= turn), games) for turn in turns]
            told = r.Shown(rates, unit=r.SHARE, scenarios=[[scenario]] * len(rates))
            r.charts.line_of_means(panel, turns, [100 * rate.value for rate in rates], colours[line], told)
        panel.set_ylim(0, 100)
        r.figures.whole_numbers(panel.xaxis)
        panel.set_xlabel("turn")
        panel.set_ylabel("headland reached, % of games")
        r.name_series(figure, colours)
        return figure


def owned_at_the_headland(run: r.Run, scenarios: list[int]) -> pl.DataFrame:
    """Return the signals owned when the headland was reached: a row per logged game that reached it.

    Columns: scenario, game, turn, and one per signal, by its id.
    """
    counts = {"object_gained": 1, "object_left": -1, "built": 1, "headland_reached": 0}
    events = events_of(run, tuple(counts), scenarios)
    reached = events.filter(kind="headland_reached").select(*GAME, "turn", at="step")
    before = events.join(reached.select(*GAME, "at"), on=GAME).filter(pl.col("step") <= pl.col("at"))
    number = pl.col("kind").replace_strict(counts, return_dtype=pl.Int64)
    built, thing = pl.col("kind") == "built", pl.col("b")
    sites = {"bonfire": BONFIRE_SITE, "sign": SIGN_SITE}
    owned = before.group_by(GAME).agg(
        (number * (built & (thing == sites[id_]) if id_ in sites else ~built & (thing == OBJECTS.index(id_))))
        .sum()
        .alias(id_)
        > 0
        for id_ in SIGNALS
    )
    return reached.drop("at").join(owned, on=GAME).sort(GAME)
