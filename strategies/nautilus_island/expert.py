"""The strongest player that comes with simkit."""

from simkit.engine.strategy import strategy
from strategies.nautilus_island.choice import weigh_all
from strategies.nautilus_island.weights import weighted

WEIGHTS = weighted(
    pace=0.824,
    reach=2.53,
    turn=3.8,
    token=4.98,
    keep=0.877,
    porthole=1.09,
    bonus=0.911,
    treasure=1.04,
    card=0.188,
    unseen=0.802,
    tempo=0.159,
    room=0.207,
    counting=0.443,
    deny=0.02,
    rivals=0.0147,
)


@strategy(game="nautilus_island", skill="expert", parameters=WEIGHTS)
def expert(table, seat, rules, moves, count, parameters, chance):
    """Weigh everything: portholes, bonus tokens, treasures, the turns left, the place, what is running out.

    The weights were tuned against the other strategies on games that no report is made of.
    """
    return weigh_all(table, seat, rules, moves, count, parameters.values)
