"""Maps of Nautilus (2002): how often something happens on each square of the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit import report as r
from simkit.games.nautilus_2002.squares import HEIGHT, SIDE_X, SIDE_Y, WIDTH
from simkit.reports.shared.nautilus_2002 import ZONES, Subject, knobs_of

ACROSS = 2
"""The number of maps side by side."""

RIM = 0.62
"""The height of a map's title and scale, in inches."""

SELDOM = 0.02
"""The share of the darkest square's count below which a square is not coloured."""

MOST_TICKS = 5

WHOLLY_COVERED = ((0, 0), *zip(SIDE_Y, SIDE_X, strict=True))
"""Down and right from a station's centre: the squares that its octagon covers wholly, and not by half."""

EDGES = np.arange(WIDTH + 1) - 0.5, np.arange(HEIGHT + 1) - 0.5


@dataclass(frozen=True)
class Board:
    """The squares over which maps are drawn."""

    zones: npt.NDArray[np.int64]
    """The zone of each square, shape (HEIGHT, WIDTH)."""

    marked: Sequence[int]
    """Squares with discoveries, numbered row by row."""


def board_of(run: r.Run, scenarios: Sequence[int]) -> Board | None:
    """Return the board of some scenarios; None if they have different ones."""
    knobs = knobs_of(run)
    seas = {knobs[scenario].content.board.sea for scenario in scenarios}
    if len(seas) != 1:
        return None
    (sea,) = seas
    drawn = any(knobs[scenario].discovery_layout != "fixed" for scenario in scenarios)
    zones = np.array(sea.zones, dtype=np.int64).reshape(HEIGHT, WIDTH)
    return Board(zones, [] if drawn else sea.discoveries)


@dataclass(frozen=True)
class Maps(r.parts.Part):
    """Where things happen on the board, if events were logged and all play on one board."""

    subject: Subject

    def sections(self) -> list[r.parts.Section]:
        """Return a map for each kind of event."""
        run, scenarios = self.subject.run, self.subject.alone
        board = board_of(run, scenarios)
        if not run.has_events or board is None or not (maps := maps_of_play(run, scenarios)):
            return []
        caption = (
            f"Where {self.subject.called} build, dive, recover, and open the canyon{self.subject.where}. "
            "Stations are counted on the five squares that they cover wholly."
        )
        return [r.parts.Section("Maps", [_figure(board, maps, caption)])]


def maps_of_play(run: r.Run, scenarios: Sequence[int]) -> dict[str, r.charts.Floats]:
    """Return a map for each kind of event: where it happens, per 100 of the logged games.

    The canyon's opening is a submarine's move, or its launch: where that ends.  A map on which nothing
    happened is left out.
    """
    games = run.events_in(scenarios=list(scenarios)).select("scenario", "game").unique().collect()

    def count(events: pl.LazyFrame) -> r.charts.Floats:
        squares = events.select("square").collect()["square"].to_numpy().astype(np.int64)
        return np.bincount(squares, minlength=HEIGHT * WIDTH).reshape(HEIGHT, WIDTH).astype(np.float64)

    moment = ["scenario", "game", "step"]

    def squares(*kinds: str) -> pl.LazyFrame:
        return pl.concat([run.events_in(kind, list(scenarios)).select(*moment, "square") for kind in kinds])

    opened = run.events_in("canyon_opened", list(scenarios)).select(moment)
    maps = {
        "Where stations are built": covered(count(squares("built"))),
        "Where submarines end their moves": count(squares("dived")),
        "Where discoveries are recovered": count(squares("recovered", "chest_found", "speed_found")),
        "Where the canyon is opened": count(opened.join(squares("dived", "launched"), on=moment)),
    }
    return {title: 100 * counts / len(games) for title, counts in maps.items() if counts.any()}


def covered(centres: r.charts.Floats) -> r.charts.Floats:
    """Return the number of stations wholly over each square, from the number with their centre there."""
    height, width = centres.shape
    room = np.pad(centres, 1)
    layers = np.stack([room[1 + y : 1 + y + height, 1 + x : 1 + x + width] for y, x in WHOLLY_COVERED])
    return np.asarray(layers.sum(axis=0))


def _figure(board: Board, maps: Mapping[str, r.charts.Floats], caption: str) -> r.parts.Figure:
    """Return maps that show how often something happens on each square, each map with its own scale."""
    from matplotlib.ticker import MaxNLocator

    across = min(ACROSS, len(maps))
    height = r.charts.WIDTH / across * HEIGHT / WIDTH + RIM
    figure, panels = r.charts.small_multiples(list(maps), height, across=across)
    for title, panel in panels.items():
        _draw_board(panel, board)
        counts, most = maps[title], maps[title].max()
        heat = np.ma.masked_less(counts, SELDOM * most)
        mesh = panel.pcolormesh(*EDGES, heat, cmap="YlOrRd", vmin=0, vmax=most, zorder=3)
        bar = figure.colorbar(mesh, ax=panel, location="bottom", shrink=0.7, aspect=40, pad=0.02)
        bar.set_label("per 100 games", fontsize=8)
        bar.ax.tick_params(labelsize=7.5)
        bar.locator = MaxNLocator(MOST_TICKS)
        bar.outline.set_visible(False)
    quietest = min(maps, key=lambda title: np.count_nonzero(maps[title]))
    _name_zones(panels[quietest], board)
    return r.parts.Figure(
        "maps",
        figure,
        f"{caption} The darker a square, the more often; dots are squares with discoveries.",
        "The board's squares, one map per panel, coloured by how often something happens there.",
        "Where on the board things happen",
    )


def _name_zones(panel: Any, board: Board) -> None:
    """Write the names of the zones on a board, each where it is widest."""
    for zone, name in enumerate(ZONES):
        rows = [np.flatnonzero(row == zone) for row in board.zones]
        runs = [
            (len(run), y, float(run.mean()))
            for y, row in enumerate(rows)
            for run in np.split(row, np.flatnonzero(np.diff(row) > 1) + 1)
            if len(run)
        ]
        if not runs:
            continue
        _, y, x = max(runs, key=lambda run: (run[0], -abs(run[1] - HEIGHT / 2)))
        box = {"fc": "white", "ec": "none", "alpha": 0.85, "pad": 1.5}
        panel.text(x, y, name, ha="center", va="center", fontsize=8, bbox=box, zorder=6)


def _draw_board(panel: Any, board: Board) -> None:
    from matplotlib.colors import ListedColormap

    colours = ListedColormap(list(ZONES.values()))
    panel.pcolormesh(*EDGES, board.zones, cmap=colours, vmin=-0.5, vmax=len(ZONES) - 0.5)
    borders = np.arange(1, len(ZONES)) - 0.5
    panel.contour(board.zones, levels=borders, colors=r.charts.SOFT, linewidths=0.5, zorder=4)
    y, x = np.divmod(np.array(board.marked, dtype=np.int64), WIDTH)
    panel.plot(x, y, ".", color=r.charts.INK, ms=2.2, zorder=5)
    panel.set_xlim(-0.5, WIDTH - 0.5)
    panel.set_ylim(HEIGHT - 0.5, -0.5)
    panel.set_aspect("equal")
    panel.set_xticks([])
    panel.set_yticks([])
    panel.grid(visible=False)
    for side in panel.spines.values():
        side.set_visible(True)
        side.set_color(r.charts.SOFT)
