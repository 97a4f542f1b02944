"""How figures look, in all reports alike: vectors, a palette for every eye, no ink without a meaning."""

from __future__ import annotations

import io
from typing import Any

import matplotlib as mpl
import seaborn as sns
from matplotlib.figure import Figure as MatplotlibFigure

INK = "#1d2733"
FAINT = "#8a94a0"
GRID = "#e3e7ec"
PALETTE = ["#0b5d8a", "#d1762a", "#3f8f5b", "#a23b72", "#7a6bb0", "#8c6d1f", "#c2473b", "#4b5a6a"]
"""Told apart by colour-blind readers, and in grey by their lightness."""

WIDTH = 9.0
"""Inches across a page."""


def use_style() -> None:
    """Set seaborn's theme and matplotlib's settings for what is drawn next."""
    sns.set_theme(
        context="paper",
        style="white",
        palette=PALETTE,
        rc={
            "axes.edgecolor": FAINT,
            "axes.grid": True,
            "axes.grid.axis": "y",
            "axes.labelcolor": INK,
            "axes.labelsize": 9,
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.titlelocation": "left",
            "axes.titlesize": 10,
            "axes.titleweight": "bold",
            "figure.constrained_layout.use": True,
            "font.family": "DejaVu Sans",
            "font.size": 9,
            "grid.color": GRID,
            "legend.frameon": False,
            "svg.fonttype": "path",
            "svg.hashsalt": "simkit",
            "text.color": INK,
            "xtick.color": INK,
            "ytick.color": INK,
        },
    )


def new_figure(rows: int, columns: int, height: float, **options: Any) -> tuple[MatplotlibFigure, Any]:
    """Return a figure as wide as the page and its axes, shape (rows, columns)."""
    figure = MatplotlibFigure(figsize=(WIDTH, height))
    return figure, figure.subplots(rows, columns, squeeze=False, **options)


def percent_axis(axes: Any, top: float = 100) -> None:
    """Label the y axis in per cent, from 0 to `top`."""
    axes.set_ylim(0, top)
    axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(decimals=0))


def svg_of(figure: MatplotlibFigure) -> str:
    """Return a figure as SVG text that does not depend on when it was drawn."""
    with mpl.rc_context({"svg.hashsalt": "simkit", "svg.fonttype": "path"}):
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": "simkit"})
    return file.getvalue()
