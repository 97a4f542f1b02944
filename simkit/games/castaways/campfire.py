"""Light the campfire: energy declared, and a die that must not exceed it."""

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.events import note
from simkit.engine.effects.machine import one_seat
from simkit.games.castaways.asking import ask, ask_for_tiles, begin_roll, note_dice, roll_die, with_tiles
from simkit.games.castaways.decisions import ASK_FLAME, DECLARE_ENERGY, FOR_FIRE
from simkit.games.castaways.energy import pay_energy
from simkit.games.castaways.events import FIRE_LIT, MARKER_WASTED
from simkit.games.castaways.names import CAMPFIRE
from simkit.games.castaways.phases import FIRE_ASK, FIRE_ROLL, RESOLUTION


@kernel
def declare_flame(state, log):
    """Ask how much energy is declared; without energy, wood or an unlit fire the marker is wasted."""
    table = state.table
    can_light = table.fire == 0 and table.wood > 0 and table.castaways[table.actor].energy > 0
    if can_light:
        ask(state, table.actor, ASK_FLAME)
    else:
        note(log, MARKER_WASTED, table.actor, CAMPFIRE, 0)


@kernel
def list_flame(table, rules, seat, moves):
    """List the energy that can be declared."""
    most = min(rules.campfire_most, table.castaways[seat].energy)
    for n in range(1, most + 1):
        moves[n - 1].kind = DECLARE_ENERGY
        moves[n - 1].n = n
    return most


@kernel
def begin_flame(table, seat, move, log):
    """Pay the energy declared; the die is rolled next."""
    pay_energy(table, seat, np.int64(move.n), log)
    table.needed = move.n + table.castaways[seat].lighting
    begin_roll(table, FOR_FIRE)
    table.phase = FIRE_ROLL


@separate_kernel
def roll_for_fire(state, rules, log):
    """Roll the die; after a failure who has rolled may spend a tile."""
    table = state.table
    table.dice = roll_die(state)
    note_dice(state, table.actor, table.needed, log)
    if table.dice <= table.needed:
        table.fire = 1
        table.wood -= 1
        table.fire_wood = 1
        note(log, FIRE_LIT, table.actor, table.wood, 0)
        table.phase = RESOLUTION
        return
    table.todo = with_tiles(state, rules, one_seat(table.actor))
    table.phase = FIRE_ASK


@kernel
def ask_fire(state, rules, log):
    """Ask for a tile; then the fire stays out."""
    if not ask_for_tiles(state):
        state.table.phase = RESOLUTION
