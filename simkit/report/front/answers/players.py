"""Answers which player is best, by how much, and whether there is a cycle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from simkit.experiment.about import AskedAbout
from simkit.report.document.blocks import Figure, InShort, KeyFigure
from simkit.report.document.charts import dots, several_dots
from simkit.report.document.figures import FAINT, INK, PALETTE, new_figure
from simkit.report.document.points import Shown
from simkit.report.effects.averaging import are_far_apart
from simkit.report.facts.ceilings import rates_at_ceiling
from simkit.report.facts.line_ups import (
    LineUps,
    by_strength,
    counted_seats,
    fair_shares_at_tables,
    lead,
    line_ups_of,
    mixed,
    together,
)
from simkit.report.facts.people import counted
from simkit.report.facts.players import BEST_KNOWN
from simkit.report.facts.result import Result, is_contested, measures_of
from simkit.report.facts.scenarios import base, wrapped
from simkit.report.facts.wins import Wins
from simkit.report.front.answers.named import (
    Named,
    alike_tables,
    beside_fair,
    how_often,
)
from simkit.report.questions.seats import answer_seats
from simkit.report.sections.pairs import (
    Meetings,
    beats_of,
    pairs_of,
    survival_among,
    survival_in_words,
)
from simkit.report.sections.points_of_players import BestInPoints
from simkit.report.sections.strength import fair_share_of, over_fair, shares_at_tables
from simkit.report.words import opening
from simkit.run.findings.noticed import nothing_is_decided
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, difference_of_shares, is_significant, percent
from simkit.stats.extremes import clearly_most
from simkit.stats.matrix import shortest_cycle
from simkit.words import listed

ROW = 0.3
"""The height of a row of the figure, in inches."""

MOST_NAMED = 2
"""The most players that are named as not distinct from the best."""


def answer_players(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return which player is best, by how much, and whether there is a cycle."""
    measures = measures_of(run)
    if not measures or nothing_is_decided(run):
        return None
    if not is_contested(run, measures[0]) or max(map(len, line_ups_of(run).values())) == 1:
        own = Alone.read(run, measures[0])
        return own.answer() if own else None
    if run.all_alike:  # each wins the fair share: only places can differ
        return answer_seats(run, asked)
    met = Meeting.read(run, measures[0])
    return met.answer() if met else None


# ---- alone, or together


