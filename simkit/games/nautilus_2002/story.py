"""Tells a game of Nautilus in sentences, with the board and what everybody has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from simkit.game import (
    NOBODY,
    Declared,
    Drawn,
    Events,
    Record,
    Rows,
    Story,
    ending_of,
    listed,
    plural,
    points,
    winners,
)
from simkit.games.nautilus_2002.drawing import LEGEND, SEAT_COLOURS, draw_board
from simkit.games.nautilus_2002.kinds import (
    KIND_NAMES,
    TILE_NAMES,
    TYPE_NAMES,
    Event,
    name_discovery,
    name_square,
    name_station,
    name_submarine,
    tile_with,
)
from simkit.games.nautilus_2002.rules.scoring import factor_of, points_of
from simkit.games.nautilus_2002.state import (
    BASE,
    FIRST_RESEARCH,
    MOST_SLOTS,
    PIECES,
    TYPES,
    holds,
    stored_researchers,
    stored_tile,
)


class Nautilus2002Story(Story):
    """The story of a game of Nautilus."""

    def begin(self, game: Declared, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the set-up."""
        base = game_state.table.stations[0]
        return [
            f"{rules.players} players with {plural(rules.money_at_start, 'Nemo')} each; the base lies at "
            f"({base.x}, {base.y}).",
            *LEGEND,
            *self.tell(game, game_state, rules, log),
        ]

    def tell(self, game: Declared, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the move just made; every round begins with what everybody has."""
        sentences: list[str] = []
        begun = [place for place, event in enumerate(log) if event["kind"] == Event.ROUND_BEGUN]
        first = begun[0] if begun else len(log)
        sentences += tell_events(self, game, game_state, rules, log[:first])
        if begun:
            sentences += ["", self.sentence(game, log[first]), *draw_board(game_state, rules)]
            sentences += standings(game_state, rules)
            sentences += tell_events(self, game, game_state, rules, log[first + 1 :])
        return sentences

    def look(self, game: Declared, game_state: Record, rules: Record, seat: int) -> list[str]:
        """Return the board, and what everybody has."""
        return [*LEGEND, *draw_board(game_state, rules), *standings(game_state, rules)]

    def describe(self, game: Declared, game_state: Record, move: Record) -> str:
        """Return one legal move in words, with the places of stations."""
        return with_places(super().describe(game, game_state, move), game_state.table)

    def end(
        self, game: Declared, game_state: Record, rules: Record, row: Record, seat_rows: Rows
    ) -> list[str]:
        """Return the sentences about how the game ended."""
        ends = {
            "atlantis_three": "Pieces 13, 14 and 15 of Atlantis are out, and the game is over.",
            "atlantis_all": "All pieces of Atlantis are out.",
            "stagnation": "Nobody bought, built or recovered anything in this round.",
            "round_cap": "The round cap is reached.",
            "decision_cap": "The game is stopped at the decision cap.",
        }
        return [
            *draw_board(game_state, rules),
            *standings(game_state, rules),
            ends[ending_of(game.columns, row)],
            *(_score(rules, seat, row) for seat, row in enumerate(seat_rows, 1)),
            f"{winners(game, seat_rows)} {points(game, seat_rows)} {plural(row.rounds, 'round')}.",
        ]


def _score(rules: Record, seat: int, own: Record) -> str:
    raised = int(own.rises) * int(rules.rise_points)
    tiles = int(own.points) - raised - int(own.award)
    parts = (
        f"discoveries {tiles}, goal of {goal_in_words(rules, int(own.goal))} {raised}, Atlantis {own.award}"
    )
    money = plural(int(own.cash), "Nemo")
    if rules.cash_points != 1:
        money += f" at {plural(int(rules.cash_points), 'point')}"
    return f"Seat {seat}: factor {own.factor} x {own.points} points ({parts}) + {money} = {own.score}."


PAYING = (
    Event.BOUGHT,
    Event.BUILDING_PAID,
    Event.FEE_PAID,
    Event.SCANNED,
    Event.RECOVERED,
    Event.CHEST_FOUND,
    Event.RAISED,
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
    return name_submarine(table.players[seat].submarines.tolist().index(square))


def tell_events(story: Story, game: Declared, state: Record, rules: Record, log: Events) -> Iterator[str]:
    """Yield a sentence for each event of a move, but a single one for all that a scan shows."""
    seen: list[str] = []
    for i, event in enumerate(log):
        if event["kind"] == Event.SEEN:
            _, discovery, square = event["numbers"].tolist()
            seen.append(f"{name_discovery(discovery)} at {name_square(square)}")
            if i + 1 == len(log) or log[i + 1]["kind"] != Event.SEEN:
                yield f"    It sees {listed(seen)}."
            continue
        said = with_places(story.sentence(game, event), state.table)
        if event["kind"] in (Event.LAUNCHED, Event.DIVED):
            said = said.replace("a submarine", _submarine_at(state.table, *event["numbers"][[0, 2]].tolist()))
        if event["kind"] == Event.RAISED:
            card = int(state.seats[int(event["numbers"][0])].goal)
            said = said.replace("the goal's tiles", f"its goal's tiles, {goal_in_words(rules, card)}")
        if event["kind"] in PAYING:
            left = plural(int(state.table.players[int(event["numbers"][0])].money), "Nemo")
            said = f"{said.removesuffix('.')} ({left} left)."
        yield said


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
    """Return the parts that are not empty, each after its label."""
    return [f"{label}: {', '.join(words)}" for label, words in parts.items() if words]


def _stored(player: Record) -> list[str]:
    return [
        tile_with(stored_tile(code), stored_researchers(code))
        for code in player.stored[: int(player.stored_count)]
    ]


def _waiting(table: Record, player: Record) -> list[str]:
    return [
        f"{player.researchers[number]} in {name_of_station(table.stations[number])}"
        for number in range(int(table.station_count))
        if player.researchers[number] and holds(table.homes, number)
    ]


def _at_work(table: Record, seat: int) -> list[str]:
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
    """Return the place of a station in which a seat works, its owner, and how many researchers if several."""
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
    slots = int(table.slots) & ~int(table.face_up) & int(own.seen)
    return [
        f"{name_discovery(int(own.known[slot]))} at {name_square(int(table.slot_square[slot]))}"
        for slot in range(MOST_SLOTS)
        if slots >> slot & 1
    ]
