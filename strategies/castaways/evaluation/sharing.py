"""What is kept, and what is shared: gifts, remains and food, as selfishness has it.

Who is not selfish at all shares as the reference policy does.
"""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.moves import find_kind
from simkit.games.castaways.decisions import EAT, GIVE_FOOD, TAKE_REMAIN
from simkit.games.castaways.energy import cap_of
from simkit.strategies.castaways.evaluation.camp import next_gift, rank_of_remain, stored_food

GIFT_TO_ALL = 1.0
"""Story points for which a gift that helps all is as good as keeping the object."""

POINT = 2.0
RANKS = 0.01
"""Weights of a story point, and of a rank among the remains, in the choice of a card."""

OWN_MEAL = 1.0
"""Worth of a food more to who has eaten."""


@separate_kernel
def gift(table, rules, seat, weights, moves, count):
    """Return a gift, unless its points are worth more to the giver."""
    found = next_gift(table, rules, seat, moves, count)
    if found > 0:
        selfish = weights.selfishness
        points = rules.object[moves[found].object].points
        if selfish * points > (1.0 - selfish) * GIFT_TO_ALL:
            return 0
    return found


@separate_kernel
def remain(table, rules, weights, moves, count):
    """Return the card of the remains that is best for all, and for its owner."""
    selfish = weights.selfishness
    best, most = 0, 0.0
    for i in range(count):
        if moves[i].kind == TAKE_REMAIN:
            card = moves[i].card
            worth = -(1.0 - selfish) * RANKS * rank_of_remain(table, rules, card)
            thing = rules.remain[card].object
            worth += selfish * POINT * rules.object[thing].points if thing >= 0 else 0.0
            if i == 0 or worth > most:
                best, most = i, worth
    return best


@separate_kernel
def food(table, rules, seat, weights, moves, count):
    """Return the move for a food of the storage: the selfish eat once more before they give."""
    chosen = stored_food(table, rules, seat, moves, count)
    castaway = table.castaways[seat]
    if moves[chosen].kind == GIVE_FOOD and castaway.energy < cap_of(castaway):
        hungry = table.castaways[moves[chosen].seat].ate == 0
        if worth_of_giving(weights, hungry) < weights.selfishness * OWN_MEAL:
            return find_kind(moves, count, EAT)
    return chosen


@kernel
def worth_of_giving(weights, hungry):
    """Return the worth to all of somebody else's meal."""
    return (1.0 - weights.selfishness) * (weights.hunger if hungry else OWN_MEAL)
