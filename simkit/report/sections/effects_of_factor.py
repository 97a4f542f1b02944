"""Reports what each level of a factor changes, compared with its first level in the same games."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from simkit.experiment.factors import heading, is_path
from simkit.report.averaging import Users, effect_in_words, may_be_averaged, users_of
from simkit.report.charts import LABEL, MOST_ROWS, key, several_dots, zero_line
from simkit.report.columns import column_of, game_columns
from simkit.report.document import Block, Figure, KeyFigure, Section, Table, Text
from simkit.report.figures import LINE, colours_of, new_figure
from simkit.report.paired import is_significant, mean_of
from simkit.report.parts import in_points, levels_in_words, opening, outcome_heading, points
from simkit.report.sections.curve_over_factor import is_curve
from simkit.report.sections.win_rates import BEYOND_FAIR, Wins
from simkit.report.settings import STRATEGIES
from simkit.stats.estimates import Estimate
from simkit.stats.words import decimals_of, number

FEW_LEVELS = 4
"""The most levels of a factor of values that are each compared with the first one."""

MOST_VARIANTS = 100
"""The most named variants, or levels that are no numbers, that are each compared with the first one."""

MOST_SERIES = 3
"""The most levels whose dots can be distinguished in one row of a chart."""

MOST_IN_TABLE = 120
"""The most rows of a table; with more, it gives averages over the settings."""


SELDOM = 0.1
"""A player who does something less often than this per game can't react to rules about it."""

AS_EXPECTED = 3
"""The rank of a change that all players share (see `_surprise`)."""


@dataclass(frozen=True)
class Changes:
    """The effects of a factor's levels on wins.

    Parameters
    ----------
    wins : Wins
        Whose wins.
    factor, base : str
        The factor, and its first level.
    pairs : dict
        Other level -> setting of the other factors -> scenario with the base, and with the level.
    """

    wins: Wins
    factor: str
    base: str
    pairs: dict[str, dict[tuple[str, ...], tuple[int, int]]]

    @property
    def unit(self) -> str:
        """The words before what is measured: the changes of shares are points of them."""
        return "points of " if self.wins.result.is_share else ""

    @property
    def others(self) -> list[str]:
        """The other factors."""
        return [factor for factor in self.wins.run.factors if factor != self.factor]

    @property
    def settings(self) -> list[tuple[str, ...]]:
        """The settings of the other factors in which levels are compared."""
        return list(dict.fromkeys(setting for pairs in self.pairs.values() for setting in pairs))

    def before(self, level: str) -> list[int]:
        """Return the scenarios that a level is compared with."""
        return [before for before, _ in self.pairs[level].values()]

    def after(self, level: str) -> list[int]:
        """Return the scenarios with a level that is compared."""
        return [after for _, after in self.pairs[level].values()]

    def average(self, level: str) -> Estimate:
        """Return the effect of a level, on average over the settings."""
        return self.wins.effect(self.before(level), self.after(level))

    def of_setting(self, level: str, setting: tuple[str, ...]) -> Estimate:
        """Return the effect of a level in one setting; NaN if it was not tried there."""
        if setting not in self.pairs[level]:
            return Estimate(float("nan"), float("nan"), float("nan"), 0, "")
        before, after = self.pairs[level][setting]
        return self.wins.effect([before], [after])

    def may_be_averaged(self, level: str) -> bool:
        """Return False if a level's effects in single settings differ in sign or beyond their intervals."""
        return may_be_averaged({own: self.of_setting(level, own) for own in self.pairs[level]})

    def by_player(self, level: str) -> dict[str, Estimate]:
        """Return the effect of a level for each player; empty if there is only one player.

        Also empty if one player's effects in the other settings differ too much to be averaged.
        """
        who = next((place for place, factor in enumerate(self.others) if factor in STRATEGIES), None)
        if who is None or len({setting[who] for setting in self.pairs[level]}) < 2:
            return {}
        own: dict[str, list[tuple[str, ...]]] = {}
        for setting in self.pairs[level]:
            own.setdefault(str(setting[who]), []).append(setting)
        for settings in own.values():
            if not may_be_averaged({setting: self.of_setting(level, setting) for setting in settings}):
                return {}
        return {
            player: self.wins.effect(*zip(*(self.pairs[level][setting] for setting in settings), strict=True))
            for player, settings in own.items()
        }

    def users(self, level: str, comparisons: int) -> Users | None:
        """Return the players whom a level helps, harms and does not affect; None if it affects all alike."""
        effects = self.by_player(level)
        if not effects or may_be_averaged(effects):
            return None
        return users_of(effects, comparisons * len(effects))

    def further(self, level: str, other: str) -> Estimate:
        """Return by how much one level's change exceeds another's, upwards or downwards."""
        sizes = [
            (self.wins.per_game(self.after(one)) - self.wins.per_game(self.before(one)))
            * (1 if self.average(one).value >= 0 else -1)
            for one in (other, level)
        ]
        return mean_of(sizes[1] - sizes[0])

    def in_words(self, setting: tuple[str, ...]) -> str:
        """Return a setting of the other factors: "board A1, expert"."""
        row = dict(zip(self.others, setting, strict=True))
        return levels_in_words(self.wins.run, row, self.others, quoted=True)


