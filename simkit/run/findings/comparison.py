"""Compares two runs: the same games under two sets of rules or strategies."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from math import inf
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.engine.base.columns import Column
from simkit.errors import BadInput
from simkit.experiment.keys import RuleKey
from simkit.experiment.values import player_in_words
from simkit.language import value_in_words
from simkit.run.store.directory import RunDirectory
from simkit.run.store.in_parts import in_parts
from simkit.run.store.incomplete import shared_games
from simkit.run.store.parquet import GAMES, SEATS
from simkit.stats.distributions import Distributions
from simkit.stats.estimates import Estimate, is_significant, paired_difference, unit_of, unpaired_difference
from simkit.stats.tally import Tally
from simkit.stats.whose import GAME, PLACE, PLAYER, SEAT, Kind, Whose


@dataclass(frozen=True)
class ChangeOfResult:
    """The change in one scenario of the mean of a column, or of the share of one of its labels."""

    levels: dict[str, str]
    """The scenario's factor levels, which both runs share."""

    of: Whose
    strategy: str
    """Of a player, the strategy, or both runs' ("expert -> novice"); else empty."""

    column: str
    level: str
    """For a column of codes which of them, by its label; else empty."""

    share: bool
    """Whether `before` and `after` are shares."""

    before: float
    after: float
    """The means or shares, over the games compared."""

    difference: Estimate
    """``after - before`` with its interval."""

    spread: float
    """The standard deviation between games, of both runs together."""

    is_main: bool = False
    """Whether it is of what the game is played for: the column of the first objective."""

    is_clear: bool = False
    """Whether chance alone does not explain it: zero lies outside its interval, widened for the number of
    changes that are compared.  Changes of the first objective are counted apart from the others."""

    @property
    def called(self) -> str:
        """Whose number it is, counted from 1, with the strategy of a player: "player 1 (expert)"."""
        return f"{self.of.from_1} ({self.strategy})" if self.strategy else self.of.from_1

    @property
    def size(self) -> float:
        """The change in standard deviations between games, which makes shares and means comparable."""
        value = self.difference.value
        return value / self.spread if self.spread else inf * value if value else 0.0

    @property
    def setting(self) -> tuple[str, ...]:
        """The levels alone."""
        return tuple(self.levels.values())


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The outcomes of a column in two runs, each different one once."""

    first: npt.NDArray[Any]
    """Those of one run: numbers, or True and False; shape (n,)."""

    second: npt.NDArray[Any]
    """Those of the other; where the runs are paired each of the same games as the one before."""

    games: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
    """How many games have each; where the runs are paired the same array twice."""

    are_paired: bool
    """Whether game n of one run has the chance of game n of the other."""

    def that_are(self, code: int) -> Outcomes:
        """Return which outcomes are a code."""
        return replace(self, first=self.first == code, second=self.second == code)

    def change(self, column: str, of: Whose, level: str = "") -> ChangeOfResult:
        """Return the change of their mean, or of the share of True."""
        share = bool(self.first.dtype == np.bool_)
        one, other = (
            Tally.of_each(*each) for each in zip((self.first, self.second), self.games, strict=True)
        )
        if self.are_paired:
            values = self.first.astype(np.float64), self.second.astype(np.float64)
            unit = unit_of(share).of_changes
            difference = paired_difference(*values, unit=unit, games=self.games[0])
        else:
            difference = unpaired_difference(one, other, shares=share)
        spread = float(np.sqrt((one.spread + other.spread) / 2))
        return ChangeOfResult({}, of, "", column, level, share, one.mean, other.mean, difference, spread)


class CountOfBoth:
    """Counts the outcomes of a column in two runs, some games after others.

    Attributes
    ----------
    codes : dict
        What stands for each word, in a column of words.
    """

    def __init__(self, are_paired: bool) -> None:
        self.codes: dict[str, int] = {}
        self._are_paired = are_paired
        self._pairs: Distributions | None = None
        self._apart: tuple[Tally, Tally] | None = None
        self._fractions: list[tuple[npt.NDArray[Any], npt.NDArray[Any]]] = []
        self._kind: npt.DTypeLike = np.bool_

    def add(self, first: pl.Series, second: pl.Series) -> None:
        """Count some games: where the runs are paired the same ones of both."""
        one, other = self._numbers(first), self._numbers(second)
        if one.dtype != np.bool_:
            self._kind = np.int64
        if not self._are_paired:
            new = Tally.of(one), Tally.of(other)
            self._apart = (self._apart[0] + new[0], self._apart[1] + new[1]) if self._apart else new
        elif "f" in (one.dtype.kind, other.dtype.kind):  # nearly as many values as games
            self._fractions.append((one, other))
        elif len(one):
            found = Distributions.of(other, one)
            self._pairs = Distributions.joined([self._pairs, found]) if self._pairs else found

    def _numbers(self, values: pl.Series) -> npt.NDArray[Any]:
        if isinstance(values.dtype, pl.String | pl.Categorical):
            values = values.cast(pl.Enum(values.cast(pl.String).unique().drop_nulls().sort()))
        if not isinstance(values.dtype, pl.Enum):
            return values.to_numpy()
        codes = [self.codes.setdefault(word, len(self.codes)) for word in values.dtype.categories]
        found: npt.NDArray[np.int64] = np.array(codes)[values.to_physical().to_numpy()]
        return found

    @property
    def outcomes(self) -> Outcomes:
        """What was counted."""
        if self._apart:
            one, other = self._apart
            kind = one.values.dtype if one.values.dtype == np.float64 else self._kind
            values = one.values.astype(kind), other.values.astype(kind)
            return Outcomes(*values, (one.counts, other.counts), are_paired=False)
        if self._fractions:
            first, second = (np.concatenate(each) for each in zip(*self._fractions, strict=True))
            ones = np.ones(len(first), np.int64)
            return Outcomes(first, second, (ones, ones), are_paired=True)
        assert self._pairs is not None
        found = self._pairs
        values = found.groups.astype(self._kind), found.values.astype(self._kind)
        return Outcomes(*values, (found.counts, found.counts), are_paired=True)


@dataclass(frozen=True)
class Difference:
    """Something that is different about two runs."""

    what: Literal["seed", "rule", "players", "content", "code"]
    name: str = ""
    """The rule's, or that of the strategy whose code has changed; else empty."""

    before: str = ""
    after: str = ""
    """The values in both runs, in words; empty for code."""

    def __str__(self) -> str:
        if self.what == "code":
            return f"code of {f'strategy {self.name}' if self.name else 'the game'}: changed"
        name = RuleKey(self.name).name if self.what == "rule" else self.what
        return f"{name} {self.before} -> {self.after}"


