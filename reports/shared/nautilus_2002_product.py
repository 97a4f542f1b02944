"""The score of Nautilus (2002), a product: the spread of its factors, and in which winners lead."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from simkit import report as r
from simkit.reports.shared.nautilus_2002 import Subject

FACTORS = {"factor": "research factor", "points": "points"}

CALLED = FACTORS | {"points": "points of discoveries"}

DIVES = {
    "launches": "launches",
    "scans": "scans",
    "got_snail": "snails",
    "got_shell": "shells",
    "got_crab": "crabs",
    "got_anemone": "anemones",
    "got_gold": "gold",
    "got_chest": "chests",
    "got_speed": "speed chips",
    "got_atlantis": "pieces of Atlantis",
}
PLAY = {
    "factor": "factor",
    "points": "points",
    "cash": "money left",
    "chips": "chips",
    "built": "built",
    "activations_own": "own work",
    "activations_foreign": "others' work",
    "got_atlantis": "Atlantis",
    "got_gold": "gold",
}
"""The columns of the table of how strategies play."""

MOST_DOTS = 900
"""The most seats of a strategy that are drawn; more would hide each other."""

SPREAD = 0.3
"""How far dots are moved at random, because equal whole numbers would hide each other."""

LINES = 6
"""The most curves of equal scores."""

ROUND_NUMBERS = (1, 2, 5)
"""The first digits of possible steps between curves."""


@dataclass(frozen=True)
class Product(r.Part):
    """What the score is made of, and in which of its two factors winners lead."""

    subject: Subject

    def sections(self) -> list[r.Section]:
        """Return the seats over the two factors, how strategies play, and what winners have more of."""
        points = self.subject.points
        words = (
            "The score is the research factor times the points of discoveries, plus the money left. A player "
            f"with much of one and little of the other scores little{r.only_base(points.run)}."
        )
        worth = r.Worth(FACTORS | DIVES, "what", "Means per game of")
        blocks: list[r.Block] = [
            r.Text(words),
            _figure(points),
            points.play_table(PLAY, "How the strategies play: means per game"),
            *points.worth_tables(self.subject.name, worth),
        ]
        return [r.Section("The two factors of the score", blocks)]


def _figure(points: r.Points) -> r.Figure:
    """Return a figure of the seats over the two factors, with curves of equal product; the best is on top."""
    seats = (
        pl.concat(
            points.run.seats_in([scenario]).with_columns(
                strategy=pl.col("player").replace_strict(dict(enumerate(names)), return_dtype=pl.String)
            )
            for scenario, names in points.players.items()
        )
        .select("scenario", "game", "seat", "strategy", *FACTORS)
        .sort("scenario", "game", "seat")
        .collect(engine="streaming")
    )
    shifts = np.random.default_rng(0)  # moves dots apart, nothing else
    colours = r.figures.colours_of(points.names)
    figure, axes = r.figures.new_figure(1, 1, 4.4)
    panel, most = axes[0, 0], [1.0, 1.0]
    for layer, name in enumerate(reversed(points.names)):
        rows = seats.filter(pl.col("strategy") == name)
        rows = rows.gather_every(max(1, -(-len(rows) // MOST_DOTS)))
        spots, colour = rows.select(*FACTORS).to_numpy().astype(np.float64), colours[name]
        most = [max(old, float(new)) for old, new in zip(most, spots.max(axis=0), strict=True)]
        x, y = (spots + shifts.uniform(-SPREAD, SPREAD, spots.shape)).T
        mark = r.figures.mark_of(colour)
        panel.plot(x, y, mark, color=colour, ms=2.6, alpha=0.4, mew=0, zorder=2 + layer)
        mean = spots.mean(axis=0)
        (large,) = panel.plot(*mean, mark, color=colour, ms=10, mec="white", mew=1.5, zorder=20)
        told = r.Shown([r.charts.plain(mean[1], len(rows))])
        r.PanelPoints(panel, tuple(mean.reshape(2, 1)), told, [large], upright=True)
    across, up = np.meshgrid(np.linspace(0, most[0] + 1, 200), np.linspace(0, most[1] + 1, 200))
    curves = panel.contour(
        across, up, across * up, levels=_levels(most[0] * most[1]), colors=r.figures.SOFT, linewidths=0.9,
        zorder=15,
    )  # fmt: skip
    panel.clabel(curves, fontsize=8, fmt="%.0f")
    panel.set_xlim(-0.5, most[0] + 0.8)
    panel.set_ylim(-0.5, most[1] + 0.8)
    panel.set_xlabel(CALLED["factor"])
    panel.set_ylabel(CALLED["points"])
    panel.grid(axis="x", visible=True)
    r.name_series(figure, colours)
    return r.Figure(
        "factors",
        figure,
        f"A dot is a seat at the end of a game (at most {MOST_DOTS} of each strategy, moved a little apart), "
        "the large mark a strategy's mean. On each curve the product is the same.",
        "One dot per seat over the two factors, curves of equal products, one large mark per strategy.",
        "Research factor and points of discoveries, whose product is the score",
    )


def _levels(most: float) -> list[float]:
    """Return round products up to the largest one, at equal steps."""
    steps = sorted(digit * 10.0**power for power in range(5) for digit in ROUND_NUMBERS)
    step = next(step for step in steps if most / step <= LINES)
    return [float(level) for level in np.arange(step, most, step)] or [step]