def said_of(changes: Changes, effect: Estimate) -> str:
    """Return an effect in words: "+3.1 points (+2.2 to +4.0)", of points without the word."""
    is_share = changes.wins.result.is_share
    return effect_in_words(effect) if is_share else points(effect, is_share=False)


def all_changes(wins: Wins) -> list[Changes]:
    """Return the comparisons with the first level: of named variants, then of factors with few values."""
    found = [_changes(wins, factor) for factor in sorted(wins.run.factors, key=is_path)]
    return [changes for changes in found if 0 < len(changes.pairs) < _most_levels(wins, changes.factor)]


def _most_levels(wins: Wins, factor: str) -> int:
    """Return how many levels of a factor are at most compared one by one; numbers make a curve instead."""
    return FEW_LEVELS if is_path(factor) and is_curve(wins, factor) else MOST_VARIANTS


def too_many_levels(wins: Wins) -> list[str]:
    """Return a sentence for each factor of so many levels that they are not compared one by one."""
    return [
        f"{opening(heading(factor))} has {levels:,} levels, too many to compare each with the first here (at "
        f"most {MOST_VARIANTS}): the table of every scenario has their {wins.result.rate}s."
        for factor in wins.run.factors
        if (levels := wins.rates[factor].n_unique()) > MOST_VARIANTS and not is_curve(wins, factor)
    ]


def _changes(wins: Wins, factor: str) -> Changes:
    others = [name for name in wins.run.factors if name != factor]
    rows = wins.run.scenarios().filter(pl.col("scenario").is_in(wins.run.scenarios_with(wins.of)))
    at = {
        (row[factor], tuple(row[name] for name in others)): row["scenario"]
        for row in rows.iter_rows(named=True)
    }
    base = next(iter(at))[0]
    pairs: dict[str, dict[tuple[str, ...], tuple[int, int]]] = {}
    for (level, setting), scenario in at.items():
        if level != base and (base, setting) in at:
            pairs.setdefault(level, {})[setting] = (at[base, setting], scenario)
    return Changes(wins, factor, base, pairs)


def change_findings(every: list[Changes], comparisons: int) -> list[str]:
    """Return sentences about the factors, the most surprising first and those without effect last.

    A change surprises if it helps some players and costs others, if only some of them use it, or if it
    depends on the setting otherwise, so that no average describes it.  A rule that none of several players
    uses comes before those that all use.
    """
    moving = [changes for changes in every if _moves(changes, comparisons)]
    still = [changes for changes in every if not _moves(changes, comparisons)]
    moving.sort(key=lambda changes: _surprise(changes, comparisons))
    surprising = [changes for changes in moving if _surprise(changes, comparisons) < AS_EXPECTED]
    rest = [changes for changes in moving if changes not in surprising]
    unused = [changes for changes in still if changes.by_player(_largest_level(changes))]
    nothing = [
        *_nothing(unused, comparisons, "No player gains or loses significantly by"),
        *_nothing(
            [changes for changes in still if changes not in unused],
            comparisons,
            "No significant difference between the levels of",
        ),
    ]
    said = [[change_finding(changes, comparisons) for changes in own] for own in (surprising, rest)]
    return [*said[0], *nothing, *said[1]] if unused else [*said[0], *said[1], *nothing]


