"""Whether a seat, or a place in the turn order, wins more than its fair share: answer, findings, section."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, combinations, product

import polars as pl

from simkit.document.blocks import (
    Block,
    Figure,
    Finding,
    InShort,
    KeyFigure,
    Part,
    Section,
    Surprise,
    Table,
    Text,
)
from simkit.document.charts import reference_line, several_dots
from simkit.document.figures import colours_of, small_multiples
from simkit.document.points import Shown
from simkit.document.series import name_series
from simkit.engine.contract.knobs import PLAYERS
from simkit.experiment.about import About, AskedAbout
from simkit.experiment.keys import is_of_players
from simkit.language import after, opening, plural
from simkit.results.averaging import may_be_averaged
from simkit.results.claims import (
    Change,
    Claim,
    Contrast,
    Nothing,
    Of,
    Quantity,
    Several,
    beside_fair,
    beyond_fair,
    claims_of,
    measured_anew,
    nothing,
)
from simkit.results.players import introduced
from simkit.results.result import WON, Result, is_contested, results_of
from simkit.results.scenarios import labels, levels_in_words, scenario_column
from simkit.results.wins import Wins
from simkit.run.findings.noticed import nothing_is_decided
from simkit.run.findings.targeted import DECIDED, RANDOM, estimate_of, won_by_one
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import NO_BREAK, Estimate, percent, widened_share
from simkit.stats.whose import Whose
from simkit.words.claims import Voice
from simkit.words.lines import lines_of_places
from simkit.words.titles import titled

MOST_PANELS, MOST_SERIES, MOST_ROWS = 12, 4, 120
"""The most panels of the figure, players in a panel, and rows of the table."""

FEW = 2
"""Of as many settings in which the place matters each is said, and of more their number first."""

LITTLE = 0.05
"""A place that is shown to be at most this far from its fair share does not matter."""

MARGIN = 1.1
"""How far the axes reach beyond the widest interval."""

OF_PEOPLE = (
    "Who sat where is as the people chose it: a seat may win more since a stronger player sat there more "
    "often. The fair share is what a seat wins on average."
)
"""The introduction for games of people, who do not sit at every seat equally often."""


@dataclass(frozen=True)
class SeatWords:
    """The words for what is compared: seats by their numbers, or places in the turn order."""

    heading: str = "Seats"
    """The section's heading, and the figure's name."""

    introduction: str = (
        "Every player sits at every seat equally often, so that no seat gains by the strategy that sits "
        "there. The fair share is what a seat wins on average. Where chance says who begins, the seat's "
        "number means nothing."
    )
    one: str = "seat"
    """What stands before the number, of seats counted from 1: "seat" 1."""

    each: str = "seat"
    """What every one of them is: "place in the order of round 1"."""


IN_TURN_ORDER = SeatWords(
    heading="Turn order",
    introduction=(
        "Every player sits at every seat equally often, so that no place in the turn order gains by the "
        "strategy that sits there. The fair share is what a place wins on average."
    ),
    one="place",
    each="place in the turn order",
)
"""The words for a game that has a column for the turn order."""


def answer_seats(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return whether the place in the turn order, or the seat, matters; None where nobody competes.

    At tables of players who are all alike, where there are any.
    """
    results = [result for result in results_of(run, "seat") if is_contested(run, result)]
    if not results or nothing_is_decided(run):
        return None
    tables = [scenario for scenario in sorted(run.line_ups) if run.has_seats(scenario)]
    decided = won_by_one(run, results[0].column, DECIDED)
    chosen = [table for table in tables if table in run.alike] or [
        table for table in tables if table not in decided
    ]
    found = Seats.read(run, chosen, result=results[0])
    return found.headline() if found.places else None


