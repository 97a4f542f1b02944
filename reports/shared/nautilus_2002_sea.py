"""The sea bed of Nautilus (2002): what becomes of the discoveries, and what opening the canyon is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
import polars as pl

from simkit import report as r
from simkit.games.nautilus_2002.state import ATLANTIS
from simkit.reports.shared.nautilus_2002 import FIRST_MONEY_ZONE, ZONES, Subject, knobs_of

ZONE_NAMES = list(ZONES)[FIRST_MONEY_ZONE:]

FATES = {
    "recovered": "recovered",
    "chest_found": "recovered",
    "speed_found": "recovered",
    "built_over": "built over",
    "not_paid": "not paid",
}
"""What becomes of a discovery, by the event in which it leaves its square."""

OPENERS = {"opener": True, "others": False}

SEAT = ("scenario", "game", "seat")


def fates_of_discoveries(run: r.Run, scenarios: Sequence[int]) -> pl.DataFrame:
    """Return every discovery that leaves its square in the logged games.

    Columns: scenario, game, seat, square, discovery (null for chests and speed chips), fate, zone, points.
    """
    rules = knobs_of(run)
    squares, worths = [], []
    for scenario in scenarios:
        own = rules[scenario]
        worths += [(scenario, kind, worth) for kind, worth in enumerate(own.points)]
        squares += [
            (scenario, square, ZONE_NAMES[zone - FIRST_MONEY_ZONE])
            for square, zone in enumerate(own.content.board.sea.zones)
            if zone >= FIRST_MONEY_ZONE
        ]

    def events(kind: str) -> pl.LazyFrame:
        own = run.events_in(kind, list(scenarios))
        if kind == "not_paid":  # only Atlantis leaves its square then
            own = own.filter(pl.col("discovery") > ATLANTIS)
        discovery = pl.lit(None) if kind in ("chest_found", "speed_found") else pl.col("discovery")
        return own.select(
            "scenario", "game", "square", seat="mover", discovery=discovery, fate=pl.lit(FATES[kind])
        )

    where = pl.LazyFrame(squares, ["scenario", "square", "zone"], orient="row")
    worth = pl.LazyFrame(worths, ["scenario", "discovery", "points"], orient="row")
    return (
        pl.concat([events(kind) for kind in FATES])
        .join(where, on=["scenario", "square"], how="left")
        .join(worth, on=["scenario", "discovery"], how="left")
        .with_columns(pl.col("points").fill_null(0))
        .collect()
    )


@dataclass(frozen=True)
class Sea(r.parts.Part):
    """What becomes of the discoveries, and what opening the canyon is worth, where events were logged."""

    subject: Subject

    def sections(self) -> list[r.parts.Section]:
        """Return tables of the fates of the discoveries, and of those who open the canyon."""
        if not self.subject.run.has_events:
            return []
        introduction = (
            f"Means per game of {self.subject.called}{self.subject.where}, from the games whose events were "
            "logged. A piece of Atlantis reached without the money for it goes to the ruins board with "
            "nobody's marker: it is counted as not paid."
        )
        words = "What becomes of the discoveries of each zone: means per game."
        blocks: list[r.parts.Block] = [r.parts.Text(introduction), _numbers(self.by_fate(), words, "{:.1f}")]
        if not self.openers.is_empty():
            words = (
                "What the player recovers who opens the canyon, and what each of the others does, over the "
                "whole game: discoveries, points printed on them, pieces of Atlantis."
            )
            blocks.append(_numbers(self.by_opener(), words, "{:.2f}"))
        return [r.parts.Section("The sea bed and the canyon", blocks)]

    @cached_property
    def fates(self) -> pl.DataFrame:
        """Every discovery that leaves its square (`fates_of_discoveries`)."""
        return fates_of_discoveries(self.subject.run, self.subject.alone)

    @cached_property
    def openers(self) -> pl.DataFrame:
        """Who opened the canyon."""
        return openers_of(self.subject.run, self.subject.alone)

    def by_fate(self) -> pl.DataFrame:
        """Return the fates of each zone's discoveries: means per game."""
        run, scenarios = self.subject.run, self.subject.alone
        rules = knobs_of(run)
        games = len(run.events_in(scenarios=scenarios).select("scenario", "game").unique().collect())
        tiles = [list(rules[scenario].tiles_by_zone.values()) for scenario in scenarios]
        rows = []
        for place, zone in enumerate(ZONE_NAMES):
            own = self.fates.filter(zone=zone)
            gone = {fate: len(own.filter(fate=fate)) / games for fate in FATES.values()}
            count = sum(sum(zones[place]) / len(tiles) for zones in tiles)
            left = count - sum(gone.values())
            rows.append({"zone": zone, "discoveries": count} | gone | {"left": left})
        return pl.DataFrame(rows)

    def by_opener(self) -> pl.DataFrame:
        """Return the discoveries per zone recovered by the seat that opened the canyon and by the others."""
        seats = self.openers
        found = self.fates.filter(fate="recovered").join(seats, on=["scenario", "game", "seat"])
        number = dict(seats.group_by("opener").len().iter_rows())
        parts = {
            "recovered": pl.len(),
            "points": pl.col("points").sum(),
            "pieces of Atlantis": (pl.col("discovery") > ATLANTIS).sum(),
        }
        rows = []
        for zone in [*ZONE_NAMES, "all"]:
            here = found if zone == "all" else found.filter(zone=zone)
            row: dict[str, str | float] = {"zone": zone}
            for (part, of), (who, opener) in product(parts.items(), OPENERS.items()):
                row[f"{part}: {who}"] = here.filter(opener=opener).select(of).item() / number[opener]
            rows.append(row)
        return pl.DataFrame(rows)


