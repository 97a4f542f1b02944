"""What a changed component of Nautilus Island does: the same games, with it and with the first of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from reports.shared.expansion_charts import several_dots, zero_line
from reports.shared.island_players import line_ups
from simkit.report.charts import key
from simkit.report.document import Block, Figure, Section, Table, Text
from simkit.report.figures import colours_of, new_figure
from simkit.report.paired import sure
from simkit.report.parts import percent, short, signed
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import Estimate, paired_difference, wilson

FACTOR = "component"
POINT = 0.01
"""Charts draw shares in per cent: a point of score is handed over as a hundredth."""

TableAndSetting = tuple[tuple[str, ...], str]
"""A line-up, and in words what else the run has set: ", stack_height 3", or nothing."""

Effects = dict[tuple[str, str], Estimate]
"""By (component, strategy): what the change does, against the first level of the factor."""


def component_sections(run: RunDirectory) -> list[Section]:
    """Return what each component does, for runs with a factor `component`; else nothing."""
    if FACTOR not in run.factors:
        return []
    levels = run.scenarios()[FACTOR].unique(maintain_order=True).to_list()
    sections = []
    for (table, setting), scenarios in tables_of(run).items():
        alike = len(set(table)) == 1
        effects = _effects(run, scenarios, "score" if alike else "won")
        who = (f"{len(table)} times {table[0]}" if alike else ", ".join(table)) + setting
        blocks = [*_blocks(levels[0], effects, alike, setting), _other_winners(run, scenarios)]
        sections.append(Section(f"What each component does: {who}", blocks))
    return sections


def component_findings(run: RunDirectory) -> list[str]:
    """Return, in words, which component moves a table most."""
    if FACTOR not in run.factors:
        return []
    findings = []
    for (table, setting), scenarios in tables_of(run).items():
        alike = len(set(table)) == 1
        effects = _effects(run, scenarios, "score" if alike else "won")
        component, strategy = max(effects, key=lambda pair: abs(effects[pair].value))
        effect = effects[component, strategy]
        if not sure(effect, len(effects)):
            continue
        printed, *changed = scenarios
        most = " most" if len(changed) > 1 or not alike else ""
        words = signed(effect.value if alike else 100 * effect.value)
        what = "points a castaway" if alike else "percentage points of games won"
        findings.append(
            f"'{component}' moves {strategy}{most}{setting}: {words} {what}, against '{printed}'."
        )
    return findings


def tables_of(run: RunDirectory) -> dict[TableAndSetting, dict[str, int]]:
    """Return, for each line-up and setting of the other factors, the scenario of each component.

    Without those for which there is nothing to compare a component with.
    """
    others = [name for name in run.factors if name not in (FACTOR, "strategy", "strategies")]
    tables: dict[TableAndSetting, dict[str, int]] = {}
    players = line_ups(run)
    for row in run.scenarios().sort("scenario").iter_rows(named=True):
        names = tuple(players[row["scenario"]])
        setting = "".join(f", {short(factor)} {row[factor]}" for factor in others)
        tables.setdefault((names, setting), {})[row[FACTOR]] = row["scenario"]
    return {table: scenarios for table, scenarios in tables.items() if len(scenarios) > 1}


def _effects(run: RunDirectory, scenarios: dict[str, int], column: str) -> Effects:
    frames = {component: _per_game(run, scenario, column) for component, scenario in scenarios.items()}
    printed, *changed = frames
    most = 1.0 if column == "won" else np.inf
    return {
        (component, strategy): paired_difference(frames[printed][strategy], values, most=most)
        for component in changed
        for strategy, values in frames[component].items()
    }


def _per_game(run: RunDirectory, scenario: int, column: str) -> dict[str, npt.NDArray[np.float64]]:
    """Return, for each strategy, the mean of a seats' column in every game of a scenario."""
    names = dict(enumerate(line_ups(run)[scenario]))
    seats = (
        run.seats([scenario])
        .with_columns(strategy=pl.col("player").replace_strict(names, return_dtype=pl.String))
        .group_by("strategy", "game")
        .agg(pl.col(column).cast(pl.Float64).mean())
        .sort("game")
        .collect()
    )
    return {name: seats.filter(pl.col("strategy") == name)[column].to_numpy() for name in names.values()}


def _blocks(printed: str, effects: Effects, alike: bool, setting: str) -> list[Block]:
    strategies = list(dict.fromkeys(strategy for _, strategy in effects))
    ranked = _ranked(effects, strategies)
    colours = colours_of(strategies)
    unit = POINT if alike else 1.0
    figure, axes = new_figure(1, 1, (0.3 + 0.05 * len(strategies)) * len(ranked) + 1.0)
    series = {s: [_scaled(effects[c, s], unit) for c in ranked] for s in strategies}
    several_dots(axes[0, 0], ranked, series, colours)
    zero_line(axes[0, 0])
    what = "points a castaway" if alike else "share of games won, percentage points"
    axes[0, 0].set_xlabel(f"change of the {what}")
    key(figure, colours)
    rows = [
        {"component": c} | {s: _in_words(_scaled(effects[c, s], unit)) for s in strategies} for c in ranked
    ]
    return [
        Text(
            f"The same games with another component, against '{printed}': as long as nobody chooses "
            "otherwise, luck cancels out. "
            + (
                "Everybody plays the same way, so nobody gains on anybody: the score tells what the "
                "component is worth."
                if alike
                else "Seats are rotated: what one strategy gains, the others lose."
            )
        ),
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
    rows = [{"component": c, "another winner, %": _in_per_cent(shares[c])} for c in ranked]
    _, counts = np.unique(winners[printed], return_counts=True)
    unrelated = 1 - float(((counts / counts.sum()) ** 2).sum())
    return Table(
        pl.DataFrame(rows),
        "Games that another castaway wins, with the same chance in both, in %. A single choice made "
        "otherwise changes all that follows: of games that have nothing in common "
        f"{percent(unrelated)} have another winner.",
    )


def _winners(run: RunDirectory, scenario: int) -> npt.NDArray[np.int64]:
    """Return the winner of every game of a scenario, in the order of the games."""
    games = run.games([scenario]).sort("game")
    return games.select(pl.col("winner").cast(pl.Int64)).collect()["winner"].to_numpy()


def _ranked(effects: Effects, strategies: list[str]) -> list[str]:
    components = list(dict.fromkeys(component for component, _ in effects))
    return sorted(components, key=lambda c: effects[c, strategies[0]].value, reverse=True)


def _scaled(estimate: Estimate, unit: float) -> Estimate:
    value, low, high = (unit * end for end in (estimate.value, estimate.low, estimate.high))
    return Estimate(value, low, high, estimate.n, estimate.method)


def _in_words(share: Estimate) -> str:
    ends = (100 * end for end in (share.value, share.low, share.high))
    value, low, high = (signed(end) for end in ends)
    return f"{value} ({low} to {high})"


def _in_per_cent(share: Estimate) -> str:
    value, low, high = (100 * end for end in (share.value, share.low, share.high))
    return f"{value:.1f} ({low:.1f} to {high:.1f})"
