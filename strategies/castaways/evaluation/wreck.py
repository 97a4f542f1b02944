"""What a card of the wreck is worth: by its rank, or, with foresight, by what is missing."""

from simkit.game import kernel, separate_kernel
from simkit.games.castaways import names as n
from simkit.games.castaways.kinds import Move
from simkit.strategies.castaways.evaluation.camp import rank_of_remain, wants_second
from simkit.strategies.castaways.evaluation.needs import rank_of
from simkit.strategies.castaways.evaluation.worths import (
    care_worth,
    food_worth,
    price,
    wood_worth,
)

POINT = 2.0
RANKS = 0.01
"""Weights of a story point, and of a rank among the remains, in the choice of a card."""

STRENGTH = 0.5
"""Worth of a point of strength."""

NOW_OR_NEVER = 3.0
"""Weight of a signal that lies there, against one to be hoped for: what is not taken leaves the game."""

OF_SUPPLIES = 2.0
"""Wood of the planks, food of the biscuit, injuries that the medicine heals."""


@separate_kernel
def remain(sheet, table, rules, weights, moves, count):
    """Return the card of the remains that is worth most, to all and to its owner."""
    best, most = 0, 0.0
    for i in range(count):
        if moves[i].kind == Move.TAKE_REMAIN:
            worth = _remain_worth(sheet, table, rules, weights, moves[i].card)
            if i == 0 or worth > most:
                best, most = i, worth
    return best


@separate_kernel
def pays_for_second(sheet, table, rules, weights):
    """Return True if one of the cards that are left is worth the energy of a second one."""
    if weights.foresight == 0.0:
        return wants_second(table, rules, sheet.seat)
    most = 0.0
    for i in range(table.drawn.count):
        most = max(most, _remain_worth(sheet, table, rules, weights, table.drawn.cards[i]))
    return most > sheet.future * price(table.castaways[sheet.seat], weights, rules.second_card_cost)


@separate_kernel
def _remain_worth(sheet, table, rules, weights, card):
    thing = rules.remain[card].object
    if weights.foresight == 0.0:
        common = -RANKS * rank_of_remain(table, rules, card)
    elif thing < 0:
        common = _supply_worth(sheet, table, rules, weights, card)
    else:
        common = _object_worth(sheet, rules, weights, thing)
    own = rules.object[thing].points if thing >= 0 else 0
    return (1.0 - weights.selfishness) * common + weights.selfishness * POINT * own


@kernel
def _object_worth(sheet, rules, weights, thing):
    """Return the worth of an object: a missing signal, help on the way back, a tool, strength."""
    printed = rules.object[thing]
    worth = weights.guide * printed.return_roll + STRENGTH * printed.strength - RANKS * rank_of(thing)
    worth += weights.tool * (printed.wood_action + printed.fish_bonus)
    return worth + (NOW_OR_NEVER * weights.salvage if printed.signal & ~sheet.signals else 0.0)


@kernel
def _supply_worth(sheet, table, rules, weights, card):
    if card == n.PLANKS:
        return wood_worth(sheet, table, weights, OF_SUPPLIES)
    if card == n.BISCUIT:
        return food_worth(sheet, weights, OF_SUPPLIES)
    return OF_SUPPLIES * care_worth(sheet, table, rules, weights) if card == n.MEDICINE else 0.0
