"""What cards roll: one die, strength, and the contests for the gold and of tied votes."""

from simkit.game import NOBODY, kernel, lowest_bit, note
from simkit.game.effects import (
    ASK,
    DONE,
    FAILED,
    ROLL,
    SETTLING,
    begin_contest,
    bind_contest,
    bind_roll,
    bit,
    one_seat,
)
from simkit.games.castaways.kinds import CardEvent
from simkit.games.castaways.knobs import ATTACKER_LOSES_TIES
from simkit.games.castaways.names import GOLD_AND_JEWELS
from simkit.games.castaways.rules.cards import list_queue
from simkit.games.castaways.rules.castaway import discard_tile, owns
from simkit.games.castaways.rules.order import (
    is_living,
    is_lost,
    is_out,
    members_out,
    queue_clockwise,
    queue_of_walkers,
    seat_in_turn,
)
from simkit.games.castaways.rules.rolls import payers_of, roll_die
from simkit.games.castaways.vocabulary import ATTACKER, OWNER_OF_GOLD, PARTY, STRENGTH

DRAWERS_SIDE, OWNERS_SIDE = 0, 1
"""The sides of a contest for the gold."""


def throw(state, rules, payer, log):
    """Throw the die of a roll; a castaway that pays for another throw discards a story-point tile."""
    if payer != NOBODY:
        discard_tile(state, payer, log)
    face = roll_die(state)
    machine = state.table.machine
    note(log, CardEvent.CARD_ROLLED, machine.seat, face, machine.at_least)
    return face


def offers(state, rules, seats):
    """List the seats that may pay for another throw: once per roll, those that take part and have a tile."""
    table = state.table
    machine = table.machine
    seat = machine.seat
    step = rules.program.code[machine.at]
    is_strength = step.kind < ROLL and step.number == STRENGTH
    table.die_needed = machine.at_least if is_strength else 0
    if rules.sp_reroll == 0 or machine.throws > 1:
        return 0
    by_party = is_strength and step.b == PARTY and table.outing != 0
    taking_part = members_out(table, rules) if by_party else bit(seat)
    return list_queue(payers_of(table, rules, queue_clockwise(rules, taking_part, seat)), seats)


roll = bind_roll(throw, offers)


@kernel
def strength(state, rules, against, by, log):
    """Roll a strength: a die and all strengths that count, against a number or the gold's owner."""
    table = state.table
    machine = table.machine
    if against == OWNER_OF_GOLD:
        return fight_for_the_gold(state, rules, log)
    needed = against - strengths_of(table, rules, machine.seat, by)
    needed += 1 if by == ATTACKER and rules.strength_tie == ATTACKER_LOSES_TIES else 0
    if machine.stage == 0:
        note(log, CardEvent.STRENGTH_TRIED, machine.seat, against, needed)
    return roll(state, rules, machine, needed, log)


@kernel
def strengths_of(table, rules, seat, by):
    """Return the strength of a castaway, or of all that are out."""
    if by != PARTY or table.outing == 0:
        return table.castaways[seat].strength
    found = 0
    for other in range(rules.players):
        found += table.castaways[other].strength if is_out(table, other) else 0
    return found


@kernel
def owner_of_gold(table, rules, seat):
    """Return the first castaway in turn order, except a seat, that owns the gold; or NOBODY."""
    for i in range(rules.players):
        other = seat_in_turn(table, rules, i)
        if other != seat and is_living(table, other) and owns(table.castaways[other], GOLD_AND_JEWELS):
            return other
    return NOBODY


@kernel
def fight_for_the_gold(state, rules, log):
    """Let the drawer throw against the gold's owner, who loses if lower; without an owner nothing happens."""
    table = state.table
    machine = table.machine
    if machine.stage == 0:
        owner = owner_of_gold(table, rules, machine.seat)
        if owner == NOBODY:
            return DONE
        machine.stage = 1
        begin_contest(machine, 2)
        machine.contest.side_of[machine.seat] = DRAWERS_SIDE
        machine.contest.side_of[owner] = OWNERS_SIDE
        machine.contest.order = one_seat(DRAWERS_SIDE) | (one_seat(OWNERS_SIDE) << 4)
    ahead = contest(state, rules, machine, log)
    if ahead == ASK:
        return ASK
    return DONE if ahead == DRAWERS_SIDE else FAILED


