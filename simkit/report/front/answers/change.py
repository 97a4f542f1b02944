"""Answers what a change does: to whom, by how much, from what to what, and why it does nothing."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

from simkit.experiment.about import AskedAbout
from simkit.experiment.factors import short_label, with_level
from simkit.report.document.blocks import Figure, InShort, KeyFigure
from simkit.report.document.charts import LABEL, MOST_ROWS, dots_against_zero, key, several_dots
from simkit.report.document.figures import colours_of, new_figure
from simkit.report.effects.effects import Effects
from simkit.report.effects.why import games_of_both, why_nothing, why_so
from simkit.report.facts.claims import Claim, Extreme, Level, Nothing, Sentence
from simkit.report.facts.paired import SideBySide
from simkit.report.facts.scenarios import base_level
from simkit.report.front.answers.best_known import beside_best
from simkit.report.front.answers.lines import (
    Line,
    Quoted,
    instead,
    lines_of,
    named,
    quoted,
)
from simkit.report.words import NO_BREAK, opening
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import UNKNOWN, Estimate, is_significant
from simkit.stats.extremes import clearly_most, furthest_from_zero
from simkit.stats.words import with_interval, without_interval
from simkit.words import listed, plural

FEW = 2
"""With at most this many levels beside the base each has a sentence."""

SMALL = 0.01
"""An effect whose whole interval is nearer to 0 than this share is small."""

MOST_NAMED = 4
"""The most changes that one sentence names."""


def answer_change(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return what a change does, or which of several help and harm most, and which do nothing."""
    if asked.factor not in run.factors:
        return None
    found = Changes(run, asked.factor, tuple(lines_of(run)))
    if not found.effects or not found.every:
        return None
    sentences = found.one() if len(found.levels) <= FEW else found.many()
    return InShort(
        sentences=sentences[:3],
        key_figures=found.key_figures(),
        draw=found.figure,
        findings=found.findings(),
    )


