"""The names that a report script has as ``r``, by role (``from simkit import report as r``).

docs/howto/a-report-script.md says of each what it is for.
"""

from __future__ import annotations

import simkit.report.charts as charts
import simkit.report.figures as figures
from simkit.engine.columns import Column
from simkit.errors import BadInput
from simkit.experiment.factors import AS_ASSUMED, ASSUMPTIONS, COMPONENT, heading
from simkit.report.averaging import (
    average_or_ends,
    effect_in_words,
    may_be_averaged,
    mean_or_extremes,
    users_of,
)
from simkit.report.columns import column_of, game_columns, label_in_words, parts_of, seat_columns
from simkit.report.compared import Measure, OfWins, Pair
from simkit.report.document import (
    Block,
    Bullets,
    Code,
    Figure,
    KeyFigure,
    OwnPart,
    Part,
    Section,
    Table,
    Text,
)
from simkit.report.effects import Effects, effects_of
from simkit.report.in_short import answer_in_short
from simkit.report.line_ups import by_strength, counted_seats, with_one_strategy
from simkit.report.line_ups import line_ups as line_ups_of  # `line_ups` is a module here
from simkit.report.paired import SideBySide, extremes, indistinct_from, is_significant, mean_of, widened
from simkit.report.parts import (
    FAIR,
    GENERAL,
    NO_BREAK,
    after,
    count_with_verb,
    estimates,
    fair_shares,
    in_levels,
    in_points,
    in_settings,
    in_words,
    interval,
    levels_in_words,
    opening,
    outcome_heading,
    percent,
    rate_table,
    require_game,
    signed,
)
from simkit.report.parts import points as effect_in_points  # `points` is a module here
from simkit.report.players import Introduced, introduced, player_in_short
from simkit.report.points import PER_CENT, Shown
from simkit.report.report import Report
from simkit.report.result import WON, Result, measures_of, results_of
from simkit.report.scenarios import (
    base,
    in_base,
    in_those,
    labels,
    only_base,
    rules_by_scenario,
    scenario_column,
    wrapped,
)
from simkit.report.sections.alternatives import Alternatives
from simkit.report.sections.board_maps import Board, maps_figure
from simkit.report.sections.curve_over_factor import Curves, CurvesOverFactors, slope
from simkit.report.sections.effects_of_factor import EffectsOfFactors
from simkit.report.sections.endings import ends_figure, leading_ways, losing_most
from simkit.report.sections.ends_of_rule import EndsOfRule, EndWords
from simkit.report.sections.even_game import closest_table, even_table
from simkit.report.sections.length import Length, Margin, length_table, lengths_figure, spans_figure
from simkit.report.sections.length_and_endings import LengthAndEndings, LengthOfComponents
from simkit.report.sections.means import Limits, Means
from simkit.report.sections.minutes import Minutes
from simkit.report.sections.over_turns import Reached, means_over_turns
from simkit.report.sections.players_against_each_other import Contest
from simkit.report.sections.points_by_source import Points, Worth, points_by_seat_figure, scenario_sections
from simkit.report.sections.points_of_players import BestInPoints
from simkit.report.sections.product_of_two import Product, ProductWords
from simkit.report.sections.seats import IN_TURN_ORDER, Seats, SeatWords
from simkit.report.sections.several_seats import SeveralSeats
from simkit.report.sections.stock_over_turns import Books, Flows, Stock, StockWords
from simkit.report.sections.together import Together, TogetherBySkill, TogetherWords, listed, party
from simkit.report.sections.together_over_rules import (
    TogetherByRules,
    TogetherOverNumbers,
    TogetherOverParameters,
    numbers_of,
)
from simkit.report.sections.win_rates import WinRates, Wins, all_wins
from simkit.report.sections.wins_by_count import WinsByCount
from simkit.report.sections.wins_of_doers import Doers
from simkit.report.sections.with_and_without import LeftOut
from simkit.report.sections.worth_of_components import Components, ComponentWords
from simkit.report.subject import Subject
from simkit.report.verdict_words import both_uncertainties
from simkit.run.directory import RunDirectory
from simkit.run.unknown import spans_of
from simkit.stats.estimates import Estimate, wilson
from simkit.stats.words import with_interval

__all__ = [  # noqa: RUF022  by role
    # the report
    "Report",
    "Part",
    "OwnPart",
    "RunDirectory",
    "BadInput",
    "GENERAL",
    "require_game",
    # what a section is made of
    "KeyFigure",
    "Section",
    "Block",
    "Text",
    "Bullets",
    "Code",
    "Figure",
    "Table",
    # parts, by the question that they answer
    "WinRates",
    "EffectsOfFactors",
    "Alternatives",
    "Effects",
    "effects_of",
    "Pair",
    "Measure",
    "OfWins",
    "CurvesOverFactors",
    "Components",
    "ComponentWords",
    "LeftOut",
    "EndsOfRule",
    "EndWords",
    "Together",
    "TogetherWords",
    "TogetherBySkill",
    "TogetherByRules",
    "TogetherOverNumbers",
    "TogetherOverParameters",
    "numbers_of",
    "SeveralSeats",
    "Contest",
    "Seats",
    "SeatWords",
    "IN_TURN_ORDER",
    "BestInPoints",
    "Subject",
    "Product",
    "ProductWords",
    "WinsByCount",
    "Doers",
    "Stock",
    "StockWords",
    "Books",
    "Flows",
    "Length",
    "LengthAndEndings",
    "LengthOfComponents",
    "Reached",
    "Minutes",
    "Means",
    "Limits",
    # figures and tables for sections of one's own
    "rate_table",
    "Curves",
    "slope",
    "ends_figure",
    "leading_ways",
    "losing_most",
    "closest_table",
    "even_table",
    "lengths_figure",
    "spans_figure",
    "length_table",
    "Margin",
    "Points",
    "Worth",
    "scenario_sections",
    "points_by_seat_figure",
    "means_over_turns",
    "Board",
    "maps_figure",
    "Shown",
    "charts",
    "figures",
    # what a run has
    "estimates",
    "Column",
    "game_columns",
    "seat_columns",
    "column_of",
    "parts_of",
    "label_in_words",
    "Result",
    "WON",
    "results_of",
    "measures_of",
    "Wins",
    "all_wins",
    "fair_shares",
    "rules_by_scenario",
    "line_ups_of",
    "counted_seats",
    "by_strength",
    "with_one_strategy",
    "base",
    "spans_of",
    "Introduced",
    "introduced",
    "ASSUMPTIONS",
    "AS_ASSUMED",
    "COMPONENT",
    # estimates and comparisons
    "Estimate",
    "wilson",
    "SideBySide",
    "mean_of",
    "is_significant",
    "widened",
    "extremes",
    "indistinct_from",
    "may_be_averaged",
    "average_or_ends",
    "mean_or_extremes",
    "users_of",
    # words
    "answer_in_short",
    "percent",
    "interval",
    "in_words",
    "in_points",
    "effect_in_points",
    "effect_in_words",
    "with_interval",
    "both_uncertainties",
    "signed",
    "opening",
    "after",
    "count_with_verb",
    "listed",
    "party",
    "in_settings",
    "in_levels",
    "levels_in_words",
    "in_base",
    "in_those",
    "only_base",
    "labels",
    "scenario_column",
    "outcome_heading",
    "heading",
    "wrapped",
    "player_in_short",
    "NO_BREAK",
    "PER_CENT",
    "FAIR",
]
