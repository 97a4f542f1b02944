"""The decisions of `novice` and `greedy`, which look one landing ahead and differ in what they weigh."""

from typing import NamedTuple

import numpy as np

from simkit.game import kernel, scratch
from simkit.games.nautilion.rules.darkhouse import discard_faces
from simkit.games.nautilion.rules.mercenaries import collision_to_come
from simkit.games.nautilion.state import DISCARD, MERCENARY, PLAN, SPELL, TAKE
from simkit.strategies.nautilion.evaluation.copies import (
    copies,
    copies_ahead,
    needed_kinds,
    nothing_is_missing,
)
from simkit.strategies.nautilion.evaluation.finding import find_tide
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
    spare_the_reserve_last,
)
from simkit.strategies.nautilion.evaluation.reach import (
    balance,
    figures_meet,
    harpoons_taken,
    least_die_lost,
    phantom_places,
    place_of,
    places_reached,
    will_move,
)


class Weights(NamedTuple):
    """The weights of such a player."""

    landing: float  # worth of a landing that takes a token aboard
    scarcity: float  # more of it, divided by the copies of that number still ahead
    token: float  # what a token lost to the Darkhouse costs
    darkhouse_step: float  # what each number on the Darkhouse's die costs
    phantom_step: float  # what each step of the Phantom costs
    own_step: float  # what each step of the Nautilion costs while numbers are missing
    harpoon: float  # what each harpoon that the Phantom takes costs
    reef: float  # what a landing beside a reef costs
    crew_for_heroism: int  # with this many crew aboard Heroic cards are paid for
    counts: bool  # whether the player counts what is missing and what lies ahead


OUTLOOK = np.dtype(
    (
        np.record,
        [
            ("ahead", np.int64),  # copies of each kind ahead, packed
            ("reached", np.int64),  # where each face brings the Nautilion, packed
            ("met", np.int64),  # where each face brings the Phantom, packed
            ("balance", np.int64),  # the Nautilion's harpoons less the Phantom's
            ("fitting", np.int64),  # the kinds that fit: bit `kind` each
            ("welcome", np.int64),  # those that are worth a landing if they fit
            ("costly", np.int64),  # the faces that cost a token at the Darkhouse: bit `face` each
            ("lost_with", np.int64),  # the smallest die that brings the Phantom to the Isles
            ("own_step", np.float64),  # what a step of the Nautilion is worth
        ],
    ),
    align=True,
)
"""What all ways to give the dice are judged by."""


@kernel
def choose_by_next_landing(table, rules, weights, moves, count):
    """Choose a move by the weights of a player that looks one landing ahead."""
    step = table.step
    if step == SPELL:
        return _currents(table, rules, weights, moves, count)
    if step == PLAN:
        return _plan(table, rules, weights, moves, count)
    if step == DISCARD:
        if weights.counts:
            return spare_the_reserve_last(table, rules, moves, count)
        return keep_the_crew(table, moves, count)
    if step == TAKE:
        return 0  # the first place listed: aboard if that is legal, else the cabin
    return plain_card_decision(table, rules, moves, count)


@kernel
def _currents(table, rules, weights, moves, count):
    heroic = heroic_with_copies(table, moves, count, weights.crew_for_heroism)
    if heroic >= 0:
        return heroic
    if weights.counts:
        if table.dice_count < 3 or not will_move(table):
            return 0
    elif nothing_is_missing(table, rules) and will_move(table):
        largest_face = rules.values[rules.value_count - 1]
        fits = landing(table, rules, fitting_kinds(table, rules), largest_face) == FITS
        if fits and not some_die_fits(table, rules):
            return max(find_tide(moves, count, 0, largest_face), 0)
    return reroll_if_nothing_fits(table, rules, moves, count)


@kernel
def _plan(table, rules, weights, moves, count):
    outlook = scratch(OUTLOOK)
    _look_out(table, rules, weights, outlook)
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
def _look_out(table, rules, weights, outlook):
    """Fill in what all ways to give the dice are judged by."""
    outlook.reached, outlook.fitting = places_reached(table), fitting_kinds(table, rules)
    outlook.costly, outlook.lost_with = discard_faces(table, rules), least_die_lost(table, rules)
    outlook.ahead, outlook.welcome, outlook.own_step = 0, -1, 0.0
    if weights.counts:
        complete = nothing_is_missing(table, rules)
        outlook.ahead = copies_ahead(table)
        outlook.welcome = 0 if complete else needed_kinds(table, rules) | 1 << MERCENARY
        outlook.own_step = weights.own_step if complete else -weights.own_step
    if collision_to_come(table, rules):
        outlook.balance, outlook.met = balance(table, rules), phantom_places(table)


@kernel
def _risk(table, rules, weights, outlook, move):
    """Return the cost of a Phantom that takes harpoons, and may be the stronger one when they meet."""
    met, place = place_of(outlook.met, move.phantom), place_of(outlook.reached, move.nautilion)
    taken = harpoons_taken(table, rules, met)
    stronger = (outlook.balance < taken) & figures_meet(table, met, place)
    return weights.harpoon * taken + 800.0 * stronger


@kernel
def _worth(table, rules, weights, outlook, move):
    place = place_of(outlook.reached, move.nautilion)
    landing = landing_at(table, rules, outlook.fitting, move.nautilion, place)
    # A sum over all cases: quicker than to ask of each whether it applies.
    worth = -weights.phantom_step * move.phantom
    worth -= 1000.0 * (move.phantom >= outlook.lost_with)
    worth -= 900.0 * (landing == LOSES)
    worth -= weights.token * ((outlook.costly >> int(move.darkhouse)) & 1)
    worth -= weights.darkhouse_step * move.darkhouse
    worth -= weights.reef * ((move.nautilion != 0) & (table.reefs[place] != 0))
    worth += outlook.own_step * move.nautilion
    kind = table.path[place]
    aboard = (landing == FITS) & ((outlook.welcome >> kind) & 1)
    return worth + aboard * (weights.landing + weights.scarcity / max(1, copies(outlook.ahead, kind)))
