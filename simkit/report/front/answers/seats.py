"""Answers whether the place in the turn order, or the seat, matters: yes or no, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from simkit.experiment.about import AskedAbout
from simkit.report.document.blocks import Figure, InShort, KeyFigure
from simkit.report.document.charts import key, several_dots
from simkit.report.document.figures import FAINT, colours_of, small_multiples
from simkit.report.document.points import Shown
from simkit.report.facts.line_ups import line_ups_of
from simkit.report.facts.people import counted
from simkit.report.facts.result import Result, is_contested, results_of
from simkit.report.front.answers.named import AlikeTable, Named, alike_tables, beside_fair
from simkit.report.sections.seats import PlaceShare, Seats
from simkit.report.words import opening
from simkit.run.findings.noticed import nothing_is_decided
from simkit.run.findings.targeted import DECIDED, won_by_one
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import percent
from simkit.stats.whose import ORDINALS
from simkit.words import listed

ENOUGH = 0.05
"""Only if no place can be further from its fair share, it is said that places do not matter."""

LITTLE = 0.02
"""Up to this distance from the fair share, a place that matters matters little."""

MOST_PLAYERS = 4
"""The most numbers of players that the figure shows."""

MOST_SETTINGS = 3
"""The most settings of other rules that the figure shows; the section on places has all."""

MARGIN = 1.1
"""How far the axes reach beyond the widest interval."""


def answer_seats(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return whether the place in the turn order matters, for the strongest players and for others."""
    found = InTurn.read(run)
    return found.answer() if found else None


