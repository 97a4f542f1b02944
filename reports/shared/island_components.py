"""What a changed component of Nautilus Island does: the same games, with it and with the first of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from reports.shared.island_players import line_ups, per_game
from reports.shared.island_scenarios import COMPONENT, wrapped
from simkit.experiment.factors import heading
from simkit.games.nautilus_island.outcome import SHARED
from simkit.report.charts import key, several_dots, zero_line
from simkit.report.document import Block, Figure, Section, Table, Text
from simkit.report.figures import colours_of, new_figure
from simkit.report.paired import not_told_apart, sure
from simkit.report.parts import points
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import Estimate, paired_difference, wilson

POINT = 0.01
"""Charts draw shares in per cent: a point of score is handed over as a hundredth."""

TableAndSetting = tuple[tuple[str, ...], str]
"""A line-up, and in words what else the run has set: ", stack_height 3", or nothing."""

Effects = dict[tuple[str, str], Estimate]
"""By (component, strategy): what the change does, against the first level of the factor."""


@dataclass(frozen=True)
class ComponentTable:
    """A line-up in a setting, with one component after the other.

    Parameters
    ----------
    strategies : tuple of str
        Who sits at the table.
    setting : str
        In words what else the run has set: ", stack_height 3", or nothing.
    scenarios : dict
        By component, the first being what the others are compared with.
    effects : dict
        What each change does: to the points where everybody plays alike, else to the games won.
    """

    strategies: tuple[str, ...]
    setting: str
    scenarios: dict[str, int]
    effects: Effects

    @property
    def alike(self) -> bool:
        """Whether everybody plays the same strategy."""
        return len(set(self.strategies)) == 1

    @property
    def printed(self) -> str:
        """The component that the others are compared with."""
        return next(iter(self.scenarios))

    @property
    def who(self) -> str:
        """Who sits at the table, in words."""
        names = self.strategies
        return (f"{names[0]} in all {len(names)} seats" if self.alike else ", ".join(names)) + self.setting


def component_tables(run: RunDirectory) -> list[ComponentTable]:
    """Return what each component does at each table, for runs with a factor `component`; else nothing."""
    if COMPONENT not in run.factors:
        return []
    return [
        ComponentTable(
            names, setting, scenarios, _effects(run, scenarios, "score" if len(set(names)) == 1 else "won")
        )
        for (names, setting), scenarios in tables_of(run).items()
    ]


def component_sections(run: RunDirectory, tables: list[ComponentTable]) -> list[Section]:
    """Return a section a table."""
    sections = []
    for table in tables:
        one_winner = _wins_sum_to_one(run, list(table.scenarios.values()))
        blocks = [
            Text(_in_what_unit(table.printed, table.alike, one_winner)),
            *_effect_blocks(table.effects, table.alike, table.setting),
            _other_winners(run, table.scenarios),
        ]
        sections.append(Section(f"What each component does: {table.who}", blocks))
    return sections


def component_findings(tables: list[ComponentTable]) -> list[str]:
    """Return, in words, which component moves a table most, for each of them."""
    return [
        f"With {table.who}, {_furthest(table.effects, table.alike)}, against '{table.printed}'."
        for table in tables
    ]


def _furthest(effects: Effects, alike: bool) -> str:
    """Return what moves furthest, by how much, and how many others can't be told apart from that."""
    (component, strategy), effect = max(effects.items(), key=lambda item: abs(item[1].value))
    what = "points a castaway" if alike else "percentage points of games won"
    if not sure(effect, len(effects)):
        changed = "the points of a castaway" if alike else "the share of games that somebody wins"
        return f"no component changes {changed} by more than chance explains"
    sizes = {pair: _size(own) for pair, own in effects.items()}
    rivals = len({other for other, _ in not_told_apart(sizes, (component, strategy))} - {component})
    others = f", {rivals} other{'s' if rivals > 1 else ''} not told apart" if rivals else ""
    most = " most" if len({other for other, _ in effects}) > 1 else ""
    words = points(_scaled(effect, POINT if alike else 1.0))
    return f"'{component}' moves {strategy}{most}, {words} {what}{others}"


def _size(effect: Estimate) -> Estimate:
    """Return how far an effect goes, whichever way."""
    if effect.value >= 0:
        return effect
    return Estimate(-effect.value, -effect.high, -effect.low, effect.n, effect.method)


def tables_of(run: RunDirectory) -> dict[TableAndSetting, dict[str, int]]:
    """Return, for each line-up and setting of the other factors, the scenario of each component.

    Without those for which there is nothing to compare a component with.
    """
    others = [name for name in run.factors if name not in (COMPONENT, "strategy", "strategies")]
    tables: dict[TableAndSetting, dict[str, int]] = {}
    players = line_ups(run)
    for row in run.scenarios().sort("scenario").iter_rows(named=True):
        names = tuple(players[row["scenario"]])
        setting = "".join(f", {heading(factor)} {row[factor]}" for factor in others)
        tables.setdefault((names, setting), {})[row[COMPONENT]] = row["scenario"]
    return {table: scenarios for table, scenarios in tables.items() if len(scenarios) > 1}


