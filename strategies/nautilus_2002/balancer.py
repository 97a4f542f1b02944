"""A player who raises both factors of the score evenly."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilus_2002.evaluation.choice import choose_by_weights
from simkit.strategies.nautilus_2002.evaluation.weights import weighted

balancer = strategy(
    name="balancer",
    game="nautilus_2002",
    skill="experienced",
    parameters=weighted(),
    idea="""
    Spend each Nemo where it adds most to the product, every weight a round number.

    It shows what the idea is worth before any tuning to opponents.
    """,
)(choose_by_weights)
