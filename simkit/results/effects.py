"""What the levels of a factor change: measured, compared, drawn and said in one place.

Scenarios that differ in the level of one factor only are paired.  Game n has the same chance in both, so that
luck cancels out of their difference, which is the level's effect in one setting of the other factors::

    effects = effects_of(run, "rules.reserve")
    effects.frame               # the effect of every level in every setting, with its interval
    effects.mean("6")           # on average over the settings ...
    effects.has_mean("6")       # ... which describes them only if they agree (`averaging`)
    effects.is_clear(effects.mean("6"))  # beyond chance, allowing for the number of comparisons
    effects.figures(), effects.table()

Questions about levels are views of `Effects`: they make pairs of their own or compare something else in them
(`simkit.results.compared`), or say the same effects in other words.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import polars as pl

from simkit.document.blocks import Figure, Table
from simkit.document.charts import LABEL, MOST_ROWS, dots_against_zero
from simkit.errors import BadInput, unknown
from simkit.experiment.factors import short_label
from simkit.language import opening, outcome_heading
from simkit.results.averaging import may_be_averaged
from simkit.results.compared import Measure, OfWins, OtherLevels, Pair
from simkit.results.result import measures_of
from simkit.results.scenarios import levels_in_words
from simkit.results.settings import STRATEGIES
from simkit.results.wins import BEYOND_FAIR, Wins, all_wins
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.estimates import UNKNOWN, Estimate, is_significant, mean_of
from simkit.stats.extremes import clearly_most
from simkit.stats.whose import whose
from simkit.stats.words import bound_in_words

MOST_SERIES = 3
"""The most levels whose dots can be distinguished in one row of a chart."""

MOST_IN_TABLE = 120
"""The most rows of a table; with more, it gives averages over the settings."""


@dataclass(frozen=True)
class Shift:
    """The effect that reports quote of a level: its mean or, if settings differ, the one furthest from 0."""

    level: str
    series: str
    """Whose effect it is."""

    effect: Estimate
    pairs: Sequence[Pair]
    """What it is an effect over."""

    is_clear: bool
    """Whether it is significant, allowing for the number of effects of its kind."""


@dataclass(frozen=True)
class Effects:
    """The effects of a factor's levels, each in every setting in which it can be compared."""

    run: RunDirectory
    """The run."""
    factor: str
    base: str
    """The factor, and the level that the others are compared with."""
    pairs: tuple[Pair, ...]
    """What is compared."""
    measure: Measure
    """In what."""
    others: tuple[str, ...]
    """The factors whose levels make up a setting."""
    comparisons: int
    """From how many effects the largest is picked: intervals are widened for their number."""
    say_setting: Callable[[OtherLevels], str] | None = None
    """Returns a setting in words; else its levels are named as factors' levels are."""

    @cached_property
    def by_level(self) -> dict[str, list[Pair]]:
        """The pairs of each level, in the run's order."""
        found: dict[str, list[Pair]] = {}
        for pair in self.pairs:
            found.setdefault(pair.level, []).append(pair)
        return found

    @property
    def levels(self) -> list[str]:
        """The levels that are compared with the base."""
        return list(self.by_level)

    @property
    def settings(self) -> list[OtherLevels]:
        """The settings in which any level is compared."""
        return list(dict.fromkeys(pair.setting for level in self.levels for pair in self.by_level[level]))

    @property
    def series(self) -> list[str]:
        """The players with an effect of their own; one without a name where no factor says who plays."""
        return list(dict.fromkeys(pair.series for pair in self.pairs))

    @property
    def places(self) -> list[tuple[str, str]]:
        """The levels, each with every series that it has an effect for."""
        return list(dict.fromkeys((level, pair.series) for level in self.levels for pair in self.of(level)))

    def of(self, level: str, series: str | None = None) -> list[Pair]:
        """Return the pairs of a level, of one series or of all."""
        pairs = self.by_level.get(level, [])
        return pairs if series is None else [pair for pair in pairs if pair.series == series]

    @cached_property
    def _known(self) -> dict[tuple[Pair, ...], Estimate]:
        return {}

    def over(self, pairs: Sequence[Pair]) -> Estimate:
        """Return the effect on average over some pairs; NaN with n = 0 for none."""
        key = tuple(pairs)
        if key not in self._known:
            self._known[key] = self.measure.effect(key) if key else UNKNOWN
        return self._known[key]

    def single(self, level: str, series: str | None = None) -> dict[Pair, Estimate]:
        """Return the effect of a level in each setting."""
        return {pair: self.over([pair]) for pair in self.of(level, series)}

    def in_setting(self, level: str, setting: OtherLevels) -> Estimate:
        """Return the effect of a level in one setting; NaN if it was not tried there."""
        return self.over([pair for pair in self.of(level) if pair.setting == setting])

    def mean(self, level: str, series: str | None = None) -> Estimate:
        """Return the effect of a level on average over the settings; ask `has_mean` before saying it."""
        return self.over(self.of(level, series))

    def has_mean(self, level: str, series: str | None = None) -> bool:
        """Return False if a level's effects in single settings differ in sign or beyond their intervals."""
        return may_be_averaged(self.single(level, series))

    def is_clear(self, effect: Estimate) -> bool:
        """Return True if an effect is significant, allowing for the number of comparisons."""
        return is_significant(effect, self.comparisons)

    def shift(self, level: str, series: str) -> Shift:
        """Return the mean effect of a level if it describes all settings, else the one furthest from 0."""
        pairs = self.of(level, series)
        if self.has_mean(level, series):
            mean = self.over(pairs)
            return Shift(level, series, mean, pairs, is_significant(mean, len(self.places)))
        furthest = max(pairs, key=lambda pair: abs(self.over([pair]).value))
        effect = self.over([furthest])
        return Shift(level, series, effect, [furthest], is_significant(effect, len(self.pairs)))

    @property
    def largest(self) -> str:
        """The level with the largest mean effect, upwards or downwards."""
        return max(self.levels, key=lambda level: abs(self.mean(level).value))

    def ranked(self, series: str | None = None) -> list[str]:
        """Return the levels, from the largest gain to the largest loss."""
        return sorted(self.levels, key=lambda level: -self.mean(level, series).value)

    def further(self, level: str, other: str) -> Estimate:
        """Return by how much one level's change exceeds another's, upwards or downwards."""
        sizes = [
            self.measure.changes(self.of(one)) * (1 if self.mean(one).value >= 0 else -1)
            for one in (other, level)
        ]
        return mean_of(sizes[1] - sizes[0])

    def most(self) -> list[str]:
        """Return the levels that clearly change most on average, in either direction; none if it is open."""
        return clearly_most({level: abs(self.mean(level).value) for level in self.levels}, self.further)

    def bound(self, effects: Sequence[Estimate], comparisons: int = 0) -> str:
        """Return how far from 0 any of several effects may be: "3.1 points"."""
        return bound_in_words(effects, comparisons)

    @property
    def frame(self) -> pl.DataFrame:
        """The effect of every level in every setting.

        Columns: factor, level, setting (in words), series, scenario_before, scenario_after, estimate, low,
        high (a 95 % interval for this effect alone), n, comparisons (from how many rows one is picked here).
        """
        rows = [
            (pair.level, self.setting_in_words(pair.setting), pair.series, pair.before, pair.after,
             effect.value, effect.low, effect.high, effect.n)
            for pair in self.pairs
            for effect in [self.over([pair])]
        ]  # fmt: skip
        schema = {
            "level": pl.String, "setting": pl.String, "series": pl.String, "scenario_before": pl.Int64,
            "scenario_after": pl.Int64, "estimate": pl.Float64, "low": pl.Float64, "high": pl.Float64,
            "n": pl.Int64,
        }  # fmt: skip
        frame = pl.DataFrame(rows, schema=schema, orient="row")
        return frame.select(
            pl.lit(self.factor).alias("factor"), pl.all(), pl.lit(len(rows)).alias("comparisons")
        )

    @property
    def unit(self) -> str:
        """The words before what is measured: the changes of shares are points of them."""
        return "points of " if self.measure.result.is_share else ""

    def setting_in_words(self, setting: OtherLevels) -> str:
        """Return a setting in words: "board A1, expert"."""
        if self.say_setting:
            return self.say_setting(setting)
        row = dict(zip(self.others, setting, strict=True))
        return levels_in_words(self.run, row, self.others, quoted=True)

    def figures(self) -> list[Figure]:
        """Return a figure of the average and of every setting, if legible, else of the averages, by size.

        Many levels take several figures, all to the same scale.
        """
        return _figures(self)

    def table(self) -> Table:
        """Return the rates before and after in every setting; the averages if there are many settings."""
        return _table(self) if len(self.pairs) <= MOST_IN_TABLE else _table_of_averages(self)


