"""What things are worth to `planner` and `expert`: tokens aboard, copies left, the reserve, harpoons, cards.

The worth of a position is a sum: crew and mages aboard, copies still ahead of each missing one (steeply
falling as they run out), missing numbers that the ducts have opened, the reserve (each further token worth
less), the races to the ends of the path, and what each expansion adds: partnerships, harpoons before the
collision, turns lost to reefs, Heroic cards that are still to be played.
"""

from simkit.engine.kernel import kernel
from simkit.engine.strategy import Parameter
from simkit.games.nautilion.board import free_to_leave, lowest_number, may_go_aboard, spaces_held
from simkit.games.nautilion.cabin import may_go_into_cabin
from simkit.games.nautilion.darkhouse_cards import DISCARD_MORE, card_of_the_turn
from simkit.games.nautilion.mercenaries import collision_to_come
from simkit.games.nautilion.tokens import (
    MAGE_A,
    MAGE_C,
    MERCENARY,
    bit,
    crew_size,
    is_crew,
    is_mage,
    mage_bit,
)
from strategies.nautilion.features import between_figures, copies
from strategies.nautilion.harpoons import balance

_WEIGHTS = {
    "crew": (0, 60, "worth of a number aboard"),
    "last_copy": (0, 150, "what it costs when the last copy ahead of a missing number goes"),
    "second_copy": (0, 60, "likewise the last copy but one"),
    "third_copy": (0, 40, "likewise the last but two"),
    "opened": (0, 20, "worth of a missing number that the ducts have opened"),
    "reserve": (0, 40, "worth of the first reserve token"),
    "reserve_decay": (0.3, 1, "worth of each further one, as a share of the one before"),
    "phantom_step": (0, 20, "what a step of the Phantom costs"),
    "phantom_near": (0, 20, "how much more it costs as the Isles come near"),
    "own_step": (-5, 20, "what a step of the Nautilion costs while numbers are missing"),
    "race": (0, 5, "worth of a step when the Nautilion is behind in the race"),
    "next_landing": (0, 20, "worth of a fitting token one landing ahead"),
    "crew_lost": (0, 40, "what it costs to discard from the board, besides the number itself"),
    "partner": (0, 40, "Mages: worth of a crew token in the cabin"),
    "harpoon": (0, 60, "Mercenaries: worth of a harpoon while the Phantom has more"),
    "harpoon_decay": (0, 1, "worth of each further one, as a share of the one before"),
    "phantom_grows": (
        0,
        1,
        "harpoons that the Phantom is expected to gain with each token between the figures",
    ),
    "prize": (0, 60, "worth of a collision won"),
    "stuck": (0, 60, "Reefs: what a turn in which the Nautilion is stuck costs"),
    "heroic": (0, 60, "Heroic Actions: worth of a revealed card less"),
    "heroic_near": (0, 10, "how much more it is worth at the Abyss, as a multiple"),
    "shield": (0, 60, "worth of two turns without discards"),
}


def weighted(**defaults: float) -> tuple[Parameter, ...]:
    """Return the weights as a strategy's parameters, each with the default given."""
    return tuple(Parameter(name, defaults[name], *rest) for name, rest in _WEIGHTS.items())


CREW, LAST_COPY, SECOND_COPY, THIRD_COPY, OPENED, RESERVE, DECAY = range(7)
PHANTOM_STEP, PHANTOM_NEAR, OWN_STEP, RACE, NEXT_LANDING, CREW_LOST = range(7, 13)
PARTNER, HARPOON, HARPOON_DECAY, PHANTOM_GROWS, PRIZE_WORTH, STUCK = range(13, 19)
HEROIC, HEROIC_NEAR, SHIELD = range(19, 22)

USUAL_RESERVE = 8
"""Reserve tokens that somebody seldom has more of."""

USUAL_LEAD = 8
"""Harpoons that the Nautilion is seldom further ahead by."""

SPACE_TAKEN = 0.1
"""What a space that a mercenary keeps a number out of costs, as a share of that number's worth aboard."""

CABIN_KIND = 20
"""Added to a token's kind, to say that it lies in the cabin."""


