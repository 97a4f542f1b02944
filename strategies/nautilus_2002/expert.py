"""The strongest player that comes with simkit."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilus_2002.evaluation.choice import choose_by_weights
from simkit.strategies.nautilus_2002.evaluation.weights import weighted

expert = strategy(
    name="expert",
    game="nautilus_2002",
    skill="expert",
    parameters=weighted(
        factor_ahead=6.32,
        points_ahead=23.5,
        nemo=0.3,
        piece=1.48,
        unseen=0.949,
        unseen_canyon=1.71,
        look=0.0522,
        patience=0.04,
        boat=7.22,
        first_dive=0.379,
        more_dives=0.962,
        dive_money=1.65,
        scan_money=39.4,
        spare=4.5,
        household=5.38,
        save=5.33,
        building=0.831,
        batch=1.78,
        first=0.433,
        third=0.45,
        chip=1.03,
        effects=0.901,
        engineering=1.14,
        sonar=0.151,
        canyon=0.0441,
        borrow=0.249,
        rent=0.0443,
        cover=0.369,
        outlet=0.54,
        way=0.472,
        near=0.1,
        tenants=0.0,
        deny=1.0,
        guard=1.0,
    ),
    idea="""
    Mind the product: spend each Nemo and each walk where research points times points grow most.

    Hold the chips: keep ahead of who comes level, and take theirs. Look-ahead taught it that.
    The weights were tuned against the other strategies on games that no report is made of.
    """,
)(choose_by_weights)
