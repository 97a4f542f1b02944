"""Tokens: the bonus tokens in the camp, and the portholes that close sets of the right size."""

from simkit.game import begin, draw_from, kernel, note
from simkit.games.nautilus_island.kinds import Event, Move
from simkit.games.nautilus_island.state import CAMP, COLOURS, MOST_TOKENS_IN_A_PILE, NO_TOKEN, one


@kernel
def top_points(table, rules, pile):
    """Return the points of the top token of a pile that has one."""
    taken = rules.pile_tokens[pile] - table.portholes_left[pile]
    return rules.porthole_values[pile * MOST_TOKENS_IN_A_PILE + taken]


@kernel
def porthole_points(table, rules, size):
    """Return the points of the top token for sets of a size; 0 if there is none.

    A token of 0 points (a designer may print one) counts as none: nobody would want it.
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
    moves[0].kind = Move.LEAVE_OPEN
    moves[1].kind = Move.CLOSE
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
    note(log, Event.SET_CLOSED, seat, colour, points)


@kernel
def fill_the_camp(state, log):
    """Lay tokens drawn from the stack on all empty spaces, as far as the stack goes."""
    table = state.table
    begin(state.chance, CAMP, table.refills)
    for colour in range(COLOURS):
        if table.camp[colour] == NO_TOKEN and table.bonus_stack.total > 0:
            table.camp[colour] = draw_from(state.chance, table.bonus_stack)
            table.camp_tokens += 1
            note(log, Event.CAMP_FILLED, colour, table.camp[colour])


@kernel
def take_token(table, seat, colour, log):
    """Move the token on the camp space of a colour, if there is one, onto the own set of that colour."""
    kind = table.camp[colour]
    if kind != NO_TOKEN:
        table.castaways[seat].set_tokens[colour] += one(kind)
        table.camp[colour] = NO_TOKEN
        table.camp_tokens -= 1
        note(log, Event.TOKEN_TAKEN, seat, colour, kind)


@kernel
def refill_if_due(state, rules, log):
    """Fill the camp after a store that leaves no more than one token there."""
    table = state.table
    if table.camp_tokens <= rules.camp_refill_at and table.bonus_stack.total > 0:
        table.refills += 1
        fill_the_camp(state, log)
