"""The Nautilion's board: air ducts, and the rule that the crew stays one group.

A mercenary on a space counts for the ducts, and keeps the space's own number out (ruling R6).
"""

from simkit.game import kernel, lowest_bit
from simkit.games.nautilion.rules.tokens import bit


@kernel
def spaces_held(table):
    """Return the spaces of the board that hold a token, as a crew mask."""
    return table.crew | table.mercenaries


@kernel
def numbers_open(table, rules):
    """Return the crew that may be placed: its space is empty, joined to the crew, on the player's Admiral."""
    return rules.open_spaces[spaces_held(table)] & table.may_place


@kernel
def may_go_aboard(table, rules, number):
    """Return True if crew token `number` may be placed on the board now."""
    return (numbers_open(table, rules) & bit(number)) != 0


@kernel
def free_to_leave(table, rules):
    """Return the spaces whose token may leave, the others staying one group."""
    return rules.free_to_leave[spaces_held(table)]


@kernel
def group_of(crew, rules, number):
    """Return the part of a crew that is joined to `number`, as a crew mask."""
    group = bit(number)
    grown = group | (rules.open_spaces[group] & crew)
    while grown != group:
        group = grown
        grown = group | (rules.open_spaces[group] & crew)
    return group


@kernel
def place_aboard(table, number, seat):
    """Put a crew token on its space."""
    table.crew |= bit(number)
    table.placed[seat] += 1


@kernel
def lowest_number(crew):
    """Return the lowest number of a crew mask that is not empty."""
    return lowest_bit(crew) + 1
