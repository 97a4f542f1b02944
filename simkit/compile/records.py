"""Records in compiled code: read-only ones, working space, and the same bytes under other names.

`read_only` changes a record's type and nothing else: at run time it is the same address.  Code that would
write to it, to an array or a record inside it, or to a view of these, doesn't compile.
"""

from __future__ import annotations

from typing import Any

import numpy as np

WRITES = "it writes to what it may only read"
"""What an error says, for `simkit.compile.errors` to find."""


def read_only(record: Any) -> Any:
    """Return a record that compiled code can only read; in plain Python, the record unchanged."""
    return record


def scratch(dtype):
    """Return a new record of a dtype, which must be a global constant in compiled code.

    It exists until the kernel that asked for it returns: pass it to other kernels, but do not return it.  Its
    first contents are arbitrary (zeros if called from Python): write before you read.

    Parameters
    ----------
    dtype : numpy.dtype
        Its layout, such as `pile_dtype` returns.

    Returns
    -------
    record
        Room that is given back when the kernel returns.
    """
    return np.zeros(1, dtype).view(np.recarray)[0]


def by_name(record: Any, layout: Any) -> Any:
    """Return a view of a record under another layout, which must be a global constant in compiled code.

    Nothing is copied, so this costs no time.
    """
    return record.view((np.record, layout))
