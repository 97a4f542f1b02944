"""Money in Nautilus (2002): how much players hold over the rounds, where it comes from and goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from simkit import report as r
from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.games.nautilus_2002.state import FIRST_RESEARCH
from simkit.reports.shared.nautilus_2002 import FIRST_MONEY_ZONE, Subject, knobs_of

FEW = 5
"""Nemos that are little: less than a station in the canyon and its recoveries cost."""

FEWEST_GAMES = 30
"""The fewest logged games that still go on in a round of which something is said."""

STILL_PLAYING = 0.1
"""Rounds that a smaller share of games reaches are not drawn, because they show the longest games only."""

HEIGHT, LOW, MANY = 2.1, 1.75, 9
"""The height of a panel in inches; LOW with more than MANY panels, of which fifteen then fit on a page."""

MOST_PANELS = 15
"""The most scenarios that are drawn over the rounds."""

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

SEAT = ("scenario", "game", "seat")

Flows = Mapping[str, Sequence[float]]
"""Of what kind -> how much in each scenario."""


@dataclass(frozen=True)
class Money(r.Part):
    """What players hold over the rounds, where it comes from and where it goes."""

    subject: Subject

    def sections(self) -> list[r.Section]:
        """Return a section with what is held over the rounds, if games were logged, and with the flows."""
        run, scenarios = self.subject.run, self.subject.alone[: r.charts.MOST_ROWS]
        introduction = r.Text(
            f"Means of {self.subject.called}. Money comes only from the start, from fees that others pay, "
            "and from treasure chests."
        )
        flows = _flows_figure(list(map(self.subject.row, scenarios)), *money_flows(run, scenarios))
        if not run.has_events:
            logged = "Money over the rounds needs events: `events: {one_in: 50}` in the experiment."
            return [r.Section("Money", [introduction, flows, r.Text(logged)])]
        drawn = len(self._drawn)
        first = f"Over the rounds, the first {drawn} scenarios are drawn."
        not_all = [r.Text(first)] if drawn < len(scenarios) else []
        return [r.Section("Money", [introduction, *not_all, self._figure(), flows])]

    @property
    def _drawn(self) -> list[int]:
        return self.subject.alone[:MOST_PANELS]

    @cached_property
    def _spread(self) -> pl.DataFrame:
        return spread_by_round(money_by_round(self.subject.run, self._drawn))

    def _figure(self) -> r.Figure:
        """Return a figure of seats' money over the rounds: the median, and a band for nine seats in ten."""
        run, spread = self.subject.run, self._spread
        titles, start = r.panel_titles(run, self._drawn, ["Nemos"]), start_money(run, self._drawn)
        height = HEIGHT if len(titles) <= MANY else LOW
        figure, panels = r.figures.small_multiples(list(titles.values()), height, sharey=True)
        top = max(max(start.values()), float(str(spread["high"].max() or 0)))
        for scenario, title in titles.items():
            rows, panel = spread.filter(pl.col("scenario") == scenario), panels[title]
            rounds = np.array([0, *rows["turn"]])
            low, median, high = (
                np.array([start[scenario], *rows[name]]) for name in ("low", "median", "high")
            )
            panel.fill_between(rounds, low, high, color=r.figures.PALETTE[0], alpha=0.25, lw=0)
            panel.plot(rounds, median, color=r.figures.PALETTE[0], lw=1.6, marker="o", ms=3)
            panel.set_ylim(0, 1.05 * top)
            r.figures.whole_numbers(panel.xaxis)
            panel.set_xlabel("round")
            panel.set_ylabel("Nemos")
            if len(titles) == 1:
                panel.set_title("")  # "the only scenario" says nothing
        return r.Figure(
            "nemos_over_time",
            figure,
            "Round 0 is the start. The line is the median, the band holds nine players in ten. Only rounds "
            "that at least one game in ten reaches.",
            "One panel per scenario: the median and a band of Nemos against the round.",
            "How many Nemos a player holds at the end of each round",
        )


def _flows_figure(rows: Sequence[str], comes: Flows, goes: Flows) -> r.Figure:
    """Return a figure of where money comes from and goes, with two stacked bars per row."""
    colours = r.figures.colours_of(list(dict.fromkeys([*comes, *goes])))
    height = 0.3 + r.figures.LINE_HEIGHT * max(row.count("\n") for row in rows)
    figure, axes = r.figures.new_figure(1, 2, height * len(rows) + 1.5, sharey=True, sharex=True)
    for panel, title, parts in zip(axes[0], ("comes from", "goes to"), (comes, goes), strict=True):
        left, places = np.zeros(len(rows)), np.arange(len(rows))
        for name, amounts in parts.items():
            panel.barh(places, amounts, left=left, color=colours[name], height=0.74, ec="white", lw=0.8)
            left += np.array(amounts)
        panel.set_title(title)
        panel.set_xlabel("Nemos")
        panel.grid(axis="y", visible=False)
        panel.grid(axis="x", visible=True)
    axes[0, 0].set_yticks(np.arange(len(rows)), rows)
    axes[0, 0].set_ylim(len(rows) - 0.5, -0.5)
    r.name_series(figure, colours)
    return r.Figure(
        "nemos_flow",
        figure,
        "Means per game.",
        "Two panels of stacked bars, one bar per row: sources on the left, uses on the right.",
        "Where a player's Nemos come from, and where they go",
    )


