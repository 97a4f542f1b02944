"""What the group has and lacks, how the last turns must go, and exact chances: noted on a sheet."""

import numpy as np

from simkit.game import NOBODY, bit_count, kernel, separate_kernel
from simkit.games.castaways import names as n
from simkit.games.castaways.phases import FEED_AFTER_OUTING
from simkit.games.castaways.rules.castaway import cap_of
from simkit.games.castaways.rules.island import return_modifier
from simkit.games.castaways.rules.order import is_at_hand, is_in_camp
from simkit.games.castaways.rules.rescue import matches, missing_allowed
from simkit.games.castaways.rules.rolls import FACES
from simkit.games.castaways.state import MARKERS_A_TURN, MOST_SHELTERS, VALUES
from simkit.strategies.castaways.evaluation.needs import (
    count_at_hand,
    count_marked,
    event_matches,
    food_in_sight,
    free_tiles,
    signals_owned,
)

SHEET = np.dtype(
    (
        np.record,
        [
            ("seat", np.int64),  # the seat that decides
            ("second", np.int64),  # 1 for the second of two markers
            ("at_hand", np.int64),  # living castaways that are not lost
            ("few", np.float64),  # how much more each counts when they are few
            ("left", np.int64),  # turns left, this one counted
            ("last", np.int64),  # 1 in the last turn, whatever the headland
            ("future", np.float64),  # how far lasting things are still worth their price: 0 in the last turn
            ("hungry", np.float64),  # castaways for whom no food is in sight
            ("room", np.float64),  # energy that all together could still gain
            ("tile_mean", np.float64),  # what a forage tile is worth on average
            ("tiles", np.int64),  # forage tiles that no marker waits for
            ("wood", np.int64),  # wood in sight
            ("wood_missing", np.float64),  # wood wanted besides
            ("free_wood", np.int64),  # of it, what the fire does not take before anybody builds
            ("cold", np.int64),  # 1 if the fire will go out tonight for lack of wood
            ("burning", np.int64),  # 1 if there will be a fire, or a marker waits to light one
            ("team", np.int64),  # energy that all in camp can give for building
            ("to_build", np.float64),  # energy still wanted for sign and bonfire, as far as wood is at hand
            ("work", np.float64),  # how much of it one more marker on Build would do
            ("builds_shelter", np.int64),  # 1 if one more marker on Build would build the next shelter
            ("shelter_gain", np.float64),  # what the next level of shelter brings, less what it takes
            ("missing", np.int64),  # objects to signal with that no living castaway owns
            ("signals", np.int64),  # the signals, wherever their owners are
            ("match", np.float64),  # chance that an event, now or later, matches them
            ("object_need", np.float64),  # what the missing objects would add to that chance
            ("building_need", np.float64),  # what sign and bonfire would add
            ("outings", np.float64),  # outings that the headland still takes
            ("furthest", np.int64),  # the furthest place of those not lost
            ("urgent", np.float64),  # outings wanted for each turn left
            ("waits", np.int64),  # 1 while nobody is to reach the headland
            ("marked", np.int64),  # markers on Explore
        ],
    ),
    align=True,
)
"""Room for a sheet: ``sheet = scratch(SHEET)``, then `fill_sheet`."""


SETTLED_NIGHTS = 3.0
"""With this many turns left, lasting things are worth their full price."""

SHARE_OF_RESTS = 0.4
"""Markers on Rest that are expected, as a share of all markers, the white one too."""

ALL_SIGNALS = 31
PLANNED = 0.5
"""Share of the events left that are expected to be left when the headland is reached."""

ENOUGH_WOOD = 3
"""Wood from which on work on the bonfire comes before work on the sign."""

NO_FISH = 0.3
"""Chance that fishing brings nothing to eat."""


