"""What a change does: to whom, by how much, from what to what, and why it does nothing."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import isfinite

from simkit.document.blocks import Block, Figure, Finding, InShort, KeyFigure, Part, Section, Surprise, Text
from simkit.document.charts import LABEL, MOST_ON_PAGE_ONE, dots_against_zero, several_dots
from simkit.document.figures import colours_of, new_figure
from simkit.document.points import Shown
from simkit.document.series import name_series
from simkit.engine.base.columns import END
from simkit.experiment.about import AskedAbout
from simkit.experiment.factors import is_path, short_label
from simkit.language import listed, opening
from simkit.report.sections.curve_over_factor import is_curve
from simkit.report.sections.shown import levels_shown
from simkit.results.claims import (
    Change,
    Claim,
    Contrast,
    Extreme,
    Nothing,
    Of,
    Quantity,
    Sentence,
    Several,
    Subject,
    TooFew,
    change_or_nothing,
    measured_anew,
    nothing,
)
from simkit.results.columns import column_of, game_columns
from simkit.results.compared import Pair
from simkit.results.effects import Effects, effects_of
from simkit.results.line_ups import tournament_tables
from simkit.results.paired import SideBySide, is_nothing, size_of
from simkit.results.scenarios import base_level
from simkit.results.settings import STRATEGIES
from simkit.results.wins import Wins
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.estimates import NO_BREAK, UNKNOWN, Estimate, is_significant, paired_difference, widened
from simkit.stats.extremes import clearly_most
from simkit.words.claims import Voice
from simkit.words.levels import in_figures, named
from simkit.words.lines import Line, Quoted, lines_asked, lines_of, quoted
from simkit.words.names import is_short
from simkit.words.titles import titled, with_titles
from simkit.words.why import Reason, together, why_nothing, why_so

FEW = 2
"""With at most this many levels beside the base each has a sentence."""

SMALL = 0.01
"""An effect whose whole interval is nearer to 0 than this share is small."""

FEW_LEVELS = 4
"""The most levels of a factor of numbers that are each compared with the first one; more make a curve."""

MOST_LISTED = 3
"""The most levels that a sentence lists, the largest effects first."""

LITTLE = 0.05
"""A level does little whose effect, a share of games, is nearer to 0 than this for certain."""

TELLING = 0.3
"""By what share of the largest of some changes each of them is larger at least, if that is to be said."""

MOST_SEARCHED = 1000
"""The most pairs of scenarios whose games are compared to find why changes do nothing, the largest first."""

MOST_VARIANTS = 100
"""The most named variants, or levels that are no numbers, that are each compared with the first one."""


def answer_change(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return what a change does, or which of several help and harm most, and which do nothing."""
    if asked.factor not in run.factors:
        return None
    found = Changes(run, asked.factor, lines_asked(run, asked), asked=asked)
    return found.headline() if found.every else None


