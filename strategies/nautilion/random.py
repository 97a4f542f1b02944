"""A player that chooses at random: the weakest, against which all others are compared."""

from simkit.game import below, strategy
from simkit.games.nautilion.state import SPELL


@strategy(game="nautilion", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Decide by chance alone.

    Before the Plan it stops casting spells with probability 1/2, else it casts one of the spells that it can
    pay for, all equally likely.  In every other decision all legal moves are equally likely.
    """
    if table.step == SPELL:
        # One draw for both: the lower half of the range stops, the upper half picks a spell.
        spells = count - 1
        return max(0, below(chance, 2 * spells) - spells + 1)
    return below(chance, count)
