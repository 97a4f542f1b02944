"""The odds to win, read from a position at the end of a turn: what is still needed, and what time is left.

A position is read as some numbers, its traits: how many crew, mages and Heroic cards are still needed, how
many tokens both figures have before them, how many copies of what is missing lie ahead, the reserve, the
harpoons.  Their sum would not do: a token of the crew less costs little while the Phantom is far, and the
game when it is near.  So they are added up in several ways (the cells), each of which counts only where it is
above zero.  The numbers (`fitted`) are those with which this says best which of many games were won.

All odds are logarithms: 0 is an even chance.
"""

from math import exp

import numpy as np

from simkit.game import bit_count, kernel, lowest_bit, separate_kernel
from simkit.games.nautilion import state as s
from simkit.games.nautilion.rules.board import spaces_held
from simkit.games.nautilion.rules.heroic_actions import crew_in_pile
from simkit.games.nautilion.rules.mercenaries import collision_to_come, phantom_harpoons
from simkit.games.nautilion.rules.path import before, beyond
from simkit.games.nautilion.rules.tokens import crew_size
from simkit.strategies.nautilion.evaluation.by_chance.fitted import CELLS, HIDDEN, LINEAR, OUT, TRAITS
from simkit.strategies.nautilion.evaluation.by_chance.standing import STANDING
from simkit.strategies.nautilion.evaluation.copies import COPIES_BITS, copies, copies_ahead
from simkit.strategies.nautilion.evaluation.prospects import WHEREABOUTS, Walk, locate, prospects

VIEW = np.dtype(
    (
        np.record,
        [
            ("now", STANDING),
            ("whereabouts", WHEREABOUTS),
            ("armed", np.int64),  # the places of armed crew, and of mercenaries
            ("mercenaries", np.int64),
            ("pile", np.int64),  # crew mask of the numbers in the discard pile
            ("may_place", np.int64),  # crew mask of what the player of the next turn may place
            ("odds_now", np.float64),  # the odds as things stand
            # The traits as things stand, what they add up to in each cell and by themselves; and both for
            # what is being tried.
            ("traits", np.float64, (TRAITS,)),
            ("cells", np.float64, (CELLS,)),
            ("odds", np.float64),
            ("tried_traits", np.float64, (TRAITS,)),
            ("tried_cells", np.float64, (CELLS,)),
            ("changed", np.int64, (TRAITS,)),  # the traits that differ, and by how much
            ("more", np.float64, (TRAITS,)),
            ("width", np.int64),  # CELLS; read from here, so that a loop over cells is done side by side
        ],
    ),
    align=True,
)
"""Room for a view: ``view = scratch(VIEW)``, then `survey`."""

MOVING = 37
"""The traits before this one may change within a turn."""

EFFECTS = 41
"""The trait of a Heroic card is this one and the number of what the card does."""

SURE = 11.0
"""No position is taken for surer than this, won or lost."""

SHOWN = 4
"""How many tokens ahead are looked at."""

WON_ODDS = 60.0
"""The odds of a game that is won at once: more than any position's, whatever a strike takes off."""

LOST_ODDS = -200.0
"""The odds of one that is lost at once: less than any position's."""

CERTAIN = 30.0
"""Odds above this are of a game that is won at once."""

IMPOSSIBLE = -100.0
"""The odds of what cannot be done are even less."""


@kernel
def chance_to_win(odds):
    """Return the chance to win for the logarithm of its odds."""
    return 1.0 / (1.0 + exp(-max(odds, IMPOSSIBLE)))


@kernel
def survey(table, rules, view):
    """Fill in how things stand."""
    now = view.now
    now.occupied, now.nautilion, now.phantom = table.occupied, table.nautilion, table.phantom
    now.crew, now.mercenaries = table.crew, table.mercenaries
    now.cabin_crew, now.cabin_mages = table.cabin_crew, table.cabin_mages
    now.reserve, now.heroic_left = table.reserve, table.heroic_left
    now.theirs, now.phantom_board = phantom_harpoons(table, rules), table.phantom_board_tokens
    now.to_come = 1 if collision_to_come(table, rules) else 0
    now.ahead = copies_ahead(table)
    now.shield = max(0, table.shielded_until - table.turn)
    now.reef = 0.0
    now.effects = 0
    for slot in range(s.ROW_OF_CARDS):
        now.effects |= 1 << int(rules.heroic_effects[table.heroic_cards[slot]])
    now.effects &= ~1
    view.pile = crew_in_pile(table)
    view.may_place = table.may_place
    if rules.players == 2:
        view.may_place = table.admirals[0] if table.may_place == table.admirals[1] else table.admirals[1]
    view.width = CELLS
    locate(table, view.whereabouts)
    view.armed, view.mercenaries = 0, 0
    if rules.mercenaries != 0:
        for place in range(1, table.length + 1):
            kind = table.path[place]
            view.mercenaries |= np.int64(kind == s.MERCENARY) << place
            view.armed |= np.int64((rules.armed_kinds >> kind) & 1) << place
        view.armed &= ~view.mercenaries
    now.hope = found(table, rules, view, now.nautilion, spaces_held(table), 0)
    prepare(table, rules, view)


