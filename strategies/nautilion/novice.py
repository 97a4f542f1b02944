"""A first-time player."""

import numpy as np

from simkit.compile.kernel import kernel
from simkit.compile.scratch import scratch
from simkit.engine.contract.strategy import Parameter, strategy
from simkit.games.nautilion.rules.darkhouse import discard_faces
from simkit.games.nautilion.rules.mercenaries import collision_to_come
from simkit.games.nautilion.rules.state import DISCARD, ISLES, PLAN, SPELL, TAKE
from simkit.strategies.nautilion.evaluation.copies import nothing_is_missing, tokens_between
from simkit.strategies.nautilion.evaluation.finding import find_tide
from simkit.strategies.nautilion.evaluation.harpoons import (
    balance,
    figures_meet,
    harpoons_taken,
    phantom_place,
)
from simkit.strategies.nautilion.evaluation.landing import (
    FITS,
    LOSES,
    fitting_kinds,
    landing,
    landing_at,
    some_die_fits,
)
from simkit.strategies.nautilion.evaluation.plain import (
    heroic_with_copies,
    keep_the_crew,
    plain_card_decision,
    reroll_if_nothing_fits,
    take_aboard,
)
from simkit.strategies.nautilion.evaluation.reach import least_die_lost, place_of, places_reached, will_move

OUTLOOK = np.dtype(
    (
        np.record,
        [
            ("reached", np.int64),  # where each face brings the Nautilion, packed
            ("fitting", np.int64),  # the kinds that fit: bit `kind` each
            ("costly", np.int64),  # the faces that cost a token at the Darkhouse: bit `face` each
            ("lost_with", np.int64),  # the smallest die that brings the Phantom to the Isles
            ("near", np.bool_),  # the Phantom is near enough to the Isles to be noticed
        ],
    ),
    align=True,
)
"""What every giving of the dice is judged by, the same for all of them."""

PARAMETERS = (
    Parameter("notices", 14, 0, 54, "steps from the Isles at which the Phantom is taken seriously"),
)

CREW_FOR_HEROISM = 4


@strategy(game="nautilion", skill="first-time player", parameters=PARAMETERS)
def novice(table, seat, rules, moves, count, parameters, chance):
    """Land on anything that fits, and get rid of the big dice.

    A 3 or a 4 goes to the Phantom, for there it costs nothing that one sees at once, until the Phantom is so
    near the Isles that a beginner notices.  No spells, but for a full crew before the Abyss that only lacks
    the right die.  Mages re-roll the largest die if none lands on what fits; a Heroic card is played with
    four crew aboard; nobody runs into a stronger Phantom who can help it.
    """
    if table.step == SPELL:
        return _currents(table, rules, moves, count)
    if table.step == PLAN:
        return _plan(table, rules, parameters.notices, moves, count)
    if table.step == DISCARD:
        return keep_the_crew(table, moves, count)
    if table.step == TAKE:
        return take_aboard()
    return plain_card_decision(table, rules, moves, count)


@kernel
def _currents(table, rules, moves, count):
    heroic = heroic_with_copies(table, moves, count, CREW_FOR_HEROISM)
    if heroic >= 0:
        return heroic
    if nothing_is_missing(table, rules) and will_move(table):
        largest_face = rules.values[rules.value_count - 1]
        fits = landing(table, rules, fitting_kinds(table, rules), largest_face) == FITS
        if fits and not some_die_fits(table, rules):
            return max(find_tide(moves, count, 0, largest_face), 0)
    return reroll_if_nothing_fits(table, rules, moves, count)


@kernel
def _plan(table, rules, notices, moves, count):
    outlook = scratch(OUTLOOK)
    outlook.reached, outlook.fitting = places_reached(table), fitting_kinds(table, rules)
    outlook.costly, outlook.lost_with = discard_faces(table, rules), least_die_lost(table, rules)
    outlook.near = int(notices) > tokens_between(table, ISLES, table.phantom)
    best, most = 0, -1_000_000
    for i in range(count):
        worth = _worth(table, rules, outlook, moves[i])
        if worth > most:
            best, most = i, worth
    return best


@kernel
def _worth(table, rules, outlook, move):
    place = place_of(outlook.reached, move.nautilion)
    landing = landing_at(table, rules, outlook.fitting, move.nautilion, place)
    worth = -1000 if move.phantom >= outlook.lost_with else 0
    if landing == LOSES:
        worth -= 900
    elif landing == FITS:
        worth += 100
    if (outlook.costly >> int(move.darkhouse)) & 1:
        worth -= 50
    if collision_to_come(table, rules):
        met = phantom_place(table, move.phantom)
        if figures_meet(table, met, place) and balance(table, rules) < harpoons_taken(table, rules, met):
            worth -= 800
    return worth + (-5 if outlook.near else 5) * move.phantom - move.darkhouse