@dataclass(frozen=True)
class PlaceShare:
    """What a seat, or a place in the turn order, wins in a scenario."""

    of: Of
    number: int
    """The seat's number, or its place, from 0."""

    share: Estimate
    fair: float
    comparisons: int
    """How many places are compared in all."""

    @property
    def scenario(self) -> int:
        """The scenario."""
        return self.of.scenarios[0]

    @property
    def quantity(self) -> Quantity:
        """The share."""
        return Quantity(self.share, self.of)

    @property
    def beyond(self) -> Quantity:
        """How far the share is above the fair one."""
        return beyond_fair(self.quantity, self.fair)

    @cached_property
    def claim(self) -> Change | Nothing:
        """What may be claimed of it, allowing for all places that are compared."""
        return beside_fair(self.quantity, self.fair, self.comparisons)

    def towards(self, sign: int) -> Change:
        """Return the claim that it wins more than is fair, or less, whether that is clear or not."""
        beyond = Contrast(((self.of, 1.0),), -self.fair)
        return Change(beyond if sign > 0 else -beyond)

    @property
    def differs(self) -> bool:
        """Whether it differs significantly from its fair share."""
        return isinstance(self.claim, Change)

    @property
    def off(self) -> float:
        """The distance of the share from the fair share."""
        return abs(self.share.value - self.fair)

    @property
    def sign(self) -> int:
        """1 if it wins more than is fair, else -1."""
        return 1 if self.share.value > self.fair else -1

    @property
    def reach(self) -> float:
        """The distance from the fair share to the more distant end of the interval."""
        return max(self.share.high - self.fair, self.fair - self.share.low)