@dataclass(frozen=True)
class Alone:
    """What each strategy comes to, where one plays alone or all win together.

    Parameters
    ----------
    run : RunDirectory
        The run.
    wins : Wins
        What is won, or the points.
    scenarios : mapping
        The scenarios of each strategy, the best first.
    """

    run: RunDirectory
    wins: Wins
    scenarios: Mapping[str, list[int]]

    @classmethod
    def read(cls, run: RunDirectory, result: Result) -> Alone | None:
        """Read the scenarios in which all play one strategy; None if there are fewer than two strategies."""
        of_game = not run.summary(of="game", column=result.column, statistic=result.statistic).is_empty()
        wins = Wins(run, "game" if of_game else "player 0", result)
        shown, found = set(base(run)), dict[str, list[int]]()
        for own in alike_tables(run):
            if own.scenario in shown:
                found.setdefault(own.strategy, []).append(own.scenario)
        if len(found) < 2:
            return None
        sign = 1 if result.is_less_better else -1
        ranked = sorted(found, key=lambda name: sign * wins.average(found[name]).value)
        return cls(run, wins, {name: found[name] for name in ranked})

    @cached_property
    def named(self) -> Named:
        """The players in a designer's words."""
        return Named(self.run)

    @cached_property
    def rates(self) -> dict[str, Estimate]:
        """What each strategy comes to on average over its scenarios, the best first."""
        return {name: self.wins.average(own) for name, own in self.scenarios.items()}

    @cached_property
    def ceiling(self) -> Estimate | None:
        """What the game's master comes to, if all play under the same rules and it is known."""
        known = rates_at_ceiling(self.run)
        best = next(iter(self.scenarios.values()))
        return known.get(best[0]) if len(best) == 1 else None

    def answer(self) -> InShort:
        """Return the answer: the best and the weakest player, then how far the best is from the ceiling."""
        result, names = self.wins.result, self.named.told(self.scenarios)
        best, last = names[0], names[-1]
        many = len(self.scenarios[best])
        over = f", on average over {many} settings" if many > 1 else ""
        if any(map(self._are_far_apart, (best, last))):
            said = self._by_setting(list(dict.fromkeys((best, last))))
            return InShort([said], self._key_figures(best, last), draw=self._figure)
        does = {name: how_often(result, self.rates[name]) for name in (best, last)}
        sentences = []
        if last == best:
            sentences.append(f"{opening(self.named.one(best))} {does[best]}{over}.")
        else:
            sentences.append(
                f"{opening(self.named.one(best))} {does[best]}, {self.named.one(last)} "
                f"{_shorter(does[last], result)}{over}."
            )
        sentences += self._to_ceiling(best)
        close = self._close(names)
        if close:
            sentences.append(close)
        return InShort(sentences, self._key_figures(best, last), draw=self._figure)

    def _are_far_apart(self, name: str) -> bool:
        """Return whether a player's results in several settings are too different for a mean."""
        own = (self.wins.average([own]).value for own in self.scenarios[name])
        return are_far_apart(own, is_share=self.wins.result.is_share)

    def _level(self, name: str) -> str:
        """Return what a player comes to: on average, or from the least to the most of settings far apart."""
        if not self._are_far_apart(name):
            return f"{self.rates[name]:alone}"
        own = sorted((self.wins.average([at]) for at in self.scenarios[name]), key=lambda found: found.value)
        return f"{own[0]:alone} to {own[-1]:alone}"

    def _by_setting(self, names: Sequence[str]) -> str:
        """Return what players come to, of whom no mean over the settings is said."""
        what = "of games" if self.wins.result.is_share else f"as {self.wins.result.rate}"
        said = [f"{self.named.one(name)} {self._level(name)} {what}" for name in names]
        return f"It depends on the setting: {listed(said)}."

    def _to_ceiling(self, best: str) -> list[str]:
        if self.ceiling is None:
            return []
        master = f"{opening(BEST_KNOWN)} {how_often(self.wins.result, self.ceiling)}"
        above = 100 * (self.ceiling.value - self.rates[best].value)
        if self.ceiling.low <= self.rates[best].high:
            return [f"{master}, which is not clearly more."]
        return [f"{master}, {above:.1f} points more."]

    def _close(self, names: list[str]) -> str:
        """Return which player is as good as the best; "" if the best is clearly so."""
        best, *others = names
        near = [
            name
            for name in others
            if len(self.scenarios[name]) == len(self.scenarios[best])
            and not is_significant(self.wins.effect(self.scenarios[name], self.scenarios[best]), len(others))
        ]
        if not near:
            return ""
        named = listed(near)
        return f"Not significantly worse: {named if len(near) <= MOST_NAMED else f'{len(near)} others'}."

    def _key_figures(self, best: str, last: str) -> list[KeyFigure]:
        result = self.wins.result
        what = f"of {result.games}" if result.is_share else result.rate
        figures = [
            KeyFigure(self._level(name), f"{what}: {self.named.one(name)}")
            for name in dict.fromkeys((best, last))
        ]
        if self.ceiling is not None:
            figures.insert(0, KeyFigure(f"{self.ceiling:alone}", f"{what}: {BEST_KNOWN}"))
        return figures

    def _figure(self) -> Figure:
        result = self.wins.result
        rows = {self.named.one(name): rate for name, rate in self.rates.items()}
        series = {"": list(rows.values())}
        colours: dict[str, str] = {"": PALETTE[0]}
        scenarios = list(self.scenarios.values())
        shown = {"": Shown([], scenarios=scenarios, column=result.column, of=self.wins.of)}
        if self.ceiling is not None:
            rows = {BEST_KNOWN: self.ceiling} | rows
            unknown = [Estimate(np.nan, np.nan, np.nan, 0, "")]
            series = {"": unknown + series[""], BEST_KNOWN: [self.ceiling] + unknown * len(scenarios)}
            shown[""] = Shown([], scenarios=[[], *scenarios], column=result.column, of=self.wins.of)
            colours[BEST_KNOWN] = INK
        figure, axes = new_figure(1, 1, ROW * len(rows) + 0.8)
        several_dots(axes[0, 0], [wrapped(row) for row in rows], series, colours, shown, result.scale)
        if result.is_share:
            axes[0, 0].set_xlim(-1, 101)
        axes[0, 0].set_xlabel(f"{result.rate}{', %' if result.is_share else ''}")
        return Figure(
            "players",
            figure,
            f"{opening(result.rate)} of each player, the best on top, with 95 % intervals.",
            "One row per player: a dot with its interval.",
        )


def _shorter(words: str, result: Result) -> str:
    """Return how often a second player wins, without what the first one's words said."""
    if not result.is_share:
        return words.removeprefix(f"has a {result.rate} of ")
    return words.removesuffix(" of games").removeprefix("wins ").removeprefix(f"{result.does} ")


def _closest(leads: Mapping[str, Estimate]) -> str:
    """Return what the player is called that is least behind the best one: of several it is one."""
    ahead = {name: -own.value for name, own in leads.items()}
    clear = clearly_most(ahead, lambda one, other: difference_of_shares(leads[one], leads[other]), together=1)
    return "its closest rival" if clear or len(leads) == 1 else "one of its closest rivals"


