"""Which player is best, by how much, whether players beat each other in a cycle, and which of them survive.

Players either meet at tables, or each plays alone, or at tables of its like: what each comes to is a `Line`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations

import polars as pl

from simkit.document.blocks import Figure, Finding, InShort, KeyFigure, Part, Section, Surprise, Table, Text
from simkit.document.charts import reference_line, several_dots
from simkit.document.figures import INK, PALETTE, new_figure
from simkit.document.points import Shown
from simkit.document.series import mark_points
from simkit.experiment.about import About, AskedAbout
from simkit.language import opening
from simkit.report.questions.ceiling import beside_best
from simkit.report.questions.pairs import Meetings, all_met, beats_of, pair_sections, pairs_of, survival_among
from simkit.report.sections.who_wins import WinsByTable, wins_by_table, wins_sections
from simkit.results.averaging import are_far_apart, may_be_averaged
from simkit.results.ceilings import rates_at_ceiling
from simkit.results.claims import (
    Change,
    Claim,
    Contrast,
    Cycle,
    Extreme,
    Level,
    Of,
    Order,
    Quantity,
    Sentence,
    Several,
    Survivors,
    Truth,
    beside_fair,
    change_or_nothing,
    claims_of,
    difference,
    measured_anew,
    nothing,
)
from simkit.results.line_ups import LineUps, by_strength, in_order
from simkit.results.paired import size_of
from simkit.results.players import BEST_KNOWN, is_known_stronger
from simkit.results.result import WON, Result, measures_of
from simkit.results.scenarios import base, wrapped
from simkit.run.findings.noticed import nothing_is_decided
from simkit.run.findings.targeted import RANDOM
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import NO_BREAK, UNKNOWN, Estimate, is_significant
from simkit.stats.extremes import clearly_most
from simkit.stats.matrix import may_be_a_cycle, shortest_cycle
from simkit.stats.whose import STRATEGY, whose
from simkit.words.claims import Voice
from simkit.words.lines import Line, players_of, settings_beside, stands_above
from simkit.words.titles import titled, with_titles

ROW = 0.3
"""The height of a row of the figure, in inches."""

FEW = 2
"""The most players that are named as not distinct from the best."""

MOST_IN_ORDER = 4
"""The most players of whom an order is said."""

MOST_SAID = 3
"""The most sentences of the answer; what else there is to say are findings."""


def answer_players(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return which player is best, by how much, and whether there is a cycle."""
    found = Players.read(run)
    return found.headline() if found else None


