"""Working space for one decision: a record on the stack, which costs no time to allocate or to free."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import debuginfo
from numba.extending import lower_builtin, type_callable

WORD = 64
"""Alignment of the record, in bits."""


def scratch(dtype):
    """Return a new record of a dtype, which must be a global constant in compiled code.

    It exists until the kernel that asked for it returns: pass it to other kernels, but do not return it.  Its
    first contents are arbitrary (zeros if called from Python): write before you read.
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
