"""What every seat has, in words: what a reader of a replay needs to judge a move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from simkit.engine.base.rows import Record
from simkit.engine.contract.story import Drawn
from simkit.games.nautilus_2002.drawing import SEAT_COLOURS
from simkit.games.nautilus_2002.scoring import factor_of, points_of
from simkit.games.nautilus_2002.state import (
    FIRST_RESEARCH,
    MOST_SLOTS,
    PIECES,
    TYPES,
    holds,
    stored_researchers,
    stored_tile,
)
from simkit.games.nautilus_2002.telling import goal_in_words, name_of_station
from simkit.games.nautilus_2002.words import (
    KIND_NAMES,
    TYPE_NAMES,
    listed,
    name_discovery,
    name_square,
    name_submarine,
    plural,
    tile_with,
)


def standings(state: Record, rules: Record) -> list[str]:
    """Return the lines about all seats: money, pieces, goal card, work, submarines, discoveries."""
    return [line for seat in range(int(rules.players)) for line in _standing(state, rules, seat)]


def _standing(state: Record, rules: Record, seat: int) -> Iterator[str]:
    table, own = state.table, state.seats[seat]
    player = table.players[seat]
    submarines = int(rules.submarines) - int(player.afloat).bit_count()
    has = [
        f" has {plural(int(player.money), 'Nemo')}",
        f"in reserve {plural(int(player.reserve), 'researcher')} and {plural(submarines, 'submarine')}",
        *_labelled({"stored": _stored(player)}),
    ]
    yield Drawn([("    ", ""), (f"Seat {seat + 1}", f"bold {SEAT_COLOURS[seat]}"), ("; ".join(has), "")])
    goal = [f"goal card: {goal_in_words(rules, int(own.goal))}"]
    score = [f"so far factor {factor_of(table, rules, seat)} x {points_of(table, rules, seat)} points"]
    for parts in (
        _labelled({"waiting": _waiting(table, player), "at work": _at_work(table, seat)}),
        goal + score + _labelled({"recovered": _recovered(table, seat), "at sea": _at_sea(player)}),
        _labelled({"knows": _known(table, own)}),
    ):
        if parts:
            yield f"        {'; '.join(parts)}"


def _labelled(parts: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the parts that there are, each after its label."""
    return [f"{label}: {', '.join(words)}" for label, words in parts.items() if words]


def _stored(player: Record) -> list[str]:
    """Return the stations that are stored, with the researchers that wait on them."""
    return [
        tile_with(stored_tile(code), stored_researchers(code))
        for code in player.stored[: int(player.stored_count)]
    ]


def _waiting(table: Record, player: Record) -> list[str]:
    """Return the researchers in the base and in residential stations."""
    return [
        f"{player.researchers[number]} in {name_of_station(table.stations[number])}"
        for number in range(int(table.station_count))
        if player.researchers[number] and holds(table.homes, number)
    ]


def _at_work(table: Record, seat: int) -> list[str]:
    """Return each type with the places of its stations in operation, and whether its chip is held."""
    player, found = table.players[seat], []
    for kind in range(TYPES):
        places = [
            _place_at_work(station, seat, int(player.researchers[number]))
            for number, station in enumerate(table.stations[: int(table.station_count)])
            if station.tile == FIRST_RESEARCH + kind and player.researchers[number]
        ]
        if places:
            chip = " and its chip" if table.chips[kind] == seat else ""
            found.append(f"{TYPE_NAMES[kind]} at {listed(places)}{chip}")
    return found


def _place_at_work(station: Record, seat: int, researchers: int) -> str:
    """Return where a station lies in which a seat works, whose it is, and how many researchers if several."""
    owner = "" if station.owner == seat else f" of seat {station.owner + 1}"
    several = f" with {researchers} researchers" if researchers > 1 else ""
    return f"({station.x}, {station.y}){owner}{several}"


def _at_sea(player: Record) -> list[str]:
    return [
        f"{name_submarine(number)} at {name_square(int(square))}"
        for number, square in enumerate(player.submarines)
        if square >= 0
    ]


def _recovered(table: Record, seat: int) -> list[str]:
    """Return the discoveries recovered: how many of each kind, pieces of Atlantis by their numbers."""
    got = table.players[seat].got
    kinds = [
        name_discovery(kind) if got[kind] == 1 else f"{got[kind]} {name}"
        for kind, name in enumerate(KIND_NAMES)
        if got[kind]
    ]
    pieces = [str(number) for number in range(1, PIECES + 1) if table.ruins[number] == seat]
    if pieces:
        kinds.append(f"{'piece' if len(pieces) == 1 else 'pieces'} {listed(pieces)} of Atlantis")
    return kinds


def _known(table: Record, own: Record) -> list[str]:
    """Return what a seat has seen of the discoveries that still lie face down."""
    slots = int(table.slots) & ~int(table.face_up) & int(own.seen)
    return [
        f"{name_discovery(int(own.known[slot]))} at {name_square(int(table.slot_square[slot]))}"
        for slot in range(MOST_SLOTS)
        if slots >> slot & 1
    ]
