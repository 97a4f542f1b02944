"""Reports what changed components are worth, compared with the first one in the same games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.engine.knobs import PLAYERS
from simkit.experiment.factors import COMPONENT, level_in_words
from simkit.report.charts import key, several_dots, zero_line
from simkit.report.document import Block, Figure, Section, Table, Text
from simkit.report.figures import colours_of, new_figure
from simkit.report.line_ups import line_ups, per_game
from simkit.report.paired import indistinct_from, is_significant
from simkit.report.parts import points
from simkit.report.result import WON, Result
from simkit.report.scenarios import wrapped
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import Estimate, paired_difference, wilson
from simkit.stats.words import with_interval

POINT = 0.01
"""Charts draw shares in per cent, so that a point of score is given to them as a hundredth."""

NOBODY = -1
"""Stands for the winner of games that several players win, or none."""

TableAndSetting = tuple[tuple[str, ...], str]
"""A line-up, and the other settings of the run in words: ", stack_height 3"."""

Effects = dict[tuple[str, str], Estimate]
"""The effect of each (component, strategy), compared with the factor's first level."""


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

    @property
    def points(self) -> str:
        """The words for what is compared if all players use the same strategy."""
        return f"points per {self.player}"

    @property
    def share(self) -> str:
        """The words for what is compared if strategies differ."""
        return f"share of {self.result.games}, percentage points"


@dataclass(frozen=True)
class ComponentTable:
    """The effects of all components for one line-up in one setting.

    Parameters
    ----------
    strategies : tuple of str
        Who sits at the table.
    setting : str
        In words what else the run has set: ", stack_height 3", or nothing.
    scenarios : dict
        By component, the first being what the others are compared with.
    effects : dict
        What each change does: to the points where all players are the same, else to the games won.
    words : ComponentWords
        The columns that are compared, and the words for them.
    """

    strategies: tuple[str, ...]
    setting: str
    scenarios: dict[str, int]
    effects: Effects
    words: ComponentWords

    @property
    def unit(self) -> float:
        """The factor for charts that print per cent: 0.01 for points of a score, 1 for shares of games."""
        return POINT if self.alike else 1.0

    @property
    def what(self) -> str:
        """The words for what is compared at this table."""
        return self.words.points if self.alike else self.words.share

    @property
    def alike(self) -> bool:
        """True if all players use the same strategy."""
        return len(set(self.strategies)) == 1

    @property
    def printed(self) -> str:
        """The component that the others are compared with."""
        return next(iter(self.scenarios))

    @property
    def who(self) -> str:
        """The players at the table, in words."""
        names = self.strategies
        return (f"{names[0]} in all {len(names)} seats" if self.alike else ", ".join(names)) + self.setting


def component_tables(run: RunDirectory, words: ComponentWords) -> list[ComponentTable]:
    """Return the effect of each component at each table; empty for runs without a factor `component`."""
    if COMPONENT not in run.factors:
        return []
    tables = []
    for (names, setting), scenarios in tables_of(run).items():
        alike = len(set(names)) == 1
        effects = (
            _effects(run, scenarios, words.total, np.inf)
            if alike
            else _effects(run, scenarios, words.result.column, 1.0)
        )
        tables.append(ComponentTable(names, setting, scenarios, effects, words))
    return tables


def component_sections(run: RunDirectory, tables: list[ComponentTable]) -> list[Section]:
    """Return a section for each table."""
    sections = []
    for table in tables:
        one_winner = _wins_sum_to_one(run, table)
        blocks = [
            Text(_in_what_unit(table.printed, table.alike, one_winner)),
            *_effect_blocks(table),
            _other_winners(run, table),
        ]
        sections.append(Section(f"What each component does: {table.who}", blocks))
    return sections


def component_findings(tables: list[ComponentTable]) -> list[str]:
    """Return a sentence for each table on the component that moves its results most."""
    return [f"With {table.who}, {_furthest(table)}." for table in tables]


def _furthest(table: ComponentTable) -> str:
    """Return a sentence about the component that changes wins most, and how many may change as much."""
    effects, words = table.effects, table.words
    (component, strategy), effect = max(effects.items(), key=lambda item: abs(item[1].value))
    what = words.points if table.alike else f"percentage points of {words.result.games}"
    if not is_significant(effect, len(effects)):
        changed = (
            f"the points of a {words.player}"
            if table.alike
            else f"the share of games that a strategy {words.result.does}"
        )
        return f"no component changes {changed} by more than chance explains"
    sizes = {pair: _size(own) for pair, own in effects.items()}
    rivals = len({other for other, _ in indistinct_from(sizes, (component, strategy))} - {component})
    others = f"; {rivals} other{'s' if rivals > 1 else ''} may change it as much" if rivals else ""
    most = " by most" if len({other for other, _ in effects}) > 1 else ""
    by = f"{points(_scaled(effect, table.unit))} {what}, compared with '{table.printed}'"
    measure = "score" if table.alike else words.result.rate
    return f"'{component}' changes the {measure} of {strategy}{most}: {by}{others}"


def _size(effect: Estimate) -> Estimate:
    """Return the absolute size of an effect."""
    if effect.value >= 0:
        return effect
    return Estimate(-effect.value, -effect.high, -effect.low, effect.n, effect.method)


