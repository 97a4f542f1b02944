"""A player who builds the city first."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilus_2002.evaluation.choice import choose_by_weights
from simkit.strategies.nautilus_2002.evaluation.weights import weighted

lagoon_builder = strategy(
    name="lagoon_builder",
    game="nautilus_2002",
    skill="casual",
    parameters=weighted(cover=3.0, near=-0.3, first_dive=2.0, more_dives=2.0, building=0.5, borrow=0.1),
    idea="""
    Build a city of its own at low cost, over no discoveries and away from them, and dive from it later.

    Otherwise it weighs both factors evenly.
    """,
)(choose_by_weights)
