"""Answers how results follow a number: where the curve turns, and what gives an even game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal

import numpy as np

from simkit.experiment.about import AskedAbout
from simkit.experiment.factors import heading, level_in_words
from simkit.experiment.keys import is_of_players
from simkit.report.document.blocks import Figure, InShort, KeyFigure
from simkit.report.document.charts import key, line_at_ceiling, line_of_means, line_with_band
from simkit.report.document.figures import INK, SOFT, colours_of, new_figure
from simkit.report.document.points import Shown
from simkit.report.effects.averaging import may_be_averaged
from simkit.report.effects.compared import Pair
from simkit.report.effects.why import why_nothing, why_so
from simkit.report.facts.claims import Claim, Extreme, Level, Quantity, Sentence, Trend
from simkit.report.facts.scenarios import is_whole, levels_in_words
from simkit.report.front.answers.best_known import beside_best, best_known
from simkit.report.front.answers.lines import Line, at_place, lines_of, varying
from simkit.report.sections.ceiling import CEILING
from simkit.report.sections.even_game import EVEN
from simkit.report.words import NO_BREAK, opening
from simkit.run.store.directory import RunDirectory
from simkit.stats.crossing import crossings
from simkit.stats.estimates import Estimate, is_significant, mean_of, percent, widened
from simkit.stats.extremes import clearly_most, may_be_most
from simkit.words import listed

ALMOST_ALL = 0.9
"""The share of a whole change that is almost all of it."""

MOST_OF_IT = 0.5
"""The share above which a part of a change is most of it."""

LITTLE = 0.02
"""A change whose whole interval is nearer to 0 than this share of games is little."""

MOST_NAMED = 2
"""The most players that are named as winning too little."""

Shape = Literal["none", "rising", "falling", "highest within", "lowest within"]


def answer_number(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return how results follow a number, for the players that move with it, and where a game is even."""
    if asked.factor not in run.factors:
        return None
    lines = lines_of(run)
    curves = [curve for line in lines if (curve := curve_of(line, asked.factor))]
    if not curves:
        return None
    if any(len(curve.scenarios[0]) == 1 for curve in curves):  # all of the same setting
        curves = [curve for line in lines if (curve := curve_of(line, asked.factor, is_single=True))]
    moving = [curve for curve in curves if curve.shape != "none"]
    main = moving[0] if moving else curves[0]
    others = [curve for curve in curves if curve is not main]
    sentences = [main.sentence(), *_others(main, others), *_even(curves), *_reasons(curves)[:1]]
    if len(sentences) < 3:
        sentences += _best(main)
    return InShort(
        sentences=sentences[:3],
        key_figures=_key_figures(curves),
        draw=partial(_figure, curves),
        findings=[*_why(main, others), *sentences[3:], *_reasons(curves)[1:], *_elsewhere(main)],
    )


