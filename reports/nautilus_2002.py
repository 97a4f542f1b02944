"""Report who wins Nautilus (2002), what the product is made of, where the money goes, and how games end.

A report script: a function `report` that gets a run and returns a `Report`.  Money over the rounds and maps
need the events of some games: ``events: {one_in: 50}`` in the experiment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import polars as pl

from simkit.report.document import KeyFigure, Report
from simkit.report.in_short import in_short
from simkit.report.line_ups import counted_seats, line_ups, with_one_strategy
from simkit.report.parts import after, assumptions_section, estimates, facts, reproduce_section, require_game
from simkit.report.scenarios import base, in_base, in_those
from simkit.report.sections.ends_of_rule import EndsOfRule
from simkit.report.sections.length_and_endings import LengthOfComponents
from simkit.report.sections.minutes import minutes_section
from simkit.report.sections.players_against_each_other import Contest
from simkit.report.sections.points_by_source import Points, Worth, scenario_sections
from simkit.report.sections.product_of_two import Product, ProductWords
from simkit.report.sections.seats import IN_TURN_ORDER, Seats
from simkit.report.sections.stock_over_turns import Stock
from simkit.report.sections.wins_by_count import WinsByCount
from simkit.report.sections.worth_of_components import (
    ComponentTable,
    ComponentWords,
    component_findings,
    component_sections,
    component_tables,
)
from simkit.report.settings import variants_section
from simkit.report.subject import Subject
from simkit.reports.shared.nautilus_2002 import RECONSTRUCTED, RESTS_ON, Maps
from simkit.reports.shared.nautilus_2002_length import ENDING_RULES, Length
from simkit.reports.shared.nautilus_2002_money import BOOKS, MONEY, STANDSTILL, START_MONEY
from simkit.reports.shared.nautilus_2002_sea import Sea
from simkit.run.directory import RunDirectory
from simkit.run.unknown import spans_of

TURN_ORDER = replace(
    IN_TURN_ORDER,
    introduction=(
        "All players play the same way: one who wins significantly more than the fair share owes it to the "
        "place in the order of round 1. The start player changes every round, so that a lead can only come "
        "from the first rounds. With one place for the base, a strategy without chance opens in the same way "
        "again and again: what a place gains there may be luck with that one city, which is why the base by "
        "chance should be looked at too."
    ),
    column="position",
    each="place in the order of round 1",
    scenarios="scenarios in which all play alike",
)

FACTORS = {"factor": "research factor", "points": "points"}
PRODUCT = ProductWords(
    "factor",
    "points",
    called=FACTORS | {"points": "points of discoveries"},
    decides={"factor": "the research factor", "points": "the number of points"},
    introduction=(
        "The score is the research factor times the points of discoveries, plus the money left. Who has much "
        "of one and little of the other goes away with little"
    ),
)

TYPES = ("training", "engineering", "sonar", "testing", "analysis")
HOLDINGS = {"chips": "majority chips"} | {f"ops_{name}": f"{name.title()} stations" for name in TYPES}
PLAY = {
    "factor": "factor",
    "points": "points",
    "cash": "money left",
    "chips": "chips",
    "built": "built",
    "activations_own": "own work",
    "activations_foreign": "others' work",
    "got_atlantis": "Atlantis",
    "got_gold": "gold",
}
DIVES = {
    "launches": "launches",
    "scans": "scans",
    "got_snail": "snails",
    "got_shell": "shells",
    "got_crab": "crabs",
    "got_anemone": "anemones",
    "got_gold": "gold",
    "got_chest": "chests",
    "got_speed": "speed chips",
    "got_atlantis": "pieces of Atlantis",
}
WORK = HOLDINGS | {
    "activations_own": "work in own stations",
    "activations_foreign": "work in others' stations",
    "fees_got": "fees received",
}


def report(run: RunDirectory) -> Report:
    """Return the report."""
    require_game(run, "nautilus_2002", "nautilus_2002")
    players = line_ups(run)
    columns = list(dict.fromkeys([*PLAY, *DIVES, *WORK]))
    every = Points(run, players, counted_seats(run, players, by=["score"], sums=columns), [], {})
    contest = Contest.read(run, players, every.seats)
    subject = Subject.of(contest)
    points = replace(every, players=contest.players, seats=contest.seats, names=subject.names)
    turn_order = Seats.read(run, [s for s in with_one_strategy(players) if s in base(run)], TURN_ORDER)
    components = component_tables(run, ComponentWords())
    product = Product(subject, points, PRODUCT, PLAY, Worth(FACTORS | DIVES, "what", "Means per game of"))
    money, start_money = Stock(subject, MONEY, BOOKS), EndsOfRule(run, *START_MONEY, STANDSTILL)
    length, sea = Length(subject), Sea(subject)
    holdings = WinsByCount(
        subject,
        "What chips and stations are worth",
        "A type of research stations counts for the factor with two in operation, and for three times as "
        f"much with its chip. Means of {subject.who}.",
        HOLDINGS,
        "holdings",
        "How often a player wins who ends with so many chips, or works in so many stations of a type.",
        points.worth_tables(subject.name, Worth(WORK, "what", "Means per game of")),
    )
    return Report(
        title=run.manifest["experiment"]["title"],
        subtitle=run.manifest["experiment"]["description"],
        facts=facts(run),
        key_figures=[
            *(contest.key_figures() or turn_order.key_figures()),
            *ScoreAndLength(subject, points).key_figures(),
        ][:4],
        findings=[
            *component_findings(components),
            *LengthOfComponents(run, components, "rounds", ENDING_RULES).findings(),
            *start_money.findings(),
            *contest.findings(),
            *turn_order.findings(),
            *product.findings(),
            *money.findings(),
            *length.findings(),
            *sea.findings(),
            *holdings.findings(),
            RECONSTRUCTED,
        ],
        sections=[
            *component_sections(run, components),
            *contest.sections(),
            *turn_order.sections(),
            *product.sections(),
            *money.sections(),
            *length.sections(),
            *sea.sections(),
            *holdings.sections(),
            *Maps(subject).sections(),
            *(
                scenario_sections(every, columns=PLAY, caption="Means of a player in every scenario.")
                if len(run.scenarios()) > 1
                else []
            ),
            *minutes_section(run),
            *variants_section(run),
            assumptions_section(run),
            reproduce_section(run),
        ],
        in_short=_in_short(run, components, start_money, turn_order),
    )


def _in_short(
    run: RunDirectory, components: list[ComponentTable], start_money: EndsOfRule, turn_order: Seats
) -> str:
    """Return what a run on components, money or turn order comes to; "" leaves it to the win rates."""
    said = component_findings(components) or list(filter(None, [start_money.answer()]))
    if not said and run.all_alike:
        said = [turn_order.answer()]
    elif not said:
        said = turn_order.findings(most=1)[:3]
    return " ".join([*(said or in_short(run, spans_of(run)).splitlines()), RESTS_ON])


@dataclass(frozen=True)
class ScoreAndLength:
    """The best strategy's score, and the length of games."""

    subject: Subject
    points: Points

    def key_figures(self) -> list[KeyFigure]:
        """Return both means."""
        run, name = self.subject.run, self.subject.name
        is_own = pl.col("strategy") == name
        own = self.points.seats.filter(is_own)["scenario"].unique().to_list()
        score = self.points.means(["strategy"], where=is_own)["score"][0]
        rounds = estimates(run, "rounds", "mean").filter(pl.col("scenario").is_in(base(run)))["estimate"]
        return [
            KeyFigure(f"{score:.1f}", f"points per game of {name}{after(in_those(run, own))}"),
            KeyFigure(f"{rounds.to_numpy().mean():.1f}", f"rounds per game{after(in_base(run))}"),
        ]