@dataclass(frozen=True)
class Changes:
    """What the levels of a factor change, for each player."""

    run: RunDirectory
    factor: str
    lines: tuple[Line, ...]
    """The players, the strongest first."""

    among: int = 0
    """From how many effects of all factors the largest is picked; by default, of those of this one."""

    bases: Mapping[str, str] = field(default_factory=dict)
    """What each level is compared with; by default all with `base`."""

    at: int = 0
    """The place of the setting whose effects are quoted where settings disagree."""

    asked: AskedAbout | None = None
    """What is asked: effects on the players that it is about are said before larger ones on others."""

    @cached_property
    def voice(self) -> Voice:
        """What says the claims."""
        return Voice(self.run, self.lines)

    @property
    def called(self) -> str:
        """What the factor is called: "price of an Artificial Tide"."""
        return short_label(vocabulary_of(self.run), self.factor)

    @cached_property
    def base(self) -> str:
        """The level that others are compared with."""
        return base_level(self.run, self.factor)

    @cached_property
    def effects(self) -> dict[str, Effects]:
        """The effects, by player; only of those that play with several levels."""
        found = {line.key + line.wins.of: self._effects_on(line) for line in self.lines}
        return {key: effects for key, effects in found.items() if effects.pairs}

    def _effects_on(self, line: Line) -> Effects:
        if not self.bases:
            return line.effects(self.factor, self.base)
        each = {base: line.effects(self.factor, base) for base in dict.fromkeys(self.bases.values())}
        pairs = [
            pair
            for base, effects in each.items()
            for pair in effects.pairs
            if self.bases.get(pair.level) == base
        ]
        first = next(iter(each.values()))
        return replace(first, pairs=tuple(pairs), comparisons=len({pair.level for pair in pairs}))

    @cached_property
    def levels(self) -> list[str]:
        """The levels beside the base, in the run's order."""
        return list(dict.fromkeys(level for effects in self.effects.values() for level in effects.levels))

    @cached_property
    def every(self) -> list[Quoted]:
        """The effect to quote of each level for each player."""
        pairs = [(line, self.effects.get(line.key + line.wins.of)) for line in self.lines]
        return [
            found
            for line, effects in pairs
            if effects
            for level in effects.levels
            if (found := quoted(line, effects, level, is_single=self.is_single, at=self.at))
        ]

    @cached_property
    def is_single(self) -> bool:
        """Whether settings disagree, so that no mean over them describes all effects."""
        return any(not effect.has_mean(level) for effect in self.effects.values() for level in effect.levels)

    @property
    def comparisons(self) -> int:
        """From how many effects the largest is picked."""
        return self.among or len(self.every)

    def is_clear(self, effect: Quoted) -> bool:
        """Return True if an effect is significant, allowing for the number of effects."""
        return is_significant(effect.effect, self.comparisons)

    @cached_property
    def clear(self) -> list[Quoted]:
        """The significant effects: first of the player asked about, then the largest."""
        return sorted(filter(self.is_clear, self.every), key=self._rank)

    def of_level(self, level: str) -> list[Quoted]:
        """Return the effects of a level: first of the player asked about, then the largest."""
        return sorted((effect for effect in self.every if effect.level == level), key=self._rank)

    def _rank(self, effect: Quoted) -> tuple[bool, float]:
        is_asked = self.asked is not None and self.asked.is_about(effect.line.key)
        return not is_asked, -abs(effect.effect.value)

    def is_reversed(self, level: str) -> bool:
        """Return True if a level clearly helps one player and harms another."""
        return len({effect.effect.value > 0 for effect in self.clear if effect.level == level}) > 1

    # ---- claims

    def headline(self) -> InShort:
        """Return what page one says of it."""
        said = self._of_few() if len(self.levels) <= FEW else self._of_many()
        reasons = self.why_nothing()
        still = self._still_of_asked()
        of_asked = [reason for reason in reasons if {*still} & {*reason.claims[0].subjects}]
        if still:  # who is asked about does not move: that comes first, with the reason
            said = [*(of_asked[:1] or [self.voice.say(self._nothing_of(still))]), *said]
            reasons = [reason for reason in reasons if reason not in of_asked[:1]]
        elif len(self.levels) == 1:
            said, reasons = [*said, *reasons[:1]], reasons[1:]
        findings = [*said[3:], *self.also(said), *reasons]
        draw = partial(self.figure, said[0].claims)
        return InShort(said[:3], key_figures=self._key_figures(), draw=draw, findings=findings)

    def also(self, said: Iterable[Sentence]) -> list[Sentence]:
        """Return what else clearly moves a player, and which way, beside what some sentences say of it."""
        claims = [claim for sentence in said for claim in sentence.claims]
        known = {
            of
            for claim in claims
            for of in (*claim.subjects, *(quantity.of for quantity in claim.quantities))
        }
        known |= {-of for of in known if isinstance(of, Contrast)}
        more = [change for change in self.clear if not {change.contrast, change.mean} & known]
        more.sort(key=lambda change: self.lines.index(change.line))
        groups: dict[tuple[str, bool], list[Quoted]] = {}
        are_few = len(self.levels) <= FEW
        for change in more:
            of = change.level if are_few else change.line.key + change.line.wins.of
            groups.setdefault((of, change.effect.value > 0), []).append(change)
        return [
            self.voice.say(self._of_players(group) if are_few else self._each(group))
            for group in groups.values()
        ]

    def _of_players(self, effects: Sequence[Quoted]) -> Claim:
        """Return how many players at least a level moves in a direction."""
        first, *others = effects
        if not others:
            return first.claim(self.comparisons)
        every = self.of_level(first.level)
        if 2 * len(effects) <= len(every):
            return first.claim(self.comparisons)
        sign = 1 if first.effect.value > 0 else -1
        contrasts = [change.contrast if sign > 0 else -change.contrast for change in every]
        count = sum(self.is_clear(change) and sign * change.effect.value > 0 for change in every)
        return Several(tuple(map(Change, contrasts)), count)

    def _each(self, effects: Sequence[Quoted]) -> Claim:
        """Return that each of some levels moves a player, and by how much at least if that says something."""
        if len(effects) == 1:
            return effects[0].claim(self.comparisons)
        effects = effects[:MOST_LISTED]  # nobody can use a list of many
        wide = [widened(effect.effect, self.comparisons) for effect in effects]
        least, largest = (
            min(max(estimate.low, -estimate.high) for estimate in wide),
            abs(effects[0].effect.value),
        )
        bound = least if least >= TELLING * largest else 0.0
        return Several(tuple(replace(effect.change, bound=bound) for effect in effects), len(effects))

    def first_claims(self) -> Sequence[Claim]:
        """Return what matters most, for one sentence."""
        if len(self.levels) <= FEW:
            return self._of_level(
                max(self.levels, key=lambda level: abs(self.of_level(level)[0].effect.value))
            )
        if not self.clear:
            return [self._nothing(self.levels)]
        return self._ends(self.clear[0].line)

    def _of_few(self) -> list[Sentence]:
        """Return sentences on one or two changes, and what else moves with the only one."""
        claims = sorted(map(self._of_level, self.levels), key=lambda told: isinstance(told[0], Nothing))
        said = [self.voice.say(*claim) for claim in claims]
        if len(self.levels) == 1:
            (first, *_) = said[0].claims
            said += [self.voice.say(change, following=first) for change in (*self._why(), *self._length())]
        return said

    def _of_level(self, level: str) -> list[Claim]:
        """Return what a level does to the player that it moves most, and to another one."""
        first, *rest = self.of_level(level)
        if not self.is_clear(first):
            moved = next(filter(self.is_clear, rest), None)
            return [moved.claim(self.comparisons) if moved else self._nothing([level])]
        against = [effect for effect in rest if self.is_clear(effect) and self._are_opposite(effect, first)]
        still = [effect for effect in rest if not self.is_clear(effect)]
        others = against[:1] or (still or rest)[-1:]
        return [effect.claim(self.comparisons) for effect in (first, *others)]

    @staticmethod
    def _are_opposite(one: Quoted, other: Quoted) -> bool:
        return one.effect.value * other.effect.value < 0

    def _nothing(self, levels: Sequence[str]) -> Claim:
        """Return the claim that some levels move no player further than the margin that is printed."""
        every = [effect.quantities for effect in self.every if effect.level in levels]
        ends = [end for _, *bounds in every for end in bounds]
        return nothing([effect for effect, *_ in every], self.comparisons, ends)

    def _still_of_asked(self) -> list[Subject]:
        """Return the effects on who is asked about, if none is clear though one on somebody else is."""
        rest = [effect for effect in self.every if self._rank(effect)[0] is False]
        is_still = self.clear and not any(map(self.is_clear, rest))
        return [effect.contrast for effect in rest] if is_still else []

    def _nothing_of(self, contrasts: Sequence[Subject]) -> Claim:
        """Return the claim that some effects are none, up to the margin that is printed."""
        effects = [effect.quantities[0] for effect in self.every if effect.contrast in contrasts]
        return nothing(effects, self.comparisons)

    def _why(self) -> list[Change]:
        """Return what moves most with the only change, rather for a player that it moves the other way."""
        first, *rest = self.of_level(self.levels[0])
        against = [effect for effect in rest if self.is_clear(effect) and self._are_opposite(effect, first)]
        for effect in filter(self.is_clear, [*against, first]):
            line = effect.line
            if reason := why_so(self.run, effect.pairs, line.wins.of, line.result, effect.effect):
                return [reason]
        return []

    def _length(self) -> list[Change]:
        """Return what the only change does to games at tables where players compete: length, and endings.

        How they end is said where points are asked about: of wins at a place it would explain nothing.
        """
        line, pairs = self.every[0].line, self.of_level(self.levels[0])[0].pairs
        found = self.of_length(pairs) if line.is_place or not line.result.is_share else []
        if line.result.is_share:
            return found
        return [
            *found,
            *changes_of_endings(self.run, *zip(*((pair.before, pair.after) for pair in pairs), strict=True)),
        ]

    def of_length(self, pairs: Sequence[Pair]) -> list[Change]:
        """Return what a change does to the length of a game, if anything."""
        before, after = [pair.before for pair in pairs], [pair.after for pair in pairs]
        return changes_of_length(self.run, before, after, self.comparisons)

    def _of_many(self) -> list[Sentence]:
        """Return sentences on many changes: which help and harm most, and which do little."""
        if not self.clear:
            return [self.voice.say(self._nothing(self.levels))]
        mains = list(dict.fromkeys(effect.line for effect in self.clear))
        said = [self.voice.say(*self._ends(line)) for line in dict.fromkeys((mains[0], mains[-1]))]
        moved = {effect.level for effect in self.clear}
        still = [level for level in self.levels if level not in moved]
        return [*said, *self.little(effect for effect in self.every if effect.level in still)]

    def little(self, effects: Iterable[Quoted]) -> list[Sentence]:
        """Return how little some levels do that do little for certain, if that can be said shortly."""
        by_level: dict[str, list[Quoted]] = {}
        for effect in effects:
            by_level.setdefault(effect.level, []).append(effect)
        small = [
            change for every in by_level.values() if all(map(self._is_little, every)) for change in every
        ]
        if not small:
            return []
        said = self.voice.say(nothing([change.quantities[0] for change in small], self.comparisons))
        return [said] if is_short(said, 0) else []

    def _is_little(self, effect: Quoted) -> bool:
        """Return whether an effect is small: in shares by itself, else beside the largest."""
        wide = widened(effect.effect, self.comparisons)
        most = LITTLE if effect.line.result.is_share else TELLING * self._largest_clear
        return max(abs(wide.low), abs(wide.high)) <= most

    @cached_property
    def _largest_clear(self) -> float:
        return max((abs(effect.effect.value) for effect in self.clear), default=0.0)

    def _ends(self, line: Line) -> list[Claim]:
        """Return which changes help and harm a player most, as far as that is clear."""
        found: list[Claim] = []
        for sign in (line.sign, -line.sign):
            ranked = [
                effect for effect in self.clear if effect.line == line and sign * effect.effect.value > 0
            ]
            if ranked:
                found.append(self._extreme(line, sign) or self._largest(ranked[0]))
        return found

    def _largest(self, effect: Quoted) -> Claim:
        """Return the claim of the largest effect where it is open which is the largest."""
        return effect.claim(self.comparisons)

    def _extreme(self, line: Line, sign: int) -> Extreme | None:
        """Return the claim that some levels move a player the furthest of all; None where that is open."""
        of_line = {effect.level: effect for effect in self.every if effect.line == line}
        after = {level: [pair.after for pair in effect.pairs] for level, effect in of_line.items()}
        before = {level: [pair.before for pair in effect.pairs] for level, effect in of_line.items()}

        def further(one: str, other: str) -> Estimate:
            second, first = (
                sign * (line.wins.per_game(after[level]) - line.wins.per_game(before[level]))
                for level in (other, one)
            )
            return paired_difference(second, first)

        most = clearly_most({level: sign * effect.effect.value for level, effect in of_line.items()}, further)
        if not most:
            return None
        has_one_base = len(set(map(tuple, before.values()))) == 1
        means: dict[str, Subject] = {
            level: line.of(after[level]) if has_one_base else effect.contrast
            for level, effect in of_line.items()
        }
        quantities = [self._anew(of_line[level]) for level in most]
        rest = tuple(of for level, of in means.items() if level not in most)
        are_clear = all(quantity.estimate.excludes(0) for quantity in quantities)  # in fresh games, too
        printed = tuple(quantities) if are_clear else ()
        return Extreme(tuple(means[level] for level in most), rest, is_most=sign > 0, quantities=printed)

    def _anew(self, effect: Quoted) -> Quantity:
        """Return an effect that was chosen as the largest, measured in games that did not choose it."""
        return measured_anew(self.run, Quantity(effect.effect, effect.contrast), self.comparisons)

    def why_nothing(self) -> list[Sentence]:
        """Return a sentence for each reason why changes do nothing for a player, the strongest first."""
        found: dict[tuple[bool, str], list[tuple[Quoted, Reason]]] = {}
        searched = 0
        for effect in sorted(self.every, key=lambda effect: -abs(effect.effect.value)):
            line, searched = effect.line, searched + len(effect.pairs)
            if searched > MOST_SEARCHED:
                break
            is_small = line.is_within(effect.effect, SMALL)
            if self.is_clear(effect) or not (is_small or line.may_be_none(effect.effect)):
                continue
            reason: Reason | None = why_nothing(self.run, effect.pairs, line.wins.of, line.result)
            if reason is not None and (reason.is_known or (is_small and len(self.levels) <= FEW)):
                found.setdefault((reason.is_certain, reason.kind), []).append((effect, reason))
        ranked = [both for _, both in sorted(found.items(), key=lambda entry: not entry[0][0])]
        claims = [nothing([change.quantities[0] for change, _ in both], self.comparisons) for both in ranked]
        return [
            self.voice.say(claim, because=[together([reason for _, reason in both])])
            for claim, both in zip(claims, ranked, strict=True)
            if not isinstance(claim, TooFew)  # there may be more to explain
        ]

    def _key_figures(self) -> list[KeyFigure]:
        """Return the largest effects: of one or two changes by player, of several what helps and harms."""
        if len(self.levels) <= FEW:
            shown = sorted(self.every, key=lambda effect: self.levels.index(effect.level))
        else:
            shown = []
            for line in dict.fromkeys(effect.line for effect in self.clear):
                ranked = sorted(
                    (effect for effect in self.clear if effect.line == line),
                    key=lambda effect: -line.sign * effect.effect.value,
                )
                shown += ranked if len(ranked) == 1 else [ranked[0], ranked[-1]]
        lines = dict.fromkeys(effect.line for effect in shown) if len(self.levels) > FEW else ()
        told = {
            quantity.of: quantity
            for line in lines
            for claim in self._ends(line)
            for quantity in claim.quantities
        }
        effects = [effect.quantities[0] for effect in shown[:4]]
        return [self.voice.key_figure(told.get(quantity.of, quantity)) for quantity in effects]

    @property
    def has_intervals(self) -> bool:
        """Whether there are games enough for intervals."""
        return any(isfinite(effect.effect.low) for effect in self.every)

    @property
    def key_figure(self) -> KeyFigure:
        """The largest effect."""
        return self.voice.key_figure((self.clear or self.every)[0].quantities[0])

    def finding(self) -> Finding:
        """Return the sentence that matters most, as a finding of a report that is about something else."""
        claims = self.first_claims()
        reasons = [] if self.clear else self.why_nothing()
        largest = max(self.every, key=lambda effect: abs(effect.effect.value))
        size = 0.0 if isinstance(claims[0], Nothing) else size_of(largest.effect)
        words = reasons[0] if reasons else self.voice.say(*claims)
        return Finding(words, size, self._surprise(), self.factor)

    def _surprise(self) -> Surprise:
        """Return how surprising it is: most if it helps some and harms others, then if it does nothing."""
        if any(map(self.is_reversed, self.levels)):
            return Surprise.REVERSED
        if self.clear:
            return Surprise.SIZE
        are_nothing = (is_nothing(effect.effect, self.comparisons) for effect in self.every)
        return Surprise.NOTHING if all(are_nothing) else Surprise.SIZE

    # ---- figures

    def figure(self, claims: Sequence[Claim]) -> Figure:
        """Return the figure: results with and without of one change, else all changes by size."""
        return titled(self._results() if len(self.levels) <= FEW else self._strip(), self.voice, claims)

    def _results(self) -> Figure:
        rows = [line for line in self.lines if line.key + line.wins.of in self.effects]
        result = rows[0].result
        at = {(change.line, change.level): change for change in self.every}
        quotes = [next(change for change in self.every if change.line == line) for line in rows]
        base = named(self.run, self.factor, self.base)
        series = {base: [quote.before for quote in quotes]}
        told = {base: Shown([], subjects=[[quote.contrast.terms[1][0]] for quote in quotes])}
        for level in self.levels:
            known, name = [at.get((line, level)) for line in rows], in_figures(self.run, self.factor, level)
            series[name] = [change.after if change else UNKNOWN for change in known]
            told[name] = Shown(
                [], subjects=[[change.contrast.terms[0][0]] if change else [] for change in known]
            )
        colours = colours_of(list(series))
        figure, axes = new_figure(1, 1, 0.42 * len(rows) + 1.0)
        labels = [textwrap.fill(line.key, LABEL) for line in rows]
        several_dots(axes[0, 0], labels, series, colours, told, result.scale)
        axes[0, 0].set_xlabel(f"{result.rate}, %" if result.is_share else result.rate)
        name_series(figure, colours)
        where = self.voice.where(self.every[0].contrast)
        return Figure(
            "answer",
            figure,
            f"Strokes are 95{NO_BREAK}% intervals.",
            "One row per player: a dot with its interval for each level.",
            f"{opening(result.rate)} with {listed(series)}{where}",
        )

    @property
    def against(self) -> str:
        """What all changes are compared with, to end a phrase; nothing if they have no base in common."""
        bases = set(self.bases.values()) or {self.base}
        return f", against {bases.pop()}" if len(bases) == 1 else ""

    def in_rows(
        self, levels: Sequence[str], effects: Iterable[Quoted] | None = None
    ) -> tuple[dict[str, list[Estimate]], dict[str, Shown]]:
        """Return the effects of some levels on each player, and what each of these points is of."""
        every = list(effects or self.every)
        at = {(change.line.key, change.level): change for change in reversed(every)}
        rows = {
            name: [at.get((name, level)) for level in levels]
            for name in dict.fromkeys(change.line.key for change in every)
        }
        shown = {
            name: Shown(
                [],
                subjects=[
                    [change.contrast, -change.contrast, change.contrast.terms[0][0]] if change else []
                    for change in known
                ],
            )
            for name, known in rows.items()
        }
        return {
            name: [change.effect if change else UNKNOWN for change in known] for name, known in rows.items()
        }, shown

    def _strip(self) -> Figure:
        size = {level: self.of_level(level)[0] for level in self.levels}
        first = self.lines[0]
        by_main = {
            change.level: change for change in self.every if change.line == (self.clear or self.every)[0].line
        }
        order = sorted(
            self.levels, key=lambda level: -first.sign * by_main.get(level, size[level]).effect.value
        )
        half = MOST_ON_PAGE_ONE // 2
        shown = order if len(order) <= MOST_ON_PAGE_ONE else [*order[:half], *order[-half:]]
        series, told = self.in_rows(shown)
        result = first.result
        unit = "points of " if result.is_share else ""
        drawing = dots_against_zero(
            [textwrap.fill(in_figures(self.run, self.factor, level), LABEL) for level in shown],
            series,
            f"{unit}{result.rate}{self.against}",
            scale=result.scale,
            row=0.22 if len(shown) > 12 else 0.3,
            told=told,
        )
        left_out = len(order) - len(shown)
        but = (
            f"; the {left_out} between the {half} highest and the {half} lowest are in the sections below"
            if left_out
            else ""
        )
        return Figure(
            "answer",
            drawing,
            f"Strokes are 95{NO_BREAK}% intervals{but}.",
            "One row per change, the largest gain on top: a dot with its interval per player.",
            f"What each change of {self.called} does to the {result.rate}{self.against}"
            f"{self.voice.where(self.every[0].contrast)}",
        )


