"""Expansion 1, the Mages: the cabin, and the re-rolls of its partnerships (A and 1, B and 4, C and 7)."""

from simkit.game import draw_weighted, kernel, lowest_bit, note
from simkit.games.nautilion.kinds import Event, Move
from simkit.games.nautilion.rules.tokens import bit, is_crew, mage_bit
from simkit.games.nautilion.state import ALL_MAGES, MAGE_A, MAGE_KINDS


@kernel
def cabin_open(table, rules):
    """Return the kinds that the player at turn may place in the cabin: bit `kind`."""
    if rules.mages == 0:
        return 0
    crew = rules.cabin_crew & ~table.cabin_crew & table.may_place
    return crew << 1 | (ALL_MAGES & ~table.cabin_mages) << MAGE_A


@kernel
def may_go_into_cabin(table, rules, kind):
    """Return True if the player at turn may place this token in the cabin."""
    return ((cabin_open(table, rules) >> kind) & 1) != 0


@kernel
def place_in_cabin(table, kind, seat):
    """Put a token on its space of the cabin."""
    if is_crew(kind):
        table.cabin_crew |= bit(kind)
    else:
        table.cabin_mages |= mage_bit(kind)
    table.placed[seat] += 1


@kernel
def remove_from_cabin(table, kind):
    """Discard a token from the cabin."""
    if is_crew(kind):
        table.cabin_crew &= ~bit(kind)
    else:
        table.cabin_mages &= ~mage_bit(kind)
    table.discard_pile[kind] += 1


@kernel
def cabin_kinds(table):
    """Return the tokens in the cabin: bit `kind` for each."""
    return table.cabin_crew << 1 | table.cabin_mages << MAGE_A


@kernel
def partners_ready(table, rules):
    """Return the partnerships that are present and not used this turn, as a bit mask."""
    ready = 0
    for i in range(MAGE_KINDS):
        ready |= table.cabin_mages & (((table.cabin_crew >> (rules.mage_partners[i] - 1)) & 1) << i)
    return ready & ~table.partners_used


@kernel
def reroll_options(table, rules, moves, count):
    """List, after the first `count` moves, a re-roll of each die by each partnership that is ready."""
    ready = partners_ready(table, rules)
    while ready != 0:
        for i in range(table.dice_count):
            moves[count].kind = Move.REROLL
            moves[count].number = lowest_bit(ready)
            moves[count].die = i
            count += 1
        ready &= ready - 1
    return count


@kernel
def reroll_die(state, rules, move, log):
    """Re-roll one die with one partnership."""
    table = state.table
    table.partners_used |= 1 << int(move.number)
    table.rerolls += 1
    before = table.dice[move.die]
    table.dice[move.die] = draw_weighted(state.chance, rules.dice_faces)
    note(log, Event.DIE_REROLLED, move.number, before, table.dice[move.die])
