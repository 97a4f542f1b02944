"""Reads texts of JSON, of which anybody may have written any."""

from __future__ import annotations

import json
from typing import Any


def json_value(text: str) -> Any:
    """Return what a text of JSON says.

    Raises
    ------
    ValueError
        Whatever is wrong with it: `json.JSONDecodeError`, which says where, or one of Python's limits.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except ValueError:
        raise ValueError("a number has too many digits") from None
