"""What says: numbers, levels, players and lists in a designer's words."""

from __future__ import annotations

from simkit.experiment.factors import short_label
from simkit.language import after, at_least, listed, opening
from simkit.results.ceilings import TITLE as CEILING
from simkit.results.ceilings import master_in_words
from simkit.results.columns import label_in_words
from simkit.results.people import people_at
from simkit.results.players import introduced, is_only_of_kind, player_in_short
from simkit.results.scenarios import (
    in_base,
    in_levels,
    in_those,
    labels,
    levels_in_words,
    only_base,
    scenario_column,
    wrapped,
)
from simkit.stats.estimates import NO_BREAK, number, percent
from simkit.words.claims import Voice
from simkit.words.names import Names

__all__ = [  # noqa: RUF022  by role
    "Voice", "percent", "number", "opening", "after", "listed", "at_least", "in_levels",
    "levels_in_words", "labels", "wrapped", "in_base", "only_base", "in_those", "scenario_column",
    "player_in_short", "is_only_of_kind", "people_at", "short_label", "NO_BREAK", "Names",
    "label_in_words", "master_in_words", "CEILING", "introduced",
]  # fmt: skip
