"""How players that weigh everything choose: each move by what it adds to both factors of the score."""

import numpy as np

from simkit.game import NOBODY, bit_count, find_kind, find_move, scratch, separate_kernel
from simkit.games.nautilus_2002.kinds import Move
from simkit.games.nautilus_2002.rules.discoveries import new_to_scan
from simkit.games.nautilus_2002.rules.researchers import too_dear
from simkit.games.nautilus_2002.rules.stations import free_outlets, joins_between, outlet
from simkit.games.nautilus_2002.state import (
    BUILD,
    BUY,
    COME_IN,
    DIVE,
    LAUNCH,
    LOOK,
    MOST_STATIONS,
    PLACE,
    SCAN,
    SPEED_UP,
    SPREAD,
    WALK,
    holds,
)
from simkit.strategies.nautilus_2002.evaluation.buying import (
    find_household,
    is_time_to_build,
    lacks_researchers,
    type_that_keeps,
    type_to_buy,
)
from simkit.strategies.nautilus_2002.evaluation.city import ready_researchers
from simkit.strategies.nautilus_2002.evaluation.diving import find_target, weigh_dives
from simkit.strategies.nautilus_2002.evaluation.placing import DISTANCES, find_distances, weigh_placements
from simkit.strategies.nautilus_2002.evaluation.sea import nearest_look
from simkit.strategies.nautilus_2002.evaluation.worth import SHEET, fill_sheet, wants_submarine, worth_of_work

STOP = 0
"""The move that does nothing is listed first."""

SCANNED_AT_LEAST = 2
"""Discoveries that a scan must show."""

JOIN = 1.0
"""What walking one join costs: the steps of a turn are few."""


WORTHS = np.dtype([("of", np.float64, (MOST_STATIONS,))])
"""What starting to work in each station is worth."""


def choose_by_weights(table, seat, rules, moves, count, parameters, chance):
    """Choose a move by the weights; strategies that share this function differ in their weights alone."""
    return weigh(table, seat, rules, moves, count, parameters, chance)


@separate_kernel
def weigh(table, seat, rules, moves, count, weights, chance):
    """Work out what everything is worth now, and choose the best move of the decision at hand."""
    sheet, step = scratch(SHEET), table.step
    if step == PLACE:
        return weigh_placements(table, seat, rules, moves, count, weights, chance)
    fill_sheet(sheet, table, seat, rules, weights)
    if step == BUY:
        return purchase(sheet, table, seat, rules, weights, moves, count, chance)
    if step == BUILD:
        kind = (
            Move.START_BUILDING if is_time_to_build(sheet, table, seat, rules, weights) else Move.DO_NOT_BUILD
        )
        return max(find_kind(moves, count, kind), 0)
    if step == SCAN:
        return weigh_scans(table, seat, rules, moves, count, weights)
    if step == WALK or step == SPREAD:
        return weigh_walks(sheet, table, seat, rules, moves, count)
    if step == LAUNCH:
        return weigh_launches(sheet, table, seat, rules, moves, count)
    if step == DIVE or step == SPEED_UP:
        return weigh_dives(sheet, table, seat, rules, moves, count)
    if step == COME_IN:
        return weigh_stations(sheet, table, seat, rules, moves, count)
    if step == LOOK:
        return nearest_look(table, seat, moves, count)
    return count - 1 if sheet.factor * rules.rise_points > rules.rise_cost * rules.cash_points else 0


@separate_kernel
def purchase(sheet, table, seat, rules, weights, moves, count, chance):
    """Return the index of the purchase: researchers if too few can be spared, else the best station."""
    player = table.players[seat.number]
    saves, kind = player.money < weights.save * rules.players and sheet.left > 0.0, -1
    if not saves and lacks_researchers(sheet, table, seat, rules, weights):
        found = find_household(table, seat, rules, weights, moves, count, chance)
        if found != STOP:
            return found
    if not saves or sheet.canyon > 0.0:
        kind = type_to_buy(sheet, table, seat, rules, weights, saves, chance)
    if kind < 0 and player.stored_count > 0:
        kind = type_that_keeps(table, rules, player)
    return max(find_move(moves, count, Move.BUY_RESEARCH, "type", kind), STOP)


@separate_kernel
def weigh_walks(sheet, table, seat, rules, moves, count):
    """Return the walk worth most; if none is worth anything, a walk that ends nearer to work."""
    player = table.players[seat.number]
    pair = wants_submarine(sheet, player, ready_researchers(table, player))
    best, most = STOP, 0.0
    worths, weighed = scratch(WORTHS), 0
    for i in range(1, count):
        worth, number = 0.0, moves[i].destination
        if holds(table.homes, number):
            continue
        if not holds(player.present, number):
            if not holds(weighed, number):
                worths.of[number] = worth_of_work(sheet, table, seat, rules, number)
                weighed |= 1 << int(number)
            worth = worths.of[number]
        elif pair and player.researchers[number] == 1 and holds(table.homes, moves[i].origin):
            worth = sheet.boat if free_outlets(table, table.stations[number]) > 0 else 0.0
        if worth > most:
            worth -= JOIN * joins_between(table, moves[i].origin, 1 << int(number))
        if worth > most:
            best, most = i, worth
    return walk_nearer(sheet, table, seat, rules, moves, count) if best == STOP else best


@separate_kernel
def walk_nearer(sheet, table, seat, rules, moves, count):
    """Return the walk between base and residentials that ends nearest to a station worth work."""
    goals, best, nearest = 0, STOP, 0
    barred = too_dear(table, rules, table.players[seat.number])
    for number in range(table.station_count):
        if not holds(barred, number) and worth_of_work(sheet, table, seat, rules, number) > 0.0:
            goals |= 1 << number
    if goals == 0:
        return STOP
    distances = scratch(DISTANCES)
    find_distances(table, goals, distances)
    for i in range(1, count):
        origin, destination = moves[i].origin, moves[i].destination
        if holds(table.homes, origin) and holds(table.homes, destination):
            left = distances.joins[destination]
            if left < distances.joins[origin] and (best == STOP or left < nearest):
                best, nearest = i, left
    return best


@separate_kernel
def weigh_launches(sheet, table, seat, rules, moves, count):
    """Return the launch with the best target, if a submarine is wanted."""
    if not wants_submarine(sheet, table.players[seat.number], 0):
        return STOP
    sheet.diver = NOBODY
    best, most = STOP, 0.0
    for i in range(count):
        if moves[i].kind == Move.LAUNCH_FROM:
            square = outlet(table, table.stations[moves[i].station], moves[i].side)
            find_target(sheet, table, seat, rules, square, most)
            if sheet.target >= 0:
                best, most = i, sheet.target_worth
    return best


@separate_kernel
def weigh_scans(table, seat, rules, moves, count, weights):
    """Return the scan that shows most, if there is money to spare."""
    if table.players[seat.number].money < weights.scan_money * rules.scan_cost:
        return STOP
    best, most = STOP, SCANNED_AT_LEAST - 1
    for i in range(1, count):
        shown = bit_count(new_to_scan(table, rules, seat, moves[i].submarine))
        if shown > most:
            best, most = i, shown
    return best


@separate_kernel
def weigh_stations(sheet, table, seat, rules, moves, count):
    """Return the station worth most to come into, if that is worth more than the submarine."""
    best, most = 0, sheet.boat
    if table.players[seat.number].reserve == 0:
        return best
    for i in range(count):
        if moves[i].kind == Move.COME_INTO:
            worth = worth_of_work(sheet, table, seat, rules, moves[i].station)
            if worth > most:
                best, most = i, worth
    return best