@dataclass(frozen=True)
class Seats(Part):
    """Whether a seat, or a place in the turn order, wins more than its fair share."""

    run: RunDirectory
    words: SeatWords
    result: Result
    places: dict[int, list[PlaceShare]]
    """By scenario: all places, the one with the lowest number first."""

    @classmethod
    def read(
        cls, run: RunDirectory, scenarios: Sequence[int], words: SeatWords | None = None, result: Result = WON
    ) -> Seats:
        """Read the share that each seat wins in scenarios of several seats."""
        words = words or (IN_TURN_ORDER if run.turn_order else SeatWords())
        decided = won_by_one(run, result.column)
        chosen = {at for at in scenarios if at not in decided} if run.compares_seats else set()
        found: dict[int, list[PlaceShare]] = {scenario: [] for scenario in sorted(chosen)}
        comparisons = sum(_comparisons(len(run.line_ups[scenario])) for scenario in chosen)
        for number in range(max((len(run.line_ups[scenario]) for scenario in chosen), default=0)):
            wins = Wins(run, Whose(run.seats_are, number).name, result)
            for row in wins.rates.filter(pl.col("scenario").is_in(list(chosen))).iter_rows(named=True):
                of = Of(result.column, (row["scenario"],), wins.of)
                found[row["scenario"]].append(PlaceShare(of, number, estimate_of(row), 0.0, comparisons))
        places = {}
        for scenario, seats in found.items():
            games = sum(place.share.n for place in seats)
            fair = sum(place.share.value * place.share.n for place in seats) / max(1, games)
            places[scenario] = [replace(place, fair=fair) for place in seats]
        return cls(run, words, result, {scenario: seats for scenario, seats in places.items() if seats})

    @cached_property
    def voice(self) -> Voice:
        """What says the claims."""
        return Voice(self.run, lines_of_places(self.run, self.result))

    @cached_property
    def players(self) -> dict[str, list[int]]:
        """The scenarios by player, the strongest first; under "" where different players meet in any.

        Chance players are left out unless nobody else plays.
        """
        if not self.places.keys() <= self.run.alike:
            return {"": list(self.places)}
        names = [player.name for player in introduced(self.run)]
        found = {name: [at for at in self.places if self.run.line_ups[at][0] == name] for name in names}
        found = {name: scenarios for name, scenarios in found.items() if scenarios}
        return {name: places for name, places in found.items() if name != RANDOM} or found

    def of(self, scenarios: Iterable[int]) -> list[PlaceShare]:
        """Return all places of some scenarios."""
        return [place for scenario in scenarios for place in self.places[scenario]]

    @property
    def unequal(self) -> list[int]:
        """The scenarios in which a place differs significantly from its fair share."""
        return [scenario for scenario in self.places if self._furthest([scenario])]

    @property
    def _telling(self) -> list[int]:
        """The scenarios in which seats could matter: not those that one player wins from every seat."""
        decided = won_by_one(self.run, self.result.column, DECIDED) - set(self.unequal)
        return [scenario for scenario in self.places if scenario not in decided]

    def _furthest(self, scenarios: Iterable[int]) -> PlaceShare | None:
        """Return the place that is furthest from its fair share of those that clearly differ from it.

        Of two at a table, what one wins the other does not: then it is the first.
        """
        clear = [place for place in self.of(scenarios) if place.differs]
        return max(clear, key=lambda place: (round(place.off, 9), -place.number), default=None)

    def _by_count(self, scenarios: Iterable[int]) -> dict[int, list[int]]:
        """Return scenarios by their number of places, the fewest first."""
        found: dict[int, list[int]] = {}
        for scenario in sorted(scenarios, key=lambda at: len(self.places[at])):
            found.setdefault(len(self.places[scenario]), []).append(scenario)
        return found

    # ---- claims

    def headline(self) -> InShort:
        """Return what page one says of it: in how many settings it matters, how far, and to others."""
        best, *others = self.players.values()
        own, against = self._of_players(best), self._opposed()
        weakest = self._of_players(others[-1])[:1] if others else []
        claims = [*against, *own] if against else [*own[:2], *weakest, *own[2:]]
        several = self._several()
        contrasts = [of for one in several for of in one.subjects if isinstance(of, Contrast)]
        counted = {(term.whose, times) for of in contrasts for term, times in of.terms}
        draw = partial(self._figure, claims[:1])
        claims = [*several, *claims] if len(self.unequal) > FEW else [*claims, *several]
        claims += self._same_for_most() if len(counted) != 1 else ()  # one is named
        said = [self.voice.say(claim) for claim in dict.fromkeys(claims)]
        return InShort(said[:3], self._key_figures(best), draw=draw, findings=said[3:])

    def _of_players(self, scenarios: Iterable[int]) -> list[Claim]:
        """Return the place furthest from fair with each number of players, the furthest first.

        Then how near to it the others are.
        """
        found, near = list[Claim](), list[Quantity]()
        for alike in self._by_count(scenarios).values():
            if furthest := self._furthest(alike):
                found.append(self._measured(furthest, self._comparisons(alike)))
            else:
                near += [place.beyond for place in self.of(alike)]
        found.sort(key=lambda claim: -abs(claim.quantities[0].estimate.value))
        return [*found, *([nothing(near, self._comparisons(self.places))] if near else [])]

    def _measured(self, place: PlaceShare, picked_from: int) -> Change:
        """Return that a place wins more, or less, than is fair, with what it wins in fresh games.

        Where it was not chosen among others, or fresh games do not show it, with what it wins in the run's
        own games; the interval is widened for the choice.
        """
        share = replace(place.quantity, estimate=widened_share(place.share, picked_from))
        if picked_from > 1:
            anew = measured_anew(self.run, place.quantity, picked_from)
            share = anew if anew.estimate.excludes(place.fair) else share
        return replace(place.towards(place.sign), quantities=(beyond_fair(share, place.fair), share))

    def _opposed(self) -> list[Claim]:
        """Return that a place gains among some players and loses among others, at tables of the same rules.

        The stronger first; where there are several, the one that is furthest from fair among either.
        """
        rows = {row["scenario"]: row for row in self.run.levels.iter_rows(named=True)}
        rules = [factor for factor in self.run.factors if not is_of_players(factor)]
        clear = [[place for place in self.of(player) if place.differs] for player in self.players.values()]
        found = [
            (one, other)
            for stronger, weaker in combinations(clear, 2)
            for one, other in product(stronger, weaker)
            if one.of.whose == other.of.whose and one.sign != other.sign
            if all(rows[one.scenario][factor] == rows[other.scenario][factor] for factor in rules)
        ]
        if not found:
            return []
        pair = max(found, key=lambda both: min(place.off for place in both))
        return [self._measured(place, 2 * len(found)) for place in pair]

    def _same_for_most(self) -> list[Several]:
        """Return in how many scenarios at least a place gains, or loses; the one for which these are most."""
        found = []
        for scenarios in self._by_count(chain.from_iterable(self.players.values())).values():
            for number, sign in product(range(len(self.places[scenarios[0]])), (1, -1)):
                places = [self.places[scenario][number] for scenario in scenarios]
                clear = [place for place in places if place.differs and place.sign == sign]
                found.append((places, clear, sign))
        places, clear, sign = max(found, key=lambda each: len(each[1]))
        if len(clear) < 2 or 2 == len(places) < len(self.places):  # "both" would not say which
            return []
        return [Several(tuple(place.towards(sign) for place in places), len(clear))]

    def _several(self) -> list[Several]:
        """Return in how many scenarios at least some place gains or loses."""
        if len(self.unequal) < 2:
            return []
        most = [
            max(places, key=lambda place: (place.differs, round(place.off, 9), -place.number))
            for places in self.places.values()
        ]
        return [Several(tuple(place.towards(place.sign) for place in most), len(self.unequal))]

    def findings(self) -> list[Finding]:
        """Return a finding on the place that is furthest from its fair share, or that none is far from it.

        Where neither is shown, there is nothing to say.
        """
        furthest = self._furthest(self.places)
        if furthest:
            said = [self._measured(furthest, self._comparisons(self.places)), *self._several()]
            return [self._finding(claim, furthest.off) for claim in said]
        telling = self._telling
        if not telling:
            return []
        if over_all := self._over_all():
            return [self._finding(over_all, abs(over_all.quantities[0].estimate.value))]
        claim = nothing([place.beyond for place in self.of(telling)], self._comparisons(self.places))
        if not claim.margin <= LITTLE or len(telling) < len(self.places):
            return []
        return [Finding(self.voice.say(claim), 0.0, Surprise.NOTHING, About.SEATS)]

    def _finding(self, claim: Claim, size: float) -> Finding:
        return Finding(self.voice.say(claim), size, Surprise.WHICH, About.SEATS)

    def _over_all(self) -> Change | None:
        """Return what the first place wins over all scenarios with as many places, if that is not fair."""
        first = [places[0] for places in self.places.values()]
        if len(first) < 2 or len({len(places) for places in self.places.values()}) > 1:
            return None
        if not may_be_averaged({place.scenario: place.beyond.estimate for place in first}):
            return None
        of = replace(first[0].of, scenarios=tuple(self.places))
        share = Wins(self.run, of.whose, self.result).average(list(self.places))
        claim = beside_fair(Quantity(share, of), sum(place.fair for place in first) / len(first))
        return claim if isinstance(claim, Change) else None

    def _comparisons(self, scenarios: Iterable[int]) -> int:
        return sum(_comparisons(len(self.places[scenario])) for scenario in scenarios)

    def key_figures(self) -> list[KeyFigure]:
        """Return what the place wins that is furthest from fair."""
        return self._key_figures(self.places)[:1] if self._telling else []

    def _key_figures(self, scenarios: Iterable[int]) -> list[KeyFigure]:
        """Return the largest clear distances from fair, by number of players; else the largest of all."""
        claims = [claim for claim in self._of_players(scenarios) if isinstance(claim, Change)]
        shown = [claim.quantities[0] for claim in claims]
        if not shown:
            shown = [max(self.of(scenarios), key=lambda place: place.off).beyond]
        return [self.voice.key_figure(effect) for effect in shown[:4]]

    # ---- section

    def sections(self) -> list[Section]:
        """Return a section with a table of each place's share of wins and, for few scenarios, a figure."""
        if not self.places:
            return []
        blocks: list[Block] = [Text(self.words.introduction if self.run.people is None else OF_PEOPLE)]
        if len(self.places) <= MOST_PANELS * MOST_SERIES:
            blocks.append(
                self._figure([claim for said in self.findings()[:1] for claim in claims_of(said.words)])
            )
        if len(self.places) <= MOST_ROWS:
            blocks.append(self._table())
        return [Section(self.words.heading, blocks)]

    def _panels(self) -> dict[str, dict[str, int]]:
        """Return the scenarios of each panel, by title, then by player."""
        if "" in self.players:
            names = labels(self.run)
            return {names[scenario]: {"": scenario} for scenario in list(self.places)[:MOST_PANELS]}
        rows = {row["scenario"]: row for row in self.run.scenario_rows().iter_rows(named=True)}
        rules = [
            factor
            for factor in self.run.factors
            if not is_of_players(factor) and factor != f"rules.{PLAYERS}"
        ]
        found: dict[str, dict[str, int]] = {}
        for name, scenarios in [*self.players.items()][: MOST_SERIES - 1] + [*self.players.items()][-1:]:
            for scenario in scenarios:
                words = levels_in_words(self.run, rows[scenario], rules)
                count = plural(len(self.places[scenario]), "player")
                found.setdefault(f"{count}{after(words)}", {})[name] = scenario
        return dict(list(found.items())[:MOST_PANELS])

    def _figure(self, claims: Sequence[Claim]) -> Figure:
        titles = self._panels()
        names = list(dict.fromkeys(name for by_name in titles.values() for name in by_name))
        colours = colours_of(names)
        shown = [self.places[scenario] for by_name in titles.values() for scenario in by_name.values()]
        reach = MARGIN * max(place.reach for places in shown for place in places)
        height = (0.16 + 0.08 * len(names)) * max(map(len, shown)) + 0.75
        figure, panels = small_multiples(list(titles), height, across=2)
        for title, by_name in titles.items():
            places = {name: self.places[scenario] for name, scenario in by_name.items()}
            first, *_ = places.values()
            count, fair = len(first), first[0].fair
            told = {
                name: Shown(
                    [],
                    scenarios=[[places[name][0].scenario]] * count,
                    subjects=[[place.of] for place in places[name]],
                )
                for name in by_name
            }
            series = {name: [place.share for place in every] for name, every in places.items()}
            several_dots(panels[title], [self._row(number) for number in range(count)], series, colours, told)
            reference_line(panels[title], fair, "fair" if title == next(iter(titles)) else "")
            panels[title].set_xlim(100 * max(0.0, fair - reach), 100 * min(1.0, fair + reach))
            panels[title].set_xlabel(f"{self.result.games}, %")
            if len(titles) == 1:
                panels[title].set_title("")
        if len(names) > 1:
            name_series(figure, colours)
        drawn = Figure(
            self.words.heading.lower().replace(" ", "_"),
            figure,
            "Strokes are 95 % intervals; all panels reach equally far from the fair share, if not beyond "
            "0 or 100.",
            f"One panel per setting, one row per {self.words.one}, dashed the fair share.",
            f"{opening(self.result.games)} by each {self.words.each}",
        )
        return titled(drawn, self.voice, claims) if claims else drawn

    def _row(self, number: int) -> str:
        return f"{self.words.one} {number + 1}"

    def _table(self) -> Table:
        columns: dict[str, list[str]] = scenario_column(self.run, list(self.places))
        columns["fair share"] = [percent(places[0].fair) for places in self.places.values()]
        for number in range(max(map(len, self.places.values()))):
            columns[self._row(number)] = [
                "".join(_cell(place) for place in places[number : number + 1])
                for places in self.places.values()
            ]
        return Table(
            pl.DataFrame(columns),
            f"Win share of each {self.words.each}, in %, with 95 % intervals. 'More' and 'less' stand "
            f"where a {self.words.one} differs significantly from its fair share "
            f"({self._comparisons(self.places)} comparisons allowed for: chance alone would write one of "
            "these words in one report of twenty). The findings use the same test.",
        )


def _comparisons(places: int) -> int:
    """Return how many shares of a table are compared: what one of two gains, the other loses."""
    return places if places > 2 else 1


def _cell(place: PlaceShare) -> str:
    side = ("more " if place.sign > 0 else "less ") if place.differs else ""
    return f"{side}{place.share:bare}".replace(" ", NO_BREAK)
