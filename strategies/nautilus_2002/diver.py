"""A player who puts discoveries before stations."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilus_2002.evaluation.choice import choose_by_weights
from simkit.strategies.nautilus_2002.evaluation.weights import weighted

diver = strategy(
    name="diver",
    game="nautilus_2002",
    skill="casual",
    parameters=weighted(
        first_dive=0.0,
        more_dives=0.5,
        boat=8.0,
        effects=0.8,
        engineering=1.5,
        sonar=0.8,
        chip=0.3,
        first=0.0,
    ),
    idea="""
    Launch all submarines early, and go for discoveries before everything else.

    Research stations are for what they do (range, speed, looks, richer chests), only then for points.
    """,
)(choose_by_weights)