def _numbers(frame: pl.DataFrame, caption: str, written: str) -> r.parts.Table:
    return r.parts.Table(frame, caption, dict.fromkeys(frame.columns[1:], written.format))


def openers_of(run: r.Run, scenarios: Sequence[int]) -> pl.DataFrame:
    """Return the seats of logged games that open the canyon: scenario, game, seat, won, opener."""
    opened = run.events_in("canyon_opened", list(scenarios))
    openers = opened.select("scenario", "game", seat="mover", opener=True)
    return (
        run.seats_in(list(scenarios))
        .select(*SEAT, "won")
        .join(openers.select("scenario", "game"), on=["scenario", "game"])
        .join(openers, on=SEAT, how="left")
        .with_columns(pl.col("opener").fill_null(False))
        .collect()
    )


def _wins_of_openers(run: r.Run, scenarios: Sequence[int]) -> list[r.charts.Floats]:
    """Return for each number of a game the openers' wins, a seat's wins in the same games, the openers.

    Scenarios play the same chance: games of one number belong together.
    """
    won = pl.col("won").cast(pl.Float64)
    every = openers_of(run, scenarios).with_columns(fair=won.mean().over("scenario", "game"), won=won)
    games = every.filter("opener").group_by("game").agg(pl.col("won", "fair").sum(), plays=pl.len())
    return [games.sort("game")[name].to_numpy().astype(np.float64) for name in ("won", "fair", "plays")]


def lead_of_openers(run: r.Run, scenarios: Sequence[int]) -> r.stats.Estimate | None:
    """Return how much more often than a seat of the same games the opener wins; None if nobody opens it."""
    won, fair, plays = _wins_of_openers(run, scenarios)
    return r.stats.mean_change(won - fair, plays, unit=r.stats.POINTS, most=1) if len(plays) else None


def share_of_openers(run: r.Run, scenarios: Sequence[int]) -> tuple[r.stats.Estimate, float]:
    """Return how often the opener wins, and a seat of the same games."""
    won, fair, plays = _wins_of_openers(run, scenarios)
    return r.stats.share_over_games(won, plays), float(fair.sum() / plays.sum())
