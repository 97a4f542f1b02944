"""A player that chooses at random: the weakest, against which all others are compared."""

from simkit.game import below, strategy
from simkit.games.castaways import decisions as d


@strategy(game="castaways", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Decide by chance alone.

    A castaway that owns something keeps it with probability 1/2, else gives any object to anybody.  In
    every other decision all legal moves are equally likely.
    """
    if table.asks == d.ASK_GIFT:
        # One draw for both: the lower half of the range gives nothing, the upper half picks a gift.
        gifts = count - 1
        return max(0, below(chance, 2 * gifts) - gifts + 1)
    return below(chance, count)
