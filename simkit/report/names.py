"""The names that a report script has as ``r``, by role (``from simkit import report as r``).

docs/howto/a-report-script.md says of each what it is for.
"""

from __future__ import annotations

import simkit.report.document.charts as charts
import simkit.report.document.figures as figures
from simkit.engine.base.columns import Column
from simkit.errors import BadInput
from simkit.report.document.blocks import (
    Block,
    Bullets,
    Code,
    Figure,
    Finding,
    InShort,
    KeyFigure,
    OwnPart,
    Part,
    Section,
    Surprise,
    Table,
    Text,
)
from simkit.report.document.points import PER_CENT, Shown
from simkit.report.effects.averaging import (
    average_or_ends,
    may_be_averaged,
    mean_or_extremes,
    users_of,
)
from simkit.report.effects.compared import Measure, OfWins, Pair
from simkit.report.effects.effects import Effects, effects_of
from simkit.report.facts.columns import colours_of_labels, column_of, game_columns, parts_of, seat_columns
from simkit.report.facts.line_ups import counted_seats, line_ups_of, with_one_strategy
from simkit.report.facts.paired import SideBySide, extremes, indistinct_from, size_of
from simkit.report.facts.people import people_at
from simkit.report.facts.players import introduced, player_in_short
from simkit.report.facts.result import Result
from simkit.report.facts.scenarios import (
    base,
    in_base,
    in_levels,
    in_those,
    rules_by_scenario,
    scenario_column,
)
from simkit.report.facts.wins import Wins, estimates, mean_over_base, rate_table
from simkit.report.front.answers import answer_of
from simkit.report.front.answers.components import Worths
from simkit.report.front.answers.components import in_short as components_in_short
from simkit.report.report import Report, require_game
from simkit.report.sections.alternatives import Alternatives
from simkit.report.sections.board_maps import Board, maps_figure
from simkit.report.sections.ceiling import TITLE as CEILING
from simkit.report.sections.ceiling import CeilingOfPlay, master_in_words, rates_at_ceiling
from simkit.report.sections.curve_over_factor import Curves, CurvesOverFactors, slope
from simkit.report.sections.effects_of_factor import EffectsOfFactors
from simkit.report.sections.endings import ends_figure, leading_ways, most_frequent_loss, shares_of_ends
from simkit.report.sections.ends_of_rule import EndsOfRule, EndWords
from simkit.report.sections.even_game import EVEN, FAR, closest_table, closest_to_even, even_table
from simkit.report.sections.length import Length, Margin, Span, draw_spans, length_table, lengths_figure
from simkit.report.sections.length_and_endings import LengthAndEndings, LengthOfComponents
from simkit.report.sections.means import Limits, Means
from simkit.report.sections.minutes import Minutes
from simkit.report.sections.over_turns import Reached, means_over_turns
from simkit.report.sections.players_against_each_other import Contest
from simkit.report.sections.points_by_source import Points, Worth, points_by_seat_figure, scenario_sections
from simkit.report.sections.points_of_players import BestInPoints
from simkit.report.sections.product_of_two import Product, ProductWords
from simkit.report.sections.seats import IN_TURN_ORDER, Seats
from simkit.report.sections.several_seats import SeveralSeats
from simkit.report.sections.stock_over_turns import Books, Flows, Stock, StockWords
from simkit.report.sections.subject import Subject
from simkit.report.sections.together import Together, TogetherBySkill, TogetherWords, party
from simkit.report.sections.together_over_rules import (
    TogetherByRules,
    TogetherOverNumbers,
    TogetherOverParameters,
    numbers_of,
)
from simkit.report.sections.win_rates import WinRates
from simkit.report.sections.wins_by_count import Doers, WinsByCount
from simkit.report.sections.with_and_without import LeftOut
from simkit.report.sections.worth_of_components import Components, ComponentWords
from simkit.report.words import GENERAL, NO_BREAK, after, at_least, count_with_verb, in_settings, opening
from simkit.run.findings.ceiling import ceilings_of
from simkit.run.findings.targeted import estimate_of
from simkit.run.findings.unknown import neighbours, spans_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import (
    NUMBER,
    POINTS,
    SHARE,
    Estimate,
    difference_of_shares,
    is_significant,
    mean_of,
    number,
    percent,
    share_over_games,
    widened_share,
    wilson,
)
from simkit.stats.extremes import clearly_most, furthest_from_zero
from simkit.words import listed

# fmt: off
__all__ = [  # noqa: RUF022  by role
    # the report
    "Report", "Part", "OwnPart", "InShort", "RunDirectory", "BadInput", "GENERAL", "require_game",
    # what a section is made of
    "KeyFigure", "Finding", "Surprise", "Section", "Block", "Text", "Bullets", "Code", "Figure", "Table",
    # parts, by the question that they answer
    "WinRates", "EffectsOfFactors", "Alternatives", "Effects", "effects_of", "Pair", "Measure",
    "OfWins", "CeilingOfPlay", "CurvesOverFactors",
    "Components", "ComponentWords", "LeftOut", "EndsOfRule", "EndWords",
    "Together", "TogetherWords", "TogetherBySkill", "TogetherByRules", "TogetherOverNumbers",
    "TogetherOverParameters", "numbers_of", "SeveralSeats", "Contest", "Seats", "IN_TURN_ORDER",
    "BestInPoints", "Subject", "Product", "ProductWords", "WinsByCount", "Doers", "Stock", "StockWords",
    "Books", "Flows", "Length", "LengthAndEndings", "LengthOfComponents", "Reached", "Minutes", "Means",
    "Limits",
    # figures and tables for sections of one's own
    "CEILING", "ceilings_of", "master_in_words", "rates_at_ceiling",
    "Worths", "components_in_short",
    "rate_table", "Curves", "slope", "ends_figure", "leading_ways", "most_frequent_loss", "shares_of_ends",
    "closest_table", "even_table", "closest_to_even", "EVEN", "FAR", "lengths_figure", "length_table",
    "Margin", "Span", "draw_spans", "Points", "Worth", "scenario_sections", "points_by_seat_figure",
    "means_over_turns", "Board", "maps_figure", "Shown", "charts", "figures",
    # what a run has
    "estimates", "Column", "game_columns", "seat_columns", "column_of", "colours_of_labels", "parts_of",
    "Result", "Wins", "rules_by_scenario", "line_ups_of", "counted_seats", "with_one_strategy", "base",
    "mean_over_base", "spans_of", "neighbours", "introduced",
    # estimates and comparisons
    "Estimate", "estimate_of", "NUMBER", "SHARE", "POINTS", "wilson", "share_over_games", "widened_share",
    "difference_of_shares", "SideBySide", "mean_of", "size_of", "is_significant", "clearly_most",
    "furthest_from_zero", "extremes", "indistinct_from", "may_be_averaged",
    "average_or_ends", "mean_or_extremes", "users_of",
    # words
    "answer_of", "percent", "number", "opening", "after", "count_with_verb", "listed", "party", "at_least",
    "in_settings", "in_levels", "in_base", "in_those", "scenario_column", "player_in_short", "people_at",
    "NO_BREAK", "PER_CENT",
]
