"""Draws maps of a board of squares that show how often something happens on each square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.report.document.blocks import Figure
from simkit.report.document.charts import Floats, key
from simkit.report.document.figures import INK, SOFT, WIDTH, small_multiples

ACROSS = 2
"""The number of maps side by side."""

RIM = 0.62
"""The height of a map's title and scale, in inches."""

SELDOM = 0.02
"""The share of the darkest square's count below which a square is not coloured."""

MOST_TICKS = 5
"""The most numbers on a scale."""


@dataclass(frozen=True)
class Board:
    """The squares over which maps are drawn.

    Parameters
    ----------
    zones : int array, shape (height, width)
        The zone of each square.
    colours : mapping
        What each zone is called, in the order of their numbers -> its colour.
    marked : sequence of int
        Squares on which something is printed, numbered row by row.
    marks : str
        What is printed there.
    """

    zones: npt.NDArray[np.int64]
    colours: Mapping[str, str]
    marked: Sequence[int]
    marks: str

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        height, width = self.zones.shape
        return height, width

    def count(self, squares: npt.NDArray[np.int64]) -> Floats:
        """Return how many events name each square, shape (height, width)."""
        return np.bincount(squares, minlength=self.zones.size).reshape(self.shape).astype(np.float64)


def maps_figure(board: Board, maps: Mapping[str, Floats], name: str, caption: str, unit: str) -> Figure:
    """Return maps that show how often something happens on each square, each map with its own scale.

    Parameters
    ----------
    board : Board
        What lies under them.
    maps : mapping
        What each shows -> a number for each square, shape (height, width).
    name, caption : str
        As in `Figure`.
    unit : str
        What the numbers are.
    """
    from matplotlib.ticker import MaxNLocator

    height, width = board.shape
    across = min(ACROSS, len(maps))
    figure, panels = small_multiples(list(maps), WIDTH / across * height / width + RIM, across=across)
    for title, panel in panels.items():
        _draw_board(panel, board)
        mesh = _draw_heat(panel, maps[title])
        if mesh is not None:
            bar = figure.colorbar(mesh, ax=panel, location="bottom", shrink=0.7, aspect=40, pad=0.02)
            bar.set_label(unit, fontsize=8)
            bar.ax.tick_params(labelsize=7.5)
            bar.locator = MaxNLocator(MOST_TICKS)
            bar.outline.set_visible(False)
    key(figure, board.colours)
    return Figure(
        name,
        figure,
        f"{caption} The darker a square, the more often; dots are {board.marks}.",
        "The board's squares, one map per panel, coloured by how often something happens there.",
    )


def _draw_board(panel: Any, board: Board) -> None:
    from matplotlib.colors import ListedColormap

    height, width = board.shape
    panel.pcolormesh(
        np.arange(width + 1) - 0.5, np.arange(height + 1) - 0.5, board.zones,
        cmap=ListedColormap(list(board.colours.values())), vmin=-0.5, vmax=len(board.colours) - 0.5,
    )  # fmt: skip
    edges = np.arange(1, len(board.colours)) - 0.5
    panel.contour(board.zones, levels=edges, colors=SOFT, linewidths=0.5, zorder=4)
    y, x = np.divmod(np.array(board.marked, dtype=np.int64), width)
    panel.plot(x, y, ".", color=INK, ms=2.2, zorder=5)
    panel.set_xlim(-0.5, width - 0.5)
    panel.set_ylim(height - 0.5, -0.5)
    panel.set_aspect("equal")
    panel.set_xticks([])
    panel.set_yticks([])
    panel.grid(visible=False)
    for side in panel.spines.values():
        side.set_visible(True)
        side.set_color(SOFT)


def _draw_heat(panel: Any, values: Floats) -> Any:
    """Draw the squares on which something happens; return the image for a scale, or None."""
    most = float(values.max())
    if most == 0:
        return None
    height, width = values.shape
    return panel.pcolormesh(
        np.arange(width + 1) - 0.5, np.arange(height + 1) - 0.5,
        np.ma.masked_less(values, SELDOM * most), cmap="YlOrRd", vmin=0, vmax=most, zorder=3,
    )  # fmt: skip
