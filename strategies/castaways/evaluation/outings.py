"""How the reference policy explores, returns and pays for another roll: decisions D10, D12, D13, D19."""

from simkit.game import NOBODY, NOT_FOUND, find_kind, kernel, separate_kernel
from simkit.games.castaways import decisions as d
from simkit.games.castaways.kinds import Move
from simkit.games.castaways.names import OUT, ROPE, THE_CLIFF
from simkit.games.castaways.rules.castaway import owns
from simkit.games.castaways.rules.island import return_modifier
from simkit.games.castaways.rules.order import members_out
from simkit.games.castaways.rules.rolls import FACES
from simkit.strategies.castaways.evaluation.needs import furthest_out, may_go, turns_left

LIMITS = (4, 6, 6, 7)
"""How long the way back may be, by energy per castaway (the last one: or more)."""

HOPELESS = 7
WORTH_A_TILE = 9
WORTH_ENERGY = 10


@separate_kernel
def next_step(table, rules, seat, moves, count):
    """Return a step of an outing (decision D10): a pending card, the furthest deck, or back to camp."""
    if should_return(table, rules, seat):
        return max(find_kind(moves, count, Move.RETURN), 0)
    return step_on(table, rules, seat, moves, count)


@separate_kernel
def step_on(table, rules, seat, moves, count):
    """Return a step that goes on: a pending card or the furthest deck; back to camp without either."""
    furthest = NOT_FOUND
    for i in range(count):
        if moves[i].kind == Move.RESOLVE_PENDING and would_resolve(table, rules, seat, moves[i].card):
            return i
        if moves[i].kind == Move.EXPLORE_DECK:
            better = furthest == NOT_FOUND or moves[i].deck > moves[max(furthest, 0)].deck
            furthest = i if better else furthest
    return furthest if furthest != NOT_FOUND else max(find_kind(moves, count, Move.RETURN), 0)


@separate_kernel
def should_return(table, rules, seat):
    """Return True if it is time to return."""
    if table.headland != NOBODY:
        return True
    left = turns_left(table)
    if left == 1 or (left == 2 and rules.players >= 2):
        return False
    castaway = table.castaways[seat]
    furthest = furthest_out(table, rules)
    if not may_go(table, rules, table.castaways[furthest].reached):
        return True
    if table.cube > 4 and castaway.injuries + 2 * castaway.traumas >= 4:
        return True
    members = members_out(table, rules)
    return table.cube - return_modifier(table, rules, members) > limit_of(table, rules, members)


@kernel
def limit_of(table, rules, members):
    """Return the longest way back to accept: longer if the party has energy, and a tile, for another roll."""
    energy, heads, tile = 0, 0, 0
    for seat in range(rules.players):
        if (members >> seat) & 1:
            energy += table.castaways[seat].energy
            heads += 1
            tile = 1 if table.castaways[seat].tiles > 0 and rules.sp_reroll != 0 else tile
    budget = energy // heads + tile
    return LIMITS[min(budget, len(LIMITS) - 1)]


@kernel
def would_resolve(table, rules, seat, card):
    """Return True if a castaway takes up a pending card (decision D12)."""
    castaway = table.castaways[seat]
    if castaway.injuries > 0 or castaway.energy < 2:
        return False
    if card != THE_CLIFF:
        return True
    for other in range(rules.players):
        if table.castaways[other].where == OUT and owns(table.castaways[other], ROPE):
            return True
    return False


@kernel
def would_join(table, rules):
    """Return True if a castaway joins a return (decision D13)."""
    is_led = table.actor == furthest_out(table, rules)
    return is_led or table.cube - return_modifier(table, rules, members_out(table, rules)) >= HOPELESS


@separate_kernel
def would_spend_tile(table, rules):
    """Return True if a story-point tile is worth another roll (decision D19)."""
    if table.asks == d.ASK_CARD:
        return table.die_needed <= FACES
    if table.roll_for == d.FOR_REST:
        return False
    place = 0
    if table.roll_for == d.FOR_RETURN:
        place = table.cube - return_modifier(table, rules, table.returners)
    elif table.roll_for == d.FOR_LOST:
        for seat in range(rules.players):
            if (table.returners >> seat) & 1:
                place = table.castaways[seat].lost_at - return_modifier(table, rules, table.returners)
    return place <= WORTH_A_TILE


@kernel
def would_pay_energy(table, rules):
    """Return True if energy is worth another return roll (decision D19)."""
    return table.cube - return_modifier(table, rules, table.returners) <= WORTH_ENERGY
