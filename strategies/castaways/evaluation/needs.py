"""What the group has and needs; which castaway is the scout, and which are injured or hungry."""

import numpy as np

from simkit.game import NOBODY, bit_count, find_move, kernel, separate_kernel
from simkit.games.castaways import names as n
from simkit.games.castaways.kinds import Move
from simkit.games.castaways.rules.order import is_at_hand, is_in_camp, is_living
from simkit.games.castaways.rules.rescue import missing_allowed, signals_in
from simkit.games.castaways.state import NO_TILE, VALUES

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
    return max(0, table.forage_box - count_marked(table, rules, n.FORAGE))


@kernel
def stored_tiles(table):
    """Return the values of all food tiles in storage together."""
    food = 0
    for value in range(VALUES):
        food += value * table.tiles[value]
    return food


@separate_kernel
def food_in_sight(table, rules):
    """Return the food in storage, and that which markers are expected to bring."""
    food = table.food + stored_tiles(table)
    food += table.pantry_tile if table.pantry_tile != NO_TILE else 0
    for seat in range(rules.players):
        if is_at_hand(table, seat):
            castaway = table.castaways[seat]
            food += castaway.food
            if rules.character[castaway.character].keeps_tile != 0 and table.cook_tile != NO_TILE:
                food += table.cook_tile
    food += FOOD_OF_A_MARKER * min(count_marked(table, rules, n.FORAGE), table.forage_box)
    for space in range(rules.camp_spaces):
        food += 1 if table.board[space] == n.FISHING and table.marked[n.CAMP, space] != NOBODY else 0
    return food


@kernel
def wood_in_sight(table, rules):
    """Return the wood in storage, and one for each marker on Wood."""
    return table.wood + count_marked(table, rules, n.WOOD)


@kernel
def spare_energy(table, rules, seat):
    """Return the energy that a castaway can give for building."""
    kept = 2 if rules.players == 1 else 1
    for space in range(rules.space_count[n.EXPLORE]):
        if table.marked[n.EXPLORE, space] == seat:
            kept = 3
    return max(0, table.castaways[seat].energy - kept)


@kernel
def energy_to_build_with(table, rules):
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
    """Return True if another level of shelter is wanted, with more than a number of turns left."""
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
    """Return the signals that living castaways own, wherever they are."""
    signals = n.BONFIRE_BIT if table.bonfire_built != 0 else 0
    signals |= n.SIGN_BIT if table.sign_built != 0 else 0
    things = 0
    for seat in range(rules.players):
        things |= table.castaways[seat].owned if is_living(table, seat) else 0
    for thing in range(rules.object_count):
        if (things >> thing) & 1:
            signals |= rules.object[thing].signal
    return signals


@kernel
def event_matches(table, rules, signals):
    """Return True if the active event asks for no other signals than these (a raft stands for one)."""
    missing = bit_count(rules.event[table.event].signals & ~signals)
    return missing <= missing_allowed(table, rules)


@kernel
def event_matches_in_camp(table, rules):
    """Return True if the signals in camp answer the active event."""
    return event_matches(table, rules, signals_in(table, rules, n.IN_CAMP))


@kernel
def may_go(table, rules, place):
    """Return True if exploring from a place makes sense: far from the headland, late, or with a match."""
    if table.headland != NOBODY:
        return False
    if place < rules.headland - 2 or turns_left(table) <= 7:
        return True
    return event_matches(table, rules, signals_owned(table, rules))


RANKED = (
    *(n.SPYGLASS, n.CAPTAINS_LOG, n.MIRROR, n.NATIVE_GUIDE, n.HERMITS_MAP, n.COMPASS, n.MAP, n.TORCH, n.AXE),
    *(n.NET, n.CANON, n.PISTOL, n.SABRE, n.DOG, n.MACHETE, n.SPEAR, n.KNIFE, n.GOAT, n.TINDERBOX, n.ROPE),
    *(n.SAIL, n.PIRATES_KEY, n.GOLD_AND_JEWELS, n.PIRATES_CHEST, n.OLD_DIARY, n.AMULET, n.BIBLE, n.PARROT),
    n.DRUM,
)
"""Objects, the most useful first."""

RANK_OF = np.array([RANKED.index(thing) for thing in range(len(RANKED))])
LAST_RANK = len(RANKED)


@kernel
def rank_of(thing):
    """Return the rank of an object, 0 for the best; what a designer has added ranks last."""
    return RANK_OF[thing] if thing < LAST_RANK else LAST_RANK + thing


@separate_kernel
def first_to_be_had(moves, count, wanted):
    """Return the move that chooses the first of some castaways that nobody has yet."""
    for character in wanted:
        found = find_move(moves, count, Move.CHOOSE_ABILITY, "character", character)
        if found >= 0:
            return found
    return 0


@kernel
def comes_further(table, seat, other):
    """Return True if a castaway is further on the exploration track; of equals the orienteer is."""
    if other == NOBODY:
        return True
    own, theirs = table.castaways[seat], table.castaways[other]
    if own.reached != theirs.reached:
        return own.reached > theirs.reached
    return own.character == n.ORIENTEER


@separate_kernel
def scout_of(table, rules):
    """Return the castaway furthest on that is not lost; of equals the orienteer or the lowest seat."""
    scout = NOBODY
    for seat in range(rules.players):
        if is_at_hand(table, seat) and comes_further(table, seat, scout):
            scout = seat
    return scout


@separate_kernel
def furthest_out(table, rules):
    """Return the furthest castaway on an outing; of equals as for the scout."""
    furthest = NOBODY
    for seat in range(rules.players):
        if table.castaways[seat].where == n.OUT and comes_further(table, seat, furthest):
            furthest = seat
    return furthest


@separate_kernel
def hungry_in_camp(table, rules):
    """Return the most injured castaway in camp that has not eaten, of equals the lowest seat; or NOBODY."""
    found = NOBODY
    for seat in range(rules.players):
        castaway = table.castaways[seat]
        if is_in_camp(table, seat) and castaway.ate == 0:
            worse = found == NOBODY or castaway.injuries > table.castaways[max(found, 0)].injuries
            found = seat if worse else found
    return found


@kernel
def somebody_is_hurt(table, rules):
    """Return True if anybody in camp has two or more injuries."""
    for seat in range(rules.players):
        if is_in_camp(table, seat) and table.castaways[seat].injuries >= 2:
            return True
    return False