@separate_kernel
def fill_sheet(sheet, table, rules, seat, weights):
    """Fill the sheet for a decision in camp."""
    sheet.seat = seat
    sheet.second = 1 if table.castaways[seat].markers == 1 else 0
    sheet.at_hand = max(1, count_at_hand(table, rules))
    sheet.few = 1.0 + 1.0 / sheet.at_hand
    sheet.left = turns_to_come(table)
    sheet.last = 1 if sheet.left == 1 else 0
    sheet.future = max(weights.dusk, min(1.0, (sheet.left - 1) / SETTLED_NIGHTS))
    _note_people(sheet, table, rules)
    _note_food(sheet, table, rules)
    _note_fire(sheet, table, rules, weights)
    _note_building(sheet, table, rules, weights)
    _note_wood(sheet, table, rules, weights)
    note_journey(sheet, table, rules, weights)
    _note_signals(sheet, table, rules)


@kernel
def turns_to_come(table):
    """Return the number of turns left, this one counted: fewer once the headland is reached."""
    return max(1, table.last_turn - table.turn + 1)


@kernel
def _note_people(sheet, table, rules):
    """Note the energy that is wanted, and how far anybody has come."""
    room, furthest = 0, 0
    for seat in range(rules.players):
        castaway = table.castaways[seat]
        if is_at_hand(table, seat):
            room += cap_of(castaway) - castaway.energy
            furthest = max(furthest, castaway.reached)
    sheet.room = float(room)
    sheet.furthest = furthest
    sheet.marked = count_marked(table, rules, n.EXPLORE)


@kernel
def _note_food(sheet, table, rules):
    """Note how many castaways go hungry, and what a forage tile brings."""
    tiles, values = 0, 0
    for value in range(VALUES):
        tiles += rules.forage_tiles[value]
        values += value * rules.forage_tiles[value]
    sheet.tile_mean = values / max(1, tiles)
    sheet.tiles = free_tiles(table, rules)
    sheet.hungry = max(0.0, float(sheet.at_hand - food_in_sight(table, rules)))
    for space in range(rules.camp_spaces):
        if table.board[space] == n.FISHING and table.marked[n.CAMP, space] != NOBODY:
            sheet.hungry = min(float(sheet.at_hand), sheet.hungry + NO_FISH)


@kernel
def spare(table, rules, seat, kept):
    """Return the energy that a castaway can give for building and still have what it keeps."""
    for space in range(rules.space_count[n.EXPLORE]):
        if table.marked[n.EXPLORE, space] == seat:
            kept += 1
    return max(0, table.castaways[seat].energy - kept)


@kernel
def energy_beyond(table, rules, kept):
    """Return the energy that all in camp can give for building, each keeping some."""
    team = 0
    for seat in range(rules.players):
        team += spare(table, rules, seat, kept) if is_in_camp(table, seat) else 0
    return team


@kernel
def kept_energy(sheet, weights):
    """Return the energy that builders keep: none in the last turn, unless building is in vain."""
    return 0 if sheet.last != 0 and not is_in_vain(sheet, weights) else int(weights.keep + 0.5)


@kernel
def is_in_vain(sheet, weights):
    """Return True in the last turn if sign and bonfire can't be finished any more."""
    return sheet.last != 0 and weights.dusk > 0.0 and sheet.team < sheet.to_build


@kernel
def _note_fire(sheet, table, rules, weights):
    """Note the wood in sight, and what of it is left to build with: the fire is fed before Build."""
    sheet.wood = table.wood + count_marked(table, rules, n.WOOD)
    lighting = count_marked(table, rules, n.CAMPFIRE) > 0
    sheet.burning = 1 if table.fire != 0 or lighting else 0
    is_fed = table.fire_wood == 0 and (lighting or (table.fire != 0 and feeds_fire(table, weights)))
    sheet.free_wood = max(0, sheet.wood - (1 if is_fed and weights.foresight != 0.0 else 0))


@kernel
def feeds_fire(table, weights):
    """Return True if wood is put on the fire: in the last turn it is kept to build with.

    With foresight it is put on even then, if nobody builds with it any more.
    """
    if turns_to_come(table) > 1:
        return True
    return weights.foresight != 0.0 and (table.bonfire_built != 0 or table.phase == FEED_AFTER_OUTING)


