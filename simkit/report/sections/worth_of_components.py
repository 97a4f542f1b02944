"""Reports what changed components are worth, compared with the first one in the same games."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.engine.contract.knobs import PLAYERS
from simkit.experiment.factors import COMPONENT, level_in_words
from simkit.experiment.keys import RuleKey
from simkit.report.document.blocks import Block, Figure, Finding, Part, Section, Surprise, Table, Text
from simkit.report.document.charts import LABEL, dots_against_zero
from simkit.report.effects.compared import Measure, Pair
from simkit.report.effects.effects import Effects
from simkit.report.facts.line_ups import line_ups_of, per_game
from simkit.report.facts.paired import Floats, indistinct_from, is_nothing, size_of
from simkit.report.facts.result import WON, Result
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import NUMBER, Estimate, difference_of_shares, wilson
from simkit.stats.extremes import clearly_most
from simkit.words import NOBODY

TableAndSetting = tuple[tuple[str, ...], str]
"""A line-up, and the other settings of the run in words: ", stack_height 3"."""


@dataclass(frozen=True)
class ComponentWords:
    """The columns by which components are compared, with the words for them.

    Parameters
    ----------
    total : str
        The seats' column of points, compared where all players are the same.
    result : Result
        What it is to win, compared where strategies differ.
    player : str
        What the game calls a player.
    """

    total: str = "score"
    result: Result = WON
    player: str = "player"

    def compared(self, *, alike: bool) -> Result:
        """Return what is compared: points if all players use the same strategy, else shares of games."""
        if alike:
            return Result(self.total, f"points per {self.player}", wins="points", unit=NUMBER)
        return replace(self.result, rate=f"share of {self.result.games}, percentage points")


class OfStrategies(Measure):
    """What each strategy at a table gets in a game, on average over its seats."""

    def __init__(self, run: RunDirectory, result: Result) -> None:
        super().__init__(result)
        self._of = lru_cache(maxsize=None)(lambda scenario: per_game(run, scenario, result.column))

    def per_game(self, scenario: int, series: str) -> Floats:
        """Return what a strategy gets in every game."""
        return self._of(scenario)[series]


@dataclass(frozen=True)
class ComponentTable:
    """The effects of all components for one line-up in one setting.

    Parameters
    ----------
    setting : str
        In words what else the run has set: ", stack_height 3", or nothing.
    scenarios : mapping
        By component, the first being what the others are compared with.
    words : ComponentWords
        The columns that are compared, and the words for them.
    """

    run: RunDirectory
    strategies: tuple[str, ...]
    setting: str
    scenarios: Mapping[str, int]
    words: ComponentWords

    @cached_property
    def effects(self) -> Effects:
        """What each component does for each strategy: to its points if all play it, else to its wins."""
        pairs = [
            Pair(component, (), strategy, self.scenarios[self.printed], scenario)
            for component, scenario in self.scenarios.items()
            if component != self.printed
            for strategy in dict.fromkeys(self.strategies)
        ]
        measure = OfStrategies(self.run, self.words.compared(alike=self.alike))
        return Effects(self.run, COMPONENT, self.printed, tuple(pairs), measure, (), len(pairs))

    @property
    def alike(self) -> bool:
        """True if all players use the same strategy."""
        return len(set(self.strategies)) == 1

    @property
    def printed(self) -> str:
        """The component that the others are compared with."""
        return next(iter(self.scenarios))

    @property
    def called(self) -> str:
        """The players at the table, in words."""
        names = self.strategies
        return (f"{names[0]} in all {len(names)} seats" if self.alike else ", ".join(names)) + self.setting


def component_tables(run: RunDirectory, words: ComponentWords) -> list[ComponentTable]:
    """Return the effect of each component at each table; empty for runs without a factor `component`."""
    if COMPONENT not in run.factors:
        return []
    return [
        ComponentTable(run, names, setting, scenarios, words)
        for (names, setting), scenarios in tables_of(run).items()
    ]


def tables_of(run: RunDirectory) -> dict[TableAndSetting, dict[str, int]]:
    """Return the scenario of each component, for each line-up and setting of the other factors.

    Line-ups of one player are left out, and those that were played with one component only.
    """
    said = (COMPONENT, "strategy", "strategies", RuleKey(PLAYERS).name)  # by the line-up, or by each row
    others = [name for name in run.factors if name not in said]
    tables: dict[TableAndSetting, dict[str, int]] = {}
    players = line_ups_of(run)
    for row in run.scenarios().sort("scenario").iter_rows(named=True):
        names = tuple(players[row["scenario"]])
        setting = "".join(f", {level_in_words(factor, row[factor], run.game.knobs)}" for factor in others)
        tables.setdefault((names, setting), {})[row[COMPONENT]] = row["scenario"]
    return {
        (names, setting): scenarios
        for (names, setting), scenarios in tables.items()
        if len(names) > 1 and len(scenarios) > 1
    }


class Components(Part):
    """What each component is worth, in points or in wins: for runs with a factor `component`.

    Parameters
    ----------
    run : RunDirectory
        The run.
    words : ComponentWords
        The columns that are compared, and the words for them.
    """

    def __init__(self, run: RunDirectory, words: ComponentWords) -> None:
        self.tables = component_tables(run, words)

    def findings(self) -> list[Finding]:
        """Return which component moves results most: tables at which it is the same one are one finding."""
        same: dict[object, list[_Furthest]] = {}
        for place, own in enumerate(map(_furthest, self.tables)):
            key = (own.table.alike, own.level) if own.is_clear else place
            same.setdefault(key, []).append(own)
        return [_finding(own) for own in same.values()]

    def sections(self) -> list[Section]:
        """Return a section for each table."""
        return [Section(f"What each component does: {table.called}", _blocks(table)) for table in self.tables]


@dataclass(frozen=True)
class _Furthest:
    """The component that moves a table's results most, and how many others may move them as much."""

    table: ComponentTable
    level: str
    series: str
    effect: Estimate
    rivals: int

    @property
    def is_clear(self) -> bool:
        return self.table.effects.is_clear(self.effect)

    @property
    def is_most(self) -> bool:
        """Whether the component clearly moves results more than any other at the table."""
        effects, sizes = self.table.effects, dict[str, Estimate]()
        for pair in effects.pairs:
            size = abs(effects.over([pair]))
            sizes[pair.level] = max(sizes.get(pair.level, size), size, key=lambda own: own.value)
        values = {level: own.value for level, own in sizes.items()}
        return self.level in clearly_most(
            values, lambda one, other: difference_of_shares(sizes[other], sizes[one]), together=1
        )

    @property
    def size(self) -> float:
        return size_of(self.effect)

    @property
    def words(self) -> str:
        """By how much, and for whom: "+47.6 (+41.2 to +54.1) points with expert in all 2 seats"."""
        others = (
            f" ({self.rivals} other{'s' if self.rivals > 1 else ''} may do as much)" if self.rivals else ""
        )
        unit = self.table.words.compared(alike=True).wins if self.table.alike else "points"
        return f"{self.effect:bare} {unit} with {self.table.called}{others}"


