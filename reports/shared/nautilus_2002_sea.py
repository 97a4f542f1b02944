"""Nautilus' report on the sea bed: what becomes of the discoveries, and what opening the canyon is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import polars as pl

from simkit import report as r
from simkit.games.nautilus_2002.state import ATLANTIS
from simkit.reports.shared.nautilus_2002 import FIRST_MONEY_ZONE, ZONES, knobs_of

ZONE_NAMES = list(ZONES)[FIRST_MONEY_ZONE:]
"""The zones with discoveries."""

FOUND = ("recovered", "chest_found", "speed_found")
"""Events in which a seat recovers a discovery."""

FATES = ("recovered", "built over", "not paid", "left")

OPENERS = {"opener": True, "others": False}


@dataclass(frozen=True)
class SeaBed:
    """The fates of discoveries in the logged games of some scenarios.

    Parameters
    ----------
    events : polars.DataFrame
        Columns scenario, game, seat, square, discovery (null for chests and speed chips), fate, zone, points.
    openers : polars.DataFrame
        Columns scenario, game, seat: who opened the canyon in the games in which it was opened.
    zones : dict
        By zone, its discoveries at the start of a game (on average over the scenarios).
    games : int
        How many games were logged.
    """

    events: pl.DataFrame
    openers: pl.DataFrame
    zones: dict[str, float]
    games: int

    @classmethod
    def read(cls, run: r.RunDirectory, scenarios: Sequence[int]) -> SeaBed:
        """Return the fates of the discoveries in the logged games of some scenarios."""
        rules = knobs_of(run)
        squares, points, counts = [], [], dict.fromkeys(ZONE_NAMES, 0.0)
        for scenario in scenarios:
            own = rules[scenario]
            for square, zone in enumerate(own.content.board.sea.zones):
                if zone >= FIRST_MONEY_ZONE:
                    squares.append((scenario, square, ZONE_NAMES[zone - FIRST_MONEY_ZONE]))
            points += [(scenario, kind, worth) for kind, worth in enumerate(own.points)]
            for name, tiles in zip(ZONE_NAMES, own.tiles_by_zone.values(), strict=True):
                counts[name] += sum(tiles) / len(scenarios)
        where = _table(squares, scenario=pl.Int64, square=pl.Int64, zone=pl.String)
        worth = _table(points, scenario=pl.Int64, discovery=pl.Int64, points=pl.Int64)
        events = (
            _fates(run, scenarios)
            .join(where, on=["scenario", "square"], how="left")
            .join(worth, on=["scenario", "discovery"], how="left")
            .with_columns(pl.col("points").fill_null(0))
            .collect()
        )
        opened = run.events("canyon_opened", list(scenarios)).select("scenario", "game", "seat").collect()
        games = run.events(scenarios=list(scenarios)).select("scenario", "game").unique().collect()
        return cls(events, opened, counts, len(games))

    def fates(self) -> pl.DataFrame:
        """Return the fates of each zone's discoveries: means per game."""
        rows = []
        for zone, count in self.zones.items():
            own = self.events.filter(zone=zone)
            means = [len(own.filter(fate=fate)) / self.games for fate in FATES[:-1]]
            rows.append([zone, count, *means, count - sum(means)])
        columns = ["zone", "discoveries", *FATES]
        return pl.DataFrame(rows, columns, orient="row")

    def by_opener(self, seats: pl.DataFrame) -> pl.DataFrame:
        """Return the discoveries per zone recovered by the seat that opened the canyon and by the others.

        Parameters
        ----------
        seats : polars.DataFrame
            Columns scenario, game, seat, won of the games in which the canyon was opened, with `opener`.
        """
        found = self.events.filter(fate=FATES[0]).join(seats, on=["scenario", "game", "seat"])
        number = dict(seats.group_by("opener").len().iter_rows())
        parts = {
            "recovered": pl.len(),
            "points": pl.col("points").sum(),
            "pieces of Atlantis": (pl.col("discovery") > ATLANTIS).sum(),
        }
        rows = []
        for zone in [*self.zones, "all"]:
            here = found if zone == "all" else found.filter(zone=zone)
            row: dict[str, str | float] = {"zone": zone}
            for (part, of), (who, opener) in product(parts.items(), OPENERS.items()):
                row[f"{part}: {who}"] = here.filter(opener=opener).select(of).item() / number[opener]
            rows.append(row)
        return pl.DataFrame(rows)

    def seats_of_openers(self, run: r.RunDirectory) -> pl.DataFrame:
        """Return the seats of the games in which the canyon was opened, `opener` for those who did."""
        games = self.openers.select("scenario", "game")
        seats = run.seats(sorted(games["scenario"].unique().to_list()))
        return (
            seats.select("scenario", "game", "seat", "won")
            .join(games.lazy(), on=["scenario", "game"])
            .join(self.openers.lazy().with_columns(opener=True), on=["scenario", "game", "seat"], how="left")
            .with_columns(pl.col("opener").fill_null(False))
            .collect()
        )


