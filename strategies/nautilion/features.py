"""What strategies look at: which tokens can be reached, what fits, how many copies are left ahead."""

from simkit.engine.kernel import kernel
from simkit.games.nautilion.board import may_go_aboard, may_leave
from simkit.games.nautilion.path import place_toward_abyss, place_toward_isles
from simkit.games.nautilion.state import (
    CREW_NUMBERS,
    DISCARD_CREW,
    DISCARD_RESERVE,
    FULL_CREW,
    ISLES,
    TAKE_ABOARD,
)

COPIES_BITS = 4
COPIES_MASK = 15


@kernel
def copies(packed, number):
    """Return how many copies of a number `packed` holds (see `copies_ahead`)."""
    return (packed >> (COPIES_BITS * int(number))) & COPIES_MASK


@kernel
def one_copy(number):
    """Return the packed count of one copy of a number."""
    return 1 << (COPIES_BITS * int(number))


@kernel
def copies_ahead(table):
    """Return how many copies of each number lie ahead of the Nautilion, packed four bits a number."""
    packed = 0
    for place in range(table.nautilion + 1, table.length + 1):
        packed += one_copy(table.path[place])
    return packed & ~COPIES_MASK


@kernel
def fits(table, rules, die):
    """Return True if the token that the Nautilion would reach with `die` may go aboard, or if that wins."""
    place = place_toward_abyss(table, table.nautilion, die)
    if place > table.length:
        return table.crew == FULL_CREW
    return may_go_aboard(table.crew, rules, table.path[place])


@kernel
def reaches_abyss_too_early(table, die):
    """Return True if the Nautilion would reach the Abyss with `die` and lose for want of crew."""
    return table.crew != FULL_CREW and place_toward_abyss(table, table.nautilion, die) > table.length


@kernel
def phantom_would_win(table, die):
    """Return True if the Phantom would reach the Isles with `die`."""
    return place_toward_isles(table, table.phantom, die) == ISLES


@kernel
def costs_a_token(rules, die):
    """Return True if this face, given to the Darkhouse, costs a token."""
    return ((rules.darkhouse_discards_on >> die) & 1) != 0


@kernel
def find_kind(moves, count, kind):
    """Return the index of the first move of a kind, or -1."""
    for i in range(count):
        if moves[i].kind == kind:
            return i
    return -1


@kernel
def find_tide(moves, count, kind, die, value):
    """Return the index of the Tide that sets `die` to `value`, or -1."""
    for i in range(count):
        if moves[i].kind == kind and moves[i].die == die and moves[i].value == value:
            return i
    return -1


@kernel
def find_place(moves, count, place):
    """Return the index of the move that chooses `place`, or 0."""
    for i in range(count):
        if moves[i].place == place:
            return i
    return 0


@kernel
def keep_the_crew(moves, count):
    """Discard from the reserve if there is any, else the highest number that may leave."""
    for i in range(count):
        if moves[i].kind == DISCARD_RESERVE:
            return i
    return count - 1


@kernel
def take_aboard(moves, count):
    """Take the token aboard if that is legal."""
    return max(find_kind(moves, count, TAKE_ABOARD), 0)


@kernel
def most_common_that_may_leave(table, rules, packed):
    """Return the number aboard, free to leave, that has the most copies ahead (the highest such number)."""
    best, most = 0, -1
    for number in range(1, CREW_NUMBERS + 1):
        if may_leave(table.crew, rules, number) and copies(packed, number) >= most:
            best, most = number, copies(packed, number)
    return best


@kernel
def spare_the_reserve_last(table, rules, moves, count, packed):
    """Discard from the reserve; without one the number aboard that is easiest to find again."""
    reserve = find_kind(moves, count, DISCARD_RESERVE)
    if reserve >= 0:
        return reserve
    number = most_common_that_may_leave(table, rules, packed)
    for i in range(count):
        if moves[i].kind == DISCARD_CREW and moves[i].number == number:
            return i
    return 0
