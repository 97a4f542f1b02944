"""Everything that a game and its strategies are written with, in one import."""

from simkit.compile.kernel import kernel
from simkit.engine.chance import begin, below
from simkit.engine.columns import Column
from simkit.engine.events import note
from simkit.engine.game import Game
from simkit.engine.kinds import EventKind, Field, Kinds, MoveKind, event, move
from simkit.engine.knobs import Knobs, knob
from simkit.engine.objectives import Objective
from simkit.engine.records import field, record
from simkit.engine.story import Story
from simkit.engine.strategy import Parameter, Strategy, strategy

__all__ = [
    "Column",
    "EventKind",
    "Field",
    "Game",
    "Kinds",
    "Knobs",
    "MoveKind",
    "Objective",
    "Parameter",
    "Story",
    "Strategy",
    "begin",
    "below",
    "event",
    "field",
    "kernel",
    "knob",
    "move",
    "note",
    "record",
    "strategy",
]
