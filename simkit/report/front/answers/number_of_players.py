"""Answers what the number of players changes: how often they win, what they score, how long a game lasts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import isfinite
from typing import Any

import numpy as np
import polars as pl

from simkit.engine.contract.objectives import measure_in_words
from simkit.experiment.about import AskedAbout
from simkit.report.document.blocks import Figure, InShort, KeyFigure
from simkit.report.document.charts import line_with_band, name_lines
from simkit.report.document.figures import INK, colours_of, new_figure, percent_axis
from simkit.report.document.points import Shown
from simkit.report.facts.ceilings import rates_at_ceiling
from simkit.report.facts.paired import Floats, ends_of
from simkit.report.facts.people import counted
from simkit.report.facts.players import BEST_KNOWN, kind_of_player
from simkit.report.facts.result import WON, Result, measures_of
from simkit.report.facts.wins import Wins
from simkit.report.front.answers.named import (
    Named,
    alike_tables,
    in_plural,
    rate_in,
)
from simkit.report.words import both_uncertainties, opening
from simkit.run.findings.unknown import Place, spans_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import (
    NUMBER,
    Estimate,
    Range,
    is_significant,
    mean_of,
    paired_difference,
    widened,
)
from simkit.stats.precision import as_if_equal

MOST_KEY_FIGURES = 4

HEIGHT = 3.4
"""The height of the figure, in inches."""

PerGame = Callable[[int], Floats]
"""Returns what every game of a scenario came to, shape (games,)."""

ByPlayers = Mapping[int, Estimate]
"""An estimate for each number of players."""


def answer_number_of_players(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return what the number of players changes, for the strongest player and for the weakest."""
    found = [own for own in map(ByCount.read, *_measures(run)) if own]
    if not found:
        return None
    first, *others = found
    answer = first.answer()
    also = [own.of(own.shown[0]) for own in others]
    return InShort([*answer.sentences, *also][:3], answer.key_figures, draw=answer.draw)


def _measures(run: RunDirectory) -> tuple[list[RunDirectory], list[tuple[Result, str, PerGame]]]:
    """Return what is looked at, the most important first, each with whose it is.

    Where all win together it is how often they do; where they compete, what each of them scores, and how long
    a game lasts.
    """
    found: list[tuple[Result, str, PerGame]] = []
    measures = measures_of(run)
    if measures and not run.summary(of="game", column=measures[0].column).is_empty():
        wins = Wins(run, "game", measures[0])
        found.append((measures[0], "game", lambda scenario: wins.per_game([scenario])))
        return [run], found
    points = next((own for own in measures if not own.is_share), None)
    if points:
        found.append((points, "seat", lambda scenario: _seats_of(run, scenario, points.column)))
    length = run.game.length_column
    if length:
        name = measure_in_words(length)
        own = Result(length.name, name, name, "lasts", length.heading, NUMBER)
        found.append((own, "game", lambda scenario: _games_of(run, scenario, own.column)))
    return [run] * len(found), found


def _seats_of(run: RunDirectory, scenario: int, column: str) -> Floats:
    each = run.seats([scenario]).group_by("game").agg(pl.col(column).cast(pl.Float64).mean())
    return as_if_equal(each.sort("game").collect()[column].to_numpy(), ends_of(run))


def _games_of(run: RunDirectory, scenario: int, column: str) -> Floats:
    games = run.games([scenario]).select("game", pl.col(column).cast(pl.Float64))
    return as_if_equal(games.sort("game").collect()[column].to_numpy(), ends_of(run))


