"""Counts and finds bits in masks of up to 64 bits, with one processor instruction each.

Called from Python these are plain functions; compiled code uses the instruction.
"""

import numpy as np
from numba.cpython.unsafe.numbers import leading_zeros, trailing_zeros
from numba.extending import intrinsic, overload

WIDTH = 64


def bit_count(mask):
    """Return the number of bits set in a mask (0 <= mask)."""
    return int(mask).bit_count()


def lowest_bit(mask):
    """Return the index of the lowest bit that is set (0 < mask)."""
    return (int(mask) & -int(mask)).bit_length() - 1


def highest_bit(mask):
    """Return the index of the highest bit that is set (0 < mask)."""
    return int(mask).bit_length() - 1


@intrinsic
def _population(typing_context, mask):
    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return mask(mask), generate


@overload(bit_count)
def _compiled_bit_count(mask):
    return lambda mask: np.int64(_population(np.int64(mask)))


@overload(lowest_bit)
def _compiled_lowest_bit(mask):
    return lambda mask: np.int64(trailing_zeros(np.int64(mask)))


@overload(highest_bit)
def _compiled_highest_bit(mask):
    return lambda mask: WIDTH - 1 - np.int64(leading_zeros(np.int64(mask)))