def effects_of(
    run: RunDirectory, factor: str, wins: Wins | None = None, *, base: str = "", reverse: bool = False
) -> Effects:
    """Return the effects of a factor's levels, compared with the base in the same games.

    Parameters
    ----------
    run : RunDirectory
        A finished run.
    factor : str
        One of its factors.
    wins : Wins, optional
        Whose wins or points are compared; else those of the game's first objective.
    base : str
        What the other levels are compared with; else the factor's first level.
    reverse : bool
        True if effects are what the base has more than a level, as where each level leaves something out.

    Returns
    -------
    Effects
        Their series are players, where a factor says who plays.  Without pairs if no two scenarios differ in
        this factor only.

    Raises
    ------
    BadInput
        If there is no such factor or base, or no wins are given and the game declares no objective.
    """
    if factor not in run.factors:
        raise BadInput(unknown("factor", factor, run.factors))
    levels = run.levels[factor].unique(maintain_order=True).to_list()
    if base and base not in levels:
        raise BadInput(f"{short_label(vocabulary_of(run), factor)}: {unknown('level', base, levels)}")
    measured = wins or _first_wins(run)
    others = tuple(name for name in run.factors if name != factor)
    players_at = next((place for place, name in enumerate(others) if name in STRATEGIES), None)
    rows = run.scenario_rows().filter(pl.col("scenario").is_in(run.scenarios_with(whose(measured.of))))
    at: dict[tuple[str, OtherLevels], int] = {
        (row[factor], tuple(row[name] for name in others)): row["scenario"]
        for row in rows.iter_rows(named=True)
    }
    first = base or next(iter(at), levels)[0]
    pairs = []
    for (level, setting), scenario in at.items():
        if level != first and (first, setting) in at:
            whole = at[first, setting]
            before, after = (scenario, whole) if reverse else (whole, scenario)
            pairs.append(
                Pair(level, setting, "" if players_at is None else str(setting[players_at]), before, after)
            )
    comparisons = len({pair.level for pair in pairs})
    return Effects(run, factor, first, tuple(pairs), OfWins(measured), others, comparisons)


