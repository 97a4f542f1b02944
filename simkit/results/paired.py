"""Compares scenarios game by game; game n has the same chance in all of them, so that luck cancels out.

A scenario, or the average of several, is one share per game; effects are differences of such shares, with
intervals over the games (`simkit.stats`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial, reduce
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy import special

from simkit.run.findings.comparison import (
    CountOfBoth,
    Outcomes,
    both_in_parts,
    counts_of_both,
    of_both,
    share_chance,
    shared_scenarios,
)
from simkit.run.store.directory import RunDirectory
from simkit.run.store.in_parts import in_parts
from simkit.run.store.incomplete import shared_games
from simkit.stats.estimates import (
    CONFIDENCE,
    POINTS,
    Estimate,
    average_share,
    mean_change,
    mean_of,
    paired_difference,
    unit_of,
    widened,
)
from simkit.stats.precision import as_if_equal
from simkit.stats.whose import GAME, PLAYER, STRATEGY, Whose, whose

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


class SideBySide:
    """One outcome column of every scenario, game by game.

    Parameters
    ----------
    rows : array, shape (scenarios, games), or sequence of arrays, shape (games of the scenario,)
        Entry n of row s is of game n of scenario s: yes or no, or (for averages and effects) points.  A
        scenario without games, of an incomplete run, has an empty row.
    ends : sequence of int, optional
        The different numbers of games that the run's scenarios have, in ascending order.
    games : int array, shape (n,), optional
        Of how many games each entry is; of one by default.  A single scenario has nothing to be compared with
        game by game: it has one entry for each different outcome, however many games there are.
    is_share : bool, optional
        Whether outcomes are yes or no, or shares of several seats; by default whether they are yes or no.

    Attributes
    ----------
    rows : sequence of arrays
        As given.
    values : array, shape (scenarios, games)
        The games that all scenarios have.
    games : array or None
        As given.
    """

    def __init__(
        self,
        rows: npt.NDArray[Any] | Sequence[npt.NDArray[Any]],
        ends: Sequence[int] = (),
        games: Counts | None = None,
        *,
        is_share: bool | None = None,
    ) -> None:
        self.rows, self.games, self._is_share = rows, games, is_share
        self._ends = ends or sorted({len(row) for row in rows})
        if isinstance(rows, np.ndarray):
            self.values = rows
        else:
            fewest = min(len(row) for row in rows if len(row))
            none = np.zeros(fewest, rows[0].dtype)
            self.values = np.stack([row[:fewest] if len(row) else none for row in rows])

    @property
    def is_share(self) -> bool:
        """True for yes or no, whose averages are shares."""
        return self.values.dtype.kind == "b" if self._is_share is None else self._is_share

    @classmethod
    def read(cls, run: RunDirectory, column: str, of: str = "game") -> SideBySide:
        """Return a column of a run: of the games, or of a player or seat ("seat 0") of all who have one.

        Of a strategy ("strategy expert") it is the mean over the seats that play it.
        """
        scenarios = run.scenarios_with(whose(of))
        rows, ends = _rows(run, scenarios, column, of), ends_of(run)
        if whose(of).kind == STRATEGY:
            is_share = all(row.dtype.kind == "b" for row in rows)
            seats = [run.names[scenario].count(whose(of).called) for scenario in scenarios]
            each = zip(rows, seats, strict=True)
            rows = [part if count == 1 else part.reshape(-1, count).mean(axis=1) for part, count in each]
            return cls(np.stack(rows) if len(ends) == 1 else rows, ends, is_share=is_share)
        if of == GAME.name and len(scenarios) < scenarios[-1] + 1:
            none = rows[0][:0]
            of_each = dict(zip(scenarios, rows, strict=True))
            return cls([of_each.get(scenario, none) for scenario in range(scenarios[-1] + 1)], ends)
        return cls(np.stack(rows) if len(ends) == 1 else rows, ends)

    @classmethod
    def counted(cls, run: RunDirectory, *wanted: tuple[str, str]) -> list[SideBySide]:
        """Return columns, each with whose it is, to be compared game by game with each other.

        Of the only scenario of a run they have one entry for each different outcome of all of them together:
        games are counted, however many there are.
        """
        if list(run.games_played) != [0]:
            return [cls.read(run, *one) for one in wanted]
        if len(wanted) == 1:  # in the summary: no game needs to be read
            ((column, of),) = wanted
            if whose(of).kind == STRATEGY and _seats_of(run, of) == 1:
                of = Whose(PLAYER, run.names[0].index(whose(of).called)).name
            for rate in run.estimates(of=of, column=column, statistic="rate", level="").iter_rows(named=True):
                yes = round(rate["estimate"] * rate["n"])
                games = np.array([rate["n"] - yes, yes])
                row = np.array([False, True])[np.newaxis, games > 0]
                return [cls(row, ends_of(run), games[games > 0])]
        columns, rows = [str(place) for place in range(len(wanted))], partial(_both, run, wanted)
        is_joined = len({of for _, of in wanted}) > 1 or any(_seats_of(run, of) > 1 for _, of in wanted)
        frames = in_parts(run, [0], rows) if is_joined else [rows([0], None)]
        parts = (frame.group_by(columns).len().collect(engine="streaming") for frame in frames)
        found = pl.concat(parts).group_by(columns).agg(pl.col("len").sum().cast(pl.Int64)).sort(columns)
        games = found["len"].to_numpy()
        is_share = [_plays(run, of, [0]).collect_schema()[column] == pl.Boolean for column, of in wanted]
        return [
            cls(found[column].to_numpy()[np.newaxis], ends_of(run), games, is_share=share)
            for column, share in zip(columns, is_share, strict=True)
        ]

    def that_are(self, code: int) -> SideBySide:
        """Return which outcomes are a code."""
        if isinstance(self.rows, np.ndarray):
            return SideBySide(self.rows == code, self._ends, self.games)
        return SideBySide([row == code for row in self.rows], self._ends)

    def per_game(
        self,
        scenarios: Sequence[int],
        value: Callable[[npt.NDArray[Any]], npt.NDArray[Any]] = lambda values: values,
    ) -> Floats:
        """Return the average of some scenarios in every game (or each different outcome), shape (n,).

        Where they have different numbers of games, as `simkit.stats.precision.as_if_equal` has it.

        Parameters
        ----------
        scenarios : sequence of int
            Which.
        value : callable
            Turns outcomes into what is averaged; by default they are.
        """
        if isinstance(self.rows, np.ndarray) and len(self._ends) == 1:
            return _mean_of_rows(value(self.rows[np.asarray(scenarios)]))
        each = (
            as_if_equal(value(self.rows[scenario]).astype(np.float64), self._ends) for scenario in scenarios
        )
        return np.asarray(sum(each) / len(scenarios))

    def average(self, scenarios: Sequence[int]) -> Estimate:
        """Return the mean over games of the average of some scenarios."""
        values = self.per_game(scenarios)
        if self.is_share:
            return average_share(values, len(scenarios), games=self.games)
        return mean_of(values, games=self.games)

    def count(self, scenario: int, code: int) -> int:
        """Return in how many games of a scenario the outcome is a code."""
        own = self.rows[scenario] == code
        return int(own.sum() if self.games is None else self.games[own].sum())

    def effect(self, before: Sequence[int], after: Sequence[int]) -> Estimate:
        """Return the average difference: scenarios `after` minus scenarios `before`."""
        unit = unit_of(self.is_share).of_changes
        return paired_difference(self.per_game(before), self.per_game(after), unit=unit, games=self.games)

    def interaction(
        self, neither: Sequence[int], one: Sequence[int], other: Sequence[int], both: Sequence[int]
    ) -> Estimate:
        """Return the interaction of two changes: their joint effect minus the sum of their single effects."""
        base, first, second, joint = (self.per_game(group) for group in (neither, one, other, both))
        beyond = joint - base - (first - base) - (second - base)
        unit = unit_of(self.is_share).of_changes
        return mean_change(beyond, np.ones(len(beyond)), unit=unit, most=2 * unit.most)

    def proportion(
        self, neither: Sequence[int], one: Sequence[int], other: Sequence[int], both: Sequence[int]
    ) -> Estimate | None:
        """Return the share under both changes, relative to the share expected if their ratios multiplied.

        ``(both / neither) / ((one / neither) * (other / neither))``, its interval by the delta method on
        the logarithm; None if one of the four is 0, or for a single game.
        """
        games = [self.per_game(group) for group in (neither, one, other, both)]
        means = [float(game.mean()) for game in games]
        if min(means) <= 0 or len(games[0]) < 2:
            return None
        signs = (1, -1, -1, 1)
        parts = [sign * (np.log(m) + part / m - 1) for sign, part, m in zip(signs, games, means, strict=True)]
        log = mean_of(np.sum(parts, axis=0))
        value, low, high = (float(np.exp(end)) for end in (log.value, log.low, log.high))
        return Estimate(value, low, high, log.n, "paired Student t, delta method")

    def effect_where(
        self, before: Sequence[int], after: Sequence[int], counted: npt.NDArray[Any]
    ) -> Estimate:
        """Return the mean difference over those pairs of games that count.

        Parameters
        ----------
        before, after : sequence of int
            Scenarios, paired in order.
        counted : bool array, shape (pairs of scenarios, games)
            Which pairs of games count; games of the same number belong together when the interval is made.

        Returns
        -------
        Estimate
            NaN with n = 0 if nothing counts.
        """
        seen = counted.astype(np.float64)
        gaps = self.values[list(after)].astype(np.float64) - self.values[list(before)].astype(np.float64)
        return mean_change((gaps * seen).sum(axis=0), seen.sum(axis=0), unit=POINTS)


def _mean_of_rows(rows: npt.NDArray[Any]) -> Floats:
    if rows.dtype.kind != "b":
        return np.asarray(rows.mean(axis=0, dtype=np.float64))
    count = np.uint16 if len(rows) < 1 << 16 else np.uint32  # several times as fast as in floats
    return np.asarray(rows.view(np.uint8).sum(axis=0, dtype=count) / len(rows))


def places_of(run: RunDirectory, of: str) -> dict[int, int]:
    """Return the row in `SideBySide.rows` of each scenario that a player or seat, or the game, has a row of.

    The game's rows are numbered as the scenarios are.
    """
    scenarios = run.scenarios_with(whose(of))
    if of == GAME.name:
        return {scenario: scenario for scenario in scenarios}
    return {scenario: place for place, scenario in enumerate(scenarios)}


class TwoRuns:
    """Two runs that are compared scenario by scenario, and under the same seed game by game.

    Scenarios with the same levels have the first run's number in both.

    Parameters
    ----------
    before, after : RunDirectory
        The runs.

    Attributes
    ----------
    numbers : dict of int
        Number in the first run -> number in the second one, of the scenarios that both have.
    are_paired : bool
        Whether game n of one has the chance of game n of the other.

    Raises
    ------
    BadInput
        As `simkit.run.findings.comparison.shared_scenarios` does.
    """

    def __init__(self, before: RunDirectory, after: RunDirectory) -> None:
        self.runs = before, after
        self.numbers = {
            first: second
            for _, first, second in shared_scenarios(before, after)
            if before.numbers(first) and after.numbers(second)
        }
        self.are_paired = share_chance(before, after) and all(
            shared_games(before.numbers(first), after.numbers(second))
            for first, second in self.numbers.items()
        )

    def places(self, of: str) -> dict[int, int]:
        """Return the row of each scenario in what `read` returns."""
        known = [set(run.scenarios_with(whose(of))) for run in self.runs]
        both = [pair for pair in self.numbers.items() if all(map(set.__contains__, known, pair))]
        return {first: place for place, (first, _) in enumerate(both)}

    def read(self, column: str, of: str, which: int, *, is_alone: bool = False) -> SideBySide:
        """Return a column of one of the runs, of the games that both have if these are paired.

        Of a column that is compared with no other, `is_alone`, each different outcome of a single scenario
        (of both runs, if they are paired) has one entry.
        """
        if is_alone and len(self.numbers) == 1 and whose(of).kind != STRATEGY:
            both = self._outcomes(column, of)
            return SideBySide((both.first, both.second)[which][np.newaxis], games=both.games[which])
        scenarios = [(first, self.numbers[first])[which] for first in self.places(of)]
        ranked = sorted(scenarios)
        rows = dict(zip(ranked, _rows(self.runs[which], ranked, column, of), strict=True))
        if self.are_paired:
            for pair in ((first, self.numbers[first]) for first in self.places(of)):
                own, other = (np.asarray(run.numbers(at)) for run, at in zip(self.runs, pair, strict=True))
                ours, others = (other, own) if which else (own, other)
                rows[pair[which]] = rows[pair[which]][np.isin(ours, others)]
        found = [rows[scenario] for scenario in scenarios]
        return SideBySide(np.stack(found) if len({len(result) for result in found}) == 1 else found)

    @cache  # noqa: B019 (as long as the two runs are compared)
    def _outcomes(self, column: str, of: str) -> Outcomes:
        """Return a column of the only scenario of both runs."""
        count, value = CountOfBoth(self.are_paired), pl.col(column).to_physical()  # of a word its code

        def rows(run: RunDirectory, scenario: int) -> Iterator[pl.LazyFrame]:
            every = in_parts(run, [scenario], partial(_plays, run, of))
            return (part.select("game", value) for part in every)

        (pair,) = self.numbers.items()
        known = counts_of_both((self.runs[0], pair[0]), (self.runs[1], pair[1]), self.are_paired)
        if (whose(of), column) in known and not known[whose(of), column].codes:
            return known[whose(of), column].outcomes
        for first, second in both_in_parts(*map(rows, self.runs, pair)):
            if self.are_paired:
                first, second = of_both(first, second)
            count.add(first[column], second[column])
        return count.outcomes


def ends_of(run: RunDirectory) -> list[int]:
    """Return the different numbers of games that a run's scenarios have, in ascending order."""
    return sorted(set(run.games_played.values()))


