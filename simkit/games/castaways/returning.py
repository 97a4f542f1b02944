"""Returning from an outing: who joins, the roll, another for a tile or for energy; or the group is lost."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.events import note
from simkit.engine.effects.machine import YES, first_of, without_first
from simkit.games.castaways.asking import ask, ask_for_tiles, begin_roll, note_dice, roll_die, with_tiles
from simkit.games.castaways.decisions import ASK_JOIN, ASK_PAY, FOR_RETURN
from simkit.games.castaways.energy import pay_energy
from simkit.games.castaways.events import CAME_BACK, ENERGY_PAID, GOT_LOST
from simkit.games.castaways.lost_groups import modifier_of
from simkit.games.castaways.names import IN_CAMP, LOST, OUT
from simkit.games.castaways.order import queue_of_walkers
from simkit.games.castaways.phases import JOINING, OUTING_STEP, RETURN_ASK, RETURN_PAY, RETURN_ROLL
from simkit.games.castaways.state import NOBODY

EVERYBODY = -1
"""As a mask of seats."""


@kernel
def announce_return(state, rules):
    """Let the seat to act lead a return; the others out are asked to join, in walking order."""
    table = state.table
    table.actor = state.seat
    table.returners = 1 << table.actor
    table.todo = without_first(queue_of_walkers(table, EVERYBODY, table.actor))
    table.phase = JOINING


@separate_kernel
def gather_returners(state, rules, log):
    """Ask the next one whether to join; then the group rolls."""
    table = state.table
    if table.todo != 0:
        ask(state, first_of(table.todo), ASK_JOIN)
        return
    begin_roll(table, FOR_RETURN)
    table.phase = RETURN_ROLL


@kernel
def answer_join(table, seat, move):
    """Join a return, or stay out."""
    table.todo = without_first(table.todo)
    if move.answer == YES:
        table.returners |= 1 << seat


@separate_kernel
def roll_for_return(state, rules, log):
    """Roll for the returning group; after a failure its members may spend a tile."""
    table = state.table
    table.dice = roll_die(state) + roll_die(state) + modifier_of(table, rules, table.returners)
    note_dice(state, table.actor, table.cube, log)
    if table.dice >= table.cube:
        come_back(state, rules, log)
        table.phase = OUTING_STEP
        return
    table.todo = with_tiles(state, rules, in_seat_order(table, rules))
    table.phase = RETURN_ASK


@kernel
def in_seat_order(table, rules):
    """Return the returning group as a queue in seat order, from the leader on."""
    queue = table.todo * 0
    for i in range(rules.players - 1, -1, -1):
        seat = (table.actor + i) % rules.players
        if (table.returners >> seat) & 1:
            queue = (queue << 4) | (seat + 1)
    return queue


@kernel
def come_back(state, rules, log):
    """Bring the returning group back to camp."""
    table = state.table
    for seat in range(rules.players):
        if (table.returners >> seat) & 1 and table.castaways[seat].where == OUT:
            table.castaways[seat].where = IN_CAMP
            note(log, CAME_BACK, seat, NOBODY, 0)


@separate_kernel
def ask_return(state, rules, log):
    """Ask for a tile; then for energy, if the group owns enough; else it is lost."""
    table = state.table
    if ask_for_tiles(state):
        return
    energy, count = 0, 0
    for seat in range(rules.players):
        if (table.returners >> seat) & 1:
            energy += table.castaways[seat].energy
            count += 1
    if energy < count:
        lose_group(state, rules, log)
        return
    table.volunteers = 0
    table.todo = queue_of_walkers(table, table.returners, table.actor)
    table.phase = RETURN_PAY


@separate_kernel
def ask_for_energy(state, rules, log):
    """Ask each returner whether to pay for another roll; roll if those who agree can pay it."""
    table = state.table
    if table.todo != 0:
        ask(state, first_of(table.todo), ASK_PAY)
        return
    if pay_for_roll(state, rules, log):
        table.rerolls_by_energy += 1
        begin_roll(table, FOR_RETURN)
        table.phase = RETURN_ROLL
    else:
        lose_group(state, rules, log)


@kernel
def answer_pay(table, seat, move):
    """Agree to pay, or not."""
    table.todo = without_first(table.todo)
    if move.answer == YES:
        table.volunteers |= 1 << seat


@separate_kernel
def pay_for_roll(state, rules, log):
    """Let those who agreed pay a roll: 1 each if they can, the rest by who has most; False if they can't."""
    table = state.table
    energy, cost = 0, 0
    for seat in range(rules.players):
        cost += (table.returners >> seat) & 1
        energy += table.castaways[seat].energy if (table.volunteers >> seat) & 1 else 0
    if energy < cost:
        return False
    note(log, ENERGY_PAID, table.actor, cost, 0)
    for i in range(table.party):
        seat = table.walkers[i]
        if (table.volunteers >> seat) & 1 and table.castaways[seat].energy > 0 and cost > 0:
            pay_energy(table, seat, 1, log)
            cost -= 1
    for _ in range(cost):
        pay_energy(table, richest_volunteer(table), 1, log)
    return True


@kernel
def richest_volunteer(table):
    """Return the castaway with most energy of those that agreed; of equal ones the first in walking order."""
    best, most = 0, -1
    for i in range(table.party):
        seat = table.walkers[i]
        if (table.volunteers >> seat) & 1 and table.castaways[seat].energy > most:
            best, most = seat, table.castaways[seat].energy
    return best


@kernel
def lose_group(state, rules, log):
    """Let the returning group be lost at the cube's place."""
    table = state.table
    table.groups += 1
    for seat in range(rules.players):
        if (table.returners >> seat) & 1:
            castaway = table.castaways[seat]
            castaway.where = LOST
            castaway.lost_at = table.cube
            castaway.group = table.groups
            table.times_lost += 1
            note(log, GOT_LOST, seat, table.cube, 0)
    table.phase = OUTING_STEP
