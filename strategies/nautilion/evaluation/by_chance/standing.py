"""A position as far as the chance to win is read from it, and how tokens change it.

Moves are tried on copies.
"""

import numpy as np

from simkit.game import kernel
from simkit.games.nautilion import state as s
from simkit.games.nautilion.rules.board import group_of, lowest_number
from simkit.games.nautilion.rules.path import only
from simkit.games.nautilion.rules.tokens import bit, crew_size, is_crew, mage_bit
from simkit.strategies.nautilion.evaluation.copies import copies, one_copy
from simkit.strategies.nautilion.evaluation.reach import harpoons_of

STANDING = np.dtype(
    (
        np.record,
        [
            ("occupied", np.int64),  # the places of the path that hold a token
            ("nautilion", np.int64),  # where the figures stand
            ("phantom", np.int64),
            ("crew", np.int64),  # crew masks of what is aboard and in the cabin
            ("mercenaries", np.int64),
            ("cabin_crew", np.int64),
            ("cabin_mages", np.int64),
            ("reserve", np.int64),
            ("heroic_left", np.int64),  # revealed Heroic cards, and what they do: bit `effect` for each
            ("effects", np.int64),
            ("theirs", np.int64),  # the Phantom's harpoons, and the tokens on its board
            ("phantom_board", np.int64),
            ("to_come", np.int64),  # 1 before the collision, where there is one
            ("ahead", np.int64),  # copies of each kind ahead of the Nautilion, packed
            ("shield", np.int64),  # turns to come without discards
            ("reef", np.float64),  # the chance that a reef holds the Nautilion next turn
            ("hope", np.float64),  # logarithm of the chance to find what is missing (`prospects`)
        ],
    ),
    align=True,
)
"""Room for a position: ``at = scratch(STANDING)``, then `copy_standing`."""


@kernel
def copy_standing(one, other):
    """Copy how things stand, to try something on the copy."""
    other.occupied, other.nautilion, other.phantom = one.occupied, one.nautilion, one.phantom
    other.crew, other.mercenaries = one.crew, one.mercenaries
    other.cabin_crew, other.cabin_mages = one.cabin_crew, one.cabin_mages
    other.reserve, other.heroic_left, other.effects = one.reserve, one.heroic_left, one.effects
    other.theirs, other.phantom_board, other.to_come = one.theirs, one.phantom_board, one.to_come
    other.ahead, other.shield, other.reef, other.hope = one.ahead, one.shield, one.reef, one.hope


@kernel
def board(at, kind, space):
    """Put a token on the board."""
    if is_crew(kind):
        at.crew |= bit(kind)
    else:
        at.mercenaries |= bit(space)


@kernel
def into_cabin(at, kind):
    """Put a token into the cabin."""
    if is_crew(kind):
        at.cabin_crew |= bit(kind)
    else:
        at.cabin_mages |= mage_bit(kind)


@kernel
def leave(at, space):
    """Empty a space of the board."""
    at.crew &= ~bit(space)
    at.mercenaries &= ~bit(space)


@kernel
def remove(table, at, place):
    """Remove the token of a place."""
    if place > at.nautilion:
        at.ahead -= one_copy(table.path[place])
    at.occupied &= ~only(place)


@kernel
def keep_largest(at, rules):
    """Keep the largest group of a crew that is split."""
    left, best = at.crew, 0
    while left != 0:
        group = group_of(left, rules, lowest_number(left))
        if crew_size(group) > crew_size(best):
            best = group
        left &= ~group
    at.crew = best


@kernel
def phantom_gets(rules, at, kind):
    """Give the Phantom a token, for its board or the discard pile; a mercenary may cost a reserve token."""
    if rules.mercenaries == 0:
        return
    if at.to_come != 0:
        if at.phantom_board < rules.phantom_capacity and ((rules.armed_kinds >> kind) & 1):
            at.phantom_board += 1
            at.theirs += harpoons_of(rules, kind)
    elif kind == s.MERCENARY and at.reserve > 0:
        at.reserve -= 1


@kernel
def space_for_mercenary(rules, at, held):
    """Return the space where a mercenary is least in the way."""
    spaces, best, most = rules.open_spaces[held], 0, -1.0e9
    while spaces != 0:
        space = lowest_number(spaces)
        spaces &= spaces - 1
        worth = 4.0 * min(copies(at.ahead, space), 3) + crew_size(rules.open_spaces[held | bit(space)])
        if worth > most:
            best, most = space, worth
    return best


@kernel
def nothing_left_to_do(rules, at):
    """Return True if reaching the Abyss wins."""
    complete = (at.crew == s.FULL_CREW) & (at.heroic_left == 0)
    return complete & ((rules.mages == 0) | (at.cabin_mages == s.ALL_MAGES))
