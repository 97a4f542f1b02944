"""Random settings of all knobs, and what always holds of a state."""

from __future__ import annotations

from random import Random
from typing import Any

from pydantic import ValidationError

from simkit.games.nautilus_2002.knobs import FIRST_WORDS, UNCLAIMED_WORDS, Nautilus2002Knobs

RANGES: dict[str, tuple[int, int]] = {
    "start_money": (0, 90),
    "researchers": (1, 15),
    "submarines": (1, 3),
    "stock_green": (0, 10),
    "stock_blue": (0, 10),
    "stock_research": (0, 4),
    "price_research": (0, 2),
    "price_researcher": (0, 2),
    "residential_cap": (1, 6),
    "stored_max": (1, 4),
    "walkers": (1, 3),
    "fee": (0, 3),
    "scan_cost": (0, 2),
    "speed_steps": (0, 9),
    "bonus_steps": (0, 9),
    "canyon_types": (0, 5),
    "chip_points": (0, 9),
    "chip_needs": (0, 4),
    "rise_points": (0, 5),
    "rise_cost": (0, 3),
    "cash_points": (0, 2),
    "extra_rounds": (0, 3),
    "round_cap": (5, 25),
}
TUPLES: dict[str, tuple[int, int, int]] = {  # entries, least, most
    "build_cost": (4, 0, 5),
    "straight_mask": (4, 0, 15),
    "diagonal_mask": (4, 0, 15),
    "walk_steps": (3, 0, 9),
    "sub_steps": (3, 0, 9),
    "scan_range": (3, 0, 9),
    "looks": (3, 0, 9),
    "chest_value": (3, 0, 9),
    "recovery_cost": (3, 0, 3),
    "points": (5, 0, 5),
    "research_points": (5, 0, 9),
}
WORDS: dict[str, tuple[Any, ...]] = {
    "first_player": FIRST_WORDS[:3],
    "base_mode": ("fixed", "chance"),
    "discovery_layout": ("fixed", "random"),
    "atlantis_numbers": ("in_order", "dealt"),
    "unclaimed_counts": UNCLAIMED_WORDS,
    **dict.fromkeys(
        (
            "may_leave_unused",
            "cost_per_expansion",
            "half_covered_counts",
            "canyon_opens_for_all",
            "end_three",
            "end_all",
            "end_stagnation",
        ),
        (True, False),
    ),
}


def random_knobs(chance: Random) -> Nautilus2002Knobs:
    """Return knobs of which a third or so are not at their defaults."""
    chosen: dict[str, Any] = {"players": chance.randint(2, 4)}
    for name, (least, most) in RANGES.items():
        if chance.random() < 0.3:
            chosen[name] = chance.randint(least, most)
    for name, (entries, least, most) in TUPLES.items():
        if chance.random() < 0.3:
            chosen[name] = [chance.randint(least, most) for _ in range(entries)]
    for name, words in WORDS.items():
        if chance.random() < 0.3:
            chosen[name] = chance.choice(words)
    if "straight_mask" in chosen:  # the base is open somewhere, or nothing is ever built
        chosen["straight_mask"][0] |= 1
    try:
        return Nautilus2002Knobs(**chosen)
    except ValidationError as error:
        raise AssertionError(chosen) from error
