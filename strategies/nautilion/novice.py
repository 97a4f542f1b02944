"""A player at the table for the first time."""

from simkit.engine.kernel import kernel
from simkit.engine.strategy import Parameter, strategy
from simkit.games.nautilion.darkhouse import discard_faces
from simkit.games.nautilion.mercenaries import collision_to_come
from simkit.games.nautilion.state import DISCARD, ISLES, PLAN, SPELL, TAKE
from strategies.nautilion.cards import (
    heroic_with_copies,
    keep_the_crew,
    plain_card_decision,
    reroll_if_nothing_fits,
    take_aboard,
)
from strategies.nautilion.features import (
    FITS,
    LOSES,
    find_tide,
    fitting_kinds,
    landing,
    landing_at,
    least_die_lost,
    nothing_is_missing,
    place_of,
    places_reached,
    some_die_fits,
    tokens_between,
    will_move,
)
from strategies.nautilion.harpoons import balance, figures_meet, harpoons_taken, phantom_place

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
        return _plan(table, rules, moves, count, parameters.values[0])
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
def _plan(table, rules, moves, count, notices):
    reached, fitting = places_reached(table), fitting_kinds(table, rules)
    costly, lost_with = discard_faces(table, rules), least_die_lost(table, rules)
    near = int(notices) > tokens_between(table, ISLES, table.phantom)
    best, most = 0, -1_000_000
    for i in range(count):
        move = moves[i]
        place = place_of(reached, move.nautilion)
        landing = landing_at(table, rules, fitting, move.nautilion, place)
        worth = _worth(table, rules, move, landing, place, costly, lost_with, near)
        if worth > most:
            best, most = i, worth
    return best


@kernel
def _worth(table, rules, move, landing, place, costly, lost_with, near):
    worth = -1000 if move.phantom >= lost_with else 0
    if landing == LOSES:
        worth -= 900
    elif landing == FITS:
        worth += 100
    if (costly >> int(move.darkhouse)) & 1:
        worth -= 50
    if collision_to_come(table, rules):
        met = phantom_place(table, move.phantom)
        if figures_meet(table, met, place) and balance(table, rules) < harpoons_taken(table, rules, met):
            worth -= 800
    return worth + (-5 if near else 5) * move.phantom - move.darkhouse
