"""What the parts of a rule, such as expansions, do alone and together: how hard games are with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import floor
from typing import Any, Literal

import numpy as np

from simkit.document.blocks import Figure, InShort, KeyFigure
from simkit.document.figures import INK, PALETTE, mark_of, new_figure, percent_axis
from simkit.document.points import Shown
from simkit.document.series import name_series
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.skills import BEST
from simkit.experiment.about import AskedAbout
from simkit.experiment.keys import rule_of
from simkit.language import after, opening
from simkit.report.questions.drawn_combinations import SHADE, dots, draw_parts, shade
from simkit.report.sections.even_game import EVEN
from simkit.results.averaging import may_be_averaged
from simkit.results.ceilings import rates_at_ceiling
from simkit.results.claims import (
    AT_CEILING,
    Change,
    Claim,
    Contrast,
    Extreme,
    Level,
    Nothing,
    Of,
    Quantity,
    Sentence,
    Several,
    Truth,
    change_or_nothing,
    difference,
    measured_anew,
    nothing,
)
from simkit.results.paired import SideBySide
from simkit.results.people import people_at, people_by_strength, plain_name
from simkit.results.result import measures_of
from simkit.results.wins import Wins, all_wins
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import NO_BREAK, POINTS, UNKNOWN, Estimate, is_significant, widened, widened_share
from simkit.stats.extremes import clearly_most
from simkit.stats.whose import GAME, SEAT, whose
from simkit.words.claims import Voice
from simkit.words.levels import named, parts_by_level
from simkit.words.lines import Line
from simkit.words.titles import titled

Parts = frozenset[str]

NO_PARTS: Parts = frozenset()

MOST_DRAWN = 48
"""The most combinations that a figure has room for."""

MOST_PLAYERS = 2
"""The most players whose hardest combination is named."""

LOOSE = 0.1
"""A margin above this share of games says too little to be said."""


def answer_combinations(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return what the combinations do; None for a run that combines nothing, or has no share that is won."""
    data = Combinations.read(run, asked.factor)
    return data.headline() if data and data.lines and len(data.played) > 1 else None