Side = tuple[RunDirectory, int]
"""What is compared with another such: a run, and the number of one of its scenarios."""


@dataclass(frozen=True)
class _Plays:
    """What is compared: the game, a player or a seat, by the columns that both runs have of it."""

    of: Whose
    strategy: str
    columns: Sequence[tuple[Column, Column]]

    def rows(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return its rows, one per game, of those of games or of all their seats."""
        return rows if self.of == GAME else rows.filter(pl.col(self.of.kind) == self.of.number)


def compare_runs(before: RunDirectory, after: RunDirectory, *, about: str = "") -> list[ChangeOfResult]:
    """Return the change of every outcome column in every scenario that two runs share, the largest first.

    Scenarios are the same if their factor levels are.  If the seed is the same too, game n of one run is
    compared with game n of the other: common random numbers, so that luck cancels out.  Where several
    play, each seat is compared (each place in the turn order, where both runs know it), and each player
    unless all have the same strategy and parameters.  Codes are compared by their labels, which both runs
    have recorded; codes without labels are left out.  Clear changes stand before those that may be chance.

    `about`: the column that matters most; by default the game's first objective.
    """
    shared = shared_scenarios(before, after)
    paired = share_chance(before, after)
    changes = [
        change
        for levels, first, second in shared
        for change in _changes(levels, (before, first), (after, second), paired)
    ]
    headlines = {run.headline for run in (before, after) if run.headline}
    if about and about not in dict(headlines):
        headlines = {(about, "game"), (about, "seat")}
    judged = _judged(changes, headlines)
    # Rounded: of two players what one wins the other loses, except for the last bit.
    return sorted(judged, key=lambda change: (not change.is_clear, -round(abs(change.size), 9)))


def _judged(
    changes: Sequence[ChangeOfResult], headlines: Collection[tuple[str, str]]
) -> Iterator[ChangeOfResult]:
    """Yield changes that know whether they are of the first objective, and whether they are clear."""
    of_players = {change.setting for change in changes if change.of.kind == PLAYER}

    def is_main(change: ChangeOfResult) -> bool:
        whose = (PLAYER,) if change.setting in of_players else (SEAT, PLACE)
        kinds = {kind for column, of in headlines if column == change.column for kind in _kinds(of, whose)}
        return change.of.kind in kinds and not change.level

    main = [is_main(change) for change in changes]
    counts = Counter(main)
    for change, leads in zip(changes, main, strict=True):
        yield replace(change, is_main=leads, is_clear=is_significant(change.difference, counts[leads]))


def share_chance(before: RunDirectory, after: RunDirectory) -> bool:
    """Return True if game n of one run has the chance of game n of the other: under the same seed."""
    return bool(before.manifest["experiment"]["seed"] == after.manifest["experiment"]["seed"])


def _kinds(of: str, whose: tuple[Kind, ...]) -> tuple[Kind, ...]:
    return whose if of == SEAT else (GAME.kind,)


def what_differs(before: RunDirectory, after: RunDirectory) -> list[Difference]:
    """Return the differences between the scenarios that two runs share.

    Code that has changed is named too: that of the game, with its content, and that of each strategy.
    """
    shared = shared_scenarios(before, after)
    found: dict[Difference, None] = {}
    if not share_chance(before, after):
        seeds = (run.manifest["experiment"]["seed"] for run in (before, after))
        found[Difference("seed", "", *map(str, seeds))] = None
    for _, first, second in shared:
        old, new = before.scenario(first), after.scenario(second)
        knobs = [json.loads(row["knobs"]) for row in (old, new)]
        for name in knobs[0]:
            value, other = knobs[0][name], knobs[1].get(name)
            if value != other:
                found[Difference("rule", name, value_in_words(value), value_in_words(other))] = None
        if old["players"] != new["players"]:
            found[Difference("players", "", _named(old["players"]), _named(new["players"]))] = None
    if before.manifest["experiment"].get("content") != after.manifest["experiment"].get("content"):
        contents = (run.game.changed_content or "as printed" for run in (before, after))
        found[Difference("content", "", *contents)] = None
    there = after.manifest["sources"]
    for name, digest in before.manifest["sources"].items():
        if there.get(name, digest) != digest:
            found[Difference("code", "" if name == "game" else name)] = None
    return list(found)


def _named(players: str) -> str:
    """Return players in words: "hold_at(n=25), random"."""
    return ", ".join(
        player_in_words(player["strategy"], player["parameters"]) for player in json.loads(players)
    )


def shared_scenarios(before: RunDirectory, after: RunDirectory) -> list[tuple[dict[str, str], int, int]]:
    """Return the scenarios that two runs share: the levels, and the scenario's number in either run.

    Raises BadInput if the runs can't be compared: they are of different games, vary different factors, share
    no scenario, or are not whole and were not asked for as they are.
    """
    for run in (before, after):
        run.require_finished()
    names = [run.manifest["experiment"]["game"] for run in (before, after)]
    if names[0] != names[1]:
        raise BadInput(f"the runs are of different games: {names[0]} and {names[1]}")
    factors = before.factors
    if set(factors) != set(after.factors):
        lists = [", ".join(run.factors) or "none" for run in (before, after)]
        raise BadInput(f"the runs vary different factors: {lists[0]}; and {lists[1]}")
    scenarios = [run.levels.select("scenario", *factors) for run in (before, after)]
    keys = {tuple(row[1:]): row[0] for row in scenarios[1].iter_rows()}
    shared = [(row[1:], row[0], keys[row[1:]]) for row in scenarios[0].iter_rows() if row[1:] in keys]
    if before.incomplete or after.incomplete:
        shared = [pair for pair in shared if shared_games(before.numbers(pair[1]), after.numbers(pair[2]))]
        if not shared:
            raise BadInput("the runs share no game: what there is of them is of different scenarios or games")
    if not shared:
        raise BadInput("the runs share no scenario: their factors have no level in common")
    return [(dict(zip(factors, levels, strict=True)), first, second) for levels, first, second in shared]


def _plays_of(*scenarios: Side) -> Iterator[_Plays]:
    first, second = (run.columns(GAMES, [number]) for run, number in scenarios)
    yield _Plays(GAME, "", _in_both(first, second))
    if not all(run.has_seats(number) for run, number in scenarios):
        return
    both = min(len(run.line_ups[number]) for run, number in scenarios)
    seats_are: Kind = PLACE if all(run.turn_order for run, _ in scenarios) else SEAT
    alike = all(number in run.alike for run, number in scenarios)
    compared = [kind for kind in (PLAYER, seats_are) if kind != PLAYER or not alike]
    if seats_are == SEAT and not all(run.knows_seats for run, _ in scenarios):
        compared.remove(SEAT)
    for kind in compared:
        first, second = (
            [
                column
                for column in run.columns(SEATS, [number])
                if kind != PLACE or column.name != run.turn_order
            ]
            for run, number in scenarios
        )
        for number in range(both):
            names = dict.fromkeys(run.line_ups[scenario][number] for run, scenario in scenarios)
            strategy = " -> ".join(names) if kind == PLAYER else ""
            yield _Plays(Whose(kind, number), strategy, _in_both(first, second))


def _changes(levels: dict[str, str], before: Side, after: Side, paired: bool) -> Iterator[ChangeOfResult]:
    """Yield the changes from one scenario to another."""
    counts = counts_of_both(before, after, paired)
    for plays in _plays_of(before, after):
        yes_no = {column.name for column, _ in plays.columns if column.is_yes_no}  # `won`
        for columns in plays.columns:
            name = columns[0].name
            for level, outcomes in _to_compare(columns, counts[plays.of, name]):
                if level not in yes_no:
                    change = outcomes.change(name, plays.of, level)
                    yield replace(change, strategy=plays.strategy, levels=levels)


@lru_cache(maxsize=1)
def counts_of_both(before: Side, after: Side, paired: bool) -> Mapping[tuple[Whose, str], CountOfBoth]:
    """Return the outcomes of two scenarios, by whose they are and the column, counted part by part.

    Those of the last two scenarios are kept: claims ask again for what the table of changes has counted.
    """
    every = list(_plays_of(before, after))
    counts = {(plays.of, column.name): CountOfBoth(paired) for plays in every for column, _ in plays.columns}
    for are_seats in (False, True):
        own = [plays for plays in every if (plays.of != GAME) == are_seats]
        if not own:
            continue
        most = max(len(run.line_ups[scenario]) for run, scenario in (before, after)) if are_seats else 1
        for parts in both_in_parts(*(_rows_of(*side, are_seats, most) for side in (before, after))):
            for plays in own:
                first, second = map(plays.rows, parts)
                if paired:
                    first, second = of_both(first, second)
                for column, _ in plays.columns:
                    counts[plays.of, column.name].add(first[column.name], second[column.name])
    return counts


def _rows_of(run: RunDirectory, scenario: int, are_seats: bool, most: int) -> Iterator[pl.LazyFrame]:
    """Yield a scenario's games in parts, or the rows of their seats, with places where these are known.

    `most`: how many rows a game has in either run: parts of both are of games of the same numbers.
    """
    if not are_seats:
        return in_parts(run, [scenario], run.games_in)
    rows = in_parts(run, [scenario], run.seats_in, most)
    return (part.with_columns(run.place.alias(PLACE)) if run.turn_order else part for part in rows)


def both_in_parts(
    before: Iterable[pl.LazyFrame], after: Iterable[pl.LazyFrame]
) -> Iterator[tuple[pl.DataFrame, pl.DataFrame]]:
    """Yield the rows of two runs, of the same numbers of games; none where one has no more of them."""
    none = pl.DataFrame()
    for parts in zip_longest(before, after):
        first, second = (none if part is None else part.sort("game").collect() for part in parts)
        yield (
            second.clear() if parts[0] is None else first,
            first.clear() if parts[1] is None else second,
        )


def change_between(
    first: npt.NDArray[Any], second: npt.NDArray[Any], column: str, of: Whose, level: str = ""
) -> ChangeOfResult:
    """Return the change from the values of some games to those of others, which share their luck.

    `first`, `second` (array, shape (games,)): numbers, or True and False, of which the share of True is
    compared.
    """
    ones = np.ones(len(first), np.int64)
    return Outcomes(first, second, (ones, ones), are_paired=True).change(column, of, level)


def of_both(before: pl.DataFrame, after: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the rows of the games that both runs have; people may have played any numbers."""
    first, second = before.head(len(after)), after.head(len(before))
    if first["game"].equals(second["game"]):
        return first, second
    return before.join(after, on="game", how="semi"), after.join(before, on="game", how="semi")


def _to_compare(columns: tuple[Column, Column], count: CountOfBoth) -> Iterator[tuple[str, Outcomes]]:
    """Yield what is compared: for a code, each label's occurrences; for numbers, the numbers."""
    (column, other), outcomes = columns, count.outcomes
    if column.labels:
        for level in dict.fromkeys([*column.labels, *other.labels, *count.codes]):
            found = outcomes.that_are(count.codes.get(level, -1))
            if found.first.any() or found.second.any():
                yield level, found
    if column.unit or column.is_yes_no:  # the mean of codes says nothing
        yield "", outcomes


def _in_both(columns: Sequence[Column], others: Sequence[Column]) -> list[tuple[Column, Column]]:
    """Return the columns that both runs have with the same kind: yes or no, a code with labels, a number."""
    by_name = {column.name: column for column in others}
    pairs = ((column, by_name[column.name]) for column in columns if column.name in by_name)
    return [(column, other) for column, other in pairs if _kind(column) == _kind(other)]


def _kind(column: Column) -> tuple[bool, bool]:
    return column.is_yes_no, bool(column.labels)
