"""The odds once Phantom and Nautilion have moved by two dice, and the token reached is taken."""

from typing import NamedTuple

from simkit.game import highest_bit, kernel, lowest_bit, scratch, separate_kernel
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import BACKWARDS, EXCHANGE
from simkit.games.nautilion.rules.board import lowest_number
from simkit.games.nautilion.rules.heroic_actions import crew_in_pile
from simkit.games.nautilion.rules.path import before, beyond, only
from simkit.games.nautilion.rules.tokens import bit, crew_size, is_crew, is_mage, mage_bit
from simkit.strategies.nautilion.evaluation.by_chance.chances import (
    LOST_ODDS,
    WON_ODDS,
    found,
    odds_at,
    settle,
)
from simkit.strategies.nautilion.evaluation.by_chance.standing import (
    STANDING,
    copy_standing,
    keep_largest,
    nothing_left_to_do,
    phantom_gets,
    remove,
    space_for_mercenary,
)
from simkit.strategies.nautilion.evaluation.copies import copies, one_copy

COLLIDES = -1
"""In the place of a place: the Nautilion has met the Phantom."""


class Turn(NamedTuple):
    """What holds for the moves of a turn."""

    course: int  # how the Phantom moves
    three: int  # whether three tokens go into the reserve
    instead: int  # the kind of token that a Translation brings to the landing (0: none)


@kernel
def this_turn(table):
    """Return what holds for the moves of the turn as it is."""
    return Turn(table.phantom_course, table.three_tokens, 0)


@separate_kernel
def after(table, rules, mind, view, turn, p, n):
    """Return the odds to win after the Phantom has moved by the die `p`, the Nautilion by `n` (0: none)."""
    course, three, instead = turn
    at = scratch(STANDING)
    copy_standing(view.now, at)
    holds, lost = 0, 0.0
    if p != 0 and course != s.STAYS:
        place = phantom_goes(table, at, course, p)
        if place <= at.nautilion and course == s.TOWARD_ISLES and at.to_come != 0:
            at.phantom = at.nautilion + 1
            return meet(table, rules, mind, view, at)
        if place == s.ISLES:
            return LOST_ODDS
        at.phantom = place
        if place <= table.length:
            if place > at.nautilion:
                held = at.crew | at.mercenaries
                lost = found(table, rules, view, at.nautilion, held, only(place)) - view.now.hope
            holds = int(table.path[place])
            remove(table, at, place)
            if table.darkhouse_effect != EXCHANGE:
                phantom_gets(rules, at, holds)
                holds = 0
    if n == 0:
        if holds != 0:
            phantom_gets(rules, at, holds)
        at.hope += lost
        return odds_at(table, rules, mind, view, at)
    place = nautilion_goes(table, at, n)
    if place == COLLIDES:
        return meet(table, rules, mind, view, at)
    if place > table.length:
        return WON_ODDS if nothing_left_to_do(rules, at) else LOST_ODDS
    if place == s.ISLES:
        return odds_at(table, rules, mind, view, at)
    kind = instead if instead != 0 else int(table.path[place])
    if rules.reef_spacing > 0 and table.reefs[place] != 0:
        helped = ((at.crew << 1) >> table.reefs[place]) & 1
        at.reef = rules.reef_risk[helped]
        at.reserve += 1  # the reef comes into the reserve, next turn or the one after
    if holds != 0:
        phantom_gets(rules, at, kind)
        kind = holds
    if three != 0:
        take_neighbours(table, at)
        return settle(table, rules, mind, view, at, lost)
    return after_taking(table, rules, mind, view, at, kind, lost)


@separate_kernel
def meet(table, rules, mind, view, at):
    """Return the log odds once the figures meet."""
    ours = rules.mercenary_harpoons * crew_size(at.mercenaries) + crew_size(at.crew & rules.armed_crew)
    if ours < at.theirs:
        return LOST_ODDS
    won = ours > at.theirs
    at.to_come, at.theirs, at.phantom_board, at.mercenaries = 0, 0, 0, 0
    prize = 0
    if won:
        pile = crew_in_pile(table) & table.may_place
        pile &= rules.open_spaces[at.crew] if rules.one_group[at.crew] != 0 else rules.uniting[at.crew]
        fewest = 100
        while pile != 0:
            number = lowest_number(pile)
            pile &= pile - 1
            if copies(at.ahead, number) < fewest:
                prize, fewest = number, copies(at.ahead, number)
    if prize > 0:
        at.crew |= bit(prize)
    else:
        at.reserve += 1
    if rules.one_group[at.crew] == 0:
        keep_largest(at, rules)
    at.hope = found(table, rules, view, at.nautilion, at.crew, view.now.occupied & ~at.occupied)
    return odds_at(table, rules, mind, view, at)