def changes_of_length(
    run: RunDirectory, before: Sequence[int], after: Sequence[int], comparisons: int
) -> list[Change]:
    """Return by how much a game lasts longer in some scenarios than in others, if it does."""
    column = run.game.length_column
    return [] if column is None else _changes(run, before, after, [Of(column.name, ())], comparisons)


def changes_of_endings(run: RunDirectory, before: Sequence[int], after: Sequence[int]) -> list[Change]:
    """Return of the ways in which a game ends the one that changes most between scenarios, if one does."""
    column = next((number for number in game_columns(run) if number.name == END), None)
    ways = [Of(END, (), label=label) for label in column.labels] if column else []
    found = _changes(run, before, after, ways, len(ways))
    return sorted(found, key=lambda change: -abs(change.quantities[0].estimate.value))[:1]


def _changes(
    run: RunDirectory, before: Sequence[int], after: Sequence[int], columns: Sequence[Of], comparisons: int
) -> list[Change]:
    """Return what is clearly changed of some columns of games, or of labels of such columns."""
    claims = []
    for of in columns:
        games = SideBySide.read(run, of.column)
        if of.label:
            games = games.that_are(list(column_of(game_columns(run), of.column).labels).index(of.label))
        old, new = (replace(of, scenarios=tuple(scenarios)) for scenarios in (before, after))
        levels = [Quantity(games.average(side.scenarios), side, is_alone=True) for side in (old, new)]
        claims.append(
            change_or_nothing(Quantity(games.effect(before, after), new - old), levels, comparisons)
        )
    return [claim for claim in claims if isinstance(claim, Change)]


