"""How long Castaways' outings are, and how that bears on getting lost."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from simkit import report as r
from simkit.reports.shared.castaways_together import Together
from simkit.reports.shared.castaways_turns import GAME, events_of

FACES = 6

FEWEST = 10
"""Returns that a share needs to be drawn."""

LONG = 6
"""Cards of an outing from which on it is long."""

KINDS = ("party_set_out", "card_drawn", "cube", "got_lost", "came_back")

PANELS = {"cards": "cards drawn on the outing", "place": "place of the return cube when they turn back"}


def chance_to_fail(place: int) -> float:
    """Return the chance that two dice, without anything added, show less than a place of the track."""
    pairs = [one + other for one in range(1, FACES + 1) for other in range(1, FACES + 1)]
    return sum(total < place for total in pairs) / len(pairs)


def returns(run: r.Run, scenarios: list[int]) -> pl.DataFrame:
    """Return every castaway's return from an outing, or loss, in the games that were logged.

    Columns: scenario, game, turn, step, cards (drawn on the outing before), place (of the return cube), lost.
    """
    rules = run.scenario_rows().select("scenario", "knobs").iter_rows()
    start = {scenario: json.loads(knobs)["return_start"] for scenario, knobs in rules}
    outing = (*GAME, "outing")
    kind = pl.col("kind")
    events = events_of(run, KINDS, scenarios).with_columns(
        outing=(kind == "party_set_out").cum_sum().over(GAME)
    )
    events = events.with_columns(
        cards=(kind == "card_drawn").cum_sum().over(outing),
        place=pl.when(kind == "cube").then(pl.col("a")).forward_fill().over(outing),
        lost=kind == "got_lost",
    ).with_columns(place=pl.col("place").fill_null(pl.col("scenario").replace_strict(start)))
    ended = pl.col("lost") | ((kind == "came_back") & (pl.col("b") < 0))
    return events.filter(ended, pl.col("cards") > 0).select(*GAME, "turn", "step", "cards", "place", "lost")


@dataclass(frozen=True)
class Outings(r.Part):
    """How often castaways are lost on their way back from an outing, for the best strategy."""

    together: Together

    @cached_property
    def rows(self) -> pl.DataFrame:
        """The returns, once for each group: those who return together share the roll."""
        found = returns(self.together.run, list(self.together.by_players().values()))
        return found.unique((*GAME, "step"), keep="first", maintain_order=True)

    def sections(self) -> list[r.Section]:
        """Return the share that gets lost by the length of an outing, beside the odds of two dice."""
        if not self.together.run.has_events:
            return []
        shares = {column: _shares_lost(self.rows, column) for column in PANELS}
        if any(share.is_empty() for share in shares.values()):
            return []
        figure, axes = r.figures.new_figure(1, 2, 2.9, sharey=True)
        for panel, (column, words) in zip(axes[0], PANELS.items(), strict=True):
            _draw(panel, shares[column], column)
            panel.set_xlabel(words)
            panel.set_ylim(0, 100)
        axes[0, 0].set_ylabel("lost, % of returns")
        r.name_series(figure, {"measured": r.figures.PALETTE[0], "two dice alone": r.figures.SOFT})
        words = (
            "A castaway who returns rolls two dice against the place of the return cube. The dashed line is "
            "what two dice alone would do: a single roll with nothing added. The distance to the measured "
            "line is what the weather, abilities, compasses and maps, and further rolls for a tile or for "
            "energy bring. A group that returns together counts once."
        )
        caption = (
            f"Played by {self.together.best}{self.together.setting}: measured, with 95 % intervals, and by "
            "the exact odds of two dice."
        )
        title = "How often castaways are lost on their way back"
        each = "Two panels: share lost by cards drawn and by the cube's place, measured and exact."
        shown = r.Figure("outings", figure, caption, each, title)
        short, long = (self.rows.filter(size) for size in (pl.col("cards") < LONG, pl.col("cards") >= LONG))
        both = {f"before the {LONG}th card": short, "later": long}
        turned = [
            {"they turn back": when, "returns": len(rows), "lost": _share(rows)}
            for when, rows in both.items()
            if len(rows)
        ]
        lost = r.Table(turned, "How often those who turn back early and late are lost.")
        return [r.Section("Outings and getting lost", [r.Text(words), shown, lost])]


def _shares_lost(rows: pl.DataFrame, column: str) -> pl.DataFrame:
    """Return for each value of a column the returns, the share that failed, and the odds of two dice."""
    odds = {place: chance_to_fail(place) for place in rows["place"].unique()}
    alone = pl.col("place").replace_strict(odds, return_dtype=pl.Float64).mean()
    counts = rows.group_by(column).agg(n=pl.len(), alone=alone).filter(pl.col("n") >= FEWEST).sort(column)
    lost = [_share(rows.filter(pl.col(column) == count)) for count in counts[column]]
    return counts.with_columns(pl.Series("lost", lost, pl.Object))


def _draw(panel: Any, shares: pl.DataFrame, column: str) -> None:
    x = shares[column].to_numpy().astype(np.float64)
    alone = 100 * shares["alone"].to_numpy()
    panel.plot(x, alone, color=r.figures.SOFT, lw=1.2, ls=(0, (4, 3)))
    r.charts.line_with_band(panel, x, shares["lost"].to_list(), r.figures.PALETTE[0])


def _share(rows: pl.DataFrame) -> r.Estimate:
    """Return the share of returns on which somebody is lost; scenarios play the same chance, game by game."""
    games = rows.group_by("game").agg(pl.col("lost").cast(pl.Float64).sum(), n=pl.len()).sort("game")
    return r.share_over_games(games["lost"].to_numpy(), games["n"].to_numpy())