def _first_wins(run: RunDirectory) -> Wins:
    """Return the wins, or points, of the game's first objective."""
    measures = measures_of(run)
    if not measures:
        raise BadInput(f"{run.game.title} declares no objective, so that levels have no effect on any")
    return all_wins(run, measures[0])[0]


def _figures(effects: Effects) -> list[Figure]:
    levels, settings = effects.ranked(), effects.settings
    if len(levels) <= MOST_SERIES and 1 < len(settings) < MOST_ROWS:
        rows = ["on average", *(effects.setting_in_words(setting) for setting in settings)]
        series = {
            level: [effects.mean(level), *(effects.in_setting(level, setting) for setting in settings)]
            for level in levels
        }
        each = "One row per setting, the average on top: a dot with its interval per level."
    else:
        rows, series = levels, {"": [effects.mean(level) for level in levels]}
        each = "One row per level, the largest gain on top: a dot with its interval."
    parts = -(-len(rows) // MOST_ROWS)
    at_once = -(-len(rows) // parts)
    name, base, measure = effects.factor, effects.base, effects.measure
    return [
        Figure(
            f"changes_{name}" + (f"_{part + 1}" if part else ""),
            dots_against_zero(
                [textwrap.fill(row, LABEL) for row in rows], series,
                f"{effects.unit}{measure.name}, against {base}", scale=measure.result.scale,
                part=slice(part * at_once, (part + 1) * at_once),
            ),
            f"Changes against {base}; strokes are 95 % intervals.",
            each,
            f"The effect of {short_label(effects.run.game.knobs, name)} on the {measure.name}"
            f"{', continued' if part else ''}",
        )
        for part in range(parts)
    ]  # fmt: skip


def _table_of_averages(effects: Effects) -> Table:
    """Return the average effect of each level, and its range over the settings."""
    result, rows = effects.measure.result, []
    for level in effects.ranked():
        single = [effect.value for effect in effects.single(level).values()]
        mean = effects.mean(level)
        ends = (f"{replace(mean, value=end):alone bare}" for end in (min(single), max(single)))
        rows.append((level, f"{mean:bare}", " to ".join(ends), len(single)))
    difference = "difference in points" if result.is_share else "difference"
    heads = [
        short_label(vocabulary_of(effects.run), effects.factor),
        difference,
        "by the setting",
        "settings",
    ]
    frame = pl.DataFrame(rows, schema=heads, orient="row")
    measure = opening(effects.measure.name)
    return Table(frame, f"{measure} against {effects.base}: the average over the settings, and its range.")


def _table(effects: Effects) -> Table:
    measure, result, ranked = effects.measure, effects.measure.result, effects.ranked()
    rows = []
    for setting in effects.settings:
        at = {pair.level: pair for level in ranked for pair in effects.of(level) if pair.setting == setting}
        for level, pair in at.items():
            change = effects.over([pair])
            means = (measure.average(scenario).value for scenario in (pair.before, pair.after))
            rates = [f"{change.beside(mean)}{result.unit.words}" for mean in means]
            rows.append((*setting, level, *rates, f"{change:bare}"))
    knobs = vocabulary_of(effects.run)
    heads = [short_label(knobs, factor) for factor in (*effects.others, effects.factor)]
    beyond = BEYOND_FAIR if measure.name.endswith(BEYOND_FAIR) else ""
    outcomes = (
        f"{result.wins} with {effects.base}",
        f"{result.wins} otherwise",
        f"difference in points{beyond}" if result.is_share else "difference",
    )
    schema = [*heads, *(outcome_heading(name, heads) for name in outcomes)]
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    rate = opening(measure.rate)
    return Table(frame, f"{rate} with {effects.base} and otherwise, in every setting.")
