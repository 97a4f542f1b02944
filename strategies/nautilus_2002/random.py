"""A player that chooses at random: the weakest, against which all others are compared."""

from simkit.game import below, strategy


@strategy(game="nautilus_2002", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Decide by chance alone: all legal moves are equally likely, good or bad."""
    return below(chance, count)