def _table(rows: Sequence[tuple[object, ...]], **schema: type[pl.DataType]) -> pl.LazyFrame:
    return pl.DataFrame(rows, schema, orient="row").lazy()


def _fates(run: r.RunDirectory, scenarios: Sequence[int]) -> pl.LazyFrame:
    """Return every discovery that leaves its square in the logged games: who took it, where, and how."""

    def events(kind: str, fate: str) -> pl.LazyFrame:
        own = run.events(kind, list(scenarios))
        discovery = pl.lit(None) if kind in FOUND[1:] else pl.col("discovery")
        return own.select("scenario", "game", "seat", "square", discovery=discovery, fate=pl.lit(fate))

    unpaid = events("not_paid", FATES[2]).filter(pl.col("discovery") > ATLANTIS)  # others stay where they are
    return pl.concat([*(events(kind, FATES[0]) for kind in FOUND), events("built_over", FATES[1]), unpaid])


@dataclass(frozen=True)
class Sea(r.Part):
    """What becomes of the discoveries, and what opening the canyon is worth, where events were logged."""

    subject: r.Subject

    @cached_property
    def bed(self) -> SeaBed | None:
        """The fates of the discoveries; None if no games were logged."""
        run = self.subject.run
        return SeaBed.read(run, self.subject.alone) if run.has_events else None

    @cached_property
    def seats(self) -> pl.DataFrame:
        """The seats of the games in which the canyon was opened; empty if it never was."""
        if self.bed is None or self.bed.openers.is_empty():
            return pl.DataFrame()
        return self.bed.seats_of_openers(self.subject.run)

    def findings(self) -> list[str]:
        """Return a sentence on the player who opens the canyon."""
        if self.bed is None or self.seats.is_empty():
            return []
        table = self.bed.by_opener(self.seats)
        (canyon,) = table.filter(zone=ZONE_NAMES[-1]).iter_rows(named=True)
        return [
            f"With {self.subject.who}, the player who opens the canyon wins {self._opener_wins()}, and "
            f"recovers {canyon['recovered: opener']:.1f} discoveries there, each of the others "
            f"{canyon['recovered: others']:.1f}."
        ]

    def sections(self) -> list[r.Section]:
        """Return tables of the fates of the discoveries, and of those who open the canyon."""
        if self.bed is None:
            return []
        introduction = (
            f"Means per game of {self.subject.who}{self.subject.where}, from the games whose events were "
            "logged. A piece of Atlantis reached without the money for it goes to the ruins board with "
            "nobody's marker: it is counted as not paid."
        )
        fates = "What becomes of the discoveries of each zone: means per game."
        blocks: list[r.Block] = [r.Text(introduction), _numbers(self.bed.fates(), fates, "{:.1f}")]
        if not self.seats.is_empty():
            opener = (
                "What the player recovers who opens the canyon, and what each of the others does, over the "
                "whole game: discoveries, points printed on them, pieces of Atlantis."
            )
            blocks.append(_numbers(self.bed.by_opener(self.seats), opener, "{:.2f}"))
        return [r.Section("The sea bed and the canyon", blocks)]

    def _opener_wins(self) -> str:
        """Return how often who opens the canyon wins, against the fair share, another at each table."""
        words = r.labels(self.subject.run)
        share, fair = _wins_of_openers(self.seats)
        leads = {
            words[int(str(scenario))]: _lead(own)
            for (scenario,), own in self.seats.group_by("scenario", maintain_order=True)
        }
        if not r.may_be_averaged(leads):
            said = r.average_or_ends(leads, _lead(self.seats))
            return f"more or less than the fair share of games, {said}"
        return f"{r.in_words(share)} of games (fair: {r.percent(fair)})"


def _wins_of_openers(seats: pl.DataFrame) -> tuple[r.Estimate, float]:
    """Return how often those win who open the canyon, and the fair share."""
    won = seats.filter("opener")["won"]
    return r.wilson(int(won.sum()), len(won)), float(seats["won"].to_numpy().mean())


def _lead(seats: pl.DataFrame) -> r.Estimate:
    share, fair = _wins_of_openers(seats)
    return replace(share, value=share.value - fair, low=share.low - fair, high=share.high - fair)


def _numbers(frame: pl.DataFrame, caption: str, written: str) -> r.Table:
    return r.Table(frame, caption, dict.fromkeys(frame.columns[1:], written.format))
