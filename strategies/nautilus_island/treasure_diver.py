"""A player who puts treasures first."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilus_island.evaluation.choice import choose_by_weights
from simkit.strategies.nautilus_island.evaluation.weights import weighted

treasure_diver = strategy(
    name="treasure_diver",
    game="nautilus_island",
    skill="beginner",
    parameters=weighted(treasure=2.5, unseen=1.3, turn=4.0),
    idea="""
    Dive for treasures: an open one draws it to any column, and face-down cards may be some.

    It stores when nothing glitters.
    """,
)(choose_by_weights)
