"""A player who makes the best next landing."""

from simkit.engine.contract.strategy import Parameter, strategy
from simkit.strategies.nautilion.evaluation.next_landing import Weights, choose_by_next_landing

PARAMETERS = (
    Parameter("landing", 10.0, 0, 50, "worth of a landing that takes a number aboard"),
    Parameter("scarcity", 6.0, 0, 50, "more of it, divided by the copies of that number still ahead"),
    Parameter("token", 4.0, 0, 50, "what a token lost to the Darkhouse costs"),
    Parameter("phantom_step", 1.5, 0, 20, "what each step of the Phantom costs"),
    Parameter("own_step", 1.0, 0, 20, "what each step of the Nautilion costs while numbers are missing"),
    Parameter("harpoon", 2.0, 0, 20, "what each harpoon that the Phantom takes costs"),
    Parameter(
        "reef", 2.0, 0, 20, "what a landing beside a reef costs, which may hold the Nautilion for a turn"
    ),
)


@strategy(game="nautilion", skill="beginner", parameters=PARAMETERS)
def greedy(table, seat, rules, moves, count, parameters, chance):
    """Look one landing ahead, and prefer numbers that are getting scarce.

    Weigh the landing against the token that the Darkhouse may cost, the steps that the figures make, the
    harpoons that the Phantom takes, and the reef beside it.  No spells; mages re-roll the largest of three
    dice if none lands on what fits, and Heroic cards are paid at once, with the number of which most copies
    lie ahead, if any does.
    """
    weights = Weights(
        landing=parameters.landing,
        scarcity=parameters.scarcity,
        token=parameters.token,
        darkhouse_step=0.0,
        phantom_step=parameters.phantom_step,
        own_step=parameters.own_step,
        harpoon=parameters.harpoon,
        reef=parameters.reef,
        crew_for_heroism=0,
        counts=True,
    )
    return choose_by_next_landing(table, rules, weights, moves, count)
