"""The player who is rescued most often."""

from simkit.engine.strategy import strategy
from strategies.castaways.evaluation.choice import choose_by_weights
from strategies.castaways.evaluation.weights import weighted

expert = strategy(
    name="expert",
    game="castaways",
    skill="expert",
    parameters=weighted(
        reserve=2.98,
        thin=0.621,
        hunger=4.09,
        surplus=1.02,
        fire=1.67,
        wood=2.58,
        wood_store=3.22,
        build=0.684,
        keep=1.84,
        shelter=0.253,
        salvage=7.71,
        loot=3.3,
        swim=1.24,
        injury=1.34,
        heal=0.483,
        life=1.04,
        scout=3.65,
        urgency=5.72,
        lag=1.76,
        join=0.507,
        ready=0.166,
        pace=3.06,
        risk=0.669,
        push=0.249,
        hold=2.22,
        confident=0.854,
        patience=2.08,
        tile=0.579,
        spot=1.3,
        settle=0.364,
        flame=5.67,
    ),
    idea="""
    Weigh every marker by what it does to the chance that a ship is signalled in time.

    It plans the last turns backwards: how many outings the headland still takes, whether an event that is
    left will match what there is to signal with, and when to wait no longer.  Outings go on as the exact odds
    of two dice allow.  The weights were tuned on games that no report is made of.
    """,
)(choose_by_weights)
