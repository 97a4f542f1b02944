"""Money in Nautilus (2002): where it comes from and goes, and what more of it at the start does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from simkit import report as r
from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.games.nautilus_2002.state import FIRST_RESEARCH
from simkit.reports.shared.nautilus_2002 import FIRST_MONEY_ZONE, knobs_of
from simkit.reports.shared.nautilus_2002_start_money import EndWords
from simkit.reports.shared.nautilus_2002_stock import Books, Flows, StockWords

START_MONEY = ("rules.start_money", "a player who begins with", "Nemos")
"""A number of the rules, and whose points it moves."""

STANDSTILL = EndWords("end", "stagnation", "end with a round in which nothing happened")

MONEY = StockWords(
    "Money",
    "Money comes only from the start, from fees that others pay, and from treasure chests.",
    unit="Nemos",
    turn="round",
    length="rounds",
    few=5,  # less than a station in the canyon and its recoveries cost
)

RECEIPTS = {"the start": ("", "money_at_start"), "fees": ("fees_got", ""), "chests": ("chest_income", "")}
EXPENSES = {
    "researchers": ("researchers_bought", "price_researcher"),
    "research stations": ("bought_research", "price_research"),
    "building": ("build_paid", ""),
    "fees": ("activations_foreign", "fee"),
    "scans": ("scans", "scan_cost"),
    "recoveries": ("recover_paid", ""),
    "goals": ("rises", "rise_cost"),
    "left at the end": ("cash", ""),
}
"""The seats' column that counts each kind, and the rule that says what one costs; "" for one Nemo."""


def start_money(run: r.RunDirectory, scenarios: Sequence[int]) -> dict[int, float]:
    """Return a seat's money at the start, by scenario."""
    knobs = knobs_of(run)
    return {scenario: float(knobs[scenario].money_at_start) for scenario in scenarios}


def money_changes(run: r.RunDirectory, scenarios: Sequence[int]) -> pl.DataFrame:
    """Return every payment of the logged games: scenario, game, turn (the round), seat, amount."""
    knobs = {scenario: own for scenario, own in knobs_of(run).items() if scenario in scenarios}

    def price(rule: str) -> pl.Expr:
        of = {scenario: float(getattr(own, rule)) for scenario, own in knobs.items()}
        return pl.col("scenario").replace_strict(of, return_dtype=pl.Float64)

    def events(kind: str) -> pl.LazyFrame:
        return run.events(kind, list(scenarios))

    researchers = price("price_researcher") * pl.col("researchers")
    is_station = pl.col("tile") >= FIRST_RESEARCH
    bought = pl.when(is_station).then(price("price_research")).otherwise(researchers)
    recovered = events("recovered").join(_recovery_costs(knobs).lazy(), on=["scenario", "square"])
    payments = [
        (events("bought"), -bought, "mover"),
        (events("building_paid"), -pl.col("nemos"), "mover"),
        (events("fee_paid"), -pl.col("fee"), "mover"),
        (events("fee_paid"), pl.col("fee"), "owner"),
        (events("scanned"), -price("scan_cost"), "mover"),
        (recovered, -pl.col("cost"), "mover"),
        (events("chest_found"), pl.col("nemos"), "mover"),
        (events("raised"), -pl.col("tiles") * price("rise_cost"), "seat"),
    ]
    return pl.concat(
        [
            own.select("scenario", "game", "turn", seat=seat, amount=amount.cast(pl.Float64))
            for own, amount, seat in payments
        ]
    ).collect()


def _recovery_costs(knobs: Mapping[int, Nautilus2002Knobs]) -> pl.DataFrame:
    """Return a table of the cost of a recovery on every square: scenario, square, cost."""
    rows = [
        (scenario, square, own.recovery_cost[zone - FIRST_MONEY_ZONE])
        for scenario, own in knobs.items()
        for square, zone in enumerate(own.content.board.sea.zones)
        if zone >= FIRST_MONEY_ZONE
    ]
    schema = {"scenario": pl.Int64, "square": pl.Int64, "cost": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def money_flows(run: r.RunDirectory, scenarios: Sequence[int]) -> tuple[Flows, Flows]:
    """Return a seat's receipts and its expenses by kind: means per game, one for each scenario."""
    knobs = knobs_of(run)
    columns = [column for column, _ in (*RECEIPTS.values(), *EXPENSES.values()) if column]
    seats = run.seats(list(scenarios)).group_by("scenario").agg(pl.col(columns).mean()).collect()
    means = {row["scenario"]: row for row in seats.iter_rows(named=True)}

    def amount(scenario: int, column: str, rule: str) -> float:
        number = means[scenario][column] if column else 1.0
        return float(number * getattr(knobs[scenario], rule) if rule else number)

    def flows(kinds: Mapping[str, tuple[str, str]]) -> Flows:
        return {kind: [amount(scenario, *of) for scenario in scenarios] for kind, of in kinds.items()}

    return flows(RECEIPTS), flows(EXPENSES)


BOOKS = Books(start_money, money_changes, money_flows)