def _plays(run: RunDirectory, of: str, scenarios: list[int], numbers: range | None = None) -> pl.LazyFrame:
    if of == GAME.name:
        return run.games_in(scenarios, numbers)
    return run.rows_of(whose(of), scenarios, numbers)


def _seats_of(run: RunDirectory, of: str) -> int:
    """Return how many seats of the only scenario a player has; 1 of the game."""
    return max(1, run.names[0].count(whose(of).called)) if whose(of).kind == STRATEGY else 1


def _both(
    run: RunDirectory, wanted: Sequence[tuple[str, str]], scenarios: list[int], numbers: range | None
) -> pl.LazyFrame:
    """Return columns of one scenario, called "0", "1", ..., of each of its games."""
    games = []
    for of in dict.fromkeys(of for _, of in wanted):
        rows = _plays(run, of, scenarios, numbers)
        columns = {
            str(place): pl.col(column) for place, (column, whose_) in enumerate(wanted) if whose_ == of
        }
        if _seats_of(run, of) > 1:
            means = {name: column.cast(pl.Float64).mean() for name, column in columns.items()}
            games.append(rows.group_by("game").agg(**means))
        else:
            games.append(
                rows.select("game", **{name: column.to_physical() for name, column in columns.items()})
            )
    return reduce(lambda one, other: one.join(other, on="game"), games)


