"""What things are worth in points of the score: both factors of the product, and money as a means."""

import numpy as np

from simkit.game import NOBODY, kernel, lowest_bit, separate_kernel
from simkit.games.nautilus_2002.rules.discoveries import recovery_cost
from simkit.games.nautilus_2002.rules.scoring import factor_of, points_of
from simkit.games.nautilus_2002.rules.submarines import may_enter_canyon
from simkit.games.nautilus_2002.state import (
    ANALYSIS,
    ATLANTIS_KIND,
    CANYON,
    CHEST,
    DEEP,
    ENGINEERING,
    INCLINE,
    KEPT_KINDS,
    KINDS,
    LAGOON,
    NO_TILE,
    NOT_OUT,
    PIECES,
    SONAR,
    SPEED,
    TESTING,
    TRAINING,
    TYPES,
    ZONES,
    effect,
    holds,
    kind_of,
    type_of,
)
from simkit.strategies.nautilus_2002.evaluation.city import (
    afloat,
    in_operation,
    types_in_operation,
    would_take_chip,
)
from simkit.strategies.nautilus_2002.evaluation.sea import tile_on

SPEED_CHIP = 0.5
"""Points that a speed chip brings."""

UNPAID = 0.2
"""Share of an unseen discovery's worth if only a chest or a speed chip could be recovered."""

SHEET = np.dtype(
    [
        ("left", np.float64),  # part of the game still to come
        ("factor", np.float64),  # research points expected at the end: so much is a point worth
        ("points", np.float64),  # points expected at the end: so much is a research point worth
        ("nemo", np.float64),  # what a Nemo is worth
        ("kinds", np.float64, (KINDS,)),  # what a discovery is worth, by kind
        ("unseen", np.float64, (ZONES,)),  # the same for one that the seat has not seen, by zone
        ("most_worth", np.float64),  # the most that any discovery in open water is worth
        ("effects", np.float64, (TYPES,)),  # what a further station's effect is worth
        ("promise_of_first", np.float64),  # research points
        ("promise_of_more", np.float64),
        ("chip", np.float64),  # how much a majority chip counts
        ("deny", np.float64),  # the same for its holder, who loses it
        ("guard", np.float64),  # the same for one that is held and in danger
        ("canyon", np.float64),  # what a new type is worth while the canyon is closed
        ("boat", np.float64),  # what a submarine afloat is worth
        ("patience", np.float64),
        ("wanted", np.int64),  # submarines afloat
        ("diver", np.int64),  # the submarine in question; NOBODY: one not launched yet
        ("target", np.int64),  # the square that is its target, or -1
        ("target_worth", np.float64),
        ("target_steps", np.int64),
    ],
    align=True,
)
"""What is worked out once for a decision."""


@separate_kernel
def fill_sheet(sheet, table, seat, rules, weights):
    """Work out what everything is worth now."""
    player = table.players[seat.number]
    sheet.left = part_left(table)
    sheet.factor = max(1.0, factor_of(table, rules, seat.number) + weights.factor_ahead * sheet.left)
    sheet.points = max(1.0, points_of(table, rules, seat.number) + weights.points_ahead * sheet.left)
    sheet.nemo = 1.0 + weights.nemo * sheet.left * sheet.factor
    ahead = sheet.factor * sheet.left
    sheet.boat = weights.boat * ahead
    sheet.canyon = weights.canyon * sheet.factor * share_of_opening(table, rules, seat.number)
    sheet.promise_of_first = weights.first * sheet.left
    sheet.promise_of_more = weights.third * sheet.left
    sheet.chip, sheet.patience = weights.chip, weights.patience
    sheet.deny = weights.deny / max(1, rules.players - 1)
    sheet.guard = weights.guard * sheet.left
    sheet.effects[TRAINING] = weights.effects * ahead
    sheet.effects[ENGINEERING] = weights.engineering * ahead
    sheet.effects[SONAR] = weights.sonar * ahead
    sheet.effects[TESTING] = weights.effects * ahead
    sheet.effects[ANALYSIS] = weights.effects * ahead
    fill_kinds(sheet, seat, rules, player, weights)
    sheet.most_worth = max(sheet.kinds.max(), sheet.unseen[INCLINE], sheet.unseen[DEEP])
    if may_enter_canyon(table, rules, player):
        sheet.most_worth = max(sheet.most_worth, sheet.unseen[CANYON])
    sheet.wanted = submarines_wanted(player, rules, weights)


@kernel
def share_of_opening(table, rules, seat):
    """Return how much of what opening the canyon takes one new type is, or 0.

    It is 0 where the canyon is open to the seat, or left to an opponent that lacks fewer types.
    """
    own = types_in_operation(table.players[seat])
    if own >= rules.canyon_types or may_enter_canyon(table, rules, table.players[seat]):
        return 0.0
    for other in range(rules.players):
        if types_in_operation(table.players[other]) > own:
            return 0.0
    return 1.0 / (rules.canyon_types - own)


