"""A strategy's parameters by their names: the numbers of its row, seen as a record that has fields."""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import types
from numba.extending import lower_builtin, type_callable

from simkit.engine.game import PARAMETERS

_TAKEN = frozenset(dir(np.record))
"""Names by which plain Python finds something of NumPy's own in a record, and not a field."""


def parameter_layout(names: Sequence[str]) -> np.dtype[np.void]:
    """Return the layout in which each number of a row of `PARAMETERS` has a name.

    Strategies whose parameters have the same names in the same order share one layout, and with it all
    compiled code that reads them.
    """
    size = np.dtype(np.float64).itemsize
    return np.dtype(
        {
            "names": list(names),
            "formats": [np.float64] * len(names),
            "offsets": [size * place for place in range(len(names))],
            "itemsize": PARAMETERS.itemsize,
        },
        align=True,
    )


def wrong_name(name: str) -> str | None:
    """Return why ``parameters.<name>`` can't be written, or None if it can."""
    if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
        return "a name is one word of letters, digits and _, a letter first, and no word of Python's own"
    if name in _TAKEN:
        return "NumPy's records have something of that name; choose another"
    return None


def by_name(row: Any, layout: Any) -> Any:
    """Return a row of `PARAMETERS` as a record of a layout, which compiled code knows as a constant.

    The numbers stay where they are: this costs nothing.
    """
    return row.view((np.record, layout))


@type_callable(by_name)
def _type_of_by_name(context: Any) -> Any:
    def type_of(row: Any, layout: Any) -> Any:
        return layout.dtype if isinstance(layout, types.DType) else None

    return type_of


@lower_builtin(by_name, types.Record, types.DType)  # type: ignore[no-untyped-call, untyped-decorator]
def _compiled_by_name(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.bitcast(arguments[0], context.get_value_type(signature.return_type))
