"""Answers how results follow a number: where the curve turns, and what gives an even game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal

import polars as pl

from simkit.document.blocks import Figure, Finding, InShort, KeyFigure, Part, Section, Surprise
from simkit.document.figures import colours_of
from simkit.experiment.about import About, AskedAbout
from simkit.experiment.factors import is_path, noun
from simkit.experiment.keys import is_of_players
from simkit.language import opening
from simkit.report.questions.change import changes_of_endings, changes_of_length
from simkit.report.sections.curve_over_factor import Curves, curves_by_setting, is_curve
from simkit.report.sections.even_game import EVEN
from simkit.results.averaging import may_be_averaged
from simkit.results.ceilings import rates_at_ceiling
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
    TooFew,
    Trend,
    Turning,
    change_or_nothing,
    measured_anew,
    nothing,
)
from simkit.results.compared import Pair
from simkit.results.paired import is_nothing, size_of
from simkit.results.scenarios import is_whole, levels_in_words
from simkit.results.wins import Wins
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.crossing import crossings
from simkit.stats.estimates import NO_BREAK, Estimate, is_significant, mean_of, widened
from simkit.stats.extremes import clearly_most, may_be_most
from simkit.stats.whose import GAME
from simkit.words.claims import Voice
from simkit.words.levels import at_place
from simkit.words.lines import Line, lines_asked, varying
from simkit.words.titles import titled, with_titles
from simkit.words.why import why_nothing, why_so

ALMOST_ALL = 0.9
"""The share of a whole change that is almost all of it."""

MOST_OF_IT = 0.5
"""The share above which a part of a change is most of it."""

LITTLE = 0.02
"""A change whose whole interval is nearer to 0 than this share of games is little."""

ANY_PLAYER = AskedAbout(About.NUMBER)
"""The question where nobody is asked about before others."""

Shape = Literal["none", "rising", "falling", "highest within", "lowest within"]


def answer_number(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return how results follow a number, for the players that move with it, and where a game is even."""
    if asked.factor not in run.factors:
        return None
    found = Numbers.read(run, asked.factor, asked)
    return found.headline() if found.curves else None


