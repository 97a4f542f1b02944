"""Who gains by the turn order of Nautilus Island: the same player at every seat, by the order of round 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from reports.shared.island_players import LineUps, everybody_alike
from reports.shared.island_scenarios import in_words, labels, panel_titles, scenario_column
from simkit.report.charts import dots
from simkit.report.document import Block, Figure, KeyFigure, Section, Table, Text
from simkit.report.figures import PALETTE, small_multiples
from simkit.report.parts import NO_BREAK, opening, percent
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import CONFIDENCE, Estimate, wilson

MOST_PANELS = 12
MOST_FINDINGS = 6
"""Scenarios that get a finding of their own; of more, there is one that sums them up."""

ROW_HEIGHT = 0.22
"""Inches of a dot's row."""

MARGIN = 1.1
"""How much further than the furthest interval the axes reach."""


@dataclass(frozen=True)
class Place:
    """What a place in the order of round 1 wins in a scenario.

    Parameters
    ----------
    number : int
        1 for who begins.
    share : Estimate
        Games won, with a 95 % interval.
    wide : Estimate
        The same with an interval that allows for all the places that a report looks at: chance alone puts
        the fair share outside of any of them in 5 % of reports (Bonferroni).
    fair : float
        What a place wins on average.
    """

    number: int
    share: Estimate
    wide: Estimate
    fair: float

    @property
    def apart(self) -> bool:
        """Whether it is told apart from its fair share."""
        return self.wide.excludes(self.fair)

    @property
    def off(self) -> float:
        """How far the share is from the fair one."""
        return abs(self.share.value - self.fair)

    @property
    def reach(self) -> float:
        """How far the share's interval reaches from the fair one."""
        return max(self.share.high - self.fair, self.fair - self.share.low)

    @property
    def name(self) -> str:
        """What the place is called in findings."""
        return "whoever begins" if self.number == 1 else f"place {self.number}"


TurnOrders = dict[int, list[Place]]
"""By scenario: all places, the first to play first."""


def turn_orders(run: RunDirectory, players: LineUps) -> TurnOrders:
    """Return what each place in the turn order wins where everybody plays alike."""
    alike = everybody_alike(players)
    if not alike:
        return {}
    counts = (
        run.seats(alike)
        .group_by("scenario", "turn_position")
        .agg(won=pl.col("won").cast(pl.Int64).sum(), games=pl.len())
        .sort("scenario", "turn_position")
        .collect(engine="streaming")
    )
    confidence = 1 - (1 - CONFIDENCE) / len(counts)
    orders: TurnOrders = {}
    for (scenario,), own in counts.group_by("scenario", maintain_order=True):
        fair = int(own["won"].sum()) / int(own["games"].sum())
        orders[int(str(scenario))] = [
            Place(place, wilson(won, games), wilson(won, games, confidence), fair)
            for place, won, games in own.select("turn_position", "won", "games").iter_rows()
        ]
    return orders


def turn_order_section(run: RunDirectory, orders: TurnOrders) -> list[Section]:
    """Return what each place wins, as a table and, unless there are many scenarios, as a figure."""
    if not orders:
        return []
    words = (
        "Everybody plays the same way: whoever wins more than the fair share, by more than chance explains, "
        "owes it to the place in the order of round 1. Where seat 0 begins every game (first_player: fixed), "
        "seat 0 has place 1, seat 1 place 2, and so on; where chance says who begins, the seat's number "
        "means nothing."
    )
    blocks: list[Block] = [Text(words), _table(run, orders)]
    if len(orders) <= MOST_PANELS:
        blocks.insert(1, _figure(run, orders))
    return [Section("Turn order", blocks)]


def _figure(run: RunDirectory, orders: TurnOrders) -> Figure:
    titles = panel_titles(run, orders, ["place 1"])
    rows = max(len(places) for places in orders.values())
    lines = max(title.count("\n") for title in titles.values())
    height = 0.75 + ROW_HEIGHT * rows + 0.16 * lines
    figure, panels = small_multiples(list(titles.values()), height, across=2)
    reach = MARGIN * max(place.reach for places in orders.values() for place in places)
    for scenario, places in orders.items():
        panel = panels[titles[scenario]]
        ends = [(place.share.value, place.share.low, place.share.high) for place in places]
        value, low, high = np.array(ends).T
        dots(panel, [f"place {place.number}" for place in places], value, low, high, PALETTE[0])
        fair = places[0].fair
        panel.axvline(100 * fair, color=PALETTE[1], lw=1.2, ls="--", zorder=2)
        panel.set_xlim(100 * max(0.0, fair - reach), 100 * min(1.0, fair + reach))
        panel.set_xlabel("games won, %")
        if len(titles) == 1:
            panel.set_title("")  # "the only scenario" tells nothing
    return Figure(
        "turn_order",
        figure,
        "Win share of each place in the order of round 1, with 95 % intervals; the dashed line is the fair "
        "share, and all panels reach equally far from it, if not beyond 0 or 100. Of many intervals one in "
        "twenty misses the fair share by chance: the table tells which are further off.",
        "One panel a scenario, one dot a place, a dashed line at the mean of the places.",
    )


