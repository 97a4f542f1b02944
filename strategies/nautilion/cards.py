"""Plain decisions about cards, the collision and discards, for strategies that have no better idea."""

from simkit.engine.kernel import kernel
from simkit.games.nautilion.cabin import partners_ready
from simkit.games.nautilion.state import (
    BUY,
    CARD_LEAVES,
    FETCH_FROM_PATH,
    FETCH_FROM_PILE,
    GROUP,
    PLAY_HEROIC,
    PRIZE,
    PRIZE_ABOARD,
    RECOVER,
    REROLL,
    RETURN_KIND,
    SET_DICE,
)
from simkit.games.nautilion.tokens import crew_size
from strategies.nautilion.features import (
    copies,
    copies_ahead,
    find_kind,
    is_needed,
    largest_die,
    smallest_face_that_fits,
    some_die_fits,
    will_move,
)


@kernel
def plain_card_decision(table, rules, moves, count):
    """Decide what a card or the collision asks for."""
    step = table.step
    if step == PRIZE:
        return max(find_kind(moves, count, PRIZE_ABOARD), 0)
    if step == GROUP:
        return largest_group(moves, count)
    if step == RETURN_KIND or step == FETCH_FROM_PILE:
        return scarcest_needed(table, rules, moves, count)
    if step == RECOVER:
        return not_needed(table, rules, moves, count)
    if step == FETCH_FROM_PATH:
        return fetch_from_behind(table, moves, count)
    if step == SET_DICE:
        return set_for_landing(table, rules, moves, count)
    if step == CARD_LEAVES:
        return count - 1
    return 0


@kernel
def largest_group(moves, count):
    """Return the index of the largest group of crew."""
    best = 0
    for i in range(1, count):
        if crew_size(moves[i].number) > crew_size(moves[best].number):
            best = i
    return best


@kernel
def scarcest_needed(table, rules, moves, count):
    """Return the index of the needed kind with the fewest copies ahead (the first listed if none is)."""
    packed = copies_ahead(table)
    best, fewest = 0, 1000
    for i in range(count):
        kind = moves[i].number
        if is_needed(table, rules, kind) and copies(packed, kind) < fewest:
            best, fewest = i, copies(packed, kind)
    return best


@kernel
def not_needed(table, rules, moves, count):
    """Return the index of a kind that is not needed: it is as good in the reserve as any."""
    for i in range(count):
        if not is_needed(table, rules, moves[i].number):
            return i
    return 0


@kernel
def fetch_from_behind(table, moves, count):
    """Return the index of the scarcest number to fetch, and of its copies one behind the Nautilion."""
    packed = copies_ahead(table)
    best, most = 0, -1000
    for i in range(count):
        place = moves[i].place
        worth = 100 if place < table.nautilion else 0
        worth -= copies(packed, table.path[place])
        if worth > most:
            best, most = i, worth
    return best


@kernel
def set_for_landing(table, rules, moves, count):
    """Set one die to a face that lands on what fits, the others to the smallest face."""
    if table.dice_to_set == table.dice_count:
        face = smallest_face_that_fits(table, rules) if will_move(table) else 0
        for i in range(count):
            if moves[i].value == face:
                return i
    return 0


COPIES_WANTED = 2
"""Copies ahead of a crew number with which it is given for a Heroic card gladly."""

RANKS = 256
"""More than there are moves (MOST_MOVES)."""


@kernel
def heroic_with_copies(table, moves, count, crew_wanted):
    """Return the index of a Heroic card, paid with the number that has most copies ahead, or -1.

    With enough crew aboard, for a number of which two copies lie ahead; with twice as many, one copy.
    """
    if table.heroic_left == 0 or crew_size(table.crew) < crew_wanted:
        return -1
    packed = copies_ahead(table)
    best = 0  # copies ahead, and of equals the first listed, as one number
    for i in range(count - 1, 0, -1):  # the cards stand at the end, but for what is sold
        if moves[i].kind != PLAY_HEROIC:
            if moves[i].kind == BUY:
                continue
            break
        best = max(best, copies(packed, moves[i].number) * RANKS + RANKS - 1 - i)
    most = best // RANKS
    if most == 0 or (most < COPIES_WANTED and crew_size(table.crew) < 2 * crew_wanted):
        return -1
    return RANKS - 1 - best % RANKS


@kernel
def reroll_if_nothing_fits(table, rules, moves, count):
    """Return the index of a partnership's re-roll of the largest die if no die lands on what fits, or 0."""
    if rules.mages == 0 or partners_ready(table) == 0:
        return 0
    if will_move(table) and some_die_fits(table, rules):
        return 0
    largest = largest_die(table)
    for i in range(count):
        if moves[i].kind == REROLL and moves[i].die == largest:
            return i
    return 0
