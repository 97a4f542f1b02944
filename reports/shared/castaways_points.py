"""How story points are shared in Castaways, and by how much its winner wins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import polars as pl

from simkit import report as r

CLOSE = 2
"""Points by which a win is close."""


@dataclass(frozen=True)
class StoryPoints(r.Part):
    """Each seat's share of the points in rescued games, and the winner's margin, for the best strategy."""

    together: r.Together

    @cached_property
    def tables(self) -> dict[int, pl.DataFrame]:
        """The seats of the games with a rescue by number of players, for two players and more.

        Columns: game, seat, score, where its points are from, won, aboard.
        """
        run = self.together.run
        columns = ("score", "tile_points", "object_points")
        found = {
            count: run.seats([scenario])
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

    def findings(self) -> list[str]:
        """Return a sentence on the margin by which games are won."""
        if not self.tables:
            return []
        every = {count: margins(seats) for count, seats in self.tables.items()}
        words = [
            f"{r.mean_of(margin.to_numpy()).value:.1f} points with {r.party(count)}"
            for count, margin in every.items()
        ]
        close = [_share(margin <= CLOSE) for margin in every.values()]
        span = (
            r.percent(close[0]) if len(close) == 1 else f"{r.percent(min(close))} to {r.percent(max(close))}"
        )
        return [
            f"Who wins among the rescued is ahead by {r.listed(words)}; {span} of wins are by {CLOSE} points "
            "or less."
        ]

    def sections(self) -> list[r.Section]:
        """Return the seats' shares and the margins."""
        if not self.tables:
            return []
        words = (
            "Only games with a rescue count, and only who is aboard has points. The starting player is drawn "
            "by chance, so a seat's number favours it only through the order in which castaways are chosen."
            f"{self._first_seat()}"
        )
        return [r.Section("Story points", [r.Text(words), self._shares(), self._margins()])]

    def _shares(self) -> r.Figure:
        rows: dict[str, r.Estimate] = {}
        for count, seats in self.tables.items():
            share = (pl.col("score") / pl.col("score").sum().over("game")).fill_nan(1 / count)
            for seat, own in seats.with_columns(share=share).group_by("seat", maintain_order=True):
                rows[f"{r.party(count)}, seat {seat[0] + 1}"] = r.mean_of(own["share"].to_numpy())
        figure, axes = r.figures.new_figure(1, 1, 0.26 * len(rows) + 1.0)
        r.charts.several_dots(axes[0, 0], list(rows), {"": list(rows.values())}, {"": r.figures.PALETTE[0]})
        axes[0, 0].set_xlim(left=0)
        axes[0, 0].set_xlabel("share of all points of those rescued, %")
        return r.Figure(
            "points",
            figure,
            f"Share of the points by seat in rescued games, played by {self.together.best}"
            f"{self.together.setting}, with 95 % intervals.",
            "One row per seat and number of players: a dot with its interval.",
        )

    def _margins(self) -> r.Table:
        rows = []
        for count, seats in self.tables.items():
            margin, winners = margins(seats), _winners(seats)
            all_aboard = seats.group_by("game").agg(pl.col("aboard").all())["aboard"]
            objects = float(winners["object_points"].sum()) / max(1.0, float(winners["score"].sum()))
            rows.append(
                {
                    "players": count,
                    "rescued games": seats["game"].n_unique(),
                    "points of the winner": f"{winners['score'].to_numpy().mean():.1f}",
                    "of them objects": r.percent(objects),
                    "margin": f"{margin.to_numpy().mean():.1f}",
                    f"won by {CLOSE} or less": r.percent(_share(margin <= CLOSE)),
                    "not all aboard": r.percent(_share(~all_aboard)),
                }
            )
        caption = "The winner's points and the lead over the second, in rescued games."
        return r.Table(pl.DataFrame(rows), caption, {"rescued games": "{:,}".format})

    def _first_seat(self) -> str:
        """Return a sentence on the first seat's share of the points at the largest table."""
        count, seats = list(self.tables.items())[-1]
        share = int(seats.filter(seat=0)["score"].sum()) / max(1, int(seats["score"].sum()))
        return f" With {r.party(count)}, who chooses first has {r.percent(share)} of the points."


def margins(seats: pl.DataFrame) -> pl.Series:
    """Return the margin by which each rescued game is won: the best score less the second best."""
    best = pl.col("score").sort(descending=True)
    games = seats.group_by("game", maintain_order=True)
    return games.agg(margin=best.get(0) - best.get(1))["margin"]


def _share(those: pl.Series) -> float:
    return float(those.to_numpy().mean())


def _winners(seats: pl.DataFrame) -> pl.DataFrame:
    """Return one row per game: the points of who won it, the mean of those who share the win."""
    won = seats.filter("won").group_by("game", maintain_order=True)
    return won.agg(pl.col("score", "object_points").mean())


@dataclass(frozen=True)
class StoryPointsOverParameters(r.Part):
    """Story points over every number that strategies are given; nothing over numbers of the rules."""

    together: r.Together

    def sections(self) -> list[r.Section]:
        """Return a table for each parameter."""
        return [
            r.Section(f"Story points over {r.heading(factor)}", [self._table(factor)])
            for factor in r.numbers_of(self.together)
            if factor.startswith("strateg")
        ]

    def _table(self, factor: str) -> r.Table:
        run, on = self.together.run, "scenario"
        points = pl.col("tile_points").cast(pl.Int64) + pl.col("object_points").cast(pl.Int64)
        best = pl.col("score").filter(pl.col("won")).max().cast(pl.Int64)
        games = (
            run.seats().group_by(on, "game").agg(owned=points.mean(), best=best, dead=pl.col("dead").mean())
        )
        means = games.group_by(on).agg(pl.col("owned", "best", "dead").mean()).collect()
        levels = run.levels.select(on, pl.col(factor).alias(r.heading(factor)))
        rows = self.together.frame.select(on, "players")
        for other in (levels, means, self.together.wins.rates.select(on, "estimate")):
            rows = rows.join(other, on=on, maintain_order="left")
        shown = {
            "games with a rescue": ("estimate", r.percent),
            "points of the winner": ("best", "{:.1f}".format),
            "points collected by each": ("owned", "{:.1f}".format),
            "castaways who died": ("dead", r.percent),
        }
        columns = (pl.col(column).alias(name) for name, (column, _) in shown.items())
        return r.Table(
            rows.select(r.heading(factor), "players", *columns),
            f"What {r.heading(factor)} does: points of the winner are those of games with a rescue; points "
            "collected are all that castaways have at the end, rescued or not.",
            {name: written for name, (_, written) in shown.items()},
        )