@dataclass(frozen=True)
class Numbers:
    """How the results of all players follow a number."""

    run: RunDirectory
    factor: str
    curves: tuple[Curve, ...]
    """First of the player asked about, then the strongest player's."""

    asked: AskedAbout = ANY_PLAYER

    @classmethod
    def read(cls, run: RunDirectory, factor: str, asked: AskedAbout = ANY_PLAYER) -> Numbers:
        """Return the curves of a run's players, all of the same setting if one player's settings disagree."""
        lines = lines_asked(run, asked)
        curves = [curve for line in lines if (curve := curve_of(line, factor))]
        if any(len(curve.scenarios[0]) == 1 for curve in curves):
            curves = [curve for line in lines if (curve := curve_of(line, factor, is_single=True))]
        return cls(run, factor, tuple(curves), asked)

    @cached_property
    def voice(self) -> Voice:
        """What says the claims."""
        return Voice(self.run, [curve.line for curve in self.curves])

    @property
    def called(self) -> str:
        """What the number is called: "price of an Artificial Tide"."""
        return noun(vocabulary_of(self.run), self.factor)

    @cached_property
    def main(self) -> Curve:
        """The curve of the player asked about, else of the strongest player that moves with the number."""
        first = self.curves[0]
        if self.asked.is_about(first.line.key):
            return first
        return next((curve for curve in self.curves if curve.shape != "none"), first)

    @property
    def others(self) -> list[Curve]:
        """The curves of the other players."""
        return [curve for curve in self.curves if curve is not self.main]

    def headline(self) -> InShort:
        """Return what page one says of it."""
        reasons = self._why_nothing()
        sentences = [
            self.voice.say(*claims) for claims in (self.main.claims(), *self._others(), *self._even())
        ]
        sentences += [self.voice.say(claim, following=self.main.claims()[0]) for claim in self._besides()]
        sentences += reasons[:1]
        why = [self.voice.say(change) for change in self._why()]
        common = [self.voice.say(claim) for claim in self.in_common()]
        elsewhere = [self.voice.say(*claims) for claims in self._elsewhere()]
        return InShort(
            sentences=sentences[:3],
            key_figures=self._key_figures(),
            draw=partial(self.figure, self.main.claims()),
            findings=[*why, *sentences[3:], *reasons[1:], *common, *elsewhere],
        )

    def finding(self) -> Finding:
        """Return what the number does to the strongest player that moves with it, as a finding."""
        claims, main = self.main.claims(), self.main
        furthest = max((main.change(0, at) for at in range(1, main.last + 1)), key=size_of)
        is_little = is_nothing(furthest, main.pairs_of_levels)
        surprise = Surprise.NOTHING if main.shape == "none" and is_little else Surprise.SIZE
        return Finding(self.voice.say(*claims), size_of(furthest), surprise, self.factor)

    def in_common(self) -> list[Several]:
        """Return how many of several players at least come to more at one end, where most do."""
        ends = {curve: (curve.levels[0], curve.levels[-1]) for curve in self.curves}
        alike = [curve for curve in self.curves if ends[curve] == ends[self.main]]
        changes = [curve.quantity(0, curve.last) for curve in alike]
        clear = [change.estimate.value for change in changes if is_significant(change.estimate, len(alike))]
        rising = sum(value > 0 for value in clear)
        at_least, sign = max((rising, 1.0), (len(clear) - rising, -1.0))
        claims = tuple(Change(change.of.times(sign)) for change in changes if isinstance(change.of, Contrast))
        return [Several(claims, at_least)] if 2 * at_least > len(alike) > 2 else []

    def _others(self) -> list[Sequence[Claim]]:
        """Return what the number does to another player, if it moves that one the other way or more."""
        for curve in self.others:
            shapes = {self.main.shape, curve.shape}
            is_alike = shapes in ({"rising"}, {"falling"}, {"rising", "none"}, {"falling", "none"})
            if curve.shape != "none" and (self.main.shape == "none" or not is_alike):
                return [curve.claims()]
        return []

    def _even(self) -> list[Sequence[Claim]]:
        """Return for which players which level gives an even game, or the shares nearest to fair ones."""
        first = self.curves[0].line
        if not first.result.is_share:
            return []
        places = [curve for curve in self.curves if curve.line.is_place]
        if places or first.wins.of != GAME.name:
            return [claims] if (claims := (places or self.curves)[0].fairest()) else []
        turning = [claim for curve in self.curves if (claim := curve.turning_at_even())]
        beyond = [half for curve in self.curves if (half := curve.beyond_even())]
        return [claims for claims in (turning, beyond) if claims]

    def _besides(self) -> list[Change]:
        """Return what else changes where points are asked about: how long games last, and how they end."""
        main = self.main
        if main.line.result.is_share:
            return []
        ends = main.scenarios[0], main.scenarios[-1]
        return [*changes_of_length(self.run, *ends, 1), *changes_of_endings(self.run, *ends)]

    def _why(self) -> list[Change]:
        """Return what moves most with the number, first for a player that it moves the other way."""
        against = [curve for curve in self.others if {self.main.shape, curve.shape} == {"rising", "falling"}]
        found = []
        for curve in [*against[:1], self.main]:
            line, change = curve.line, curve.change(0, curve.last)
            if curve.is_clear(change):
                found.append(why_so(self.run, curve.pairs(), line.wins.of, line.result, change))
        return [reason for reason in found if reason is not None]

    def _why_nothing(self) -> list[Sentence]:
        """Return why the number does little for some players, and how much that is at most."""
        said = []
        for curve in self.curves:
            line, effect = curve.line, curve.change(0, curve.last)
            if "within" in curve.shape or not (line.is_within(effect, LITTLE) or line.may_be_none(effect)):
                continue
            reason = why_nothing(self.run, curve.pairs(), line.wins.of, line.result)
            if reason is not None and reason.is_known:
                margin = nothing([curve.quantity(0, curve.last)], curve.pairs_of_levels)
                if not isinstance(margin, TooFew):  # there may be more to explain
                    said.append(self.voice.say(margin, because=[reason.words]))
        return said

    def _elsewhere(self) -> list[Sequence[Claim]]:
        """Return how much less and more the number does in other settings, where one only was quoted."""
        main, line = self.main, self.main.line
        every = _by_setting(line, self.factor)
        if len(every) <= len(main.scenarios[0]):
            return []
        quoted = []
        for _, at in every:
            before, after = [at[main.levels[0]]], [at[main.levels[-1]]]
            quoted.append(Quantity(line.wins.effect(before, after), line.contrast(before, after)))
        ends = (pick(quoted, key=lambda quantity: quantity.estimate.value) for pick in (min, max))
        return [[change_or_nothing(end, (), len(every)) for end in ends]]

    def _key_figures(self) -> list[KeyFigure]:
        """Return the whole change of each player that it clearly moves, and where a game is even."""
        found = []
        for curve in self.curves:
            before, after = (curve.outer, curve.inner) if "within" in curve.shape else (0, curve.last)
            if not isinstance(curve.claims()[0], Nothing):
                found.append(self.voice.key_figure(curve.quantity(before, after)))
            even = crossings(curve.numbers, curve.rates, EVEN) if curve.line.wins.of == GAME.name else []
            if even and curve.line.result.is_share:
                words = f"{curve.line.subject}: {self.called} at which the {curve.line.result.rate} is half"
                alone = replace(even[0], low=even[0].at, high=even[0].at)
                place = even[0] if is_whole(curve.levels) else alone
                found.append(KeyFigure(at_place(curve.levels, place).removeprefix("at "), words))
        return found[:4]

    def figure(self, claims: Sequence[Claim] = ()) -> Figure:
        """Return the curves of all players, with the ceiling and an even game."""
        first = self.curves[0].line
        rates = pl.DataFrame(
            {
                "x": number, "line": curve.line.key, "panel": "", "of": curve.line.wins.of,
                "scenario": scenario, "estimate": rate.value, "low": rate.low, "high": rate.high, "n": rate.n,
            }
            for curve in self.curves
            for number, scenario, rate in zip(curve.numbers, curve.scenarios, curve.rates, strict=True)
        )  # fmt: skip
        fair = next((curve.line.fair for curve in self.curves if curve.line.fair is not None), None)
        level = (EVEN, "half of the games") if first.wins.of == GAME.name else fair and (fair, "fair share")
        colours = colours_of([curve.line.key for curve in self.curves])
        curves = Curves(
            rates, "x", self.called, "line", colours, "panel", first.result,
            ceilings=rates_at_ceiling(self.run), level=(level or None) if first.result.is_share else None,
        )  # fmt: skip
        where = self.voice.where(self.curves[0].quantity(0, self.curves[0].last).of)
        figure = Figure(
            "answer",
            curves.large({"": ""}, whole=False),
            f"Bands are 95{NO_BREAK}% intervals.",
            f"Lines: {first.result.rate} against {self.called}, one line per player.",
            f"{opening(first.result.rate)} over {self.called}{where}",
        )
        return titled(figure, self.voice, claims or self.main.claims())


