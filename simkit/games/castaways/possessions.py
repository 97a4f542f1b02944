"""What castaways own: objects, story-point tiles, food of their own."""

import numpy as np

from simkit.compile.bits import lowest_bit
from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.cards import draw_from
from simkit.engine.base.events import note
from simkit.engine.effects.machine import bit
from simkit.games.castaways.events import (
    OBJECT_GAINED,
    OBJECT_LEFT,
    OWN_FOOD_CHANGED,
    REROLLED,
    TILES_DRAWN,
)
from simkit.games.castaways.state import VALUES


@kernel
def owns(castaway, thing):
    """Return True if a castaway owns an object."""
    return (castaway.owned >> thing) & 1 != 0


@separate_kernel
def receive_object(table, rules, seat, thing):
    """Put one object into a castaway's hands."""
    castaway = table.castaways[seat]
    castaway.objects[thing] += 1
    castaway.owned |= bit(thing)
    _count_object(castaway, rules.object[thing], 1)


@separate_kernel
def give_up_object(table, rules, seat, thing):
    """Take one object out of a castaway's hands."""
    castaway = table.castaways[seat]
    castaway.objects[thing] -= 1
    if castaway.objects[thing] == 0:
        castaway.owned &= ~bit(thing)
    _count_object(castaway, rules.object[thing], -1)


@kernel
def _count_object(castaway, printed, sign):
    castaway.strength += sign * printed.strength
    castaway.return_roll += sign * printed.return_roll
    castaway.lighting += sign * printed.lighting
    castaway.wood_action += sign * printed.wood_action
    castaway.fish_bonus += sign * printed.fish_bonus
    castaway.food_per_turn += sign * printed.food_per_turn


@separate_kernel
def gain_object(state, rules, seat, thing, log):
    """Give a castaway an object that a card names; a found one that turned up before is a tile instead."""
    table = state.table
    if rules.object[thing].is_found != 0:
        if table.found_objects & bit(thing):
            draw_tiles(state, seat, 1, log)
            return
        table.found_objects |= bit(thing)
    receive_object(table, rules, seat, thing)
    note(log, OBJECT_GAINED, seat, thing, 0)


@separate_kernel
def lose_object(state, rules, seat, thing, log):
    """Take an object of a castaway's out of the game."""
    give_up_object(state.table, rules, seat, thing)
    note(log, OBJECT_LEFT, seat, thing, 0)


@separate_kernel
def draw_tiles(state, seat, n, log):
    """Let a castaway draw story-point tiles, as far as there are."""
    table = state.table
    drawn = min(n, table.story_left)
    for _ in range(drawn):
        state.seats[seat].tiles[draw_from(state.chance, state.hidden.story)] += 1
    table.story_left -= drawn
    table.castaways[seat].tiles += drawn
    if drawn > 0:
        note(log, TILES_DRAWN, seat, drawn, table.castaways[seat].tiles)


@separate_kernel
def discard_tile(state, seat, log):
    """Let a castaway discard its lowest story-point tile, for another roll."""
    table, tiles = state.table, state.seats[seat].tiles
    value = 0
    while value < VALUES - 1 and tiles[value] == 0:
        value += 1
    tiles[value] -= 1
    state.seats[seat].discarded[value] += 1
    table.castaways[seat].tiles -= 1
    table.story_discarded += 1
    table.rerolls_by_tile += 1
    note(log, REROLLED, seat, value, 0)


@separate_kernel
def gain_own_food(state, seat, n, log):
    """Give a castaway food tokens of its own, as far as the supply goes; a negative number is given up."""
    table = state.table
    castaway = table.castaways[seat]
    n = max(min(n, table.food_supply), -castaway.food)
    castaway.food += n
    table.food_supply -= n
    table.food_gathered += max(n, 0)
    if n != 0:
        note(log, OWN_FOOD_CHANGED, seat, n, castaway.food)


@kernel
def object_points(rules, castaway):
    """Return the points of a castaway's objects."""
    points, owned = 0, np.int64(castaway.owned)
    while owned != 0:
        thing = lowest_bit(owned)
        points += castaway.objects[thing] * rules.object[thing].points
        owned &= owned - 1
    return points
