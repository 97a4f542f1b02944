"""Finds the games of a run that are worth reading: the longest, the closest, the luckiest, the most typical.

Each is defined by the columns that any game declares, and says what it was measured by.  The most dramatic
game is not among them, because tables don't know how a game went (`simkit.search.drama`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal

import polars as pl

from simkit.engine.base.columns import Column
from simkit.engine.contract.objectives import Objective
from simkit.errors import BadInput
from simkit.language import plural
from simkit.run.store.directory import RunDirectory
from simkit.run.store.parquet import GAMES, SEATS
from simkit.run.store.query import games_with
from simkit.stats.estimates import percent

Most = Literal["longest", "shortest", "closest", "dramatic", "lucky", "typical"]
"""What a game can be more than any other."""

KEYS = ("scenario", "game")

MOST_NAMED = 3
"""The most columns of a typical game that are named."""


@dataclass(frozen=True)
class Notable:
    """A game worth reading."""

    scenario: int
    game: int
    why: str
    """What it is: "31 turns, the longest of 10,000 games (median 14)"."""


@dataclass(frozen=True, eq=False)
class GamesOfRun:
    """Some games of a run, with what their players play for."""

    run: RunDirectory
    scenarios: Sequence[int]
    where: str = ""
    """A condition that the games meet (`simkit.run.store.query.find_games`); empty for all of them."""

    @cached_property
    def games(self) -> pl.LazyFrame:
        """One row per game."""
        games = self.run.games_in(self.scenarios)
        if not self.where:
            return games
        return games.join(games_with(self.run, list(self.scenarios), self.where), on=KEYS, how="semi")

    @cached_property
    def count(self) -> int:
        """How many games there are."""
        return int(self.games.select(pl.len()).collect().item())

    @property
    def every(self) -> str:
        """The games in words: "10,000 games", with the condition that they meet."""
        return f"{plural(self.count, 'game')}{f' with {self.where}' if self.where else ''}"

    @cached_property
    def columns(self) -> list[Column]:
        """The games' columns."""
        return self.run.columns(GAMES, self.scenarios)

    @cached_property
    def with_seats(self) -> list[int]:
        """The scenarios in which several play and seats have results."""
        return [scenario for scenario in self.scenarios if self.run.has_seats(scenario)]

    @cached_property
    def seats(self) -> pl.LazyFrame:
        """One row per seat of a game; only of scenarios with several seats."""
        seats = self.run.seats_in(self.with_seats)
        return seats.join(self.games.select(KEYS), on=KEYS, how="semi") if self.where else seats

    @cached_property
    def length(self) -> Column | None:
        """The column that counts how long games are."""
        length = self.run.game.length_column
        return next((column for column in self.columns if length and column.name == length.name), None)

    @property
    def title(self) -> str:
        """The game's title."""
        return self.run.game.title

    @cached_property
    def objectives(self) -> tuple[Objective, ...]:
        """What players play for, the most important first."""
        return tuple(self.run.game.objectives)

    @cached_property
    def is_played_together(self) -> bool:
        """True if the first objective is the whole game's, and not that of seats that compete."""
        return bool(self.objectives) and self.objectives[0].of == "game"

    def is_yes_no(self, objective: Objective) -> bool:
        """Return True for an objective that is met or not, False for points."""
        return self.column_of(objective).is_yes_no

    def column_of(self, objective: Objective) -> Column:
        """Return the column of an objective."""
        columns = self.columns if objective.of == "game" else self.run.columns(SEATS, self.with_seats or None)
        return next(column for column in columns if column.name == objective.column)

    @cached_property
    def points(self) -> Objective | None:
        """The seats' points, if they play for any."""
        if not self.with_seats:
            return None
        own = (o for o in self.objectives if o.of == "seat" and not self.is_yes_no(o))
        return next(own, None)

    def refusal(self, most: Most, why: str) -> BadInput:
        """Return the complaint that the tables don't know what is asked for."""
        return BadInput(f"--most {most}: {why}")


