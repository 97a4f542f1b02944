"""What Nautilion's expansions do to the win rate: each alone, on top of others, two together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import polars as pl

from simkit.games.nautilion.expansions import EXPANSIONS, combination_name
from simkit.report.charts import grid_of_effects, key, several_dots, zero_line
from simkit.report.document import Block, Figure, Section, Table, Text
from simkit.report.figures import colours_of, new_figure
from simkit.report.paired import is_significant
from simkit.report.parts import in_points, points
from simkit.reports.shared.expansion_charts import beside_matrix
from simkit.reports.shared.nautilion import NAMES, Grid, parts_of, plus
from simkit.stats.estimates import Estimate

PAIRS = list(combinations(EXPANSIONS, 2))
BASE, ALL = combination_name(()), combination_name(EXPANSIONS)
ADDED = ("added to the base game", "on average", "added to the other four")
UNKNOWN = Estimate(float("nan"), float("nan"), float("nan"), 0, "")


class Combinations(Grid):
    """A run that plays some combinations of the expansions, each with the same players and settings."""

    def of(self, combination: str, skill: str) -> list[int]:
        """Return the scenarios of a combination: every board and reserve, always in the same order."""
        own = self.wins.filter((pl.col("expansions") == combination) & (pl.col("strategy") == skill))
        return own.sort("board", "reserve")["scenario"].to_list()

    def without(self, expansion: str) -> list[str]:
        """Return the combinations without an expansion that were also played with it."""
        return [c for c in self.order if expansion not in parts_of(c) and plus(c, expansion) in self.order]

    def adding(self, expansion: str, added_to: Sequence[str], skill: str) -> Estimate | None:
        """Return the effect of an expansion on combinations' win rate, on average; None if there are none."""
        before = [s for c in added_to for s in self.of(c, skill)]
        after = [s for c in added_to for s in self.of(plus(c, expansion), skill)]
        return self.games.effect(before, after) if before else None

    def costs(self, skill: str) -> dict[str, Estimate]:
        """Return the effect of each expansion, averaged over all combinations played with it and without."""
        effects = {name: self.adding(name, self.without(name), skill) for name in EXPANSIONS}
        return {name: effect for name, effect in effects.items() if effect}

    def pairs(self) -> list[tuple[str, str]]:
        """Return the pairs of expansions that were played alone, together, and not at all."""
        return [pair for pair in PAIRS if {BASE, *pair, combination_name(pair)} <= set(self.order)]

    def pair(self, first: str, second: str, skill: str) -> tuple[list[int], list[int], list[int], list[int]]:
        """Return the scenarios with neither of two expansions, one, the other, and both."""
        sets = (BASE, first, second, combination_name((first, second)))
        neither, one, other, both = (self.of(c, skill) for c in sets)
        return neither, one, other, both


def addition_sections(data: Combinations) -> list[Section]:
    """Return sections on the effect of each expansion; nothing for runs without games with it and without."""
    best = data.skills[0]
    costs = data.costs(best)
    if not costs:
        return []
    colours = colours_of([*ADDED])
    added = {
        name: (
            data.adding(name, [BASE] if BASE in data.without(name) else [], best),
            cost,
            data.adding(name, [c for c in data.without(name) if plus(c, name) == ALL], best),
        )
        for name, cost in costs.items()
    }
    series = {
        words: [effects[i] or UNKNOWN for effects in added.values()]
        for i, words in enumerate(ADDED)
        if any(effects[i] for effects in added.values())
    }
    figure, axes = new_figure(1, 1, 0.35 * len(costs) + 0.95)
    several_dots(axes[0, 0], [NAMES[name] for name in costs], series, colours)
    zero_line(axes[0, 0])
    axes[0, 0].set_xlabel("change of the win rate, points")
    key(figure, {words: colours[words] for words in series}, marks=True)
    table = pl.DataFrame(
        {
            "expansion": [NAMES[name] for name in costs],
            "combinations": [len(data.without(name)) for name in costs],
        }
        | {s: [points(effect) for effect in data.costs(s).values()] for s in data.skills}
    )
    average = f", averaged over {data.over}" if data.over else ""
    blocks: list[Block] = [
        Text(
            "The same games are played without the expansion and with it: luck cancels out. Changes are in "
            f"points of win rate{average}. Where few games are won, there is little left to lose."
        ),
        Figure(
            "additions", figure,
            f"What each expansion does to {best}'s win rate, with 95 % intervals.",
            "One row per expansion, dots with intervals.",
        ),
        Table(
            table,
            "What each expansion does on average over the combinations played without it and with it, in "
            "points.",
        ),
        _additions_grid(data, list(costs)),
    ]  # fmt: skip
    return [Section("What each expansion adds", blocks)]


