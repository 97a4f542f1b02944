"""Checks for those who write a game.  `check_game` makes them all; what is wrong is an AssertionError.

Call it from your own tests, as `examples/pig/tests` does.
"""

from simkit.testing.hiding import check_hiding, concealed, decisions
from simkit.testing.knobs import check_every_knob, moves_an_outcome
from simkit.testing.playthroughs import check_playthrough
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
]