@dataclass(frozen=True)
class Players:
    """What the players of a run come to, at tables with others or alone, and which is best."""

    run: RunDirectory
    lines: tuple[Line, ...]
    """The players, the best first."""

    @classmethod
    def read(cls, run: RunDirectory, result: Result | None = None) -> Players | None:
        """Return the players of a run; None if there are fewer than two, or nothing is decided."""
        measures = [result] if result else measures_of(run)
        lines = [] if not measures or nothing_is_decided(run) else players_of(run, measures[0])
        if len(lines) < 2:
            return None
        return cls(run, tuple(sorted(lines, key=lambda line: -line.sign * _strength(line))))

    @property
    def result(self) -> Result:
        """What it is to win, or the points."""
        return self.lines[0].result

    @property
    def are_meeting(self) -> bool:
        """Whether they sit at tables together."""
        return whose(self.lines[0].wins.of).kind == STRATEGY

    @cached_property
    def voice(self) -> Voice:
        """What says the claims."""
        return Voice(self.run, self.lines)

    @cached_property
    def games(self) -> Truth:
        """The run's games, by which players are compared."""
        return Truth(self.run)

    def of(self, line: Line) -> Of:
        """Return what a player's result over all its tables is of."""
        return line.of(sorted(line.scenarios))

    def lead(self, one: Line, other: Line, scenarios: Sequence[int] = ()) -> Contrast:
        """Return by how much a player is better than another: where both play, or some of these scenarios."""
        first, second = (self._shared(line, than) for line, than in ((one, other), (other, one)))
        return difference(one.of(scenarios or first), other.of(scenarios or second), one.sign)

    def _shared(self, line: Line, other: Line) -> list[int]:
        """Return a player's scenarios at tables with another one, or in the settings of both."""
        if self.are_meeting:
            return sorted(line.scenarios & other.scenarios)
        both = self._settings[line].keys() & self._settings[other].keys()
        return sorted(at for setting in both for at in self._settings[line][setting])

    def measured(self, lead: Contrast) -> Quantity:
        """Return by how much a player is ahead of another."""
        return Quantity(replace(self.games.value(lead), unit=self.result.unit.of_changes), lead)

    @cached_property
    def _settings(self) -> dict[Line, dict[tuple[str, ...], list[int]]]:
        """The scenarios of each player in each setting of what is varied beside the players."""
        factors = settings_beside(self.run)
        rows = {row["scenario"]: row for row in self.run.levels.iter_rows(named=True)}
        found: dict[Line, dict[tuple[str, ...], list[int]]] = {line: {} for line in self.lines}
        for line, settings in found.items():
            for scenario in sorted(line.scenarios):
                setting = tuple(str(rows[scenario][factor]) for factor in factors)
                settings.setdefault(setting, []).append(scenario)
        return found

    def agrees(self, line: Line) -> bool:
        """Return whether a player comes to about the same in all settings: else no mean describes it."""
        rates = {setting: line.average(scenarios) for setting, scenarios in self._settings[line].items()}
        is_apart = are_far_apart((rate.value for rate in rates.values()), is_share=self.result.is_share)
        return may_be_averaged(rates) and not is_apart

    @cached_property
    def are_even(self) -> bool:
        """Whether all have the same settings, or meet each other equally often at tables as large.

        Only then it says who is better what each comes to on average over all its tables.
        """
        if not self.are_meeting:
            return len({frozenset(setting) for setting in self._settings.values()}) == 1
        sizes = {len(self.run.line_ups[at]) for line in self.lines for at in line.scenarios}
        met = Counter(len(one.scenarios & other.scenarios) for one, other in combinations(self.lines, 2))
        return len(sizes) == len(met) == 1 and 0 not in met

    # ---- claims

    def best(self) -> list[Claim]:
        """Return which player is best, as far as that is clear, and what it comes to."""
        if opposed := self._opposed():
            return opposed
        if len(self.lines) == 2 and self._is_shared_out:
            return self._of_two()
        if extreme := self._extreme(self.lines, is_best=True):
            return [extreme, *([] if extreme.quantities else self._levels())]
        leads = list(map(self.measured, self._leads.values()))
        near = [lead for lead in leads if not is_significant(lead.estimate, len(leads))]
        if len(near) == len(leads):
            return [nothing(leads, len(leads))]
        told = [nothing(near, len(leads))] if 0 < len(near) <= FEW else []
        ahead = self._ahead_of(leads) if len(leads) > 1 else change_or_nothing(leads[0], (), 1)
        return [ahead, *(told or self._levels())]

    @staticmethod
    def _ahead_of(leads: Sequence[Quantity]) -> Several:
        """Return the claim how many others the best is at least ahead of."""
        clear = [
            lead for lead in leads if lead.estimate.value > 0 and is_significant(lead.estimate, len(leads))
        ]
        return Several(tuple(Change(lead.of) for lead in leads), len(clear))

    def beaten(self) -> list[Claim]:
        """Return how many others the best beats where they meet, beside what it wins on average."""
        if not self.are_meeting or len(self.lines) < 3:
            return []
        found = self._ahead_of(list(map(self.measured, self._leads.values())))
        return [found] if found.at_least else []

    def order(self) -> list[Claim]:
        """Return the order of a few players, if each is clearly better than the next."""
        steps = list(zip(self.lines, self.lines[1:], strict=False))
        if not 3 <= len(self.lines) <= MOST_IN_ORDER or not self.are_even:
            return []
        leads = [self.games.value(difference(self.of(one), self.of(other), one.sign)) for one, other in steps]
        if not all(lead.value > 0 and is_significant(lead, len(steps)) for lead in leads):
            return []
        return [Order(tuple(map(self.of, self.lines[:: self.lines[0].sign])))]

    @cached_property
    def _is_shared_out(self) -> bool:
        """Whether players compete for a share of games, at tables that are all as large."""
        line = self.lines[0]
        return self.are_meeting and self.result.is_share and line.fair_in(sorted(line.scenarios)) is not None

    def _of_two(self) -> list[Claim]:
        """Return what the better of two players wins, beside the fair share."""
        line, fair = self.lines[0], self.lines[0].fair_in(sorted(self.lines[0].scenarios)) or 0.0
        own = Quantity(line.average(sorted(line.scenarios)), self.of(line))
        return [beside_fair(own, fair)] if self.agrees(line) else self._levels()

    def _levels(self) -> list[Claim]:
        """Return what the best player comes to; in settings that disagree from the least to the most."""
        line = self.lines[0]
        if self.agrees(line):
            return [Level(quantities=(self._value(line),))]
        ranked = sorted(self._settings[line].values(), key=lambda group: line.average(group).value)
        ends = (
            Quantity(line.average(group), line.of(group), is_alone=True) for group in (ranked[0], ranked[-1])
        )
        return [Level(quantities=tuple(ends))]

    def _value(self, line: Line) -> Quantity:
        """Return what a player comes to, measured on games that did not choose it."""
        found = Quantity(line.average(sorted(line.scenarios)), self.of(line))
        return measured_anew(self.run, found, len(self.lines))

    def _extreme(self, lines: Sequence[Line], *, is_best: bool) -> Extreme | None:
        """Return the claim that one or two players are the best, or one the worst; None if that is open."""
        if not self.are_even or len(lines) < 2:
            return None
        sign = lines[0].sign if is_best else -lines[0].sign
        most = clearly_most(
            {line: sign * line.average(sorted(line.scenarios)).value for line in lines},
            lambda one, other: self.games.value(difference(self.of(one), self.of(other), sign)),
            together=FEW if is_best else 1,
        )
        if not most:
            return None
        quantities = (self._value(most[0]),) if len(most) == 1 and self.agrees(most[0]) else ()
        rest = tuple(self.of(line) for line in lines if line not in most)
        return Extreme(tuple(map(self.of, most)), rest, sign > 0, quantities=quantities)

    @cached_property
    def _leads(self) -> dict[Line, Contrast]:
        """By how much the best is ahead of each other that it can be compared with."""
        best, *others = self.lines
        return {other: self.lead(best, other) for other in others if self._shared(best, other)}

    def _opposed(self) -> list[Claim]:
        """Return where the best is ahead of another player, and where behind it, if settings disagree."""
        best = self.lines[0]
        if len(self._settings[best]) < 2 or not self.are_even:
            return []
        every = [
            (other, self.measured(self.lead_in(setting, best, other)))
            for other in self.lines[1:]
            for setting in self._settings[best]
        ]
        return self._ahead_and_behind(every)

    def lead_in(self, setting: tuple[str, ...], one: Line, other: Line) -> Contrast:
        """Return by how much a player is better than another in a setting."""
        first, second = ([at for at in self._settings[line][setting] if at in self._shared(line, than)]
                         for line, than in ((one, other), (other, one)))  # fmt: skip
        return difference(one.of(first), other.of(second), one.sign)

    @staticmethod
    def _ahead_and_behind(every: Sequence[tuple[Line, Quantity]]) -> list[Claim]:
        """Return the largest lead of a player over another and its largest deficit, if both are clear."""
        clear = [
            (other, quantity) for other, quantity in every if is_significant(quantity.estimate, len(every))
        ]
        clear.sort(key=lambda entry: entry[1].estimate.value)
        for other, behind in clear:
            ahead = next((quantity for than, quantity in reversed(clear) if than == other), behind)
            if behind.estimate.value < 0 < ahead.estimate.value:
                return [change_or_nothing(quantity, (), 1) for quantity in (ahead, behind)]
        return []

    def closest(self) -> Extreme | None:
        """Return which player is the least behind the best one, if that is clear."""
        best = self.lines[0]
        if not self.are_even or not self.are_meeting or any(not self.agrees(line) for line in self.lines):
            return None
        behind = {other: -self.games.value(lead).value for other, lead in self._leads.items()}
        found = clearly_most(
            behind,
            lambda one, other: self.games.value(difference(self._leads[other], self._leads[one])),
            together=1,
        )
        if not found or behind[found[0]] > 0:
            return None
        (other,) = found
        chosen = self.measured(self._leads[other])
        if self.pairs and self.seats == 2:
            of = other.of(self._shared(best, other))
            chosen = Quantity(other.average(of.scenarios), of)
        rest = tuple(lead for line, lead in self._leads.items() if line != other)
        quantity = measured_anew(self.run, chosen, len(behind))
        return Extreme((self._leads[other],), rest, is_most=False, quantities=(quantity,))

    def last(self) -> Extreme | None:
        """Return which player is the worst, if that is clear; of the one at random nobody asks."""
        asked = [line for line in self.lines if line.key != RANDOM]
        return self._extreme(asked if len(asked) > 2 else self.lines, is_best=False)

    # ---- who beats whom

    @cached_property
    def seats(self) -> int:
        """How many sit at each table; 0 where tables differ."""
        sizes = {len(self.run.line_ups[at]) for line in self.lines for at in line.scenarios}
        return sizes.pop() if len(sizes) == 1 and self.are_meeting else 0

    @cached_property
    def pairs(self) -> Meetings:
        """Every two players that meet at such tables."""
        if not self.result.is_share or not self.seats:
            return {}
        called = {whose(line.wins.of).called: line.key for line in self.lines}
        tables = sorted({at for line in self.lines for at in line.scenarios})
        names = {at: [called[name] for name in self.run.names[at]] for at in tables}
        return pairs_of(self.run, names, self.result, self.seats)

    @cached_property
    def _by_key(self) -> dict[str, Line]:
        return {line.key: line for line in self.lines}

    def _over(self, one: str, other: str) -> Contrast:
        return self.lead(self._by_key[one], self._by_key[other])

    def cycle(self) -> list[Claim]:
        """Return a cycle of players, that there is none, or in how many pairs one is clearly ahead."""
        if len(self.lines) < 3 or not self.pairs or self._opposed():
            return []
        beats = beats_of(self.pairs)
        if found := shortest_cycle(beats):
            steps = zip(found, [*found[1:], found[0]], strict=True)
            return [Cycle(tuple(self._over(*step) for step in steps))]
        every = (sorted(pair) for pair in self.pairs)
        leads = [self._over(*((low, high) if (low, high) in beats else (high, low))) for high, low in every]
        if all_met(self.pairs) and not may_be_a_cycle(list(self._by_key), beats):
            return [Cycle(tuple(leads), is_one=False)]
        return [Several(tuple(map(Change, leads)), len(beats))] if len(beats) > 1 else []

    def survivors(self) -> list[Survivors]:
        """Return which players survive if players copy what wins, if these games settle it."""
        survival = survival_among(self.pairs)
        if survival is None or not survival.is_settled:
            return []
        leads = tuple(self._over(*sorted(pair)) for pair in self.pairs)
        return [Survivors(tuple(self._by_key[name].wins.of for name in survival.alive), leads)]

    # ---- views

    def headline(self) -> InShort:
        """Return what page one says of it."""
        said = self.said()
        return InShort(
            said[:MOST_SAID],
            self._key_figures([claim for sentence in said[:MOST_SAID] for claim in claims_of(sentence)]),
            draw=partial(self.figure, said[0].claims),
            findings=said[MOST_SAID:],
        )

    def said(self, *, is_of_survival: bool = False) -> list[Sentence]:
        """Return all that there is to say, what matters most first.

        That the best player takes over is said only where it is asked which players survive.
        """
        claims, closest, last = [self.best()], self.closest(), self.last()
        if last and len(claims[0]) == 1 and not (self.are_meeting and self.result.is_share):
            claims[0].append(last)
        beaten = self.beaten() if isinstance(claims[0][0], Extreme) else []
        alive = self.survivors()
        if not is_of_survival and alive and alive[0].first == (self.lines[0].wins.of,):
            alive = []
        claims += [[*beaten, *self.cycle()], [*alive], [closest] if closest else self.order()]
        said = [self.voice.say(*claim) for claim in claims if claim]
        if not self.are_meeting and len(self.lines[0].scenarios) == 1:
            best = beside_best(self.run)
            said += best.sentences(self.voice)[:1] if best else []
        return said

    def _key_figures(self, claims: Sequence[Claim]) -> list[KeyFigure]:
        every = dict.fromkeys(
            quantity for claim in claims for quantity in claim.quantities if isinstance(quantity.of, Of)
        )
        return [
            self.voice.key_figure(quantity) for quantity in list(every or [self._value(self.lines[0])])[:4]
        ]

    def key_figures(self) -> list[KeyFigure]:
        """Return what the best player comes to."""
        return self._key_figures(self.best())[:1]

    def findings(self) -> list[Finding]:
        """Return which player is best, unless the game's ladder says it, and what upsets that ladder.

        None of the best where not every two meet equally often: there something else is asked.
        """
        best, *others = (line.key for line in self.lines)
        found = []
        if self.are_even and not all(is_known_stronger(self.run, best, other) for other in others):
            gap = self.measured(self.lead(self.lines[0], self.lines[-1])).estimate
            is_clear = is_significant(gap, len(others))
            is_upset = is_clear and is_known_stronger(self.run, others[-1], best)
            surprise = Surprise.REVERSED if is_upset else Surprise.WHICH if is_clear else Surprise.SIZE
            found.append(self._finding(surprise, size_of(gap), self.best()))
        cycle = [claim for claim in self.cycle() if isinstance(claim, Cycle) and claim.is_one]
        found += [self._finding(Surprise.REVERSED, 1.0, [claim]) for claim in cycle]
        return [*found, *([] if cycle else self._upset()), *self._by_table()]

    def _finding(
        self, surprise: Surprise, size: float, claims: Sequence[Claim], because: Sequence[str] = ()
    ) -> Finding:
        return Finding(self.voice.say(*claims, because=because), size, surprise, About.PLAYERS)

    def _upset(self) -> list[Finding]:
        """Return the player that most clearly beats one that is known to be better."""
        beats = [(high, low) for high, low in beats_of(self.pairs) if is_known_stronger(self.run, low, high)]
        if not beats or self.seats != 2:
            return []
        lead = {pair: abs(self.pairs[frozenset(pair)].lead) for pair in beats}
        high, low = max(beats, key=lambda pair: lead[pair].value)
        one, other = self._by_key[high], self._by_key[low]
        of = one.of(self._shared(one, other))
        won = Quantity(one.average(of.scenarios), of)
        claim = beside_fair(won, one.fair_in(of.scenarios) or 0.0, len(self.pairs))
        if isinstance(claim, Change):
            shown = (claim.quantities[0], measured_anew(self.run, won, len(self.pairs)))
            said = replace(claim, quantities=shown)
            return [self._finding(Surprise.REVERSED, size_of(lead[high, low]), [said], [stands_above(other)])]
        return []

    def _by_table(self) -> list[Finding]:
        """Return where the best player is behind one that it is ahead of elsewhere, as others sit there."""
        best = self.lines[0]
        if self.seats < 3 or self._opposed():
            return []
        every = [
            (other, self.measured(self.lead(best, other, [scenario])))
            for other in self.lines[1:]
            for scenario in self._shared(best, other)
        ]
        claims = self._ahead_and_behind(every)
        size = min((size_of(claim.quantities[0].estimate) for claim in claims), default=0.0)
        return [self._finding(Surprise.REVERSED, size, claims)] if claims else []

    @cached_property
    def rates(self) -> dict[Line, Estimate]:
        """What each comes to over all its tables; where tables differ in size, times its fair share."""
        found = {}
        for line in self.lines:
            rate, strength = line.average(sorted(line.scenarios)), _strength(line)
            times = strength / rate.value if rate.value else 1.0
            value, low, high = (times * end for end in (rate.value, rate.low, rate.high))
            found[line] = rate if self._is_plain else Estimate(value, low, high, rate.n, rate.method)
        return found

    @cached_property
    def _is_plain(self) -> bool:
        """Whether results of all players can be set side by side as they are."""
        return not (self.are_meeting and self.result.is_share) or self._is_shared_out

    def figure(self, claims: Sequence[Claim] = ()) -> Figure:
        """Return what each player comes to, the best on top, with the best known where that is known."""
        rows, result = [line.key for line in self.lines], self.result
        series = {"": list(self.rates.values())}
        scenarios = [sorted(line.scenarios) for line in self.lines]
        subjects: list[list[Hashable]] = [
            [line.key, *([self.of(line)] if self._is_plain else [])] for line in self.lines
        ]
        colours: dict[str, str] = {"": PALETTE[0]}
        ceiling = (
            None
            if self.are_meeting or len(scenarios[0]) > 1
            else rates_at_ceiling(self.run).get(scenarios[0][0])
        )
        if ceiling is not None:
            rows, scenarios = [BEST_KNOWN, *rows], [[], *scenarios]
            subjects = [[], *subjects]
            series = {"": [UNKNOWN, *series[""]], BEST_KNOWN: [ceiling, *[UNKNOWN] * len(self.lines)]}
            colours[BEST_KNOWN] = INK
        told = Shown([], scenarios=scenarios, subjects=subjects)
        if not self.are_meeting:
            told = replace(told, column=result.column, of=self.lines[0].wins.of)
        figure, axes = new_figure(1, 1, ROW * len(rows) + 0.8)
        scale = result.scale if self._is_plain else 1.0
        several_dots(axes[0, 0], list(map(wrapped, rows)), series, colours, {"": told}, scale)
        where = " at tables with others" if self.are_meeting else ""
        unit = (f"{NO_BREAK}%" if self._is_plain else ", times the fair share") if result.is_share else ""
        axes[0, 0].set_xlabel(f"{result.rate}{where}{',' * (unit == f'{NO_BREAK}%')}{unit}")
        fair = self.lines[0].fair_in(scenarios[0]) if self._is_shared_out else None
        if fair is not None:
            reference_line(axes[0, 0], fair, "fair share")
        drawn = Figure(
            "players",
            figure,
            f"The best is on top, strokes are 95{NO_BREAK}% intervals.",
            "One row per player: a dot with its interval.",
            f"{opening(result.rate)} of each player{where}",
        )
        said = claims or self.best()
        if said[0] == self._ahead_of(list(map(self.measured, self._leads.values()))):
            mark_points(figure, {self.lines[0].key}, has_values=False)  # who is ahead of others
        return titled(drawn, self.voice, said)


