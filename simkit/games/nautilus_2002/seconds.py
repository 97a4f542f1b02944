"""How long each kind of decision takes at the table: estimates, in seconds, not measured.

An experiment can set its own (`seconds`).
"""

from __future__ import annotations

SECONDS = {
    "buy_nothing": 6,
    "buy_residential": 15,
    "buy_research": 15,
    "do_not_build": 4,
    "start_building": 10,
    "stop_building": 4,
    "place_station": 20,
    "stop_walking": 4,
    "walk_to": 10,
    "stop_launching": 4,
    "launch_from": 10,
    "stop_scanning": 4,
    "scan_with": 10,
    "stop_diving": 4,
    "dive_to": 12,
    "stay_out": 5,
    "come_into": 8,
    "no_speed": 4,
    "speed_to": 10,
    "no_bonus": 4,
    "bonus_walk": 8,
    "no_look": 3,
    "look_at": 6,
    "raise_tiles": 10,
}
"""Kind of move -> seconds to decide for it and to carry it out."""