# ---- against each other


@dataclass(frozen=True)
class Meeting:
    """What each strategy comes to at tables with others.

    Parameters
    ----------
    run : RunDirectory
        The run.
    result : Result
        What is won, or the points.
    players : dict
        The tables at which different strategies sit.
    seats : polars.DataFrame
        Columns scenario, strategy, won, seats of these; empty for points.
    ranked : list of str
        The strategies, the best first.
    """

    run: RunDirectory
    result: Result
    players: LineUps
    seats: pl.DataFrame
    ranked: list[str]

    @classmethod
    def read(cls, run: RunDirectory, result: Result) -> Meeting | None:
        """Read the tables at which different strategies sit; None if there are none."""
        shown = set(base(run))
        players = {s: own for s, own in mixed(line_ups_of(run)).items() if s in shown and run.has_seats(s)}
        if not players or run.people_take_turns:
            return None
        if not result.is_share:
            return cls(run, result, players, pl.DataFrame(), list(BestInPoints(run).means))
        seats = counted_seats(run, players, result=result.column)
        return cls(run, result, players, seats, list(by_strength(seats, players)))

    @cached_property
    def named(self) -> Named:
        """The players in a designer's words."""
        return Named(self.run)

    @cached_property
    def pairs(self) -> Meetings:
        """Every two strategies that meet at tables of two."""
        return pairs_of(self.run, self.players, self.result) if self.result.is_share else {}

    @cached_property
    def fair(self) -> float:
        """The fair share where all tables are as large, on average over them; else 0."""
        if not self.result.is_share or len({len(names) for names in self.players.values()}) > 1:
            return 0.0
        shares = fair_shares_at_tables(self.seats)
        return sum(shares.values()) / len(shares)

    @cached_property
    def rates(self) -> dict[str, Estimate]:
        """What each strategy wins of games, the best first; if fair shares differ, times its fair share."""
        if not self.result.is_share:
            return dict(BestInPoints(self.run).means)
        wanted = [(self.players, name) for name in self.ranked]
        shares = shares_at_tables(self.run, wanted, self.result)
        rates = dict(zip(self.ranked, shares, strict=True))
        if self.fair:
            return rates
        fair = {name: fair_share_of(self.players, self.seats, name) for name in rates}
        return {name: over_fair(own, fair[name]) for name, own in rates.items()}

    def leads(self, name: str) -> dict[str, Estimate]:
        """Return by how much a strategy is better than each that it meets, at tables where both play."""
        found = {}
        for other in self.ranked:
            both = together(self.players, name, other)
            if other != name and both:
                found[other] = (
                    lead(self.run, both, name, other, self.result.column)
                    if self.result.is_share
                    else BestInPoints(self.run).leads[other]
                )
        return found

    def answer(self) -> InShort | None:
        """Return the answer: the best player, whether there is a cycle, and the closest rival."""
        if len(self.ranked) < 2:
            return None
        best = self.ranked[0]
        leads = self.leads(best)
        near = [name for name, own in leads.items() if not is_significant(own, len(leads))]
        sentences = [
            self._best(best, leads, near), *self._order(), *self._survivors(best), *self._rival(best, leads)
        ]  # fmt: skip
        return InShort(sentences[:3], self._key_figures(best, leads), draw=self._figure)

    def _rate(self, name: str) -> str:
        rate = self.rates[name]
        if not self.result.is_share:
            return f"a {self.result.rate} of {rate}"
        if self.fair:
            return f"{beside_fair(rate, self.fair)} of games"
        return f"{rate} times the fair share of games"

    def _best(self, best: str, leads: Mapping[str, Estimate], near: list[str]) -> str:
        one = opening(self.named.one(best))
        wins = f"{self.result.does if self.result.is_share else 'has'} {self._rate(best)}"
        if len(self.ranked) == 2:
            (other,) = set(self.ranked) - {best}
            if near:
                both = f"{one} and {self.named.one(other)}"
                return f"{both} are equally good, as far as these games tell: the first {wins}."
            return f"{one} is better than {self.named.one(other)}: it {wins}."
        against = " against the others"
        if not near:
            beaten = "" if len(leads) == len(self.ranked) - 1 else ", though not every two met"
            return f"{one} is best{beaten}: it {wins}{against}."
        others = listed(near) if len(near) <= MOST_NAMED else f"{len(near)} others"
        return f"{one} is best, though not significantly better than {others}: it {wins}{against}."

    def _order(self) -> list[str]:
        """Return whether there is a cycle, for three players or more that meet in pairs."""
        if len(self.pairs) < 3:
            return []
        beats = beats_of(self.pairs)
        cycle = shortest_cycle(beats)
        if cycle:
            steps = list(zip(cycle, [*cycle[1:], cycle[0]], strict=True))
            least = min(abs(self.pairs[frozenset(step)].lead.value) for step in steps)
            words = ", ".join(f"{high} beats {low}" for high, low in steps)
            return [f"There is a cycle: {words}, each by {100 * least:.1f} points or more."]
        unclear = len(self.pairs) - len(beats)
        if not unclear:
            return [f"There is no cycle: in all {len(self.pairs)} pairs the stronger wins more often."]
        return [
            f"There is no cycle; of {len(self.pairs)} pairs {counted(unclear)} "
            f"{'is' if unclear == 1 else 'are'} too close to call."
        ]

    def _survivors(self, best: str) -> list[str]:
        """Return which players survive if players copy what wins, unless that is simply the best one."""
        survival = survival_among(self.pairs)
        if survival is None or (survival.is_settled and survival.alive == (best,)):
            return []
        return [survival_in_words(survival, with_shares=False)]

    def _rival(self, best: str, leads: Mapping[str, Estimate]) -> list[str]:
        """Return the player that does best against the best one."""
        if len(self.ranked) < 3 or not leads:
            return []
        name = min(leads, key=lambda other: leads[other].value)
        pair = self.pairs.get(frozenset((best, name)))
        if pair:
            return [
                f"{opening(_closest(leads))}, {self.named.one(name)}, {self.result.does} "
                f"{pair.shares[name]} of games against it."
            ]
        if not self.result.is_share:
            last = self.ranked[-1]
            return [f"{opening(self.named.one(last))} is last with {self.rates[last]}."]
        closest = opening(_closest(leads))
        return [f"{closest} is {self.named.one(name)}, {leads[name]:plain} behind where both play."]

    def _key_figures(self, best: str, leads: Mapping[str, Estimate]) -> list[KeyFigure]:
        rate, one = self.rates[best], self.named.one(best)
        if not self.result.is_share:
            last = self.ranked[-1]
            return [
                KeyFigure(f"{self.rates[name]:alone}", f"{self.result.rate}: {self.named.one(name)}")
                for name in (best, last)
            ]
        figures = [KeyFigure(f"{rate.value:.2f} times", f"the fair share of games: {one}")]
        if self.fair:
            meaning = f"of {self.result.games} by {one} (fair: {percent(self.fair)})"
            figures = [KeyFigure(f"{rate:alone}", meaning)]
        rival = min(leads, key=lambda other: leads[other].value) if len(self.ranked) > 2 and leads else best
        if pair := self.pairs.get(frozenset((best, rival))):
            meaning = f"of {self.result.games} against it by {_closest(leads)}, {self.named.one(rival)}"
            figures.append(KeyFigure(f"{pair.shares[rival]:alone}", meaning))
        elif rival != best:
            meaning = f"points behind where both play: {_closest(leads)}, {self.named.one(rival)}"
            figures.append(KeyFigure(f"{leads[rival]:alone bare plain}", meaning))
        if len(self.pairs) > 2:
            cycle = shortest_cycle(beats_of(self.pairs))
            meaning = (
                f"players in a cycle: {', '.join(cycle)}"
                if cycle
                else "cycle of players that beat each other"
            )
            figures.append(KeyFigure(str(len(cycle)) if cycle else "no", meaning))
        return figures

    def _figure(self) -> Figure:
        rows = [wrapped(self.named.one(name)) for name in self.ranked]
        rates = [self.rates[name] for name in self.ranked]
        figure, axes = new_figure(1, 1, ROW * len(rows) + 0.8)
        scenarios = [list(together(self.players, name)) for name in self.ranked]
        in_per_cent = self.result.is_share and bool(self.fair)
        told = Shown([], scenarios=scenarios)
        dots(axes[0, 0], rows, rates, PALETTE[0], told, 100 if in_per_cent else 1)
        what = opening(self.result.games if self.result.is_share else self.result.rate)
        label = f"{self.result.games} against the others, %" if in_per_cent else what
        fair = 100 * self.fair if in_per_cent else 1.0
        line = ""
        if self.result.is_share:
            axes[0, 0].axvline(fair, color=FAINT, lw=1.2, ls=(0, (4, 3)), zorder=1)
            line = "; the dashed line is the fair share"
            label = label if in_per_cent else f"{self.result.games}, as a multiple of the fair share"
        axes[0, 0].set_xlabel(label)
        return Figure(
            "players",
            figure,
            f"{what} by each player at tables with others, the best on top, with 95 % intervals{line}.",
            "One row per player: a dot with its interval.",
        )
