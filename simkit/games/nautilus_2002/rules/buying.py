"""Phase 1, purchasing a station: one per turn, stored in front of the seat."""

from simkit.game import kernel, note, separate_kernel
from simkit.games.nautilus_2002.kinds import Event, Move
from simkit.games.nautilus_2002.state import (
    BLUE,
    FIRST_RESEARCH,
    GREEN,
    MOST_RESEARCHERS,
    STORED_SHIFT,
    TYPES,
    stored_researchers,
    stored_tile,
)


@kernel
def affordable(money, price):
    """Return the number of pieces at a price that money pays for, limited to what anybody could want."""
    return MOST_RESEARCHERS if price == 0 else money // price


@separate_kernel
def buy_options(state, rules, moves):
    """List (decision D1): nothing; green, then blue residentials by researchers; the types of research."""
    table, seat = state.table, state.seat
    player = table.players[seat]
    moves[0].kind = Move.BUY_NOTHING
    count = 1
    if player.stored_count >= rules.stored_max:
        return count
    most = min(rules.cap, player.reserve, affordable(player.money, rules.price_researcher))
    for tile in range(GREEN, BLUE + 1):
        if table.stock[tile - 1] > 0:
            for researchers in range(1, most + 1):
                moves[count].kind = Move.BUY_RESIDENTIAL
                moves[count].tile = tile
                moves[count].researchers = researchers
                count += 1
    if player.money >= rules.price_research:
        for kind in range(TYPES):
            if table.stock[FIRST_RESEARCH + kind - 1] > 0:
                moves[count].kind = Move.BUY_RESEARCH
                moves[count].type = kind
                count += 1
    return count


@separate_kernel
def buy(table, rules, seat, move, log):
    """Pay for a station, put its researchers on it, and store it."""
    player = table.players[seat]
    if move.kind == Move.BUY_RESIDENTIAL:
        tile, researchers = move.tile, move.researchers
        price = researchers * rules.price_researcher
        player.reserve -= researchers
        player.researchers_bought += researchers
        player.bought_residential += 1
    else:
        tile, researchers = FIRST_RESEARCH + move.type, 0
        price = rules.price_research
        player.bought_research += 1
    player.money -= price
    table.stock[tile - 1] -= 1
    store(player, (tile << STORED_SHIFT) + researchers)
    table.bought_now = 1
    table.busy = 1
    note(log, Event.BOUGHT, seat, tile, researchers)


@kernel
def store(player, code):
    """Store a station; those stored are in the order in which they are listed."""
    place = player.stored_count
    while place > 0 and player.stored[place - 1] > code:
        player.stored[place] = player.stored[place - 1]
        place -= 1
    player.stored[place] = code
    player.stored_count += 1


@kernel
def unstore(player, code):
    """Take a station from those stored."""
    place = 0
    while player.stored[place] != code:
        place += 1
    player.stored_count -= 1
    for later in range(place, player.stored_count):
        player.stored[later] = player.stored[later + 1]
    player.stored[player.stored_count] = 0


@separate_kernel
def hand_back(table, seat, log):
    """Put stored stations under their stacks, their researchers into the reserve; the money is lost."""
    player = table.players[seat]
    for place in range(player.stored_count):
        code = player.stored[place]
        table.stock[stored_tile(code) - 1] += 1
        player.reserve += stored_researchers(code)
        player.stored[place] = 0
        note(log, Event.HANDED_BACK, seat, stored_tile(code), stored_researchers(code))
    player.handed_back += player.stored_count
    player.stored_count = 0
