"""Phase C, Survival: tiles kept, the food shared, own food, hunger, the fire."""

from simkit.game import kernel, note, separate_kernel
from simkit.game.effects import YES
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import Event, Move
from simkit.games.castaways.names import IN_CAMP
from simkit.games.castaways.rules.asking import ask
from simkit.games.castaways.rules.castaway import gain_energy, gain_own_food, injure, lose_energy
from simkit.games.castaways.rules.order import (
    all_are_lost,
    first_in_camp,
    is_at_hand,
    is_in_camp,
    seat_in_turn,
)
from simkit.games.castaways.state import BUILT, NO_TILE, VALUES

PANTRY_KEEPS, COOK_KEEPS, NOBODY_KEEPS = range(3)
"""Which of the two keeps a tile next (`table.keeper`)."""


@separate_kernel
def begin_survival(state, rules, log):
    """Begin the phase: owners of a goat get food, all kept tiles come back to the storage."""
    table = state.table
    if all_are_lost(table, rules):
        table.phase = p.CHECK
        return
    for i in range(rules.players):
        seat = seat_in_turn(table, rules, i)
        castaway = table.castaways[seat]
        castaway.ate = 0
        castaway.stopped = 0
        castaway.received = 0
        if is_in_camp(table, seat):
            gain_own_food(state, seat, castaway.food_per_turn, log)
    for value in (table.pantry_tile, table.cook_tile):
        if value != NO_TILE:
            table.tiles[value] += 1
    table.pantry_tile = NO_TILE
    table.cook_tile = NO_TILE
    table.keeper = PANTRY_KEEPS
    table.phase = p.KEEPING


@separate_kernel
def keep_tiles(state, rules, log):
    """Ask for the tile that the pantry keeps, then for the cook's; all others become white cubes."""
    table = state.table
    while table.keeper < NOBODY_KEEPS:
        if count_tiles(table) > 0 and can_keep(table, rules):
            ask(state, first_in_camp(table, rules), d.ASK_TILE)
            return
        table.keeper += 1
    table.cubes = 0
    for value in range(VALUES):
        table.cubes += value * table.tiles[value]
        table.tiles[value] = 0
    table.at = 0
    table.passes = 0
    table.phase = p.SHARING_FOOD


@kernel
def count_tiles(table):
    """Return the number of food tiles in storage."""
    count = 0
    for value in range(VALUES):
        count += table.tiles[value]
    return count


@kernel
def can_keep(table, rules):
    """Return True if the pantry (or the cook, when it is its turn) can keep a tile."""
    if table.keeper == PANTRY_KEEPS:
        for number in range(rules.construction_count):
            if table.constructions[number] == BUILT and rules.construction[number].keeps_tile != 0:
                return True
        return False
    for seat in range(rules.players):
        if is_at_hand(table, seat) and rules.character[table.castaways[seat].character].keeps_tile != 0:
            return True
    return False


@kernel
def list_tiles(state, rules, moves):
    """List none, and each different value in storage."""
    table = state.table
    moves[0].kind = Move.KEEP_NO_TILE
    count = 1
    for value in range(VALUES):
        if table.tiles[value] > 0:
            moves[count].kind = Move.KEEP_TILE
            moves[count].value = value
            count += 1
    return count


@kernel
def keep_tile(state, rules, move, log):
    """Keep a tile, or none."""
    table = state.table
    if move.kind == Move.KEEP_TILE:
        table.tiles[move.value] -= 1
        if table.keeper == PANTRY_KEEPS:
            table.pantry_tile = move.value
        else:
            table.cook_tile = move.value
        note(log, Event.TILE_KEPT, move.value, table.keeper)
    table.keeper += 1


@separate_kernel
def share_food(state, rules, log):
    """Ask the next castaway in camp to take a food, until all pass in a row or none is left."""
    table = state.table
    in_camp = 0
    for seat in range(rules.players):
        in_camp += 1 if is_in_camp(table, seat) else 0
    if table.cubes + table.food == 0 or table.passes >= in_camp:
        table.at = 0
        table.phase = p.OWN_FOOD
        return
    while not is_in_camp(table, seat_in_turn(table, rules, table.at)):
        table.at = (table.at + 1) % rules.players
    ask(state, seat_in_turn(table, rules, table.at), d.ASK_FOOD)


@separate_kernel
def list_food(state, rules, moves):
    """List the uses of a food: to eat it, to give it to another in camp, to pass or stop."""
    table, seat = state.table, state.seat
    givers_own = table.asks == d.ASK_OWN_FOOD
    moves[0].kind = Move.PASS
    moves[1].kind = Move.EAT
    count = 2
    for other in range(rules.players if not givers_own or givable(table.castaways[seat]) > 0 else 0):
        if other != seat and is_in_camp(table, other):
            moves[count].kind = Move.GIVE_FOOD
            moves[count].seat = other
            count += 1
    return count