@dataclass(frozen=True)
class Combinations:
    """A run that combines the parts of a rule."""

    run: RunDirectory
    factor: str
    """The factor that varies the rule."""

    wins: Wins
    parts: tuple[str, ...]
    """All parts, in the order in which the experiment first names them."""

    level: Mapping[Parts, str]
    """The level that sets each combination."""

    at: Mapping[tuple[Parts, str, tuple[str, ...]], int]
    """Scenario by the parts in use, the player (without its dial), and the levels of all other factors."""

    @classmethod
    def read(cls, run: RunDirectory, factor: str) -> Combinations | None:
        """Return a run's combinations; None without a share that is won, or with other than sets."""
        result = next(iter(measures_of(run)), None)
        if result is None or not result.is_share:
            return None
        wins = all_wins(run, result)[0]
        if whose(wins.of).kind == SEAT:
            return None
        sets = parts_by_level(run, factor)
        if len(set(map(frozenset, sets.values()))) < 2:
            return None
        parts = tuple(dict.fromkeys(part for set_ in sets.values() for part in set_))
        others = [name for name in run.factors if name not in (factor, "strategy")]
        at: dict[tuple[Parts, str, tuple[str, ...]], int] = {}
        for row in wins.rates.sort("scenario").iter_rows(named=True):
            player = plain_name(run, run.line_ups[row["scenario"]][wins.player or 0])
            setting = tuple(str(row[name]) for name in others)
            at.setdefault((frozenset(sets[row[factor]]), player, setting), row["scenario"])
        level = {frozenset(combination): level for level, combination in reversed(sets.items())}
        return cls(run, factor, wins, parts, level, at)

    @property
    def every(self) -> Parts:
        """All parts."""
        return frozenset(self.parts)

    @cached_property
    def lines(self) -> list[Line]:
        """The players, the strongest on the ladder first."""
        found: dict[str, list[int]] = {}
        for (_, player, _), scenario in self.at.items():
            found.setdefault(player, []).append(scenario)
        return [
            self._line(player, found[player]) for player in people_by_strength(self.run) if player in found
        ]

    def _line(self, player: str, scenarios: Sequence[int]) -> Line:
        people = people_at(self.run, scenarios[0])
        return Line(self.run, player, people.words, people.are_several, self.wins, frozenset(scenarios))

    @property
    def first(self) -> Line:
        """The strongest player."""
        return self.lines[0]

    @property
    def shown(self) -> list[Line]:
        """The strongest player, and the weakest."""
        return self.lines if len(self.lines) <= MOST_PLAYERS else [self.lines[0], self.lines[-1]]

    @cached_property
    def settings(self) -> list[tuple[str, ...]]:
        """The settings of the other factors."""
        return list(dict.fromkeys(setting for _, _, setting in self.at))

    @cached_property
    def quoted(self) -> tuple[str, ...]:
        """The setting that is quoted: that of the printed rules, as far as it was played."""
        first: dict[tuple[str, ...], int] = {}
        for (_, _, setting), scenario in self.at.items():
            first.setdefault(setting, scenario)
        others = [name for name in self.run.factors if name not in (self.factor, "strategy")]
        return max(self.settings, key=lambda setting: _as_printed(self.run.rules_of(first[setting]), others))

    @cached_property
    def played(self) -> list[Parts]:
        """The combinations that all players play in the quoted setting, in the experiment's order."""
        every = dict.fromkeys(parts for parts, _, setting in self.at if setting == self.quoted)
        return [
            parts for parts in every if all((parts, line.key, self.quoted) in self.at for line in self.lines)
        ]

    @property
    def base(self) -> Parts:
        """No parts; where these were not played, the first combination."""
        return NO_PARTS if NO_PARTS in self.played else self.played[0]

    @cached_property
    def voice(self) -> Voice:
        """What says the claims."""
        return Voice(self.run, self.lines)

    @cached_property
    def there(self) -> Voice:
        """What says them where the setting was said before."""
        return Voice(self.run, self.lines, said=self._said_before)

    @property
    def _said_before(self) -> dict[str, str]:
        others = [name for name in self.run.factors if name not in (self.factor, "strategy")]
        return dict(zip(others, self.quoted, strict=True))

    @cached_property
    def truth(self) -> Truth:
        """The run, asked for what differences come to."""
        return Truth(self.run)

    def rate(self, parts: Parts, line: Line) -> Quantity:
        """Return what a player wins with a combination in the quoted setting."""
        scenarios = [self.at[parts, line.key, self.quoted]]
        return Quantity(line.average(scenarios), line.of(scenarios))

    def change(self, before: Parts, after: Parts, line: Line) -> Quantity:
        """Return what a player wins more with one combination than with another, in the quoted setting."""
        old, new = ([self.at[parts, line.key, self.quoted]] for parts in (before, after))
        return Quantity(line.wins.effect(old, new), line.contrast(old, new))

    @cached_property
    def order(self) -> list[Parts]:
        """The combinations, the easiest for the strongest player first."""
        return sorted(self.played, key=lambda parts: -self.rate(parts, self.first).estimate.value)

    # ---- claims

    def headline(self) -> InShort:
        """Return what page one says of it."""
        hardest = [claim for line in self.shown for claim in self.hardest(line)]
        bases = [Level(quantities=(self.rate(self.base, line),)) for line in self.shown]
        first = self.weakness() or self.cost_of_all() or bases
        others = [
            claim for claim in hardest if not any(self.voice.is_same_change(claim, one) for one in first)
        ]
        found = [
            self.voice.say(*first),
            *self._said(self.there, others),
            *self._said(self.there, self.costliest(self.first)),
        ]
        return InShort(
            found,
            key_figures=self._key_figures(first, hardest),
            draw=partial(self.figure, found) if len(self.played) <= MOST_DRAWN else None,
            findings=self.findings(),
        )

    def findings(self) -> list[Sentence]:
        """Return what else is to be said, the most important first."""
        costs = [self.costliest(line) for line in self.shown]
        each = [self.each(line, claims) for line, claims in zip(self.shown, costs, strict=True)]
        others = [[*claims, *rest] for claims, rest in zip(costs[1:], each[1:], strict=True)]
        found = (
            self.too_hard(), self.cost_at_the_ceiling(), each[0], *others, self.together(),
            self.made_easier(), *self.even_games(),
        )  # fmt: skip
        return [words for claims in found for words in self._said(self.voice, claims)]

    @staticmethod
    def _said(voice: Voice, claims: Sequence[Claim]) -> list[Sentence]:
        """Return a sentence that makes some claims; none of a margin that says too little."""
        kept = [claim for claim in claims if not (isinstance(claim, Nothing) and not claim.margin < LOOSE)]
        return [voice.say(*kept)] if kept else []

    def hardest(self, line: Line) -> list[Claim]:
        """Return with which combination a player wins least; where that is open, what one of them does."""
        rates = {parts: self.rate(parts, line) for parts in self.played}
        values = {parts: -rate.estimate.value for parts, rate in rates.items()}
        most = clearly_most(values, lambda one, two: self.change(one, two, line).estimate, together=1)
        hardest = max(values, key=values.__getitem__)
        if not most:
            return [self._one_of(self.base, hardest, line, len(rates) - 1)] if hardest != self.base else []
        rest = tuple(rate.of for parts, rate in rates.items() if parts != hardest)
        found = measured_anew(self.run, rates[hardest], len(rates))
        return [Extreme((found.of,), rest, is_most=False, quantities=(found,))]

    def _one_of(self, before: Parts, after: Parts, line: Line, picked_from: int) -> Change | Nothing:
        """Return what may be claimed of one of several changes, in games that did not choose it."""
        effect, *levels = (
            measured_anew(self.run, found, picked_from)
            for found in (
                self.change(before, after, line),
                *(replace(self.rate(parts, line), is_alone=True) for parts in (before, after)),
            )
        )
        return change_or_nothing(effect, levels, 1)

    def costliest(self, line: Line) -> list[Claim]:
        """Return which part costs a player most, alone and on top of the others, as far as that is clear."""
        pairs = {
            part: [(NO_PARTS, frozenset({part})), (self.every - {part}, self.every)] for part in self.parts
        }
        ways = [
            {part: both[way] for part, both in pairs.items() if set(both[way]) <= set(self.played)}
            for way in (0, 1)
        ]
        found: list[Claim] = []
        for way in ways:
            costs = {part: self.change(*pair, line) for part, pair in way.items()}
            extreme = self._most(costs)
            found += [extreme] if extreme else []
        way = next((by_part for by_part in ways if len(by_part) > 1), {})
        if found or not way:
            return found
        costs = {part: self.change(*pair, line) for part, pair in way.items()}
        clear = [part for part in costs if is_significant(costs[part].estimate, len(costs))]
        if not clear:
            return [nothing(list(costs.values()), len(costs))]
        ranked = sorted(clear, key=lambda part: costs[part].estimate.value)
        return [self._one_of(*way[part], line, len(costs)) for part in ranked[:2]]

    def _most(self, costs: Mapping[str, Quantity]) -> Extreme | None:
        """Return which parts cost most, if that is clear, each with what it costs."""

        def further(one: str, other: str) -> Estimate:
            return replace(self.truth.value(difference(costs[other].of, costs[one].of)), unit=POINTS)

        first = clearly_most({part: -cost.estimate.value for part, cost in costs.items()}, further)
        clear = [
            part
            for part in first
            if costs[part].estimate.value < 0 and is_significant(costs[part].estimate, len(costs))
        ]
        if not first or clear != first:
            return None
        rest = tuple(cost.of for part, cost in costs.items() if part not in first)
        quantities = tuple(measured_anew(self.run, costs[part], len(costs)) for part in first)
        return Extreme(tuple(costs[part].of for part in first), rest, is_most=False, quantities=quantities)

    def made_easier(self) -> list[Claim]:
        """Return the part that makes the game easier for a player by itself."""
        single = [frozenset({part}) for part in self.parts if frozenset({part}) in self.played]
        if NO_PARTS not in self.played:
            return []
        found = {
            (line.key, parts): (line, self.change(NO_PARTS, parts, line).estimate)
            for line in self.lines
            for parts in single
        }
        clear = [
            key
            for key, (_, estimate) in found.items()
            if estimate.value > 0 and is_significant(estimate, len(found))
        ]
        if not clear:
            return []
        most = max(clear, key=lambda key: found[key][1].value)
        return [self._one_of(NO_PARTS, most[1], found[most][0], len(found))]

    def each(self, line: Line, named_before: Iterable[Claim] = ()) -> list[Claim]:
        """Return which other parts cost a player something alone, and how much each does at least."""
        alone = [frozenset({part}) for part in self.parts]
        if not {NO_PARTS, *alone} <= set(self.played):
            return []
        costs = [self.change(NO_PARTS, parts, line) for parts in alone]
        effects = [cost.of for cost in costs if isinstance(cost.of, Contrast)]
        wide = [widened(cost.estimate, len(costs)) for cost in costs]
        known = {of.either_way for claim in named_before for of in claim.subjects if isinstance(of, Contrast)}
        clear = [at for at, of in enumerate(effects) if wide[at].high < 0 and of.either_way not in known]
        least = min((-wide[at].high for at in clear), default=0.0)
        claims = [Change(-effects[at], least) for at in clear]
        return [Several(tuple(claims), len(claims))] if claims else []

    def together(self) -> list[Claim]:
        """Return the two that do most beyond the sum of both, in either direction."""
        pairs, line = self._pairs(), self.first
        single = {
            pair: {setting: self._beyond_sum(pair, line, [setting])[0].estimate for setting in self.settings}
            for pair in pairs
        }
        are_alike = all(map(may_be_averaged, single.values()))
        settings = self.settings if are_alike else [self.quoted]
        found = {pair: self._beyond_sum(pair, line, settings) for pair in pairs}
        if len(found) < 2:
            return []
        said: list[Claim] = []
        for direction in ("harder", "easier"):
            effects = [effect for effect, which in found.values() if which == direction]
            if effects:
                most = max(effects, key=lambda effect: abs(effect.estimate.value))
                said.append(change_or_nothing(measured_anew(self.run, most, len(found)), (), 1))
        return said or [nothing([effect for effect, _ in found.values()], len(found))]

    def _pairs(self) -> list[tuple[str, str]]:
        """Return the pairs of parts that were played alone, together and not at all, in every setting."""
        return [
            (first, second)
            for at, first in enumerate(self.parts)
            for second in self.parts[at + 1 :]
            if all(
                (parts, self.first.key, setting) in self.at
                for parts in _four(first, second)
                for setting in self.settings
            )
        ]

    def _beyond_sum(
        self, pair: tuple[str, str], line: Line, settings: Sequence[tuple[str, ...]]
    ) -> tuple[Quantity, str]:
        """Return what two parts do together beyond the sum of both, over settings, and its direction."""
        scenarios = [[self.at[parts, line.key, setting] for setting in settings] for parts in _four(*pair)]
        many = len(self.parts) * (len(self.parts) - 1)
        found, which = beyond_sum(self.wins.won, [self.wins.places(scenario) for scenario in scenarios], many)
        neither, one, other, both = map(line.of, scenarios)
        return Quantity(found, Contrast(((both, 1.0), (one, -1.0), (other, -1.0), (neither, 1.0)))), which

    # ---- beside the best play

    @cached_property
    def ceilings(self) -> dict[Parts, Quantity]:
        """What the best play wins with each combination in the quoted setting, as far as that is known."""
        known = rates_at_ceiling(self.run) if self.wins.of == GAME.name else {}
        at = {parts: self.at[parts, self.first.key, self.quoted] for parts in self.played}
        column = self.wins.result.column
        return {
            parts: Quantity(known[scenario], Of(column, (scenario,), AT_CEILING))
            for parts, scenario in at.items()
            if scenario in known
        }

    def too_hard(self) -> list[Claim]:
        """Return with how many combinations the best play and the strongest player win most games, or few."""
        found: list[Claim] = []
        if len(self.ceilings) > 1:
            found += self._beside_half(self.ceilings.values(), is_best=True)
        return found + self._beside_half([self.rate(parts, self.first) for parts in self.played])

    def _beside_half(self, rates: Collection[Quantity], *, is_best: bool = False) -> list[Claim]:
        """Return with how many combinations less than half of the games are won; for the best play, more."""
        wide = [widened_share(rate.estimate, len(rates)) for rate in rates]
        few = sum(rate.high < EVEN for rate in wide)
        many = sum(rate.low > EVEN for rate in wide)
        if few:
            return [_past(rates, -EVEN, few)]
        if not is_best or not many:
            return []
        bound = floor(100 * min(rate.low for rate in wide)) / 100 if many == len(wide) else EVEN
        return [_past(rates, bound, many)]

    def even_games(self) -> list[list[Claim]]:
        """Return for each player in how many of all settings it wins more than half of the games, or less."""
        found: list[list[Claim]] = []
        for line in self.shown if len(self.settings) > 1 else ():
            rates = [
                Quantity(line.average([scenario]), line.of([scenario]))
                for (_, player, _), scenario in self.at.items()
                if player == line.key
            ]
            wide = [widened_share(rate.estimate, len(rates)) for rate in rates]
            counts = (
                (EVEN, sum(estimate.low > EVEN for estimate in wide)),
                (-EVEN, sum(estimate.high < EVEN for estimate in wide)),
            )
            claims: list[Claim] = [_past(rates, bound, count) for bound, count in counts if count]
            found += [claims] if claims else []
        return found

    def weakness(self) -> list[Claim]:
        """Return what all parts cost the strongest player, and what the best play: the rest is weakness."""
        before, after = self.base, self.every
        if not {before, after} <= set(self.ceilings):
            return []
        old, new = (self.ceilings[parts] for parts in (before, after))
        of = difference(new.of, old.of)
        cost = Quantity(self._independent(of), of)
        levels = [replace(rate, is_alone=True) for rate in (old, new)]
        rates = [replace(self.rate(parts, self.first), is_alone=True) for parts in (before, after)]
        found: list[Claim] = [change_or_nothing(self.change(before, after, self.first), rates, 2)]
        found += [change_or_nothing(cost, levels, 2)]
        return found if all(isinstance(claim, Change) for claim in found) else []

    def cost_of_all(self) -> list[Claim]:
        """Return what all parts cost each player, where all were played together."""
        found = list[Claim]()
        for line in self.shown if self.every in self.played else ():
            rates = [replace(self.rate(parts, line), is_alone=True) for parts in (self.base, self.every)]
            found.append(change_or_nothing(self.change(self.base, self.every, line), rates, len(self.shown)))
        return found

    def cost_at_the_ceiling(self) -> list[Claim]:
        """Return what each part costs the best play, on average over the combinations."""
        costs: dict[str, Quantity] = {}
        column = self.wins.result.column
        for part in self.parts:
            old = [parts for parts in self.ceilings if part not in parts and parts | {part} in self.ceilings]
            without, within = (
                Of(column, tuple(self.at[parts, self.first.key, self.quoted] for parts in group), AT_CEILING)
                for group in (old, [parts | {part} for parts in old])
            )
            if old:
                costs[part] = Quantity(self._independent(within - without), within - without)
        if len(costs) < 2:
            return []
        most = self._most(costs)
        if most:
            return [most]
        clear = [cost for cost in costs.values() if is_significant(cost.estimate, len(costs))]
        ranked = sorted(clear, key=lambda cost: cost.estimate.value)
        if not ranked:
            return [nothing(list(costs.values()), len(costs))]
        return [
            change_or_nothing(replace(cost, estimate=widened(cost.estimate, len(costs))), (), 1)
            for cost in ranked[:2]
        ]

    def _independent(self, of: Contrast) -> Estimate:
        return replace(self.truth.value(of), unit=POINTS)

    # ---- numbers and picture

    def _key_figures(self, first: Iterable[Claim], hardest: Iterable[Claim]) -> list[KeyFigure]:
        """Return for each player what it wins with no parts, and with the hardest combination.

        What the first claims say already is the same number here.
        """
        said = {quantity.of: quantity for claim in first for quantity in claim.quantities}
        bases = [self.rate(self.base, line) for line in self.shown]
        lowest = [claim.quantities[-1] for claim in hardest if claim.quantities]
        lowest = [said.get(quantity.of, quantity) for quantity in lowest]
        return [self.voice.key_figure(quantity) for quantity in (*bases, *lowest)]

    def figure(self, said: Sequence[Sentence]) -> Figure:
        """Return a column for each combination: what players win above, the parts in use below.

        Its title is what all parts cost the strongest player and the best play, if both is clear.
        """
        order, many, first = self.order, len(self.parts), self.first
        figure, axes = new_figure(2, 1, 3.2 + 0.17 * many, sharex=True, height_ratios=[2.7, 0.17 * many])
        panel, matrix = axes[0, 0], axes[1, 0]
        colours = dict(zip(self.lines, PALETTE, strict=False))
        best = [self.ceilings[parts].estimate if parts in self.ceilings else UNKNOWN for parts in order]
        shade(panel, [self.rate(parts, first).estimate for parts in order], best)
        rows = [named(self.run, self.factor, self.level[parts]) for parts in order]
        for line, colour in colours.items():
            scenarios = [[self.at[parts, line.key, self.quoted]] for parts in order]
            of = [[self.rate(parts, line).of] for parts in order]
            shown = Shown([], rows=rows, series=line.subject, scenarios=scenarios, subjects=of)
            rates = [self.rate(parts, line).estimate for parts in order]
            dots(panel, rates, colour, mark_of(colour), shown)
        if self.ceilings:
            of = [[self.ceilings[parts].of] if parts in self.ceilings else [] for parts in order]
            dots(panel, best, INK, "_", Shown([], rows=rows, series=BEST, subjects=of))
        percent_axis(panel, 102)
        panel.set_yticks([0, 25, 50, 75, 100])
        panel.set_ylabel(self.wins.result.games)
        panel.set_xlim(-0.7, len(order) - 0.3)
        panel.tick_params(bottom=False)
        draw_parts(matrix, self.parts, order)
        own = people_at(self.run, min(first.scenarios)).possessive
        names = {line.subject: colour for line, colour in colours.items()}
        if self.ceilings:
            names |= {BEST: INK, f"{own} weakness": SHADE}
        name_series(figure, names)
        shaded = f" Shaded: what {BEST} wins and {first.subject} does not." if self.ceilings else ""
        others = [of for parts in self.played for of in self.rate(parts, first).of.scenarios]  # type: ignore[union-attr]
        drawn = Figure(
            "combinations",
            figure,
            f"The easiest combination for {first.subject} is first. Strokes are 95{NO_BREAK}% intervals, "
            f"dark dots below are what is in a combination.{shaded}",
            "One column per combination: a dot per player for what is won, and below it a dot for each part.",
            f"{opening(self.wins.result.games)} with each of {len(order)} combinations"
            f"{after(self.voice.at(self.voice.shared(first.of(others), [others])), ' ')}",
        )
        hardest = [claim for sentence in said[1:2] for claim in sentence.claims]
        player = str(self.run.scenario(min(first.scenarios)).get("strategy", ""))
        there = Voice(self.run, self.lines, said={**self._said_before, "strategy": player})
        return titled(drawn, there, self.weakness() or hardest or said[0].claims)


