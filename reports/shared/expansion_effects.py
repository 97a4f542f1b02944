"""What Nautilion's expansions do to the win rate: each alone, on top of others, two together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations

import numpy as np
import polars as pl

from simkit import report as r
from simkit.games.nautilion.expansions import EXPANSIONS, combination_name
from simkit.reports.shared.expansion_charts import beside_matrix
from simkit.reports.shared.nautilion import NAMES, Grid, parts_of, plus, whole_setting

PAIRS = list(combinations(EXPANSIONS, 2))
BASE, ALL = combination_name(()), combination_name(EXPANSIONS)
ADDED = ("added to the base game", "on average", "added to the other four")


class Combinations(Grid):
    """A run that plays some combinations of the expansions, each with the same players and settings."""

    def of(self, combination: str, skill: str) -> list[int]:
        """Return the scenarios of a combination: every board and reserve, always in the same order."""
        settings = self.wins.filter((pl.col("expansions") == combination) & (pl.col("strategy") == skill))
        return settings.sort("board", "reserve")["scenario"].to_list()

    @cached_property
    def added(self) -> r.Effects:
        """The effect of adding an expansion (level) to a combination on a board, for each player (series)."""
        at = {
            (row["expansions"], row["board"], str(row["reserve"]), row["strategy"]): row["scenario"]
            for row in self.wins.sort("board", "reserve").iter_rows(named=True)
        }
        pairs = [
            r.Pair(name, (combination, board, reserve), skill, before, after)
            for name in EXPANSIONS
            for combination in self.without(name)
            for (played, board, reserve, skill), before in at.items()
            if played == combination
            for after in [at[plus(combination, name), board, reserve, skill]]
        ]

        others, measure = ("expansions", "board", "reserve"), r.OfWins(r.Wins(self.run, "game"))

        def say_setting(levels: tuple[str, ...]) -> str:
            return whole_setting(dict(zip(others, levels, strict=True)))

        every = len({(pair.level, pair.series, pair.setting) for pair in pairs})
        return r.Effects(self.run, "expansions", "", tuple(pairs), measure, others, every, say_setting)

    def without(self, expansion: str) -> list[str]:
        """Return the combinations without an expansion that were also played with it."""
        return [c for c in self.order if expansion not in parts_of(c) and plus(c, expansion) in self.order]

    def adding(self, expansion: str, added_to: Sequence[str], skill: str) -> r.Estimate:
        """Return the effect of an expansion on some combinations, on average; NaN if there are none."""
        return self.added.over(
            [pair for pair in self.added.of(expansion, skill) if pair.setting[0] in added_to]
        )

    def costs(self, skill: str) -> dict[str, r.Estimate]:
        """Return the effect of each expansion, averaged over all combinations played with it and without."""
        return {name: self.added.mean(name, skill) for name in self.added.levels}

    def pairs(self) -> list[tuple[str, str]]:
        """Return the pairs of expansions that were played alone, together, and not at all."""
        return [pair for pair in PAIRS if {BASE, *pair, combination_name(pair)} <= set(self.order)]

    def pair(self, first: str, second: str, skill: str) -> tuple[list[int], list[int], list[int], list[int]]:
        """Return the scenarios with neither of two expansions, one, the other, and both."""
        sets = (BASE, first, second, combination_name((first, second)))
        neither, one, other, both = (self.of(c, skill) for c in sets)
        return neither, one, other, both


class Additions(r.Part):
    """What each expansion adds; nothing for runs without games with it and without."""

    def __init__(self, data: Combinations) -> None:
        self.data, self.best, self.costs = data, data.skills[0], data.costs(data.skills[0])

    def sections(self) -> list[r.Section]:
        """Return a section with the effects alone, on average and on top of all others, and a grid."""
        data, best = self.data, self.best
        if not self.costs:
            return []
        text = (
            "The same games are played without the expansion and with it: luck cancels out. Changes are in "
            f"points of win rate{f', averaged over {data.over}' if data.over else ''}. Where few games are "
            "won, there is little left to lose."
        )
        last = {name: [c for c in data.without(name) if plus(c, name) == ALL] for name in self.costs}
        every = [
            [data.adding(name, [BASE], best) for name in self.costs],
            list(self.costs.values()),
            [data.adding(name, last[name], best) for name in self.costs],
        ]
        series = {words: row for words, row in zip(ADDED, every, strict=True) if any(e.n for e in row)}
        labels = [NAMES[name] for name in self.costs]
        figure = r.Figure(
            "additions",
            r.charts.dots_against_zero(
                labels,
                series,
                "change of the win rate, points",
                row=0.34,
                told={ADDED[0]: r.Shown([], subjects=[[contrast] for contrast in self._alone.values()])},
            ),
            "Strokes are 95 % intervals.",
            "One row per expansion, dots with intervals.",
            f"What each expansion does to {best}'s win rate",
        )
        if claims := self._hardest():
            figure = r.titled(figure, r.Voice(data.run), claims)
        counts = {"expansion": labels, "combinations": [len(data.without(name)) for name in self.costs]}
        cells = {s: [f"{effect:bare}" for effect in data.costs(s).values()] for s in data.skills}
        table = r.Table(
            pl.DataFrame(counts | cells),
            "What each expansion does on average over the combinations played without it and with it, in "
            "points.",
        )
        return [r.Section("What each expansion adds", [r.Text(text), figure, table, self._grid()])]

    def _hardest(self) -> list[r.Claim]:
        """Return which expansion is the hardest in the base game, if one clearly is."""
        alone = [contrast for contrast in self._alone.values() if contrast.scenarios]
        return r.most_shown(self.data.run, alone, is_most=False) if BASE in self.data.order else []

    @cached_property
    def _alone(self) -> dict[str, r.Of]:
        """What the strongest player wins with each expansion alone."""
        return {name: r.Of("won", tuple(self.data.of(name, self.best))) for name in self.costs}

    def _grid(self) -> r.Figure:
        data, names, best = self.data, list(self.costs), self.best
        rows = [c for c in data.order if any(c in data.without(name) for name in names)]
        effects = [[data.adding(name, [c], best) for name in names] for c in rows]
        values = np.array([[100 * cell.value for cell in row] for row in effects])
        unclear = np.array([[cell.n > 0 and not r.is_significant(cell) for cell in row] for row in effects])
        grid, panel = beside_matrix(rows, ratio=2.0)
        r.charts.grid_of_effects(panel, values, unclear, [f"+ {NAMES[name]}" for name in names])
        widest = max(100 * (effect.high - effect.low) / 2 for row in effects for effect in row if effect.n)
        reach = (
            f" 95 % intervals reach at most {widest:.1f} points to either side; numbers without a colour are "
            "not significant."
            if np.isfinite(widest)
            else ""
        )
        return r.Figure(
            "additions_grid", grid,
            f"In points of win rate, the easiest combination first.{reach}",
            "A grid: combinations without the expansion by the expansion that is added.",
            f"What one more expansion does to each combination, played by {best}",
        )  # fmt: skip


class Together(r.Part):
    """What two expansions do together; nothing for runs without games with both, either, neither."""

    def __init__(self, data: Combinations) -> None:
        self.data, self.pairs, self.best = data, data.pairs(), data.skills[0]

    def sections(self) -> list[r.Section]:
        """Return a section with what each pair does beyond the sum, and in proportion."""
        data = self.data
        if not self.pairs:
            return []
        extras = {
            s: {pair: data.games.interaction(*data.pair(*pair, s)) for pair in self.pairs}
            for s in data.skills
        }
        ranked = sorted(self.pairs, key=lambda pair: extras[self.best][pair].value)
        series = {s: [extras[s][pair] for pair in ranked] for s in data.skills}
        axis = "harder than the sum   \N{LEFTWARDS ARROW}   points   \N{RIGHTWARDS ARROW}   less hard"
        text = (
            "Is a pair harder than the sum of its parts? The change that both bring together to the base "
            "game, less the changes that each brings alone: below 0 the pair is harder than the sum. Points "
            "can mislead where much is lost already, so the table has a second measure: in proportion, 1 "
            "means that each takes the same share of the games that are still won, with and without the "
            "other."
        )
        figure = r.Figure(
            "interactions",
            r.charts.dots_against_zero([_named(*pair) for pair in ranked], series, axis),
            "Strokes are 95 % intervals.",
            "One row per pair of expansions: one dot with its interval per player.",
            "What two expansions do beyond the sum of both",
        )
        if claims := self._harder_together(ranked):
            figure = r.titled(figure, r.Voice(data.run), claims)
        tables = (self._table(ranked, skill) for skill in data.skills)
        return [r.Section("Two expansions together", [r.Text(text), figure, *tables])]

    def _harder_together(self, ranked: Sequence[tuple[str, str]]) -> list[r.Claim]:
        """Return which pair costs most beyond the sum of both, if that is clear."""
        extras = [
            r.difference(both - other, one - neither)
            for pair in ranked
            for neither, one, other, both in [
                [r.Of("won", tuple(scenarios)) for scenarios in self.data.pair(*pair, self.best)]
            ]
        ]
        return r.most_shown(self.data.run, extras, is_most=False)

    def _table(self, pairs: Sequence[tuple[str, str]], skill: str) -> r.Table:
        games, rows = self.data.games, []
        for pair in pairs:
            groups = self.data.pair(*pair, skill)
            alone = [games.effect(groups[0], group) for group in groups[1:3]]
            share = games.proportion(*groups)
            rows.append(
                {
                    "pair": _named(*pair),
                    "alone": f"{alone[0]:alone bare} and {alone[1]:alone bare}",
                    "sum": r.number(100 * sum(effect.value for effect in alone), 1, signed=True),
                    "together": f"{games.effect(groups[0], groups[3]):alone bare}",
                    "beyond the sum": f"{games.interaction(*groups):bare}",
                    "in proportion": f"{share.value:.2f} ({share.low:.2f} to {share.high:.2f})"
                    if share
                    else "",
                }
            )
        return r.Table(pl.DataFrame(rows), f"Pairs added to the base game, {skill}: points of win rate.")


def _named(first: str, second: str) -> str:
    return f"{NAMES[first]} + {NAMES[second]}"
