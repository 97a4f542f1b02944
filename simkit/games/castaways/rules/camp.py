"""The camp: the storage and what fills it, the fire, and the constructions that cards reveal."""

from simkit.game import draw_from, kernel, note, put_into_bag, put_on_top, separate_kernel, take_at
from simkit.games.castaways.kinds import Event
from simkit.games.castaways.names import RAFT
from simkit.games.castaways.state import MOST_SHELTERS, NOT_FOUND, ON_A_PLACE, VALUES, WAITING


@separate_kernel
def gain_wood(state, n, log):
    """Bring wood into storage, as far as the supply goes; a negative number is lost from storage."""
    table = state.table
    n = max(min(n, table.wood_supply), -table.wood)
    table.wood += n
    table.wood_supply -= n
    table.wood_gathered += max(n, 0)
    if n != 0:
        note(log, Event.WOOD_CHANGED, n, table.wood)


@separate_kernel
def gain_stored_food(state, n, log):
    """Bring food tokens into storage, as far as the supply goes."""
    table = state.table
    n = min(n, table.food_supply)
    table.food += n
    table.food_supply -= n
    table.food_gathered += n
    if n > 0:
        note(log, Event.STORAGE_FOOD_CHANGED, n, table.food, 0)


@kernel
def store_tile(table, value, log):
    """Put a food tile that a castaway has brought into storage."""
    table.tiles[value] += 1
    table.food_gathered += value
    note(log, Event.TILE_STORED, value)


@separate_kernel
def lose_stored_food(state, n, log):
    """Take food out of storage: tokens first, then the tiles of the lowest value."""
    table = state.table
    for _ in range(n):
        if table.food > 0:
            table.food -= 1
            table.food_supply += 1
            note(log, Event.STORAGE_FOOD_CHANGED, -1, table.food, 0)
            continue
        for value in range(VALUES):
            if table.tiles[value] > 0:
                table.tiles[value] -= 1
                note(log, Event.STORAGE_FOOD_CHANGED, -1, table.food, 1)
                break


@separate_kernel
def fill_forage_box(state, n, log):
    """Bring forage tiles into the box, as far as there are; a negative number takes tiles out of the game.

    Nobody looks at tiles in the box or beside the board: a value is drawn when a tile is foraged.
    """
    table, hidden = state.table, state.hidden
    n = max(min(n, table.forage_left), -table.forage_box)
    for _ in range(-n):
        put_into_bag(hidden.forage_gone, draw_from(state.chance, hidden.forage), 1)
    table.forage_box += n
    table.forage_left -= max(n, 0)
    if n != 0:
        note(log, Event.BOX_CHANGED, n, table.forage_box)


@kernel
def put_fire_out(table, log):
    """Let the fire go out; its wood is lost."""
    if table.fire != 0:
        note(log, Event.FIRE_WENT_OUT, 0)
    table.fire = 0
    table.wood_supply += table.fire_wood
    table.fire_wood = 0


@kernel
def free_places(table, rules):
    """Return the number of free building places: the black one, and those of finished buildings."""
    places = rules.building_places + table.sign_built + table.bonfire_built
    places += 1 if table.shelter == MOST_SHELTERS else 0
    for number in range(rules.construction_count):
        places -= 1 if table.constructions[number] == ON_A_PLACE else 0
    return places


@separate_kernel
def reveal_construction(state, rules, number, log):
    """Lay a construction that a card names on a building place; without a free one it waits."""
    table = state.table
    if table.constructions[number] != NOT_FOUND or (number == RAFT and rules.raft == 0):
        return
    table.constructions[number] = WAITING
    put_on_top(table.waiting, number)
    note(log, Event.CONSTRUCTION_FOUND, number)
    fill_places(table, rules)


@separate_kernel
def fill_places(table, rules):
    """Lay waiting constructions on free building places, in the order in which they were found."""
    while table.waiting.count > 0 and free_places(table, rules) > 0:
        table.constructions[take_at(table.waiting, 0)] = ON_A_PLACE
