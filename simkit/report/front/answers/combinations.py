"""Answers what parts of a rule, such as expansions, do alone and together, and how much is the player's."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isnan
from typing import Any

import numpy as np

from simkit.experiment.about import AskedAbout
from simkit.report.document.blocks import Figure, InShort, KeyFigure
from simkit.report.document.charts import ends_of
from simkit.report.document.figures import GRID, INK, PALETTE, mark_of, new_figure, percent_axis
from simkit.report.document.points import PanelPoints, Shown
from simkit.report.effects.averaging import may_be_averaged
from simkit.report.facts.ceilings import rates_at_ceiling
from simkit.report.facts.combinations import NOTHING, Combinations, Parts, mean_change
from simkit.report.facts.people import People, counted, people_at
from simkit.report.facts.players import BEST
from simkit.report.words import after, at_least, bound_in_words, opening
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import (
    SHARE,
    UNKNOWN,
    Estimate,
    difference_of_shares,
    is_significant,
    percent,
    widened,
)
from simkit.stats.extremes import clearly_most, furthest_from_zero
from simkit.words import listed

MOST_DRAWN = 48
"""The most combinations that a figure has room for."""

SHADE, STRIPE = "#f2dfc9", "#f5f7f9"
"""The colours of what better play would win, and of every other row."""

LOOSE = 0.1
"""A bound above this share of games says too little to be said."""

HALF = 0.5
"""Below this share even the best play loses more games than it wins."""


def answer(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return what the combinations do; None for a run that combines nothing, or has no share that is won."""
    data = Combinations.read(run, asked.factor)
    if data is None or not data.players or len(data.played) < 2:
        return None
    said = Answer(data, _ceilings(data))
    findings = (said.cost_at_the_ceiling(), said.too_hard(), said.together(), said.made_easier())
    return InShort(
        [own for own in (said.first(), said.weakness(), said.part_by_part()) if own],
        key_figures=said.key_figures(),
        draw=said.figure if len(data.played) <= MOST_DRAWN else None,
        findings=[own for own in findings if own],
    )


def _ceilings(data: Combinations) -> dict[Parts, Estimate]:
    known = rates_at_ceiling(data.run) if data.wins.of == "game" else {}
    at = {parts: data.scenario(parts, data.players[0]) for parts in data.played}
    return {parts: known[own] for parts, own in at.items() if own in known}


