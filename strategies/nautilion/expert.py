"""The strongest player that comes with simkit."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.nautilion.evaluation.choice import choose_by_weights
from simkit.strategies.nautilion.evaluation.weights import weighted

expert = strategy(
    name="expert",
    game="nautilion",
    skill="expert",
    parameters=weighted(
        crew=13.4,
        last_copy=21,
        second_copy=2.45,
        third_copy=0.862,
        opened=1.49,
        reserve=8.34,
        reserve_decay=0.906,
        phantom_step=1.37,
        phantom_near=2.18,
        own_step=0.382,
        race=0.441,
        next_landing=1.19,
        crew_lost=7.26,
        partner=8.71,
        harpoon=9.41,
        harpoon_decay=0.753,
        phantom_grows=0.0184,
        prize=6.6,
        stuck=8.5,
        heroic=13.6,
        heroic_near=1.05,
        shield=0.353,
        hope=3.74,
        spared=0.38,
        late=20.2,
        pace=0.559,
        reach=0.949,
        everything=1,
    ),
    idea="""
    Weigh everything that `planner` weighs, with other weights, look further, and use all three spells.

    It walks along the path in thought: which missing numbers can be aboard by when, the ducts and the Phantom
    being as they are.  It sees where the Phantom takes a token on the Nautilion's way, and who wins the race.
    A Whirlwind is cast if the best plan after it is worth more on average, over all dice that may fall, than
    the best plan now and the token; a Tide or a Translation if the plan that they make possible is.  A
    Translation fetches a missing number, from behind the Nautilion if a copy was left there.  Mages re-roll
    while the mean after it is better; Heroic cards, once six crew are aboard, and purchases are weighed like
    spells, against what is paid.  With expansions, dice that will do are kept while the reserve is small.
    The weights were tuned against games that no report is made of.
    """,
)(choose_by_weights)
