"""Porthole tokens: a set of exactly the right size may be closed, best token first."""

from simkit.compile.kernel import kernel
from simkit.engine.base.events import note
from simkit.games.nautilus_island.events import SET_CLOSED
from simkit.games.nautilus_island.state import CLOSE, LEAVE_OPEN, MOST_TOKENS_IN_A_PILE


@kernel
def top_points(table, rules, pile):
    """Return the points of the top token of a pile that has one."""
    taken = rules.pile_tokens[pile] - table.portholes_left[pile]
    return rules.porthole_values[pile * MOST_TOKENS_IN_A_PILE + taken]


@kernel
def porthole_points(table, rules, size):
    """Return the points of the top token for sets of a size; 0 if there is none.

    A token of 0 points (a designer may print one) does not differ from none: nobody would want it.
    """
    pile = rules.pile_of_size[size]
    points = 0
    if pile >= 0 and table.portholes_left[pile] > 0:
        points = top_points(table, rules, pile)
    return points


@kernel
def can_close(table, rules, size):
    """Return True if a token for sets of this size is left."""
    pile = rules.pile_of_size[size]
    return pile >= 0 and table.portholes_left[pile] > 0


@kernel
def close_options(moves):
    """List: leave the set open; close it."""
    moves[0].kind = LEAVE_OPEN
    moves[1].kind = CLOSE
    return 2


@kernel
def close_set(table, rules, seat, colour, log):
    """Take the top porthole token of the set's size: the set is closed for good."""
    castaway = table.castaways[seat]
    size = castaway.set_size[colour]
    points = porthole_points(table, rules, size)
    pile = rules.pile_of_size[size]
    castaway.porthole[colour] = points
    castaway.closed |= 1 << int(colour)
    castaway.closed_by_pile[pile] += 1
    table.portholes_left[pile] -= 1
    note(log, SET_CLOSED, seat, colour, points)