@dataclass(frozen=True)
class Answer:
    """What the combinations do, in sentences and in a figure.

    Parameters
    ----------
    data : Combinations
        The run.
    ceilings : mapping
        What the best play wins, by combination, in the quoted setting, as far as it is known.
    """

    data: Combinations
    ceilings: Mapping[Parts, Estimate]

    @cached_property
    def who(self) -> People:
        """The strongest player in words."""
        return self._people(self.data.players[0])

    def _people(self, player: str) -> People:
        scenario = self.data.scenario(self.data.played[0], player)
        assert scenario is not None  # all players play what is played
        return people_at(self.data.run, scenario)

    @cached_property
    def rates(self) -> dict[Parts, Estimate]:
        """What the strongest player wins with each combination."""
        return {parts: self.data.rate(parts, self.data.players[0]) for parts in self.data.played}

    @cached_property
    def order(self) -> list[Parts]:
        """The combinations, the easiest for the strongest player first."""
        return sorted(self.data.played, key=lambda parts: -self.rates[parts].value)

    @cached_property
    def ends(self) -> tuple[Parts, Parts]:
        """No parts and all of them, if both were played; else the easiest and the hardest combination."""
        both = NOTHING, self.data.every
        return both if set(both) <= set(self.data.played) else (self.order[0], self.order[-1])

    def _in_setting(self) -> str:
        return f" ({self.data.where})" if self.data.where else ""

    def first(self) -> str:
        """Return how hard the hardest end is for a player and for the best play, or beside the easy end."""
        easy, hard = self.ends
        result = self.data.wins.result
        does, games = self.who.do(result), result.games.split(" ")[0]
        words = f"With {self.data.title(hard)} {self.who.words} {does} {self.rates[hard]}"
        if hard in self.ceilings:
            best = self.ceilings[hard]
            return f"{words} of {games}, and {BEST} {best}{self._in_setting()}."
        easily = f"{self.data.title(easy)} {self.rates[easy]}"
        return f"{words} of {games}, with {easily}{self._in_setting()}."

    def weakness(self) -> str:
        """Return how much of what the parts cost is the player's weakness; empty where it is not known."""
        easy, hard = self.ends
        if not {easy, hard} <= set(self.ceilings):
            return ""
        cost = -self.data.change(easy, hard, self.data.players[0])
        least = -difference_of_shares(self.ceilings[easy], self.ceilings[hard])
        against = f", against {self.data.title(easy)}," if easy else ""
        told = f"{opening(self.data.title(hard))} cost {self.who.words} {cost:plain}{against}"
        best = f"{least:plain bare}" if least.low > 0 else f"at most {100 * least.high:.1f}"
        return f"{told} and {BEST} {best}: {self._whose(cost, least)}."

    def _whose(self, cost: Estimate, least: Estimate) -> str:
        """Return how much of a cost is the player's, if that is clear."""
        gap, whose = cost.value - max(0.0, least.value), self.who.possessive
        half = float(np.hypot((cost.high - cost.low) / 2, (least.high - least.low) / 2))
        if cost.low <= 0 or gap <= half:
            return f"how much of the difficulty is {whose} weakness is open"
        return (
            f"about {100 * gap:.0f} of the {100 * cost.value:.0f} points are {whose} weakness, not the rules'"
        )

    def part_by_part(self) -> str:
        """Return which part costs most, alone and on top of the others, as far as that is clear."""
        costs = {is_last: self._costs(is_last=is_last) for is_last in (True, False)}
        costs = {is_last: own for is_last, own in costs.items() if len(own) > 1}
        most = {is_last: self._costliest(own, is_last=is_last) for is_last, own in costs.items()}
        clear = {is_last: own for is_last, own in most.items() if own}
        if not clear:
            return next((self._open(own, is_last=is_last) for is_last, own in costs.items()), "")
        is_last, first = next(iter(clear.items()))
        words = f"{listed(map(opening, first))} cost{_ending(first)} {self.who.words} most"
        if len(clear) == 2 and set(clear[True]) == set(clear[False]):
            if len(first) > 1:
                return f"{words}, alone and {self._where(is_last=True)}."
            alone, last = (f"{costs[own][first[0]]:plain}" for own in (False, True))
            return f"{words}: {alone} alone, {last} {self._where(is_last=True)}."
        sizes = listed(f"{costs[is_last][part]:plain}" for part in first)
        return f"{words} {self._where(is_last=is_last)}: {sizes}."

    def _costs(self, *, is_last: bool) -> dict[str, Estimate]:
        """Return what each part costs the strongest player, alone or on top of the others."""
        data, found = self.data, {}
        for part in data.parts:
            pair = (data.every - {part}, data.every) if is_last else (NOTHING, frozenset({part}))
            if set(pair) <= set(data.played):
                found[part] = -data.change(*pair, data.players[0])
        return found

    def _costliest(self, costs: Mapping[str, Estimate], *, is_last: bool) -> list[str]:
        """Return the parts that clearly cost most; none where that is open."""
        data = self.data

        def further(one: str, other: str) -> Estimate:
            before, after = (
                (data.every - {other}, data.every - {one})
                if is_last
                else (frozenset({one}), frozenset({other}))
            )
            return data.change(before, after, data.players[0])

        first = clearly_most({part: own.value for part, own in costs.items()}, further)
        does_cost = (costs[part].value > 0 and is_significant(costs[part], len(costs)) for part in first)
        return first if all(does_cost) else []

    def _open(self, costs: Mapping[str, Estimate], *, is_last: bool) -> str:
        """Return what we know about the costs where none is clearly the highest."""
        where, ranked = self._where(is_last=is_last), sorted(costs, key=lambda part: -costs[part].value)
        if not any(is_significant(own, len(costs)) for own in costs.values()):
            does = self.who.do(self.data.wins.result)
            return _none(f"No single one {where} changes how often {self.who.words} {does}", costs.values())
        first, second = (f"{opening(part)} {costs[part]:plain}" for part in ranked[:2])
        return f"Which one costs {self.who.words} most {where} is open: {first}, {second}."

    def _where(self, *, is_last: bool) -> str:
        return f"on top of the other {counted(len(self.data.parts) - 1)}" if is_last else "alone"

    # ---- findings

    def cost_at_the_ceiling(self) -> str:
        """Return what each part costs the best play, on average over the combinations."""
        data, found = self.data, {}
        for part in data.parts:
            pairs = [
                (self.ceilings[own], self.ceilings[own | {part}])
                for own in data.played
                if part not in own and {own, own | {part}} <= set(self.ceilings)
            ]
            if pairs:
                found[part] = mean_change(pairs)
        if len(found) < 2:
            return ""
        where = f"on average over the combinations{self._in_setting()}"
        clear = [part for part in found if is_significant(found[part], len(found)) and found[part].value < 0]
        costs = {part: -found[part].value for part in clear}
        most = clearly_most(
            {part: -own.value for part, own in found.items()},
            lambda one, other: difference_of_shares(found[one], found[other]),
        )
        rest = [part for part in found if part not in clear]
        if not clear:
            does = data.wins.result.does
            return _none(f"No single one changes how often {BEST} {does}", found.values(), f", {where}")
        ranked = sorted(clear, key=costs.__getitem__, reverse=True)
        named = most if most and set(most) <= set(clear) else ranked[:2]
        said = [f"{opening(part)} {-found[part]:plain}" for part in named]
        others = [part for part in ranked if part not in named]
        less = [f"{listed(map(opening, others))} {'less' if most else 'too'}"] if others else []
        if rest:
            bound = bound_in_words([found[part] for part in rest], len(found))
            less.append(f"{listed(map(opening, rest))} at most {bound} either way")
        head = f"What costs {BEST} {'most, ' if most else ''}{where}"
        return f"{head}: {'; '.join([listed(said), *less])}."

    def too_hard(self) -> str:
        """Return whether a combination is too hard: one where even the best play loses most games."""
        if len(self.ceilings) < 2:
            return self._ends_in_words()
        data, does, many = self.data, self.data.wins.result.does, len(self.ceilings)
        wide = {own: widened(self.ceilings[own], many) for own in self.order if own in self.ceilings}
        hard = [own for own in wide if wide[own].high < HALF]
        if hard:
            named = listed(data.title(own) for own in hard[:3])
            more = f" and {len(hard) - 3} more" if len(hard) > 3 else ""
            even = f"even {BEST} {does} less than half of the games"
            return f"Too hard: {named}{more}; {even}{self._in_setting()}."
        still = sum(own.low <= HALF for own in wide.values())
        fine = "No combination is too hard"
        if still:
            fine = f"{opening(at_least(many - still, many, 'combinations'))} are not too hard"
        least = f"{BEST} {does} at least {percent(min(own.low for own in wide.values()))} of games with each"
        return f"{fine}: {least}{self._lost()}{self._in_setting()}."

    def _lost(self) -> str:
        """Return with how many combinations the strongest player loses most games."""
        wide = [widened(own, len(self.rates)) for own in self.rates.values()]
        lost, still = (sum(own.high < HALF for own in wide), sum(own.low <= HALF <= own.high for own in wide))
        if not lost:
            return ""
        loses = self.who.verb("loses")
        return f"; {self.who.words} {loses} most games with {at_least(lost, len(wide), unclear=still)}"

    def _ends_in_words(self) -> str:
        """Return the easiest and the hardest combination, as far as they can be told from others."""
        if len(self.order) < 3:
            return ""
        ends = []
        for words, own in (("most", self.order[0]), ("least", self.order[-1])):
            player = self.data.players[0]
            alike = sum(
                not is_significant(self.data.change(own, other, player), len(self.order))
                for other in self.order
                if other != own
            )
            told = f", not clearly different from {_others(alike)}" if alike else ""
            ends.append(f"{words} with {self.data.title(own)}, {self.rates[own]}{told}")
        does = self.who.do(self.data.wins.result)
        return f"{opening(self.who.words)} {does} {' and '.join(ends)}{self._in_setting()}."

    def together(self) -> str:
        """Return the two that do most beyond the sum of both, in either direction."""
        data, player = self.data, self.data.players[0]
        single = {
            pair: {own: data.beyond_sum(*pair, player, [own])[0] for own in data.settings}
            for pair in data.pairs()
        }
        is_mean = all(map(may_be_averaged, single.values()))
        settings = data.settings if is_mean else [data.quoted]
        found = {pair: data.beyond_sum(*pair, player, settings) for pair in single}
        if len(found) < 2:
            return ""
        over = f", on average over {len(settings)} settings" if len(settings) > 1 else ""
        over = over if is_mean else after(self.data.where)
        said = []
        for words in ("harder", "easier"):
            own = [pair for pair, (_, which) in found.items() if which == words]
            if own:
                most = max(own, key=lambda pair: abs(found[pair][0].value))
                value = found[most][0]
                size = abs(value)
                names = " and ".join(map(opening, most))
                said.append(f"{names} together are {words} than the sum of both by {size:plain}")
        if not said:
            effects = [effect for effect, _ in found.values()]
            return _none(
                "No two of them together differ from the sum of both", effects, f" ({self.who.words}{over})"
            )
        return f"{'; '.join(said)} ({self.who.words}{over})."

    def made_easier(self) -> str:
        """Return the part that makes the game easier for a player by itself."""
        data, found = self.data, {}
        for player in data.players:
            for part in data.parts:
                if {NOTHING, frozenset({part})} <= set(data.played):
                    found[player, part] = data.change(NOTHING, frozenset({part}), player)
        clear = [own for own in found if found[own].value > 0 and is_significant(found[own], len(found))]
        if not clear:
            return ""
        player, part = max(clear, key=lambda own: found[own].value)
        who = self._people(player)
        verb = "make" if part.endswith("s") else "makes"
        return (
            f"{opening(part)} {verb} the game easier for {who.words}: alone, {found[player, part]:plain} "
            f"more{self._in_setting()}."
        )

    # ---- numbers and picture

    def key_figures(self) -> list[KeyFigure]:
        """Return both ends for the player and for the best play."""
        games, who = self.data.wins.result.games, self.who.words
        shown = [
            KeyFigure(f"{self.rates[own]:alone}", f"{games}: {who}, {self.data.title(own)}")
            for own in self.ends
        ]
        return shown + [
            KeyFigure(f"{self.ceilings[own]:alone}", f"{games}: {BEST}, {self.data.title(own)}")
            for own in self.ends
            if own in self.ceilings
        ]

    def figure(self) -> Figure:
        """Return a column for each combination: what players win above, the parts in use below."""
        data, order, many = self.data, self.order, len(self.data.parts)
        figure, axes = new_figure(2, 1, 3.2 + 0.17 * many, sharex=True, height_ratios=[2.7, 0.17 * many])
        panel, matrix = axes[0, 0], axes[1, 0]
        colours = dict(zip(data.players, PALETTE, strict=False))
        if self.ceilings:
            _shade(panel, [self.rates[own] for own in order], [self.ceilings.get(own) for own in order])
        for player, colour in colours.items():
            scenarios = [[data.at[own, player, data.quoted]] for own in order]
            shown = Shown([], rows=[data.title(own) for own in order], scenarios=scenarios)
            shown = replace(shown, series=self._people(player).words)
            _dots(panel, [data.rate(own, player) for own in order], colour, mark_of(colour), shown)
        if self.ceilings:
            shown = Shown([], rows=[data.title(own) for own in order], series=BEST)
            _dots(panel, [self.ceilings.get(own, UNKNOWN) for own in order], INK, "_", shown)
        percent_axis(panel, 102)
        panel.set_yticks([0, 25, 50, 75, 100])
        panel.set_ylabel(data.wins.result.games)
        panel.set_xlim(-0.7, len(order) - 0.3)
        panel.tick_params(bottom=False)
        _draw_parts(matrix, data.parts, order)
        handles = [_handle(INK, "_", BEST)] if self.ceilings else []
        handles += [_handle(own, mark_of(own), self._people(name).words) for name, own in colours.items()]
        handles += [_shading(f"{self.who.possessive} weakness")] if self.ceilings else []
        figure.legend(handles=handles, loc="outside upper left", ncols=len(handles), columnspacing=1.4)
        shade = (
            f" Shaded: what {BEST} wins and {self.who.words} does not, its weakness; above that is "
            "the difficulty of the rules."
            if self.ceilings
            else ""
        )
        return Figure(
            "combinations",
            figure,
            f"{opening(data.wins.result.games)} with each of {len(order)} combinations, the easiest for "
            f"{self.who.words} first{self._in_setting()}. Strokes are 95 % intervals; dark dots below are "
            f"what is in a combination.{shade}",
            "One column per combination: a dot per player for what is won, and below it a dot for each part.",
        )