@kernel
def found(table, rules, view, place, held, without):
    """Return the logarithm of the chance to find what is missing ahead of a place."""
    walk = Walk(0.9, 0.5)  # as it was when the numbers were fitted
    at = place, held
    return prospects(table, rules, walk, view.whereabouts, at, without)


@kernel
def prepare(table, rules, view):
    """Work out what all traits contribute as things stand; `odds_at` adds what differs."""
    traits, cells = view.traits, view.cells
    read(table, rules, view, view.now, traits)
    read_fixed(table, rules, view, view.now, traits)
    view.odds = 0.0
    for h in range(CELLS):
        cells[h] = 0.0
    width = view.width
    for i in range(TRAITS):
        trait = traits[i]
        if trait != 0.0:
            view.odds += LINEAR[i] * trait
            for h in range(width):
                cells[h] += HIDDEN[i, h] * trait
    view.odds_now = added_up(view.odds, cells)


@kernel
def added_up(odds, cells):
    """Return the logarithm of the odds."""
    for h in range(CELLS):
        odds += OUT[h] * max(cells[h], 0.0)
    return min(max(odds, -SURE), SURE)


@separate_kernel
def odds_at(table, rules, view, at):
    """Return the logarithm of the odds to win as things stand at the start of a turn."""
    traits, there, cells = view.traits, view.tried_traits, view.tried_cells
    read(table, rules, view, at, there)
    odds = view.odds
    for h in range(CELLS):
        cells[h] = view.cells[h]
    width, count = view.width, 0
    for i in range(1, MOVING):  # listed first, without a branch
        more = there[i] - traits[i]
        view.changed[count] = i
        view.more[count] = more
        count += int(more != 0.0)
    for k in range(count):
        i, more = view.changed[k], view.more[k]
        odds += LINEAR[i] * more
        for h in range(width):
            cells[h] += HIDDEN[i, h] * more
    gone = view.now.effects & ~at.effects
    while gone != 0:
        i = EFFECTS + bit_lowest(gone)
        gone &= gone - 1
        odds -= LINEAR[i]
        for h in range(CELLS):
            cells[h] -= HIDDEN[i, h]
    return added_up(odds, cells)


@kernel
def settle(table, rules, view, at, lost=0.0):
    """Return the log odds where the prospects have changed."""
    at.hope = found(table, rules, view, at.nautilion, at.crew | at.mercenaries, 0) + lost
    return odds_at(table, rules, view, at)


@kernel
def read(table, rules, view, at, t):
    """Fill in what the chance to win is read from."""
    ahead_of_us = at.occupied & beyond(at.nautilion)
    own = 1.0 * bit_count(ahead_of_us)
    way = 1.0 * bit_count(at.occupied & before(at.phantom))
    missing = 9.0 - crew_size(at.crew)
    mages = 3.0 - crew_size(at.cabin_mages) if rules.mages != 0 else 0.0
    needed = missing + mages + at.heroic_left
    reserve = 1.0 * at.reserve
    pre = 1.0 * at.to_come
    held = at.crew | at.mercenaries
    opened = rules.open_spaces[held] & view.may_place
    t[0] = 1.0
    t[1] = missing
    t[2] = mages
    t[3] = at.heroic_left
    t[4] = 1.0 * (needed == 0.0)
    t[5] = reserve
    t[6] = min(reserve, 1.0)
    t[7] = min(reserve, 3.0)
    t[8] = way
    t[9] = own
    t[11] = pre
    t[12] = min(way, 4.0)
    t[13] = min(way, 9.0)
    t[14] = min(own, 4.0)
    t[18] = crew_size(at.mercenaries)
    t[19] = at.phantom_board
    t[28] = 1.0 * (crew_size(opened) if held != 0 else 9)
    t[29] = at.hope
    t[30] = exp(at.hope)
    t[32] = crew_size(at.cabin_crew)
    t[33] = at.reef
    t[34] = at.shield
    t[36] = mages * pre
    read_copies(rules, view, at, t)
    read_harpoons(rules, view, at, ahead_of_us, t)
    read_partners(table, rules, at, opened, ahead_of_us, t)


