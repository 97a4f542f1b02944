"""Treasures first."""

from simkit.engine.strategy import strategy
from strategies.nautilus_island.choice import choose_by_weights
from strategies.nautilus_island.weights import weighted

WEIGHTS = weighted(treasure=2.5, unseen=1.3, turn=4.0)


@strategy(game="nautilus_island", skill="beginner", parameters=WEIGHTS)
def treasure_diver(table, seat, rules, moves, count, parameters, chance):
    """Dive for treasures: an open one draws it to any column, and face-down cards may be some.

    It stores when nothing glitters.
    """
    return choose_by_weights(table, seat, rules, moves, count, parameters, chance)