def hardly_used(every: list[Changes]) -> list[str]:
    """Return a sentence for each player who hardly ever does what a varied rule is about.

    Such a player can't react to the rule: it gains or loses nothing by any level (see `Knobs.counted_by`).
    """
    said = []
    for changes in every:
        run = changes.wins.run
        for (column, rule), scenarios in _counted(changes).items():
            players: dict[str, list[float]] = {}
            means = run.summary(of="game", column=column, statistic="mean")
            for scenario, mean in means.select("scenario", "estimate").iter_rows():
                if scenario in scenarios:
                    players.setdefault(" + ".join(dict.fromkeys(run.line_ups[scenario])), []).append(mean)
            what = column_of(game_columns(run), column).description
            said += [
                f"{opening(player)} can hardly react to {rule}: {np.mean(own):.2f} {what} per game."
                for player, own in players.items()
                if np.mean(own) < SELDOM
            ]
    return list(dict.fromkeys(said))


def _counted(changes: Changes) -> dict[tuple[str, str], set[int]]:
    """Return the columns that count what a factor's rules are about, with the rule and the scenarios."""
    run = changes.wins.run
    scenarios = run.scenarios().select("scenario", "knobs")
    read = dict(zip(scenarios["knobs"].unique(maintain_order=True), run.rules(), strict=True))
    rules = {scenario: read[words] for scenario, words in scenarios.iter_rows()}
    found: dict[tuple[str, str], set[int]] = {}
    for pairs in changes.pairs.values():
        for before, after in pairs.values():
            for rule, column in type(rules[before]).counted_by.items():
                if getattr(rules[before], rule) != getattr(rules[after], rule):
                    found.setdefault((column, rule), set()).update((before, after))
    return found


def _surprise(changes: Changes, comparisons: int) -> int:
    """Return a rank: 0 if it helps some and costs others, 1 if it affects some, 2 if settings differ."""
    level = _largest_level(changes)
    users = changes.users(level, comparisons)
    if users and users.surprise < 2:
        return users.surprise
    return AS_EXPECTED if changes.may_be_averaged(level) else 2


def _nothing(still: list[Changes], comparisons: int, words: str) -> list[str]:
    """Return one sentence about all factors without an effect."""
    if len(still) < 2:
        return [change_finding(changes, comparisons) for changes in still]
    names = ", ".join(heading(changes.factor) for changes in still)
    return [f"{words}: {names} ({comparisons} comparisons allowed for)."]


def _moves(changes: Changes, comparisons: int) -> bool:
    """Return True if some level makes a significant difference, on average or in single settings."""
    level = _largest_level(changes)
    return not changes.may_be_averaged(level) or is_significant(changes.average(level), comparisons)


def _largest_level(changes: Changes) -> str:
    return _largest({level: changes.average(level) for level in changes.pairs})


def change_finding(changes: Changes, comparisons: int) -> str:
    """Return a sentence about the largest change, allowing for the number of comparisons.

    If the change differs between settings in sign, or by more than the intervals, the sentence gives the two
    extremes instead of an average.
    """
    effects = {level: changes.average(level) for level in changes.pairs}
    level = _largest(effects)
    say = partial(_called, changes.factor)
    name, instead = opening(heading(changes.factor)), f"{say(level)} instead of {say(changes.base)}"
    users = changes.users(level, comparisons)
    if users and users.surprise < 2:
        return f"{name}: {_by_users(changes, level, users, instead)}."
    if not changes.may_be_averaged(level):
        return f"{name}: what {instead} does depends on the setting: {_from_to(changes, level)}."
    by = f"{said_of(changes, effects[level])}{_over(len(changes.pairs[level]))}"
    moves = f"moves the {changes.wins.measure} by {by}"
    if not is_significant(effects[level], comparisons):
        which = "the change" if len(effects) == 1 else f"the largest of {len(effects)} changes"
        many = f" ({comparisons} comparisons allowed for)" if comparisons > 1 else ""
        return f"{name}: no level makes a significant difference{many}; {which}, {instead}, {moves}."
    words = f"{name}: {instead} {moves}"
    rest = [other for other in effects if other != level]
    close = [other for other in rest if not is_significant(changes.further(level, other), comparisons)]
    if rest and not close:
        words += f", more than with {say(rest[0]) if len(rest) == 1 else 'any other level'}"
    if close:
        named = " and ".join(map(say, close)) if len(close) < MOST_SERIES else f"{len(close)} other levels"
        words += f", not significantly more than with {named}"
    if 0 < len(rest) < MOST_SERIES:
        words += "; " + "; ".join(f"{say(other)} {_by(changes, other, effects[other])}" for other in rest)
    return f"{words}."