@dataclass(frozen=True)
class Curve:
    """A player's results over the levels of a number.

    Parameters
    ----------
    line : Line
        The player.
    factor : str
        The number.
    levels : tuple of str
        Its levels in ascending order.
    scenarios : tuple of tuple of int
        At each level the scenarios that are averaged, one for each setting of the other factors.
    where : str
        In which setting, in words, if not in all: " with board A1".
    """

    line: Line
    factor: str
    levels: tuple[str, ...]
    scenarios: tuple[tuple[int, ...], ...]
    where: str

    @property
    def numbers(self) -> list[float]:
        """The levels as numbers."""
        return [float(level) for level in self.levels]

    @cached_property
    def rates(self) -> list[Estimate]:
        """What the player comes to at each level."""
        return [self.line.average(own) for own in self.scenarios]

    def change(self, one: int, other: int) -> Estimate:
        """Return by how much the results at a level are above those at another."""
        return self.line.wins.effect(self.scenarios[one], self.scenarios[other])

    def is_clear(self, effect: Estimate) -> bool:
        """Return True if a change is significant, allowing for all pairs of levels."""
        count = len(self.levels)
        return is_significant(effect, count * (count - 1) // 2)

    @cached_property
    def highest(self) -> int:
        """The place of the level with the most."""
        return max(range(len(self.levels)), key=lambda own: self.rates[own].value)

    @cached_property
    def lowest(self) -> int:
        """The place of the level with the least."""
        return min(range(len(self.levels)), key=lambda own: self.rates[own].value)

    @cached_property
    def shape(self) -> Shape:
        """How the results follow the number."""
        last = len(self.levels) - 1
        if not (
            self.is_clear(self.change(self.lowest, self.highest)) or is_significant(self.change(last, 0))
        ):
            return "none"
        for place, words in ((self.highest, "highest within"), (self.lowest, "lowest within")):
            ends = [self.change(end, place) for end in (0, last)]
            if 0 < place < last and all(self.is_clear(own) for own in ends):
                return words  # type: ignore[return-value]
        return "rising" if self.rates[last].value > self.rates[0].value else "falling"

    def at(self, place: int) -> str:
        """Return a level in words: "reserve 4"."""
        return level_in_words(self.factor, self.levels[place])

    def sentence(self) -> Sentence:
        """Return what the number does to the player: from what to what, by how much, and where it turns."""
        if self.shape in ("highest within", "lowest within"):
            rest = tuple(self.line.of(own) for at, own in enumerate(self.scenarios) if at not in self.alike)
            first = tuple(self.line.of(self.scenarios[own]) for own in self.alike)
            found = Quantity(self.rates[self.inner], self.line.of(self.scenarios[self.inner]))
            extreme = Extreme(first, rest, self.shape == "highest within", quantities=(found,))
            return Sentence(self._turning(), extreme, self._claim(self.inner, self.outer))
        last = len(self.levels) - 1
        changed = self._claim(0, last)
        claims: list[Claim] = [Level(quantities=changed.quantities) if self.shape == "none" else changed]
        if self.is_alike:
            ends = ((self.rates[at], self.line.of(self.scenarios[at])) for at in (0, last))
            claims.append(Level(quantities=tuple(Quantity(*own, is_alone=True) for own in ends)))
        return Sentence(self._words(), *claims, *self._trends())

    def _claim(self, one: int, other: int) -> Claim:
        return self.line.claim(self.change(one, other), self.scenarios[one], self.scenarios[other])

    def _trends(self) -> list[Trend]:
        """Return the claim that is made of where the curve turns, if one is."""
        if self.shape == "none":
            return []
        line, last = self.line, len(self.levels) - 1
        whole = line.contrast(self.scenarios[0], self.scenarios[last])
        if self.flat_from is not None:
            return [
                Trend(line.contrast(self.scenarios[0], self.scenarios[self.flat_from]), whole, ALMOST_ALL)
            ]
        if self.steepest is None:
            return []
        step = line.contrast(self.scenarios[self.steepest], self.scenarios[self.steepest + 1])
        return [Trend(step, whole, MOST_OF_IT)]

    def _words(self) -> str:
        line, last = self.line, len(self.levels) - 1
        ends = self.change(0, last)
        if self.shape == "none":
            change = f"{line.what} by {line.signed(ends)}"
            if self.is_alike:
                first = f"{self.rates[0]:alone bare}"
                now = line.comes_to(self.rates[last], interval=False)
                change = (
                    f"{line.subject} {now} with {self.levels[last]} instead of {first}, {line.change(ends)}"
                )
            return (
                f"{opening(heading(self.factor))} makes no clear difference from {self.levels[0]} to "
                f"{self.levels[last]}{self.where}: {change}{line.where_fair}."
            )
        with_level = f"With {self.at(last)} instead of {self.levels[0]}"
        if not self.is_alike:
            return f"{with_level} {line.more(ends)}{line.where_fair}{self.turn()}{self.where}."
        before = f"{self.rates[0]:alone bare}"
        after = line.comes_to(self.rates[last], interval=False)
        beyond = line.beyond(self.rates[0], self.rates[last], ends)
        change = f"{line.change(ends)}{beyond}{line.where_fair}{self.turn()}"
        return f"{with_level} {line.subject} {after} instead of {before}{self.where}: {change}."

    @cached_property
    def is_alike(self) -> bool:
        """Whether the player comes to the same in all settings."""
        return all(map(self.line.is_alike, self.scenarios))

    @cached_property
    def inner(self) -> int:
        """The place of the highest or the lowest level, where the curve turns within."""
        return self.highest if self.shape == "highest within" else self.lowest

    @cached_property
    def outer(self) -> int:
        """The place of the end that is nearest to that level."""
        last = len(self.levels) - 1
        return min((0, last), key=lambda end: abs(self.change(end, self.inner).value))

    @cached_property
    def alike(self) -> list[int]:
        """The places of the levels that may be the highest, or the lowest."""
        sign = 1 if self.shape == "highest within" else -1
        return may_be_most(
            {own: sign * rate.value for own, rate in enumerate(self.rates)},
            lambda one, other: self.change(*((other, one) if sign > 0 else (one, other))),
        )

    def _turning(self) -> str:
        """Return where the curve is highest or lowest: at a level, or at those that may be."""
        line, place, found, alike = self.line, self.inner, self.rates[self.inner], self.alike
        sign, most = (1, "most") if self.shape == "highest within" else (-1, "least")
        where = f" with {self.at(place)}"
        if len(alike) > 1:
            where = (
                f" with {heading(self.factor)} {listed([self.levels[own] for own in sorted(alike)], 'or')}"
            )
        value = f"{line.value(found)}{line.of_games}" + (
            f" with {self.levels[place]}" if len(alike) > 1 else ""
        )
        said = f"{line.does} {most}{where}, {value}"
        if not line.result.is_share:
            rate = f"{'highest' if sign > 0 else 'lowest'} {line.result.rate}"
            said = f"{line.verb('has', 'have')} the {rate}{where}, {value}"
        elif not self.is_alike:
            said = f"{line.does} {most}{where}"
        loss = self.change(place, self.outer)
        rest = f"with {self.levels[self.outer]} it is {line.change(loss)}{line.where_fair}"
        if self.where.startswith(","):
            return f"{opening(line.subject)} {said}; {rest}{self.where}."
        setting = f"{self.where.strip()}, " if self.where else ""
        return opening(f"{setting}{line.subject} {said}; {rest}.")

    def turn(self) -> str:
        """Return where the curve turns, to end a sentence with: where it gets flat, or its steepest step."""
        if self.flat_from is not None:
            return f", almost all of it up to {self.levels[self.flat_from]}"
        if self.steepest is None:
            return ""
        at = self.steepest
        step = self.line.size(self.change(at, at + 1))
        return f", most of it from {self.levels[at]} to {self.levels[at + 1]} ({step})"

    @cached_property
    def steepest(self) -> int | None:
        """The place of the level from which to the next one most of the change is made, if that is clear."""
        numbers, last = self.numbers, len(self.levels) - 1
        for at in range(last if last > 1 else 0):
            share = (numbers[at + 1] - numbers[at]) / (numbers[last] - numbers[0])
            beyond = self._past(at, at + 1, max(MOST_OF_IT, share))
            if beyond.value > 0 and is_significant(beyond, last):
                return at
        return None

    def _past(self, one: int, other: int, share: float) -> Estimate:
        """Return by how much a part of the change, in its direction, is more than a share of the whole."""
        first, second, start, end = (
            self.line.wins.per_game(self.scenarios[place]) for place in (one, other, 0, -1)
        )
        way = 1 if self.change(0, len(self.levels) - 1).value > 0 else -1
        return mean_of(way * ((second - first) - share * (end - start)))

    @cached_property
    def flat_from(self) -> int | None:
        """The place of the first level up to which almost all of the change is made; None if that is open."""
        last = len(self.levels) - 1

        def is_made(place: int, end: int) -> bool:
            left = 1 - ALMOST_ALL
            rise, fall = self._past(place, end, left), self._past(end, place, left)
            return all(own.value < 0 and is_significant(own, last) for own in (rise, fall))

        return next(
            (at for at in range(1, last) if all(is_made(at, end) for end in range(at + 1, last + 1))), None
        )

    def pairs(self) -> list[Pair]:
        """Return the scenarios with the first level and with the last."""
        both = zip(self.scenarios[0], self.scenarios[-1], strict=True)
        return [Pair(self.levels[-1], (), "", before, after) for before, after in both]


def curve_of(line: Line, factor: str, *, is_single: bool = False) -> Curve | None:
    """Return a player's curve over a number: of all settings on average, or of the first if they disagree."""
    whole = _by_setting(line, factor)
    every = sorted({level for _, own in whole for level in own}, key=float)
    whole = [(words, own) for words, own in whole if len(own) == len(every)]  # a table may lack a level
    if len(every) < 2 or not whole:
        return None
    chosen, where = [own for _, own in whole], ""

    def is_alike(level: str) -> bool:
        return may_be_averaged(
            {words: line.wins.effect([own[every[0]]], [own[level]]) for words, own in whole}
        )

    if len(whole) > 1 and (is_single or not all(map(is_alike, every[1:]))):
        chosen, where = chosen[:1], f" with {whole[0][0]}"
    elif len(whole) > 1:
        where = f", on average over {len(whole)} settings"
    scenarios = tuple(tuple(own[level] for own in chosen) for level in every)
    return Curve(line, factor, tuple(every), scenarios, where)


def _elsewhere(curve: Curve) -> list[str]:
    """Return how much less and more the number does in other settings, where only the first was quoted."""
    every = _by_setting(curve.line, curve.factor)
    if len(every) <= len(curve.scenarios[0]):
        return []
    effects = {
        words: curve.line.wins.effect([own[curve.levels[0]]], [own[curve.levels[-1]]]) for words, own in every
    }
    low, high = (pick(effects, key=lambda own: effects[own].value) for pick in (min, max))
    said = (f"{curve.line.size(effects[own])} with {own}" for own in (low, high))
    ends = f"{heading(curve.factor)} {curve.levels[-1]} instead of {curve.levels[0]}"
    return [f"For {curve.line.subject} {ends} comes to {' up to '.join(said)}."]


def _by_setting(line: Line, factor: str) -> list[tuple[str, dict[str, int]]]:
    """Return a player's scenarios by level, for each setting of the other factors, which is named."""
    others = [name for name in line.run.factors if name != factor]
    found: dict[tuple[str, ...], dict[str, int]] = {}
    for row in line.run.levels.iter_rows(named=True):
        if row["scenario"] in line.scenarios:
            found.setdefault(tuple(row[name] for name in others), {})[row[factor]] = row["scenario"]
    most = max(map(len, found.values()), default=0)
    words = varying(line, others)
    return [
        (levels_in_words(line.run, line.run.scenario(next(iter(own.values()))), words, quoted=True), own)
        for own in found.values()
        if len(own) == most
    ]


def _others(main: Curve, others: Sequence[Curve]) -> list[str]:
    """Return what the number does to another player, if it moves that one the other way or more."""
    for curve in others:
        same = {main.shape, curve.shape} in ({"rising"}, {"falling"}, {"rising", "none"}, {"falling", "none"})
        if not same and curve.shape != "none":
            return [curve.sentence()]
    return []


def _even(curves: Sequence[Curve]) -> list[str]:
    """Return for which players which level gives an even game, or the shares nearest to fair ones."""
    result = curves[0].line.result
    if not result.is_share:
        return []
    if any(curve.line.is_place for curve in curves):
        return _fairest([curve for curve in curves if curve.line.is_place])
    if curves[0].line.wins.of != "game":
        return _fairest(curves)
    said, above, below, still = list[str](), list[Curve](), list[Curve](), list[Curve]()
    for curve in curves:
        found = crossings(curve.numbers, curve.rates, EVEN)
        wide = [widened(own, len(curve.levels)) for own in curve.rates]
        if found:
            said.append(f"{at_place(curve.levels, found[0], heading(curve.factor))} for {curve.line.subject}")
        elif min(own.low for own in wide) > EVEN:
            above.append(curve)
        elif max(own.high for own in wide) < EVEN:
            below.append(curve)
        else:
            still.append(curve)
    tail = _beyond(above, below, still)
    if said:
        return [f"An even game lies {listed(said)}{f'; {tail}' if tail else ''}."]
    return [f"No {heading(curves[0].factor)} tried is known to give an even game: {tail}."]


def _beyond(above: Sequence[Curve], below: Sequence[Curve], still: Sequence[Curve]) -> str:
    """Return which players win more than half of the games at every level, which less, and which may."""
    said = []
    if above:
        said.append(f"{listed(own.line.subject for own in above)} {_does(above)} more than half of games")
    if below:
        value = percent(max(widened(own, len(one.levels)).high for one in below for own in one.rates))
        names = listed(own.line.subject for own in below)
        if above and len(below) > MOST_NAMED:
            names = f"the other {len(below)}"
        than = "less" if above else f"{_does(below)} less than half of games"
        said.append(f"{names} {than} (at most {value})")
    words = f"at every level {', '.join(said)}" if said else ""
    if not still:
        return words
    return f"{words}{'; ' if words else ''}for {listed(own.line.subject for own in still)} it is open"


def _does(curves: Sequence[Curve]) -> str:
    line = curves[0].line
    return replace(line, is_plural=line.is_plural or len(curves) > 1).does


def _fairest(curves: Sequence[Curve]) -> list[str]:
    """Return at which levels a share may be the fair one, or is nearest to it, for the first player."""
    curve = curves[0]
    line, levels = curve.line, curve.levels
    if is_of_players(curve.factor):  # players with the same number are equal
        return []
    fair = line.fair if line.fair is not None else EVEN
    wide = [widened(own, len(levels)) for own in curve.rates]
    equal = [place for place, own in enumerate(wide) if own.low <= fair <= own.high]
    if curve.shape == "none" or len(equal) == len(levels):
        return []
    place = min(range(len(levels)), key=lambda own: abs(curve.rates[own].value - fair))
    result = f"{line.subject} {line.comes_to(curve.rates[place])}"
    if equal:
        what = "may beginning be worth nothing" if line.is_place else "may the players be equal"
        which = f"{heading(curve.factor)} {listed([levels[own] for own in equal], 'or')}"
        beside = f" with {levels[place]}" if len(equal) > 1 else ""
        return [f"Only with {which}{curve.where} {what}: {result}{beside}."]
    sign = 1 if curve.rates[0].value < fair else -1
    nearest = clearly_most(
        {own: sign * rate.value for own, rate in enumerate(curve.rates)},
        lambda one, other: curve.change(*((other, one) if sign > 0 else (one, other))),
        together=1,
    )
    is_peak = curve.shape == "highest within" and place == curve.highest
    if nearest != [place] or is_peak or any(own.value * sign > fair * sign for own in curve.rates):
        return []
    what = "Beginning is worth least" if line.is_place else "The players are nearest to each other"
    return [f"{what} with {curve.at(place)}{curve.where}: {result}."]


def _reasons(curves: Sequence[Curve]) -> list[str]:
    """Return why the number does little for some players, and how much that is at most."""
    said = []
    for curve in curves:
        line, effect = curve.line, curve.change(0, len(curve.levels) - 1)
        if "within" in curve.shape or not (line.is_within(effect, LITTLE) or line.may_be_none(effect)):
            continue
        reason = why_nothing(line.run, curve.pairs(), line.wins.of, line.result)
        if reason is not None and reason.is_known:
            ends = f"{curve.at(len(curve.levels) - 1)} instead of {curve.levels[0]}"
            said.append(f"{opening(ends)}{curve.where} {line.changed(effect, reason)}.")
    return said


def _why(main: Curve, others: Sequence[Curve]) -> list[str]:
    """Return what moves most with the number: for the main player, and one that it moves the other way."""
    against = [own for own in others if {main.shape, own.shape} == {"rising", "falling"}]
    said = []
    for curve in [*against[:1], main]:
        line, last = curve.line, len(curve.levels) - 1
        change = curve.change(0, last)
        if not curve.is_clear(change):
            continue
        if reason := why_so(line.run, curve.pairs(), line.wins.of, line.result, change):
            said.append(f"With {curve.at(last)} {reason}{curve.where}, for {line.subject}.")
    return said


def _best(curve: Curve) -> list[str]:
    """Return what the best known player comes to where the curve ends; it has its own way of playing."""
    if is_of_players(curve.factor):
        return []
    place = len(curve.levels) - 1
    said = beside_best(curve.line.run, curve.scenarios[place][0], f"with {curve.at(place)}{curve.where}")
    return [said] if said and len(curve.scenarios[place]) == 1 else []


def _key_figures(curves: Sequence[Curve]) -> list[KeyFigure]:
    """Return the whole change of each player, and where a game is even."""
    found = []
    for curve in curves:
        before, after_ = 0, len(curve.levels) - 1
        if curve.shape in ("highest within", "lowest within"):
            before, after_ = curve.outer, curve.inner
        ends = f"{heading(curve.factor)} {curve.levels[after_]} instead of {curve.levels[before]}"
        change = curve.line.size(curve.change(before, after_))
        found.append(KeyFigure(change, f"{curve.line.key}: {ends}{curve.where}"))
        even = crossings(curve.numbers, curve.rates, EVEN) if curve.line.wins.of == "game" else []
        if even and curve.line.result.is_share:
            words = f"{heading(curve.factor)} for an even game: {curve.line.key}"
            alone = replace(even[0], low=even[0].at, high=even[0].at)
            place = even[0] if is_whole(curve.levels) else alone
            found.append(KeyFigure(at_place(curve.levels, place).removeprefix("at "), words))
    return found[:4]


def _figure(curves: Sequence[Curve]) -> Figure:
    """Return the curves of all players, with the ceiling and an even game."""
    result, factor = curves[0].line.result, curves[0].factor
    colours = colours_of([curve.line.key for curve in curves])
    figure, axes = new_figure(1, 1, 3.0)
    panel = axes[0, 0]
    for curve in curves:
        x = np.array(curve.numbers)
        told = Shown([], scenarios=curve.scenarios, of=curve.line.wins.of, column=result.column)
        if result.is_share:
            line_with_band(panel, x, curve.rates, colours[curve.line.key], told)
        else:
            values = [own.value for own in curve.rates]
            told = Shown(curve.rates, scenarios=curve.scenarios, of=curve.line.wins.of, column=result.column)
            line_of_means(panel, x, values, colours[curve.line.key], told)
    names: dict[str, object] = dict(colours)
    ceilings = _ceilings(curves)
    for player, known in ceilings:
        line_at_ceiling(panel, np.array(list(known)), list(known.values()), colours.get(player, INK))
        if len(known) > 1:
            names[CEILING] = INK
    fair = next((curve.line.fair for curve in curves if curve.line.fair is not None), None)
    even = EVEN if result.is_share and curves[0].line.wins.of == "game" else fair
    if even is not None and result.is_share:
        panel.axhline(100 * even, color=SOFT, lw=0.9, ls=(0, (4, 3)), zorder=1)
    panel.set_xticks(curves[0].numbers, curves[0].levels)
    panel.set_xlabel(heading(factor))
    panel.set_ylabel(f"{result.rate}, %" if result.is_share else result.rate)
    key(figure, names, marks=True, dotted=(CEILING,))
    dashed = ""
    if even is not None and result.is_share:
        dashed = "; dashed: the fair share" if fair is not None else "; dashed: half of the games"
    drawn = "dotted" if CEILING in names else "strokes"
    ceiling = f"; {drawn}: the ceiling, what the game's master wins" if ceilings else ""
    bands = f"; bands are 95{NO_BREAK}% intervals" if result.is_share else ""
    return Figure(
        "answer",
        figure,
        f"{opening(result.rate)} over {heading(factor)}{curves[0].where}{bands}{dashed}{ceiling}.",
        f"Lines: {result.rate} against {heading(factor)}, one line per player.",
    )


def _ceilings(curves: Sequence[Curve]) -> list[tuple[str, dict[float, Estimate]]]:
    """Return what the best known player comes to at each level where it is known, in single settings.

    Once if it is the same for all curves, under no name; otherwise each under the name of its curve's player,
    as where these play at tables of other sizes.
    """
    found: list[tuple[str, dict[float, Estimate]]] = []
    for curve in curves:
        if any(len(own) > 1 for own in curve.scenarios):
            continue
        at = zip(curve.numbers, (best_known(curve.line.run, own[0]) for own in curve.scenarios), strict=True)
        known = {number: own for number, own in at if own is not None}
        if known and known not in [own for _name, own in found]:
            found.append((curve.line.key, known))
    return found if len(found) > 1 else [("", known) for _name, known in found]
