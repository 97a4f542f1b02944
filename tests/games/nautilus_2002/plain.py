"""The legal moves of Nautilus once more: sets, dictionaries and loops over everything.

It shares nothing with the game's own code but the state that it reads and the knobs, not the rules record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.games.nautilus_2002.geometry import (
    CORNERS,
    HEIGHT,
    SIDES,
    WIDTH,
    Point,
    covered_squares,
    is_on_board,
    named,
    neighbours,
    passages,
    shape,
    turned,
)

Move = tuple[Any, ...]
ZONES = {".": 0, "B": 0, "i": 1, "o": 1, "d": 2, "x": 2, "c": 3, "*": 3}
TYPES = range(5)


@dataclass
class Station:
    """A station, with the names of its open sides."""

    tile: int
    x: int
    y: int
    sides: frozenset[str]
    corners: frozenset[str]
    owner: int
    researchers: list[int]

    @property
    def is_research(self) -> bool:
        return self.tile >= 3

    @property
    def passages(self) -> set[tuple[str, float, float]]:
        return passages(self.x, self.y, self.sides, self.corners)


class PlainView:
    """A state, taken apart; `legal` lists the moves of the seat to act in the order of the README."""

    def __init__(self, state: Any, knobs: Any) -> None:
        self.knobs = knobs
        self.table = table = state.table
        self.seat = int(state.seat)
        self.own = table.players[self.seat]
        self.memory = state.seats[self.seat]
        rows = knobs.content.board.sea.rows
        self.zone = {(x, y): ZONES[rows[y][x]] for x in range(WIDTH) for y in range(HEIGHT)}
        self.stations = [self._station(number) for number in range(int(table.station_count))]
        self.covered = {
            square
            for station in self.stations
            for square in covered_squares(station.x, station.y, knobs.half_covered_counts)
        }
        self.submarines = {
            (seat, slot): (int(square) % WIDTH, int(square) // WIDTH)
            for seat in range(knobs.players)
            for slot, square in enumerate(table.players[seat].submarines)
            if square >= 0
        }
        self.slots = {
            (int(table.slot_square[slot]) % WIDTH, int(table.slot_square[slot]) // WIDTH): slot
            for slot in range(60)
            if int(table.slots) >> slot & 1
        }

    def _station(self, number: int) -> Station:
        found = self.table.stations[number]
        kind, rotation = min(int(found.tile), 3), int(found.rotation)
        return Station(
            int(found.tile),
            int(found.x),
            int(found.y),
            turned(named(self.knobs.straight_mask[kind], SIDES), SIDES, rotation),
            turned(named(self.knobs.diagonal_mask[kind], CORNERS), CORNERS, rotation),
            int(found.owner),
            [int(player.researchers[number]) for player in self.table.players],
        )

    @property
    def money(self) -> int:
        return int(self.own.money)

    def effect(self, values: Any, kind: int) -> int:
        return int(values[min(2, self.ops(self.seat)[kind])])

    def ops(self, seat: int) -> list[int]:
        """Count the stations in operation anew."""
        working = [s.tile - 3 for s in self.stations if s.is_research and s.researchers[seat]]
        return [working.count(kind) for kind in TYPES]

    def joined(self, one: int) -> list[int]:
        mine = self.stations[one].passages
        return [i for i, other in enumerate(self.stations) if i != one and mine & other.passages]

    def joins_from(self, origin: int) -> dict[int, int]:
        """How many joins every station is away."""
        found, queue = {origin: 0}, [origin]
        for station in queue:
            for other in self.joined(station):
                if other not in found:
                    found[other] = found[station] + 1
                    queue.append(other)
        return found

    def is_free_sea(self, square: Point) -> bool:
        busy = square in self.covered or square in self.submarines.values() or square in self.slots
        return is_on_board(*square) and not busy

    def outlets(self, station: Station) -> Iterator[tuple[int, Point]]:
        """Sides with an outlet that is a free sea square or has a submarine on it."""
        for number, (name, (dx, dy)) in enumerate(SIDES.items()):
            square = station.x + 2 * dx, station.y + 2 * dy
            if name in station.sides and is_on_board(*square) and square not in self.covered:
                yield number, square

    def legal(self) -> list[Move]:
        steps = (
            self.buys, self.builds, self.placements, self.walks, self.launches, self.scans,
            self.dives, self.comings_in, self.speed_moves, self.bonus_walks, self.looks, self.rises,
        )  # fmt: skip
        return list(steps[int(self.table.step)]())

    def buys(self) -> Iterator[Move]:
        knobs, table = self.knobs, self.table
        yield ("buy_nothing",)
        if self.own.stored_count >= knobs.stored_max:
            return
        for tile in (1, 2):
            for researchers in range(1, min(knobs.cap, int(self.own.reserve)) + 1):
                if table.stock[tile - 1] and researchers * knobs.price_researcher <= self.money:
                    yield "buy_residential", tile, researchers
        for kind in TYPES:
            if table.stock[2 + kind] and knobs.price_research <= self.money:
                yield "buy_research", kind

    def builds(self) -> Iterator[Move]:
        yield ("do_not_build",)
        if self.all_placements(range(len(self.stations))):
            yield ("start_building",)

    def placements(self) -> Iterator[Move]:
        placed = int(self.table.placed)
        among = (
            range(len(self.stations) - placed, len(self.stations)) if placed else range(len(self.stations))
        )
        found = self.all_placements(among)
        if placed and (self.knobs.may_leave_unused or not found):
            yield ("stop_building",)
        yield from found

    def all_placements(self, among: range) -> list[Move]:
        stored = sorted({int(code) for code in self.own.stored[: int(self.own.stored_count)]})
        others = {passage for i in among for passage in self.stations[i].passages}
        taken = {quarter for station in self.stations for quarter in shape(station.x, station.y)}
        return [
            ("place_station", code // 8, code % 8, WIDTH * y + x, rotation)
            for code in stored
            for y in range(1, HEIGHT - 1)
            for x in range(1, WIDTH - 1)
            if not shape(x, y) & taken and self.is_buildable(x, y)
            for rotation, sides, corners in self.rotations(code // 8)
            if passages(x, y, sides, corners) & others
        ]

    def rotations(self, tile: int) -> Iterator[tuple[int, frozenset[str], frozenset[str]]]:
        seen = []
        for rotation in range(4):
            kind = min(tile, 3)
            sides = turned(named(self.knobs.straight_mask[kind], SIDES), SIDES, rotation)
            corners = turned(named(self.knobs.diagonal_mask[kind], CORNERS), CORNERS, rotation)
            if (sides, corners) not in seen:
                yield rotation, sides, corners
            seen.append((sides, corners))

    def is_buildable(self, x: int, y: int) -> bool:
        under = covered_squares(x, y, self.knobs.half_covered_counts)
        if under & set(self.submarines.values()):
            return False
        cost = max(self.knobs.build_cost[self.zone[square]] for square in covered_squares(x, y, True))
        paid = int(self.table.paid) if self.knobs.cost_per_expansion else 0
        return bool(max(0, cost - paid) <= self.money)

    def walks(self) -> Iterator[Move]:
        yield ("stop_walking",)
        left = self.effect(self.knobs.walk_steps, 0) - int(self.table.steps_used)
        yield from self.all_walks("walk_to", left)

    def bonus_walks(self) -> Iterator[Move]:
        yield ("no_bonus",)
        yield from self.all_walks("bonus_walk", self.knobs.bonus_steps)

    def all_walks(self, name: str, steps: int) -> Iterator[Move]:
        for origin, station in enumerate(self.stations):
            if station.researchers[self.seat] < (2 if station.is_research else 1):
                continue
            far = self.joins_from(origin)
            for goal in range(len(self.stations)):
                if goal != origin and far.get(goal, 99) <= steps and self.can_pay_fee(self.stations[goal]):
                    yield name, origin, goal

    def can_pay_fee(self, station: Station) -> bool:
        starts = station.is_research and station.researchers[self.seat] == 0
        return not starts or station.owner == self.seat or self.money >= self.knobs.fee

    def launches(self) -> Iterator[Move]:
        yield ("stop_launching",)
        if len([seat for seat, _ in self.submarines if seat == self.seat]) == self.knobs.submarines:
            return
        for number, station in enumerate(self.stations):
            if station.is_research and station.researchers[self.seat] >= 2:
                for side, square in self.outlets(station):
                    if self.is_free_sea(square):
                        yield "launch_from", number, side

    def unseen(self) -> dict[int, Point]:
        """The slots face down that the seat has not seen."""
        return {
            slot: square
            for square, slot in sorted(self.slots.items(), key=lambda item: item[1])
            if not int(self.table.face_up) >> slot & 1 and not int(self.memory.seen) >> slot & 1
        }

    def scans(self) -> Iterator[Move]:
        yield ("stop_scanning",)
        if self.money < self.knobs.scan_cost:
            return
        reach = self.effect(self.knobs.scan_range, 2)
        for (seat, slot), (x, y) in self.submarines.items():
            if seat != self.seat or int(self.table.scanned) >> slot & 1:
                continue
            near = [
                other
                for other in self.unseen().values()
                if abs(other[0] - x) + abs(other[1] - y) <= reach
                and (self.zone[other] != 3 or self.zone[x, y] == 3)
            ]
            if near:
                yield "scan_with", slot

    def may_enter_canyon(self) -> bool:
        types = sum(count > 0 for count in self.ops(self.seat))
        is_open = self.table.canyon_open and self.knobs.canyon_opens_for_all
        return bool(is_open or types >= self.knobs.canyon_types)

    def swim(self, start: Point, steps: int) -> dict[Point, int]:
        """How many steps every square is away, within so many."""
        found, queue = {start: 0}, [start]
        for square in queue:
            if found[square] == steps or (square in self.slots and square != start):
                continue
            for other in neighbours(*square):
                if other not in found and (self.zone[other] != 3 or self.may_enter_canyon()):
                    found[other] = found[square] + 1
                    queue.append(other)
        return found

    def ends(self, start: Point, steps: int) -> list[int]:
        taken = self.covered | set(self.submarines.values())
        squares = {square for square in self.swim(start, steps) if square not in taken}
        if self.may_stay(start):
            squares.add(start)
        return sorted(WIDTH * y + x for x, y in squares)

    def may_stay(self, square: Point) -> bool:
        if square in self.slots:
            return bool(self.money >= self.knobs.recovery_cost[self.zone[square] - 1])
        return bool(self.open_stations(square))

    def open_stations(self, square: Point) -> list[int]:
        """The stations into which a submarine on a square may come."""
        return [
            number
            for number, station in enumerate(self.stations)
            if station.is_research
            and any(station.researchers)
            and square in [outlet for _, outlet in self.outlets(station)]
            and (self.own.reserve == 0 or self.can_pay_fee(station))
        ]

    def dives(self) -> Iterator[Move]:
        yield ("stop_diving",)
        for (seat, slot), square in self.submarines.items():
            if seat == self.seat and not int(self.table.moved) >> slot & 1:
                for end in self.ends(square, self.effect(self.knobs.sub_steps, 1)):
                    yield "dive_to", slot, end

    def speed_moves(self) -> Iterator[Move]:
        yield ("no_speed",)
        for (seat, slot), square in self.submarines.items():
            if seat == self.seat:
                for end in self.ends(square, self.knobs.speed_steps):
                    yield "speed_to", slot, end

    def comings_in(self) -> Iterator[Move]:
        if not self.table.stayed:
            yield ("stay_out",)
        for number in self.open_stations(self.submarines[self.seat, int(self.table.submarine)]):
            yield "come_into", number

    def looks(self) -> Iterator[Move]:
        yield ("no_look",)
        slots = self.unseen()
        first = int(self.table.first_zone)
        elsewhere = [slot for slot, square in slots.items() if self.zone[square] != first]
        for slot, (x, y) in slots.items():
            if first < 0 or slot in elsewhere or not elsewhere:
                yield "look_at", slot, WIDTH * y + x

    def rises(self) -> Iterator[Move]:
        kinds = set(self.knobs.goal_kinds[int(self.memory.goal)])
        tiles = sum(int(self.own.got[kind]) for kind in kinds)
        for rises in range(tiles + 1):
            if rises * self.knobs.rise_cost <= self.money:
                yield "raise_tiles", rises
