"""The best next landing."""

from simkit.engine.kernel import kernel
from simkit.engine.strategy import Parameter, strategy
from simkit.games.nautilion.darkhouse import discard_faces
from simkit.games.nautilion.mercenaries import collision_to_come
from simkit.games.nautilion.state import DISCARD, PLAN, SPELL, TAKE
from simkit.games.nautilion.tokens import MERCENARY
from strategies.nautilion.cards import (
    heroic_with_copies,
    plain_card_decision,
    reroll_if_nothing_fits,
    spare_the_reserve_last,
    take_aboard,
)
from strategies.nautilion.features import (
    FITS,
    LOSES,
    copies,
    copies_ahead,
    fitting_kinds,
    landing_at,
    least_die_lost,
    needed_kinds,
    nothing_is_missing,
    place_of,
    places_reached,
    will_move,
)
from strategies.nautilion.harpoons import balance, figures_meet, harpoons_taken, phantom_places

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
    """Look one landing ahead, and prefers numbers that are getting scarce.

    Weigh the landing against the token that the Darkhouse may cost, the steps that the figures make, the
    harpoons that the Phantom takes, and the reef beside it.  No spells; mages re-roll the largest of three
    dice if none lands on what fits, and Heroic cards are paid at once, with the number of which most copies
    lie ahead, if any does.
    """
    if table.step == SPELL:
        return _currents(table, rules, moves, count)
    if table.step == PLAN:
        return _plan(table, rules, moves, count, parameters)
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
def _plan(table, rules, moves, count, weights):
    packed, reached, costly = copies_ahead(table), places_reached(table), discard_faces(table, rules)
    fitting, complete = fitting_kinds(table, rules), nothing_is_missing(table, rules)
    welcome = fitting & (needed_kinds(table, rules) | 1 << MERCENARY)
    lost_with, ahead, met = least_die_lost(table, rules), 0, 0
    armed = collision_to_come(table, rules)
    if armed:
        ahead, met = balance(table, rules), phantom_places(table)
    best, most = 0, -1.0e9
    for i in range(count):
        move = moves[i]
        place = place_of(reached, move.nautilion)
        worth = _worth(
            table, rules, weights, move, packed, place, fitting, welcome, costly, lost_with, complete
        )
        if armed:
            worth -= _risk(table, rules, weights, place_of(met, move.phantom), place, ahead)
        if worth > most:
            best, most = i, worth
    return best


@kernel
def _risk(table, rules, weights, met, place, ahead):
    """Return what it costs that the Phantom arms itself at `met`, and perhaps is met there, the stronger."""
    arms = harpoons_taken(table, rules, met)
    stronger = (ahead < arms) & figures_meet(table, met, place)
    return weights.values[5] * arms + 800.0 * stronger


@kernel
def _worth(table, rules, weights, move, packed, place, fitting, welcome, costly, lost_with, complete):
    landing = landing_at(table, rules, fitting, move.nautilion, place)
    # A sum of all that may be the case: quicker than to ask of each whether it is.
    worth = -weights.values[3] * move.phantom
    worth -= 1000.0 * (move.phantom >= lost_with)
    worth -= 900.0 * (landing == LOSES)
    worth -= weights.values[2] * ((costly >> int(move.darkhouse)) & 1)
    worth -= weights.values[6] * ((move.nautilion != 0) & (table.reefs[place] != 0))
    if complete:
        return worth + weights.values[4] * move.nautilion
    worth -= weights.values[4] * move.nautilion
    kind = table.path[place]
    aboard = (landing == FITS) & ((welcome >> kind) & 1)
    return worth + aboard * (weights.values[0] + weights.values[1] / max(1, copies(packed, kind)))
