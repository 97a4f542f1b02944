"""Where tokens go, and what cards ask for, as `planner` and `expert` decide it."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.records import scratch
from simkit.engine.base.moves import find_kind, find_move
from simkit.games.nautilion import state as s
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.rules.board import spaces_held
from simkit.games.nautilion.rules.tokens import bit, is_crew
from simkit.strategies.nautilion.evaluation.copies import copies
from simkit.strategies.nautilion.evaluation.plain import (
    largest_group,
    not_needed,
    scarcest_needed,
    who_finds_more,
)
from simkit.strategies.nautilion.evaluation.plans import best_faces_value
from simkit.strategies.nautilion.evaluation.prospects import WHEREABOUTS, hope, locate, most_hope
from simkit.strategies.nautilion.evaluation.sheet import SIGHT, look
from simkit.strategies.nautilion.evaluation.worths import (
    CABIN_KIND,
    best_mercenary_space,
    boarding_worth,
    cabin_worth,
    cheapest_discard,
    missing_worth,
    reserve_token_worth,
)


@kernel
def discard(table, rules, weights, moves, count):
    """Return the index of the discard that costs least."""
    sight = scratch(SIGHT)
    look(table, rules, weights, sight)
    reserve = find_kind(moves, count, Move.DISCARD_RESERVE)
    space, cost = cheapest_discard(table, rules, weights, sight)
    if reserve >= 0 and (space == 0 or reserve_token_worth(weights, table.reserve - 1) <= cost):
        return reserve
    for i in range(count):
        move = moves[i]
        if move.kind != Move.DISCARD_RESERVE:
            found = move.number if move.kind == Move.DISCARD_CREW else move.number + CABIN_KIND
            if found == space:
                return i
    return 0


@kernel
def is_welcome(table, rules, weights, kind):
    """Return True unless a number would rather be kept out: it may open the wrong part of the board."""
    held, here = spaces_held(table), table.nautilion
    into_reserve = reserve_token_worth(weights, table.reserve)
    opens_nothing = held != 0 and (s.FULL_CREW & ~held & ~rules.open_spaces[held]) == 0
    if opens_nothing and weights.crew - most_hope(weights, 1) >= into_reserve:
        return True
    whereabouts = scratch(WHEREABOUTS)
    locate(table, rules, weights, whereabouts)
    gain = hope(table, rules, weights, whereabouts, (here, held | bit(kind)))
    gain -= hope(table, rules, weights, whereabouts, (here, held))
    return weights.crew + gain >= into_reserve


@kernel
def take(table, rules, weights, moves, count):
    """Return the index of the best place for the token in hand."""
    kind = table.in_hand
    if is_crew(kind):
        aboard = find_kind(moves, count, Move.TAKE_ABOARD)
        if aboard >= 0 and is_welcome(table, rules, weights, kind):
            return aboard
    into_reserve = reserve_token_worth(weights, table.reserve)
    cabin = find_kind(moves, count, Move.TAKE_CABIN)
    if is_crew(kind):
        return cabin if cabin >= 0 and weights.partner >= into_reserve else count - 1
    sight = scratch(SIGHT)
    look(table, rules, weights, sight)
    if cabin >= 0 and cabin_worth(weights, sight, kind) >= into_reserve:
        return cabin
    if kind == s.MERCENARY:
        space, worth = best_mercenary_space(table, rules, weights, sight)
        if space > 0 and worth >= into_reserve:
            return max(find_move(moves, count, Move.TAKE_ABOARD, "number", space), 0)
    return count - 1


@separate_kernel
def card_decision(table, rules, weights, moves, count):
    """Decide what a card or the collision asks for, but for setting dice."""
    step = table.step
    if step == s.RETURN_KIND:
        return scarcest_needed(table, rules, moves, count)
    if step == s.RECOVER:
        return not_needed(table, rules, moves, count)
    if step == s.FIGURE:
        return max(find_move(moves, count, Move.CHOOSE_FIGURE, "number", 1), 0)
    if step == s.GROUP:
        return largest_group(moves, count)
    if step == s.FIRST_PLAYER:
        return who_finds_more(table, moves, count)
    if step not in (s.PRIZE, s.FETCH_FROM_PILE, s.FETCH_FROM_PATH):
        return count - 1
    sight = scratch(SIGHT)
    look(table, rules, weights, sight)
    if step == s.FETCH_FROM_PATH:
        return best_place(table, weights, sight, moves, count)
    if step == s.PRIZE:
        return prize(table, rules, weights, sight, moves, count)
    return best_number(table, rules, weights, sight, moves, count)


@kernel
def prize(table, rules, weights, sight, moves, count):
    """Take a number for the board, one that mends the crew if it is split; else what is not needed."""
    split = rules.one_group[table.crew] == 0
    best, most = -1, -1.0e12
    for i in range(count):
        number = moves[i].number
        if moves[i].kind == Move.PRIZE_ABOARD:
            worth = boarding_worth(table, rules, weights, sight, number)
            if split and rules.one_group[table.crew | bit(number)] != 0:
                worth += s.CREW_NUMBERS * 10.0
            if worth > most:
                best, most = i, worth
    return best if best >= 0 else not_needed(table, rules, moves, count)


@kernel
def best_number(table, rules, weights, sight, moves, count):
    """Return the index of the number that is worth most aboard."""
    best, most = 0, -1.0e12
    for i in range(count):
        worth = boarding_worth(table, rules, weights, sight, moves[i].number)
        if worth > most:
            best, most = i, worth
    return best


@kernel
def best_place(table, weights, sight, moves, count):
    """Return the index of the place whose number is worth most; a copy left behind rather than one ahead."""
    best, most = 0, -1.0e12
    for i in range(count):
        place = moves[i].place
        left = copies(sight.ahead, table.path[place])
        if place > table.nautilion:
            left -= 1
        worth = missing_worth(weights, left) + (1.0 if place < table.nautilion else 0.0)
        if worth > most:
            best, most = i, worth
    return best


@kernel
def set_dice(table, rules, sheet, moves, count):
    """Set the next die to what the best plan over all faces asks for."""
    _, a, b, c = best_faces_value(table, rules, sheet)
    done = table.dice_count - table.dice_to_set
    wanted = a if done == 0 else (b if done == 1 else c)
    for i in range(count):
        if moves[i].value == wanted:
            return i
    return 0
