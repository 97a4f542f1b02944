"""Where tokens go, and what cards ask for, as `planner` and `expert` decide it."""

from simkit.engine.kernel import kernel
from simkit.games.nautilion.state import (
    DISCARD_CREW,
    DISCARD_RESERVE,
    FETCH_FROM_PATH,
    FETCH_FROM_PILE,
    FIGURE,
    GROUP,
    PRIZE,
    PRIZE_ABOARD,
    RECOVER,
    RETURN_KIND,
    TAKE_ABOARD,
    TAKE_CABIN,
)
from simkit.games.nautilion.tokens import CREW_NUMBERS, MERCENARY, bit, is_crew
from strategies.nautilion.cards import largest_group, not_needed, scarcest_needed
from strategies.nautilion.features import copies, copies_ahead, find_kind, find_number, ways_left
from strategies.nautilion.plans import best_faces_value
from strategies.nautilion.worths import (
    CABIN_KIND,
    PARTNER,
    best_mercenary_space,
    boarding_worth,
    cabin_worth,
    cheapest_discard,
    harpoon_worth,
    missing_worth,
    reserve_token_worth,
)


@kernel
def discard(table, rules, moves, count, weights, packed, armed):
    """Return the index of the discard that costs least."""
    reserve = find_kind(moves, count, DISCARD_RESERVE)
    space, cost = cheapest_discard(table, rules, weights, packed, armed)
    if reserve >= 0 and (space == 0 or reserve_token_worth(weights, table.reserve - 1) <= cost):
        return reserve
    for i in range(count):
        move = moves[i]
        if move.kind != DISCARD_RESERVE:
            found = move.number if move.kind == DISCARD_CREW else move.number + CABIN_KIND
            if found == space:
                return i
    return 0


@kernel
def take(table, rules, moves, count, weights):
    """Return the index of the best place for the token in hand."""
    kind = table.in_hand
    if is_crew(kind):
        aboard = find_kind(moves, count, TAKE_ABOARD)
        if aboard >= 0:
            return aboard
    into_reserve = reserve_token_worth(weights, table.reserve)
    cabin = find_kind(moves, count, TAKE_CABIN)
    if is_crew(kind):
        return cabin if cabin >= 0 and weights.values[PARTNER] >= into_reserve else count - 1
    packed = copies_ahead(table)
    if cabin >= 0 and cabin_worth(weights, packed, kind) >= into_reserve:
        return cabin
    if kind == MERCENARY:
        armed = harpoon_worth(table, rules, weights, ways_left(table))
        space, worth = best_mercenary_space(table, rules, weights, packed, armed)
        if space > 0 and worth >= into_reserve:
            return max(find_number(moves, count, TAKE_ABOARD, space), 0)
    return count - 1


@kernel
def card_decision(table, rules, moves, count, weights):
    """Decide what a card or the collision asks for, but for setting dice."""
    step = table.step
    if step == RETURN_KIND:
        return scarcest_needed(table, rules, moves, count)
    if step == RECOVER:
        return not_needed(table, rules, moves, count)
    if step == FIGURE:
        return max(find_number(moves, count, moves[0].kind, 1), 0)
    if step == GROUP:
        return largest_group(moves, count)
    if step not in (PRIZE, FETCH_FROM_PILE, FETCH_FROM_PATH):
        return count - 1
    packed = copies_ahead(table)
    if step == FETCH_FROM_PATH:
        return best_place(table, moves, count, weights, packed)
    armed = harpoon_worth(table, rules, weights, ways_left(table))
    if step == PRIZE:
        return prize(table, rules, moves, count, weights, packed, armed)
    return best_number(table, rules, moves, count, weights, packed, armed)


@kernel
def prize(table, rules, moves, count, weights, packed, armed):
    """Take a number for the board, one that mends the crew if it is split; else what is not needed."""
    split = rules.one_group[table.crew] == 0
    best, most = -1, -1.0e12
    for i in range(count):
        number = moves[i].number
        if moves[i].kind == PRIZE_ABOARD:
            worth = boarding_worth(table, rules, weights, packed, armed, number)
            if split and rules.one_group[table.crew | bit(number)] != 0:
                worth += CREW_NUMBERS * 10.0
            if worth > most:
                best, most = i, worth
    return best if best >= 0 else not_needed(table, rules, moves, count)


@kernel
def best_number(table, rules, moves, count, weights, packed, armed):
    """Return the index of the number that is worth most aboard."""
    best, most = 0, -1.0e12
    for i in range(count):
        worth = boarding_worth(table, rules, weights, packed, armed, moves[i].number)
        if worth > most:
            best, most = i, worth
    return best


@kernel
def best_place(table, moves, count, weights, packed):
    """Return the index of the place whose number is worth most; a copy left behind rather than one ahead."""
    best, most = 0, -1.0e12
    for i in range(count):
        place = moves[i].place
        left = copies(packed, table.path[place])
        if place > table.nautilion:
            left -= 1
        worth = missing_worth(weights, left) + (1.0 if place < table.nautilion else 0.0)
        if worth > most:
            best, most = i, worth
    return best


@kernel
def set_dice(table, rules, moves, count, sheet, strike):
    """Set the next die to what the best plan over all faces asks for."""
    _, a, b, c = best_faces_value(table, rules, sheet, strike)
    done = table.dice_count - table.dice_to_set
    wanted = a if done == 0 else (b if done == 1 else c)
    for i in range(count):
        if moves[i].value == wanted:
            return i
    return 0
