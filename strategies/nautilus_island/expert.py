"""The strongest player that comes with simkit."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilus_island.evaluation.planning import choose_by_plan
from simkit.strategies.nautilus_island.evaluation.weights import PLAN_WEIGHTS

expert = strategy(
    name="expert",
    game="nautilus_island",
    skill="expert",
    parameters=PLAN_WEIGHTS,
    idea="""
    Plan turn by turn: what hand and sets can still become in the turns left, by how much that comes out ahead
    of the best opponent's plan, and who can end the game next.

    What to look at was learnt from look-ahead; the weights were tuned on games that no report is made of.
    """,
)(choose_by_plan)