def _called(factor: str, level: str) -> str:
    """Return a level as it stands in a sentence: the names of variants, which may be any words, in quotes."""
    return level if is_path(factor) else f"'{level}'"


def _by_users(changes: Changes, level: str, users: Users, instead: str) -> str:
    """Return, in words, whom a level helps, whom it harms, and whom it does not affect."""
    effects = changes.by_player(level)

    def named(players: list[str]) -> str:
        return " and ".join(f"{player} ({said_of(changes, effects[player])})" for player in players)

    helped, harmed = users.raised, users.lowered
    if changes.wins.result.is_less_better:
        helped, harmed = harmed, helped
    moved = [f"helps {named(helped)}"] if helped else []
    moved += [f"costs {named(harmed)}"] if harmed else []
    if len(moved) == 2:
        return f"{instead} {' but '.join(moved)}"
    only = moved[0].replace(" ", " only ", 1)
    return f"{instead} {only}; no significant difference for {named(users.unmoved)}"


def _by(changes: Changes, level: str, average: Estimate) -> str:
    """Return by how much a level changes wins: on average, or in the two extreme settings."""
    if changes.may_be_averaged(level):
        return f"by {said_of(changes, average)}"
    return f"by an amount that depends on the setting: {_from_to(changes, level)}"


def _from_to(changes: Changes, level: str) -> str:
    """Return by how much a level changes wins in the two settings with the most different effects."""
    effects = {setting: changes.of_setting(level, setting) for setting in changes.pairs[level]}
    ranked = sorted(effects, key=lambda setting: effects[setting].value)
    low, high = (
        f"{said_of(changes, effects[own])} with {changes.in_words(own)}" for own in (ranked[0], ranked[-1])
    )
    return f"from {low} to {high}"


def _largest(effects: dict[str, Estimate]) -> str:
    return max(effects, key=lambda level: abs(effects[level].value))


def _over(settings: int) -> str:
    return f", on average over {settings} settings" if settings > 1 else ""


def change_keys(changes: Changes, comparisons: int) -> list[KeyFigure]:
    """Return the largest change if it is significant."""
    effects = {level: changes.average(level) for level in changes.pairs}
    level = _largest(effects)
    if not is_significant(effects[level], comparisons) or not changes.may_be_averaged(level):
        return []
    named = levels_in_words(changes.wins.run, {changes.factor: level}, [changes.factor])
    words = f"{changes.unit}{changes.wins.measure}: {named} instead of {changes.base}"
    return [KeyFigure(said_of(changes, effects[level]).partition(" ")[0], words)]


def change_section(changes: Changes) -> Section:
    """Return the section about a factor."""
    count, others = len(changes.settings), " and ".join(heading(factor) for factor in changes.others)
    average = (
        f" The average is over the {count} settings of {others} in which it was tried." if count > 1 else ""
    )
    words = (
        f"The same games, with the same luck, are played with each level of {heading(changes.factor)} and "
        f"with its first, {changes.base}. The changes are in {changes.unit}{changes.wins.measure}."
        f"{average}"
    )
    blocks: list[Block] = [Text(words), *_figures(changes)]
    small = sum(len(pairs) for pairs in changes.pairs.values()) <= MOST_IN_TABLE
    blocks.append(_table(changes) if small else _table_of_averages(changes))
    return Section(f"The effect of {heading(changes.factor)}", blocks)


