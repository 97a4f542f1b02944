"""A player who closes many small sets fast."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilus_island.evaluation.choice import choose_by_weights
from simkit.strategies.nautilus_island.evaluation.weights import weighted

set_closer = strategy(
    name="set_closer",
    game="nautilus_island",
    skill="casual",
    parameters=weighted(reach=1.0, turn=0.5, bonus=0.3, treasure=0.3, keep=0.5),
    idea="""
    Lay down three or four cards of a colour as soon as they are there, and close the set at once.

    It hardly looks at bonus tokens and treasures, and never waits for a big set.
    """,
)(choose_by_weights)