def tables_of(run: RunDirectory) -> dict[TableAndSetting, dict[str, int]]:
    """Return the scenario of each component, for each line-up and setting of the other factors.

    Line-ups of one player are left out, and those that were played with one component only.
    """
    said = (COMPONENT, "strategy", "strategies", f"rules.{PLAYERS}")  # by the line-up, or by each row
    others = [name for name in run.factors if name not in said]
    tables: dict[TableAndSetting, dict[str, int]] = {}
    players = line_ups(run)
    for row in run.scenarios().sort("scenario").iter_rows(named=True):
        names = tuple(players[row["scenario"]])
        setting = "".join(f", {level_in_words(factor, row[factor])}" for factor in others)
        tables.setdefault((names, setting), {})[row[COMPONENT]] = row["scenario"]
    return {
        (names, setting): scenarios
        for (names, setting), scenarios in tables.items()
        if len(names) > 1 and len(scenarios) > 1
    }


def _effects(run: RunDirectory, scenarios: dict[str, int], column: str, most: float) -> Effects:
    frames = {component: per_game(run, scenario, column) for component, scenario in scenarios.items()}
    printed, *changed = frames
    return {
        (component, strategy): paired_difference(frames[printed][strategy], values, most=most)
        for component in changed
        for strategy, values in frames[component].items()
    }


def _wins_sum_to_one(run: RunDirectory, table: ComponentTable) -> bool:
    """Return True if every game has one winner, so that one strategy's gain is the others' loss."""
    scenarios, column = list(table.scenarios.values()), table.words.result.column
    wins = run.seats(scenarios).select(pl.col(column).cast(pl.Int64).sum()).collect()[column][0]
    return bool(wins == run.games(scenarios).select(pl.len()).collect()["len"][0])


def _in_what_unit(printed: str, alike: bool, one_winner: bool) -> str:
    """Return what is compared, and its unit, in words."""
    if alike:
        unit = (
            "All play the same way, so no player gains on another: the score shows what the component is "
            "worth."
        )
    elif one_winner:
        unit = "Seats are rotated: what one strategy gains, the others lose."
    else:
        unit = "Seats are rotated. A shared victory counts for each, so that all may gain, or lose, at once."
    return (
        f"The same games with another component, against '{printed}'. As long as no player chooses "
        f"otherwise, luck cancels out. {unit}"
    )


def _effect_blocks(table: ComponentTable) -> list[Block]:
    effects, unit, what = table.effects, table.unit, table.what
    strategies = list(dict.fromkeys(strategy for _, strategy in effects))
    ranked = _ranked(effects, strategies)
    colours = colours_of(strategies)
    figure, axes = new_figure(1, 1, (0.3 + 0.05 * len(strategies)) * len(ranked) + 1.0)
    series = {s: [_scaled(effects[c, s], unit) for c in ranked] for s in strategies}
    several_dots(axes[0, 0], [wrapped(component) for component in ranked], series, colours)
    zero_line(axes[0, 0])
    axes[0, 0].set_xlabel(f"change of the {what}")
    key(figure, colours, marks=True)
    rows = [{"component": c} | {s: points(_scaled(effects[c, s], unit)) for s in strategies} for c in ranked]
    return [
        Figure(
            f"components_{'_'.join(strategies)}{table.setting}", figure,
            f"Change of the {what}, with 95 % intervals.",
            "One row per changed component: one dot with its interval per strategy.",
        ),
        Table(pl.DataFrame(rows), f"Change of the {what}, with 95 % intervals."),
    ]  # fmt: skip


def _other_winners(run: RunDirectory, table: ComponentTable) -> Table:
    """Return a table of the share of games whose winner differs from that with the first component."""
    column, player = table.words.result.column, table.words.player
    winners = {component: _winners(run, scenario, column) for component, scenario in table.scenarios.items()}
    printed, *changed = winners
    shares = {
        component: wilson(int((winners[component] != winners[printed]).sum()), len(winners[printed]))
        for component in changed
    }
    ranked = sorted(changed, key=lambda component: shares[component].value, reverse=True)
    rows = [
        {
            "component": c,
            "games with another winner, %": _in_per_cent(shares[c]),
            "if they were unrelated, %": f"{100 * _unrelated(winners[printed], winners[c]):.1f}",
        }
        for c in ranked
    ]
    return Table(
        pl.DataFrame(rows),
        f"Each game is played twice with the same chance, with '{printed}' and with the component changed: "
        f"in how many does another {player} win? Any choice made otherwise changes all that follows, so this "
        "says how many games take another course, not who gains. Even two games that have nothing in common "
        "have the same winner now and then: the last column says how often they would not.",
    )


def _winners(run: RunDirectory, scenario: int, result: str) -> npt.NDArray[np.int64]:
    """Return the winner of each game of a scenario; NOBODY if there is not exactly one."""
    won = pl.col(result)
    only_winner = pl.when(won.sum() == 1).then(pl.col("player").cast(pl.Int64).filter(won).sum())
    games = run.seats([scenario]).group_by("game").agg(winner=only_winner.otherwise(NOBODY))
    return games.sort("game").collect()["winner"].to_numpy()


def _unrelated(winners: npt.NDArray[np.int64], others: npt.NDArray[np.int64]) -> float:
    """Return the share of games that would have different winners if their chance were independent."""
    last = max(int(winners.max()), int(others.max()))
    counts = (np.bincount(one - NOBODY, minlength=last - NOBODY + 1) for one in (winners, others))
    shares = [count / len(winners) for count in counts]
    return 1 - float(shares[0] @ shares[1])


def _ranked(effects: Effects, strategies: list[str]) -> list[str]:
    components = list(dict.fromkeys(component for component, _ in effects))
    return sorted(components, key=lambda c: effects[c, strategies[0]].value, reverse=True)


def _scaled(estimate: Estimate, unit: float) -> Estimate:
    value, low, high = (unit * end for end in (estimate.value, estimate.low, estimate.high))
    return Estimate(value, low, high, estimate.n, estimate.method)


def _in_per_cent(share: Estimate) -> str:
    return with_interval(share, is_share=True)