def _furthest(table: ComponentTable) -> _Furthest:
    effects = table.effects
    sizes = {pair: abs(effects.over([pair])) for pair in effects.pairs}
    most = max(sizes, key=lambda pair: sizes[pair].value)
    rivals = len({other.level for other in indistinct_from(sizes, most)} - {most.level})
    return _Furthest(table, most.level, most.series, effects.over([most]), rivals)


def _finding(same: Sequence[_Furthest]) -> Finding:
    """Return a finding on the component that moves results most at some tables."""
    ranked = sorted(same, key=lambda own: -own.size)
    first = ranked[0]
    words, result = first.table.words, first.table.words.result
    if not first.is_clear:
        moved = (
            f"the points of a {words.player}"
            if first.table.alike
            else f"the share of games that a strategy {result.does}"
        )
        effects = first.table.effects
        bound = effects.bound([effects.over([pair]) for pair in effects.pairs])
        said = f"With {first.table.called}, no component changes {moved} by more than {bound}."
        is_small = is_nothing(first.effect, len(first.table.effects.pairs))
        return Finding(said, 0.0, Surprise.NOTHING if is_small else Surprise.SIZE, COMPONENT)
    by_most = " most" if first.is_most else ""
    moved = f"the score of a {words.player}" if first.table.alike else f"the {result.rate} of {first.series}"
    tables = " and ".join(own.words for own in ranked[:2])
    more = f"; the same holds at {len(ranked) - 2} more tables" if len(ranked) > 2 else ""
    said = f"'{first.level}' moves {moved}{by_most}: {tables}, against '{first.table.printed}'{more}."
    return Finding(said, first.size, Surprise.WHICH, COMPONENT)