@kernel
def part_left(table):
    """Return the part of the game still to come, by the pieces of Atlantis that are not out yet."""
    if table.extra == 1:
        return 0.0
    out = 0
    for number in range(1, PIECES + 1):
        out += table.ruins[number] != NOT_OUT
    return 1.0 - out / PIECES


@kernel
def fill_kinds(sheet, seat, rules, player, weights):
    """Fill in what discoveries are worth, without what is paid for them."""
    for kind in range(KEPT_KINDS):
        sheet.kinds[kind] = sheet.factor * rules.points[kind]
    for place in range(2):
        raised = rules.rise_points * sheet.factor - rules.rise_cost * sheet.nemo
        sheet.kinds[rules.goal_kinds[seat.goal][place]] += max(0.0, raised)
    sheet.kinds[CHEST] = rules.chest_value[effect(player, ANALYSIS)] * sheet.nemo
    sheet.kinds[SPEED] = SPEED_CHIP * sheet.factor
    sheet.kinds[ATLANTIS_KIND] = weights.piece * sheet.factor
    sheet.unseen[LAGOON] = 0.0
    sheet.unseen[INCLINE] = weights.unseen * sheet.factor
    sheet.unseen[DEEP] = weights.unseen * sheet.factor
    sheet.unseen[CANYON] = weights.unseen_canyon * sheet.factor


@kernel
def submarines_wanted(player, rules, weights):
    """Return the number of submarines wanted on the board."""
    wanted = 0
    for number in range(rules.submarines):
        if in_operation(player) >= weights.first_dive + number * weights.more_dives:
            wanted = number + 1
    return wanted


@kernel
def wants_submarine(sheet, player, ready):
    """Return True if more submarines are wanted than `ready` researchers could launch."""
    return afloat(player) + ready < sheet.wanted


@separate_kernel
def worth_of_slot(sheet, table, seat, rules, slot):
    """Return the worth of recovering the discovery on a slot."""
    zone = table.slot_zone[slot]
    cost = recovery_cost(rules, zone)
    can_pay = table.players[seat.number].money >= cost
    tile = tile_on(table, seat, slot)
    if tile == NO_TILE:
        return sheet.unseen[zone] - cost if can_pay else UNPAID * sheet.unseen[zone]
    kind = kind_of(tile)
    if kind == CHEST or kind == SPEED:
        return sheet.kinds[kind]
    return sheet.kinds[kind] - cost if can_pay else 0.0


@separate_kernel
def worth_of_type(sheet, table, seat, rules, kind, working):
    """Return the worth of one more station of a type to a seat that works in `working` of them."""
    own = table.players[seat.number].ops[kind]
    points = rules.research_points
    if working == own and would_take_chip(table, rules, seat.number, kind):
        gain = sheet.chip * (rules.chip_points - points[own]) + loss_of_holder(sheet, table, rules, kind)
    elif table.chips[kind] == seat.number:
        gain = sheet.promise_of_more
        if is_in_danger(table, rules, seat.number, kind):
            gain += sheet.guard * (rules.chip_points - points[own])
    elif working == 0:
        gain = points[1] + sheet.promise_of_first
    elif working < 4:
        gain = points[working + 1] - points[working] + sheet.promise_of_more
    else:
        gain = 0.0
    worth = gain * sheet.points
    if working < 2:
        worth += sheet.effects[kind]
    return worth + sheet.canyon if working == 0 else worth


@kernel
def loss_of_holder(sheet, table, rules, kind):
    """Return the worth of taking a chip from its holder."""
    holder = table.chips[kind]
    if holder == NOBODY:
        return 0.0
    return sheet.deny * (rules.chip_points - rules.research_points[table.players[holder].ops[kind]])


@kernel
def is_in_danger(table, rules, seat, kind):
    """Return True if an opponent lacks only one station to take a chip that the seat holds."""
    own = table.players[seat].ops[kind]
    for other in range(rules.players):
        if other != seat and table.players[other].ops[kind] >= own:
            return True
    return False


@separate_kernel
def worth_of_work(sheet, table, seat, rules, number):
    """Return the worth of starting to work in a research station; nothing where the seat works already."""
    player, station = table.players[seat.number], table.stations[number]
    if holds(table.homes, number) or holds(player.present, number):
        return 0.0
    kind = type_of(station)
    worth = worth_of_type(sheet, table, seat, rules, kind, int(player.ops[kind]))
    return worth if station.owner == seat.number else worth - rules.fee * sheet.nemo


@separate_kernel
def best_worth_of_work(sheet, table, seat, rules, stations):
    """Return the worth of the best work among some stations (a bit each)."""
    best = 0.0
    while stations != 0:
        best = max(best, worth_of_work(sheet, table, seat, rules, lowest_bit(stations)))
        stations &= stations - 1
    return best
