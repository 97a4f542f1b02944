"""The player who is rescued most often."""

from simkit.engine.strategy import strategy
from strategies.castaways.evaluation.choice import choose_by_weights
from strategies.castaways.evaluation.weights import weighted

expert = strategy(
    name="expert",
    game="castaways",
    skill="expert",
    parameters=weighted(
        selfishness=0.0,
        reserve=3.0,
        thin=0.6,
        hunger=5.0,
        surplus=0.5,
        fire=0.8,
        wood=1.2,
        wood_store=4.0,
        build=0.8,
        keep=1.0,
        shelter=0.5,
        salvage=8.0,
        loot=2.0,
        swim=1.0,
        injury=1.5,
        heal=1.0,
        life=1.5,
        scout=3.0,
        urgency=4.0,
        lag=1.0,
        join=0.5,
        ready=0.4,
        pace=3.5,
        risk=0.3,
        push=0.4,
        hold=2.0,
        confident=0.8,
        patience=5.0,
        tile=1.2,
        spot=2.0,
        settle=0.5,
        flame=5.0,
    ),
    idea="""
    Weigh every marker by what it does to the chance that a ship is signalled in time.

    It plans the last turns backwards: how many outings the headland still takes, whether an event that is
    left will match what there is to signal with, and when to wait no longer.  Outings go on as the exact odds
    of two dice allow.  The weights were tuned on games that no report is made of.
    """,
)(choose_by_weights)
