"""Hand-made tables of Nautilus (2002), for tests of single rules and single decisions."""

from __future__ import annotations

from typing import Any

from simkit.engine.base.chance import CHANCE, GAME_STREAM, SEATS_STREAM, open_stream
from simkit.engine.base.events import log_layout
from simkit.engine.base.rows import zeros
from simkit.engine.contract.strategy import PARAMETERS
from simkit.engine.play.compiled import compiled
from simkit.game import NOBODY
from simkit.games.nautilus_2002 import state as s
from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.games.nautilus_2002.rules.discoveries import slot_at, take_away, turn_up
from simkit.games.nautilus_2002.rules.researchers import arrive, put_researchers
from simkit.games.nautilus_2002.rules.stations import put_station
from simkit.games.nautilus_2002.squares import WIDTH, add, square_of
from simkit.testing import find_game, strategies_of

GAME = find_game("nautilus_2002")
TRAINING, ENGINEERING, SONAR, TESTING, ANALYSIS = range(s.FIRST_RESEARCH, s.FIRST_RESEARCH + s.TYPES)
Move = tuple[Any, ...]


def at(square: int) -> tuple[int, int]:
    y, x = divmod(square, WIDTH)
    return x, y


class Position:
    """A game after its set-up, to be changed by hand."""

    def __init__(self, *, seed: int = 1, **knobs: Any) -> None:
        self.knobs = Nautilus2002Knobs(**{"first_player": "seat_0", **knobs})
        self.rules = self.knobs.record()
        self.states = GAME.new_states(1)
        self.state = self.states[0]
        self.table = self.state.table
        self.room = zeros(1, GAME.room)[0]
        self.log = zeros(1, log_layout(GAME.event))[0]
        self.setup_rule, self.options_rule, self.apply_rule = compiled(GAME).rules
        open_stream(self.state.chance, seed, 0, GAME_STREAM)
        self.setup_rule(self.state, self.rules, self.log)

    def player(self, seat: int = 0) -> Any:
        return self.table.players[seat]

    def money(self, *nemos: int) -> Position:
        for seat, amount in enumerate(nemos):
            self.player(seat).money = amount
        return self

    def lay(self, tile: int, x: int, y: int, rotation: int = 0, owner: int = 0) -> int:
        """Lay a station, whatever it costs; return its number."""
        number = int(self.table.station_count)
        station = self.table.stations[number]
        station.tile, station.x, station.y, station.rotation = tile, x, y, rotation
        station.sides = self.rules.sides[tile][rotation]
        station.corners = self.rules.corners[tile][rotation]
        station.owner = owner if tile >= s.FIRST_RESEARCH else NOBODY
        if tile < s.FIRST_RESEARCH:
            self.table.homes |= 1 << number
        else:
            self.player(owner).owned |= 1 << number
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                slot = slot_at(self.table, square_of(x + dx, y + dy))
                if slot >= 0:
                    take_away(self.table, slot)
        put_station(self.table, self.rules, station)
        return number

    def staff(self, station: int, count: int = 1, seat: int = 0) -> Position:
        """Put researchers from a seat's reserve into a station, without a fee."""
        money = self.player(seat).money.copy()
        for _ in range(count):
            self.player(seat).reserve -= 1
            if station:
                arrive(self.table, self.rules, seat, station, None)
            else:
                put_researchers(self.player(seat), 0, 1)
        self.player(seat).money = money
        return self

    def work(self, seat: int, ops: list[int]) -> Position:
        """Say how many stations of each type a seat has in operation."""
        self.player(seat).ops[:] = ops
        return self

    def submarine(self, x: int, y: int, seat: int = 0, slot: int = 0) -> Position:
        self.player(seat).submarines[slot] = square_of(x, y)
        self.player(seat).afloat |= 1 << slot
        add(self.table.afloat, x, y)
        return self

    def discovery(self, x: int, y: int, tile: int, *, face_up: bool = False) -> Position:
        """Say what lies on a square with a discovery."""
        slot = slot_at(self.table, square_of(x, y))
        assert slot >= 0, "no discovery lies there"
        self.state.hidden.tiles[slot] = tile
        if face_up:
            turn_up(self.state, slot)
        return self

    def store(self, *codes: tuple[int, int]) -> Position:
        """Store stations: tile and researchers."""
        self.player(0).stored[: len(codes)] = sorted(8 * tile + researchers for tile, researchers in codes)
        self.player(0).stored_count = len(codes)
        return self

    def step(self, step: int, seat: int = 0) -> Position:
        """Let a decision be due, at the beginning of a turn."""
        self.state.seat = seat
        self.table.step = step
        self.table.phase = 1 if step < s.WALK else 2 if step == s.WALK else 3
        self.table.scanned = self.table.moved = self.table.walks = self.table.steps_used = 0
        return self

    def options(self) -> list[Move]:
        """Return the legal moves: the name of each, and its fields."""
        count = int(self.options_rule(self.state, self.rules, self.room.moves))
        found = []
        for move in self.room.moves[:count]:
            kind = GAME.move_kind(int(move["kind"]))
            found.append((kind.name, *(int(move[field.name]) for field in kind.fields[:-1])))
        return found

    def ends(self) -> list[tuple[int, int]]:
        """Return where the submarines may go."""
        return [at(square) for name, _, square in self.options()[1:]]

    def centres(self) -> list[tuple[int, int]]:
        """Return where stations may be placed."""
        return [at(move[3]) for move in self.options() if move[0] == "place_station"]

    def make(self, *move: Any) -> Position:
        """Make one legal move."""
        index = self.options().index(tuple(move))
        self.apply_rule(self.state, self.rules, self.room.moves[index].copy(), self.log)
        self.log.count = 0
        return self

    def finish(self) -> tuple[Any, Any]:
        """Return the outcome as if the game ended now."""
        rows, seat_rows = zeros(1, GAME.row), zeros(self.knobs.players, GAME.seat_row)
        GAME.fill_outcome(self.state, self.rules, rows[0], seat_rows)
        return rows[0], seat_rows

    def choose(self, strategy: str, **weights: float) -> Move:
        """Return the move that a strategy makes, some of its weights changed."""
        options = self.options()
        chosen = strategies_of("nautilus_2002")[strategy]
        row, chance = zeros(1, PARAMETERS)[0], zeros(1, CHANCE)[0]
        row["values"][: len(chosen.parameters)] = [
            weights.get(weight.name, weight.default) for weight in chosen.parameters
        ]
        open_stream(chance, 1, 0, SEATS_STREAM)
        seat = self.state.seats[int(self.state.seat)]
        choose = chosen.compile(GAME)
        index: int = choose(self.table, seat, self.rules, self.room, len(options), row, chance)
        return options[index]