@kernel
def read_harpoons(rules, view, at, ahead_of_us, t):
    """Fill in what matters before the collision."""
    between, armed, lead = 0.0, 0.0, 0.0
    if at.to_come != 0:
        segment = ahead_of_us & before(at.phantom)
        between = 1.0 * bit_count(segment)
        armed = bit_count(segment & view.armed) + 2.0 * bit_count(segment & view.mercenaries)
        ours = rules.mercenary_harpoons * crew_size(at.mercenaries)
        lead = 1.0 * (ours + crew_size(at.crew & rules.armed_crew) - at.theirs)
    t[10] = between
    t[15] = lead
    t[16] = min(lead, 0.0)
    t[17] = armed


@kernel
def read_copies(rules, view, at, t):
    """Fill in how many numbers are missing with no copy ahead, one or two, and where else copies lie."""
    # Four bits for each number, as copies are packed; of these the lowest says yes or no.
    bits = at.ahead >> COPIES_BITS
    second, high = bits >> 1, (bits >> 2) | (bits >> 3)
    lacks = spread(s.FULL_CREW & ~at.crew)
    gone = lacks & ~(bits | second | high)
    none = 1.0 * bit_count(gone)
    one = 1.0 * bit_count(lacks & bits & ~(second | high))
    two = 1.0 * bit_count(lacks & second & ~(bits | high))
    behind, piled, blocked = 0, 0, 0.0
    back = at.occupied & before(at.nautilion)
    while gone != 0:
        i = lowest_bit(gone) // COPIES_BITS
        gone &= gone - 1
        behind += int((view.whereabouts.places[i] & back) != 0)
        piled += (view.pile >> i) & 1
    taken = at.mercenaries
    while taken != 0:
        i = lowest_bit(taken)
        taken &= taken - 1
        blocked += 1.0 / (1.0 + copies(at.ahead, i + 1))
    no_mage = 0.0
    if rules.mages != 0:
        for i in range(s.MAGE_KINDS):
            no_mage += (((at.cabin_mages >> i) & 1) == 0) * (copies(at.ahead, s.MAGE_A + i) == 0)
    t[20] = none
    t[21] = one
    t[22] = two
    t[23] = min(none, 1.0)
    t[24] = behind
    t[25] = piled
    t[26] = no_mage
    t[27] = blocked


@kernel
def spread(crew):
    """Return a crew mask with four bits for each number, the lowest of which is that of the mask."""
    crew = (crew | (crew << 24)) & 0x1000000FF
    crew = (crew | (crew << 12)) & 0x1000F000F
    crew = (crew | (crew << 6)) & 0x103030303
    return (crew | (crew << 3)) & 0x111111111


@kernel
def read_partners(table, rules, at, opened, ahead_of_us, t):
    """Fill in how many partnerships there are, and how many of the next tokens fit."""
    partners, fits = 0.0, opened << 1
    if rules.mages != 0:
        for i in range(s.MAGE_KINDS):
            partners += ((at.cabin_mages >> i) & 1) * ((at.cabin_crew >> (rules.mage_partners[i] - 1)) & 1)
        fits |= (s.ALL_MAGES & ~at.cabin_mages) << s.MAGE_A
    next_fit, left = 0.0, ahead_of_us
    for _ in range(SHOWN):
        kind = table.path[bit_lowest(left)]
        next_fit += ((fits >> kind) & 1) * (left != 0)
        left &= left - 1
    t[31] = partners
    t[35] = next_fit


@kernel
def read_fixed(table, rules, view, at, t):
    """Fill in what at most Heroic cards change within a turn."""
    t[37] = 1.0 * (rules.mages != 0)
    t[38] = 1.0 * (rules.mercenaries != 0)
    t[39] = 1.0 * (rules.reef_spacing > 0)
    t[40] = 1.0 * (rules.darkhouse_reds + rules.darkhouse_blues > 0)
    t[41] = 1.0 * (rules.players == 2)
    for effect in range(1, TRAITS - EFFECTS):
        t[EFFECTS + effect] = (at.effects >> effect) & 1


@kernel
def bit_lowest(places):
    """Return the lowest place of a set, 0 if it is empty."""
    return bit_count((places & -places) - 1) if places != 0 else 0
