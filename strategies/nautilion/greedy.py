"""A player who makes the best next landing."""

import numpy as np

from simkit.compile.kernel import kernel
from simkit.compile.scratch import scratch
from simkit.engine.contract.strategy import Parameter, strategy
from simkit.games.nautilion.rules.darkhouse import discard_faces
from simkit.games.nautilion.rules.mercenaries import collision_to_come
from simkit.games.nautilion.rules.state import DISCARD, MERCENARY, PLAN, SPELL, TAKE
from simkit.strategies.nautilion.evaluation.copies import (
    copies,
    copies_ahead,
    needed_kinds,
    nothing_is_missing,
)
from simkit.strategies.nautilion.evaluation.harpoons import (
    balance,
    figures_meet,
    harpoons_taken,
    phantom_places,
)
from simkit.strategies.nautilion.evaluation.landing import FITS, LOSES, fitting_kinds, landing_at
from simkit.strategies.nautilion.evaluation.plain import (
    heroic_with_copies,
    plain_card_decision,
    reroll_if_nothing_fits,
    spare_the_reserve_last,
    take_aboard,
)
from simkit.strategies.nautilion.evaluation.reach import least_die_lost, place_of, places_reached, will_move

OUTLOOK = np.dtype(
    (
        np.record,
        [
            ("ahead", np.int64),  # copies of each kind ahead, packed
            ("reached", np.int64),  # where each face brings the Nautilion, packed
            ("met", np.int64),  # where each face brings the Phantom, packed; 0 with no collision to come
            ("balance", np.int64),  # the Nautilion's harpoons less the Phantom's
            ("fitting", np.int64),  # the kinds that fit: bit `kind` each
            ("welcome", np.int64),  # those of them that are missing
            ("costly", np.int64),  # the faces that cost a token at the Darkhouse: bit `face` each
            ("lost_with", np.int64),  # the smallest die that brings the Phantom to the Isles
            ("complete", np.bool_),  # nothing is missing
        ],
    ),
    align=True,
)
"""What every giving of the dice is judged by, the same for all of them."""

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


@strategy(game="nautilion", skill="beginner", parameters=PARAMETERS)
def greedy(table, seat, rules, moves, count, parameters, chance):
    """Look one landing ahead, and prefer numbers that are getting scarce.

    Weigh the landing against the token that the Darkhouse may cost, the steps that the figures make, the
    harpoons that the Phantom takes, and the reef beside it.  No spells; mages re-roll the largest of three
    dice if none lands on what fits, and Heroic cards are paid at once, with the number of which most copies
    lie ahead, if any does.
    """
    if table.step == SPELL:
        return _currents(table, rules, moves, count)
    if table.step == PLAN:
        return _plan(table, rules, parameters, moves, count)
    if table.step == DISCARD:
        return spare_the_reserve_last(table, rules, moves, count)
    if table.step == TAKE:
        return take_aboard()
    return plain_card_decision(table, rules, moves, count)


@kernel
def _currents(table, rules, moves, count):
    heroic = heroic_with_copies(table, moves, count, crew_wanted=0)
    if heroic >= 0:
        return heroic
    if table.dice_count < 3 or not will_move(table):
        return 0
    return reroll_if_nothing_fits(table, rules, moves, count)


@kernel
def _plan(table, rules, weights, moves, count):
    outlook = scratch(OUTLOOK)
    _look_out(table, rules, outlook)
    armed = collision_to_come(table, rules)
    best, most = 0, -1.0e9
    for i in range(count):
        worth = _worth(table, rules, weights, outlook, moves[i])
        if armed:
            worth -= _risk(table, rules, weights, outlook, moves[i])
        if worth > most:
            best, most = i, worth
    return best


@kernel
def _look_out(table, rules, outlook):
    """Fill in what every giving of the dice is judged by."""
    outlook.ahead, outlook.reached = copies_ahead(table), places_reached(table)
    outlook.fitting, outlook.costly = fitting_kinds(table, rules), discard_faces(table, rules)
    outlook.welcome = outlook.fitting & (needed_kinds(table, rules) | 1 << MERCENARY)
    outlook.complete, outlook.lost_with = nothing_is_missing(table, rules), least_die_lost(table, rules)
    outlook.balance, outlook.met = 0, 0
    if collision_to_come(table, rules):
        outlook.balance, outlook.met = balance(table, rules), phantom_places(table)


@kernel
def _risk(table, rules, weights, outlook, move):
    """Return the cost of a Phantom that arms itself, and perhaps is the stronger one when they meet."""
    met, place = place_of(outlook.met, move.phantom), place_of(outlook.reached, move.nautilion)
    arms = harpoons_taken(table, rules, met)
    stronger = (outlook.balance < arms) & figures_meet(table, met, place)
    return weights.harpoon * arms + 800.0 * stronger


@kernel
def _worth(table, rules, weights, outlook, move):
    place = place_of(outlook.reached, move.nautilion)
    landing = landing_at(table, rules, outlook.fitting, move.nautilion, place)
    # A sum of all that may be the case: quicker than to ask of each whether it is.
    worth = -weights.phantom_step * move.phantom
    worth -= 1000.0 * (move.phantom >= outlook.lost_with)
    worth -= 900.0 * (landing == LOSES)
    worth -= weights.token * ((outlook.costly >> int(move.darkhouse)) & 1)
    worth -= weights.reef * ((move.nautilion != 0) & (table.reefs[place] != 0))
    if outlook.complete:
        return worth + weights.own_step * move.nautilion
    worth -= weights.own_step * move.nautilion
    kind = table.path[place]
    aboard = (landing == FITS) & ((outlook.welcome >> kind) & 1)
    return worth + aboard * (weights.landing + weights.scarcity / max(1, copies(outlook.ahead, kind)))
