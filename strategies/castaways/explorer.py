"""A player who explores in every turn."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.castaways.evaluation.choice import choose_by_weights
from simkit.strategies.castaways.evaluation.weights import weighted

explorer = strategy(
    name="explorer",
    game="castaways",
    skill="casual",
    parameters=weighted(scout=9.0, join=2.0, risk=0.3, push=0.0, hold=0.0, confident=0.0),
    idea="""
    Set out every turn, together, and come back while the odds of the two dice are still good.

    The headland is reached early, with little to signal with.
    """,
)(choose_by_weights)
