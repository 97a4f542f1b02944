"""What the tests of a game are written with.  `check_game` checks all that must hold of any game.

Call it from your own tests, as `examples/pig/tests` does.  A `Match` plays games, all at once or step by
step; `legal_moves` and `make_move` play on from a single position.
"""

from simkit.engine.base.columns import STOPPED, ending_of
from simkit.engine.play.match import Match
from simkit.engine.play.walk import Step
from simkit.plugins import find_game, strategies_of
from simkit.stats.estimates import wilson
from simkit.testing.hiding import check_hiding, concealed, decisions
from simkit.testing.knobs import check_every_knob, moves_an_outcome
from simkit.testing.playthroughs import check_playthrough
from simkit.testing.positions import legal_moves, make_move
from simkit.testing.settings import random_setting, settings_of
from simkit.testing.steps import check_outcome
from simkit.testing.whole import check_game

__all__ = [
    "STOPPED",
    "Match",
    "Step",
    "check_every_knob",
    "check_game",
    "check_hiding",
    "check_outcome",
    "check_playthrough",
    "concealed",
    "decisions",
    "ending_of",
    "find_game",
    "legal_moves",
    "make_move",
    "moves_an_outcome",
    "random_setting",
    "settings_of",
    "strategies_of",
    "wilson",
]
