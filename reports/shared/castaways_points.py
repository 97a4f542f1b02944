"""How story points are shared in Castaways, and by how much its winner wins."""

from __future__ import annotations

import polars as pl

from simkit.experiment.factors import heading
from simkit.report.charts import several_dots
from simkit.report.document import Figure, Section, Table, Text
from simkit.report.figures import PALETTE, new_figure
from simkit.report.paired import mean_of
from simkit.report.parts import percent
from simkit.reports.shared.castaways import Rescues, listed, party
from simkit.stats.estimates import Estimate

CLOSE = 2
"""Points by which a win is close."""


def _rescued(data: Rescues, scenario: int) -> pl.DataFrame:
    """Return the seats of the games with a rescue: game, seat, score, where its points are from, won."""
    seats = data.run.seats([scenario]).filter(pl.col("rescued").any().over("game"))
    return (
        seats.select(
            "game",
            "seat",
            "won",
            *(pl.col(name).cast(pl.Int64) for name in ("score", "tile_points", "object_points")),
            aboard="rescued",
        )
        .sort("game", "seat")
        .collect()
    )


def _with_points(data: Rescues, name: str) -> dict[int, pl.DataFrame]:
    """Return the seats of rescued games by number of players, for two players and more."""
    found = {
        count: _rescued(data, scenario)
        for count, scenario in data.by_players(name).items()
        if data.run.has_seats(scenario)
    }
    return {count: seats for count, seats in found.items() if seats["game"].n_unique() > 1}


def margins(seats: pl.DataFrame) -> pl.Series:
    """Return the margin by which each rescued game is won: the best score less the second best."""
    ranked = seats.group_by("game", maintain_order=True).agg(
        pl.col("score").sort(descending=True).alias("scores")
    )
    return ranked.select((pl.col("scores").list.get(0) - pl.col("scores").list.get(1)).alias("margin"))[
        "margin"
    ]


def points_section(data: Rescues, name: str) -> list[Section]:
    """Return each seat's share of the points in rescued games, and the winner's margin."""
    tables = _with_points(data, name)
    if not tables:
        return []
    rows: dict[str, Estimate] = {}
    for count, seats in tables.items():
        share = seats.with_columns(share=pl.col("score") / pl.col("score").sum().over("game")).with_columns(
            pl.col("share").fill_nan(1 / count)
        )
        for seat, own in share.group_by("seat", maintain_order=True):
            label = f"{party(count)}, seat {seat[0] + 1}"
            rows[label] = mean_of(own["share"].to_numpy())
    figure, axes = new_figure(1, 1, 0.26 * len(rows) + 1.0)
    several_dots(axes[0, 0], list(rows), {"": list(rows.values())}, {"": PALETTE[0]})
    axes[0, 0].set_xlim(left=0)
    axes[0, 0].set_xlabel("share of all points of those rescued, %")
    words = (
        "Only games with a rescue count, and only who is aboard has points. The starting player is drawn by "
        "chance, so a seat's number favours it only through the order in which castaways are chosen."
        f"{_first_seat(tables)}"
    )
    return [
        Section(
            "Story points",
            [
                Text(words),
                Figure(
                    "points", figure,
                    f"Share of the points by seat in rescued games, played by {name}{data.setting}, with "
                    "95 % intervals.",
                    "One row per seat and number of players: a dot with its interval.",
                ),
                _margin_table(tables),
            ],
        )
    ]  # fmt: skip


def _margin_table(tables: dict[int, pl.DataFrame]) -> Table:
    rows = []
    for count, seats in tables.items():
        margin, winners = margins(seats), _winners(seats)
        rows.append(
            {
                "players": count,
                "rescued games": seats["game"].n_unique(),
                "points of the winner": f"{winners['score'].to_numpy().mean():.1f}",
                "of them objects": percent(_part(winners, "object_points")),
                "margin": f"{margin.to_numpy().mean():.1f}",
                f"won by {CLOSE} or less": percent(float((margin <= CLOSE).to_numpy().mean())),
                "not all aboard": percent(
                    float((~seats.group_by("game").agg(pl.col("aboard").all())["aboard"]).to_numpy().mean())
                ),
            }
        )
    return Table(
        pl.DataFrame(rows),
        "The winner's points and the lead over the second, in rescued games.",
        {"rescued games": "{:,}".format},
    )


def _winners(seats: pl.DataFrame) -> pl.DataFrame:
    """Return one row per game: the points of who won it, the mean of those who share the win."""
    return (
        seats.filter("won")
        .group_by("game", maintain_order=True)
        .agg(pl.col("score", "tile_points", "object_points").mean())
    )


def _part(winners: pl.DataFrame, column: str) -> float:
    """Return the share of the winners' points that a column makes up."""
    return float(winners[column].sum()) / max(1.0, float(winners["score"].sum()))


def points_over(data: Rescues, factor: str) -> list[Section]:
    """Return the effect of the strategies' parameters on story points; nothing for factors of rules."""
    if not factor.startswith("strateg"):
        return []
    points = pl.col("tile_points").cast(pl.Int64) + pl.col("object_points").cast(pl.Int64)
    means = (
        data.run.seats()
        .group_by("scenario", "game")
        .agg(
            owned=points.mean(),
            best=pl.col("score").filter(pl.col("won")).max().cast(pl.Int64),
            dead=pl.col("dead").mean(),
        )
        .group_by("scenario")
        .agg(pl.col("owned", "best", "dead").mean())
        .collect()
    )
    levels = data.run.levels.select("scenario", pl.col(factor).alias(heading(factor)))
    rows = (
        data.frame.select("scenario", "players")
        .join(levels, on="scenario", maintain_order="left")
        .join(means, on="scenario", maintain_order="left")
        .join(data.wins.rates.select("scenario", "estimate"), on="scenario", maintain_order="left")
    )
    frame = rows.select(
        heading(factor),
        "players",
        pl.col("estimate").alias("games with a rescue"),
        pl.col("best").alias("points of the winner"),
        pl.col("owned").alias("points collected by each"),
        pl.col("dead").alias("castaways who died"),
    )
    formats = {
        "games with a rescue": percent,
        "points of the winner": "{:.1f}".format,
        "points collected by each": "{:.1f}".format,
        "castaways who died": percent,
    }
    words = (
        f"What {heading(factor)} does: points of the winner are those of games with a rescue; points "
        "collected are all that castaways have at the end, rescued or not."
    )
    return [Section(f"Story points over {heading(factor)}", [Table(frame, words, formats)])]


def points_finding(data: Rescues, name: str) -> list[str]:
    """Return a sentence on the margin by which games are won."""
    tables = _with_points(data, name)
    if not tables:
        return []
    words = [
        f"{mean_of(margins(seats).to_numpy()).value:.1f} points with {party(count)}"
        for count, seats in tables.items()
    ]
    close = [float((margins(seats) <= CLOSE).to_numpy().mean()) for seats in tables.values()]
    span = percent(close[0]) if len(close) == 1 else f"{percent(min(close))} to {percent(max(close))}"
    return [
        f"Who wins among the rescued is ahead by {listed(words)}; {span} of wins are by {CLOSE} points or "
        "less."
    ]


def _first_seat(tables: dict[int, pl.DataFrame]) -> str:
    """Return a sentence on the first seat's share of the points at the largest table."""
    count, seats = list(tables.items())[-1]
    share = int(seats.filter(seat=0)["score"].sum()) / max(1, int(seats["score"].sum()))
    return f" With {party(count)}, who chooses first has {percent(share)} of the points."
