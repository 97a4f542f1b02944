"""A player who puts majority chips before discoveries."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilus_2002.evaluation.choice import choose_by_weights
from simkit.strategies.nautilus_2002.evaluation.weights import weighted

majority_hunter = strategy(
    name="majority_hunter",
    game="nautilus_2002",
    skill="casual",
    parameters=weighted(chip=1.8, third=1.0, first=0.2, canyon=0.0),
    idea="""
    Gather stations of the same types, to win majority chips and to keep them.

    Otherwise it weighs both factors evenly.
    """,
)(choose_by_weights)