def notable_games(played: GamesOfRun, most: Most, first: int = 1) -> list[Notable]:
    """Return the games that are most of all the longest, closest ..., the first of them first."""
    if not played.count:
        raise played.refusal(most, f"no game has {played.where}")
    find: dict[str, Callable[[GamesOfRun], tuple[pl.LazyFrame, Telling]]] = {
        "longest": partial(_by_length, most="longest", sign=1),
        "shortest": partial(_by_length, most="shortest", sign=-1),
        "closest": _closest,
        "lucky": _lucky,
        "typical": _typical,
    }
    frame, tell = find[most](played)
    ranked = frame.sort("rank", "then", *KEYS, descending=[True, True, False, False], nulls_last=True)
    rows = ranked.head(first).collect()
    if rows.is_empty():
        raise played.refusal(most, f"none of {played.every} has what it is measured by")
    as_much = frame.filter(pl.col("rank") == rows["rank"][0]).select(pl.len()).collect().item()
    return [
        Notable(row["scenario"], row["game"], tell(row, place, int(as_much)))
        for place, row in enumerate(rows.iter_rows(named=True), start=1)
    ]


Row = dict[str, object]

Telling = Callable[[dict[str, "object"], int, int], str]
"""Says why a game was chosen: from its row, its place among those chosen, how many are like the first."""


def place_in_words(superlative: str, place: int) -> str:
    """Return "the longest", "the 2nd longest"."""
    ordinals = {1: "", 2: "second ", 3: "third "}
    return f"the {ordinals.get(place, f'{place}th ')}{superlative}"


def _as_many(place: int, as_much: int, by: str = "") -> str:
    """Return how many games are as much of it as the first, and how one of them was chosen."""
    if place > 1 or as_much < 2:
        return ""
    others = plural(as_much - 1, "other game")
    return f"; {others} {'is' if as_much == 2 else 'are'} the same in this{by}"


def _median(frame: pl.LazyFrame, column: str) -> str:
    return number_in_words(frame.select(pl.col(column).median()).collect().item())


def number_in_words(value: object) -> str:
    """Return a number as it is counted: 14, 14.5."""
    return f"{float(str(value)):,.10g}"


def _counted(value: object, column: Column) -> str:
    """Return a number with what it counts: "31 turns"."""
    return f"{number_in_words(value)} {column.unit or column.heading}"


def _require_length(played: GamesOfRun, most: Most) -> Column:
    column = played.length
    if column is None:
        nothing = f"the tables of {played.title} count nothing that games could be long by"
        raise played.refusal(most, f"{nothing}; Game(..., length=NAME) names a column that does")
    values = played.games.select(pl.col(column.name).n_unique()).collect().item()
    if values == 1 and played.count > 1:
        only = played.games.select(pl.col(column.name).first()).collect().item()
        raise played.refusal(most, f"all {played.every} have {_counted(only, column)}")
    return column


def _by_length(played: GamesOfRun, most: Most, sign: int) -> tuple[pl.LazyFrame, Telling]:
    column = _require_length(played, most)
    length = pl.col(column.name).cast(pl.Int64)
    frame = played.games.select(*KEYS, length.alias("length"), rank=sign * length, then=pl.lit(0))
    median = _median(frame, "length")

    def tell(row: Row, place: int, as_much: int) -> str:
        return (
            f"{_counted(row['length'], column)}, {place_in_words(most, place)} of {played.every} "
            f"(median {median}){_as_many(place, as_much)}"
        )

    return frame, tell


def _closest(played: GamesOfRun) -> tuple[pl.LazyFrame, Telling]:
    if played.is_played_together:
        return _nearly_otherwise(played)
    points = played.points
    if points is None:
        raise played.refusal(
            "closest",
            f"the tables of {played.title} say who won, but not by how much: seats have no points that are "
            "an objective",
        )
    column = played.column_of(points)
    margins = margins_of(played).select(
        *KEYS, "best", "second", "margin", "length", rank=-pl.col("margin"), then=pl.col("length")
    )
    median = _median(margins, "margin")
    by = ", and the longest of them is shown" if played.length else ""

    def tell(row: Row, place: int, as_much: int) -> str:
        best, second = (number_in_words(row[name]) for name in ("best", "second"))
        return (
            f"{best} against {second} {column.unit or column.heading}, {place_in_words('closest', place)} of "
            f"{played.every} by the two best results (median margin {median}){_as_many(place, as_much, by)}"
        )

    return margins, tell


