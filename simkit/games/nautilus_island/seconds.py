"""How long each kind of decision takes at the table: estimates, in seconds, not measured.

An experiment can set its own (`seconds`).
"""

from __future__ import annotations

SECONDS = {
    "enter": 12,
    "collect": 8,
    "store": 8,
    "pass": 4,
    "pick": 8,
    "leave_open": 4,
    "close": 6,
}
"""Kind of move -> seconds to decide for it and to carry it out."""
