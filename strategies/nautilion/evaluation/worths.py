"""What things are worth to `planner` and `expert`: tokens aboard, copies left, the reserve, harpoons, cards.

The worth of a position is a sum: crew and mages aboard, copies still ahead of each missing one (steeply
falling as they run out), missing numbers that the ducts have opened, the reserve (each further token worth
less), the races to the ends of the path, and what each expansion adds: partnerships, harpoons before the
collision, turns lost to reefs, Heroic cards that are still to be played.
"""

from simkit.game import kernel
from simkit.games.nautilion.card_effects import DISCARD_MORE
from simkit.games.nautilion.rules.board import free_to_leave, lowest_number, may_go_aboard, spaces_held
from simkit.games.nautilion.rules.machinations import card_of_the_turn
from simkit.games.nautilion.rules.mages import may_go_into_cabin
from simkit.games.nautilion.rules.mercenaries import collision_to_come
from simkit.games.nautilion.rules.tokens import bit, crew_size, is_crew, is_mage, mage_bit
from simkit.games.nautilion.state import CREW_NUMBERS, MAGE_A, MAGE_C, MERCENARY
from simkit.strategies.nautilion.evaluation.copies import between_figures, copies
from simkit.strategies.nautilion.evaluation.prospects import hope, most_hope
from simkit.strategies.nautilion.evaluation.reach import balance

USUAL_RESERVE = 8
"""The reserve seldom holds more tokens."""

USUAL_LEAD = 8
"""The Nautilion seldom leads by more harpoons."""

SPACE_TAKEN = 0.1
"""Cost of a mercenary on a number's space, as a share of that number's worth aboard."""

CABIN_KIND = 20
"""Added to a token's kind if it lies in the cabin."""


FEW = 4
"""With this many copies ahead, one less costs nothing."""


@kernel
def copy_worths(weights, sheet):
    """Fill in the cost of one copy less of a missing number, by the copies ahead."""
    sheet.copy_worth[0], sheet.copy_worth[FEW] = 0.0, 0.0
    sheet.copy_worth[1] = weights.last_copy
    sheet.copy_worth[2] = weights.second_copy
    sheet.copy_worth[3] = weights.third_copy


@kernel
def copy_lost(sheet, ahead, kind):
    """Return the cost of losing one of the tokens of a kind that are `ahead`."""
    return ((sheet.sight.needed >> kind) & 1) * sheet.copy_worth[min(copies(ahead, kind), FEW)]


@kernel
def missing_worth(weights, left):
    """Return how much less a missing number is worth with `left` copies ahead than with plenty."""
    worth = weights.third_copy * (left < 3)
    worth += weights.second_copy * (left < 2)
    return worth + weights.last_copy * (left < 1)


@kernel
def opened_spaces(held, rules):
    """Return the number of empty spaces that could be filled (all, while no crew is aboard)."""
    return crew_size(rules.open_spaces[held])


@kernel
def reserve_token_worth(weights, have):
    """Return the worth of one more reserve token to a player that has `have`."""
    worth, decay = weights.reserve, weights.reserve_decay
    further = worth
    for i in range(USUAL_RESERVE):  # always this many: a branch would be slower
        further *= decay
        worth = further if i < have else worth
    for _ in range(USUAL_RESERVE, have):
        worth *= decay
    return worth


@kernel
def reserve_spent(weights, have, cost):
    """Return the worth of `cost` tokens to a player that has `have`."""
    worth = 0.0
    for i in range(cost):
        worth += reserve_token_worth(weights, have - 1 - i)
    return worth


@kernel
def reserve_gained(weights, have, count):
    """Return the worth of `count` more tokens to a player that has `have`."""
    worth = 0.0
    for i in range(count):
        worth += reserve_token_worth(weights, have + i)
    return worth


@kernel
def harpoon_worth(table, rules, weights, sight):
    """Return the worth of one more harpoon, or of one less for the Phantom; 0 with no collision to come."""
    if not collision_to_come(table, rules):
        return 0.0
    between = between_figures(table, (sight.own_way, sight.phantom_way))
    ahead = balance(table, rules) - weights.phantom_grows * between
    worth, decay = weights.harpoon, weights.harpoon_decay
    further = worth
    for i in range(USUAL_LEAD):
        further *= decay
        worth = further if ahead >= i else worth
    ahead -= USUAL_LEAD
    while ahead >= 0.0:
        worth *= decay
        ahead -= 1.0
    return worth


@kernel
def lost_worth(weights, sight, kind):
    """Return the cost of losing a crew token or a mage, other effects of its place not counted."""
    return weights.crew + weights.crew_lost + missing_worth(weights, copies(sight.ahead, kind))


@kernel
def discard_costs(table, rules, weights, sight, space):
    """Return the cost of discarding the token of a space, the worth of spaces opened, and of its harpoon.

    The effect on the prospects is left out.
    """
    held, token = spaces_held(table), bit(space)
    opened = opened_spaces(held & ~token, rules) - opened_spaces(held, rules)
    cost = lost_worth(weights, sight, space)
    if table.mercenaries & token:
        cost = rules.mercenary_harpoons * sight.harpoon
    harpoon = sight.harpoon if rules.armed_crew & table.crew & token else 0.0
    return cost, weights.opened * opened, harpoon


