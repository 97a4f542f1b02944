"""A player who does what is needed most."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.castaways.evaluation.choice import choose_by_weights
from simkit.strategies.castaways.evaluation.weights import weighted

balanced = strategy(
    name="balanced",
    game="castaways",
    skill="experienced",
    parameters=weighted(),
    idea="""
    Weigh what the camp needs against the turns left: food and fire, sign and bonfire, the wreck, the way.

    They wait before the headland until a match is likely.  The weights were set by hand.
    """,
)(choose_by_weights)