def _strength(line: Line) -> float:
    """Return what a player comes to; at tables of a contest as a multiple of its fair share."""
    scenarios = sorted(line.scenarios)
    value = line.average(scenarios).value
    fair = [line.wins.fair[at] for at in scenarios if at in line.wins.fair]
    is_of_tables = whose(line.wins.of).kind == STRATEGY and sum(fair) > 0
    return value / (sum(fair) / len(fair)) if is_of_tables else value


# ---- parts of reports


@dataclass(frozen=True)
class Contest(Part):
    """Which strategy is strongest, which beats which, and who wins at tables of three or more."""

    run: RunDirectory
    players: LineUps
    """Who plays in each scenario that means are taken over (`simkit.results.scenarios.base`)."""

    seats: pl.DataFrame
    """Columns scenario, strategy, won, seats of these scenarios (`counted_seats`)."""

    pairs: Meetings
    """Every two strategies that meet at tables of two."""

    tables: WinsByTable
    player: str
    result: Result

    @classmethod
    def read(
        cls,
        run: RunDirectory,
        players: LineUps,
        seats: pl.DataFrame,
        *,
        player: str = "player",
        result: Result = WON,
    ) -> Contest:
        """Read the shares of wins at tables where the strategies of a run meet."""
        shown = {scenario: players[scenario] for scenario in base(run) if scenario in players}
        rows = seats.filter(pl.col("scenario").is_in(list(shown)))
        pairs, tables = pairs_of(run, players, result), wins_by_table(run, players, result)
        return cls(run, shown, rows, pairs, tables, player, result)

    @cached_property
    def found(self) -> Players | None:
        """The players that meet; None if none do."""
        found = Players.read(self.run, self.result)
        return found if found and found.are_meeting else None

    @property
    def names(self) -> list[str]:
        """The strategies, the strongest first."""
        return in_order(self.seats, by_strength(self.seats, self.players))

    def sections(self) -> list[Section]:
        """Return sections with each table's winners and a grid of all pairs; empty if no strategies meet."""
        found = self.found
        claims = (*found.cycle(), *found.survivors()) if found else ()
        said = [Text(found.voice.say(claim)) for claim in claims] if found else []
        sections = [
            *wins_sections(self.run, self.tables, player=self.player, result=self.result),
            *pair_sections(self.run, self.pairs, self.names, said, player=self.player, result=self.result),
        ]
        return with_titles(sections, found.voice, found.cycle() or found.best()) if found else sections

    def findings(self) -> list[Finding]:
        """Return findings on the strongest strategy, on the order of the players, and on what upsets it."""
        return self.found.findings() if self.found else []

    def key_figures(self) -> list[KeyFigure]:
        """Return the win rate of the strategy that wins most."""
        return self.found.key_figures() if self.found else []


