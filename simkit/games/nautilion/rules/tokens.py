"""Kinds of token, masks of crew and mages, and lists of moves that name a token."""

from simkit.game import bit_count, kernel, lowest_bit
from simkit.games.nautilion.state import CREW_NUMBERS, MAGE_A, MAGE_C


@kernel
def bit(number):
    """Return the crew mask of one number."""
    return 1 << (number - 1)


@kernel
def mage_bit(kind):
    """Return the mage mask of one mage."""
    return 1 << (kind - MAGE_A)


@kernel
def is_crew(kind):
    """Return True for a crew token."""
    return kind <= CREW_NUMBERS


@kernel
def is_mage(kind):
    """Return True for a mage."""
    return MAGE_A <= kind <= MAGE_C


@kernel
def crew_size(crew):
    """Return the number of crew in a crew mask (or of mages in a mage mask)."""
    return bit_count(crew)


@kernel
def list_numbers(moves, count, kind, numbers):
    """List, after `count` moves, one of a kind for each number in `numbers`; return the new count."""
    while numbers != 0:
        moves[count].kind = kind
        moves[count].number = lowest_bit(numbers)
        count += 1
        numbers &= numbers - 1
    return count