@dataclass(frozen=True)
class InTurn:
    """What each place wins, at tables of one strategy where there are any.

    Parameters
    ----------
    run : RunDirectory
        The run.
    seats : Seats
        What each place wins, by scenario.
    tables : sequence of AlikeTable
        The scenarios; of different strategies at one table, `strategy` is empty.
    """

    run: RunDirectory
    seats: Seats
    tables: Sequence[AlikeTable]

    @classmethod
    def read(cls, run: RunDirectory) -> InTurn | None:
        """Read what each place wins; None where players do not compete for a win."""
        results = [own for own in results_of(run, "seat") if is_contested(run, own)]
        if not results or nothing_is_decided(run):
            return None
        tables = [own for own in alike_tables(run) if own.players > 1 and run.has_seats(own.scenario)]
        if not tables:
            decided = won_by_one(run, results[0].column, DECIDED)
            tables = [
                AlikeTable(scenario, len(names), "", "")
                for scenario, names in line_ups_of(run).items()
                if len(names) > 1 and run.has_seats(scenario) and scenario not in decided
            ]
        seats = Seats.read(run, [own.scenario for own in tables], result=results[0])
        tables = [own for own in tables if own.scenario in seats.places]
        return cls(run, seats, tables) if tables else None

    @cached_property
    def named(self) -> Named:
        """The players in a designer's words."""
        return Named(self.run)

    @property
    def result(self) -> Result:
        """What is won."""
        return self.seats.result

    @property
    def is_in_turn_order(self) -> bool:
        """Whether places are those in the turn order; else they are seats."""
        return bool(self.run.turn_order)

    @property
    def strategies(self) -> list[str]:
        """The strategies, the strongest first, without the one that moves at random."""
        return self.named.told(self.named.strongest_first(own.strategy for own in self.tables))

    def of(self, strategy: str) -> list[AlikeTable]:
        """Return the tables of a strategy."""
        return [own for own in self.tables if own.strategy == strategy]

    def answer(self) -> InShort:
        """Return the answer: for the strongest players, then for the weakest."""
        best, *others = self.strategies
        if opposed := self._opposed():
            sentences = self._disagree(*opposed)
        else:
            sentences = [*self._of(best), *([self._also(others[-1])] if others else [])]
        return InShort(sentences, self._key_figures(best), draw=self._figure)

    def _opposed(self) -> tuple[AlikeTable, AlikeTable, int] | None:
        """Return two tables of like size and rules, and a place that one kind of player gains by, one loses.

        Of all of these the one where the stronger player is furthest from the fair share; None without any.
        """
        at = {(own.players, own.setting, own.strategy): own for own in self.tables}
        found = [
            (min(abs(gap), abs(other_gap)), own, other, number)
            for stronger, weaker in combinations(self.strategies, 2)
            for own in self.of(stronger)
            if (other := at.get((own.players, own.setting, weaker)))
            for number in range(own.players)
            for gap, other_gap in [(self._gap(own, number), self._gap(other, number))]
            if gap * other_gap < 0
        ]
        if not found:
            return None
        _, own, other, number = max(found, key=lambda one: one[0])
        return own, other, number

    def _gap(self, table: AlikeTable, number: int) -> float:
        """Return by how much a place wins more than its fair share; 0 if it may be chance."""
        place = self.seats.places[table.scenario][number]
        return place.share.value - place.fair if place.differs else 0.0

    def _disagree(self, one: AlikeTable, other: AlikeTable, number: int) -> list[str]:
        """Return that a place helps some players and harms others, then which place does the same to all."""
        setting = f" ({one.setting})" if one.setting else ""
        won = [self._says(own, number) for own in (one, other)]
        among = [f"among {counted(own.players)} {self.named.many(own.strategy)}" for own in (one, other)]
        return [
            f"Which {self.place} wins depends on how they play: {self._at(number)} {among[0]} "
            f"{self.result.does} {won[0]} of games, {among[1]} {won[1]}{setting}.",
            self._same_for_all() or f"So it is how they play that makes this {self.place} good or bad.",
        ]

    def _same_for_all(self) -> str:
        """Return which place clearly wins more, or less, than its fair share with every kind of player.

        Of several the one that is furthest off among those who gain or lose least by it; "" without any.
        """
        at: dict[tuple[int, str], list[AlikeTable]] = {}
        for own in self.tables:
            if own.strategy in self.strategies:
                at.setdefault((own.players, own.setting), []).append(own)
        found = [
            (min(map(abs, gaps)), gaps[0] > 0, tables[0], number)
            for (players, _), tables in at.items()
            if len({own.strategy for own in tables}) == len(self.strategies)
            for number in range(players)
            if min(gaps := [self._gap(own, number) for own in tables]) > 0 or max(gaps) < 0
        ]
        if not found:
            return ""
        _, is_gain, table, number = max(found, key=lambda own: own[0])
        setting = f" ({table.setting})" if table.setting else ""
        than = f"{'more' if is_gain else 'less'} than the fair share"
        place = opening(self._at(number))
        of = f"{place} of {counted(table.players)} {self.result.does} {than}"
        return f"{of} with every kind of player tried{setting}."

    def _says(self, table: AlikeTable, number: int) -> str:
        place = self.seats.places[table.scenario][number]
        return beside_fair(place.share, place.fair)

    def _at(self, number: int) -> str:
        return f"the {ORDINALS[number]}" if self.is_in_turn_order else f"seat {number + 1}"

    def _of(self, strategy: str) -> list[str]:
        """Return whether the place matters among the strongest players, and by how much."""
        tables, place = self.of(strategy), self.place
        unequal = self._unequal(tables)
        among = f"among {self._many(strategy)}" if strategy else "at these tables"
        if not unequal:
            no = f"No, {among} the {place} does not matter{_counts(tables)}: {self._none(tables)}"
            if self._furthest(tables) > ENOUGH:
                no = f"Not as far as these games tell: {among}{_counts(tables)} {self._none(tables)}"
            return [f"{no}, by the intervals."]
        if self._furthest(tables) <= LITTLE:
            hardly = f"Hardly, {among} the {place} matters little{_counts(tables)}"
            return [f"{hardly}: {self._none(tables)}, by the intervals."]
        signs = {self._begins_with_gain(own) for own in unequal}
        yes = f"Yes, the {place} matters"
        if self.is_in_turn_order and len(signs) == 1 and None not in signs:
            yes = f"Yes, beginning is {'an advantage' if True in signs else 'a disadvantage'}"
        said = self._places_win(unequal)
        equal = [own for own in tables if own not in unequal]
        if not equal:
            return [f"{yes}: {said}."]
        rest = sorted({own.players for own in equal})
        if not {own.players for own in unequal} & set(rest):
            counts = listed([counted(count) for count in rest])
            return [f"{yes}: {said}.", f"With {counts} of them {self._none(equal)}, by the intervals."]
        return [f"{yes}, in {len(unequal)} of {len(tables)} settings: {said}."]

    def _also(self, strategy: str) -> str:
        """Return whether the place matters among other players."""
        tables, players = self.of(strategy), self._many(strategy)
        unequal = self._unequal(tables)
        if not unequal:
            return f"Among {players} {self._none(tables)}."
        if self._furthest(tables) <= LITTLE:
            return f"Among {players} it matters little: {self._none(tables)}."
        return f"{opening(self._places_win(unequal))}."

    def _many(self, strategy: str) -> str:
        """Return the players of a strategy; "of one kind" if others of the same skill play as well."""
        return self.named.of_one_kind(strategy, self.strategies)

    @property
    def place(self) -> str:
        """What is compared: a place in the turn order, or a seat."""
        return "place in the turn order" if self.is_in_turn_order else "seat"

    def _unequal(self, tables: Sequence[AlikeTable]) -> list[AlikeTable]:
        """Return the tables at which a place differs significantly from its fair share."""
        return [own for own in tables if any(place.differs for place in self.seats.places[own.scenario])]

    def _none(self, tables: Sequence[AlikeTable]) -> str:
        """Return how far places may be from their fair shares at most."""
        off = f"{100 * self._furthest(tables):.1f} points above or below the fair share"
        return f"no {self.place} {self.result.does} more than {off}"

    def _furthest(self, tables: Sequence[AlikeTable]) -> float:
        """Return how far a place may be from its fair share, by intervals widened for their number."""
        return max(_reach(place) for own in tables for place in self.seats.places[own.scenario])

    def _places_win(self, tables: Sequence[AlikeTable]) -> str:
        """Return what the places furthest off win, with the fewest and with the most players."""
        shown = self._furthest_by_count(tables)
        ends = shown if len(shown) < 3 else [shown[0], shown[-1]]
        first, *others = ends
        single = len({own.setting for own in ends}) == 1
        said = [f"{self._called(first)} {self.result.does} {self._share(first)} of games"]
        said += [f"{self._called(own, is_first=False)} {self._share(own)}" for own in others]
        settings = [f" ({own.setting})" if own.setting else "" for own in ends]
        if single:
            return f"{listed(said)}{settings[0]}"
        return listed([f"{words}{setting}" for words, setting in zip(said, settings, strict=True)])

    def _furthest_by_count(self, tables: Sequence[AlikeTable]) -> list[AlikeTable]:
        """Return for each number of players the table at which a place is furthest from its fair share."""
        found: dict[int, AlikeTable] = {}
        for own in tables:
            known = found.get(own.players)
            if known is None or self._place(own).off > self._place(known).off:
                found[own.players] = own
        return [found[count] for count in sorted(found)]

    def _place(self, table: AlikeTable) -> PlaceShare:
        """Return the place that is furthest from its fair share; of two, the one that wins more."""
        places = self.seats.places[table.scenario]
        if len(places) == 2:
            return max(places, key=lambda own: own.share.value)
        return max((own for own in places if own.differs), key=lambda own: own.off, default=places[0])

    def _begins_with_gain(self, table: AlikeTable) -> bool | None:
        """Return whether the first place wins more than its fair share; None if it may be chance."""
        first = self.seats.places[table.scenario][0]
        return first.share.value > first.fair if first.differs else None

    def _share(self, table: AlikeTable) -> str:
        return self._says(table, self._number(table))

    def _number(self, table: AlikeTable) -> int:
        return self.seats.places[table.scenario].index(self._place(table))

    def _called(self, table: AlikeTable, *, is_first: bool = True) -> str:
        """Return a table's place among its players: "the second of two experts"; shorter if not the first."""
        players = self.named.many(table.strategy) if table.strategy else "players"
        return (
            f"{self._at(self._number(table))} of {counted(table.players)}{f' {players}' if is_first else ''}"
        )

    def _key_figures(self, strategy: str) -> list[KeyFigure]:
        figures = []
        for own in self._furthest_by_count(self.of(strategy))[:MOST_PLAYERS]:
            place = self._place(own)
            fair = f"fair: {percent(place.fair)}{'' if place.differs else ', not significant'}"
            setting = f", {own.setting}" if own.setting else ""
            meaning = f"of {self.result.games} by {self._called(own)}{setting} ({fair})"
            figures.append(KeyFigure(f"{place.share:alone}", meaning))
        return figures

    def _figure(self) -> Figure:
        settings = list(dict.fromkeys(own.setting for own in self.tables))[:MOST_SETTINGS]
        counts = sorted({own.players for own in self.tables})[:MOST_PLAYERS]
        names = self.named.one_of_each_skill(self.strategies)
        called = {name: self.named.many(name) if name else "all players" for name in names}
        colours = colours_of(list(called.values()))
        at = {(own.setting, own.players, own.strategy): own.scenario for own in self.tables}
        titles = {
            (setting, count): f"{counted(count)} players{f', {setting}' if setting else ''}"
            for setting in settings
            for count in counts
            if any((setting, count, name) in at for name in names)
        }
        shown = [own for (*place, name), own in at.items() if name in names and tuple(place) in titles]
        reach = MARGIN * max(place.reach for own in shown for place in self.seats.places[own])
        height = (0.16 + 0.08 * len(names)) * max(counts) + 0.7
        figure, panels = small_multiples(list(titles.values()), height, across=len(counts))
        for (setting, count), title in titles.items():
            found = {name: at[setting, count, name] for name in names if (setting, count, name) in at}
            places = {called[name]: self.seats.places[scenario] for name, scenario in found.items()}
            told = {called[name]: Shown([], scenarios=[[own]] * count) for name, own in found.items()}
            series = {name: [place.share for place in own] for name, own in places.items()}
            panel = panels[title]
            several_dots(panel, [self._row(number) for number in range(count)], series, colours, told)
            fair = next(iter(places.values()))[0].fair
            panel.axvline(100 * fair, color=FAINT, lw=1.2, ls=(0, (4, 3)), zorder=1)
            panel.set_xlim(100 * max(0.0, fair - reach), 100 * min(1.0, fair + reach))
            panel.set_xlabel(f"{self.result.games}, %")
        if len(called) > 1:
            key(figure, colours, marks=True)
        among = "" if len(called) > 1 or names == [""] else f" among {next(iter(called.values()))}"
        return Figure(
            "by_place",
            figure,
            f"{opening(self.result.games)} by each {self.place}{among}, with 95 % intervals; the dashed "
            "line is the fair share, and all panels reach equally far from it.",
            "One panel per number of players, one row per place, dashed the fair share.",
        )

    def _row(self, number: int) -> str:
        return ORDINALS[number] if self.is_in_turn_order else f"seat {number + 1}"


def _counts(tables: Sequence[AlikeTable]) -> str:
    """Return the numbers of players of tables if there are several: " with two, three and four players"."""
    counts = sorted({own.players for own in tables})
    return f" with {listed([counted(count) for count in counts])} players" if len(counts) > 1 else ""


def _reach(place: PlaceShare) -> float:
    """Return how far a place may be from its fair share, by the interval for all that are compared."""
    return max(place.wide.high - place.fair, place.fair - place.wide.low)
