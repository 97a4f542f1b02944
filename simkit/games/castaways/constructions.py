"""The constructions that cards reveal: the building places they lie on, and those that wait for one."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.cards import put_on_top, take_at
from simkit.engine.base.events import note
from simkit.games.castaways.events import CONSTRUCTION_FOUND
from simkit.games.castaways.names import RAFT
from simkit.games.castaways.state import MOST_SHELTERS, NOT_FOUND, ON_A_PLACE, WAITING


@kernel
def free_places(table, rules):
    """Return the number of free building places: the black one, and those of what is finished."""
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
    note(log, CONSTRUCTION_FOUND, number, 0, 0)
    fill_places(table, rules)


@separate_kernel
def fill_places(table, rules):
    """Lay waiting constructions on free building places, in the order in which they were found."""
    while table.waiting.count > 0 and free_places(table, rules) > 0:
        table.constructions[take_at(table.waiting, 0)] = ON_A_PLACE