@dataclass(frozen=True)
class Changes:
    """What the levels of a factor change, for each player.

    Parameters
    ----------
    run : RunDirectory
        The run.
    factor : str
        The factor.
    lines : tuple of Line
        The players, the strongest first.
    """

    run: RunDirectory
    factor: str
    lines: tuple[Line, ...]

    @cached_property
    def base(self) -> str:
        """The level that others are compared with."""
        return base_level(self.run, self.factor)

    @cached_property
    def effects(self) -> dict[str, Effects]:
        """The effects, by player; only of those that play with several levels."""
        found = {line.key + line.wins.of: line.effects(self.factor, self.base) for line in self.lines}
        return {key: own for key, own in found.items() if own.pairs}

    @cached_property
    def levels(self) -> list[str]:
        """The levels beside the base, in the run's order."""
        return list(dict.fromkeys(level for own in self.effects.values() for level in own.levels))

    @cached_property
    def every(self) -> list[Quoted]:
        """The effect to quote of each level for each player."""
        pairs = [(line, self.effects.get(line.key + line.wins.of)) for line in self.lines]
        is_single = any(not own.has_mean(level) for own in self.effects.values() for level in own.levels)
        return [
            own
            for line, effects in pairs
            if effects
            for level in effects.levels
            if (own := quoted(line, effects, level, is_single=is_single))
        ]

    def is_clear(self, own: Quoted) -> bool:
        """Return True if an effect is significant, allowing for the number of effects."""
        return is_significant(own.effect, len(self.every))

    @cached_property
    def clear(self) -> list[Quoted]:
        """The significant effects, the largest first."""
        return sorted(filter(self.is_clear, self.every), key=lambda own: -abs(own.effect.value))

    def of_level(self, level: str) -> list[Quoted]:
        """Return the effects of a level, the largest first."""
        return sorted(
            (own for own in self.every if own.level == level), key=lambda own: -abs(own.effect.value)
        )

    # ---- one change, or two

    def one(self) -> list[str]:
        """Return sentences on one or two changes."""
        sentences: list[str] = [self._level(level) for level in self.levels]
        sentences += self._why() if len(self.levels) == 1 else []
        sentences += self._length() if self.every[0].line.is_place else []
        sentences += self.reasons()[:1] if len(self.levels) == 1 else []
        return [*sentences, *self._best_known()]

    def _level(self, level: str) -> Sentence:
        first, *rest = self.of_level(level)
        words = instead(self.run, self.factor, level, self.base)
        if not self.is_clear(first):
            if first.effect.excludes(0):
                known = Level(quantities=first.claims[0].quantities)
                return Sentence(
                    f"It is open whether anything changes {words}: {first.from_to()}, "
                    f"one of {len(self.every)} differences.",
                    known,
                )
            games = min(games_of_both(self.run, pair) for pair in first.pairs)
            by_chance = f"which may be chance in {games:,} games"
            return Sentence(
                f"{opening(words)} {first.from_to()}, {by_chance}{first.line.where_fair}.", *first.claims
            )
        said = f"{opening(words)} {first.from_to()}{first.line.where_fair}"
        other = self._other(first, rest)
        if other is None:
            return Sentence(f"{said}.", *first.claims)
        return Sentence(f"{said}; {other}.", *first.claims, *other.claims)

    def _other(self, first: Quoted, rest: Sequence[Quoted]) -> Sentence | None:
        """Return what the change does to another player: one that it harms, or helps least."""
        if not rest:
            return None
        against = [own for own in rest if self.is_clear(own) and own.effect.value * first.effect.value < 0]
        still = [own for own in rest if not self.is_clear(own)]
        own = (against or still or rest)[-1 if not against else 0]
        line = own.line
        if own.effect.excludes(0):
            if not own.is_alike:
                return Sentence(line.more(own.effect), *own.claims)
            after = line.comes_to(own.after, interval=False)
            return Sentence(f"{line.subject} {after}, {line.change(own.effect)}", *own.claims)
        gains = first.line.sign * first.effect.value > 0
        verb = line.verb("does", "do")
        change = line.change(own.effect).replace(" (", ", ").removesuffix(")")
        words = f"{line.subject} {verb} not {'gain' if gains else 'lose'} ({change})"
        return Sentence(words, own.claims[0])

    def _why(self) -> list[str]:
        """Return what moves most with the only change, rather for a player that it moves the other way."""
        first, *rest = self.of_level(self.levels[0])
        against = [own for own in rest if self.is_clear(own) and own.effect.value * first.effect.value < 0]
        for own in [*against, first]:
            line = own.line
            if self.is_clear(own) and (
                reason := why_so(self.run, own.pairs, line.wins.of, line.result, own.effect)
            ):
                whom = f" for {line.subject}" if len(self.effects) > 1 else ""
                return [f"Then{whom} {reason}."]
        return []

    def _length(self) -> list[str]:
        """Return what the only change does to the length of a game, if that is clear."""
        column = self.run.game.length_column
        if column is None or len(self.levels) > 1:
            return []
        pairs = self.of_level(self.levels[0])[0].pairs
        games = SideBySide.read(self.run, column.name)
        before, after = [own.before for own in pairs], [own.after for own in pairs]
        effect = games.effect(before, after)
        if not is_significant(effect, len(self.every)):
            return []
        old, new = (games.average(own) for own in (before, after))
        more = with_interval(abs(effect), unit=f" {'more' if effect.value > 0 else 'fewer'}")
        now, once = without_interval(new), without_interval(old)
        return [f"A game then has {now} {column.heading} instead of {once}: {more}."]

    # ---- why a change does nothing

    def reasons(self) -> list[str]:
        """Return a sentence for each reason why changes do nothing for a player, the strongest first."""
        found: dict[tuple[bool, str], list[str]] = {}
        for own in self.every:
            line = own.line
            is_small = line.is_within(own.effect, SMALL)
            if self.is_clear(own) or not (is_small or line.may_be_none(own.effect)):
                continue
            reason = why_nothing(self.run, own.pairs, line.wins.of, line.result)
            if reason is not None and (reason.is_known or is_small):
                said = f"{line.changed(own.effect, reason)}{own.where}"
                found.setdefault((reason.is_certain, said), []).append(own.level)
        ranked = sorted(found.items(), key=lambda own: not own[0][0])
        return [f"{self._each(levels)} {said}." for (_, said), levels in ranked]

    def _each(self, levels: Sequence[str]) -> str:
        if len(self.levels) == 1:
            return "It"
        return opening(f"{'each of ' if len(levels) > 1 else ''}{listed(map(self._called, levels))}")

    def _best_known(self) -> list[str]:
        clear = next(iter(self.clear), None)
        own = clear or self.every[0]
        said = beside_best(
            self.run, own.pairs[0].after, with_level(self.run.game.knobs, self.factor, own.level)
        )
        return [said] if said else []

    # ---- many changes

    def many(self) -> list[str]:
        """Return sentences on many changes: which helps most, which harms most, which do nothing."""
        count = len(self.levels)
        if not self.clear:
            none = f"None of {count} changes makes a clear difference"
            bound = f"{none}: each is at most {self._bound(self.levels)}{self._where}."
            return [Sentence(bound, *self._nothing(self.levels))]
        sentences: list[str] = []
        mains = list(dict.fromkeys(own.line for own in self.clear))
        main = mains[0]
        first = self._ends(main)
        sentences.append(Sentence(f"Of {count} changes {first}.", *first.claims))
        others = [line for line in mains[1:] if self._ends(line)]
        if others:
            last = self._ends(others[-1], short=True)
            sentences.append(Sentence(f"{opening(last)}.", *last.claims))
        if idle := self._idle():
            sentences.append(idle)
        return sentences

    def _ends(self, line: Line, *, short: bool = False) -> Sentence:
        """Return which changes help and harm a player most."""
        said: list[str] = []
        claims: list[Claim] = []
        own = [one for one in self.clear if one.line == line]
        for sign, verb in ((line.sign, "help"), (-line.sign, "harm")):
            ranked = [one for one in own if sign * one.effect.value > 0]
            if not ranked:
                continue
            first = ranked[0]
            whom = line.subject if not said else "it" if not line.is_plural else "them"
            does = f"{self._called(first.level)} clearly {verb}s {whom}"
            if len(ranked) == 1:
                does = f"only {does}"
            elif most := self._most(line, sign):
                names = listed(map(self._called, most))
                does = f"{names} {verb}{'s' if len(most) == 1 else ''} {whom} most"
                claims.append(self._extreme(line, most, sign))
            else:
                does = f"{does}, as others do"
            claims += first.claims[:1] if short else first.claims
            change = line.change(first.effect)
            if short or not first.is_alike:
                said.append(f"{does}: {change}{'' if short else first.where}")
                continue
            value = line.value(first.after, interval=False)
            before = line.value(first.before, interval=False).removesuffix(f"{NO_BREAK}%")
            said.append(f"{does}: {value}{line.of_games} instead of {before}{first.where}, {change}")
        return Sentence("; ".join(said), *claims)

    def _extreme(self, line: Line, most: Sequence[str], sign: int) -> Extreme:
        """Return the claim that some levels are the furthest of all of a player's."""
        after = {
            own.level: line.of(pair.after for pair in own.pairs) for own in self.every if own.line == line
        }
        rest = tuple(of for level, of in after.items() if level not in most)
        return Extreme(tuple(after[level] for level in most), rest, is_most=sign > 0)

    def _nothing(self, levels: Sequence[str]) -> list[Nothing]:
        """Return the claims that no level moves any player further than the bound that is printed."""
        own = [one for one in self.every if one.level in levels]
        margin = furthest_from_zero([one.effect for one in own], len(self.every))
        return [Nothing(one.contrast, margin) for one in own] if isfinite(margin) else []

    def _most(self, line: Line, sign: int) -> list[str]:
        """Return the levels that clearly help a player most, or with the other sign harm it most."""
        after = {own.level: [pair.after for pair in own.pairs] for own in self.every if own.line == line}
        size = {own.level: sign * own.effect.value for own in self.every if own.line == line}

        def further(one: str, other: str) -> Estimate:
            return line.wins.effect(*(after[own] for own in ((other, one) if sign > 0 else (one, other))))

        return clearly_most(size, further)

    def _called(self, level: str) -> str:
        return named(self.run, self.factor, level)

    def _still(self) -> list[str]:
        """Return the levels that do nothing clear for any player."""
        moved = {own.level for own in self.clear}
        return [level for level in self.levels if level not in moved]

    def _idle(self) -> str:
        """Return which changes do nothing for anybody."""
        still = self._still()
        if not still:
            return "" if len(self.lines) > 1 else f"Each of the {len(self.levels)} makes a clear difference."
        certain = [level for level in still if self._changed_nothing(level)]
        shown = [self._called(level) for level in (certain or still)[:MOST_NAMED]]
        rest = [level for level in still if level not in certain] if certain else still[len(shown) :]
        others = plural(len(rest), "other")
        if not certain:
            which = f"{listed(shown)} and {others}" if rest else listed(shown)
            does = f"{'each of ' if len(still) > 1 else ''}{which} makes a difference of at most"
            return Sentence(f"{opening(does)} {self._bound(still)}{self._where}.", *self._nothing(still))
        games = min(self.run.games_played.values())
        more = f"; the difference with {others} is at most {self._bound(rest)}" if rest else ""
        does = f"{opening(listed(shown))} {'changes' if len(shown) == 1 else 'change'} nothing"
        return f"{does}: not one of {games:,} games went differently{more}."

    def _bound(self, levels: Sequence[str]) -> str:
        """Return how far some levels may move any player, by intervals widened for the number of all."""
        own = [one.effect for one in self.every if one.level in levels]
        return self.every[0].line.bound(own, len(self.every))

    @property
    def _where(self) -> str:
        return self.every[0].where

    def _changed_nothing(self, level: str) -> bool:
        reasons = [
            why_nothing(self.run, own.pairs, own.line.wins.of, own.line.result)
            for own in self.of_level(level)
        ]
        return all(reason is not None and reason.is_certain for reason in reasons)

    # ---- besides

    def findings(self) -> list[str]:
        """Return the reasons that the sentences have no room for."""
        return self.reasons()[1 if len(self.levels) == 1 else 0 :]

    def key_figures(self) -> list[KeyFigure]:
        """Return the largest effects: of one or two changes by player, of several what helps and harms."""
        if len(self.levels) <= FEW:
            shown = sorted(self.every, key=lambda own: self.levels.index(own.level))
        else:
            shown = []
            for line in dict.fromkeys(own.line for own in self.clear):
                ranked = sorted(
                    (own for own in self.clear if own.line == line),
                    key=lambda own: -line.sign * own.effect.value,
                )
                shown += ranked if len(ranked) == 1 else [ranked[0], ranked[-1]]
        return [
            KeyFigure(
                own.line.size(own.effect),
                f"{own.line.key}: {instead(self.run, self.factor, own.level, self.base)}{own.where}",
            )
            for own in shown[:4]
        ]

    def figure(self) -> Figure:
        """Return the figure: results with and without of one change, else all changes by size."""
        return self._results() if len(self.levels) <= FEW else self._strip()

    def _results(self) -> Figure:
        levels = [self.base, *self.levels]
        rows = [line for line in self.lines if line.key + line.wins.of in self.effects]
        result = rows[0].result
        at = {(own.line, own.level): own for own in self.every}
        quotes = [next(own for own in self.every if own.line == line) for line in rows]
        series = {self._called(self.base): [own.before for own in quotes]}
        for level in self.levels:
            known = (at.get((line, level)) for line in rows)
            series[self._called(level)] = [own.after if own else UNKNOWN for own in known]
        colours = colours_of(list(series))
        figure, axes = new_figure(1, 1, 0.42 * len(rows) + 1.0)
        labels = [textwrap.fill(line.key, LABEL) for line in rows]
        several_dots(axes[0, 0], labels, series, colours, scale=result.scale)
        axes[0, 0].set_xlabel(f"{result.rate}, %" if result.is_share else result.rate)
        key(figure, colours, marks=True)
        levels_said = listed([self._called(level) for level in levels])
        return Figure(
            "answer",
            figure,
            f"{opening(result.rate)} with {levels_said}{self.every[0].where}, with 95{NO_BREAK}% intervals.",
            "One row per player: a dot with its interval for each level.",
        )

    def _strip(self) -> Figure:
        size = {level: self.of_level(level)[0] for level in self.levels}
        first = self.lines[0]
        by_main = {own.level: own for own in self.every if own.line == (self.clear or self.every)[0].line}
        order = sorted(
            self.levels, key=lambda level: -first.sign * by_main.get(level, size[level]).effect.value
        )
        half = MOST_ROWS // 2
        shown = order if len(order) <= MOST_ROWS else [*order[:half], *order[-half:]]
        at = {(own.line.key, own.level): own.effect for own in self.every}
        keys = list(dict.fromkeys(own.line.key for own in self.every))
        series = {name: [at.get((name, level), UNKNOWN) for level in shown] for name in keys}
        result = first.result
        unit = "points of " if result.is_share else ""
        drawing = dots_against_zero(
            [textwrap.fill(level, LABEL) for level in shown],
            series,
            f"{unit}{result.rate}, against {self.base}",
            scale=result.scale,
            row=0.22 if len(shown) > 12 else 0.3,
        )
        left_out = len(order) - len(shown)
        but = (
            f"; the {left_out} between the {half} highest and the {half} lowest are in the section below"
            if left_out
            else ""
        )
        return Figure(
            "answer",
            drawing,
            f"What each change of {short_label(self.run.game.knobs, self.factor)} does to the {result.rate}, "
            f"against {self.base}{self.every[0].where}, with 95{NO_BREAK}% intervals{but}.",
            "One row per change, the largest gain on top: a dot with its interval per player.",
        )
