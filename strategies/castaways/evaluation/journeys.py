"""How players that weigh everything go on an outing and come back: by the exact odds of two dice."""

from simkit.game import NOBODY, find_kind, kernel, separate_kernel
from simkit.games.castaways import decisions as d
from simkit.games.castaways.kinds import Move
from simkit.games.castaways.names import HEART, THE_CLIFF
from simkit.games.castaways.rules.island import return_modifier
from simkit.games.castaways.rules.order import members_out
from simkit.games.castaways.rules.rolls import FACES
from simkit.strategies.castaways.evaluation.needs import count_at_hand, furthest_out
from simkit.strategies.castaways.evaluation.outings import step_on, would_resolve
from simkit.strategies.castaways.evaluation.outlook import chance_lost, note_journey, turns_to_come, two_dice

UNSHAKEN = 2
"""With this many traumas nobody climbs the cliff without need."""

NEAR = 2
"""From this many places before it, the headland is as good as reached."""


@separate_kernel
def choose_step(sheet, table, rules, weights, moves, count):
    """Return a step of an outing: a pending card, the furthest deck, or back to camp."""
    if returns_now(sheet, table, rules, weights):
        return max(find_kind(moves, count, Move.RETURN), 0)
    for i in range(count):
        if moves[i].kind == Move.RESOLVE_PENDING and takes_up(
            table, rules, sheet.seat, weights, moves[i].card
        ):
            return i
    return step_on(table, rules, sheet.seat, moves, count)


@kernel
def takes_up(table, rules, seat, weights, card):
    """Return True if a castaway takes up a pending card; the cliff only if another trauma is no disaster."""
    castaway = table.castaways[seat]
    if weights.bold > 0.0 and castaway.injuries <= weights.bold:
        return card != THE_CLIFF or castaway.traumas < UNSHAKEN
    return would_resolve(table, rules, seat, card)


@separate_kernel
def returns_now(sheet, table, rules, weights):
    """Return True if it is time to return: there is nothing to gain, or the risk of getting lost is too high.

    In the last turns somebody must reach the headland, while others in camp can be rescued.
    """
    if table.headland != NOBODY:
        return True
    sheet.left = turns_to_come(table)
    sheet.few = 1.0 + 1.0 / max(1, count_at_hand(table, rules))
    if sheet.left == 1 or (sheet.left == 2 and rules.players >= 2):
        return False
    furthest = furthest_out(table, rules)
    sheet.furthest = table.castaways[furthest].reached
    note_journey(sheet, table, rules, weights)
    if sheet.waits != 0 and sheet.furthest >= rules.headland - weights.hold:
        return True
    castaway = table.castaways[sheet.seat]
    if table.cube > rules.return_start and castaway.injuries + 2 * castaway.traumas >= weights.fragile:
        return sheet.urgent < 1.0
    members = members_out(table, rules)
    further = 2 if sheet.furthest >= rules.first_place[HEART] else 1
    lost = chance_lost(table, rules, weights, members, table.cube + further)
    return lost > risk_taken(sheet, rules, weights)


@kernel
def risk_taken(sheet, rules, weights):
    """Return the highest chance of getting lost to accept: more if alone, or if the turns only just suffice.

    The more players there are, the more turns are lost while they wait for the lost.
    """
    risk = weights.risk / rules.players + weights.push * max(0.0, sheet.urgent - 0.5)
    is_near = rules.headland - sheet.furthest <= NEAR and sheet.waits == 0
    return risk + (weights.near if is_near and rules.players > 1 else 0.0)


@separate_kernel
def joins(sheet, table, rules, weights):
    """Return True if a castaway joins a return: the leader is the furthest out, or it would return too."""
    if table.actor == furthest_out(table, rules) or table.headland != NOBODY:
        return True
    return returns_now(sheet, table, rules, weights)


@separate_kernel
def spends_tile(table, rules, seat, weights):
    """Return True if a story-point tile is worth another roll."""
    if table.asks == d.ASK_CARD:
        return table.die_needed <= FACES and weights.selfishness < 0.9
    if table.roll_for == d.FOR_REST:
        return table.castaways[seat].tiles > weights.thrift
    if table.roll_for == d.FOR_RETURN:
        return two_dice(table.cube - return_modifier(table, rules, table.returners)) > least_odds(weights)
    if table.roll_for == d.FOR_LOST:
        place = 0
        for seat in range(rules.players):
            if (table.returners >> seat) & 1:
                place = table.castaways[seat].lost_at - return_modifier(table, rules, table.returners)
        return two_dice(place) > least_odds(weights)
    return weights.selfishness < 0.9


@kernel
def least_odds(weights):
    """Return the least chance for which a story-point tile is spent: the selfish ask for more."""
    return 0.1 + 0.4 * weights.selfishness


@kernel
def pays_energy(table, rules, weights):
    """Return True if energy is worth another roll to return."""
    return two_dice(table.cube - return_modifier(table, rules, table.returners)) > weights.insist
