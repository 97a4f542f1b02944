"""Counts cards."""

from simkit.engine.strategy import strategy
from strategies.nautilus_island.choice import weigh_all
from strategies.nautilus_island.weights import weighted

WEIGHTS = weighted(counting=1.0, deny=0.3, rivals=0.3)


@strategy(game="nautilus_island", skill="experienced", parameters=WEIGHTS)
def counter(table, seat, rules, moves, count, parameters, chance):
    """Count the cards of each colour that were seen, and build sets of what is still to be found.

    It takes what opponents need, and does not trust a porthole that others may take first.
    """
    return weigh_all(table, seat, rules, moves, count, parameters.values)
