"""What to buy, and when to build, by weights."""

from simkit.game import kernel, scratch, separate_kernel, uniform
from simkit.games.nautilus_2002.kinds import Move
from simkit.games.nautilus_2002.rules.building import count_places, find_centres
from simkit.games.nautilus_2002.squares import BOARD
from simkit.games.nautilus_2002.state import (
    BLUE,
    FIRST_RESEARCH,
    GREEN,
    NO_TILE,
    TYPES,
    holds,
    stored_researchers,
    stored_tile,
    type_of,
)
from simkit.strategies.nautilus_2002.evaluation.city import spare_researchers, stations_to_come
from simkit.strategies.nautilus_2002.evaluation.fitting import could_build, fewest_places
from simkit.strategies.nautilus_2002.evaluation.placing import best_site, blur, burden_of_site
from simkit.strategies.nautilus_2002.evaluation.worth import worth_of_type

STOP = 0

FEW = 3
"""Places: where there are fewer, what is stored may soon have none."""


@separate_kernel
def lacks_researchers(sheet, table, seat, rules, weights):
    """Return True if it is time to buy researchers: too few can be spared, and some are in reserve.

    The more opponents there are, the more stations will stand to work in.
    """
    player = table.players[seat.number]
    if sheet.left == 0.0 or player.reserve == 0:
        return False
    spare = spare_researchers(table, player)
    for place in range(player.stored_count):
        spare += stored_researchers(player.stored[place])
    return spare < weights.spare * (rules.players - 1)


@separate_kernel
def find_household(table, seat, rules, weights, moves, count, chance):
    """Return the index of the residential station to buy, or STOP if none could be placed now.

    Its colour is the one with the better place; its researchers are as many as leave money to build it.
    """
    player, draw = table.players[seat.number], uniform(chance)
    found, least = STOP, 0.0
    for tile in range(GREEN, BLUE + 1):
        square = best_site(table, rules, tile, player.money - rules.price_researcher, weights)
        if square < 0:
            continue
        burden = burden_of_site(table, rules, square, weights) + blur(draw, tile, weights)
        if found == STOP or burden < least:
            i = count - 1
            while i > 0 and not is_household(table, rules, player, moves[i], tile):
                i -= 1
            if i != STOP:
                found, least = i, burden
    return found


@kernel
def is_household(table, rules, player, move, tile):
    """Return True if a move buys a residential tile that could be placed now."""
    if move.kind != Move.BUY_RESIDENTIAL or move.tile != tile:
        return False
    left = player.money - move.researchers * rules.price_researcher
    return could_build(table, rules, player, tile, left)


@separate_kernel
def type_to_buy(sheet, table, seat, rules, weights, new_only, chance):
    """Return the type of station, or of those new to the seat, that is worth most above its cost, or -1.

    If that could not be placed now, nothing is to be bought.
    """
    player, draw = table.players[seat.number], uniform(chance)
    best, most = -1, 0.0
    for kind in range(TYPES):
        if table.stock[FIRST_RESEARCH + kind - 1] > 0:
            coming = stations_to_come(table, seat, kind)
            if new_only and coming > 0:
                continue
            worth = worth_of_type(sheet, table, seat, rules, kind, coming)
            if is_to_be_had(table, seat, kind):
                worth *= 1.0 - weights.borrow
            worth += weights.rent * sheet.nemo * opponents_in_need(table, seat, rules, kind)
            worth -= (rules.price_research + weights.building) * sheet.nemo
            if worth > 0.0:
                worth += blur(draw, kind, weights) * sheet.nemo
            if worth > most:
                best, most = kind, worth
    if best >= 0 and could_build(
        table, rules, player, FIRST_RESEARCH + best, player.money - rules.price_research
    ):
        return best
    return -1


@kernel
def is_to_be_had(table, seat, kind):
    """Return True if another seat owns a station of a type in which this seat does not work yet."""
    player = table.players[seat.number]
    taken = int(table.homes) | int(player.owned) | int(player.present)
    for number in range(table.station_count):
        if not holds(taken, number) and type_of(table.stations[number]) == kind:
            return True
    return False


@kernel
def opponents_in_need(table, seat, rules, kind):
    """Return the number of opponents that work in fewer than two stations of a type."""
    needy = 0
    for other in range(rules.players):
        if other != seat.number and table.players[other].ops[kind] < 2:
            needy += 1
    return needy


@separate_kernel
def type_that_keeps(table, rules, player):
    """Return a type of station that keeps what is stored and can't be built now, or -1.

    Who buys nothing hands back all that is not built: a station costs less than researchers bought again.
    """
    paid, centres = 0, scratch(BOARD)
    for place in range(player.stored_count):
        paid += stored_researchers(player.stored[place]) * rules.price_researcher
    if paid <= rules.price_research or could_build(table, rules, player, NO_TILE, player.money):
        return -1
    find_centres(table, rules, player.money - rules.price_research, centres)
    for kind in range(TYPES):
        tile = FIRST_RESEARCH + kind
        if table.stock[tile - 1] > 0 and count_places(rules, centres, table.joins, tile) > 0:
            return kind
    return -1


@separate_kernel
def is_time_to_build(sheet, table, seat, rules, weights):
    """Return True if it is time to build: the sooner, the more players want the places.

    What was bought now can wait, and does if not all that is stored could be placed.
    """
    player = table.players[seat.number]
    if table.bought_now == 0:
        return True
    enough = player.stored_count * rules.players >= weights.batch
    urgent = sheet.left == 0.0 or table.round_number == 1 or enough or waits_for_researchers(table, player)
    if urgent or fewest_places(table, rules, player) < FEW:
        return could_build(table, rules, player, NO_TILE, player.money)
    return False


@kernel
def waits_for_researchers(table, player):
    """Return True if no researcher can be spared but those on a stored station."""
    for place in range(player.stored_count):
        if stored_tile(player.stored[place]) < FIRST_RESEARCH:
            return spare_researchers(table, player) == 0
    return False
