"""Early turns first."""

from simkit.engine.strategy import strategy
from strategies.nautilus_island.choice import choose_by_weights
from strategies.nautilus_island.weights import weighted

WEIGHTS = weighted(tempo=1.0)


@strategy(game="nautilus_island", skill="casual", parameters=WEIGHTS)
def tempo(table, seat, rules, moves, count, parameters, chance):
    """Fight for the back of the Nautilus, to choose before the others in the next round.

    Otherwise it weighs portholes, bonus tokens and treasures evenly.
    """
    return choose_by_weights(table, seat, rules, moves, count, parameters, chance)
