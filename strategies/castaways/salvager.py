"""A player who salvages as much of the wreck as possible."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.castaways.evaluation.choice import choose_by_weights
from simkit.strategies.castaways.evaluation.weights import weighted

salvager = strategy(
    name="salvager",
    game="castaways",
    skill="experienced",
    parameters=weighted(salvage=16.0, loot=5.0, swim=1.8, build=0.5, scout=1.0, confident=0.3),
    idea="""
    Salvage before all else, and swim to the wreck for more, at the price of injuries.

    Sign and bonfire come after, as far as energy is left.
    """,
)(choose_by_weights)