@dataclass(frozen=True)
class Curve:
    """A player's results over the levels of a number."""

    line: Line
    factor: str
    levels: tuple[str, ...]
    """In ascending order."""

    scenarios: tuple[tuple[int, ...], ...]
    """At each level the scenarios that are averaged, one for each setting of the other factors."""

    @property
    def last(self) -> int:
        """The place of the highest level."""
        return len(self.levels) - 1

    @property
    def numbers(self) -> list[float]:
        """The levels as numbers."""
        return [float(level) for level in self.levels]

    @cached_property
    def rates(self) -> list[Estimate]:
        """What the player comes to at each level."""
        return [self.line.average(scenario) for scenario in self.scenarios]

    def of(self, place: int) -> Of:
        """Return what the player's result at a level is of."""
        return self.line.of(self.scenarios[place])

    def change(self, one: int, other: int) -> Estimate:
        """Return by how much the results at a level are above those at another."""
        return self.line.wins.effect(self.scenarios[one], self.scenarios[other])

    def quantity(self, one: int, other: int) -> Quantity:
        """Return the change from one level to another."""
        contrast = self.line.contrast(self.scenarios[one], self.scenarios[other])
        return Quantity(self.change(one, other), contrast)

    @property
    def pairs_of_levels(self) -> int:
        """How many changes there are between two levels."""
        return len(self.levels) * self.last // 2

    def is_clear(self, effect: Estimate) -> bool:
        """Return True if a change is significant, allowing for all pairs of levels."""
        return is_significant(effect, self.pairs_of_levels)

    @cached_property
    def highest(self) -> int:
        """The place of the level with the most."""
        return max(range(len(self.levels)), key=lambda place: self.rates[place].value)

    @cached_property
    def lowest(self) -> int:
        """The place of the level with the least."""
        return min(range(len(self.levels)), key=lambda place: self.rates[place].value)

    @cached_property
    def shape(self) -> Shape:
        """How the results follow the number."""
        if not (
            self.is_clear(self.change(self.lowest, self.highest)) or is_significant(self.change(self.last, 0))
        ):
            return "none"
        for place, words in ((self.highest, "highest within"), (self.lowest, "lowest within")):
            ends = [self.change(end, place) for end in (0, self.last)]
            if 0 < place < self.last and all(self.is_clear(end) for end in ends):
                return words  # type: ignore[return-value]
        return "rising" if self.rates[self.last].value > self.rates[0].value else "falling"

    # ---- claims

    def claims(self) -> list[Claim]:
        """Return what the number does to the player: from what to what, by how much, and where it turns."""
        if self.shape == "none":
            every = [self.quantity(0, place) for place in range(1, len(self.levels))]
            levels = (Quantity(rate, self.of(place)) for place, rate in enumerate(self.rates))
            return [nothing(every, self.pairs_of_levels, levels)]
        if "within" in self.shape:
            return [self._peak(), change_or_nothing(self.quantity(self.inner, self.outer), (), 1)]
        return [self.moved(self.last), *self._trends()]

    def moved(self, place: int, comparisons: int = 1) -> Change | Nothing:
        """Return what may be claimed of the change from the lowest level to another."""
        ends = [Quantity(self.rates[at], self.of(at), is_alone=True) for at in (0, place)]
        return change_or_nothing(self.quantity(0, place), ends if self.is_alike else (), comparisons)

    def _peak(self) -> Extreme:
        """Return the claim that the player comes to most, or least, at some levels within."""
        rest = tuple(self.of(at) for at in range(len(self.levels)) if at not in self.alike)
        first = tuple(self.of(at) for at in self.alike)
        found = Quantity(self.rates[self.inner], self.of(self.inner))
        is_quoted = self.is_alike and len(first) == 1
        quantities = (measured_anew(self.line.run, found, len(self.levels)),) if is_quoted else ()
        return Extreme(first, rest, self.shape == "highest within", quantities=quantities)

    def _trends(self) -> list[Trend]:
        """Return the claim where most of the change is made, if that is clear."""
        line = self.line
        whole = line.contrast(self.scenarios[0], self.scenarios[self.last])
        if self.flat_from is not None:
            part = line.contrast(self.scenarios[0], self.scenarios[self.flat_from])
            return [Trend(part, whole, ALMOST_ALL)]
        if self.steepest is None:
            return []
        return [Trend(line.contrast(*self.scenarios[self.steepest : self.steepest + 2]), whole, MOST_OF_IT)]

    def turning_at_even(self) -> Turning | None:
        """Return the claim that a game is even between two levels, where it is."""
        if not crossings(self.numbers, self.rates, EVEN):
            return None
        wide = [widened(rate, len(self.levels)) for rate in self.rates]
        above = [at for at, rate in enumerate(wide) if rate.low > EVEN]
        below = [at for at, rate in enumerate(wide) if rate.high < EVEN]
        if not above or not below:
            return None
        is_rising = above[-1] > below[-1]
        low, high = (
            (max(at for at in below if at < above[-1]), min(at for at in above if at > below[0]))
            if is_rising
            else (min(at for at in below if at > above[0]), max(at for at in above if at < below[-1]))
        )
        return Turning(self.of(low), self.of(high), EVEN)

    def beyond_even(self) -> Several | None:
        """Return the claim that the player wins more than half of games at every level, or less."""
        wide = [widened(rate, len(self.levels)) for rate in self.rates]
        is_above, is_below = (
            all(estimate.low > EVEN for estimate in wide),
            all(estimate.high < EVEN for estimate in wide),
        )
        if not is_above and not is_below:
            return None
        sign = 1.0 if is_above else -1.0
        claims = [Change(Contrast(((self.of(at), sign),)), sign * EVEN) for at in range(len(wide))]
        return Several(tuple(claims), len(claims))

    def fairest(self) -> list[Claim]:
        """Return at which level a share is clearly nearest to the fair one, if at one."""
        line, levels = self.line, self.levels
        if is_of_players(self.factor) or self.shape == "none":  # players with the same number are equal
            return []
        fair = line.fair if line.fair is not None else EVEN
        place = min(range(len(levels)), key=lambda at: abs(self.rates[at].value - fair))
        sign = 1 if self.rates[0].value < fair else -1
        nearest = clearly_most(
            {at: sign * rate.value for at, rate in enumerate(self.rates)},
            lambda one, other: self.change(*((other, one) if sign > 0 else (one, other))),
            together=1,
        )
        is_peak = self.shape == "highest within" and place == self.highest
        if nearest != [place] or is_peak or any(rate.value * sign > fair * sign for rate in self.rates):
            return []
        rest = tuple(self.of(at) for at in range(len(levels)) if at != place)
        quantity = Quantity(self.rates[place], self.of(place))
        return [Extreme((self.of(place),), rest, sign > 0, quantities=(quantity,))]

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
        return min((0, self.last), key=lambda end: abs(self.change(end, self.inner).value))

    @cached_property
    def alike(self) -> list[int]:
        """The places of the levels that may be the highest, or the lowest."""
        sign = 1 if self.shape == "highest within" else -1
        return may_be_most(
            {at: sign * rate.value for at, rate in enumerate(self.rates)},
            lambda one, other: self.change(*((other, one) if sign > 0 else (one, other))),
        )

    @cached_property
    def steepest(self) -> int | None:
        """The place of the level from which to the next one most of the change is made, if that is clear."""
        numbers, last = self.numbers, self.last
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
        way = 1 if self.change(0, self.last).value > 0 else -1
        return mean_of(way * ((second - first) - share * (end - start)))

    @cached_property
    def flat_from(self) -> int | None:
        """The place of the first level up to which almost all of the change is made; None if that is open."""
        last = self.last

        def is_made(place: int, end: int) -> bool:
            left = 1 - ALMOST_ALL
            rise, fall = self._past(place, end, left), self._past(end, place, left)
            return all(estimate.value < 0 and is_significant(estimate, last) for estimate in (rise, fall))

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
    every = sorted({level for _, row in whole for level in row}, key=float)
    whole = [(words, row) for words, row in whole if len(row) == len(every)]  # a table may lack a level
    if len(every) < 2 or not whole:
        return None
    chosen = [row for _, row in whole]

    def is_alike(level: str) -> bool:
        return may_be_averaged(
            {words: line.wins.effect([row[every[0]]], [row[level]]) for words, row in whole}
        )

    if len(whole) > 1 and (is_single or not all(map(is_alike, every[1:]))):
        chosen = chosen[:1]
    scenarios = tuple(tuple(row[level] for row in chosen) for level in every)
    return Curve(line, factor, tuple(every), scenarios)


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
        (levels_in_words(line.run, line.run.scenario(next(iter(row.values()))), words, quoted=True), row)
        for row in found.values()
        if len(row) == most
    ]


