"""The names that a report script has as ``r``, by role (``from simkit import report as r``).

docs/howto/a-report-script.md says of each what it is for.
"""

from __future__ import annotations

import simkit.document.charts as charts
import simkit.document.figures as figures
from simkit.document.blocks import (
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
from simkit.document.points import PER_CENT, PanelPoints, Shown
from simkit.document.series import name_series
from simkit.engine.base.columns import Column
from simkit.errors import BadInput
from simkit.experiment.factors import are_numbers, short_label
from simkit.language import GENERAL, after, at_least, listed, opening
from simkit.report.front.answers import answer_of
from simkit.report.questions.assumptions import Alternatives
from simkit.report.questions.ceiling import CeilingOfPlay
from simkit.report.questions.change import EffectsOfFactors
from simkit.report.questions.components import Components
from simkit.report.questions.number import CurvesOverFactors, Numbers
from simkit.report.questions.number_of_players import PlayerCounts
from simkit.report.questions.players import BestInPoints, Contest
from simkit.report.questions.seats import IN_TURN_ORDER, Seats
from simkit.report.questions.several_seats import SeveralSeats
from simkit.report.report import Report, require_game
from simkit.report.sections.curve_over_factor import Curves, slope
from simkit.report.sections.endings import (
    ends_figure,
    leading_ways,
    most_frequent_way,
    shares_of_ends,
    with_most_frequent,
)
from simkit.report.sections.even_game import EVEN
from simkit.report.sections.length import Length, Span, draw_spans, length_table, lengths_figure, spans_figure
from simkit.report.sections.means import Limits, Means
from simkit.report.sections.minutes import Minutes
from simkit.report.sections.points_by_source import Points, Worth, scenario_sections
from simkit.report.sections.shown import change_shown, levels_shown, most_shown, spread_shown
from simkit.report.sections.win_rates import WinRates
from simkit.results.asked import asked_of
from simkit.results.averaging import may_be_averaged
from simkit.results.ceilings import TITLE as CEILING
from simkit.results.ceilings import master_in_words, rates_at_ceiling
from simkit.results.claims import Claim, Of, Truth, difference
from simkit.results.columns import (
    colours_of_labels,
    column_of,
    game_columns,
    label_in_words,
    parts_of,
    seat_columns,
)
from simkit.results.compared import Measure, OfWins, Pair
from simkit.results.effects import Effects, effects_of
from simkit.results.line_ups import by_strength, counted_seats, line_ups_of, per_game, with_one_strategy
from simkit.results.paired import SideBySide, is_nothing, size_of
from simkit.results.people import people_at
from simkit.results.players import introduced, is_known_stronger, is_only_of_kind, player_in_short
from simkit.results.result import Result
from simkit.results.scenarios import (
    base,
    in_base,
    in_levels,
    in_those,
    labels,
    levels_in_words,
    only_base,
    panel_titles,
    rules_by_scenario,
    scenario_column,
    wrapped,
)
from simkit.results.wins import Wins, estimates, mean_over_base, rate_table
from simkit.run.findings.ceiling import ceilings_of
from simkit.run.findings.targeted import estimate_of
from simkit.run.findings.unknown import neighbours, spans_of
from simkit.run.store.directory import RunDirectory as Run
from simkit.stats.estimates import (
    NO_BREAK,
    NUMBER,
    POINTS,
    SHARE,
    Estimate,
    difference_of_shares,
    is_significant,
    mean_change,
    mean_of,
    number,
    percent,
    share_over_games,
    widened_share,
    wilson,
)
from simkit.stats.extremes import clearly_most, furthest_from_zero
from simkit.words.claims import Voice
from simkit.words.names import Names
from simkit.words.titles import titled, with_titles

# fmt: off
__all__ = [  # noqa: RUF022  by role
    # the report
    "Report", "Part", "OwnPart", "InShort", "Run", "BadInput", "GENERAL", "require_game",
    # what a section is made of
    "KeyFigure", "Finding", "Surprise", "Section", "Block", "Text", "Bullets", "Code", "Figure", "Table",
    # parts, by the question that they answer
    "WinRates", "EffectsOfFactors", "Alternatives", "Effects", "effects_of", "Pair", "Measure",
    "OfWins", "CeilingOfPlay", "CurvesOverFactors", "Numbers", "PlayerCounts",
    "Components",

    "SeveralSeats", "Contest", "Seats", "IN_TURN_ORDER",
    "BestInPoints",
    "Length", "Minutes", "Means",
    "Limits",
    # figures and tables for sections of one's own
    "CEILING", "ceilings_of", "master_in_words", "rates_at_ceiling",
    "rate_table", "Curves", "slope", "ends_figure", "leading_ways", "most_frequent_way",
    "shares_of_ends",
    "EVEN", "lengths_figure", "length_table",
    "spans_figure", "Span", "draw_spans", "Points", "Worth", "scenario_sections",
    "Shown", "PanelPoints", "charts", "figures", "name_series",
    # what figures show, said in their titles
    "titled", "with_titles", "Claim", "Of", "Truth", "Names", "difference",
    "change_shown", "levels_shown",
    "most_shown", "spread_shown", "with_most_frequent",
    # what a run has
    "estimates", "Column", "game_columns", "seat_columns", "column_of", "colours_of_labels", "label_in_words",
    "parts_of",
    "Result", "Wins", "rules_by_scenario", "are_numbers", "line_ups_of", "counted_seats",
    "with_one_strategy", "by_strength", "per_game", "base", "asked_of",
    "mean_over_base", "spans_of", "neighbours", "introduced",
    # estimates and comparisons
    "Estimate", "estimate_of", "NUMBER", "SHARE", "POINTS", "wilson", "share_over_games", "widened_share",
    "difference_of_shares", "SideBySide", "mean_of", "mean_change", "size_of", "is_significant", "is_nothing",
    "is_known_stronger", "clearly_most", "furthest_from_zero",
    "may_be_averaged",
    # words
    "answer_of", "Voice", "percent", "number", "opening", "after", "listed", "at_least",
    "in_levels", "levels_in_words", "labels", "wrapped", "panel_titles", "in_base",
    "only_base", "in_those", "scenario_column", "player_in_short", "is_only_of_kind", "people_at",
    "short_label",
    "NO_BREAK", "PER_CENT",
]
