"""What is wrong with what the page sent, each line beside what it is about."""

from __future__ import annotations

import re
from collections.abc import Collection

from simkit.page.controls import Data

OF_A_RULE = re.compile(r"rules\.(\w+)")
OF_A_SEAT = re.compile(r"(?:strategies|seats)\[(\d+)\]")


def complaints(message: str, fields: Collection[str] = ()) -> list[Data]:
    """Return each line of a complaint with the rule, the seat, or the field of a card, that it is about."""
    found: list[Data] = []
    for line in message.split("\n"):
        place, _, rest = line.partition(": ")
        if place in fields:
            found.append({"rule": None, "seat": None, "field": place, "says": rest})
            continue
        rule, seat, every = OF_A_RULE.match(place), OF_A_SEAT.match(place), place.startswith("strategy")
        found.append(
            {
                "rule": rule[1] if rule else None,
                "seat": int(seat[1]) if seat else 0 if every else None,
                "says": rest if rule or seat or every else line,
            }
        )
    return found