class CurvesOverFactors(Part):
    """How the win rate changes with a number that is varied, in each setting of what else is.

    Parameters
    ----------
    wins : Wins or None
        Whose wins; None, or points, have no curves.
    factors : sequence of str, optional
        The factors; else all that set one thing.
    """

    def __init__(self, wins: Wins | None, factors: Sequence[str] | None = None) -> None:
        self.wins, self.factors = wins, factors

    def sections(self) -> list[Section]:
        """Return a section for every factor of three or more numbers, if its curve is legible."""
        if self.wins is None or not self.wins.result.is_share:
            return []
        chosen = (
            [name for name in self.wins.run.factors if is_path(name)]
            if self.factors is None
            else self.factors
        )
        return [_curve_section(self.wins, factor) for factor in chosen if is_curve(self.wins, factor)]


def _curve_section(wins: Wins, factor: str) -> Section:
    called = noun(vocabulary_of(wins.run), factor)
    fair = [0.0] if wins.less_fair else wins.common_fair
    curves = replace(curves_by_setting(wins, factor), level=(fair[0], "fair share") if fair else None)
    titles = curves.rates["panel"].unique(maintain_order=True)
    figure = Figure(
        f"curve_{wins.of}_{factor}".replace(" ", "_"),
        curves.large({title: title for title in titles}, whole=False),
        "Bands are 95 % intervals. The axis shows only the range that is needed.",
        f"Lines: win rate against {called}, with bands for the intervals.",
        f"{opening(wins.measure)} over {called}",
    )
    found = Numbers.read(wins.run, factor)
    found = replace(found, curves=tuple(curve for curve in found.curves if curve.line.wins.of == wins.of))
    section = Section(f"{opening(wins.result.rate)} over {called}", [figure])
    return with_titles([section], found.voice, found.main.claims() if found.curves else [])[0]
