"""Plain decisions about cards, the collision and discards, for strategies without a better idea."""

from simkit.game import find_kind, find_move, highest_bit, kernel
from simkit.games.nautilion import state as s
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.rules.board import free_to_leave
from simkit.games.nautilion.rules.mages import partners_ready
from simkit.games.nautilion.rules.tokens import bit, crew_size, is_crew
from simkit.strategies.nautilion.evaluation.copies import copies, copies_ahead, is_needed
from simkit.strategies.nautilion.evaluation.finding import find_reroll
from simkit.strategies.nautilion.evaluation.landing import largest_die, smallest_face_that_fits, some_die_fits
from simkit.strategies.nautilion.evaluation.reach import place_of, places_reached, will_move


@kernel
def plain_card_decision(table, rules, moves, count):
    """Decide what a card or the collision asks for."""
    step = table.step
    if step == s.PRIZE:
        return max(find_kind(moves, count, Move.PRIZE_ABOARD), 0)
    if step == s.FETCH_FROM_PILE:
        return scarcest_needed(table, rules, moves, count)
    if step == s.FETCH_FROM_PATH:
        return fetch_from_behind(table, moves, count)
    if step == s.SET_DICE:
        return set_for_landing(table, rules, moves, count)
    return max(answer_of_all(table, rules, moves, count), 0)


@kernel
def answer_of_all(table, rules, moves, count):
    """Return the answer that all give to a card or to the collision; -1 where they weigh differently."""
    step = table.step
    if step == s.GROUP:
        return largest_group(moves, count)
    if step == s.RETURN_KIND:
        return scarcest_needed(table, rules, moves, count)
    if step == s.RECOVER:
        return not_needed(table, rules, moves, count)
    if step == s.CARD_LEAVES:
        return count - 1
    if step == s.FIRST_PLAYER:
        return player_that_finds_more(table, moves, count)
    return -1


@kernel
def largest_group(moves, count):
    """Return the index of the largest group of crew (of equals the one with the lowest number)."""
    best = 0
    for i in range(1, count):
        if crew_size(moves[i].number) > crew_size(moves[best].number):
            best = i
    return best


@kernel
def player_that_finds_more(table, moves, count):
    """Return the index of the player whose Admiral shows most of the tokens that the dice in hand lead to."""
    reached = places_reached(table)
    best, most = 0, -1
    for i in range(count):
        shown, found = int(table.admirals[moves[i].number]), 0
        for j in range(table.dice_count):
            found += (shown << 1 >> int(table.path[place_of(reached, table.dice[j])])) & 1
        if found > most:
            best, most = i, found
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
"""With this many copies ahead a crew number is given for a Heroic card."""

RANKS = 256
"""More than there are moves (MOST_MOVES), or numbers."""


@kernel
def heroic_with_copies(table, moves, count, crew_wanted):
    """Return the index of a Heroic card, paid for with the number that has most copies ahead, or -1.

    With enough crew aboard the number must have two copies ahead; with twice as many, one copy.
    """
    if table.heroic_left == 0 or crew_size(table.crew) < crew_wanted:
        return -1
    packed = copies_ahead(table)
    best = 0  # copies ahead, and of equals the first listed, as one number
    for i in range(count - 1, 0, -1):  # the cards stand at the end, before what is sold
        if moves[i].kind != Move.PLAY_HEROIC:
            if moves[i].kind == Move.BUY:
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
    if rules.mages == 0 or partners_ready(table, rules) == 0:
        return 0
    if will_move(table) and some_die_fits(table, rules):
        return 0
    return max(find_reroll(table, rules, moves, count, largest_die(table)), 0)


@kernel
def most_common_that_may_leave(table, rules, packed):
    """Return the space whose number has most copies ahead, of those whose token may leave.

    Of equals the highest number; 0 if no token may leave.
    """
    free, best = free_to_leave(table, rules), 0
    for number in range(1, s.CREW_NUMBERS + 1):  # copies, and of equals the higher number, as one number
        rank = copies(packed, number) * RANKS + number
        best = max(best, rank * ((free >> (number - 1)) & 1))
    return best % RANKS


@kernel
def keep_the_crew(table, moves, count):
    """Discard from the reserve if there is any; else from the board, mercenaries first, then high numbers.

    Else from the cabin: crew 7, 4, 1, then C, B, A.
    """
    board, cabin = -1, -1
    for i in range(count):
        move = moves[i]
        if move.kind == Move.DISCARD_RESERVE:
            return i
        if move.kind == Move.DISCARD_CREW:
            if (
                board < 0
                or not _mercenary_at(table, moves[board].number)
                or _mercenary_at(table, move.number)
            ):
                board = i
        elif move.kind == Move.DISCARD_CABIN and (
            cabin < 0 or _leaves_cabin_sooner(move.number, moves[cabin].number)
        ):
            cabin = i
    return board if board >= 0 else cabin


@kernel
def _mercenary_at(table, space):
    return (table.mercenaries & bit(space)) != 0


@kernel
def _leaves_cabin_sooner(kind, other):
    if is_crew(kind) != is_crew(other):
        return is_crew(kind)
    return kind > other


@kernel
def spare_the_reserve_last(table, rules, moves, count):
    """Discard from the reserve; if it is empty, the number aboard that is easiest to find again."""
    reserve = find_kind(moves, count, Move.DISCARD_RESERVE)
    if reserve >= 0:
        return reserve
    number = most_common_that_may_leave(table, rules, copies_ahead(table))
    index = find_move(moves, count, Move.DISCARD_CREW, "number", number)
    return index if index >= 0 else keep_the_crew(table, moves, count)


@kernel
def highest_that_may_leave(table, rules):
    """Return the highest crew number that may be discarded from the board, 0 if there is none."""
    free = free_to_leave(table, rules) & table.crew
    return highest_bit(free) + 1 if free != 0 else 0
