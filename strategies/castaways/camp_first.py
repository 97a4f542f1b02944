"""A player who builds a camp before exploring."""

from simkit.engine.contract.strategy import strategy
from simkit.strategies.castaways.evaluation.choice import choose_by_weights
from simkit.strategies.castaways.evaluation.weights import weighted

camp_first = strategy(
    name="camp_first",
    game="castaways",
    skill="casual",
    parameters=weighted(
        settle=12.0, urgency=6.0, fire=1.6, shelter=0.5, wood_store=6.0, spot=2.0, scout=1.0, confident=0.0
    ),
    idea="""
    Build a camp before the first outing: a shelter, a fire that is kept up, food in sight.

    Only when the turns are just enough for the headland does the way there come first.
    """,
)(choose_by_weights)
