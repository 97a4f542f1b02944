"""A player at the table for the first time."""

from simkit.engine.kernel import kernel
from simkit.engine.strategy import Parameter, strategy
from simkit.games.nautilion.mercenaries import collision_to_come
from simkit.games.nautilion.path import place_toward_isles
from simkit.games.nautilion.state import DISCARD, ISLES, PLAN, SPELL, TAKE, TIDE
from strategies.nautilion.cards import heroic_with_copies, plain_card_decision, reroll_if_nothing_fits
from strategies.nautilion.features import (
    costs_a_token,
    find_tide,
    fits,
    keep_the_crew,
    nothing_is_missing,
    phantom_would_win,
    reaches_abyss_too_early,
    some_die_fits,
    take_aboard,
    will_move,
)
from strategies.nautilion.harpoons import meets_a_stronger_phantom

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
        best, most = 0, -1_000_000
        for i in range(count):
            worth = _worth(table, rules, moves[i], parameters.values[0])
            if worth > most:
                best, most = i, worth
        return best
    if table.step == DISCARD:
        return keep_the_crew(table, moves, count)
    if table.step == TAKE:
        return take_aboard(moves, count)
    return plain_card_decision(table, rules, moves, count)


@kernel
def _currents(table, rules, moves, count):
    heroic = heroic_with_copies(table, rules, moves, count, CREW_FOR_HEROISM)
    if heroic >= 0:
        return heroic
    if nothing_is_missing(table, rules) and will_move(table):
        largest_face = rules.values[rules.value_count - 1]
        if not some_die_fits(table, rules) and fits(table, rules, largest_face):
            return max(find_tide(moves, count, TIDE, 0, largest_face), 0)
    return reroll_if_nothing_fits(table, rules, moves, count)


@kernel
def _worth(table, rules, move, notices):
    worth = 0
    if phantom_would_win(table, rules, move.phantom):
        worth -= 1000
    if reaches_abyss_too_early(table, rules, move.nautilion):
        worth -= 900
    if fits(table, rules, move.nautilion):
        worth += 100
    if costs_a_token(table, rules, move.darkhouse):
        worth -= 50
    if collision_to_come(table, rules) and meets_a_stronger_phantom(
        table, rules, move.phantom, move.nautilion
    ):
        worth -= 800
    noticed = place_toward_isles(table, table.phantom, int(notices)) == ISLES
    return worth + (-5 if noticed else 5) * move.phantom - move.darkhouse
