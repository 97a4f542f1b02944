"""The energy track: losing and gaining energy, injuries, traumas, healing, death."""

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.events import note
from simkit.games.castaways.events import DIED, ENERGY_CHANGED, HEALED, INJURED, OBJECT_LEFT, TRAUMATISED
from simkit.games.castaways.names import DEAD, OUT
from simkit.games.castaways.order import is_living
from simkit.games.castaways.state import ACTION_COUNT, ALL_DEAD, MOST_OBJECTS, MOST_SPACES, NOBODY, VALUES


@kernel
def cap_of(castaway):
    """Return the most energy that a castaway can have: its track less what traumas and injuries cover."""
    return castaway.space - castaway.traumas - castaway.injuries


@separate_kernel
def lose_energy(state, rules, seat, n, log):
    """Let a castaway lose energy at one stroke; who has too little is at 0 and takes one injury."""
    castaway = state.table.castaways[seat]
    if n <= 0 or castaway.where == DEAD:
        return
    if n <= castaway.energy:
        castaway.energy -= n
        note(log, ENERGY_CHANGED, seat, -n, castaway.energy)
    else:
        note(log, ENERGY_CHANGED, seat, -castaway.energy, 0)
        castaway.energy = 0
        injure(state, rules, seat, log)


@kernel
def pay_energy(table, seat, n, log):
    """Let a castaway pay energy that it has."""
    castaway = table.castaways[seat]
    castaway.energy -= n
    if n != 0:
        note(log, ENERGY_CHANGED, seat, -n, castaway.energy)


@separate_kernel
def gain_energy(state, seat, n, log):
    """Let a castaway gain energy, up to what its track allows."""
    castaway = state.table.castaways[seat]
    gained = min(n, cap_of(castaway) - castaway.energy)
    if gained > 0:
        castaway.energy += gained
        note(log, ENERGY_CHANGED, seat, gained, castaway.energy)


@separate_kernel
def injure(state, rules, seat, log):
    """Let a castaway take one injury; where there is no space left for it, one becomes a trauma."""
    castaway = state.table.castaways[seat]
    if castaway.where == DEAD:
        return
    castaway.injuries_suffered += 1
    if castaway.traumas + castaway.injuries < castaway.space:
        castaway.injuries += 1
        castaway.energy = min(castaway.energy, cap_of(castaway))
        note(log, INJURED, seat, castaway.injuries, castaway.energy)
    else:
        traumatise(state, rules, seat, log)


@separate_kernel
def traumatise(state, rules, seat, log):
    """Let a castaway take one trauma, which an injury becomes if there is one; too many are deadly."""
    castaway = state.table.castaways[seat]
    if castaway.where == DEAD:
        return
    castaway.traumas += 1
    castaway.injuries -= 1 if castaway.injuries > 0 else 0
    castaway.energy = min(castaway.energy, cap_of(castaway))
    note(log, TRAUMATISED, seat, castaway.traumas, castaway.energy)
    if castaway.traumas >= rules.deadly_traumas:
        die(state, rules, seat, log)


@kernel
def heal(state, seat, n, log):
    """Take so many injuries off a castaway, as far as there are."""
    castaway = state.table.castaways[seat]
    healed = min(n, castaway.injuries)
    if healed > 0:
        castaway.injuries -= healed
        note(log, HEALED, seat, healed, castaway.injuries)


@separate_kernel
def die(state, rules, seat, log):
    """Let a castaway die: its markers are wasted, food and tiles vanish, its objects wait for heirs.

    Who was alone on an outing takes them along.
    """
    table = state.table
    castaway = table.castaways[seat]
    was_out = castaway.where == OUT
    castaway.where = DEAD
    castaway.markers = 0
    castaway.energy = 0
    castaway.injuries = 0
    table.deaths += 1
    note(log, DIED, seat, 0, 0)
    table.food_supply += castaway.food
    castaway.food = 0
    table.story_discarded += castaway.tiles
    castaway.tiles = 0
    own = state.seats[seat]
    for value in range(VALUES):
        own.discarded[value] += own.tiles[value]
        own.tiles[value] = 0
    for action in range(ACTION_COUNT):
        for space in range(MOST_SPACES):
            if table.marked[action, space] == seat:
                table.marked[action, space] = NOBODY
    living, others_out = 0, 0
    for other in range(rules.players):
        living += 1 if is_living(table, other) else 0
        others_out += 1 if table.castaways[other].where == OUT else 0
    if living == 0:
        table.end = ALL_DEAD
        state.over = True
    elif was_out and others_out == 0:
        lose_all_objects(castaway, seat, log)
    elif castaway.owned != 0:
        table.estates |= 1 << seat


@kernel
def lose_all_objects(castaway, seat, log):
    """Take all objects of a dead castaway out of the game."""
    castaway.owned = np.int64(0)
    for thing in range(MOST_OBJECTS):
        for _ in range(castaway.objects[thing]):
            note(log, OBJECT_LEFT, seat, thing, 0)
        castaway.objects[thing] = 0
