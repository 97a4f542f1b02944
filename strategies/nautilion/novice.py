"""A first-time player."""

from simkit.engine.contract.strategy import Parameter, strategy
from simkit.games.nautilion.state import ISLES
from simkit.strategies.nautilion.evaluation.copies import tokens_between
from simkit.strategies.nautilion.evaluation.next_landing import Weights, choose_by_next_landing

PARAMETERS = (
    Parameter("notices", 14, 0, 54, "steps from the Isles at which the Phantom is taken seriously"),
)


@strategy(game="nautilion", skill="first-time player", parameters=PARAMETERS)
def novice(table, seat, rules, moves, count, parameters, chance):
    """Land on anything that fits, and get rid of the big dice.

    A 3 or a 4 goes to the Phantom, for there it costs nothing that one sees at once, until the Phantom is so
    near the Isles that a beginner notices.  No spells, but for a full crew before the Abyss that only lacks
    the right die.  Mages re-roll the largest die if none lands on what fits; a Heroic card is played with
    four crew aboard; nobody runs into a stronger Phantom who can help it.
    """
    is_near = int(parameters.notices) > tokens_between(table, ISLES, table.phantom)
    weights = Weights(
        landing=100.0,
        scarcity=0.0,
        token=50.0,
        darkhouse_step=1.0,
        phantom_step=5.0 if is_near else -5.0,
        own_step=0.0,
        harpoon=0.0,
        reef=0.0,
        crew_for_heroism=4,
        counts=False,
    )
    return choose_by_next_landing(table, rules, weights, moves, count)