def _rows(run: RunDirectory, scenarios: list[int], column: str, of: str) -> list[npt.NDArray[Any]]:
    value = pl.col(column).to_physical()  # of a word its code
    parts = in_parts(run, scenarios, partial(_plays, run, of))
    wanted = (part.select("scenario", "game", value) for part in parts)
    found = [part.collect().sort("scenario", "game")[column].to_numpy() for part in wanted]
    called = whose(of).called
    seats = (run.names[scenario].count(called) if called else 1 for scenario in scenarios)
    games = (run.games_played[scenario] for scenario in scenarios)
    starts = np.cumsum([count * each for count, each in zip(games, seats, strict=True)])[:-1]
    return np.split(np.concatenate(found), starts)


DENSITY = 0.4
"""The height of the normal distribution in its middle: a small shift takes that share of its standard
deviation across any value there."""


def size_of(effect: Estimate) -> float:
    """Return how large an effect is, as a part of a share, by which findings are ranked.

    The mean of a count is measured in standard deviations of what was averaged, which is worked out from its
    interval; each counts as the share of games that it takes across the middle.
    """
    if effect.unit.is_share:
        return abs(effect.value)
    spread = (effect.high - effect.low) / 2 / special.stdtrit(max(effect.n - 1, 1), (1 + CONFIDENCE) / 2)
    deviation = spread * np.sqrt(effect.n)
    return float(DENSITY * abs(effect.value) / deviation) if np.isfinite(deviation) and deviation > 0 else 0.0


LITTLE = 0.05
"""Below this size, an effect is called nothing if its whole interval is."""


def is_nothing(effect: Estimate, comparisons: int = 1) -> bool:
    """Return True if an effect is shown to be small, and not only not shown to be large."""
    wide = widened(effect, comparisons)
    furthest = max(abs(wide.low), abs(wide.high))
    return bool(np.isfinite(furthest)) and size_of(replace(effect, value=furthest)) < LITTLE