@dataclass(frozen=True)
class ByCount:
    """What tables of players of one strategy come to, by their number.

    Parameters
    ----------
    run : RunDirectory
        The run.
    result : Result
        What they come to: a share of games, or a mean.
    of : str
        Whose it is: "game", or "seat" for the mean over the players.
    per_game : callable
        What every game of a scenario came to.
    scenarios : mapping
        The scenario of each number of players, by strategy, the strongest first, with the first levels of all
        factors that do not say who plays.
    setting : str
        These levels in words.
    """

    run: RunDirectory
    result: Result
    of_whom: str
    per_game: PerGame
    scenarios: Mapping[str, Mapping[int, int]]
    setting: str

    @classmethod
    def read(cls, run: RunDirectory, measure: tuple[Result, str, PerGame]) -> ByCount | None:
        """Read a run's tables of players of one strategy; None without several numbers of these."""
        result, of_whom, per_game = measure
        tables = alike_tables(run)
        found: dict[str, dict[int, int]] = {}
        for table in tables:
            if table.setting == tables[0].setting and (of_whom == "game" or run.has_seats(table.scenario)):
                found.setdefault(table.strategy, {}).setdefault(table.players, table.scenario)
        several = {name: dict(sorted(own.items())) for name, own in found.items() if len(own) > 1}
        if not several:
            return None
        ranked = Named(run).strongest_first(several)
        if result.is_share:
            means = {
                name: np.mean([per_game(one).mean() for one in own.values()]) for name, own in several.items()
            }
            ranked = sorted(means, key=lambda name: -means[name])
        own = {name: several[name] for name in ranked}
        return cls(run, result, of_whom, per_game, own, tables[0].setting)

    @cached_property
    def named(self) -> Named:
        """The players in a designer's words."""
        return Named(self.run)

    @cached_property
    def rates(self) -> dict[str, dict[int, Estimate]]:
        """What each strategy comes to with each number of players."""
        wins = Wins(self.run, "game", self.result) if self.of_whom == "game" else None
        return {
            name: {
                count: rate_in(wins, scenario) if wins else mean_of(self.per_game(scenario), self.result.unit)
                for count, scenario in own.items()
            }
            for name, own in self.scenarios.items()
        }

    @cached_property
    def ceilings(self) -> dict[int, Estimate]:
        """How often the game's master wins, by number of players, where that is known."""
        known = rates_at_ceiling(self.run) if self.result.is_share else {}
        best = next(iter(self.scenarios.values()))
        return {count: known[scenario] for count, scenario in best.items() if scenario in known}

    @property
    def shown(self) -> list[str]:
        """The strategies on page one: the strongest of each skill, and the weakest of all."""
        return self.named.one_of_each_skill(self.scenarios)

    def answer(self) -> InShort:
        """Return the answer: of the strongest player, of the master, and of the weakest player."""
        best, *others = self.shown
        sentences = [self.of(best)]
        if self.ceilings:
            master = f"{opening(BEST_KNOWN)} {self.result.does}"
            sentences.append(self._from_to(self.ceilings, master))
        if others and self.result.is_share:
            sentences.append(self.of(others[-1], is_first=False))
        return InShort(sentences, self._key_figures(best), draw=self._figure)

    def of(self, name: str, *, is_first: bool = True) -> str:
        """Return how a result follows the number of players, for one strategy."""
        rates, scenarios = self.rates[name], self.scenarios[name]
        players = self._many(name)
        counts = list(rates)
        low, high = (pick(counts, key=lambda count: rates[count].value) for pick in (min, max))
        pairs = len(counts) * (len(counts) - 1) // 2
        whole = self._effect(scenarios[low], scenarios[high])
        setting = f" ({self.setting})" if self.setting and is_first else ""
        if not is_significant(whole, pairs):
            base, *rest = scenarios.values()
            wide = [widened(self._effect(base, other), pairs) for other in rest]
            end = max(max(own.high, -own.low) for own in wide)
            no_other = ", and by the intervals no other number of players changes that by more than "
            at_most = f"{no_other}{self._size(end)}" if isfinite(end) else ""
            return (
                f"The number of players makes no clear difference: {self._subject(players)}{setting} "
                f"{self._said(rates[counts[0]], counts[0])}{at_most}."
            )
        if opposed := self._opposed(name, low, high):
            return self._disagree(name, opposed, setting)
        steps = [rates[after].value - rates[before].value for before, after in pairwise(counts)]
        if min(steps) > 0 or max(steps) < 0:
            first, last = self._known(name, counts[0]), self._known(name, counts[-1], is_first=False)
            if self.result.is_share:
                often = "more" if steps[0] > 0 else "less"
                return (
                    f"{opening(self._are(players))} {often} often the more of them play{setting}: "
                    f"{first}, {last}."
                )
            moves = "rises" if steps[0] > 0 else "falls"
            return f"{opening(self._subject(players))}{setting} {moves} with their number: {first}, {last}."
        least, most = self._known(name, low), self._known(name, high, is_first=False)
        if self.result.is_share:
            often = f"How often {self._are(players)}{setting}"
            return f"{often} depends on their number: least often {least}, most often {most}."
        subject = f"{opening(self._subject(players))}{setting}"
        return f"{subject} depends on their number: it is lowest {least}, and highest {most}."

    def _many(self, name: str) -> str:
        """Return players in words; "of one kind" where others of the same skill are not known to do alike."""
        rates, alike = self.rates[name], self.named.alike(name, self.scenarios)
        low, high = (pick(rates, key=lambda count: rates[count].value) for pick in (min, max))
        moves = [self._moves(own, low, high) for own in (name, *alike)]
        return self.named.many(name) if min(moves) > 0 else self.named.of_one_kind(name, self.scenarios)

    def _moves(self, name: str, low: int, high: int) -> int:
        """Return whether a strategy's result is higher (1) or lower (-1) with the second number of players.

        0 if that may be chance, or was not played.
        """
        own = self.scenarios[name]
        if not {low, high} <= own.keys():
            return 0
        effect = self._effect(own[low], own[high])
        return int(np.sign(effect.value)) if is_significant(effect, len(self.scenarios)) else 0

    def _opposed(self, name: str, low: int, high: int) -> str:
        """Return the first player of the same skill that does worse where this one does best; "" if none."""
        alike = self.named.alike(name, self.scenarios)
        return next((own for own in alike if self._moves(own, low, high) < 0), "")

    def _disagree(self, name: str, other: str, setting: str) -> str:
        """Return that players of one skill are not alike in which number of players suits them."""
        kind = kind_of_player(name, self.named.skill(name), several=True)
        most = {
            own: max(self.rates[own], key=lambda count: self.rates[own][count].value) for own in (name, other)
        }
        said = [self._known(own, count, is_first=own == name) for own, count in most.items()]
        if self.result.is_share:
            often = f"{name} {self.result.does} most often {said[0]}"
            return f"{opening(kind)} differ{setting}: {often}, {other} {said[1]}."
        highest = f"the {self.result.rate} of {name} is highest {said[0]}"
        return f"{opening(kind)} differ{setting}: {highest}, that of {other} {said[1]}."

    def _effect(self, before: int, after: int) -> Estimate:
        unit = self.result.unit.of_changes
        return paired_difference(self.per_game(before), self.per_game(after), unit=unit)

    def _subject(self, players: str) -> str:
        """Return what is looked at, with its players: "experts are rescued", "the mean score of experts"."""
        if self.result.is_share:
            return self._are(players)
        of = "of" if self.of_whom == "seat" else "in games of"
        return f"the {self.result.rate} {of} {players}"

    def _are(self, players: str) -> str:
        """Return players with what becomes of them: "experts are rescued"."""
        return f"{players} {in_plural(self.result.does)}"

    def _size(self, difference: float) -> str:
        return f"{100 * difference:.1f} points" if self.result.is_share else f"{difference:.1f}"

    def _known(self, name: str, count: int, *, is_first: bool = True) -> str:
        """Return a rate of the run, with how far unknown values of the rules may move it."""
        place = (self.scenarios[name][count], self.of_whom, self.result.column)
        return self._said(self.rates[name][count], count, self._spans.get(place), is_first=is_first)

    def _said(self, rate: Estimate, count: int, span: Range | None = None, *, is_first: bool = True) -> str:
        """Return a rate with the number of players: "with two in 42.0 % (39.2 to 44.9) of games"."""
        beside = "alone" if count == 1 else f"with {counted(count)}"
        if not self.result.is_share:
            return f"{beside} {rate}"
        share = both_uncertainties(rate, span)
        won = share if self.result == WON else f"in {share}"
        return f"{beside} {won}{' of games' if is_first else ''}"

    @cached_property
    def _spans(self) -> Mapping[Place, Range]:
        return spans_of(self.run)

    def _from_to(self, rates: ByPlayers, does: str) -> str:
        said = [
            self._said(rates[count], count, is_first=not place)
            for place, count in enumerate(dict.fromkeys((min(rates), max(rates))))
        ]
        return f"{does} {' and '.join(said)}."

    def _key_figures(self, best: str) -> list[KeyFigure]:
        rates = self.rates[best]
        kept = sorted(rates)[:MOST_KEY_FIGURES]
        return [KeyFigure(f"{rates[count]:alone}", self._meaning(best, count)) for count in kept]

    def _meaning(self, best: str, count: int) -> str:
        players = self.named.one(best) if count == 1 else f"{counted(count)} {self.named.many(best)}"
        does = self.result.does if count == 1 else in_plural(self.result.does)
        said = f"of games: {players} {does}" if self.result.is_share else f"{self.result.rate}: {players}"
        if count in self.ceilings:
            return f"{said}; the best we can find: {self.ceilings[count]:alone}"
        return said

    def _figure(self) -> Figure:
        names = self.shown
        lines: dict[str, ByPlayers] = {self.named.one(name): self.rates[name] for name in names}
        colours: dict[str, Any] = colours_of(list(lines))
        if self.ceilings:
            lines, colours = {BEST_KNOWN: self.ceilings} | lines, {BEST_KNOWN: INK} | colours
        figure, axes = new_figure(1, 1, HEIGHT)
        panel, scale = axes[0, 0], self.result.scale
        counts = sorted({count for rates in lines.values() for count in rates})
        for called, rates in lines.items():
            x = np.array(sorted(rates), dtype=np.float64)
            told = Shown([], series=called, rows=[_party(count) for count in sorted(rates)])
            own = [rates[count] for count in sorted(rates)]
            line_with_band(panel, x, own, colours[called], told, scale)
        if self.result.is_share:
            percent_axis(panel)
        panel.set_xticks(counts, [_party(count) for count in counts])
        panel.set_xlim(counts[0] - 0.1, counts[-1])
        ends = {called: scale * rates[max(rates)].value for called, rates in lines.items()}
        name_lines(panel, ends, colours)
        what = f"{opening(self.result.rate)}, by the number of players"
        if self.result.is_share:
            what = f"How often players {in_plural(self.result.does)}, by their number"
        else:
            panel.set_ylabel(self.result.rate)
        setting = f", {self.setting}" if self.setting else ""
        several = len(self.named.told(self.scenarios)) > len(names)
        which = " Shown are the strongest of each kind, and the weakest of all." if several else ""
        return Figure(
            "by_number_of_players",
            figure,
            f"{what}{setting}, with 95 % intervals.{which}",
            "One line per kind of player, over the number of players.",
        )


def _party(count: int) -> str:
    return "one player" if count == 1 else f"{counted(count)} players"