@kernel
def copy_worth(weights, left):
    """Return what it costs when `left` copies ahead of a missing number become one fewer."""
    worth = weights.values[LAST_COPY - 1 + min(left, 3)]  # last copy, second, third
    return worth if 0 < left <= 3 else 0.0


@kernel
def missing_worth(weights, left):
    """Return what a missing number with `left` copies ahead lacks to one with plenty."""
    worth = weights.values[THIRD_COPY] * (left < 3)
    worth += weights.values[SECOND_COPY] * (left < 2)
    return worth + weights.values[LAST_COPY] * (left < 1)


@kernel
def opened_spaces(held, rules):
    """Return how many empty spaces could be filled (all, while nobody is aboard)."""
    return crew_size(rules.open_spaces[held])


@kernel
def reserve_token_worth(weights, have):
    """Return the worth of one more reserve token to somebody who has `have`."""
    worth, decay = weights.values[RESERVE], weights.values[DECAY]
    further = worth
    for i in range(USUAL_RESERVE):  # always as many: how many count nobody foresees
        further *= decay
        worth = further if i < have else worth
    for _ in range(USUAL_RESERVE, have):
        worth *= decay
    return worth


@kernel
def reserve_spent(weights, have, cost):
    """Return what `cost` tokens are worth to somebody who has `have`."""
    worth = 0.0
    for i in range(cost):
        worth += reserve_token_worth(weights, have - 1 - i)
    return worth


@kernel
def reserve_gained(weights, have, count):
    """Return what `count` more tokens are worth to somebody who has `have`."""
    worth = 0.0
    for i in range(count):
        worth += reserve_token_worth(weights, have + i)
    return worth


@kernel
def harpoon_worth(table, rules, weights, ways):
    """Return the worth of one more harpoon, or of one less for the Phantom; 0 with no collision to come.

    Worked out once a decision from the `ways_left`, and handed on as `armed`.
    """
    if not collision_to_come(table, rules):
        return 0.0
    ahead = balance(table, rules) - weights.values[PHANTOM_GROWS] * between_figures(table, ways)
    worth, decay = weights.values[HARPOON], weights.values[HARPOON_DECAY]
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
def lost_worth(weights, packed, kind):
    """Return what it costs to lose a crew token or a mage, but for what else it does where it lies."""
    return weights.values[CREW] + weights.values[CREW_LOST] + missing_worth(weights, copies(packed, kind))


@kernel
def discard_costs(table, rules, weights, packed, armed, space):
    """Return what it costs to discard the token of a space of the board."""
    held, token = spaces_held(table), bit(space)
    opened = opened_spaces(held & ~token, rules) - opened_spaces(held, rules)
    cost = lost_worth(weights, packed, space)
    if table.mercenaries & token:
        cost = rules.mercenary_harpoons * armed
    harpoon = armed if rules.armed_crew & table.crew & token else 0.0
    return cost - weights.values[OPENED] * opened + harpoon


@kernel
def cheapest_space(table, rules, weights, packed, armed, free):
    """Return which of the spaces `free` is cheapest to empty, and what that costs (0 if none is free)."""
    best, least = 0, 1.0e12
    while free != 0:
        space = lowest_number(free)
        free &= free - 1
        cost = discard_costs(table, rules, weights, packed, armed, space)
        best, least = (space, cost) if cost < least else (best, least)
    return best, least


@kernel
def cheapest_discard(table, rules, weights, packed, armed):
    """Return what is cheapest to discard, and its cost (0 and 0 without anything).

    A space of the board, or the kind of a token in the cabin plus CABIN_KIND.
    """
    best, least = cheapest_space(table, rules, weights, packed, armed, free_to_leave(table, rules))
    if table.cabin_crew != 0 and weights.values[PARTNER] < least:  # the same for all of them
        best, least = CABIN_KIND + lowest_number(table.cabin_crew), weights.values[PARTNER]
    for kind in range(MAGE_A, MAGE_C + 1):  # always all: which are there nobody foresees
        cost = lost_worth(weights, packed, kind)
        is_less = ((table.cabin_mages & mage_bit(kind)) != 0) & (cost < least)
        best, least = (CABIN_KIND + kind, cost) if is_less else (best, least)
    return best, least if best != 0 else 0.0