def settle(state, rules, tied, log):
    """Settle a tied vote: each side throws a die and adds the strengths of its voters."""
    machine = state.table.machine
    if machine.stage == SETTLING:
        machine.stage = SETTLING + 1
        sides = 0
        for option in range(OPTIONS):
            sides += (tied >> option) & 1
        begin_contest(machine, sides)
        for seat in range(rules.players):
            vote = machine.votes[seat]
            if vote >= 0 and (tied >> vote) & 1:
                machine.contest.side_of[seat] = rank_of(tied, vote)
    ahead = contest(state, rules, machine, log)
    if ahead == ASK:
        return ASK
    option = option_of_rank(tied, ahead)
    note(log, CardEvent.VOTE_SETTLED, machine.at, option)
    return option


OPTIONS = 32


@kernel
def rank_of(tied, option):
    """Return the number of tied options before an option."""
    rank = 0
    for i in range(option):
        rank += (tied >> i) & 1
    return rank


@kernel
def option_of_rank(tied, rank):
    """Return the tied option that has `rank` others before it."""
    left = tied
    for _ in range(rank):
        left &= left - 1
    return lowest_bit(left)


def throw_for_side(state, rules, side, payer, log):
    """Throw a side's die; a castaway that pays for another throw discards a story-point tile."""
    if payer != NOBODY:
        discard_tile(state, payer, log)
    face = roll_die(state)
    note(log, CardEvent.SIDE_ROLLED, side, face, face + strength_of_side(state.table, rules, side))
    return face


@kernel
def strength_of_side(table, rules, side):
    """Return the total strength of a side."""
    found = 0
    for seat in range(rules.players):
        found += table.castaways[seat].strength if table.machine.contest.side_of[seat] == side else 0
    return found


@kernel
def score_of_side(table, rules, side):
    """Return a side's die plus its strength."""
    return table.machine.contest.faces[side] + strength_of_side(table, rules, side)


@kernel
def is_for_the_gold(machine):
    """Return True if a contest is for the gold, False if it settles a vote."""
    return machine.stage < SETTLING


@kernel
def rank_in_ties(machine, side):
    """Return the rank of a side among equals, the highest first: the drawer's side, then the lower option.

    The attacker for the gold must be higher.
    """
    if is_for_the_gold(machine):
        return side
    drawer = machine.drawer
    if drawer != NOBODY and machine.contest.side_of[drawer] == side:
        return OPTIONS
    return OPTIONS - 1 - side


def side_ahead(state, rules):
    """Return the side that is ahead."""
    table = state.table
    machine = table.machine
    ahead = 0
    for side in range(1, machine.contest.sides):
        more = score_of_side(table, rules, side) - score_of_side(table, rules, ahead)
        if more > 0 or (more == 0 and rank_in_ties(machine, side) > rank_in_ties(machine, ahead)):
            ahead = side
    return ahead


def offers_to_side(state, rules, side, seats):
    """List the seats that may pay for another throw of a side, and note what it must show.

    Voters are asked in walking or turn order from the drawer on; for the gold no lost castaway is asked.
    """
    table = state.table
    machine = table.machine
    table.die_needed = die_needed_by(table, rules, side)
    if rules.sp_reroll == 0:
        return 0
    taking_part = 0
    for seat in range(rules.players):
        on_it = machine.contest.side_of[seat] == side and not is_lost(table, seat)
        taking_part |= bit(seat) if on_it else 0
    first = max(machine.drawer, 0)
    if table.outing == 0:
        queue = queue_clockwise(rules, taking_part, first)
    else:
        queue = queue_of_walkers(table, taking_part, first)
    return list_queue(payers_of(table, rules, queue), seats)


@kernel
def die_needed_by(table, rules, side):
    """Return the least that a side's die must show to put the side ahead."""
    machine = table.machine
    needed = 0
    for other in range(machine.contest.sides):
        if other != side:
            wins_ties = rank_in_ties(machine, side) > rank_in_ties(machine, other)
            needed = max(needed, score_of_side(table, rules, other) + (0 if wins_ties else 1))
    return needed - strength_of_side(table, rules, side)


contest = bind_contest(throw_for_side, side_ahead, offers_to_side)
