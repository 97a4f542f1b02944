"""The odds to win, read from a position at the end of a turn: what is still needed, and what time is left.

A position is read as some numbers, its traits (`traits`).  Their sum would not do: a token of the crew less
costs little while the Phantom is far, and the game when it is near.  So they are added up in several ways
(the cells), each of which counts only where it is above zero.  The numbers are a mind (`mind`): those with
which this says best which of many games were won.

All odds are logarithms: 0 is an even chance.
"""

from math import exp

import numpy as np

from simkit.game import kernel, separate_kernel
from simkit.games.nautilion import state as s
from simkit.games.nautilion.rules.board import spaces_held
from simkit.games.nautilion.rules.heroic_actions import crew_in_pile
from simkit.games.nautilion.rules.mercenaries import collision_to_come, phantom_harpoons
from simkit.strategies.nautilion.evaluation.by_chance.mind import CELLS
from simkit.strategies.nautilion.evaluation.by_chance.standing import STANDING
from simkit.strategies.nautilion.evaluation.by_chance.traits import (
    COUNT,
    EFFECTS,
    MOVING,
    TRAITS,
    lowest_place,
    read,
    read_fixed,
)
from simkit.strategies.nautilion.evaluation.copies import copies_ahead
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
            ("traits", TRAITS),
            ("cells", np.float64, (CELLS,)),
            ("odds", np.float64),
            ("tried_traits", TRAITS),
            ("tried_cells", np.float64, (CELLS,)),
            ("changed", np.int64, (COUNT,)),  # the traits that differ, and by how much
            ("more", np.float64, (COUNT,)),
            ("width", np.int64),  # CELLS; read from here, so that a loop over cells is done side by side
        ],
    ),
    align=True,
)
"""Room for a view: ``view = scratch(VIEW)``, then `survey` and `prepare`."""

SURE = 11.0
"""No position is taken for surer than this, won or lost."""

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
    """Fill in how things stand, except the odds (`prepare`)."""
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


@kernel
def found(table, rules, view, place, held, without):
    """Return the logarithm of the chance to find what is missing ahead of a place."""
    walk = Walk(0.9, 0.5)  # as it was when the numbers were fitted
    at = place, held
    return prospects(table, rules, walk, view.whereabouts, at, without)


@kernel
def prepare(table, rules, mind, view):
    """Work out what all traits contribute as things stand; `odds_at` adds what differs."""
    read(table, rules, view, view.now, view.traits)
    read_fixed(rules, view.now, view.traits)
    traits, cells = view.traits.numbers, view.cells
    view.odds = 0.0
    for h in range(CELLS):
        cells[h] = 0.0
    width = view.width
    for i in range(COUNT):
        trait = traits[i]
        if trait != 0.0:
            view.odds += mind.odds[i] * trait
            for h in range(width):
                cells[h] += mind.cells[i, h] * trait
    view.odds_now = added_up(mind, view.odds, cells)


@kernel
def added_up(mind, odds, cells):
    """Return the logarithm of the odds."""
    for h in range(CELLS):
        odds += mind.cell_odds[h] * max(cells[h], 0.0)
    return min(max(odds, -SURE), SURE)


@separate_kernel
def odds_at(table, rules, mind, view, at):
    """Return the logarithm of the odds to win as things stand at the start of a turn."""
    read(table, rules, view, at, view.tried_traits)
    traits, there, cells = view.traits.numbers, view.tried_traits.numbers, view.tried_cells
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
        odds += mind.odds[i] * more
        for h in range(width):
            cells[h] += mind.cells[i, h] * more
    gone = view.now.effects & ~at.effects
    while gone != 0:
        i = EFFECTS + lowest_place(gone)
        gone &= gone - 1
        odds -= mind.odds[i]
        for h in range(CELLS):
            cells[h] -= mind.cells[i, h]
    return added_up(mind, odds, cells)


@kernel
def settle(table, rules, mind, view, at, lost=0.0):
    """Return the log odds where the prospects have changed."""
    at.hope = found(table, rules, view, at.nautilion, at.crew | at.mercenaries, 0) + lost
    return odds_at(table, rules, mind, view, at)
