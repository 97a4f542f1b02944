"""Everything that a game and its strategies are written with, in one import."""

from simkit.compile.kernel import kernel
from simkit.engine.base.chance import begin, below
from simkit.engine.base.columns import Column
from simkit.engine.base.events import note
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import EventKind, Field, Kinds, MoveKind, event, move
from simkit.engine.contract.knobs import Knobs, knob
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.records import column, field, record
from simkit.engine.contract.story import Story
from simkit.engine.contract.strategy import Parameter, Strategy, strategy

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
    "column",
    "event",
    "field",
    "kernel",
    "knob",
    "move",
    "note",
    "record",
    "strategy",
]