def margins_of(played: GamesOfRun) -> pl.LazyFrame:
    """Return per game the two best results in points, their distance, and how long it was."""
    points = played.points
    assert points is not None
    value = pl.col(points.column)
    ranked = value.sort(descending=points.better == "more")
    own = played.seats.group_by(KEYS).agg(best=ranked.get(0), second=ranked.get(1))
    length = pl.col(played.length.name).cast(pl.Int64) if played.length else pl.lit(0)
    return own.join(played.games.select(*KEYS, length=length), on=KEYS).with_columns(
        margin=(pl.col("best") - pl.col("second")).abs()
    )


def _nearly_otherwise(played: GamesOfRun) -> tuple[pl.LazyFrame, Telling]:
    """Return the games won or lost by the least, as far as the tables know it."""
    goal, progress = played.objectives[0], played.run.game.progress
    if not played.is_yes_no(goal):
        raise played.refusal(
            "closest",
            f"{played.title} is played for {played.column_of(goal).heading} alone: there is nobody to be "
            "close to, and nothing to lose",
        )
    won, length = pl.col(goal.column), played.length
    then = pl.col(length.name).cast(pl.Int64) if length else pl.lit(0)
    called = played.column_of(goal).heading
    if progress is not None and progress.of == "game":
        column = played.column_of(progress)
        sign = 1 if progress.better == "more" else -1
        frame = played.games.filter(~won).select(
            *KEYS, value=column.name, rank=sign * pl.col(column.name).cast(pl.Float64), then=then
        )
        lost = frame.select(pl.len()).collect().item()
        if lost:
            median = _median(frame, "value")
            by = ", and the longest of them is shown" if length else ""

            def tell_lost(row: Row, place: int, as_much: int) -> str:
                best = "most" if sign > 0 else "least"
                return (
                    f"not {called}, with {column.heading} {number_in_words(row['value'])}, "
                    f"{place_in_words(best, place)} of the {lost:,} games of {played.count:,} that were not "
                    f"(median {median}): {played.title} measures by that how far a game got"
                    f"{_as_many(place, as_much, by)}"
                )

            return frame, tell_lost
    if length is None:
        raise played.refusal("closest", f"the tables of {played.title} don't know how close a game was")
    frame = played.games.filter(won).select(*KEYS, length=then, rank=then, then=pl.lit(0))
    count = frame.select(pl.len()).collect().item()
    if not count:
        raise played.refusal(
            "closest", f"none of {played.every} is {called}, and the tables don't say how close they were"
        )
    median = _median(frame, "length")

    def tell(row: Row, place: int, as_much: int) -> str:
        return (
            f"{called} after {_counted(row['length'], length)}, {place_in_words('latest', place)} of the "
            f"{count:,} games of {played.count:,} that are (median {median}); the tables know no margin, so "
            f"it is measured by the length{_as_many(place, as_much)}"
        )

    return frame, tell


def _lucky(played: GamesOfRun) -> tuple[pl.LazyFrame, Telling]:
    if not played.objectives:
        raise played.refusal("lucky", f"{played.title} declares nothing to play for")
    if played.is_played_together:
        goal = played.objectives[0]
        if played.is_yes_no(goal):
            return _won_against_the_odds(played, goal)
        return _furthest_from_its_mean(played, goal)
    if not played.with_seats:
        raise played.refusal("lucky", "a single player's games have no results of seats")
    goal = played.objectives[0]
    return _unlikely_winner(played, goal) if played.is_yes_no(goal) else _furthest_from_its_mean(played, goal)


