"""The Nautilion's board: air ducts, and the rule that the crew stays one group."""

from simkit.engine.kernel import kernel
from simkit.games.nautilion.state import CREW_NUMBERS, bit


@kernel
def may_go_aboard(crew, rules, number):
    """Return True if crew token `number` may be placed: space empty, joined to the crew, or crew empty."""
    return (rules.open_spaces[crew] & bit(number)) != 0


@kernel
def may_leave(crew, rules, number):
    """Return True if `number` is aboard and the others would still be one group without it."""
    return (crew & bit(number)) != 0 and rules.one_group[crew & ~bit(number)] != 0


@kernel
def highest_that_may_leave(crew, rules):
    """Return the highest number that may be discarded from the board, 0 if nobody is aboard."""
    for number in range(CREW_NUMBERS, 0, -1):
        if may_leave(crew, rules, number):
            return number
    return 0
