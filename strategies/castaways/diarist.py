"""A player who cares for story points more than for the rescue."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.castaways.evaluation.choice import choose_by_weights
from simkit.strategies.castaways.evaluation.weights import weighted

diarist = strategy(
    name="diarist",
    game="castaways",
    skill="casual",
    parameters=weighted(selfishness=0.5, tile=2.0, keep=2.0),
    idea="""
    Collect story points: write the diary, take gold rather than planks, keep energy and tiles for oneself.

    Each plays for the most points if all are rescued, and leaves it to the others to bring that about.
    """,
)(choose_by_weights)
