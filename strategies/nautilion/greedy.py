"""The best next landing."""

from simkit.engine.kernel import kernel
from simkit.engine.strategy import Parameter, strategy
from simkit.games.nautilion.darkhouse import discard_faces
from simkit.games.nautilion.mercenaries import collision_to_come
from simkit.games.nautilion.nautilion import place_reached
from simkit.games.nautilion.state import DISCARD, PLAN, SPELL, TAKE
from simkit.games.nautilion.tokens import MERCENARY
from strategies.nautilion.cards import heroic_with_copies, plain_card_decision, reroll_if_nothing_fits
from strategies.nautilion.features import (
    FITS,
    LOSES,
    copies,
    copies_ahead,
    is_needed,
    landing_of,
    landings,
    least_die_lost,
    nothing_is_missing,
    spare_the_reserve_last,
    take_aboard,
)
from strategies.nautilion.harpoons import balance, figures_meet, harpoons_taken, phantom_place

PARAMETERS = (
    Parameter("landing", 10.0, 0, 50, "worth of a landing that takes a number aboard"),
    Parameter("scarcity", 6.0, 0, 50, "more of it, divided by the copies of that number still ahead"),
    Parameter("token", 4.0, 0, 50, "what a token lost to the Darkhouse costs"),
    Parameter("phantom_step", 1.5, 0, 20, "what each step of the Phantom costs"),
    Parameter("own_step", 1.0, 0, 20, "what each step of the Nautilion costs while numbers are missing"),
    Parameter("harpoon", 2.0, 0, 20, "what each harpoon that the Phantom takes costs"),
    Parameter(
        "reef", 2.0, 0, 20, "what a landing beside a reef costs, which may hold the Nautilion for a turn"
    ),
)

CREW_FOR_HEROISM = 3


@strategy(game="nautilion", skill="beginner", parameters=PARAMETERS)
def greedy(table, seat, rules, moves, count, parameters, chance):
    """Look one landing ahead, and prefers numbers that are getting scarce.

    Weigh the landing against the token that the Darkhouse may cost, the steps that the figures make, the
    harpoons that the Phantom takes, and the reef beside it.  No spells; mages re-roll the largest die if none
    lands on what fits, and Heroic cards are paid with a number of which two copies lie ahead.
    """
    if table.step == SPELL:
        return _currents(table, rules, moves, count)
    if table.step == PLAN:
        return _plan(table, rules, moves, count, parameters.values)
    if table.step == DISCARD:
        return spare_the_reserve_last(table, rules, moves, count, copies_ahead(table))
    if table.step == TAKE:
        return take_aboard(moves, count)
    return plain_card_decision(table, rules, moves, count)


@kernel
def _currents(table, rules, moves, count):
    heroic = heroic_with_copies(table, moves, count, CREW_FOR_HEROISM)
    if heroic >= 0:
        return heroic
    return reroll_if_nothing_fits(table, rules, moves, count)


@kernel
def _plan(table, rules, moves, count, weights):
    packed, landed, costly = copies_ahead(table), landings(table, rules), discard_faces(table, rules)
    lost_with, complete = least_die_lost(table, rules), nothing_is_missing(table, rules)
    ahead = balance(table, rules) if collision_to_come(table, rules) else 0
    best, most = 0, -1.0e9
    for i in range(count):
        move = moves[i]
        landing = landing_of(landed, move.nautilion)
        worth = _worth(table, rules, weights, move, packed, landing, costly, lost_with, complete, ahead)
        if worth > most:
            best, most = i, worth
    return best


@kernel
def _worth(table, rules, weights, move, packed, landing, costly, lost_with, complete, ahead):
    worth = -weights[3] * move.phantom
    if move.phantom >= lost_with:
        worth -= 1000.0
    if landing == LOSES:
        worth -= 900.0
    if (costly >> int(move.darkhouse)) & 1:
        worth -= weights[2]
    place = place_reached(table, move.nautilion)
    if collision_to_come(table, rules):
        met = phantom_place(table, move.phantom)
        arms = harpoons_taken(table, rules, met)
        worth -= weights[5] * arms
        if ahead < arms and figures_meet(table, met, place):
            worth -= 800.0
    if rules.reef_spacing > 0 and move.nautilion != 0 and place <= table.length and table.reefs[place] != 0:
        worth -= weights[6]
    if complete:
        return worth + weights[4] * move.nautilion
    worth -= weights[4] * move.nautilion
    if landing == FITS:
        kind = table.path[place]
        if is_needed(table, rules, kind) or kind == MERCENARY:
            worth += weights[0] + weights[1] / max(1, copies(packed, kind))
    return worth
