"""What a first-time player does."""

from simkit.engine.kernel import kernel
from simkit.engine.strategy import Parameter, strategy
from simkit.games.nautilion.path import place_toward_isles
from simkit.games.nautilion.state import DISCARD, FULL_CREW, ISLES, PLAN, SPELL, TIDE
from strategies.nautilion.features import (
    costs_a_token,
    find_tide,
    fits,
    keep_the_crew,
    phantom_would_win,
    reaches_abyss_too_early,
    take_aboard,
)

PARAMETERS = (
    Parameter("notices", 14, 0, 54, "steps from the Isles at which the Phantom is taken seriously"),
)


@strategy(game="nautilion", skill="first-time player", parameters=PARAMETERS)
def novice(table, seat, rules, moves, count, parameters, chance):
    """Land on anything that fits, and get rid of the big dice.

    A 3 or a 4 goes to the Phantom, for there it costs nothing that one sees at once, until the Phantom is so
    near the Isles that a beginner notices.  No spells, but for a full crew before the Abyss that only lacks
    the right die.
    """
    if table.step == SPELL:
        largest_face = rules.values[rules.value_count - 1]
        if (
            table.crew == FULL_CREW
            and not _some_die_arrives(table, rules)
            and fits(table, rules, largest_face)
        ):
            return max(find_tide(moves, count, TIDE, 0, largest_face), 0)
        return 0
    if table.step == PLAN:
        best, most = 0, -1_000_000
        for i in range(count):
            worth = _worth(table, rules, moves[i], parameters.values[0])
            if worth > most:
                best, most = i, worth
        return best
    if table.step == DISCARD:
        return keep_the_crew(moves, count)
    return take_aboard(moves, count)


@kernel
def _some_die_arrives(table, rules):
    dice = table.dice
    return fits(table, rules, dice[0]) or fits(table, rules, dice[1]) or fits(table, rules, dice[2])


@kernel
def _worth(table, rules, move, notices):
    worth = 0
    if phantom_would_win(table, move.phantom):
        worth -= 1000
    if reaches_abyss_too_early(table, move.nautilion):
        worth -= 900
    if fits(table, rules, move.nautilion):
        worth += 100
    if costs_a_token(rules, move.darkhouse):
        worth -= 50
    noticed = place_toward_isles(table, table.phantom, int(notices)) == ISLES
    return worth + (-5 if noticed else 5) * move.phantom - move.darkhouse