def beyond_sum(
    games: SideBySide, groups: Sequence[Sequence[int]], comparisons: int
) -> tuple[Estimate, Literal["harder", "easier", ""]]:
    """Return what two parts do together beyond the sum of both, and its direction.

    The direction is "harder" or "easier" if they are so both added up and in proportion: where little is left
    to lose, two can cost less than their sum, and yet take a larger share of what is left.

    * `games`: who won which game.
    * `groups`: the places there of games with neither, the first, the second, and both.
    * `comparisons`: for how many intervals are widened.
    """
    added, share = games.interaction(*groups), games.proportion(*groups)
    if share is None:
        return added, ""
    value, low, high = (float(np.log(end)) for end in (share.value, share.low, share.high))
    ways = (added, Estimate(value, low, high, share.n, share.method))
    if not all(is_significant(way, comparisons) for way in ways) or (added.value > 0) != (value > 0):
        return added, ""
    return added, "easier" if value > 0 else "harder"


def _as_printed(rules: Knobs, factors: Sequence[str]) -> int:
    """Return how many of the factors' rules are as printed."""
    fields: Mapping[str, Any] = type(rules).model_fields
    names = [rule for factor in factors if (rule := rule_of(factor)) is not None]
    return sum(getattr(rules, name) == fields[name].default for name in names if name in fields)


def _four(first: str, second: str) -> list[Parts]:
    """Return the combinations with neither of two parts, one, the other, and both."""
    return [NO_PARTS, frozenset({first}), frozenset({second}), frozenset({first, second})]


def _past(rates: Iterable[Quantity], bound: float, at_least: int) -> Several:
    """Return the claim that some shares at least are above a bound; if it is negative, below its size."""
    sign = 1.0 if bound > 0 else -1.0
    contrasts = [Contrast(((rate.of, sign),)) for rate in rates if isinstance(rate.of, Of)]
    return Several(tuple(Change(of, bound) for of in contrasts), at_least)