@kernel
def _note_building(sheet, table, rules, weights):
    """Note what can be built, and what it would bring."""
    sign = 0 if table.sign_built != 0 else rules.sign_cubes - table.sign
    bonfire = 0 if table.bonfire_built != 0 else min(sheet.free_wood, rules.bonfire_size - table.bonfire)
    sheet.to_build = float(sign + bonfire)
    sheet.team = energy_beyond(table, rules, 0 if sheet.last != 0 else kept_energy(sheet, weights))
    sheet.shelter_gain = -1.0
    level = table.shelter
    if level < MOST_SHELTERS:
        more = rest_energy(rules, level + 1) - rest_energy(rules, level)
        more += rules.rest_heal[level + 1] - rules.rest_heal[level]
        rests = SHARE_OF_RESTS * (MARKERS_A_TURN * sheet.at_hand + 1) * (sheet.left - 1)
        sheet.shelter_gain = weights.shelter * sheet.few * sheet.few * more * rests
        sheet.shelter_gain -= rules.shelter_energy[level] + rules.shelter_wood[level]
    if weights.foresight != 0.0:
        _plan_building(sheet, table, rules, sign, bonfire)
        return
    sheet.work = min(float(sheet.team), sheet.to_build)
    has_wood = sheet.shelter_gain > 0.0 and sheet.wood >= rules.shelter_wood[level]
    sheet.builds_shelter = 1 if has_wood and sheet.team >= rules.shelter_energy[level] else 0


@kernel
def _plan_building(sheet, table, rules, sign, bonfire):
    """Note what one more marker on Build would do, after those that wait there already.

    Each is for one site, as players choose it: the shelter, the bonfire if there is wood for it, the sign.
    """
    energy, wood, level = sheet.team, sheet.free_wood, table.shelter
    wants_shelter = sheet.shelter_gain > 0.0
    for _ in range(count_marked(table, rules, n.BUILD) + 1):
        bonfire = min(bonfire, wood)
        work = 0
        has_wood = wants_shelter and wood >= rules.shelter_wood[level]
        sheet.builds_shelter = 1 if has_wood and energy >= rules.shelter_energy[level] else 0
        if sheet.builds_shelter != 0:
            wants_shelter = False
            energy -= rules.shelter_energy[level]
            wood -= rules.shelter_wood[level]
        elif bonfire >= ENOUGH_WOOD or sign == 0:
            work = min(energy, bonfire)
            wood -= work
            bonfire -= work
        else:
            work = min(energy, sign)
            sign -= work
        energy -= work
        sheet.work = float(work)


@kernel
def rest_energy(rules, level):
    """Return the energy that a rest brings on average."""
    return 0.5 * (rules.rest_low[level] + rules.rest_high[level])


@kernel
def _note_wood(sheet, table, rules, weights):
    """Note how much wood is wanted, and whether the fire will go out without it."""
    tonight = 1 if sheet.at_hand >= 2 and table.fire_wood == 0 else 0
    sheet.cold = 1 if tonight > sheet.wood else 0
    wanted = 0
    if sheet.shelter_gain > 0.0:
        wanted += rules.shelter_wood[table.shelter]
    if table.bonfire_built == 0:
        wanted += rules.bonfire_size - table.bonfire
    wanted = min(float(wanted), weights.wood_store)
    if sheet.last != 0:
        wanted = float(rules.bonfire_size - table.bonfire) if table.bonfire_built == 0 else 0.0
    sheet.wood_missing = max(0.0, tonight + wanted - sheet.wood)


@separate_kernel
def note_journey(sheet, table, rules, weights):
    """Note the chance of a match, how urgent outings are, and whether to wait for the headland."""
    sheet.signals = signals_owned(table, rules)
    sheet.match = 1.0
    if not event_matches(table, rules, sheet.signals):
        sheet.match = chance_of_match(table, rules, sheet.signals, table.events_left)
    sheet.outings = max(0, rules.headland - sheet.furthest) * sheet.few * sheet.few / weights.pace
    sheet.urgent = min(2.0, sheet.outings / max(0.5, sheet.left - 1.0))
    sheet.waits = 0 if table.headland == NOBODY and is_time(sheet.match, sheet.left, weights) else 1


