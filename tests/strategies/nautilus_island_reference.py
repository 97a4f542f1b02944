"""The reference policy of Nautilus Island once more, in plain Python and as directly as it can be said."""

from __future__ import annotations

from typing import Any

from simkit.games.nautilus_island import state as s
from simkit.games.nautilus_island.kinds import Move


def counts(packed: int) -> list[int]:
    return [int(packed) >> 4 * thing & 15 for thing in range(6)]


class View:
    """What the castaway at turn sees, as lists."""

    def __init__(self, state: Any, rules: Any) -> None:
        table, self.seat = state.table, int(state.seat)
        self.table, self.rules = table, rules
        self.own = table.castaways[self.seat]
        self.hand = [counts(packed) for packed in state.seats[self.seat].hand]
        self.h = [sum(hand) for hand in self.hand]
        self.s = [int(size) for size in self.own.set_size]
        self.open = [colour for colour in range(5) if not int(self.own.closed) >> colour & 1]
        self.width = [int(w) for w in rules.width]
        self.last = bool(table.final)
        # At the action the columns that were legal at the beginning of the turn are asked for again.
        self.columns = [c for c in range(rules.column_count) if int(table.legal) >> c & 1]

    def value(self, size: int) -> int:
        """Return the points of the top porthole of a size, 0 if there is none."""
        for pile in range(self.rules.pile_count):
            if self.rules.pile_sizes[pile] == size and self.table.portholes_left[pile]:
                taken = self.rules.pile_tokens[pile] - self.table.portholes_left[pile]
                return int(self.rules.porthole_values[6 * pile + taken])
        return 0

    def wanted(self, column: int) -> int:
        first = int(self.rules.first_stack[column])
        tops = [int(top) for top in self.table.tops[first : first + self.width[column]] if top >= 0]
        begun = {c for c in self.open if self.h[c] + self.s[c] > 0}
        return sum(top // 8 == s.TREASURES or top // 8 in begun for top in tops)


def turn_once_more(view: View) -> tuple[int, int | None, int]:
    """Return the column, and the colour (None: collect) and number of cards to store."""
    closing = [
        (-view.value(view.s[colour] + k), k, column, colour)
        for column in view.columns
        for colour in view.open
        for k in range(1, min(view.width[column], view.h[colour]) + 1)
        if view.value(view.s[colour] + k) >= (1 if view.last else 8)
    ]
    if closing:
        _, k, column, colour = min(closing)
        return column, colour, k
    cards = sum(view.h[colour] for colour in view.open)
    if cards >= 5 or (view.last and cards):
        colour = max(
            (colour for colour in view.open if view.h[colour]), key=lambda c: (view.h[c] + view.s[c], -c)
        )
        widest = max(view.width[column] for column in view.columns)
        missing = 6 - view.s[colour]
        k = min(view.h[colour], widest, missing if missing > 0 else widest)
        column = min((c for c in view.columns if view.width[c] >= k), key=lambda c: (view.width[c], c))
        return column, colour, k
    full = [column for column in view.columns if view.table.height[column]]
    if full:
        return max(full, key=lambda c: (view.wanted(c), view.width[c], -c)), None, 0
    return view.columns[0], None, 0


def reference_once_more(state: Any, rules: Any) -> dict[str, int]:
    """Return the move that the reference policy makes."""
    view = View(state, rules)
    step = int(state.table.step)
    colour = int(state.table.store_colour)
    if step == s.EXPLORE:
        return {"kind": Move.ENTER, "column": turn_once_more(view)[0]}
    if step == s.ACT:
        # Others than the reference may stand in another column: it then looks for its action anyway.
        _, chosen, k = turn_once_more(view)
        return (
            {"kind": Move.COLLECT} if chosen is None else {"kind": Move.STORE, "colour": chosen, "count": k}
        )
    if step == s.PICK_OBJECTS:
        return {"kind": Move.PICK, "objects": pick(view, colour, int(state.table.store_count))}
    closes = view.value(view.s[colour]) >= (1 if view.last else 8)
    return {"kind": Move.CLOSE if closes else Move.LEAVE_OPEN}


def pick(view: View, colour: int, wanted: int) -> int:
    hand = list(view.hand[colour])
    laid = counts(view.own.set_cards[colour])
    picked = 0
    for _ in range(wanted):
        thing = max((t for t in range(6) if hand[t]), key=lambda t: (view.hand[colour][t] + laid[t], -t))
        hand[thing] -= 1
        picked += 1 << 4 * thing
    return picked