def _table(run: RunDirectory, orders: TurnOrders) -> Table:
    most = max(len(places) for places in orders.values())
    columns: dict[str, list[str]] = scenario_column(run, list(orders))
    columns["fair share"] = [percent(places[0].fair) for places in orders.values()]
    for place in range(most):
        columns[f"place {place + 1}"] = [
            _cell(places[place]) if place < len(places) else "" for places in orders.values()
        ]
    return Table(
        pl.DataFrame(columns),
        "Win share of each place in the order of round 1, in %, with 95 % intervals. 'More' and 'less' stand "
        "where a place is told apart from its fair share: chance alone would write one of them in one report "
        "of twenty, however many places are looked at. The findings go by the same yardstick.",
    )


def _cell(place: Place) -> str:
    value, low, high = (100 * end for end in (place.share.value, place.share.low, place.share.high))
    side = ("more " if place.share.value > place.fair else "less ") if place.apart else ""
    return f"{side}{value:.1f} ({low:.1f} to {high:.1f})".replace(" ", NO_BREAK)


def turn_order_findings(run: RunDirectory, orders: TurnOrders) -> list[str]:
    """Return, in words, which places are told apart from their fair share, and where none is."""
    if len(orders) <= MOST_FINDINGS:
        return [_finding(run, scenario, places) for scenario, places in orders.items()]
    told = [scenario for scenario, places in orders.items() if any(place.apart for place in places)]
    rest = [places for scenario, places in orders.items() if scenario not in told]
    alike = f"{len(orders)} scenarios in which everybody plays alike"
    if not told:
        return [f"In all {alike}, {_none(rest)}"]
    first = [orders[scenario][0] for scenario in told if orders[scenario][0].apart]
    more = sum(place.share.value > place.fair for place in first)
    furthest = max(told, key=lambda scenario: max(place.off for place in orders[scenario]))
    return [
        f"In {len(told)} of {alike}, a place in the turn order wins more or less than chance explains. Who "
        f"begins gains in {more} of them and loses in {len(first) - more or 'none'}.",
        f"Seen furthest off: {_lower(_finding(run, furthest, orders[furthest]))}",
        *([f"In the other {len(rest)} {_none(rest)}"] if rest else []),
    ]


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _finding(run: RunDirectory, scenario: int, places: Sequence[Place]) -> str:
    where = f"with {labels(run)[scenario]}, " if run.factors else ""
    apart = [place for place in places if place.apart]
    if not apart:
        return opening(where + _none([places]))
    told = apart[:1] if len(places) == 2 else apart  # of two, what one wins the other doesn't
    wins = ", ".join(
        f"{place.name} wins {'more' if place.share.value > place.fair else 'less'} than the fair share: "
        f"{in_words(place.share)}"
        for place in told
    )
    return opening(f"{where}{wins}; fair is {percent(places[0].fair)}.")


def _none(orders: Sequence[Sequence[Place]]) -> str:
    """Return that no place is told apart, and how far off it may be nevertheless."""
    places = [place for order in orders for place in order]
    furthest = max(max(place.wide.high - place.fair, place.fair - place.wide.low) for place in places)
    return (
        "no place in the turn order is told apart from its fair share, and by the "
        f"intervals none is more than {100 * furthest:.1f} points off it."
    )


def turn_order_figures(run: RunDirectory, orders: TurnOrders) -> list[KeyFigure]:
    """Return in how many scenarios the turn order matters, and what it does at most."""
    if not orders:
        return []
    told = [scenario for scenario, places in orders.items() if any(place.apart for place in places)]
    figures = []
    if len(orders) > 1:
        figures.append(
            KeyFigure(
                f"{len(told)} of {len(orders)}",
                "scenarios in which the turn order favours or harms somebody by more than chance explains",
            )
        )
    if told or len(orders) == 1:
        every = [(s, place) for s, places in orders.items() for place in places if place.apart or not told]
        scenario, place = max(every, key=lambda pair: pair[1].off)
        where = f", {labels(run)[scenario]}" if run.factors else ""
        told_apart = "" if place.apart else ", not told apart"
        meaning = f"of games won by {place.name}{where} (fair: {percent(place.fair)}{told_apart})"
        figures.append(KeyFigure(percent(place.share.value), meaning))
    return figures