def _effects(run: RunDirectory, scenarios: dict[str, int], column: str) -> Effects:
    frames = {component: per_game(run, scenario, column) for component, scenario in scenarios.items()}
    printed, *changed = frames
    most = 1.0 if column == "won" else np.inf
    return {
        (component, strategy): paired_difference(frames[printed][strategy], values, most=most)
        for component in changed
        for strategy, values in frames[component].items()
    }


def _wins_sum_to_one(run: RunDirectory, scenarios: list[int]) -> bool:
    """Return whether every game has one winner, so that what one strategy gains the others lose."""
    wins = run.seats(scenarios).select(pl.col("won").cast(pl.Int64).sum()).collect()["won"][0]
    return bool(wins == run.games(scenarios).select(pl.len()).collect()["len"][0])


def _in_what_unit(printed: str, alike: bool, one_winner: bool) -> str:
    """Return in words what is compared, and in what."""
    if alike:
        unit = (
            "Everybody plays the same way, so nobody gains on anybody: the score tells what the component is "
            "worth."
        )
    elif one_winner:
        unit = "Seats are rotated: what one strategy gains, the others lose."
    else:
        unit = "Seats are rotated. A shared victory counts for each, so that all may gain, or lose, at once."
    return (
        f"The same games with another component, against '{printed}': as long as nobody chooses otherwise, "
        f"luck cancels out. {unit}"
    )


def _effect_blocks(effects: Effects, alike: bool, setting: str) -> list[Block]:
    strategies = list(dict.fromkeys(strategy for _, strategy in effects))
    ranked = _ranked(effects, strategies)
    colours = colours_of(strategies)
    unit = POINT if alike else 1.0
    figure, axes = new_figure(1, 1, (0.3 + 0.05 * len(strategies)) * len(ranked) + 1.0)
    series = {s: [_scaled(effects[c, s], unit) for c in ranked] for s in strategies}
    several_dots(axes[0, 0], [wrapped(component) for component in ranked], series, colours)
    zero_line(axes[0, 0])
    what = "points a castaway" if alike else "share of games won, percentage points"
    axes[0, 0].set_xlabel(f"change of the {what}")
    key(figure, colours, marks=True)
    rows = [{"component": c} | {s: points(_scaled(effects[c, s], unit)) for s in strategies} for c in ranked]
    return [
        Figure(
            f"components_{'_'.join(strategies)}{setting}", figure,
            f"Change of the {what}, with 95 % intervals.",
            "One row a changed component: one dot with its interval a strategy.",
        ),
        Table(pl.DataFrame(rows), f"Change of the {what}, with 95 % intervals."),
    ]  # fmt: skip


def _other_winners(run: RunDirectory, scenarios: dict[str, int]) -> Table:
    """Return in how many games another castaway wins than with the first component."""
    winners = {component: _winners(run, scenario) for component, scenario in scenarios.items()}
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
        "in how many does another castaway win? Any choice made otherwise changes all that follows, so this "
        "says how many games take another course, not who gains. Even two games that have nothing in common "
        "have the same winner now and then: the last column says how often they would not.",
    )


def _winners(run: RunDirectory, scenario: int) -> npt.NDArray[np.int64]:
    """Return which player wins every game of a scenario, in the order of the games; SHARED if several do."""
    seats = run.seats([scenario]).select("game", "seat", "player")
    winners = run.games([scenario]).select("game", seat=pl.col("winner").cast(pl.UInt8))
    found = winners.join(seats, on=["game", "seat"], how="left").sort("game").collect()
    return found["player"].cast(pl.Int64).fill_null(SHARED).to_numpy()


def _unrelated(winners: npt.NDArray[np.int64], others: npt.NDArray[np.int64]) -> float:
    """Return how often two games would have different winners that had nothing in common but the players."""
    shares = [np.bincount(one, minlength=SHARED + 1) / len(one) for one in (winners, others)]
    return 1 - float(shares[0] @ shares[1])


def _ranked(effects: Effects, strategies: list[str]) -> list[str]:
    components = list(dict.fromkeys(component for component, _ in effects))
    return sorted(components, key=lambda c: effects[c, strategies[0]].value, reverse=True)


def _scaled(estimate: Estimate, unit: float) -> Estimate:
    value, low, high = (unit * end for end in (estimate.value, estimate.low, estimate.high))
    return Estimate(value, low, high, estimate.n, estimate.method)


def _in_per_cent(share: Estimate) -> str:
    value, low, high = (100 * end for end in (share.value, share.low, share.high))
    return f"{value:.1f} ({low:.1f} to {high:.1f})"
