"""What the group has and needs: food, wood, energy to build with, things to signal with."""

import numpy as np

from simkit.compile.bits import bit_count
from simkit.compile.kernel import kernel, separate_kernel
from simkit.games.castaways.names import (
    BONFIRE_BIT,
    CAMP,
    EXPLORE,
    FISHING,
    FORAGE,
    IN_CAMP,
    SIGN_BIT,
    WOOD,
)
from simkit.games.castaways.order import is_at_hand, is_in_camp, is_living
from simkit.games.castaways.rescue import missing_allowed, signals_in
from simkit.games.castaways.state import NO_TILE, NOBODY, VALUES

FOOD_OF_A_MARKER = 2
"""Food that a marker on Forage is expected to bring."""


@kernel
def turns_left(table):
    """Return the number of turns left, this one counted."""
    return table.turns - table.turn + 1


@kernel
def count_at_hand(table, rules):
    """Return the number of living castaways that are not lost."""
    count = 0
    for seat in range(rules.players):
        count += 1 if is_at_hand(table, seat) else 0
    return count


@kernel
def count_marked(table, rules, action):
    """Return the number of markers that wait on an action."""
    count = 0
    for space in range(rules.space_count[action]):
        count += 1 if table.marked[action, space] != NOBODY else 0
    return count


@kernel
def free_tiles(table, rules):
    """Return the number of tiles in the forage box for which no marker waits."""
    return max(0, table.forage_box - count_marked(table, rules, FORAGE))


@kernel
def stored_tiles(table):
    """Return the values of all food tiles in storage together."""
    food = 0
    for value in range(VALUES):
        food += value * table.tiles[value]
    return food


@separate_kernel
def food_in_sight(table, rules):
    """Return the food that there is, and that markers are expected to bring."""
    food = table.food + stored_tiles(table)
    food += table.pantry_tile if table.pantry_tile != NO_TILE else 0
    for seat in range(rules.players):
        if is_at_hand(table, seat):
            castaway = table.castaways[seat]
            food += castaway.food
            if rules.character[castaway.character].keeps_tile != 0 and table.cook_tile != NO_TILE:
                food += table.cook_tile
    food += FOOD_OF_A_MARKER * min(count_marked(table, rules, FORAGE), table.forage_box)
    for space in range(rules.camp_spaces):
        food += 1 if table.board[space] == FISHING and table.marked[CAMP, space] != NOBODY else 0
    return food


@kernel
def wood_in_sight(table, rules):
    """Return the wood in storage, and one for each marker on Wood."""
    return table.wood + count_marked(table, rules, WOOD)


@kernel
def spare_energy(table, rules, seat):
    """Return the energy that a castaway can give for building."""
    kept = 2 if rules.players == 1 else 1
    for space in range(rules.space_count[EXPLORE]):
        if table.marked[EXPLORE, space] == seat:
            kept = 3
    return max(0, table.castaways[seat].energy - kept)


@kernel
def team_energy(table, rules):
    """Return the energy that all in camp together can give for building."""
    energy = 0
    for seat in range(rules.players):
        energy += spare_energy(table, rules, seat) if is_in_camp(table, seat) else 0
    return energy


@kernel
def wanted_shelter(rules):
    """Return the level of shelter that is worth its energy: 2 for three or four players."""
    return 2 if rules.players >= 3 else 1


@kernel
def wants_shelter(table, rules, turns):
    """Return True if another level of shelter is wanted, with more than so many turns left."""
    return table.shelter < min(wanted_shelter(rules), rules.shelters) and turns_left(table) > turns


@separate_kernel
def wanted_wood(table, rules, at_hand):
    """Return the wood that is wanted in storage: for the fire, the next shelter, or the bonfire."""
    wanted = 1 if table.fire_wood == 0 and at_hand >= 2 else 0
    if wants_shelter(table, rules, 4):
        return wanted + rules.shelter_wood[table.shelter]
    if table.bonfire_built == 0:
        wanted += min(4, rules.bonfire_size - table.bonfire)
    return wanted


@separate_kernel
def signals_owned(table, rules):
    """Return the signals that there are, wherever their living owners are."""
    signals = BONFIRE_BIT if table.bonfire_built != 0 else 0
    signals |= SIGN_BIT if table.sign_built != 0 else 0
    things = np.int64(0)
    for seat in range(rules.players):
        things |= table.castaways[seat].owned if is_living(table, seat) else 0
    for thing in range(rules.object_count):
        if (things >> thing) & 1:
            signals |= rules.object[thing].signal
    return signals


@kernel
def event_matches(table, rules, signals):
    """Return True if the active event asks for nothing else than these signals (a raft stands for one)."""
    missing = bit_count(np.int64(rules.event[table.event].signals & ~signals))
    return missing <= missing_allowed(table, rules)


@kernel
def event_matches_in_camp(table, rules):
    """Return True if what is built and owned in camp answers the active event."""
    return event_matches(table, rules, signals_in(table, rules, IN_CAMP))


@kernel
def may_go(table, rules, place):
    """Return True if exploring from a place makes sense: far away, late, or with a match at hand."""
    if table.headland != NOBODY:
        return False
    if place < rules.headland - 2 or turns_left(table) <= 7:
        return True
    return event_matches(table, rules, signals_owned(table, rules))