def _blocks(table: ComponentTable) -> list[Block]:
    effects, what = table.effects, table.effects.measure.rate
    ranked, caption = effects.ranked(effects.series[0]), f"Change of the {what}, with 95 % intervals."
    series = {name: [effects.mean(component, name) for component in ranked] for name in effects.series}
    cells = {name: [f"{effect:bare}" for effect in own] for name, own in series.items()}
    figure = dots_against_zero(
        [textwrap.fill(component, LABEL) for component in ranked], series, f"change of the {what}",
        scale=effects.measure.result.scale, row=0.3 + 0.05 * len(series),
    )  # fmt: skip
    return [
        Text(_in_what_unit(table)),
        Figure(
            f"components_{'_'.join(series)}{table.setting}", figure, caption,
            "One row per changed component: one dot with its interval per strategy.",
        ),
        Table(pl.DataFrame({"component": ranked} | cells), caption),
        other_winners(table.run, table.scenarios, table.words.result.column, table.words.player),
    ]  # fmt: skip


def _in_what_unit(table: ComponentTable) -> str:
    """Return what is compared, and its unit, in words."""
    if table.alike:
        unit = (
            "All play the same way, so no player gains on another: the score shows what the component is "
            "worth."
        )
    elif _wins_sum_to_one(table):
        unit = "Seats are rotated: what one strategy gains, the others lose."
    else:
        unit = "Seats are rotated. A shared victory counts for each, so that all may gain, or lose, at once."
    return (
        f"The same games with another component, against '{table.printed}'. As long as no player chooses "
        f"otherwise, luck cancels out. {unit}"
    )


def _wins_sum_to_one(table: ComponentTable) -> bool:
    """Return True if every game has one winner, so that one strategy's gain is the others' loss."""
    scenarios, column = list(table.scenarios.values()), table.words.result.column
    wins = table.run.seats(scenarios).select(pl.col(column).cast(pl.Int64).sum()).collect()[column][0]
    return bool(wins == table.run.games(scenarios).select(pl.len()).collect()["len"][0])


def other_winners(run: RunDirectory, scenarios: Mapping[str, int], column: str, player: str) -> Table:
    """Return a table of the share of games whose winner differs from that with the first component.

    Parameters
    ----------
    scenarios : mapping
        Component -> its scenario; the first is what the others are compared with.
    column : str
        The seats' column that says who won.
    player : str
        What the game calls a player.
    """
    fewest = min(run.games_played[scenario] for scenario in scenarios.values())
    winners = {
        component: _winners(run, scenario, column)[:fewest] for component, scenario in scenarios.items()
    }
    printed, *changed = winners
    shares = {
        component: wilson(int((winners[component] != winners[printed]).sum()), len(winners[printed]))
        for component in changed
    }
    rows = [
        {
            "component": component,
            "games with another winner, %": f"{shares[component]:bare}",
            "if they were unrelated, %": f"{100 * unrelated(winners[printed], winners[component]):.1f}",
        }
        for component in sorted(changed, key=lambda component: shares[component].value, reverse=True)
    ]
    return Table(
        pl.DataFrame(rows),
        f"Each game is played twice with the same chance, with '{printed}' and with the component changed: "
        f"in how many does another {player} win? Any choice made otherwise changes all that follows, so this "
        "says how many games take another course, not who gains. Even two games that have nothing in common "
        "have the same winner now and then: the last column says how often they would not.",
    )


def _winners(run: RunDirectory, scenario: int, column: str) -> npt.NDArray[np.int64]:
    """Return the winner of each game of a scenario; NOBODY if there is not exactly one."""
    won = pl.col(column)
    only_winner = pl.when(won.sum() == 1).then(pl.col("player").cast(pl.Int64).filter(won).sum())
    games = run.seats([scenario]).group_by("game").agg(winner=only_winner.otherwise(NOBODY))
    return games.sort("game").collect()["winner"].to_numpy()


def unrelated(winners: npt.NDArray[np.int64], others: npt.NDArray[np.int64]) -> float:
    """Return the share of games that would have different winners if their chance were independent."""
    last = max(int(winners.max()), int(others.max()))
    counts = (np.bincount(one - NOBODY, minlength=last - NOBODY + 1) for one in (winners, others))
    shares = [count / len(winners) for count in counts]
    return 1 - float(shares[0] @ shares[1])
