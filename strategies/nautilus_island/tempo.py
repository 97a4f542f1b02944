"""A player who wants to move early in each round."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilus_island.evaluation.choice import choose_by_weights
from simkit.strategies.nautilus_island.evaluation.weights import weighted

tempo = strategy(
    name="tempo",
    game="nautilus_island",
    skill="casual",
    parameters=weighted(tempo=1.0),
    idea="""
    Fight for the back of the Nautilus, to choose before the others in the next round.

    Otherwise it weighs portholes, bonus tokens and treasures evenly.
    """,
)(choose_by_weights)