class EffectsOfFactors(Part):
    """What each level of a factor changes, in the same games.

    Parameters
    ----------
    wins : Wins or None
        What is changed; None for a game that declares no objective.
    player : str, optional
        The only player of whom it is told.
    """

    def __init__(self, wins: Wins | None, player: str = "") -> None:
        self.wins = wins
        self.player = player
        self.changes = (
            [effects for effects in map(self._of_player, all_changes(wins)) if effects.pairs] if wins else []
        )

    def _of_player(self, effects: Effects) -> Effects:
        """Return the effects of a factor for the player alone, where strategies are varied."""
        if not self.player or not set(STRATEGIES) & set(effects.others):
            return effects
        return replace(effects, pairs=tuple(pair for pair in effects.pairs if pair.series == self.player))

    def key_figures(self) -> list[KeyFigure]:
        """Return the largest change of each factor, if it is clear."""
        return [found.key_figure for found in self._found if found.clear]

    def findings(self) -> list[Finding]:
        """Return a finding for each factor."""
        return [found.finding() for found in self._found if found.has_intervals]

    @cached_property
    def _found(self) -> list[Changes]:
        if self.wins is None:
            return []
        every = lines_of(self.wins.run, self.wins.result)
        lines = tuple(line for line in every if line.key.startswith(self.player))
        factors = [effects.factor for effects in self.changes if effects.factor not in STRATEGIES]
        found = [Changes(self.wins.run, factor, lines) for factor in factors]
        among = sum(len(changes.every) for changes in found)
        return [replace(changes, among=among) for changes in found if changes.every]

    def cautions(self) -> list[str]:
        """Return which factors have too many levels to be compared one by one."""
        return too_many_levels(self.wins) if self.wins else []

    def sections(self) -> list[Section]:
        """Return a section about each factor."""
        found = {changes.factor: changes for changes in self._found}
        return [
            section
            for effects in self.changes
            for changes in [found.get(effects.factor)]
            for section in with_titles(
                [change_section(effects)],
                Voice(effects.run),
                changes.first_claims() if changes else _results_of_players(effects, self.wins),
            )
        ]


