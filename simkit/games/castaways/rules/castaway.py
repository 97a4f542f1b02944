"""What happens to a castaway: energy, injuries, traumas, death; objects, story-point tiles, own food."""

from simkit.game import NOBODY, draw_from, kernel, lowest_bit, note, separate_kernel
from simkit.game.effects import bit
from simkit.games.castaways.kinds import Event
from simkit.games.castaways.names import DEAD, OUT
from simkit.games.castaways.rules.order import is_living
from simkit.games.castaways.state import ACTION_COUNT, ALL_DEAD, MOST_OBJECTS, MOST_SPACES, VALUES


@kernel
def cap_of(castaway):
    """Return the most energy that a castaway can have: its track less what traumas and injuries cover."""
    return castaway.space - castaway.traumas - castaway.injuries


@separate_kernel
def lose_energy(state, rules, seat, n, log):
    """Let a castaway lose energy at once; with too little it has 0 and takes one injury."""
    castaway = state.table.castaways[seat]
    if n <= 0 or castaway.where == DEAD:
        return
    if n <= castaway.energy:
        castaway.energy -= n
        note(log, Event.ENERGY_CHANGED, seat, -n, castaway.energy)
    else:
        note(log, Event.ENERGY_CHANGED, seat, -castaway.energy, 0)
        castaway.energy = 0
        injure(state, rules, seat, log)


@kernel
def pay_energy(table, seat, n, log):
    """Let a castaway pay energy that it has."""
    castaway = table.castaways[seat]
    castaway.energy -= n
    if n != 0:
        note(log, Event.ENERGY_CHANGED, seat, -n, castaway.energy)


@separate_kernel
def gain_energy(state, seat, n, log):
    """Let a castaway gain energy, up to what its track allows."""
    castaway = state.table.castaways[seat]
    gained = min(n, cap_of(castaway) - castaway.energy)
    if gained > 0:
        castaway.energy += gained
        note(log, Event.ENERGY_CHANGED, seat, gained, castaway.energy)


@separate_kernel
def injure(state, rules, seat, log):
    """Let a castaway take one injury; if there is no space for it, one injury becomes a trauma."""
    castaway = state.table.castaways[seat]
    if castaway.where == DEAD:
        return
    castaway.injuries_suffered += 1
    if castaway.traumas + castaway.injuries < castaway.space:
        castaway.injuries += 1
        castaway.energy = min(castaway.energy, cap_of(castaway))
        note(log, Event.INJURED, seat, castaway.injuries, castaway.energy)
    else:
        traumatise(state, rules, seat, log)


@separate_kernel
def traumatise(state, rules, seat, log):
    """Let a castaway take one trauma, in place of an injury if there is one; too many are deadly."""
    castaway = state.table.castaways[seat]
    if castaway.where == DEAD:
        return
    castaway.traumas += 1
    castaway.injuries -= 1 if castaway.injuries > 0 else 0
    castaway.energy = min(castaway.energy, cap_of(castaway))
    note(log, Event.TRAUMATISED, seat, castaway.traumas, castaway.energy)
    if castaway.traumas >= rules.deadly_traumas:
        die(state, rules, seat, log)


@kernel
def heal(state, seat, n, log):
    """Take injuries off a castaway, as far as it has any."""
    castaway = state.table.castaways[seat]
    healed = min(n, castaway.injuries)
    if healed > 0:
        castaway.injuries -= healed
        note(log, Event.HEALED, seat, healed, castaway.injuries)


@separate_kernel
def die(state, rules, seat, log):
    """Let a castaway die: its markers are wasted, food and tiles vanish, its objects wait for heirs.

    If it dies alone on an outing, its objects vanish too.
    """
    table = state.table
    castaway = table.castaways[seat]
    was_out = castaway.where == OUT
    castaway.where = DEAD
    castaway.markers = 0
    castaway.energy = 0
    castaway.injuries = 0
    table.deaths += 1
    note(log, Event.DIED, seat)
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
    castaway.owned = 0
    for thing in range(MOST_OBJECTS):
        for _ in range(castaway.objects[thing]):
            note(log, Event.OBJECT_LEFT, seat, thing)
        castaway.objects[thing] = 0


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
    """Give a castaway an object that a card names; if it was found before, a tile instead."""
    table = state.table
    if rules.object[thing].is_found != 0:
        if table.found_objects & bit(thing):
            draw_tiles(state, seat, 1, log)
            return
        table.found_objects |= bit(thing)
    receive_object(table, rules, seat, thing)
    note(log, Event.OBJECT_GAINED, seat, thing)


@separate_kernel
def lose_object(state, rules, seat, thing, log):
    """Take an object of a castaway's out of the game."""
    give_up_object(state.table, rules, seat, thing)
    note(log, Event.OBJECT_LEFT, seat, thing)


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
        note(log, Event.TILES_DRAWN, seat, drawn, table.castaways[seat].tiles)


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
    note(log, Event.REROLLED, seat, value)


@separate_kernel
def gain_own_food(state, seat, n, log):
    """Give a castaway food tokens of its own, as far as the supply goes; a negative number takes them."""
    table = state.table
    castaway = table.castaways[seat]
    n = max(min(n, table.food_supply), -castaway.food)
    castaway.food += n
    table.food_supply -= n
    table.food_gathered += max(n, 0)
    if n != 0:
        note(log, Event.OWN_FOOD_CHANGED, seat, n, castaway.food)


@kernel
def object_points(rules, castaway):
    """Return the points of a castaway's objects."""
    points, owned = 0, castaway.owned
    while owned != 0:
        thing = lowest_bit(owned)
        points += castaway.objects[thing] * rules.object[thing].points
        owned &= owned - 1
    return points