def _shade(panel: Any, rates: Sequence[Estimate], ceilings: Sequence[Estimate | None]) -> None:
    """Shade what the best play wins beyond a player."""
    for place, (rate, best) in enumerate(zip(rates, ceilings, strict=True)):
        if best and best.value > rate.value:
            panel.bar(
                place, 100 * (best.value - rate.value), bottom=100 * rate.value, width=0.86, color=SHADE, lw=0
            )


def _dots(panel: Any, shares: Sequence[Estimate], colour: Any, mark: str, shown: Shown) -> None:
    """Draw an upright strip of dots with their intervals."""
    places = np.arange(len(shares), dtype=np.float64)
    value, low, high = 100 * ends_of(shares)
    bars = panel.vlines(places, low, high, color=colour, lw=1.6, alpha=0.45)
    size = 9 if mark == "_" else 4.5
    (marks,) = panel.plot(places, value, mark, ms=size, mew=2 if mark == "_" else 1, color=colour, zorder=3)
    told = replace(shown, estimates=shares, unit=SHARE)
    PanelPoints(panel, (places, value), told, [marks, bars], upright=True)


def _draw_parts(panel: Any, parts: Sequence[str], order: Sequence[Parts]) -> None:
    """Draw a column of dots for each combination: dark for the parts in it."""
    for row in range(0, len(parts), 2):
        panel.axhspan(row - 0.5, row + 0.5, color=STRIPE, lw=0, zorder=0)
    for row, part in enumerate(parts):
        inside = [place for place, own in enumerate(order) if part in own]
        rest = [place for place, own in enumerate(order) if part not in own]
        panel.plot(rest, [row] * len(rest), "o", ms=2.5, color=GRID)
        panel.plot(inside, [row] * len(inside), "o", ms=5.5, color=INK)
    panel.set_yticks(range(len(parts)), map(opening, parts))
    panel.set_ylim(len(parts) - 0.5, -0.5)
    panel.set_xticks([])
    panel.tick_params(left=False)
    panel.grid(visible=False)
    panel.spines["bottom"].set_visible(False)


def _shading(name: str) -> Any:
    from matplotlib.patches import Patch

    return Patch(color=SHADE, label=name)


def _handle(colour: Any, mark: str, name: str) -> Any:
    from matplotlib.lines import Line2D

    width = 2 if mark == "_" else 1
    return Line2D(
        [], [], color=colour, marker=mark, ms=9 if mark == "_" else 6.5, mew=width, ls="", label=name
    )


def _ending(subjects: Sequence[str]) -> str:
    """Return the ending of the verb behind the names of some parts, which may be a plural."""
    return "" if len(subjects) > 1 or subjects[0].endswith("s") else "s"


def _none(words: str, effects: Collection[Estimate], where: str = "") -> str:
    """Return that none of several effects shows, with the bound of all; empty where that says too little."""
    furthest = furthest_from_zero(effects)
    return (
        ""
        if isnan(furthest) or furthest > LOOSE
        else f"{words} by more than {bound_in_words(effects)}{where}."
    )


def _others(number: int) -> str:
    return f"{counted(number)} other{'' if number == 1 else 's'}"