def _figures(changes: Changes) -> list[Figure]:
    """Return a figure of the average and of every setting, if legible, else of the averages, by their size.

    Many levels take several figures, all to the same scale.
    """
    levels, settings = _by_size(changes), changes.settings
    if len(levels) <= MOST_SERIES and 1 < len(settings) < MOST_ROWS:
        rows = ["on average", *(changes.in_words(setting) for setting in settings)]
        series = {
            level: [changes.average(level), *(changes.of_setting(level, setting) for setting in settings)]
            for level in levels
        }
        each = "One row per setting, the average on top: a dot with its interval per level."
    else:
        rows, series = levels, {"": [changes.average(level) for level in levels]}
        each = "One row per level, the largest gain on top: a dot with its interval."
    parts = -(-len(rows) // MOST_ROWS)
    at_once = -(-len(rows) // parts)
    scale, axis = changes.wins.result.scale, f"{changes.unit}{changes.wins.measure}, against {changes.base}"
    return [
        Figure(
            f"changes_{changes.factor}" + (f"_{part + 1}" if part else ""),
            _drawn(rows, series, axis, scale, own),
            f"The effect of {heading(changes.factor)} on the {changes.wins.measure}, against "
            f"{changes.base}, with 95 % intervals{', continued' if part else ''}.",
            each,
        )
        for part in range(parts)
        for own in [slice(part * at_once, (part + 1) * at_once)]
    ]


def _by_size(changes: Changes) -> list[str]:
    """Return the levels but the first, from the largest gain to the largest loss."""
    return sorted(changes.pairs, key=lambda level: -changes.average(level).value)


def _drawn(
    every_row: list[str], every: dict[str, list[Estimate]], axis: str, scale: float, part: slice
) -> Any:
    """Draw a part of the rows, to the scale that all need."""
    rows, series = every_row[part], {name: estimates[part] for name, estimates in every.items()}
    labels = [textwrap.fill(row, LABEL) for row in rows]
    lines = max(label.count("\n") for label in labels)
    figure, axes = new_figure(1, 1, (0.3 + LINE * lines) * len(rows) + 1.0)
    colours = colours_of(list(series))
    several_dots(axes[0, 0], labels, series, colours, scale=scale)
    if len(rows) < len(every_row):
        known = [own for estimates in every.values() for own in estimates if np.isfinite(own.low)]
        low, high = min(0, *(own.low for own in known)), max(0, *(own.high for own in known))
        axes[0, 0].set_xlim(
            *(scale * (end + sign * 0.03 * (high - low)) for end, sign in ((low, -1), (high, 1)))
        )
    zero_line(axes[0, 0])
    axes[0, 0].set_xlabel(axis)
    if len(series) > 1:
        key(figure, colours, marks=True)
    return figure


def _table_of_averages(changes: Changes) -> Table:
    """Return the average effect of each level, and from where to where it goes by the setting."""
    rows = []
    for level in _by_size(changes):
        single = [changes.of_setting(level, setting).value for setting in changes.pairs[level]]
        ends = f"{in_points(min(single))} to {in_points(max(single))}"
        rows.append((level, points(changes.average(level)), ends, len(single)))
    heads = [heading(changes.factor), "difference in points", "by the setting", "settings"]
    frame = pl.DataFrame(rows, schema=heads, orient="row")
    measure = opening(changes.wins.measure)
    return Table(frame, f"{measure} against {changes.base}: the average over the settings, and its range.")


def _table(changes: Changes) -> Table:
    rows = []
    for setting in changes.settings:
        for level in _by_size(changes):
            if setting in changes.pairs[level]:
                before, after = changes.pairs[level][setting]
                result, change = changes.wins.result, changes.of_setting(level, setting)
                digits = decimals_of(change, is_share=result.is_share)
                means = (changes.wins.average([scenario]).value for scenario in (before, after))
                rates = [f"{number(result.scale * mean, digits)}{result.unit}" for mean in means]
                rows.append((*setting, level, *rates, points(change, is_share=result.is_share)))
    heads = [heading(factor) for factor in (*changes.others, changes.factor)]
    wins = changes.wins.result.wins
    beyond = BEYOND_FAIR if changes.wins.less_fair else ""
    outcomes = (
        f"{wins} with {changes.base}",
        f"{wins} otherwise",
        f"difference in points{beyond}" if changes.wins.result.is_share else "difference",
    )
    schema = [*heads, *(outcome_heading(name, heads) for name in outcomes)]
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    rate = opening(changes.wins.rate)
    return Table(frame, f"{rate} with {changes.base} and otherwise, in every setting.")
