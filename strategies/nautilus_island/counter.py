"""Counts cards."""

from simkit.engine.strategy import strategy
from strategies.nautilus_island.choice import weigh_all
from strategies.nautilus_island.weights import weighted


@strategy(
    game="nautilus_island", skill="experienced", parameters=weighted(counting=1.0, deny=0.3, rivals=0.3)
)
def counter(table, seat, rules, moves, count, parameters, chance):
    """Counts the cards of each colour that it has seen, and builds sets of what is still to be found.

    It takes what opponents need, and does not trust a porthole that others may take first.
    """
    return weigh_all(table, seat, rules, moves, count, parameters.values)