@kernel
def cheapest_space(table, rules, weights, sight, free):
    """Return the space of `free` that is cheapest to empty, and its cost (0 if none is free)."""
    best, least, held, here = 0, 1.0e12, spaces_held(table), table.nautilion
    then_missing = CREW_NUMBERS + 1 - crew_size(held)
    while free != 0:
        space = lowest_number(free)
        free &= free - 1
        cost, joined, harpoon = discard_costs(table, rules, weights, sight, space)
        if weights.hope > 0.0 and (table.mercenaries & bit(space)) == 0:
            at_least = cost + sight.hope - most_hope(weights, then_missing)
            if at_least - joined + harpoon >= least:
                continue
            cost += sight.hope - hope(table, rules, weights, sight.whereabouts, (here, held & ~bit(space)))
        cost = cost - joined + harpoon
        best, least = (space, cost) if cost < least else (best, least)
    return best, least


@kernel
def cheapest_discard(table, rules, weights, sight):
    """Return the cheapest token to discard, and its cost (0 and 0 without any).

    A space of the board, or the kind of a token in the cabin plus CABIN_KIND.
    """
    best, least = cheapest_space(table, rules, weights, sight, free_to_leave(table, rules))
    if table.cabin_crew != 0 and weights.partner < least:  # the same for all of them
        best, least = CABIN_KIND + lowest_number(table.cabin_crew), weights.partner
    for kind in range(MAGE_A, MAGE_C + 1):  # always all: a branch would be slower
        cost = lost_worth(weights, sight, kind)
        is_less = ((table.cabin_mages & mage_bit(kind)) != 0) & (cost < least)
        best, least = (CABIN_KIND + kind, cost) if is_less else (best, least)
    return best, least if best != 0 else 0.0


@kernel
def strike_cost(table, rules, weights, sight, reserve):
    """Return the cost of a strike of the Darkhouse while `reserve` tokens are left."""
    if reserve == 0:
        cost = cheapest_discard(table, rules, weights, sight)[1]
    else:
        cost = reserve_token_worth(weights, reserve - 1)
    if table.darkhouse_effect == DISCARD_MORE:
        return cost * rules.darkhouse_tokens[card_of_the_turn(table)]
    return cost


@kernel
def strike_cost_after(table, rules, weights, sight, strike, spent):
    """Return the `strike_cost` once `spent` tokens are spent on other dice.

    A single die is compared with the mean of all dice at the same cost, or spending alone would improve it.
    """
    if table.dice_count == 1:
        return strike
    return strike_cost(table, rules, weights, sight, table.reserve - spent)


@kernel
def boarding_worth(table, rules, weights, sight, number):
    """Return the worth of taking crew token `number` aboard."""
    worth = weights.crew + missing_worth(weights, copies(sight.ahead, number))
    held = spaces_held(table)
    if held != 0:
        opened = opened_spaces(held | bit(number), rules) - opened_spaces(held, rules)
        worth += weights.opened * opened
    return worth + (sight.harpoon if rules.armed_crew & bit(number) else 0.0)


@kernel
def cabin_worth(weights, sight, kind):
    """Return the worth of taking a token into the cabin."""
    if is_mage(kind):
        return weights.crew + missing_worth(weights, copies(sight.ahead, kind))
    return weights.partner


@kernel
def mercenary_worth(table, rules, weights, sight, space):
    """Return the worth of a mercenary on a space: harpoons and ducts, less the number it keeps out."""
    held = spaces_held(table)
    opened = opened_spaces(held | bit(space), rules) - opened_spaces(held, rules) if held != 0 else 0
    kept_out = missing_worth(weights, copies(sight.ahead, space)) + SPACE_TAKEN * weights.crew
    return rules.mercenary_harpoons * sight.harpoon + weights.opened * opened - kept_out


@kernel
def best_mercenary_space(table, rules, weights, sight):
    """Return the best open space for a mercenary (0 if there is none), and what it is worth there."""
    spaces = rules.open_spaces[spaces_held(table)]
    best, most = 0, -1.0e12
    while spaces != 0:
        space = lowest_number(spaces)
        spaces &= spaces - 1
        worth = mercenary_worth(table, rules, weights, sight, space)
        if worth > most:
            best, most = space, worth
    return best, most


@kernel
def kept_worth(table, rules, weights, sight, kind):
    """Return the worth of a token to the player that gets it: placed if allowed, else in the reserve."""
    if is_crew(kind) and may_go_aboard(table, rules, kind):
        return boarding_worth(table, rules, weights, sight, kind)
    if may_go_into_cabin(table, rules, kind):
        return cabin_worth(weights, sight, kind)
    into_reserve = reserve_token_worth(weights, table.reserve)
    if kind == MERCENARY:
        return mercenary_landing_worth(table, rules, weights, sight, into_reserve)
    return into_reserve


@kernel
def mercenary_landing_worth(table, rules, weights, sight, into_reserve):
    """Return the worth of landing on a mercenary: on some open space, or in the reserve.

    Its space is weighed after the landing; `expert` won fewer games when that was weighed ahead.
    """
    if not collision_to_come(table, rules) or rules.open_spaces[spaces_held(table)] == 0:
        return into_reserve
    return max(into_reserve, rules.mercenary_harpoons * sight.harpoon - SPACE_TAKEN * weights.crew)
