"""Room for what a decision works with: a record on the stack, which costs no time to get or to give back."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import debuginfo
from numba.extending import lower_builtin, type_callable

WORD = 64
"""Bits to which the record is aligned."""


def scratch(dtype):
    """Return a record of a dtype, which compiled code must know as a global constant.

    It lasts until the kernel that asked for it returns: it may be handed down, not returned.  What stands
    in it at first is anything (zeros if called from Python): write before you read.
    """
    return np.zeros(1, dtype).view(np.recarray)[0]


@type_callable(scratch)
def _type_of_scratch(context):
    def type_of(dtype):
        return dtype.dtype if isinstance(dtype, types.DType) else None

    return type_of


@lower_builtin(scratch, types.DType)
def _compiled_scratch(context, builder, signature, arguments):
    record = signature.return_type
    words = ir.ArrayType(ir.IntType(WORD), -(-record.size * 8 // WORD))
    # Not by Numba's `alloca_once`, which fills what it allots with zeros, at every call.
    with debuginfo.suspend_emission(builder), builder.goto_entry_block():
        room = builder.alloca(words)
    return builder.bitcast(room, context.get_value_type(record))
