"""Orders of castaways: turn order and walking order; and where they are: in camp, out, lost."""

from simkit.game import kernel
from simkit.game.effects import bit, one_seat
from simkit.games.castaways.names import DEAD, IN_CAMP, LOST, OUT

EVERYBODY = -1
"""The mask of all seats."""


@kernel
def seat_in_turn(table, rules, i):
    """Return the seat that comes i-th from the starting player, clockwise."""
    seat = table.starter + i
    return seat - rules.players if seat >= rules.players else seat


@kernel
def is_living(table, seat):
    """Return True for a castaway that is not dead."""
    return table.castaways[seat].where != DEAD


@kernel
def is_in_camp(table, seat):
    """Return True for a castaway in camp."""
    return table.castaways[seat].where == IN_CAMP


@kernel
def is_out(table, seat):
    """Return True for a castaway on the outing."""
    return table.castaways[seat].where == OUT


@kernel
def is_lost(table, seat):
    """Return True for a castaway that is lost."""
    return table.castaways[seat].where == LOST


@kernel
def is_at_hand(table, seat):
    """Return True for a living castaway that is not lost: in camp or out."""
    where = table.castaways[seat].where
    return where == IN_CAMP or where == OUT


@kernel
def all_are_lost(table, rules):
    """Return True if every living castaway is lost."""
    for seat in range(rules.players):
        if is_at_hand(table, seat):
            return False
    return True


@kernel
def first_in_camp(table, rules):
    """Return the first castaway in camp in turn order, or -1."""
    for i in range(rules.players):
        seat = seat_in_turn(table, rules, i)
        if is_in_camp(table, seat):
            return seat
    return -1


@kernel
def queue_in_turn(table, rules, first, where):
    """Return the castaways that are somewhere, as a queue, clockwise from the seat `first` on."""
    queue = 0
    for i in range(rules.players - 1, -1, -1):
        seat = (first + i) % rules.players
        if table.castaways[seat].where == where:
            queue = (queue << 4) | one_seat(seat)
    return queue


@kernel
def members_out(table, rules):
    """Return the castaways that are out, as a mask."""
    members = 0
    for seat in range(rules.players):
        members |= bit(seat) if is_out(table, seat) else 0
    return members


@kernel
def queue_clockwise(rules, members, first):
    """Return the seats of a mask, as a queue, clockwise from the seat `first` on."""
    queue = 0
    for i in range(rules.players - 1, -1, -1):
        seat = (first + i) % rules.players
        if (members >> seat) & 1:
            queue = (queue << 4) | one_seat(seat)
    return queue


@kernel
def queue_of_walkers(table, chosen, first):
    """Return those of a mask that are out, as a queue, in walking order from the seat `first` on."""
    start = 0
    for i in range(table.party):
        if table.walkers[i] == first:
            start = i
    queue = 0
    for i in range(table.party - 1, -1, -1):
        seat = table.walkers[(start + i) % table.party]
        if table.castaways[seat].where == OUT and (chosen >> seat) & 1:
            queue = (queue << 4) | one_seat(seat)
    return queue