@kernel
def phantom_goes(table, at, course, steps):
    """Return the place that the Phantom reaches, toward the Isles or, with a Heroic card, the Abyss."""
    place = at.phantom
    if course == s.TOWARD_ABYSS:
        tokens = at.occupied & beyond(place)
        for _ in range(steps - 1):
            tokens &= tokens - 1
        return lowest_bit(tokens) if tokens != 0 else table.length + 1
    tokens = at.occupied & before(place)
    for _ in range(steps):
        place = highest_bit(tokens) if tokens != 0 else s.ISLES
        tokens &= before(place)
    return place


@kernel
def nautilion_goes(table, at, steps):
    """Move the Nautilion; return the place that it reaches, whose token is off the path, or COLLIDES."""
    place = at.nautilion
    if table.darkhouse_effect == BACKWARDS:
        tokens = at.occupied & before(place)
        for _ in range(steps):
            place = highest_bit(tokens) if tokens != 0 else s.ISLES
            tokens &= before(place)
            if place != s.ISLES:
                at.ahead += one_copy(table.path[place])
        if place != s.ISLES:
            at.ahead -= one_copy(table.path[place])
    else:
        tokens = at.occupied & beyond(place)
        for _ in range(steps):
            place = lowest_bit(tokens) if tokens != 0 else table.length + 1
            if at.to_come != 0 and place >= at.phantom:
                at.nautilion = at.phantom - 1
                return COLLIDES
            if place > table.length:
                return place
            at.ahead -= one_copy(table.path[place])
            tokens &= tokens - 1
    at.nautilion = place
    at.occupied &= ~only(place)
    return place


@kernel
def take_neighbours(table, at):
    """Take the token reached and its neighbours into the reserve."""
    at.reserve += 1
    tokens = at.occupied & before(at.nautilion)
    if tokens != 0:
        at.reserve += 1
        at.occupied &= ~only(highest_bit(tokens))
    tokens = at.occupied & beyond(at.nautilion)
    if tokens != 0:
        at.reserve += 1
        remove(table, at, lowest_bit(tokens))


@kernel
def after_taking(table, rules, mind, view, at, kind, lost):
    """Return the odds once a token is taken: aboard if it may go there, else into cabin or reserve."""
    held = at.crew | at.mercenaries
    if is_crew(kind):
        if ((rules.open_spaces[held] & table.may_place) >> (kind - 1)) & 1:
            at.crew |= bit(kind)
        elif rules.mages != 0 and (rules.cabin_crew & ~at.cabin_crew & table.may_place & bit(kind)) != 0:
            at.cabin_crew |= bit(kind)
        else:
            at.reserve += 1
    elif is_mage(kind) and rules.mages != 0 and (at.cabin_mages & mage_bit(kind)) == 0:
        at.cabin_mages |= mage_bit(kind)
    elif kind == s.MERCENARY and at.to_come != 0 and rules.open_spaces[held] != 0:
        at.reserve += 1
        kept = settle(table, rules, mind, view, at, lost)
        at.reserve -= 1
        at.mercenaries |= bit(space_for_mercenary(rules, at, held))
        return max(kept, settle(table, rules, mind, view, at, lost))
    else:
        at.reserve += 1
    return settle(table, rules, mind, view, at, lost)


@kernel
def landing_place(table, at, p, n):
    """Return the place that the Nautilion reaches, once the Phantom has moved."""
    tokens = at.occupied & beyond(at.nautilion)
    if table.phantom_course == s.TOWARD_ISLES:
        tokens &= ~only(phantom_goes(table, at, s.TOWARD_ISLES, p))
    for _ in range(n - 1):
        tokens &= tokens - 1
    return lowest_bit(tokens) if tokens != 0 else table.length + 1
