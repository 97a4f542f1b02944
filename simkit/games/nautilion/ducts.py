"""Air ducts of a board, as look-up tables over crew masks."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from simkit.games.nautilion.rules.state import CREW_NUMBERS, FULL_CREW


@lru_cache(maxsize=64)
def duct_tables(
    ducts: tuple[tuple[int, int], ...],
) -> tuple[npt.NDArray[np.int32], ...]:
    """Return the tables that compiled code looks up about a board.

    Parameters
    ----------
    ducts : tuple of (int, int)
        Pairs of crew numbers.

    Returns
    -------
    open_spaces : int32 array, shape (512,)
        For each crew mask the mask of the numbers that may be placed: those not aboard that a duct joins to
        one that is; all of them while nobody is.
    one_group : int32 array, shape (512,)
        For each crew mask 1 if its numbers are one group (nobody at all is one group).
    free_to_leave : int32 array, shape (512,)
        For each crew mask the mask of those of its numbers without which the others are one group.
    uniting : int32 array, shape (512,)
        For each crew mask the mask of the numbers not in it with any of which it is one group.
    """
    joined = np.zeros(2**CREW_NUMBERS, dtype=np.int32)  # by crew mask: the numbers joined to any of them
    for a, b in ducts:
        for number, other in ((a, b), (b, a)):
            joined[1 << (number - 1)] |= 1 << (other - 1)
    one_group = np.zeros(2**CREW_NUMBERS, dtype=np.int32)
    for crew in range(2**CREW_NUMBERS):
        lowest = crew & -crew
        joined[crew] = joined[lowest] | joined[crew ^ lowest]
        group, grown = 0, lowest
        while grown != group:
            group, grown = grown, grown | (int(joined[grown]) & crew)
        one_group[crew] = group == crew
    open_spaces = np.bitwise_and(joined, ~np.arange(2**CREW_NUMBERS, dtype=np.int32), dtype=np.int32)
    open_spaces[0] = FULL_CREW
    free_to_leave = np.zeros(2**CREW_NUMBERS, dtype=np.int32)
    uniting = np.zeros(2**CREW_NUMBERS, dtype=np.int32)
    for crew in range(2**CREW_NUMBERS):
        for space in (1 << i for i in range(CREW_NUMBERS)):
            if one_group[crew ^ space]:
                (free_to_leave if crew & space else uniting)[crew] |= space
    tables = open_spaces, one_group, free_to_leave, uniting
    for table in tables:
        table.flags.writeable = False
    return tables
