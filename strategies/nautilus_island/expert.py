"""The strongest player that comes with simkit."""

from simkit.engine.strategy import strategy
from strategies.nautilus_island.evaluation.choice import choose_by_weights
from strategies.nautilus_island.evaluation.weights import weighted

expert = strategy(
    name="expert",
    game="nautilus_island",
    skill="expert",
    parameters=weighted(
        pace=0.806,
        reach=2.27,
        turn=3.52,
        token=4.68,
        keep=0.878,
        porthole=1.13,
        bonus=1.0,
        treasure=1.09,
        card=0.157,
        unseen=0.77,
        tempo=0.104,
        room=0.159,
        counting=0.415,
        deny=0.0151,
        rivals=0.0149,
    ),
    idea="""
    Weigh everything: portholes, bonus tokens, treasures, the turns left, the place, what is running out.

    The weights were tuned against the other strategies on games that no report is made of.
    """,
)(choose_by_weights)
