"""Checks for authors of games.  `check_game` makes all of them, and raises AssertionError if one fails.

Call it from your own tests, as `examples/pig/tests` does.
"""

from simkit.testing.hiding import check_hiding, concealed, decisions
from simkit.testing.knobs import check_every_knob, moves_an_outcome
from simkit.testing.playthroughs import check_playthrough
from simkit.testing.settings import random_setting, settings_of
from simkit.testing.steps import check_outcome
from simkit.testing.whole import check_game

__all__ = [
    "check_every_knob",
    "check_game",
    "check_hiding",
    "check_outcome",
    "check_playthrough",
    "concealed",
    "decisions",
    "moves_an_outcome",
    "random_setting",
    "settings_of",
]
