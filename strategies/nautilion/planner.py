"""A player who plans which tokens ahead complete the crew."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilion.evaluation.choice import choose_by_weights
from simkit.strategies.nautilion.evaluation.weights import weighted

planner = strategy(
    name="planner",
    game="nautilion",
    skill="experienced",
    parameters=weighted(
        crew=11.3,
        last_copy=31.6,
        second_copy=4.9,
        third_copy=1.2,
        opened=1.33,
        reserve=5.67,
        reserve_decay=0.746,
        phantom_step=0.939,
        phantom_near=2.5,
        own_step=0.696,
        race=0.226,
        next_landing=2.22,
        crew_lost=4.45,
        partner=5.69,
        harpoon=6.49,
        harpoon_decay=0.763,
        phantom_grows=0.017,
        prize=5.72,
        stuck=6.2,
        heroic=13.8,
        heroic_near=0.59,
        shield=3.71,
        hope=0,
        spared=0,
        late=0,
        pace=0,
        reach=0,
        everything=0,
    ),
    idea="""
    Keep count of the copies ahead, and plan the landing after the next one.

    Let the Phantom have what is plentiful, open ducts early, keep both races in sight.  Spend a Tide
    only if no die lands on a token that fits, and the plan that it makes possible is worth more than the
    tokens; no other spell is known.  There, and where the Nautilion receives no die and each would cost a
    token, re-roll with mages what is worse than the average; pay for Heroic cards with a number of which
    two copies lie ahead (one, with twice the crew).
    """,
)(choose_by_weights)