@kernel
def givable(castaway):
    """Return the number of its own tokens that a castaway can give: not those given to it this turn."""
    return castaway.food - castaway.received


@kernel
def take_food(state, rules, move, log):
    """Take a food of the storage, cubes first: eat it, give it to somebody who eats it at once; or pass."""
    table, seat = state.table, state.seat
    table.at = (table.at + 1) % rules.players
    if move.kind == Move.PASS:
        table.passes += 1
        return
    table.passes = 0
    if table.cubes > 0:
        table.cubes -= 1
    else:
        table.food -= 1
        table.food_supply += 1
    if move.kind == Move.GIVE_FOOD:
        note(log, Event.FOOD_GIVEN, seat, move.seat, 0)
        eat(state, rules, move.seat, log)
    else:
        eat(state, rules, seat, log)


@kernel
def eat(state, rules, seat, log):
    """Let a castaway eat one food; at its cap the energy is lost, but it has eaten."""
    state.table.castaways[seat].ate += 1
    note(log, Event.ATE, seat)
    gain_energy(state, seat, rules.food_energy, log)


@separate_kernel
def share_own_food(state, rules, log):
    """Ask the next castaway with food of its own, until all have stopped or have none."""
    table = state.table
    for _ in range(rules.players):
        seat = seat_in_turn(table, rules, table.at)
        castaway = table.castaways[seat]
        if castaway.where == IN_CAMP and castaway.stopped == 0 and castaway.food > 0:
            ask(state, seat, d.ASK_OWN_FOOD)
            return
        table.at = (table.at + 1) % rules.players
    table.at = 0
    table.phase = p.HUNGER


@kernel
def use_own_food(state, rules, move, log):
    """Eat a food of one's own, give it away (the receiver is asked whether to eat it), or stop."""
    table, seat = state.table, state.seat
    castaway = table.castaways[seat]
    if move.kind == Move.PASS:
        castaway.stopped = 1
    elif move.kind == Move.EAT:
        spend_own_food(table, castaway)
        table.food_supply += 1
        eat(state, rules, seat, log)
    else:
        spend_own_food(table, castaway)
        note(log, Event.FOOD_GIVEN, seat, move.seat, 1)
        ask(state, move.seat, d.ASK_KEEP)
        return
    table.at = (table.at + 1) % rules.players


@kernel
def spend_own_food(table, castaway):
    """Take a token from a castaway; tokens that it was given go last."""
    castaway.food -= 1
    castaway.received = min(castaway.received, castaway.food)


@kernel
def eat_or_keep(state, rules, move, log):
    """Eat a token that was given, or keep it."""
    table, seat = state.table, state.seat
    castaway = table.castaways[seat]
    if move.answer == YES:
        table.food_supply += 1
        eat(state, rules, seat, log)
    else:
        castaway.food += 1
        castaway.received += 1
    table.at = (table.at + 1) % rules.players


@separate_kernel
def go_hungry(state, rules, log):
    """Let everybody in camp that ate nothing lose energy and take injuries, in turn order."""
    table = state.table
    while table.at < rules.players:
        seat = seat_in_turn(table, rules, table.at)
        table.at += 1
        castaway = table.castaways[seat]
        if castaway.where != IN_CAMP or castaway.ate > 0:
            continue
        castaway.hungry_turns += 1
        note(log, Event.WENT_HUNGRY, seat)
        lose_energy(state, rules, seat, rules.hunger_energy, log)
        for _ in range(rules.hunger_injuries):
            injure(state, rules, seat, log)
        if table.estates != 0:
            return
    table.phase = p.FIRE


@separate_kernel
def burn_wood(state, rules, log):
    """Let the fire use up its wood; without any it goes out."""
    table = state.table
    if table.fire_wood > 0:
        table.fire_wood -= 1
        table.wood_supply += 1
    elif table.fire != 0:
        table.fire = 0
        note(log, Event.FIRE_WENT_OUT, 1)
    table.fire_turns += table.fire
    note(log, Event.NIGHT_CAME, table.fire)
    table.at = 0
    table.phase = p.NIGHT


@separate_kernel
def spend_night(state, rules, log):
    """Let everybody in camp gain energy at a fire, or lose some without one."""
    table = state.table
    while table.at < rules.players:
        seat = seat_in_turn(table, rules, table.at)
        table.at += 1
        if table.castaways[seat].where != IN_CAMP:
            continue
        if table.fire != 0:
            gain_energy(state, seat, rules.fire_energy, log)
        else:
            lose_energy(state, rules, seat, rules.cold_energy, log)
        if table.estates != 0:
            return
    table.at = 0
    table.phase = p.CHECK
