"""The strongest player that comes with simkit."""

from simkit.engine.strategy import strategy
from strategies.nautilus_2002.evaluation.choice import choose_by_weights
from strategies.nautilus_2002.evaluation.weights import weighted

expert = strategy(
    name="expert",
    game="nautilus_2002",
    skill="expert",
    parameters=weighted(
        factor_ahead=5.44,
        points_ahead=23.9,
        nemo=0.291,
        piece=1.22,
        unseen=0.816,
        unseen_canyon=1.71,
        look=0.0563,
        patience=0.05,
        boat=6.18,
        first_dive=0.52,
        more_dives=1.47,
        dive_money=1.73,
        scan_money=60.0,
        spare=4.51,
        household=6.0,
        save=5.53,
        building=1.12,
        batch=2.0,
        first=0.0818,
        third=0.617,
        chip=1.25,
        effects=1.12,
        engineering=1.33,
        sonar=0.0526,
        canyon=0.022,
        borrow=0.166,
        rent=0.0347,
        cover=0.483,
        outlet=0.362,
        way=0.518,
        near=0.0642,
        tenants=0.0,
    ),
    idea="""
    Mind the product: spend each Nemo and each walk where research points times points grow most.

    The weights were tuned against the other strategies on games that no report is made of.
    """,
)(choose_by_weights)