class BestInPoints(Part):
    """Which player has the most points per game, where points are what players first strive for."""

    def __init__(self, run: RunDirectory) -> None:
        found = Players.read(run)
        self.found = found if found and found.are_meeting and not found.result.is_share else None

    def findings(self) -> list[Finding]:
        """Return which player is best, unless the game's ladder says the same."""
        return self.found.findings() if self.found else []

    def key_figures(self) -> list[KeyFigure]:
        """Return the points of the best player."""
        return self.found.key_figures() if self.found else []

    def sections(self) -> list[Section]:
        """Return a section with the points of each player, and how much better the best is."""
        if not self.found:
            return []
        found, (best, *_) = self.found, self.found.lines
        leads: Mapping[Line, Estimate] = {
            line: found.measured(lead).estimate for line, lead in found._leads.items()
        }
        frame = pl.DataFrame(
            {
                "player": [line.key for line in found.lines],
                found.result.rate: list(map(str, found.rates.values())),
                f"{best.key} is better by": [str(leads.get(line, UNKNOWN)) for line in found.lines],
                "significant": [
                    ("yes" if is_significant(leads[line], len(leads)) else "no") if line in leads else ""
                    for line in found.lines
                ],
            }
        )
        table = Table(
            frame,
            "Means at all tables with others, the best first. The third column is of the games in which both "
            f"play, one by one ({len(leads)} comparisons allowed for).",
        )
        return [Section(f"{opening(found.result.wins)} of each player", [found.figure(), table])]
