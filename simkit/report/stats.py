"""What counts: the estimates and columns that a run has, effects, comparisons, claims about them."""

from __future__ import annotations

from simkit.engine.base.columns import Column
from simkit.experiment.factors import are_numbers
from simkit.report.sections.curve_over_factor import slope
from simkit.report.sections.endings import leading_ways, most_frequent_way, shares_of_ends
from simkit.report.sections.even_game import EVEN
from simkit.results.asked import asked_of
from simkit.results.averaging import may_be_averaged
from simkit.results.ceilings import rates_at_ceiling
from simkit.results.claims import Claim, Of, Truth, difference
from simkit.results.columns import column_of, game_columns, parts_of, seat_columns
from simkit.results.compared import Measure, OfWins, Pair
from simkit.results.effects import Effects, effects_of
from simkit.results.line_ups import by_strength, counted_seats, line_ups_of, with_one_strategy
from simkit.results.paired import SideBySide, is_nothing, size_of
from simkit.results.players import is_known_stronger
from simkit.results.result import Result
from simkit.results.scenarios import base, rules_by_scenario
from simkit.results.wins import Wins, estimates, mean_over_base
from simkit.run.findings.ceiling import ceilings_of
from simkit.run.findings.targeted import estimate_of
from simkit.run.findings.unknown import neighbours, spans_of
from simkit.stats.estimates import (
    NUMBER,
    POINTS,
    SHARE,
    Estimate,
    difference_of_shares,
    is_significant,
    mean_change,
    mean_of,
    share_over_games,
    widened_share,
    wilson,
)
from simkit.stats.extremes import clearly_most, furthest_from_zero

__all__ = [  # noqa: RUF022  by role
    "Effects", "effects_of", "Pair", "Measure", "OfWins", "ceilings_of", "rates_at_ceiling", "slope",
    "leading_ways", "most_frequent_way", "shares_of_ends", "EVEN", "Claim", "Of", "Truth", "difference",
    "estimates", "Column", "game_columns", "seat_columns", "column_of", "parts_of", "Result", "Wins",
    "rules_by_scenario", "are_numbers", "line_ups_of", "counted_seats", "with_one_strategy",
    "by_strength", "base", "asked_of", "mean_over_base", "spans_of", "neighbours",
    "Estimate", "estimate_of", "NUMBER", "SHARE", "POINTS", "wilson", "share_over_games",
    "widened_share", "difference_of_shares", "SideBySide", "mean_of", "mean_change", "size_of",
    "is_significant", "is_nothing", "is_known_stronger", "clearly_most", "furthest_from_zero",
    "may_be_averaged",
]  # fmt: skip
