"""Nautilus' money and maps, read from a run's seats and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from simkit.engine.knobs import Knobs
from simkit.games.nautilus_2002.rules import Nautilus2002Knobs
from simkit.games.nautilus_2002.squares import HEIGHT, SIDE_X, SIDE_Y, WIDTH
from simkit.games.nautilus_2002.state import FIRST_RESEARCH
from simkit.report.charts import Floats
from simkit.report.sections.board_maps import Board
from simkit.run.directory import RunDirectory

ZONES = {"lagoon": "#eaf6f8", "incline": "#d2e6f2", "deep sea": "#b3cbe3", "canyon": "#8b9dbb"}
"""Pale, so that what is drawn over them stands out."""

FIRST_MONEY_ZONE = 1
"""The incline: in the lagoon nothing is recovered."""

WHOLLY_COVERED = ((0, 0), *zip(SIDE_Y, SIDE_X, strict=True))
"""Down and right from a station's centre: the squares that its octagon covers wholly, and not by half."""

RECONSTRUCTED = (
    "How far to trust this: the board with the base's place, the passages of stations, the tiles by zone and "
    "the sizes of stacks could not be looked up; they were made anew to fit what is known. Comparisons (of "
    "players, places in the turn order, rules) are likely to hold for the printed game; the points and rates "
    "are those of this board, and the experiment on assumptions shows how far some changes move them."
)
"""What a finding says about the board and the stations."""

RESTS_ON = (
    "The board, the base's place on it, the stations' passages and the tiles by zone are reconstructed: "
    "comparisons are likely to hold for the printed game, the numbers are those of this reconstruction."
)
"""What the answer in short says about them, so that it stands on the first page."""

MOMENT = ("scenario", "game", "turn", "seat")


def knobs_of(run: RunDirectory) -> dict[int, Nautilus2002Knobs]:
    """Return the knobs of every scenario."""
    scenarios = run.scenarios()
    different = scenarios["knobs"].unique(maintain_order=True)
    read = dict(zip(different, run.rules(), strict=True))
    return {s: _own(read[words]) for s, words in scenarios.select("scenario", "knobs").iter_rows()}


def _own(knobs: Knobs) -> Nautilus2002Knobs:
    if not isinstance(knobs, Nautilus2002Knobs):
        raise TypeError(f"no knobs of Nautilus: {type(knobs).__name__}")
    return knobs


def start_money(run: RunDirectory, scenarios: Sequence[int]) -> dict[int, float]:
    """Return a seat's money at the start, by scenario."""
    knobs = knobs_of(run)
    return {scenario: float(knobs[scenario].money_at_start) for scenario in scenarios}


def money_changes(run: RunDirectory, scenarios: Sequence[int]) -> pl.DataFrame:
    """Return every payment of the logged games: scenario, game, turn (the round), seat, amount."""
    knobs = {scenario: own for scenario, own in knobs_of(run).items() if scenario in scenarios}

    def price(of: Mapping[int, float]) -> pl.Expr:
        return pl.col("scenario").replace_strict(dict(of), return_dtype=pl.Float64)

    def events(kind: str) -> pl.LazyFrame:
        return run.events(kind, list(scenarios))

    station = price({s: own.price_research for s, own in knobs.items()})
    researcher = price({s: own.price_researcher for s, own in knobs.items()})
    cost = (
        pl.when(pl.col("tile") >= FIRST_RESEARCH).then(station).otherwise(researcher * pl.col("researchers"))
    )
    owner = pl.col("owner")
    payments = [
        events("bought").with_columns(amount=-cost),
        events("building_paid").with_columns(amount=-pl.col("nemos")),
        events("fee_paid").with_columns(amount=-pl.col("fee")),
        events("fee_paid").with_columns(amount=pl.col("fee"), seat=owner),
        events("scanned").with_columns(amount=-price({s: own.scan_cost for s, own in knobs.items()})),
        events("recovered")
        .join(_recovery_costs(knobs).lazy(), on=["scenario", "square"])
        .with_columns(amount=-pl.col("cost")),
        events("chest_found").with_columns(amount=pl.col("nemos")),
        events("raised")
        .with_columns(seat=pl.col("raised_seat"))
        .with_columns(amount=-pl.col("tiles") * price({s: own.rise_cost for s, own in knobs.items()})),
    ]
    return pl.concat([own.select(*MOMENT, pl.col("amount").cast(pl.Float64)) for own in payments]).collect()


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