def _additions_grid(data: Combinations, expansions: Sequence[str]) -> Figure:
    best = data.skills[0]
    rows = [c for c in data.order if any(c in data.without(name) for name in expansions)]
    effects = [
        [data.adding(name, [c] if c in data.without(name) else [], best) for name in expansions] for c in rows
    ]
    values = np.array([[100 * e.value if e else np.nan for e in row] for row in effects])
    unclear = np.array([[e is not None and not is_significant(e) for e in row] for row in effects])
    grid, (panel,) = beside_matrix(rows, ratio=2.0)
    grid_of_effects(panel, values, unclear, [f"+ {NAMES[name]}" for name in expansions])
    widest = max(100 * (e.high - e.low) / 2 for row in effects for e in row if e)
    reach = (
        f" 95 % intervals reach at most {widest:.1f} points to either side; numbers without a colour are "
        "not significant."
        if np.isfinite(widest)
        else ""
    )
    return Figure(
        "additions_grid", grid,
        f"What one more expansion does to each combination ({best}): points of win rate, the easiest "
        f"combination first.{reach}",
        "A grid: combinations without the expansion by the expansion that is added.",
    )  # fmt: skip


def pair_sections(data: Combinations) -> list[Section]:
    """Return sections on pairs of expansions; nothing for runs without games with both, either, neither."""
    pairs = data.pairs()
    if not pairs:
        return []
    best = data.skills[0]
    extras = {s: {pair: data.games.interaction(*data.pair(*pair, s)) for pair in pairs} for s in data.skills}
    ranked = sorted(pairs, key=lambda pair: extras[best][pair].value)
    names = [f"{NAMES[a]} + {NAMES[b]}" for a, b in ranked]
    colours = colours_of(data.skills)
    figure, axes = new_figure(1, 1, 0.3 * len(pairs) + 1.0)
    several_dots(axes[0, 0], names, {s: [extras[s][p] for p in ranked] for s in data.skills}, colours)
    zero_line(axes[0, 0])
    axes[0, 0].set_xlabel(
        "harder than the sum   \N{LEFTWARDS ARROW}   points   \N{RIGHTWARDS ARROW}   less hard"
    )
    key(figure, colours, marks=True)
    blocks: list[Block] = [
        Text(
            "Is a pair harder than the sum of its parts? The change that both bring together to the base "
            "game, less the changes that each brings alone: below 0 the pair is harder than the sum. Points "
            "can mislead where much is lost already, so the table has a second measure: in proportion, 1 "
            "means that each takes the same share of the games that are still won, with and without the "
            "other."
        ),
        Figure(
            "interactions", figure,
            "What two expansions do beyond the sum of both, with 95 % intervals.",
            "One row per pair of expansions: one dot with its interval per player.",
        ),
        *(_pair_table(data, ranked, skill) for skill in data.skills),
    ]  # fmt: skip
    return [Section("Two expansions together", blocks)]


def verdict(data: Combinations, first: str, second: str, skill: str, comparisons: int) -> str:
    """Return "harder" or "less hard" if two expansions are so together, whichever way one reckons; else "".

    Added up, and in proportion: where little is left to lose, a pair can be less hard than the sum of both,
    and yet take a larger share of what is left.
    """
    groups = data.pair(first, second, skill)
    added, share = data.games.interaction(*groups), data.games.proportion(*groups)
    if share is None:
        return ""
    value, low, high = (float(np.log(end)) for end in (share.value, share.low, share.high))
    ways = (added, Estimate(value, low, high, share.n, share.method))
    if not all(is_significant(way, comparisons) for way in ways):
        return ""
    signs = {way.value > 0 for way in ways}
    return "" if len(signs) > 1 else "less hard" if signs.pop() else "harder"


def _pair_table(data: Combinations, pairs: Sequence[tuple[str, str]], skill: str) -> Table:
    rows = []
    for first, second in pairs:
        groups = data.pair(first, second, skill)
        alone = [data.games.effect(groups[0], group).value for group in groups[1:3]]
        share = data.games.proportion(*groups)
        rows.append(
            {
                "pair": f"{NAMES[first]} + {NAMES[second]}",
                "alone": f"{in_points(alone[0])} and {in_points(alone[1])}",
                "sum": in_points(sum(alone)),
                "together": in_points(data.games.effect(groups[0], groups[3]).value),
                "beyond the sum": points(data.games.interaction(*groups)),
                "in proportion": f"{share.value:.2f} ({share.low:.2f} to {share.high:.2f})" if share else "",
            }
        )
    return Table(pl.DataFrame(rows), f"Pairs added to the base game, {skill}: points of win rate.")
