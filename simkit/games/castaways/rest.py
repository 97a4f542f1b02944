"""Rest: energy and healing, as the shelter says."""

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.events import note
from simkit.engine.effects.machine import one_seat
from simkit.games.castaways.asking import ask_for_tiles, begin_roll, note_dice, roll_die, with_tiles
from simkit.games.castaways.decisions import FOR_REST
from simkit.games.castaways.energy import gain_energy, heal
from simkit.games.castaways.events import RESTED
from simkit.games.castaways.names import REST
from simkit.games.castaways.order import is_at_hand
from simkit.games.castaways.phases import RESOLUTION, REST_ASK, REST_ROLL
from simkit.games.castaways.state import NOBODY

LOW_FACES = 3
"""A die of 1 to 3 brings the first figure of a shelter."""


@kernel
def begin_rest(state, rules, space):
    """Begin a rest on a Rest space."""
    table = state.table
    table.space = space
    begin_roll(table, FOR_REST)
    table.phase = REST_ROLL


@separate_kernel
def roll_for_rest(state, rules, log):
    """Roll the die of a shelter; after 1-3 who rests may spend a tile."""
    table = state.table
    table.dice = 0
    if table.shelter > 0:
        table.dice = roll_die(state)
        note_dice(state, table.actor, 0, log)
    table.todo = one_seat(table.actor) * 0
    if table.shelter > 0 and table.dice <= LOW_FACES:
        table.todo = with_tiles(state, rules, one_seat(table.actor))
    table.phase = REST_ASK


@separate_kernel
def ask_rest(state, rules, log):
    """Ask for a tile; then the castaway rests."""
    table = state.table
    if ask_for_tiles(state):
        return
    seat, level = table.actor, table.shelter
    energy = rules.rest_high[level] if table.dice > LOW_FACES else rules.rest_low[level]
    gain_energy(state, seat, np.int64(energy), log)
    heal(state, seat, np.int64(rules.rest_heal[level]), log)
    castaway = table.castaways[seat]
    note(log, RESTED, seat, castaway.energy, castaway.injuries)
    if castaway.injuries > 0 and table.healer_used == 0:
        let_healer_heal(state, rules, seat, log)
    table.phase = RESOLUTION


@kernel
def let_healer_heal(state, rules, seat, log):
    """Let the healer, unless lost, heal more of the first who needs it; itself only if nobody rests later."""
    table = state.table
    for healer in range(rules.players):
        n = rules.character[table.castaways[healer].character].heals_a_rester
        if n == 0 or not is_at_hand(table, healer):
            continue
        if healer != seat or not somebody_rests_later(table, rules):
            heal(state, seat, n, log)
            table.healer_used = 1
            return


@kernel
def somebody_rests_later(table, rules):
    """Return True if another marker waits on a later Rest space."""
    for space in range(table.space + 1, rules.space_count[REST]):
        if table.marked[REST, space] != NOBODY:
            return True
    return False
