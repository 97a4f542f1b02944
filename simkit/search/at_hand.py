"""What is compiled into the play loop so that it begins in a position at hand and ends after one decision."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.made import BOUND_LATER
from simkit.engine.base.cursor import NO_ROOM

think = BOUND_LATER  # of `thinking`, bound to a game's functions


def leave_as_is(state, rules, log):
    """Set nothing up: the state is the position at hand already."""


@separate_kernel
def forget_nothing(memory):
    """Keep what look-ahead has saved in the decisions before."""


def think_once(state, moves, rules, team, memory, numbers):
    """Think about the first decision, and end the loop at the next one; called as `thinking.think`."""
    if memory.tally.thoughts > 0:
        return -NO_ROOM
    memory.tally.thoughts = 1
    return think(state, moves, rules, team, memory, numbers)


@kernel
def keep_choice(memory, decision):
    """Note the index that was chosen, and return True."""
    memory.candidates[0].playouts = decision[5]
    return True
