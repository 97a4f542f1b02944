"""Setup: the path shuffled, the figures at its ends, the reserve in front of the player."""

from simkit.engine.chance import begin, shuffle
from simkit.engine.kernel import kernel
from simkit.games.nautilion.currents import roll_the_currents
from simkit.games.nautilion.state import ISLES, PATH_SHUFFLE


@kernel
def lay_the_path(state, rules):
    """Shuffle the crew tokens into places 1 to length, between the Isles and the Abyss."""
    table = state.table
    table.length = rules.path_length
    table.tokens_on_path = rules.path_length
    path = table.path
    for place in range(1, rules.path_length + 1):
        path[place] = rules.path_tokens[place]
    begin(state.chance, PATH_SHUFFLE, 0)
    shuffle(state.chance, path, 1, rules.path_length + 1)


def setup(state, rules, log):
    """Prepare a game, up to the first roll of the dice."""
    table = state.table
    lay_the_path(state, rules)
    table.nautilion = ISLES
    table.phantom = table.length + 1
    table.reserve = rules.reserve
    table.reserve_green = rules.reserve
    roll_the_currents(state, rules, log)
