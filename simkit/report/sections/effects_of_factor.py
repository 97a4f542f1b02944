"""Reports what each level of a factor changes, compared with its first level in the same games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simkit.experiment.factors import heading, is_path
from simkit.report.document.blocks import Block, Finding, KeyFigure, Part, Section, Surprise, Text
from simkit.report.effects.effects import Effects, effects_of
from simkit.report.facts.columns import column_of, game_columns
from simkit.report.facts.line_ups import tournament_tables
from simkit.report.facts.paired import is_nothing, size_of
from simkit.report.facts.players import is_known_stronger
from simkit.report.facts.scenarios import levels_in_words, rules_by_scenario
from simkit.report.facts.settings import STRATEGIES
from simkit.report.facts.wins import Wins
from simkit.report.sections.curve_over_factor import is_curve
from simkit.report.words import opening
from simkit.words import listed

FEW_LEVELS = 4
"""The most levels of a factor of values that are each compared with the first one."""

MOST_VARIANTS = 100
"""The most named variants, or levels that are no numbers, that are each compared with the first one."""


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
                figures.append(KeyFigure(f"{mean:alone bare}", words))
        return figures

    def findings(self) -> list[Finding]:
        """Return a finding for each factor that moves something, and one for all those that do not.

        That a stronger player wins more than a weaker one was known before.
        """
        told = [effects for effects in self.changes if not _is_known_before(effects)]
        moving = [finding_of(effects) for effects in told if _moves(effects)]
        still = [effects for effects in told if not _moves(effects)]
        unused = [effects for effects in still if effects.by_series(effects.largest)]
        unmoved = [effects for effects in still if effects not in unused]
        return [
            *moving,
            *_nothing(unused, "No player gains or loses more than {bound} by any level of {names}"),
            *_nothing(unmoved, "No level of {names} moves the {rate} by more than {bound}"),
        ]

    def cautions(self) -> list[str]:
        """Return which factors have too many levels to be compared one by one."""
        return too_many_levels(self.wins) if self.wins else []

    def sections(self) -> list[Section]:
        """Return a section about each factor."""
        return [change_section(effects) for effects in self.changes]


def all_changes(wins: Wins) -> list[Effects]:
    """Return the comparisons with the first level: of named variants, then of factors with few values.

    Intervals are widened for the number of all levels that are compared.  The tables of a tournament are left
    out: at each of them other players sit at the same seat, so that no seat gains or loses by a table.
    """
    factors = [
        factor
        for factor in sorted(wins.run.factors, key=is_path)
        if factor not in tournament_tables(wins.run)
    ]
    found = [effects_of(wins.run, factor, wins) for factor in factors]
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


def finding_of(effects: Effects) -> Finding:
    """Return what a factor does, and which player can't react to it, if that is why it does nothing."""
    words = " ".join([*effects.sentences(), *hardly_used([effects])])
    level = effects.largest
    effect = effects.mean(level)
    if not effects.has_mean(level):
        effect = max(effects.single(level).values(), key=lambda own: abs(own.value))
    return Finding(words, size_of(effect), _surprise(effects), effects.factor)


def _surprise(effects: Effects) -> Surprise:
    """Return how surprising a factor is.

    That players differ surprises, and that a weaker player is ahead of a stronger one.
    """
    level = effects.largest
    mean, users = effects.mean(level), effects.users(level)
    if users and users.surprise < 2:
        return Surprise.REVERSED if users.surprise == 0 else Surprise.NOTHING
    if not effects.has_mean(level):
        clear = [own.value > 0 for own in effects.single(level).values() if effects.is_clear(own)]
        return Surprise.REVERSED if len({*clear}) == 2 else Surprise.WHICH
    if effects.is_clear(mean):
        return Surprise.REVERSED if _against_the_ladder(effects, mean.value) else Surprise.SIZE
    if not is_nothing(mean, effects.comparisons):
        return Surprise.SIZE  # more games might find an effect
    return Surprise.NOTHING


def _against_the_ladder(effects: Effects, change: float) -> bool:
    """Return True if a player that is known to be weaker wins more."""
    if effects.factor not in STRATEGIES or effects.measure.result.is_less_better:
        return False
    before, after = effects.base, effects.largest
    return is_known_stronger(effects.run, *((before, after) if change > 0 else (after, before)))


def _is_known_before(effects: Effects) -> bool:
    """Return True for a factor of players, if the order of the players is that of the game's ladder."""
    if effects.factor not in STRATEGIES or effects.measure.result.is_less_better:
        return False
    return all(
        is_known_stronger(effects.run, *((level, effects.base) if own.value > 0 else (effects.base, level)))
        for level in effects.levels
        for own in effects.single(level).values()
        if effects.is_clear(own)
    ) and _moves(effects)


def _nothing(still: Sequence[Effects], words: str) -> list[Finding]:
    """Return one finding about all factors without an effect."""
    if len(still) < 2:
        return [finding_of(effects) for effects in still]
    names = listed((heading(effects.factor) for effects in still), "or")
    every = [
        own
        for effects in still
        for level in effects.levels
        for own in (*effects.by_series(level).values(), effects.mean(level))
    ]
    bound, rate = still[0].bound(every), still[0].measure.name
    said = f"{words.format(bound=bound, names=names, rate=rate)} ({len(every)} comparisons allowed for)."
    surprise = min(map(_surprise, still))
    return [Finding(" ".join([said, *hardly_used(still)]), 0.0, surprise, still[0].factor)]


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