def _won_against_the_odds(played: GamesOfRun, goal: Objective) -> tuple[pl.LazyFrame, Telling]:
    """Return the wins that are rarest in their scenario: won at all, and as soon as that."""
    won, length = pl.col(goal.column), played.length
    called = played.column_of(goal).heading
    after = pl.col(length.name).cast(pl.Int64) if length else pl.lit(0)
    every = played.run.games_in(played.scenarios).with_columns(won=won, after=after)
    rates = (
        every.group_by("scenario", "after")
        .agg(wins=pl.col("won").sum(), games=pl.len())
        .sort("scenario", "after")
        .select(
            "scenario",
            "after",
            rate=pl.col("wins").cum_sum().over("scenario") / pl.col("games").sum().over("scenario"),
        )
    )
    frame = (
        played.games.with_columns(after=after)
        .filter(won)
        .join(rates, on=["scenario", "after"])
        .select(*KEYS, "after", "rate", rank=-pl.col("rate"), then=pl.lit(0))
    )
    if frame.select(pl.len()).collect().item() == 0:
        raise played.refusal("lucky", f"none of {played.every} is {called}")

    def tell(row: Row, place: int, as_much: int) -> str:
        soon = f" after {_counted(row['after'], length)} or fewer" if length else ""
        rarest = place_in_words("rarest", place)
        return (
            f"{called}{soon}, as in {percent(float(str(row['rate'])))} of the games in this setting"
            f"{_or_usual(row['rate'])}: {rarest} win of {played.every}{_as_many(place, as_much)}"
        )

    return frame, tell


UNLIKELY = 0.05
"""What happens at least as often as this is no luck."""


def _or_usual(share: object) -> str:
    """Return that what is said before is not unlikely, where it is not."""
    return "" if float(str(share)) < UNLIKELY else ", so nothing in it is unlikely"


def _unlikely_winner(played: GamesOfRun, goal: Objective) -> tuple[pl.LazyFrame, Telling]:
    """Return the wins of the seats or players that win least often, the furthest from their mean first."""
    run, won = played.run, pl.col(goal.column)
    who = _who(played)
    rows = played.run.seats_in(played.with_seats).with_columns(who=who)
    column = played.column_of(played.points) if played.points else None
    value = pl.col(column.name).cast(pl.Float64) if column else pl.lit(0.0)
    sign = -1 if played.points and played.points.better == "less" else 1
    usual = rows.group_by("scenario", "who").agg(rate=won.mean(), mean=value.mean(), spread=value.std())
    winners = played.seats.with_columns(who=who).filter(won)
    above = sign * (value - pl.col("mean")) / pl.col("spread")
    frame = winners.join(usual, on=["scenario", "who"]).select(
        *KEYS, "seat", "who", "rate", "mean", value=value, rank=-pl.col("rate"), then=above.fill_nan(0.0)
    )

    def tell(row: Row, place: int, as_much: int) -> str:
        scenario, number = int(str(row["scenario"])), int(str(row["who"]))
        seat = f"seat {int(str(row['seat'])) + 1}"
        alike = scenario in run.alike
        name = run.line_ups[scenario][0 if alike else number]
        called = f"{seat} ({name})"
        as_often = "from this place at the table" if alike else "in this setting"
        points, rarest = "", float(str(row["rate"]))
        if column:
            own = rows.filter(pl.col("scenario") == scenario, pl.col("who") == number)
            as_good = own.select((sign * value >= sign * float(str(row["value"]))).mean()).collect().item()
            rarest = min(rarest, as_good)
            or_better = "many or more" if sign > 0 else "few or fewer"
            points = (
                f". It has {number_in_words(row['value'])} {column.unit or column.heading}, where "
                f"{float(str(row['mean'])):,.0f} are usual; as {or_better} "
                f"come in {percent(as_good)} of games"
            )
        return (
            f"{called} wins, as in {percent(float(str(row['rate'])))} of its games {as_often}, the "
            f"least likely winner of {played.every}{points}{_or_usual(rarest)}"
        )

    return frame, tell


