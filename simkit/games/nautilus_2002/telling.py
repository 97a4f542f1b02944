"""Makes sentences of what happens in a move: stations by where they lie, and the money that is left."""

from __future__ import annotations

import re
from collections.abc import Iterator

from simkit.engine.base.rows import Record
from simkit.engine.contract.story import Declared, Events, Story
from simkit.games.nautilus_2002 import events
from simkit.games.nautilus_2002.state import BASE
from simkit.games.nautilus_2002.words import (
    KIND_NAMES,
    TILE_NAMES,
    listed,
    name_discovery,
    name_square,
    name_station,
    name_submarine,
    plural,
)
from simkit.words import NOBODY

PAYING = (
    events.BOUGHT,
    events.BUILDING_PAID,
    events.FEE_PAID,
    events.SCANNED,
    events.RECOVERED,
    events.CHEST_FOUND,
    events.RAISED,
)
"""Events that change a seat's money; the seat is their first number, and each comes once in a move."""

STATION = re.compile(r"\bstation (\d+)\b")


def name_of_station(station: Record) -> str:
    """Return a station's name: what it is, whose, and where: "Training of seat 2 at (11, 7)"."""
    if station.tile == BASE:
        return name_station(0)
    owner = f" of seat {station.owner + 1}" if station.owner != NOBODY else ""
    return f"{TILE_NAMES[int(station.tile)]}{owner} at ({station.x}, {station.y})"


def with_places(words: str, table: Record) -> str:
    """Return words with the names of stations in place of their numbers."""
    return STATION.sub(lambda found: name_of_station(table.stations[int(found[1])]), words)


def goal_in_words(rules: Record, card: int) -> str:
    """Return the kinds on a special goal card: "snails and crabs"."""
    return listed([KIND_NAMES[kind] for kind in dict.fromkeys(map(int, rules.goal_kinds[card]))])


def _submarine_at(table: Record, seat: int, square: int) -> str:
    """Return the name of a seat's submarine on a square."""
    return name_submarine(table.players[seat].submarines.tolist().index(square))


def tell_events(story: Story, game: Declared, state: Record, rules: Record, log: Events) -> Iterator[str]:
    """Yield a sentence for each event of a move, but one for all that a scan shows."""
    seen: list[str] = []
    for i, event in enumerate(log):
        if event["kind"] == events.SEEN:
            seen.append(f"{name_discovery(int(event['b']))} at {name_square(int(event['c']))}")
            if i + 1 == len(log) or log[i + 1]["kind"] != events.SEEN:
                yield f"    It sees {listed(seen)}."
            continue
        said = with_places(story.sentence(game, event), state.table)
        if event["kind"] in (events.LAUNCHED, events.DIVED):
            said = said.replace("a submarine", _submarine_at(state.table, int(event["a"]), int(event["c"])))
        if event["kind"] == events.RAISED:
            card = int(state.seats[int(event["a"])].goal)
            said = said.replace("the goal's tiles", f"its goal's tiles, {goal_in_words(rules, card)}")
        if event["kind"] in PAYING:
            left = plural(int(state.table.players[int(event["a"])].money), "Nemo")
            said = f"{said.removesuffix('.')} ({left} left)."
        yield said
