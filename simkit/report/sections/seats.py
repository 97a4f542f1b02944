"""Reports whether a seat, or a place in the turn order, wins more than its fair share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from simkit.experiment.about import About
from simkit.report.document.blocks import (
    Block,
    Figure,
    Finding,
    KeyFigure,
    Part,
    Section,
    Surprise,
    Table,
    Text,
)
from simkit.report.document.charts import dots
from simkit.report.document.figures import PALETTE, small_multiples
from simkit.report.document.points import Shown
from simkit.report.effects.averaging import may_be_averaged
from simkit.report.facts.columns import label_in_words, seat_columns
from simkit.report.facts.paired import Floats, ends_of
from simkit.report.facts.result import WON, Result
from simkit.report.facts.scenarios import all_of, panel_titles, scenario_column
from simkit.report.facts.scenarios import labels as scenario_labels
from simkit.report.words import NO_BREAK, opening, with_setting
from simkit.run.findings.targeted import DECIDED, won_by_one
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import CONFIDENCE, POINTS, Estimate, average_share, percent, wilson
from simkit.stats.precision import as_if_equal

MOST_PANELS = 12
MOST_ROWS = 120
LITTLE = 0.05
"""A place that is shown to be at most this far from its fair share does not matter."""

ROW_HEIGHT = 0.22
"""The height of a row of dots, in inches."""

MARGIN = 1.1
"""How far the axes reach beyond the widest interval."""


OF_PEOPLE = (
    "Who sat where is as the people chose it: a seat may win more since a stronger player sat there more "
    "often. The fair share is what a seat wins on average."
)
"""The introduction for games of people, who do not sit at every seat equally often."""


@dataclass(frozen=True)
class SeatWords:
    """The column by which seats are compared, with the words for it.

    Parameters
    ----------
    heading : str
        The section's heading, and the figure's name.
    introduction : str
        What the reader should know first.
    column : str
        The seats' column by which they are compared: the seat's number, its place in some order, or a code of
        what it plays, an ability perhaps, whose labels then name the rows.
    one : str
        What stands before the number, of seats counted from 1: "seat" 1.
    each : str
        What every one of them is: "place in the order of round 1".
    no : str
        The same after "no": "place in the turn order".
    first : str
        What the one with the lowest number is called in sentences.
    scenarios : str
        What the scenarios are called that are compared.
    cause : str
        What favours or harms a player.
    """

    heading: str = "Seats"
    introduction: str = (
        "Every player sits at every seat equally often, so that no seat gains by the strategy that sits "
        "there. The fair share is what a seat wins on average. Where chance says who begins, the seat's "
        "number means nothing."
    )
    column: str = "seat"
    one: str = "seat"
    each: str = "seat"
    no: str = "seat"
    first: str = "seat 1"
    scenarios: str = "scenarios"
    cause: str = "the seat"


IN_TURN_ORDER = SeatWords(
    heading="Turn order",
    introduction=(
        "Every player sits at every seat equally often, so that no place in the turn order gains by the "
        "strategy that sits there. The fair share is what a place wins on average."
    ),
    one="place",
    each="place in the turn order",
    no="place in the turn order",
    first="the first player",
    cause="the turn order",
)
"""The words for a game that has a column for the turn order."""


@dataclass(frozen=True)
class PlaceShare:
    """The share of wins of a seat, or of a place in the turn order, in a scenario.

    Parameters
    ----------
    number : int
        The seat's number, or its place.
    label : str
        What it is called in figures and tables.
    name : str
        What it is called in findings.
    share : Estimate
        Games won, with a 95 % interval.
    wide : Estimate
        The same with an interval that allows for all the places that a report compares: chance alone puts
        the fair share outside of any of them in 5 % of reports (Bonferroni).
    fair : float
        What a place wins on average.
    """

    number: int
    label: str
    name: str
    share: Estimate
    wide: Estimate
    fair: float

    @property
    def differs(self) -> bool:
        """True if it differs significantly from its fair share."""
        return self.wide.excludes(self.fair)

    @property
    def off(self) -> float:
        """The distance of the share from the fair share."""
        return abs(self.share.value - self.fair)

    @property
    def beyond(self) -> Estimate:
        """How far the share is above the fair share, with its interval."""
        own, fair = self.share, self.fair
        return Estimate(own.value - fair, own.low - fair, own.high - fair, own.n, own.method, POINTS)

    @property
    def reach(self) -> float:
        """The distance from the fair share to the more distant end of the interval."""
        return max(self.share.high - self.fair, self.fair - self.share.low)


@dataclass(frozen=True)
class Seats(Part):
    """Whether a seat, or a place in the turn order, wins more than its fair share.

    Parameters
    ----------
    run : RunDirectory
        The run.
    words : SeatWords
        By what seats are compared.
    result : Result
        What it is to win.
    places : dict
        By scenario: all places, the one with the lowest number first.
    """

    run: RunDirectory
    words: SeatWords
    result: Result
    places: dict[int, list[PlaceShare]]

    @classmethod
    def read(
        cls,
        run: RunDirectory,
        scenarios: Sequence[int],
        words: SeatWords | None = None,
        result: Result = WON,
    ) -> Seats:
        """Read the share that each seat wins in scenarios of several seats."""
        words = words or (replace(IN_TURN_ORDER, column=run.turn_order) if run.turn_order else SeatWords())
        if words.column == SeatWords.column and not run.knows_seats:
            return cls(run, words, result, {})
        decided = won_by_one(run, result.column)
        scenarios = [scenario for scenario in scenarios if scenario not in decided]
        if not scenarios:
            return cls(run, words, result, {})
        counts = (
            run.seats(scenarios)
            .group_by("scenario", pl.col(words.column).to_physical())
            .agg(won=pl.col(result.column).cast(pl.Int64).sum(), games=pl.len())
            .sort("scenario", words.column)
            .collect(engine="streaming")
        )
        labels = _labels(run, words.column)
        first = 1 - int(
            str(counts[words.column].min())
        )  # tables count seats and places from 0, people from 1
        confidence = 1 - (1 - CONFIDENCE) / len(counts)
        places: dict[int, list[PlaceShare]] = {}
        for (scenario,), own in counts.group_by("scenario", maintain_order=True):
            fair = int(own["won"].sum()) / int(own["games"].sum())
            rows = own.select(words.column, "won", "games").iter_rows()
            places[int(str(scenario))] = [
                PlaceShare(
                    int(number),
                    labels.get(number, f"{words.one} {number + first}"),
                    labels.get(number, f"{words.one} {number + first}" if place else words.first),
                    wilson(won, games),
                    wilson(won, games, confidence),
                    fair,
                )
                for place, (number, won, games) in enumerate(rows)
            ]
        return cls(run, words, result, places)

    @property
    def unequal(self) -> list[int]:
        """The scenarios in which a place differs significantly from its fair share."""
        return [number for number, own in self.places.items() if any(place.differs for place in own)]

    @property
    def _telling(self) -> list[int]:
        """The scenarios in which seats could matter: not those that one player wins from every seat."""
        decided = won_by_one(self.run, self.result.column, DECIDED) - set(self.unequal)
        return [scenario for scenario in self.places if scenario not in decided]

    @property
    def _comparisons(self) -> int:
        return sum(len(places) for places in self.places.values())

    def sections(self) -> list[Section]:
        """Return a section with a table of each place's share of wins and, for few scenarios, a figure."""
        if not self.places:
            return []
        introduction = self.words.introduction if self.run.people is None else OF_PEOPLE
        blocks: list[Block] = [Text(introduction)]
        if len(self.places) <= MOST_PANELS:
            blocks.append(self._figure())
        if len(self.places) <= MOST_ROWS:
            blocks.append(self._table())
        return [Section(self.words.heading, blocks)]

    def findings(self) -> list[Finding]:
        """Return a finding on the place that is furthest from its fair share, or that none is far from it.

        Where neither is shown, there is nothing to say.
        """
        telling = self._telling
        if not telling:
            return []
        if self.unequal:
            return [self._furthest()]
        if over_all := self._over_all():
            return [over_all]
        if self._reach(telling) > LITTLE or len(telling) < len(self.places):
            return []
        where = f"in {all_of(len(telling))} {self.words.scenarios}, " if len(telling) > 1 else ""
        words = opening(f"{where}{self._none(telling)}")
        return [Finding(words, 0.0, Surprise.NOTHING, About.SEATS)]

    def _furthest(self) -> Finding:
        """Return where a place is furthest from its fair share, and in how many scenarios any differs."""
        unequal = self.unequal
        furthest = max(unequal, key=lambda scenario: max(place.off for place in self.places[scenario]))
        size = max(place.off for place in self.places[furthest])
        words = [self._finding(furthest)]
        if len(self.places) > 1:
            first = [own for scenario in unequal if (own := self.places[scenario][0]).differs]
            more = sum(place.share.value > place.fair for place in first)
            less = len(first) - more
            at_least = "all " if len(unequal) == len(self.places) else f"at least {len(unequal)} of "
            words.append(
                f"A {self.words.no} {self.result.does} more or less than chance explains in {at_least}"
                f"{len(self.places)} {self.words.scenarios}; {self.words.first} clearly gains in "
                f"{more or 'none'} of them and clearly loses in {less or 'none'}."
            )
        return Finding(" ".join(words), size, Surprise.WHICH, About.SEATS)

    def _won_per_game(self, place: int) -> Floats:
        """Return the share of the scenarios in which a place wins, for each game number."""
        own = pl.col(self.words.column).to_physical() == place
        won = pl.col(self.result.column).cast(pl.Float64)
        ends = ends_of(self.run)
        together = [list(self.places)] if len(ends) == 1 else [[scenario] for scenario in self.places]
        each = [
            self.run.seats(scenarios)
            .filter(own)
            .group_by("game")
            .agg(won.mean())
            .sort("game")
            .collect(engine="streaming")[self.result.column]
            .to_numpy()
            for scenarios in together
        ]
        return np.asarray(np.mean([as_if_equal(values, ends) for values in each], axis=0))

    def _over_all(self) -> Finding | None:
        """Return what the first place wins over all scenarios with as many places, if that is not fair."""
        sizes = {len(places) for places in self.places.values()}
        if len(self.places) < 2 or len(sizes) > 1:
            return None
        first = next(iter(self.places.values()))[0]
        beyond = {scenario: places[0].beyond for scenario, places in self.places.items()}
        share = average_share(self._won_per_game(first.number), len(self.places))
        fair = sum(places[0].fair for places in self.places.values()) / len(self.places)
        if not may_be_averaged(beyond) or not share.excludes(fair):
            return None
        words = (
            f"Over {all_of(len(self.places))} {self.words.scenarios}, {first.name} {self.result.does} "
            f"{share} of games; the fair share is {percent(fair)}."
        )
        return Finding(words, abs(share.value - fair), Surprise.WHICH, About.SEATS)

    def key_figures(self) -> list[KeyFigure]:
        """Return the number of scenarios in which a place matters, and the largest effect."""
        if not self._telling:
            return []
        unequal, figures = self.unequal, []
        if len(self.places) > 1:
            more = "favours or harms a player significantly"
            meaning = f"scenarios in which {self.words.cause} {more}"
            figures.append(KeyFigure(f"{len(unequal)} of {len(self.places)}", meaning))
        if unequal or len(self.places) == 1:
            every = [(s, p) for s, own in self.places.items() for p in own if p.differs or not unequal]
            scenario, place = max(every, key=lambda pair: pair[1].off)
            where = f", {scenario_labels(self.run)[scenario]}" if self.run.factors else ""
            by_chance = "" if place.differs else ", not significant"
            meaning = (
                f"of {self.result.games} by {place.name}{where} (fair: {percent(place.fair)}{by_chance})"
            )
            figures.append(KeyFigure(percent(place.share.value), meaning))
        return figures

    def _figure(self) -> Figure:
        rows_called = {place.label for places in self.places.values() for place in places}
        titles = panel_titles(self.run, self.places, rows_called)
        rows = max(len(places) for places in self.places.values())
        lines = max(title.count("\n") for title in titles.values())
        height = 0.75 + ROW_HEIGHT * rows + 0.16 * lines
        figure, panels = small_multiples(list(titles.values()), height, across=2)
        reach = MARGIN * max(place.reach for places in self.places.values() for place in places)
        for scenario, places in self.places.items():
            panel = panels[titles[scenario]]
            told = Shown([], scenarios=[[scenario]] * len(places))
            dots(panel, [place.label for place in places], [p.share for p in places], PALETTE[0], told)
            fair = places[0].fair
            panel.axvline(100 * fair, color=PALETTE[1], lw=1.2, ls="--", zorder=2)
            panel.set_xlim(100 * max(0.0, fair - reach), 100 * min(1.0, fair + reach))
            panel.set_xlabel(f"{self.result.games}, %")
            if len(titles) == 1:
                panel.set_title("")  # "the only scenario" says nothing
        return Figure(
            self.words.heading.lower().replace(" ", "_"),
            figure,
            f"Win share of each {self.words.each}, with 95 % intervals; the dashed line is the fair "
            "share, and all panels reach equally far from it, if not beyond 0 or 100. Of many intervals one "
            "in twenty misses the fair share by chance: the table says which differ significantly.",
            f"One panel per scenario, one dot per {self.words.one}, a dashed line at the mean of the "
            f"{self.words.one}s.",
        )

    def _table(self) -> Table:
        columns: dict[str, list[str]] = scenario_column(self.run, list(self.places))
        columns["fair share"] = [percent(places[0].fair) for places in self.places.values()]
        labels = {place.number: place.label for places in self.places.values() for place in places}
        for number, label in sorted(labels.items()):
            columns[label] = [
                "".join(_cell(place) for place in places if place.number == number)
                for places in self.places.values()
            ]
        return Table(
            pl.DataFrame(columns),
            f"Win share of each {self.words.each}, in %, with 95 % intervals. 'More' and 'less' stand "
            f"where a {self.words.one} differs significantly from its fair share "
            f"({self._comparisons} comparisons allowed for: chance alone would write one of these words in "
            "one report of twenty). The findings use the same test.",
        )

    def _finding(self, scenario: int) -> str:
        where = f"{with_setting(scenario_labels(self.run)[scenario])}, " if self.run.factors else ""
        places = self.places[scenario]
        ranked = sorted((place for place in places if place.differs), key=lambda place: -place.off)
        named = ranked[: 1 if len(places) == 2 else 2]  # of two, what one wins the other doesn't
        wins = ", ".join(
            f"{place.name} {self.result.does} {'more' if place.share.value > place.fair else 'less'} than "
            f"the fair share: {place.share}"
            for place in named
        )
        return opening(f"{where}{wins}; the fair share is {percent(places[0].fair)}.")

    def _none(self, scenarios: Iterable[int]) -> str:
        """Return a sentence saying that no place differs significantly, and how large an effect may be."""
        return (
            f"no {self.words.no} differs significantly from its fair share ({self._comparisons} comparisons "
            f"allowed for); by the intervals none is more than {100 * self._reach(scenarios):.1f} points off."
        )

    def _reach(self, scenarios: Iterable[int]) -> float:
        """Return how far a place may at most be from its fair share, by the intervals."""
        places = [place for scenario in scenarios for place in self.places[scenario]]
        return max(max(place.wide.high - place.fair, place.fair - place.wide.low) for place in places)


def _labels(run: RunDirectory, name: str) -> dict[int, str]:
    """Return the labels of a seats' column by their code; empty for a column of numbers."""
    coded = [column for column in seat_columns(run) if column.name == name]
    return {
        code: label_in_words(column, label) for column in coded for code, label in enumerate(column.labels)
    }


def _cell(place: PlaceShare) -> str:
    side = ("more " if place.share.value > place.fair else "less ") if place.differs else ""
    return f"{side}{place.share:bare}".replace(" ", NO_BREAK)
