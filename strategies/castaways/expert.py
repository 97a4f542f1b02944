"""The player who is rescued most often."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.castaways.evaluation.choice import choose_by_weights
from simkit.strategies.castaways.evaluation.weights import weighted

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
        keep=1.83,
        shelter=0.253,
        salvage=7.71,
        loot=3.3,
        swim=1.24,
        injury=1.34,
        heal=0.414,
        life=0.836,
        scout=3.89,
        urgency=4.91,
        lag=1.76,
        join=0.507,
        ready=0.166,
        pace=3.02,
        risk=0.586,
        push=0.212,
        hold=2.5,
        confident=0.854,
        patience=2.07,
        tile=0.579,
        spot=1.3,
        settle=0.364,
        dusk=0.179,
        supper=0.183,
        bold=2.0,
        fragile=12.0,
        near=0.483,
        thrift=1.5,
        flame=5.67,
    ),
    idea="""
    Weigh every marker by what it does to the chance that a ship is signalled in time.

    It plans the last turns backwards: how many outings the headland still takes, whether an event that is
    left will match what there is to signal with, and when to wait no longer.  Outings go on as the exact odds
    of two dice allow, whatever injuries they bring.  In the last turn nobody builds what can't be finished:
    they rest, for who dies in the last night is not rescued.  The weights were tuned on games that no report
    is made of.
    """,
)(choose_by_weights)
