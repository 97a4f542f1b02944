"""Chooses moves at random: the weakest player, and the floor of every comparison."""

from simkit.engine.base.chance import below
from simkit.engine.contract.strategy import strategy


@strategy(game="nautilus_2002", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Decide by chance alone: each time all that is legal is equally likely."""
    return below(chance, count)
