"""Bonus tokens first."""

from simkit.engine.strategy import strategy
from strategies.nautilus_island.choice import weigh_all
from strategies.nautilus_island.weights import weighted


@strategy(
    game="nautilus_island", skill="casual", parameters=weighted(bonus=1.6, porthole=0.6, token=4.0, turn=2.0)
)
def bonus_hunter(table, seat, rules, moves, count, parameters, chance):
    """Stores where a good bonus token lies in the camp, and comes back to a set for another one.

    Portholes are a welcome extra.
    """
    return weigh_all(table, seat, rules, moves, count, parameters.values)
