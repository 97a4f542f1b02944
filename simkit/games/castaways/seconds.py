"""How long each kind of decision takes at the table: estimates, in seconds, not measured.

An experiment can set its own (`seconds`).
"""

from __future__ import annotations

SECONDS = {
    "choose_ability": 20,
    "no_gift": 3,
    "gift": 8,
    "no_white": 3,
    "white_card": 8,
    "white_action": 8,
    "place": 20,
    "take_remain": 6,
    "one_card_only": 4,
    "pay_for_second": 5,
    "declare_energy": 8,
    "choose_site": 10,
    "state_energy": 6,
    "feed": 4,
    "explore_deck": 8,
    "resolve_pending": 12,
    "return": 5,
    "leave_or_resolve": 8,
    "join": 4,
    "keep_no_tile": 3,
    "keep_tile": 4,
    "eat": 3,
    "give_food": 6,
    "pass": 3,
    "keep_or_eat": 4,
    "this_or_next_turn": 5,
    "inherit": 5,
    "pay_energy": 6,
    "hand_over": 8,
    "lose_object": 6,
    "cover_card": 6,
    "keep_fish": 4,
    "option": 10,
    "vote": 8,
    "whom": 6,
    "again": 5,
}
"""Kind of move -> seconds to decide for it and to carry it out."""
