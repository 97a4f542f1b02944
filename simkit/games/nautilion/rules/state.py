"""The tokens of the path: crew 1 to 9, mages A, B and C, mercenaries."""

from simkit.compile.bits import bit_count
from simkit.compile.kernel import kernel

CREW_NUMBERS = 9
MAGE_A = 10
MAGE_C = 12
MERCENARY = 13
TOKEN_KINDS = 14
"""Kinds of token, 0 meaning none: 1 to 9 are crew tokens by number, 10 to 12 mages, 13 a mercenary."""

FULL_CREW = 0b111_111_111
"""The crew as a bit mask: bit ``number - 1`` for each number aboard."""

MAGE_KINDS = 3

ALL_MAGES = 0b111
"""The mages as a bit mask: bit 0 for A, 1 for B, 2 for C."""


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
