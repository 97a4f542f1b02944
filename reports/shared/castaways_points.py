"""How story points are shared in Castaways, and by how much its winner wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from simkit import report as r
from simkit.reports.shared.castaways_together import STRATEGIES, Together, numbers_of, party

CLOSE = 2
"""Points by which a win is close."""


@dataclass(frozen=True)
class StoryPoints(r.Part):
    """Each seat's share of the points in rescued games, and the winner's margin, for the best strategy."""

    together: Together

    @cached_property
    def tables(self) -> dict[int, pl.DataFrame]:
        """The seats of the games with a rescue by number of players, for two players and more.

        Columns: game, seat, score, where its points are from, won, aboard.
        """
        run = self.together.run
        columns = ("score", "tile_points", "object_points")
        found = {
            count: run.seats_in([scenario])
            .filter(pl.col("rescued").any().over("game"))
            .select(
                "game", "seat", "won", *(pl.col(name).cast(pl.Int64) for name in columns), aboard="rescued"
            )
            .sort("game", "seat")
            .collect()
            for count, scenario in self.together.by_players().items()
            if run.has_seats(scenario)
        }
        return {count: seats for count, seats in found.items() if seats["game"].n_unique() > 1}

    def sections(self) -> list[r.Section]:
        """Return the seats' shares and the margins."""
        if not self.tables:
            return []
        words = (
            "Only games with a rescue count, and only castaways aboard have points. The starting player is "
            "drawn by chance, so a seat's number favours it only through the order in which castaways are "
            f"chosen.{self._first_seat()}"
        )
        caption = (
            f"In rescued games, played by {self.together.best}{self.together.setting}. Strokes are 95 % "
            "intervals."
        )
        shares = points_by_seat_figure({party(count): seats for count, seats in self.tables.items()}, caption)
        return [r.Section("Story points", [r.Text(words), shares, self._margins()])]

    def _margins(self) -> r.Table:
        rows = []
        for count, seats in self.tables.items():
            margin, all_aboard = margins(seats).to_numpy(), pl.col("aboard").all()
            won = seats.filter("won").group_by("game", maintain_order=True)
            winners = won.agg(pl.col("score", "object_points").mean())  # of those who share the win
            objects = float(winners["object_points"].sum()) / max(1.0, float(winners["score"].sum()))
            left = ~seats.group_by("game").agg(all_aboard)["aboard"].to_numpy()
            rows.append(
                {
                    "players": count,
                    "rescued games": seats["game"].n_unique(),
                    "points of the winner": f"{winners['score'].to_numpy().mean():.1f}",
                    "of them objects": r.percent(objects),
                    "margin": f"{margin.mean():.1f}",
                    f"won by {CLOSE} or less": r.percent((margin <= CLOSE).mean()),
                    "not all aboard": r.percent(left.mean()),
                }
            )
        caption = "The winner's points and the lead over the second, in rescued games."
        return r.Table(pl.DataFrame(rows), caption, {"rescued games": "{:,}".format})

    def _first_seat(self) -> str:
        """Return a sentence on the first seat's share of the points at the largest table."""
        count, seats = list(self.tables.items())[-1]
        share = int(seats.filter(seat=0)["score"].sum()) / max(1, int(seats["score"].sum()))
        return f" With {party(count)}, the first to choose has {r.percent(share)} of the points."


def margins(seats: pl.DataFrame) -> pl.Series:
    """Return the margin by which each rescued game is won: the best score less the second best."""
    best = pl.col("score").sort(descending=True)
    games = seats.group_by("game", maintain_order=True)
    return games.agg(margin=best.get(0) - best.get(1))["margin"]


def points_by_seat_figure(tables: Mapping[str, pl.DataFrame], caption: str) -> r.Figure:
    """Return a figure of each seat's share of all points of its table, equal shares where nobody has any."""
    rows: dict[str, r.Estimate] = {}
    for name, seats in tables.items():
        whole, equal = pl.col("score").sum().over("game"), 1 / pl.len().over("game")
        share = pl.when(whole == 0).then(equal).otherwise(pl.col("score") / whole)
        shares = seats.select("seat", share=share)
        for seat, group in shares.group_by("seat", maintain_order=True):
            rows[f"{name}, seat {int(str(seat[0])) + 1}"] = r.mean_of(group["share"].to_numpy())
    figure, axes = r.figures.new_figure(1, 1, 0.26 * len(rows) + 1.0)
    colours = {"": r.figures.PALETTE[0]}
    r.charts.several_dots(axes[0, 0], list(rows), {"": list(rows.values())}, colours)
    axes[0, 0].set_xlim(left=0)
    axes[0, 0].set_xlabel("share of all points of those rescued, %")
    each = "One row per seat and number of players: a dot with its interval."
    return r.Figure("points", figure, caption, each, "What share of the story points each seat has")


@dataclass(frozen=True)
class OverParameters(r.Part):
    """Story points and deaths over every number that strategies are given."""

    together: Together

    def sections(self) -> list[r.Section]:
        """Return a table for each parameter."""
        return [
            r.Section(
                f"Story points over {r.short_label(self.together.run.game.knobs, factor)}",
                [self._table(factor)],
            )
            for factor in numbers_of(self.together.run)
            if factor.startswith(STRATEGIES)
        ]

    def _table(self, factor: str) -> r.Table:
        name, run = r.short_label(self.together.run.game.knobs, factor), self.together.run
        rates = self.together.wins.rates.select("scenario", "estimate", pl.col(factor).alias(name))
        players = pl.col("scenario").replace_strict({at: len(names) for at, names in run.line_ups.items()})
        rows = rates.with_columns(players=players).join(_means(run), on="scenario", maintain_order="left")
        points = "{:.1f}".format
        shown = {
            "estimate": ("games with a rescue", r.percent),
            "best": ("points of the winner", points),
            "owned": ("points collected by each", points),
            "dead": ("castaways who died", r.percent),
        }
        return r.Table(
            rows.select(
                name, "players", *(pl.col(column).alias(words) for column, (words, _) in shown.items())
            ),
            f"What {name} does: points of the winner are those of games with a rescue; points collected are "
            "all that castaways have at the end, rescued or not.",
            dict(shown.values()),
        )


def _means(run: r.Run) -> pl.DataFrame:
    points = pl.col("tile_points").cast(pl.Int64) + pl.col("object_points").cast(pl.Int64)
    best = pl.col("score").filter(pl.col("won")).max().cast(pl.Int64)
    games = run.seats.group_by("scenario", "game")
    of_games = games.agg(best=best, owned=points.mean(), dead=pl.col("dead").mean())
    return of_games.group_by("scenario").agg(pl.col("best", "owned", "dead").mean()).collect()