@kernel
def strike_cost(table, rules, weights, packed, armed, reserve):
    """Return what it costs if the Darkhouse strikes while `reserve` tokens are left."""
    if reserve == 0:
        cost = cheapest_discard(table, rules, weights, packed, armed)[1]
    else:
        cost = reserve_token_worth(weights, reserve - 1)
    if table.darkhouse_effect == DISCARD_MORE:
        return cost * rules.darkhouse_tokens[card_of_the_turn(table)]
    return cost


@kernel
def strike_cost_after(table, rules, weights, packed, armed, strike, spent):
    """Return the `strike_cost` once so many tokens are spent on other dice.

    A single die is compared with the mean of all: at one cost, or spending alone would make it look better.
    """
    if table.dice_count == 1:
        return strike
    return strike_cost(table, rules, weights, packed, armed, table.reserve - spent)


@kernel
def boarding_worth(table, rules, weights, packed, armed, number):
    """Return the worth of taking crew token `number` aboard."""
    worth = weights.values[CREW] + missing_worth(weights, copies(packed, number))
    held = spaces_held(table)
    if held != 0:
        opened = opened_spaces(held | bit(number), rules) - opened_spaces(held, rules)
        worth += weights.values[OPENED] * opened
    return worth + (armed if rules.armed_crew & bit(number) else 0.0)


@kernel
def cabin_worth(weights, packed, kind):
    """Return the worth of taking a token into the cabin."""
    if is_mage(kind):
        return weights.values[CREW] + missing_worth(weights, copies(packed, kind))
    return weights.values[PARTNER]


@kernel
def mercenary_worth(table, rules, weights, packed, armed, space):
    """Return the worth of a mercenary on a space: harpoons, ducts, less what it keeps out for a while."""
    held = spaces_held(table)
    opened = opened_spaces(held | bit(space), rules) - opened_spaces(held, rules) if held != 0 else 0
    kept_out = missing_worth(weights, copies(packed, space)) + SPACE_TAKEN * weights.values[CREW]
    return rules.mercenary_harpoons * armed + weights.values[OPENED] * opened - kept_out


@kernel
def best_mercenary_space(table, rules, weights, packed, armed):
    """Return the best open space for a mercenary (0 if there is none), and what it is worth there."""
    spaces = rules.open_spaces[spaces_held(table)]
    best, most = 0, -1.0e12
    while spaces != 0:
        space = lowest_number(spaces)
        spaces &= spaces - 1
        worth = mercenary_worth(table, rules, weights, packed, armed, space)
        if worth > most:
            best, most = space, worth
    return best, most


@kernel
def kept_worth(table, rules, weights, packed, armed, kind):
    """Return the worth of a token to the player who gets it: placed if it may be, else in the reserve."""
    if is_crew(kind) and may_go_aboard(table, rules, kind):
        return boarding_worth(table, rules, weights, packed, armed, kind)
    if may_go_into_cabin(table, rules, kind):
        return cabin_worth(weights, packed, kind)
    into_reserve = reserve_token_worth(weights, table.reserve)
    if kind == MERCENARY:
        return mercenary_landing_worth(table, rules, weights, armed, into_reserve)
    return into_reserve


@kernel
def mercenary_landing_worth(table, rules, weights, armed, into_reserve):
    """Return the worth of landing on a mercenary: on some open space, or in the reserve.

    Which space it takes is weighed when it has landed; `expert` won fewer games when that was weighed ahead.
    """
    if not collision_to_come(table, rules) or rules.open_spaces[spaces_held(table)] == 0:
        return into_reserve
    return max(into_reserve, rules.mercenary_harpoons * armed - SPACE_TAKEN * weights.values[CREW])


@kernel
def heroic_card_worth(table, weights):
    """Return what it is worth to have one revealed Heroic card less."""
    progress = table.nautilion / (table.length + 1)
    return weights.values[HEROIC] * (1.0 + weights.values[HEROIC_NEAR] * progress)
