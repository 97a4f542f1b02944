"""Compares two runs: the same games under two sets of rules or strategies."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
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
from simkit.run.store.incomplete import shared_games
from simkit.run.store.parquet import GAMES, SEATS
from simkit.stats.estimates import Estimate, is_significant, paired_difference, unit_of, unpaired_difference
from simkit.stats.tally import Tally
from simkit.stats.whose import GAME, PLACE, PLAYER, SEAT, Kind, Whose


@dataclass(frozen=True)
class Change:
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


@dataclass(frozen=True)
class _Plays:
    """The rows of both runs to compare, one per game (of the game, a player or a seat)."""

    of: Whose
    strategy: str
    columns: tuple[Sequence[Column], Sequence[Column]]
    before: pl.DataFrame
    after: pl.DataFrame


def compare_runs(before: RunDirectory, after: RunDirectory, *, about: str = "") -> list[Change]:
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
        for plays in _plays_of((before, first), (after, second))
        for change in _changes(levels, plays, paired)
    ]
    headlines = {run.headline for run in (before, after) if run.headline}
    if about and about not in dict(headlines):
        headlines = {(about, "game"), (about, "seat")}
    judged = _judged(changes, headlines)
    return sorted(judged, key=lambda change: (not change.is_clear, -abs(change.size)))


def _judged(changes: Sequence[Change], headlines: Collection[tuple[str, str]]) -> Iterator[Change]:
    """Yield changes that know whether they are of the first objective, and whether they are clear."""
    of_players = {change.setting for change in changes if change.of.kind == PLAYER}

    def is_main(change: Change) -> bool:
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


def _plays_of(*scenarios: tuple[RunDirectory, int]) -> Iterator[_Plays]:
    first, second = (run.columns(GAMES, [number]) for run, number in scenarios)
    before, after = (run.games_in([number]).sort("game").collect() for run, number in scenarios)
    yield _Plays(GAME, "", (first, second), before, after)
    if not all(run.has_seats(number) for run, number in scenarios):
        return
    both = min(len(run.line_ups[number]) for run, number in scenarios)
    whole = [_seats_of(*scenario) for scenario in scenarios]
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
            own = (frame.filter(pl.col(kind) == number) for frame in whole)
            yield _Plays(Whose(kind, number), strategy, (first, second), *own)


def _seats_of(run: RunDirectory, scenario: int) -> pl.DataFrame:
    """Return the rows of all seats of a scenario, with their place where the game has a turn order."""
    rows = run.seats_in([scenario]).sort("game", SEAT).collect()
    return rows.with_columns(run.place.alias(PLACE)) if run.turn_order else rows


def _changes(levels: dict[str, str], plays: _Plays, paired: bool) -> Iterator[Change]:
    before, after = plays.before, plays.after
    if paired:
        before, after = _of_both(before, after)
    columns = _in_both(*plays.columns)
    yes_no = {column.name for column, _ in columns if column.is_yes_no}  # `won`
    for column, other in columns:
        values = before[column.name], after[column.name]
        for level, first, second in _to_compare((column, other), values):
            if level not in yes_no:
                yield change_between(
                    first, second, column.name, plays.of, level,
                    strategy=plays.strategy, levels=levels, paired=paired,
                )  # fmt: skip


def change_between(
    first: npt.NDArray[Any],
    second: npt.NDArray[Any],
    column: str,
    of: Whose,
    level: str = "",
    *,
    strategy: str = "",
    levels: dict[str, str] | None = None,
    paired: bool = True,
) -> Change:
    """Return the change from the values of some games to those of others.

    * `first`, `second` (array, shape (games,)): the values: numbers, or True and False, of which the share of
      True is compared.
    * `paired`: whether they are of the same games, which share their luck.
    """
    share, ends = bool(first.dtype == np.bool_), (float(first.mean()), float(second.mean()))
    difference = _difference(first, second, paired)
    spread = float(np.sqrt((first.var() + second.var()) / 2))
    return Change(levels or {}, of, strategy, column, level, share, *ends, difference, spread)


def _of_both(before: pl.DataFrame, after: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the rows of the games that both runs have; people may have played any numbers."""
    first, second = before.head(len(after)), after.head(len(before))
    if first["game"].equals(second["game"]):
        return first, second
    return before.join(after, on="game", how="semi"), after.join(before, on="game", how="semi")


def _to_compare(
    columns: tuple[Column, Column], values: tuple[pl.Series, pl.Series]
) -> Iterator[tuple[str, npt.NDArray[Any], npt.NDArray[Any]]]:
    """Yield the values to compare: for a code, each label's occurrences; for numbers, the numbers."""
    (column, other), (first, second) = columns, values
    if column.labels:
        ones, twos = _by_level(first), _by_level(second)
        for level in dict.fromkeys([*column.labels, *other.labels, *ones, *twos]):
            if level in ones or level in twos:
                yield level, ones[level], twos[level]
    if column.unit or column.is_yes_no:  # the mean of codes says nothing
        yield "", first.to_numpy(), second.to_numpy()


def _in_both(columns: Sequence[Column], others: Sequence[Column]) -> list[tuple[Column, Column]]:
    """Return the columns that both runs have with the same kind: yes or no, a code with labels, a number."""
    by_name = {column.name: column for column in others}
    pairs = ((column, by_name[column.name]) for column in columns if column.name in by_name)
    return [(column, other) for column, other in pairs if _kind(column) == _kind(other)]


def _kind(column: Column) -> tuple[bool, bool]:
    return column.is_yes_no, bool(column.labels)


def _by_level(words: pl.Series) -> defaultdict[str, npt.NDArray[np.bool_]]:
    """Return, for each label that occurs, in which games it does."""
    found = {str(word): (words == word).to_numpy() for word in words.cast(pl.String).unique()}
    return defaultdict(lambda: np.zeros(len(words), np.bool_), found)


def _difference(first: npt.NDArray[Any], second: npt.NDArray[Any], paired: bool) -> Estimate:
    share = first.dtype == np.bool_
    if paired:
        unit = unit_of(bool(share)).of_changes
        return paired_difference(first.astype(np.float64), second.astype(np.float64), unit=unit)
    return unpaired_difference(Tally.of(first), Tally.of(second), shares=bool(share))
