"""The best next landing."""

from simkit.engine.kernel import kernel
from simkit.engine.strategy import Parameter, strategy
from simkit.games.nautilion.path import place_toward_abyss
from simkit.games.nautilion.state import DISCARD, FULL_CREW, PLAN, SPELL
from strategies.nautilion.features import (
    copies,
    copies_ahead,
    costs_a_token,
    fits,
    phantom_would_win,
    reaches_abyss_too_early,
    spare_the_reserve_last,
    take_aboard,
)

PARAMETERS = (
    Parameter("landing", 10.0, 0, 50, "worth of a landing that takes a number aboard"),
    Parameter("scarcity", 6.0, 0, 50, "more of it, divided by the copies of that number still ahead"),
    Parameter("token", 4.0, 0, 50, "what a token lost to the Darkhouse costs"),
    Parameter("phantom_step", 1.5, 0, 20, "what each step of the Phantom costs"),
    Parameter("own_step", 1.0, 0, 20, "what each step of the Nautilion costs while numbers are missing"),
)


@strategy(game="nautilion", skill="beginner", parameters=PARAMETERS)
def greedy(table, seat, rules, moves, count, parameters, chance):
    """Look one landing ahead, and prefers numbers that are getting scarce.

    Weigh the landing against the token that the Darkhouse may cost and the steps that the figures make.
    No spells.
    """
    if table.step == SPELL:
        return 0
    if table.step == PLAN:
        packed = copies_ahead(table)
        best, most = 0, -1.0e9
        for i in range(count):
            worth = _worth(table, rules, parameters.values, moves[i], packed)
            if worth > most:
                best, most = i, worth
        return best
    if table.step == DISCARD:
        return spare_the_reserve_last(table, rules, moves, count, copies_ahead(table))
    return take_aboard(moves, count)


@kernel
def _worth(table, rules, weights, move, packed):
    worth = -weights[3] * move.phantom
    if phantom_would_win(table, move.phantom):
        worth -= 1000.0
    if reaches_abyss_too_early(table, move.nautilion):
        worth -= 900.0
    if costs_a_token(rules, move.darkhouse):
        worth -= weights[2]
    if table.crew == FULL_CREW:
        return worth + weights[4] * move.nautilion
    worth -= weights[4] * move.nautilion
    if fits(table, rules, move.nautilion):
        number = table.path[place_toward_abyss(table, table.nautilion, move.nautilion)]
        worth += weights[0] + weights[1] / copies(packed, number)
    return worth
