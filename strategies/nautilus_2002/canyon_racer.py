"""A player who founds all types of station early, then races for the canyon."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilus_2002.evaluation.choice import choose_by_weights
from simkit.strategies.nautilus_2002.evaluation.weights import weighted

canyon_racer = strategy(
    name="canyon_racer",
    game="nautilus_2002",
    skill="casual",
    parameters=weighted(canyon=2.5, first=1.0, unseen_canyon=3.0, third=0.0, patience=0.7),
    idea="""
    Work in all five types soon, to be the first in the canyon, where the richest discoveries lie.

    Otherwise it weighs both factors evenly.
    """,
)(choose_by_weights)