@separate_kernel
def _note_signals(sheet, table, rules):
    """Note which signals are missing, and what objects and buildings would add to the chance of a match.

    The chance is that of the turn in which the headland may be reached.  Objects and buildings add most
    together: each counts by the mean of what it adds alone and of what it adds to the other.
    """
    sheet.missing = bit_count(ALL_SIGNALS & ~n.BUILT_SIGNALS & ~sheet.signals)
    coming = table.events_left
    if sheet.last == 0:
        coming = int(min(PLANNED * table.events_left, max(0.0, table.events_left - sheet.outings)))
    now = _prospect(sheet, table, rules, sheet.signals, coming)
    objects = _prospect(sheet, table, rules, sheet.signals | (ALL_SIGNALS & ~n.BUILT_SIGNALS), coming)
    buildings = _prospect(sheet, table, rules, sheet.signals | n.BUILT_SIGNALS, coming)
    sheet.object_need = objects - now + 1.0 - buildings
    sheet.building_need = buildings - now + 1.0 - objects


@kernel
def _prospect(sheet, table, rules, signals, coming):
    """Return the chance of a match with these signals; in the last turn the active event counts too."""
    if sheet.last != 0 and event_matches(table, rules, signals):
        return 1.0
    return chance_of_match(table, rules, signals, coming)


@kernel
def is_time(match, left, weights):
    """Return True if it is time to enter the headland.

    The chance of a match that is enough falls over the last turns; in the last two any chance is.
    """
    if left <= 2:
        return True
    return match >= weights.confident * min(1.0, (left - 2) / weights.patience)


@kernel
def two_dice(needed):
    """Return the chance that two dice show a number or more."""
    if needed <= 2:
        return 1.0
    if needed > 2 * FACES:
        return 0.0
    if needed > FACES:
        short = 2 * FACES + 1 - needed
        return short * (short + 1) / 72.0
    return 1.0 - (needed - 2) * (needed - 1) / 72.0


@kernel
def one_die(needed):
    """Return the chance that a die shows a number or more."""
    return min(1.0, max(0.0, (FACES + 1 - needed) / FACES))


@separate_kernel
def chance_lost(table, rules, weights, members, place):
    """Return the chance that a group gets lost on the way back, though it spends all tiles and energy.

    Each point of energy per castaway buys one more roll (with foresight only if the odds are worth it), and
    each roll may be repeated for one tile.
    """
    energy, tiles, heads = 0, 0, 0
    for seat in range(rules.players):
        if (members >> seat) & 1:
            energy += table.castaways[seat].energy
            tiles += table.castaways[seat].tiles
            heads += 1
    odds = two_dice(place - return_modifier(table, rules, members))
    would_pay = odds > weights.insist or weights.foresight == 0.0
    rolls = 1 + (energy // max(1, heads) if would_pay else 0)
    rolls += min(tiles, rolls) if rules.sp_reroll != 0 else 0
    chance, failed = 1.0, 1.0 - odds
    for _ in range(rolls):
        chance *= failed
    return chance


@separate_kernel
def chance_of_match(table, rules, signals, coming):
    """Return the chance that one of the events still to come asks for no other signals than these.

    All events that have not been seen are equally likely.
    """
    allowed = missing_allowed(table, rules)
    unseen, fitting = 0, 0
    for event in range(rules.event_count):
        is_in_play = rules.event[event].few == 0 or rules.players <= rules.few_players
        if is_in_play and (table.events_seen >> event) & 1 == 0:
            unseen += 1
            fitting += 1 if matches(rules, event, signals, allowed) else 0
    none = 1.0
    for i in range(coming):
        none *= max(0.0, (unseen - fitting - i) / max(1, unseen - i))
    return 1.0 - none
