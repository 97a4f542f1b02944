"""Researchers and stations: which can be spared, which could launch, and where work is worth something."""

from simkit.game import NOBODY, bit_count, kernel, lowest_bit, separate_kernel
from simkit.games.nautilus_2002.rules.researchers import too_dear
from simkit.games.nautilus_2002.rules.stations import free_outlets
from simkit.games.nautilus_2002.state import FIRST_RESEARCH, TYPES, holds, stored_tile, type_of

VALUE_OF_CHIP = 6
VALUES = (4, 3, 1)
"""The value of a first, a second and any further station of a type in operation."""

NO_VALUE = -1


@kernel
def in_operation(player):
    """Return the number of stations that a seat has in operation, of all types."""
    stations = 0
    for kind in range(TYPES):
        stations += player.ops[kind]
    return stations


@kernel
def types_in_operation(player):
    """Return the number of types in which a seat has stations in operation."""
    types = 0
    for kind in range(TYPES):
        types += player.ops[kind] > 0
    return types


@separate_kernel
def spare_researchers(table, player):
    """Return how many researchers can be spared: all in base and residentials, all except one elsewhere."""
    spare, stations = 0, int(player.present)
    while stations != 0:
        number = lowest_bit(stations)
        stations &= stations - 1
        spare += player.researchers[number] - (0 if holds(table.homes, number) else 1)
    return spare


@separate_kernel
def ready_researchers(table, player):
    """Return the number of researchers that could launch a submarine from where they are."""
    ready, stations = 0, int(player.several) & ~int(table.homes)
    while stations != 0:
        number = lowest_bit(stations)
        stations &= stations - 1
        if free_outlets(table, table.stations[number]) > 0:
            ready += player.researchers[number] - 1
    return ready


@kernel
def afloat(player):
    """Return the number of submarines of a seat on the board."""
    return bit_count(player.afloat)


@kernel
def wanted_submarines(player):
    """Return the number of submarines wanted on the board."""
    working = in_operation(player)
    if working < 2 or player.money < 3:
        return 0
    if working < 4:
        return 1
    return 2 if player.money < 15 else 3


@kernel
def stations_to_come(table, seat, kind):
    """Return the number of stations of a type in operation, built but not entered, or stored."""
    player = table.players[seat.number]
    stations = int(player.ops[kind])
    for number in range(table.station_count):
        own_and_empty = holds(player.owned, number) and not holds(player.present, number)
        if own_and_empty and type_of(table.stations[number]) == kind:
            stations += 1
    for place in range(player.stored_count):
        stations += stored_tile(player.stored[place]) == FIRST_RESEARCH + kind
    return stations


@separate_kernel
def value_of_work(table, rules, seat, number):
    """Return the value of starting to work in a research station; NO_VALUE where the seat works already."""
    player, station = table.players[seat], table.stations[number]
    if station.tile < FIRST_RESEARCH or holds(player.present, number):
        return NO_VALUE
    kind = type_of(station)
    working = int(player.ops[kind])
    value = VALUES[min(working, len(VALUES) - 1)]
    if would_take_chip(table, rules, seat, kind):
        value = VALUE_OF_CHIP
    return value if station.owner == seat else value - 1


@kernel
def would_take_chip(table, rules, seat, kind):
    """Return True if one more station in operation would win the chip of a type."""
    holder, own = table.chips[kind], table.players[seat].ops[kind] + 1
    if own < rules.chip_needs or holder == seat:
        return False
    return holder == NOBODY or table.players[holder].ops[kind] < own


@separate_kernel
def stations_worth_work(table, rules, seat):
    """Return the stations in which starting to work is worth something and can be paid: a bit each."""
    found = 0
    barred = too_dear(table, rules, table.players[seat])
    for number in range(table.station_count):
        if value_of_work(table, rules, seat, number) > 0 and not holds(barred, number):
            found |= 1 << number
    return found


@kernel
def best_work(table, rules, seat, stations):
    """Return the highest value of work among some stations (a bit each), or NO_VALUE."""
    best = NO_VALUE
    while stations != 0:
        best = max(best, value_of_work(table, rules, seat, lowest_bit(stations)))
        stations &= stations - 1
    return best
