"""Nautilus (2002): what the parts of its report share: words, rules and maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from simkit import report as r
from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.games.nautilus_2002.squares import HEIGHT, SIDE_X, SIDE_Y, WIDTH
from simkit.reports.shared.nautilus_2002_maps import Board, maps_figure
from simkit.reports.shared.nautilus_2002_subject import Subject

ZONES = {"lagoon": "#eaf6f8", "incline": "#d2e6f2", "deep sea": "#b3cbe3", "canyon": "#8b9dbb"}
"""Pale, so that what is drawn over them stands out."""

FIRST_MONEY_ZONE = 1
"""The incline: in the lagoon nothing is recovered."""

WHOLLY_COVERED = ((0, 0), *zip(SIDE_Y, SIDE_X, strict=True))
"""Down and right from a station's centre: the squares that its octagon covers wholly, and not by half."""

RECONSTRUCTED = (
    "The board with the base's place, the passages of stations, the tiles by zone and "
    "the sizes of stacks could not be looked up; they were made anew to fit what is known. Comparisons (of "
    "players, places in the turn order, rules) are likely to hold for the printed game; the points and rates "
    "are those of this board, and the experiment on assumptions shows how far some changes move them."
)
"""What a section says about the board and the stations."""

RESTS_ON = (
    "The board, the base's place on it, the stations' passages and the tiles by zone are reconstructed: "
    "comparisons are likely to hold for the printed game, the numbers are those of this reconstruction."
)
"""What the first page says about them."""


TRUST = r.OwnPart(sections=[r.Section("How far to trust this", [r.Text(RECONSTRUCTED)])], cautions=[RESTS_ON])


def knobs_of(run: r.RunDirectory) -> dict[int, Nautilus2002Knobs]:
    """Return the rules of every scenario."""
    return {s: own for s, own in r.rules_by_scenario(run).items() if isinstance(own, Nautilus2002Knobs)}


def board_of(run: r.RunDirectory, scenarios: Sequence[int]) -> Board | None:
    """Return the board of some scenarios; None if they have different ones."""
    knobs = knobs_of(run)
    seas = {knobs[scenario].content.board.sea for scenario in scenarios}
    if len(seas) != 1:
        return None
    (sea,) = seas
    zones = np.array(sea.zones, dtype=np.int64).reshape(HEIGHT, WIDTH)
    drawn = any(knobs[scenario].discovery_layout != "fixed" for scenario in scenarios)
    return Board(zones, ZONES, [] if drawn else sea.discoveries, "squares with discoveries")


@dataclass(frozen=True)
class Maps(r.Part):
    """Where things happen on the board, if events were logged and all play on one board."""

    subject: Subject

    def sections(self) -> list[r.Section]:
        """Return a map for each kind of event."""
        run, scenarios = self.subject.run, self.subject.alone
        board = board_of(run, scenarios)
        if not run.has_events or board is None or not (maps := maps_of_play(run, scenarios, board)):
            return []
        caption = (
            f"Where {self.subject.called} build, dive, recover, and open the canyon{self.subject.where}. "
            "Stations are counted on the five squares that they cover wholly."
        )
        return [r.Section("Maps", [maps_figure(board, maps, "maps", caption, "per 100 games")])]


def maps_of_play(run: r.RunDirectory, scenarios: Sequence[int], board: Board) -> dict[str, r.charts.Floats]:
    """Return a map for each kind of event: where it happens, per 100 of the logged games.

    The canyon's opening is a submarine's move, or its launch: where that ends.  A map on which nothing
    happened is left out.
    """
    games = run.events(scenarios=list(scenarios)).select("scenario", "game").unique().collect()

    def count(events: pl.LazyFrame) -> r.charts.Floats:
        return board.count(events.select("square").collect()["square"].to_numpy().astype(np.int64))

    moment = ["scenario", "game", "step"]

    def squares(*kinds: str) -> pl.LazyFrame:
        return pl.concat([run.events(kind, list(scenarios)).select(*moment, "square") for kind in kinds])

    opened = run.events("canyon_opened", list(scenarios)).select(moment)
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
