"""Draws combinations of parts: a column for each, with what is won above, and what is in it below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from simkit.document.charts import ends_of
from simkit.document.figures import GRID, INK
from simkit.document.points import PanelPoints, Shown
from simkit.language import opening
from simkit.stats.estimates import SHARE, Estimate

SHADE, STRIPE = "#f2dfc9", "#f5f7f9"
"""The colours of what better play would win, and of every other row."""


def shade(panel: Any, rates: Sequence[Estimate], ceilings: Sequence[Estimate]) -> None:
    """Shade what the best play wins beyond a player."""
    low, high = (100 * ends_of(values)[0] for values in (rates, ceilings))
    places = np.flatnonzero(high > low)
    panel.bar(places, (high - low)[places], bottom=low[places], width=0.86, color=SHADE, lw=0)


def dots(panel: Any, shares: Sequence[Estimate], colour: Any, mark: str, shown: Shown) -> None:
    """Draw an upright strip of dots with their intervals."""
    places = np.arange(len(shares), dtype=np.float64)
    value, low, high = 100 * ends_of(shares)
    bars = panel.vlines(places, low, high, color=colour, lw=1.6, alpha=0.45)
    size = 9 if mark == "_" else 4.5
    (marks,) = panel.plot(places, value, mark, ms=size, mew=2 if mark == "_" else 1, color=colour, zorder=3)
    told = replace(shown, estimates=shares, unit=SHARE)
    PanelPoints(panel, (places, value), told, [marks, bars], upright=True)


def draw_parts(panel: Any, parts: Sequence[str], order: Sequence[frozenset[str]]) -> None:
    """Draw a column of dots for each combination: dark for the parts in it."""
    for row in range(0, len(parts), 2):
        panel.axhspan(row - 0.5, row + 0.5, color=STRIPE, lw=0, zorder=0)
    for row, part in enumerate(parts):
        inside = [place for place, combination in enumerate(order) if part in combination]
        rest = [place for place, combination in enumerate(order) if part not in combination]
        panel.plot(rest, [row] * len(rest), "o", ms=2.5, color=GRID)
        panel.plot(inside, [row] * len(inside), "o", ms=5.5, color=INK)
    panel.set_yticks(range(len(parts)), map(opening, parts))
    panel.set_ylim(len(parts) - 0.5, -0.5)
    panel.set_xticks([])
    panel.tick_params(left=False)
    panel.grid(visible=False)
    panel.spines["bottom"].set_visible(False)
