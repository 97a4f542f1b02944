"""The Nautilion's board: air ducts, and the rule that the crew stays one group."""

from simkit.engine.kernel import kernel
from simkit.games.nautilion.state import bit


@kernel
def may_go_aboard(crew, rules, number):
    """Return True if crew token `number` may be placed: space empty, joined to the crew, or crew empty."""
    return (rules.open_spaces[crew] & bit(number)) != 0


@kernel
def may_leave(crew, rules, number):
    """Return True if `number` is aboard and the others would still be one group without it."""
    return (crew & bit(number)) != 0 and rules.one_group[crew & ~bit(number)] != 0
