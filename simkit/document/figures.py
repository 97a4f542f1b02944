"""The style of all figures: vector graphics, colours that colour-blind readers can distinguish.

The libraries that draw are loaded by what draws: a run that only prints its answer starts a second sooner.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from cycler import cycler

if TYPE_CHECKING:
    from matplotlib.colors import ListedColormap
    from matplotlib.figure import Figure as MatplotlibFigure

INK = "#1d2733"
SOFT = "#5b6774"
FAINT = "#8a94a0"
GRID = "#e3e7ec"
PALETTE = ("#0b5d8a", "#bb6713", "#7a1446", "#4bb9c4", "#8f8df0", "#ea5a72", "#593b18", "#c3b930")
"""Colours that colour-blind readers can distinguish, mostly by lightness (a test checks every pair)."""

MARKS = ("o", "s", "^", "D", "v", "P", "X", "p")
"""The mark for points in each colour of the palette, so that they also differ in grey print."""

WIDTH = 8.0
"""The width of figures in inches; the PDF shows them at nine tenths, where letters are still legible."""

LUMA, DARK_ENOUGH = np.array([0.299, 0.587, 0.114]), 0.42
"""How bright red, green and blue are, and how bright letters may be at most."""

LOWEST = 1.7
"""The least height of a figure in inches, for its axis and key."""

TITLE = 76
"""The characters of a title that fit across a page beside the labels of an axis."""

LINE_HEIGHT = 0.17
"""The height of a further line of a title or label, in inches."""

STYLE: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": FAINT,
    "axes.facecolor": "white",
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelcolor": SOFT,
    "axes.labelsize": 9,
    "axes.linewidth": 0.8,
    "axes.prop_cycle": cycler(color=PALETTE),
    "axes.spines.bottom": True,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "figure.constrained_layout.hspace": 0.06,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.wspace": 0.04,
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "grid.color": GRID,
    "grid.linestyle": "-",
    "grid.linewidth": 0.8,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "legend.title_fontsize": 9.6,
    "lines.linewidth": 1.2,
    "lines.markersize": 4.8,
    "lines.solid_capstyle": "round",
    "patch.edgecolor": "white",
    "patch.force_edgecolor": True,
    "patch.linewidth": 0.8,
    "svg.fonttype": "path",
    "svg.hashsalt": "simkit",
    "text.color": INK,
    "text.parse_math": False,  # a designer's names may hold dollars
    **{
        f"{axis}tick.{name}": value
        for axis in ("x", "y")
        for name, value in {
            "color": INK,
            "direction": "out",
            "labelsize": 8.5,
            "major.size": 4.8,
            "major.width": 1.0,
            "minor.size": 3.2,
            "minor.width": 0.8,
        }.items()
    },
    **dict.fromkeys(("xtick.bottom", "xtick.top", "ytick.left", "ytick.right"), False),
}


def red_to_blue() -> ListedColormap:
    """Return colours for grids with numbers, as dark as black letters are legible on, on dark pages too."""
    return _part_of("RdBu", 0.28, 0.72)


def white_to_blue() -> ListedColormap:
    """Return the same from white to blue."""
    return _part_of("Blues", 0, 0.5)


@cache
def _part_of(name: str, start: float, end: float) -> ListedColormap:
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    return ListedColormap(colormaps[name](np.linspace(start, end, 256)))


def use_style() -> None:
    """Set matplotlib's settings, whatever stands in a `matplotlibrc` of the folder.

    By such a file, which may be a stranger's, figures would look otherwise, or texts be set by latex.
    """
    import matplotlib

    if Path(matplotlib.matplotlib_fname()).parent != Path(matplotlib.get_data_path()):
        matplotlib.rcdefaults()
    matplotlib.rcParams.update(STYLE)


def new_figure(rows: int, columns: int, height: float, **options: Any) -> tuple[MatplotlibFigure, Any]:
    """Return a figure as wide as the page and its axes, shape (rows, columns)."""
    from matplotlib.figure import Figure as MatplotlibFigure

    figure = MatplotlibFigure(figsize=(WIDTH, max(height, LOWEST)))
    return figure, figure.subplots(rows, columns, squeeze=False, **options)


def small_multiples(
    names: Sequence[str], height: float, across: int = 3, **options: Any
) -> tuple[MatplotlibFigure, dict[str, Any]]:
    """Return a figure with one titled panel per name, and the panels by name.

    * `names`: what each panel shows, row by row.
    * `height`: inches of one row of panels.
    * `across`: most panels side by side.
    * `options`: passed to matplotlib's ``subplots``.
    """
    columns = min(across, len(names))
    rows = -(-len(names) // columns)
    lines = max(len(textwrap.wrap(name, TITLE // columns)) for name in names)
    figure, axes = new_figure(rows, columns, (height + LINE_HEIGHT * (lines - 1)) * rows + 0.3, **options)
    panels = dict(zip(names, axes.flat, strict=False))
    for name, panel in panels.items():
        panel.set_title(textwrap.fill(name, TITLE // columns))
    for panel in list(axes.flat)[len(names) :]:
        panel.set_visible(False)
    for column in range(columns):  # the lowest panel of a column may not be in the last row
        lowest = (len(names) - 1 - column) // columns
        axes[lowest, column].xaxis.set_tick_params(labelbottom=True)
    return figure, panels


def colours_of(names: Sequence[str]) -> dict[str, Any]:
    """Return a colour for each name; equal names always get equal colours."""
    if len(names) <= len(PALETTE):
        return dict(zip(names, PALETTE, strict=False))
    import seaborn as sns

    return dict(zip(names, sns.husl_palette(len(names), l=0.5), strict=True))


def mark_of(colour: Any) -> str:
    """Return matplotlib's code for the mark of a colour; colours outside the palette have the first one."""
    return MARKS[PALETTE.index(colour)] if colour in PALETTE else MARKS[0]


def _rgb(colour: Any) -> npt.NDArray[np.float64]:
    from matplotlib.colors import to_rgb

    return np.array(to_rgb(colour))


def hex_of(colour: Any) -> str:
    """Return a colour as "#rrggbb"."""
    from matplotlib.colors import to_hex

    return to_hex(colour)


def ink_on(colour: Any) -> str:
    """Return the colour for letters, white or black, that is more legible on `colour`, on dark pages too."""
    return "white" if LUMA @ _rgb(colour) < 0.58 else "black"


def darkened(colour: Any) -> tuple[float, float, float]:
    """Return a colour for letters on the page's background, as dark as they are legible there."""
    rgb = _rgb(colour)
    while float(LUMA @ rgb) > DARK_ENOUGH:
        rgb = rgb * 0.95
    return tuple(rgb)


def percent_axis(axes: Any, top: float = 100) -> None:
    """Label the y axis in per cent, from 0 to `top`."""
    from matplotlib.ticker import PercentFormatter

    axes.set_ylim(0, top)
    axes.yaxis.set_major_formatter(PercentFormatter(decimals=0, symbol="\N{NO-BREAK SPACE}%"))


def whole_numbers(axis: Any) -> None:
    """Label an axis at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))


def svg_of(figure: MatplotlibFigure) -> str:
    """Return a figure as SVG text that does not depend on when it was drawn."""
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "simkit", "svg.fonttype": "path"}):
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": "simkit"})
    return file.getvalue()
