"""What a report consists of: parts for any game; sections, texts, tables, figures for parts of your own."""

from __future__ import annotations

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
from simkit.language import GENERAL
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
from simkit.report.report import require_game
from simkit.report.sections.curve_over_factor import Curves
from simkit.report.sections.length import Length
from simkit.report.sections.means import Limits, Means
from simkit.report.sections.minutes import Minutes
from simkit.report.sections.points_by_source import Points, Worth, scenario_sections
from simkit.report.sections.win_rates import WinRates

__all__ = [  # noqa: RUF022  by role
    "Part", "OwnPart", "InShort", "GENERAL", "require_game", "KeyFigure", "Finding", "Surprise",
    "Section", "Block", "Text", "Bullets", "Code", "Figure", "Table", "WinRates", "EffectsOfFactors",
    "Alternatives", "CeilingOfPlay", "CurvesOverFactors", "Numbers", "PlayerCounts", "Components",
    "SeveralSeats", "Contest", "Seats", "IN_TURN_ORDER", "BestInPoints", "Length", "Minutes", "Means",
    "Limits", "Points", "Worth", "scenario_sections", "Curves", "answer_of",
]  # fmt: skip
