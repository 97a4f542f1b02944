"""Setup: the path shuffled, the figures at its ends, the reserve in front of the player, cards dealt."""

from simkit.game import begin, kernel, shuffle
from simkit.games.nautilion.rules.currents import roll_the_currents, take_all_dice
from simkit.games.nautilion.rules.heroic_actions import deal_heroic_cards
from simkit.games.nautilion.rules.machinations import deal_darkhouse_cards
from simkit.games.nautilion.rules.path import before, beyond
from simkit.games.nautilion.rules.reefs import lay_the_reefs
from simkit.games.nautilion.rules.turn import CURRENTS, begin_turn
from simkit.games.nautilion.rules.two_players import seat_the_players
from simkit.games.nautilion.state import FULL_CREW, ISLES, PATH_SHUFFLE


@kernel
def lay_the_path(state, rules):
    """Shuffle the tokens into places 1 to length, between the Isles and the Abyss."""
    table = state.table
    table.length = rules.path_length
    table.occupied = beyond(ISLES) & before(rules.path_length + 1)
    path = table.path
    for place in range(1, rules.path_length + 1):
        path[place] = rules.path_tokens[place]
    begin(state.chance, PATH_SHUFFLE, 0)
    shuffle(state.chance, path, 1, rules.path_length + 1)


def setup(state, rules, log):
    """Prepare a game, up to the first decision."""
    table = state.table
    lay_the_path(state, rules)
    table.nautilion = rules.nautilion_start
    table.phantom = table.length + 1 - rules.phantom_start
    table.reserve = rules.starting_reserve
    table.reserve_green = rules.starting_reserve
    table.may_place = FULL_CREW
    take_all_dice(table)
    if rules.players == 2:
        seat_the_players(state, rules)
    if rules.reef_spacing > 0:
        lay_the_reefs(state, rules)
    if rules.darkhouse_reds + rules.darkhouse_blues > 0:
        deal_darkhouse_cards(state, rules)
    if rules.heroic_revealed > 0:
        deal_heroic_cards(state, rules)
    if begin_turn(state, rules, log) == CURRENTS:
        roll_the_currents(state, rules, log)
