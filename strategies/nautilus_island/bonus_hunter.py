"""A player who puts bonus tokens first."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilus_island.evaluation.choice import choose_by_weights
from simkit.strategies.nautilus_island.evaluation.weights import weighted

bonus_hunter = strategy(
    name="bonus_hunter",
    game="nautilus_island",
    skill="casual",
    parameters=weighted(bonus=1.6, porthole=0.6, token=4.0, turn=2.0),
    idea="""
    Store where a good bonus token lies in the camp, and come back to a set for another one.

    Portholes are a welcome extra.
    """,
)(choose_by_weights)
