"""A player who lives on the fees that others pay."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilus_2002.evaluation.choice import choose_by_weights
from simkit.strategies.nautilus_2002.evaluation.weights import weighted

landlord = strategy(
    name="landlord",
    game="nautilus_2002",
    skill="casual",
    parameters=weighted(rent=1.0, tenants=0.8, borrow=0.0, building=0.5, save=3.0),
    idea="""
    Build stations of the types that others lack, next to their researchers, and live on fees.

    Otherwise it weighs both factors evenly.
    """,
)(choose_by_weights)
