"""Reports what each level of a factor changes, compared with its first level in the same games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simkit.experiment.factors import heading, is_path
from simkit.report.document.blocks import Block, KeyFigure, Part, Section, Text
from simkit.report.effects.effects import Effects, effects_of
from simkit.report.facts.columns import column_of, game_columns
from simkit.report.facts.scenarios import levels_in_words, rules_by_scenario
from simkit.report.facts.wins import Wins
from simkit.report.sections.curve_over_factor import is_curve
from simkit.report.words import opening

FEW_LEVELS = 4
"""The most levels of a factor of values that are each compared with the first one."""

MOST_VARIANTS = 100
"""The most named variants, or levels that are no numbers, that are each compared with the first one."""

AS_EXPECTED = 3
"""The rank of a change that all players share (see `_surprise`)."""


class EffectsOfFactors(Part):
    """What each level of a factor changes, in the same games.

    Parameters
    ----------
    wins : Wins or None
        What is changed; None for a game that declares no objective.
    """

    def __init__(self, wins: Wins | None) -> None:
        self.wins = wins
        self.changes = all_changes(wins) if wins else []

    def key_figures(self) -> list[KeyFigure]:
        """Return the largest change of each factor, if it is significant and the same in all settings."""
        figures = []
        for effects in self.changes:
            level, mean = effects.largest, effects.mean(effects.largest)
            if effects.is_clear(mean) and effects.has_mean(level):
                named = levels_in_words(effects.run, {effects.factor: level}, [effects.factor])
                words = f"{effects.unit}{effects.measure.name}: {named} instead of {effects.base}"
                figures.append(KeyFigure(effects.number(mean), words))
        return figures

    def findings(self) -> list[str]:
        """Return sentences about the factors, the most surprising first and those without effect last.

        A change surprises if it helps some players and costs others, if only some of them use it, or if it
        depends on the setting otherwise, so that no average describes it.  A rule that nobody uses
        comes before those that everybody uses.
        """
        moving = sorted((effects for effects in self.changes if _moves(effects)), key=_surprise)
        still = [effects for effects in self.changes if not _moves(effects)]
        unused = [effects for effects in still if effects.by_series(effects.largest)]
        unmoved = [effects for effects in still if effects not in unused]
        surprising, expected = (
            [words for own in moving if (_surprise(own) < AS_EXPECTED) == is_so for words in own.sentences()]
            for is_so in (True, False)
        )
        nothing = [
            *_nothing(unused, "No player gains or loses significantly by"),
            *_nothing(unmoved, "No significant difference between the levels of"),
        ]
        return [
            *surprising,
            *([*nothing, *expected] if unused else [*expected, *nothing]),
            *hardly_used(self.changes),
            *(too_many_levels(self.wins) if self.wins else []),
        ]

    def sections(self) -> list[Section]:
        """Return a section about each factor."""
        return [change_section(effects) for effects in self.changes]


def all_changes(wins: Wins) -> list[Effects]:
    """Return the comparisons with the first level: of named variants, then of factors with few values.

    Intervals are widened for the number of all levels that are compared.
    """
    found = [effects_of(wins.run, factor, wins) for factor in sorted(wins.run.factors, key=is_path)]
    few = [effects for effects in found if 0 < len(effects.levels) < _most_levels(wins, effects.factor)]
    comparisons = sum(len(effects.levels) for effects in few)
    return [replace(effects, comparisons=comparisons) for effects in few]


def _most_levels(wins: Wins, factor: str) -> int:
    """Return how many levels of a factor are at most compared one by one; numbers make a curve instead."""
    return FEW_LEVELS if is_path(factor) and is_curve(wins, factor) else MOST_VARIANTS


def too_many_levels(wins: Wins) -> list[str]:
    """Return a sentence for each factor with too many levels to compare one by one."""
    return [
        f"{opening(heading(factor))} has {levels:,} levels, too many to compare each with the first here (at "
        f"most {MOST_VARIANTS}): the table of every scenario has their {wins.result.rate}s."
        for factor in wins.run.factors
        if (levels := wins.rates[factor].n_unique()) > MOST_VARIANTS and not is_curve(wins, factor)
    ]


def _surprise(effects: Effects) -> int:
    """Return a rank: 0 if it helps some and costs others, 1 if it affects only some, 2 if settings differ."""
    users = effects.users(effects.largest)
    if users and users.surprise < 2:
        return users.surprise
    return AS_EXPECTED if effects.has_mean(effects.largest) else 2


def _nothing(still: Sequence[Effects], words: str) -> list[str]:
    """Return one sentence about all factors without an effect."""
    if len(still) < 2:
        return [sentence for effects in still for sentence in effects.sentences()]
    names = ", ".join(heading(effects.factor) for effects in still)
    return [f"{words}: {names} ({still[0].comparisons} comparisons allowed for)."]


def _moves(effects: Effects) -> bool:
    """Return True if some level makes a significant difference, on average or in single settings."""
    return not effects.has_mean(effects.largest) or effects.is_clear(effects.mean(effects.largest))


def change_section(effects: Effects) -> Section:
    """Return the section about a factor."""
    count, others = len(effects.settings), " and ".join(heading(factor) for factor in effects.others)
    average = (
        f" The average is over the {count} settings of {others} in which it was tried." if count > 1 else ""
    )
    words = (
        f"The same games, with the same luck, are played with each level of {heading(effects.factor)} and "
        f"with its first, {effects.base}. The changes are in {effects.unit}{effects.measure.name}.{average}"
    )
    blocks: list[Block] = [Text(words), *effects.figures(), effects.table()]
    return Section(f"The effect of {heading(effects.factor)}", blocks)


SELDOM = 0.1
"""A player who does something less often than this per game can't react to rules about it."""


def hardly_used(every: Sequence[Effects]) -> list[str]:
    """Return a sentence for each player who hardly ever does what a varied rule is about.

    Such a player can't react to the rule: it gains or loses nothing by any level (see `Knobs.counted_by`).
    """
    said = []
    for effects in every:
        run = effects.run
        for (column, rule), scenarios in _counted(effects).items():
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


def _counted(effects: Effects) -> dict[tuple[str, str], set[int]]:
    """Return the columns that count what a factor's rules are about, with the rule and the scenarios."""
    rules = rules_by_scenario(effects.run)
    found: dict[tuple[str, str], set[int]] = {}
    for level in effects.levels:
        for pair in effects.of(level):
            for rule, column in type(rules[pair.before]).counted_by.items():
                if getattr(rules[pair.before], rule) != getattr(rules[pair.after], rule):
                    found.setdefault((column, rule), set()).update((pair.before, pair.after))
    return found
