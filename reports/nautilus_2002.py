"""Report who wins Nautilus (2002), what the product is made of, where the money goes, and how games end.

A report script: a function `report` that gets a run and returns a `Report`.  Money over the rounds and maps
need the events of some games: ``events: {one_in: 50}`` in the experiment.
"""

from __future__ import annotations

from dataclasses import replace

from simkit import report as r
from simkit.reports.shared.nautilus_2002 import TRUST, Maps
from simkit.reports.shared.nautilus_2002_counts import WinsByCount
from simkit.reports.shared.nautilus_2002_endings import LengthOfComponents
from simkit.reports.shared.nautilus_2002_length import ENDING_RULES, Length
from simkit.reports.shared.nautilus_2002_money import BOOKS, MONEY, STANDSTILL, START_MONEY
from simkit.reports.shared.nautilus_2002_product import Product, ProductWords
from simkit.reports.shared.nautilus_2002_sea import Sea
from simkit.reports.shared.nautilus_2002_start_money import EndsOfRule
from simkit.reports.shared.nautilus_2002_stock import Stock
from simkit.reports.shared.nautilus_2002_subject import Subject

TURN_ORDER = replace(
    r.IN_TURN_ORDER,
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
        "The score is the research factor times the points of discoveries, plus the money left. A player "
        "with much of one and little of the other scores little"
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


def report(run: r.RunDirectory) -> r.Report:
    """Return the report."""
    r.require_game(run, "nautilus_2002", "nautilus_2002")
    players = r.line_ups_of(run)
    columns = list(dict.fromkeys([*PLAY, *DIVES, *WORK]))
    every = r.Points(run, players, r.counted_seats(run, players, by=["score"], sums=columns), [], {})
    contest = r.Contest.read(run, players, every.seats)
    subject = Subject.of(contest)
    points = replace(every, players=contest.players, seats=contest.seats, names=subject.names)
    components = r.Components(run, r.ComponentWords())
    start_money = EndsOfRule(run, *START_MONEY, STANDSTILL)
    alike = [scenario for scenario in r.with_one_strategy(players) if scenario in r.base(run)]
    turn_order = r.Seats.read(run, alike, TURN_ORDER)
    worth = r.Worth(FACTORS | DIVES, "what", "Means per game of")
    product, length = Product(subject, points, PRODUCT, PLAY, worth), Length(subject)
    parts: list[r.Part] = [
        components,
        LengthOfComponents(components, "rounds", ENDING_RULES),
        start_money,
        contest,
        r.CeilingOfPlay(run),
        turn_order,
        product,
        Stock(subject, MONEY, BOOKS),
        length,
        Sea(subject),
        _holdings(subject, points),
        Maps(subject),
        _every_scenario(every),
    ]
    return r.Report(
        run,
        [*parts, r.Minutes(run), TRUST],
        key_figures=[contest if contest.key_figures() else turn_order, product, length],
        findings=parts,
        answer=start_money.in_short(),
    )


def _holdings(subject: Subject, points: r.Points) -> r.Part:
    return WinsByCount(
        subject,
        "What chips and stations are worth",
        "A type of research stations counts for the factor with two in operation, and for three times as "
        f"much with its chip. Means of {subject.called}.",
        HOLDINGS,
        "holdings",
        "How often players win, by the number of chips that they end with, or of stations of a type at work.",
        points.worth_tables(subject.name, r.Worth(WORK, "what", "Means per game of")),
    )


def _every_scenario(every: r.Points) -> r.Part:
    """Return a player's means in every scenario, if there are several."""
    words = "Means of a player in every scenario."
    several = len(every.run.scenarios()) > 1
    return r.OwnPart(sections=r.scenario_sections(every, columns=PLAY, caption=words) if several else [])
