"""What a Heroic card would bring, and what its payment costs, as `planner` and `expert` see it."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.games.nautilion.card_effects import (
    CABIN_FILLS,
    CREW_FROM_PATH,
    CREW_FROM_PILE,
    DICE_SET_FREELY,
    MERCENARY_LEAVES,
    NO_DISCARDS,
    PHANTOM_BACKWARDS,
    PHANTOM_STAYS,
    THREE_TOKENS,
    TOKENS_RECOVERED,
)
from simkit.games.nautilion.rules.board import free_to_leave, may_go_aboard, spaces_held
from simkit.games.nautilion.rules.heroic_actions import crew_in_pile, crew_on_path, numbers_to_fetch
from simkit.games.nautilion.rules.mages import may_go_into_cabin
from simkit.games.nautilion.rules.tokens import bit, is_crew
from simkit.games.nautilion.state import CREW_NUMBERS, MERCENARY, ROW_OF_CARDS
from simkit.strategies.nautilion.evaluation.copies import copies
from simkit.strategies.nautilion.evaluation.landing import some_die_fits
from simkit.strategies.nautilion.evaluation.plans import best_faces_value
from simkit.strategies.nautilion.evaluation.prospects import hope
from simkit.strategies.nautilion.evaluation.worths import (
    boarding_worth,
    cheapest_space,
    heroic_card_worth,
    missing_worth,
    reserve_gained,
)


@separate_kernel
def best_heroic_card(table, rules, weights, sheet):
    """Return the revealed Heroic card that gains most (0 if none can be paid for), the payment, and the gain.

    Every card is paid for with the crew number that is missed least.
    """
    paid, cost = cheapest_payment(table, rules, weights, sheet.sight)
    best, most = 0, -1.0e12
    if paid == 0:
        return best, paid, most
    for slot in range(ROW_OF_CARDS):
        card = table.heroic_cards[slot]
        if card != 0:
            effect = rules.heroic_effects[card]
            worth = turn_gain(table, rules, weights, sheet, card)
            worth += payment_gain(table, rules, weights, sheet.sight, effect, paid)
            if worth > most:
                best, most = card, worth
    return best, paid, most + heroic_card_worth(table, weights) - cost


@kernel
def cheapest_payment(table, rules, weights, sight):
    """Return the crew number that may leave and costs least (0 if there is none), and its cost."""
    free = free_to_leave(table, rules) & table.crew
    number, cost = cheapest_space(table, rules, weights, sight, free)
    return number, cost - weights.crew_lost


@kernel
def turn_gain(table, rules, weights, sheet, card):
    """Return the gain from a Heroic card that doesn't depend on the payment."""
    effect = rules.heroic_effects[card]
    if effect == NO_DISCARDS:
        return weights.shield
    if effect == DICE_SET_FREELY:
        return best_faces_value(table, rules, sheet)[0] - sheet.now
    if effect == PHANTOM_STAYS:
        return smallest_phantom_cost(rules, sheet)
    if effect == PHANTOM_BACKWARDS:
        return 2.0 * smallest_phantom_cost(rules, sheet)
    if effect == TOKENS_RECOVERED:
        return reserve_gained(weights, table.reserve, rules.heroic_tokens[card])
    if effect == THREE_TOKENS:  # all go into the reserve, even those that would fit aboard
        lost = missed_aboard(table, rules, weights, sheet) if some_die_fits(table, rules) else 0.0
        return reserve_gained(weights, table.reserve + 1, 2) - lost
    return 0.0


@kernel
def missed_aboard(table, rules, weights, sheet):
    """Return the worth of the best number that the dice in hand could bring aboard, where one fits."""
    best, held, whereabouts = weights.crew, spaces_held(table), sheet.sight.whereabouts
    if weights.hope == 0.0:
        return best
    for i in range(table.dice_count):
        place = sheet.nautilion_place[table.dice[i]]
        if table.nautilion < place <= table.length:
            kind = table.path[place]
            if is_crew(kind) and may_go_aboard(table, rules, kind):
                worth = boarding_worth(table, rules, weights, sheet.sight, kind)
                worth += hope(table, rules, weights, whereabouts, (place, held | bit(kind)))
                best = max(best, worth - hope(table, rules, weights, whereabouts, (place, held)))
    return best


@kernel
def smallest_phantom_cost(rules, sheet):
    """Return the cost of the Phantom's best face."""
    best = -1.0e12
    for f in range(rules.value_count):
        best = max(best, sheet.phantom[rules.values[f]])
    return min(-best, 40.0)


@kernel
def payment_gain(table, rules, weights, sight, effect, paid):
    """Return the gain from an effect that depends on the number paid."""
    held = spaces_held(table) & ~bit(paid)
    if effect == CREW_FROM_PATH:
        numbers = numbers_to_fetch(table, rules, paid) & crew_on_path(table)
        return best_fetch_worth(table, rules, weights, sight, numbers, (held, 1))
    if effect == CREW_FROM_PILE:
        numbers = numbers_to_fetch(table, rules, paid) & crew_in_pile(table)
        return best_fetch_worth(table, rules, weights, sight, numbers, (held, 0))
    if effect == CABIN_FILLS and rules.cabin_crew & bit(paid):
        worth = 0.0
        for number in range(1, CREW_NUMBERS + 1):
            if rules.cabin_crew & bit(number) and number != paid and table.discard_pile[number] > 0:
                worth += weights.partner if may_go_into_cabin(table, rules, number) else 0.0
        return worth
    if effect == MERCENARY_LEAVES and rules.armed_crew & bit(paid) and table.phantom_board[MERCENARY] > 0:
        return rules.mercenary_harpoons * sight.harpoon
    return 0.0


@kernel
def best_fetch_worth(table, rules, weights, sight, numbers, then):
    """Return the worth of the best of the crew numbers that may be fetched (0 if there is none).

    `then` is (held, taken_ahead): the spaces that are filled once the card is paid for, and how many copies
    ahead of the number are used up.
    """
    held, taken_ahead = then
    best, here = 0.0, table.nautilion
    now = hope(table, rules, weights, sight.whereabouts, (here, held))
    for number in range(1, CREW_NUMBERS + 1):
        if numbers & bit(number):
            left = copies(sight.ahead, number)
            worth = weights.crew + missing_worth(weights, max(0, left - taken_ahead))
            then = hope(table, rules, weights, sight.whereabouts, (here, held | bit(number)))
            best = max(best, worth + then - now)
    return best