def _results_of_players(effects: Effects, wins: Wins | None) -> list[Claim]:
    """Return what the players come to that a factor names, in the settings that all of them play."""
    if wins is None or effects.factor not in STRATEGIES:
        return []
    by_level = {level: {pair.setting: pair for pair in effects.of(level)} for level in effects.levels}
    shared = sorted(set.intersection(*(set(row) for row in by_level.values())))
    groups = [[row[setting].after for setting in shared] for row in by_level.values()]
    groups += [[row[setting].before for setting in shared] for row in list(by_level.values())[:1]]
    ofs = [Of(wins.result.column, tuple(sorted(group)), wins.of) for group in groups if group]
    return levels_shown(effects.run, ofs)


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
        f"{opening(short_label(vocabulary_of(wins.run), factor))} has {levels:,} levels, too many to compare "
        f"each with the first here (at most {MOST_VARIANTS}): the table of every scenario has their "
        f"{wins.result.rate}s."
        for factor in wins.run.factors
        if (levels := wins.rates[factor].n_unique()) > MOST_VARIANTS and not is_curve(wins, factor)
    ]


def change_section(effects: Effects) -> Section:
    """Return the section about a factor."""
    knobs, count = vocabulary_of(effects.run), len(effects.settings)
    factor, others = (
        " and ".join(short_label(knobs, name) for name in names)
        for names in ([effects.factor], effects.others)
    )
    average = (
        f" The average is over the {count} settings of {others} in which it was tried." if count > 1 else ""
    )
    words = (
        f"The same games, with the same luck, are played with each level of {factor} and with its first, "
        f"{effects.base}. The changes are in {effects.unit}{effects.measure.name}.{average}"
    )
    blocks: list[Block] = [Text(words), *effects.figures(), effects.table()]
    return Section(f"The effect of {factor}", blocks)