def money_flows(
    run: RunDirectory, scenarios: Sequence[int]
) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Return a seat's receipts and its expenses by kind: means per game, one for each scenario."""
    knobs = knobs_of(run)
    columns = (
        "fees_got", "chest_income", "researchers_bought", "bought_research", "build_paid",
        "activations_foreign", "scans", "recover_paid", "rises", "cash",
    )  # fmt: skip
    means = run.seats(list(scenarios)).group_by("scenario").agg(pl.col(columns).mean()).collect()
    of = {row["scenario"]: row for row in means.iter_rows(named=True)}
    comes: dict[str, list[float]] = {}
    goes: dict[str, list[float]] = {}
    for scenario in scenarios:
        own, mean = knobs[scenario], of[scenario]
        for words, amount in {
            "the start": own.money_at_start,
            "fees": mean["fees_got"],
            "chests": mean["chest_income"],
        }.items():
            comes.setdefault(words, []).append(float(amount))
        for words, amount in {
            "researchers": mean["researchers_bought"] * own.price_researcher,
            "research stations": mean["bought_research"] * own.price_research,
            "building": mean["build_paid"],
            "fees": mean["activations_foreign"] * own.fee,
            "scans": mean["scans"] * own.scan_cost,
            "recoveries": mean["recover_paid"],
            "goals": mean["rises"] * own.rise_cost,
            "left at the end": mean["cash"],
        }.items():
            goes.setdefault(words, []).append(float(amount))
    return comes, goes


def board_of(run: RunDirectory, scenarios: Sequence[int]) -> Board | None:
    """Return the board of some scenarios; None if they have different ones."""
    knobs = knobs_of(run)
    seas = {knobs[scenario].content.board.sea for scenario in scenarios}
    if len(seas) != 1:
        return None
    (sea,) = seas
    zones = np.array(sea.zones, dtype=np.int64).reshape(HEIGHT, WIDTH)
    drawn = any(knobs[scenario].discovery_layout != "fixed" for scenario in scenarios)
    return Board(zones, ZONES, [] if drawn else sea.discoveries, "squares with discoveries")


def maps_of_play(run: RunDirectory, scenarios: Sequence[int], board: Board) -> dict[str, Floats]:
    """Return a map for each kind of event: where it happens, per 100 of the logged games.

    The canyon's opening is a submarine's move, or its launch: where that ends.  A map on which nothing
    happened is left out.
    """
    games = run.events(scenarios=list(scenarios)).select("scenario", "game").unique().collect()

    def count(events: pl.LazyFrame) -> Floats:
        return board.count(events.select("square").collect()["square"].to_numpy().astype(np.int64))

    def events(kind: str) -> pl.LazyFrame:
        return run.events(kind, list(scenarios))

    moment = ["scenario", "game", "step"]
    ends = pl.concat([events(kind).select(*moment, "square") for kind in ("dived", "launched")])
    opened = events("canyon_opened").select(moment).join(ends, on=moment)
    found = pl.concat(
        [events(kind).select(*moment, "square") for kind in ("recovered", "chest_found", "speed_found")]
    )
    maps = {
        "Where stations are built": covered(count(events("built"))),
        "Where submarines end their moves": count(events("dived")),
        "Where discoveries are recovered": count(found),
        "Where the canyon is opened": count(opened),
    }
    return {title: 100 * counts / len(games) for title, counts in maps.items() if counts.any()}


def covered(centres: Floats) -> Floats:
    """Return the number of stations wholly over each square, from the number with their centre there."""
    height, width = centres.shape
    room = np.pad(centres, 1)
    layers = np.stack([room[1 + y : 1 + y + height, 1 + x : 1 + x + width] for y, x in WHOLLY_COVERED])
    return np.asarray(layers.sum(axis=0))
