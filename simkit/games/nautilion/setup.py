"""Setup: the path shuffled, the figures at its ends, the reserve in front of the player."""

from simkit.engine.chance import begin, shuffle
from simkit.engine.kernel import kernel
from simkit.games.nautilion.currents import roll_the_currents
from simkit.games.nautilion.state import CREW_NUMBERS, ISLES, PATH_SHUFFLE


@kernel
def lay_the_path(state, rules):
    """Shuffle the crew tokens into places 1 to length, between the Isles and the Abyss."""
    table = state.table
    length = 0
    for number in range(1, CREW_NUMBERS + 1):
        for _ in range(rules.crew_copies[number]):
            length += 1
            table.path[length] = number
    table.length = length
    table.tokens_on_path = length
    begin(state.chance, PATH_SHUFFLE, 0)
    shuffle(state.chance, table.path, 1, length + 1)


def setup(state, rules, log):
    """Prepare a game, up to the first roll of the dice."""
    table = state.table
    lay_the_path(state, rules)
    table.nautilion = ISLES
    table.phantom = table.length + 1
    table.reserve = rules.reserve
    table.reserve_green = rules.reserve
    roll_the_currents(state, rules, log)
