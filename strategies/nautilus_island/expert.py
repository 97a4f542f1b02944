"""The strongest player that comes with simkit."""

from simkit.engine.strategy import strategy
from strategies.nautilus_island.choice import weigh_all
from strategies.nautilus_island.weights import weighted


@strategy(game="nautilus_island", skill="expert", parameters=weighted(counting=0.5))
def expert(table, seat, rules, moves, count, parameters, chance):
    """Weighs everything: portholes, bonus tokens and treasures, the turns left, early turns, what others need.

    The weights were tuned against the other strategies on games that no report is made of.
    """
    return weigh_all(table, seat, rules, moves, count, parameters.values)
