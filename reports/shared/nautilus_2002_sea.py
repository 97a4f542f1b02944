"""Nautilus' report on the sea bed: what becomes of the discoveries, and what opening the canyon is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from simkit.games.nautilus_2002.state import ATLANTIS
from simkit.report.averaging import average_or_ends, may_be_averaged
from simkit.report.document import Section, Table, Text
from simkit.report.parts import after, in_words, percent
from simkit.report.scenarios import in_those, labels
from simkit.reports.shared.nautilus_2002 import FIRST_MONEY_ZONE, ZONES, knobs_of
from simkit.reports.shared.nautilus_2002_subject import Subject
from simkit.run.directory import RunDirectory
from simkit.run.recorded import EVENTS_ONE_IN
from simkit.stats.estimates import Estimate, wilson

ZONE_NAMES = list(ZONES)[FIRST_MONEY_ZONE:]
"""The zones with discoveries."""

FOUND = ("recovered", "chest_found", "speed_found")
"""Events in which a seat recovers a discovery."""

FATES = ("recovered", "built over", "not paid", "left")
NUMBER = "{:.2f}".format


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
    def read(cls, run: RunDirectory, scenarios: Sequence[int]) -> SeaBed:
        """Return the fates of the discoveries in the logged games of some scenarios."""
        knobs = {scenario: own for scenario, own in knobs_of(run).items() if scenario in scenarios}
        squares, points, counts = [], [], dict.fromkeys(ZONE_NAMES, 0.0)
        for scenario, own in knobs.items():
            for square, zone in enumerate(own.content.board.sea.zones):
                if zone >= FIRST_MONEY_ZONE:
                    squares.append((scenario, square, ZONE_NAMES[zone - FIRST_MONEY_ZONE]))
            points += [(scenario, kind, worth) for kind, worth in enumerate(own.points)]
            for name, tiles in zip(ZONE_NAMES, own.tiles_by_zone.values(), strict=True):
                counts[name] += sum(tiles) / len(knobs)
        where = pl.DataFrame(
            squares, {"scenario": pl.Int64, "square": pl.Int64, "zone": pl.String}, orient="row"
        )
        worth = pl.DataFrame(
            points, {"scenario": pl.Int64, "discovery": pl.Int64, "points": pl.Int64}, orient="row"
        )
        events = (
            _fates(run, scenarios)
            .join(where.lazy(), on=["scenario", "square"], how="left")
            .join(worth.lazy(), on=["scenario", "discovery"], how="left")
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
            own = self.events.filter(pl.col("zone") == zone)
            means = [len(own.filter(pl.col("fate") == fate)) / self.games for fate in FATES[:-1]]
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
        found = self.events.filter(pl.col("fate") == FATES[0])
        found = found.join(seats, on=["scenario", "game", "seat"])
        number = dict(seats.group_by("opener").len().iter_rows())
        rows = []
        for zone in [*self.zones, "all"]:
            here = found if zone == "all" else found.filter(pl.col("zone") == zone)
            row: list[str | float] = [zone]
            for what in (
                pl.len(),
                pl.col("points").sum(),
                (pl.col("discovery") > ATLANTIS).sum(),
            ):
                for opener in (True, False):
                    own = here.filter(pl.col("opener") == opener).select(what).item()
                    row.append(own / number[opener])
            rows.append(row)
        parts = ("recovered", "points", "pieces of Atlantis")
        columns = ["zone", *(f"{part}: {who}" for part in parts for who in ("opener", "others"))]
        return pl.DataFrame(rows, columns, orient="row")

    def seats_of_openers(self, run: RunDirectory) -> pl.DataFrame:
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


def _fates(run: RunDirectory, scenarios: Sequence[int]) -> pl.LazyFrame:
    """Return every discovery that leaves its square in the logged games: who took it, where, and how."""

    def events(kind: str, fate: str) -> pl.LazyFrame:
        own = run.events(kind, list(scenarios))
        discovery = pl.lit(None) if kind in FOUND[1:] else pl.col("discovery")
        return own.select(
            "scenario",
            "game",
            "seat",
            "square",
            discovery.alias("discovery"),
            fate=pl.lit(fate),
        )

    unpaid = events("not_paid", FATES[2]).filter(pl.col("discovery") > ATLANTIS)  # others stay where they are
    return pl.concat([*(events(kind, FATES[0]) for kind in FOUND), events("built_over", FATES[1]), unpaid])


def sea_sections(subject: Subject) -> tuple[list[Section], list[str]]:
    """Return sections and findings on the fates of the discoveries, and on opening the canyon."""
    run, scenarios = subject.run, subject.alone
    if EVENTS_ONE_IN not in run.manifest["experiment"]:
        return [], []
    sea = SeaBed.read(run, scenarios)
    where = after(in_those(run, scenarios))
    fates = sea.fates()
    blocks: list[Text | Table] = [
        Text(
            f"Means per game of {subject.who}{where}, from the games whose events were logged. A piece of "
            "Atlantis reached without the money for it goes to the ruins board with nobody's marker: it is "
            "counted as not paid."
        ),
        Table(
            fates,
            "What becomes of the discoveries of each zone: means per game.",
            dict.fromkeys(fates.columns[1:], "{:.1f}".format),
        ),
    ]
    findings = []
    if not sea.openers.is_empty():
        seats = sea.seats_of_openers(run)
        table = sea.by_opener(seats)
        blocks.append(
            Table(
                table,
                "What the player recovers who opens the canyon, and what each of the others does, over the "
                "whole game: discoveries, points printed on them, pieces of Atlantis.",
                dict.fromkeys(table.columns[1:], NUMBER),
            )
        )
        findings = [_opener_finding(subject, seats, table)]
    return [Section("The sea bed and the canyon", blocks)], findings


def _opener_finding(subject: Subject, seats: pl.DataFrame, table: pl.DataFrame) -> str:
    (canyon,) = table.filter(pl.col("zone") == ZONE_NAMES[-1]).iter_rows(named=True)
    return (
        f"With {subject.who}, the player who opens the canyon wins {_opener_wins(subject, seats)}, and "
        f"recovers {canyon['recovered: opener']:.1f} discoveries there, each of the others "
        f"{canyon['recovered: others']:.1f}."
    )


def _opener_wins(subject: Subject, seats: pl.DataFrame) -> str:
    """Return how often who opens the canyon wins, against the fair share, which is another at each table."""

    def lead(own: pl.DataFrame) -> Estimate:
        won, fair = own.filter(pl.col("opener"))["won"], float(own["won"].to_numpy().mean())
        share = wilson(int(won.sum()), len(won))
        return Estimate(share.value - fair, share.low - fair, share.high - fair, share.n, share.method)

    words = labels(subject.run)
    leads = {
        words[int(str(scenario))]: lead(own)
        for (scenario,), own in seats.group_by("scenario", maintain_order=True)
    }
    if not may_be_averaged(leads):
        return f"more or less than the fair share of games, {average_or_ends(leads, lead(seats))}"
    won, fair = seats.filter(pl.col("opener"))["won"], float(seats["won"].to_numpy().mean())
    return f"{in_words(wilson(int(won.sum()), len(won)))} of games (fair: {percent(fair)})"
