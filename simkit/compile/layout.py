"""Reads a record's bytes under other field names."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import lower_builtin, type_callable


def by_name(record: Any, layout: Any) -> Any:
    """Return a view of a record under another layout, which must be a global constant in compiled code.

    Nothing is copied, so this costs no time.
    """
    return record.view((np.record, layout))


@type_callable(by_name)
def _type_of_by_name(context: Any) -> Any:
    def type_of(record: Any, layout: Any) -> Any:
        return layout.dtype if isinstance(layout, types.DType) else None

    return type_of


@lower_builtin(by_name, types.Record, types.DType)
def _compiled_by_name(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.bitcast(arguments[0], context.get_value_type(signature.return_type))