def money_by_round(run: r.Run, scenarios: Sequence[int]) -> pl.DataFrame:
    """Return the money of each seat of the logged games at the end of each round.

    Columns: scenario, game, seat, turn (the round), held.
    """
    start, every = start_money(run, scenarios), sorted(scenarios)
    begins = pl.col("scenario").replace_strict(start, return_dtype=pl.Float64)
    changes = money_changes(run, scenarios).lazy().group_by(*SEAT, "turn").agg(pl.col("amount").sum())
    return (
        run.seats_in(every)
        .select(SEAT)
        .join(run.events_in(scenarios=every).select("scenario", "game").unique(), on=["scenario", "game"])
        .join(run.games_in(every).select("scenario", "game", "rounds"), on=["scenario", "game"])
        .with_columns(turn=pl.int_ranges(1, pl.col("rounds") + 1))
        .explode("turn")
        .join(changes, on=[*SEAT, "turn"], how="left")
        .sort(*SEAT, "turn")
        .select(*SEAT, "turn", held=begins + pl.col("amount").fill_null(0).cum_sum().over(SEAT))
        .collect()
    )


def spread_by_round(held: pl.DataFrame) -> pl.DataFrame:
    """Return the spread of the money by scenario and round (low, median, high), without the last rounds.

    Beside it stand how many seats, and how many games, still play.
    """
    by_round = (
        held.group_by("scenario", "turn")
        .agg(
            low=pl.col("held").quantile(0.05),
            median=pl.col("held").median(),
            high=pl.col("held").quantile(0.95),
            seats=pl.len(),
            games=pl.col("game").n_unique(),
        )
        .sort("scenario", "turn")
    )
    return by_round.filter(pl.col("seats") >= STILL_PLAYING * pl.col("seats").max().over("scenario"))


def rounds_of_little(run: r.Run, scenarios: Sequence[int]) -> dict[int, bool]:
    """Return by round whether half of the players hold little at its end; of rounds that many games reach."""
    spread = spread_by_round(money_by_round(run, scenarios)).filter(pl.col("games") >= FEWEST_GAMES)
    most = spread.group_by("turn").agg(pl.col("median").max()).sort("turn")
    return {turn: median < FEW for turn, median in most.iter_rows()}


def start_money(run: r.Run, scenarios: Sequence[int]) -> dict[int, float]:
    """Return a seat's money at the start, by scenario."""
    knobs = knobs_of(run)
    return {scenario: float(knobs[scenario].money_at_start) for scenario in scenarios}


def money_changes(run: r.Run, scenarios: Sequence[int]) -> pl.DataFrame:
    """Return every payment of the logged games: scenario, game, turn (the round), seat, amount."""
    knobs = {scenario: rules for scenario, rules in knobs_of(run).items() if scenario in scenarios}

    def price(rule: str) -> pl.Expr:
        of = {scenario: float(getattr(rules, rule)) for scenario, rules in knobs.items()}
        return pl.col("scenario").replace_strict(of, return_dtype=pl.Float64)

    def events(kind: str) -> pl.LazyFrame:
        return run.events_in(kind, list(scenarios))

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
            rows.select("scenario", "game", "turn", seat=seat, amount=amount.cast(pl.Float64))
            for rows, amount, seat in payments
        ]
    ).collect()


def _recovery_costs(knobs: Mapping[int, Nautilus2002Knobs]) -> pl.DataFrame:
    """Return a table of the cost of a recovery on every square: scenario, square, cost."""
    rows = [
        (scenario, square, rules.recovery_cost[zone - FIRST_MONEY_ZONE])
        for scenario, rules in knobs.items()
        for square, zone in enumerate(rules.content.board.sea.zones)
        if zone >= FIRST_MONEY_ZONE
    ]
    schema = {"scenario": pl.Int64, "square": pl.Int64, "cost": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def money_flows(run: r.Run, scenarios: Sequence[int]) -> tuple[Flows, Flows]:
    """Return a seat's receipts and its expenses by kind: means per game, one for each scenario."""
    knobs = knobs_of(run)
    columns = [column for column, _ in (*RECEIPTS.values(), *EXPENSES.values()) if column]
    seats = run.seats_in(list(scenarios)).group_by("scenario").agg(pl.col(columns).mean()).collect()
    means = {row["scenario"]: row for row in seats.iter_rows(named=True)}

    def amount(scenario: int, column: str, rule: str) -> float:
        number = means[scenario][column] if column else 1.0
        return float(number * getattr(knobs[scenario], rule) if rule else number)

    def flows(kinds: Mapping[str, tuple[str, str]]) -> Flows:
        return {kind: [amount(scenario, *of) for scenario in scenarios] for kind, of in kinds.items()}

    return flows(RECEIPTS), flows(EXPENSES)