def _who(played: GamesOfRun) -> pl.Expr:
    """Return whose results predict a seat's: those of its player; where all are alike, of its place."""
    run = played.run
    place = run.place.over("scenario").cast(pl.Int64) if run.turn_order else pl.col("seat").cast(pl.Int64)
    alike = pl.col("scenario").is_in(sorted(run.alike))
    return pl.when(alike).then(place).otherwise(pl.col("player").cast(pl.Int64))


def _furthest_from_its_mean(played: GamesOfRun, goal: Objective) -> tuple[pl.LazyFrame, Telling]:
    """Return the results in points that are furthest above what the same seat's other games predict."""
    of_game = goal.of == "game"
    column = played.column_of(goal)
    value = pl.col(goal.column).cast(pl.Float64)
    every = played.run.games_in(played.scenarios) if of_game else played.run.seats_in(played.with_seats)
    chosen = played.games if of_game else played.seats
    who = pl.lit(0) if of_game else _who(played)
    sign = -1 if goal.better == "less" else 1
    usual = every.with_columns(who=who).group_by("scenario", "who").agg(mean=value.mean(), spread=value.std())
    above = sign * (value - pl.col("mean")) / pl.col("spread")
    frame = (
        chosen.with_columns(who=who)
        .join(usual, on=["scenario", "who"])
        .select(*KEYS, "mean", value=value, rank=above, then=pl.lit(0))
        .filter(pl.col("rank").is_finite())
    )
    if not of_game:
        frame = frame.sort("rank", descending=True).unique(KEYS, keep="first")

    def tell(row: Row, place: int, as_much: int) -> str:
        return (
            f"{_counted(row['value'], column)}, {place_in_words('furthest', place)} above what such games "
            f"come to (on average {float(str(row['mean'])):,.1f}) of {played.every}"
        )

    return frame, tell


def _typical(played: GamesOfRun) -> tuple[pl.LazyFrame, Telling]:
    """Return the games that are nearest to the medians of all columns, in standard deviations."""
    own = [column for column in played.columns if column.unit or column.is_yes_no or column.labels]
    wide, seats = played.games, list[Column]()
    if played.with_seats:
        seats = [
            column
            for column in played.run.columns(SEATS, played.with_seats)
            if column.unit and column.name not in {other.name for other in own}
        ]
        means = played.seats.group_by(KEYS).agg(
            pl.col(column.name).cast(pl.Float64).mean() for column in seats
        )
        wide = wide.join(means, on=KEYS, how="left")
        own += seats
    words = [column for column in own if column.labels]
    numbers = [column for column in own if not column.labels]
    usual = wide.select(
        *(pl.col(c.name).cast(pl.Float64).median().alias(c.name) for c in numbers),
        *(pl.col(c.name).cast(pl.Float64).std().alias(f"{c.name} spread") for c in numbers),
        *(pl.col(c.name).cast(pl.String).mode().sort().first().alias(c.name) for c in words),
    ).collect()
    middle = usual.row(0, named=True)
    off = [
        ((pl.col(c.name).cast(pl.Float64) - middle[c.name]) / middle[f"{c.name} spread"]).pow(2).fill_null(0)
        for c in numbers
        if middle[f"{c.name} spread"]
    ]
    off += [(pl.col(c.name).cast(pl.String) != middle[c.name]).cast(pl.Float64) for c in words]
    if not off:
        raise played.refusal("typical", f"all {played.every} are the same in every column")
    named = [c for c in numbers if c.unit and middle[f"{c.name} spread"]][:MOST_NAMED]
    frame = wide.select(*KEYS, *(c.name for c in named), rank=-pl.sum_horizontal(off), then=pl.lit(0))

    def tell(row: Row, place: int, as_much: int) -> str:
        shown = ", ".join(
            f"{'mean ' if c in seats else ''}{c.heading} {number_in_words(row[c.name])} "
            f"(median {number_in_words(middle[c.name])})"
            for c in named
        )
        return (
            f"{place_in_words('nearest', place)} of {played.every} to the medians of all "
            f"{plural(len(off), 'column')}{f': {shown}' if shown else ''}{_as_many(place, as_much)}"
        )

    return frame, tell
