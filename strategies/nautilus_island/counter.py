"""A player who counts cards."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilus_island.evaluation.choice import choose_by_weights
from simkit.strategies.nautilus_island.evaluation.weights import weighted

counter = strategy(
    name="counter",
    game="nautilus_island",
    skill="experienced",
    parameters=weighted(pace=0.85, reach=2.5, turn=3.5, token=4.0, counting=1.0, deny=0.2, rivals=0.2),
    idea="""
    Count the cards of each colour that were seen, and build sets of what is still to be found.

    It takes what opponents need, and does not trust a porthole that others may take first.
    """,
)(choose_by_weights)
