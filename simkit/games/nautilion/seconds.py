"""How long each kind of decision takes at the table: estimates, in seconds, not measured.

An experiment can set its own (`seconds`).
"""

from __future__ import annotations

SECONDS = {
    "stop": 4,
    "whirlwind": 10,
    "tide": 10,
    "translation": 10,
    "choose_place": 15,
    "give_dice": 25,
    "discard_reserve": 4,
    "discard_crew": 8,
    "discard_cabin": 6,
    "take_aboard": 4,
    "take_cabin": 4,
    "take_reserve": 4,
    "reroll": 8,
    "play_heroic": 15,
    "buy": 12,
    "prize_reserve": 6,
    "prize_aboard": 6,
    "keep_group": 8,
    "choose_kind": 8,
    "choose_figure": 6,
    "set_die": 6,
    "card_out": 6,
}
"""Kind of move -> seconds to decide for it and to carry it out."""
