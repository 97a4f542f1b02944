"""The meaning of each field for an author of strategies; `simkit fields nautilus_2002` lists them."""

from simkit.games.nautilus_2002.outcome import SEAT_COLUMNS
from simkit.games.nautilus_2002.state import COUNTED

ROWS = "by row y + 1: bit x for each square in the set"
_TILES = "0 the base, 1 green, 2 blue, 3 Training, 4 Engineering, 5 Sonar, 6 Testing, 7 Analysis"

_PLAYER = {
    "money": "Nemos",
    "reserve": "researchers in the reserve",
    "submarines": "square of each submarine; -1 in the reserve",
    "afloat": "submarines on the board: bit `submarine` for each",
    "stored": "stored stations, in order: `tile * 8 + researchers` that wait on it",
    "stored_count": "how many they are",
    "researchers": "researchers of the seat in each station",
    "present": "stations with a researcher of the seat: bit `station` for each",
    "several": "stations with two or more of them: bit `station` for each",
    "owned": "research stations that the seat has built: bit `station` for each",
    "ops": "stations in operation, by type",
    "got": "discoveries recovered, by kind: snail, shell, crab, anemone, gold, chest, speed, Atlantis",
    **{column.name: f"{column.description}, so far" for column in SEAT_COLUMNS if column.name in COUNTED},
}
_STATION = {
    "tile": _TILES,
    "x": "column of its centre",
    "y": "row of its centre",
    "rotation": "quarter turns by which it lies",
    "sides": "open straight sides, as it lies: bit `side` for each",
    "corners": "open diagonal sides, as it lies: bit `side` for each",
    "owner": "seat that owns a research station; -1 for the others",
    "joined": "stations to which a passage leads: bit `station` for each",
}
_CITY = {
    "players": "what everybody sees of each seat",
    **{f"players.{name}": words for name, words in _PLAYER.items()},
    "stations": "the stations on the board, in the order in which they were built",
    **{f"stations.{name}": words for name, words in _STATION.items()},
    "station_count": "how many they are",
    "homes": "the base and the residential stations: bit `station` for each",
    "station_at": "by square: 1 + the station whose centre lies there; 0 for none",
    "stock": "stations left in each stack: green, blue, then the types",
    "chips": "seat that holds the majority chip of each type; -1 for nobody",
    "covered": "squares under stations",
    "blocked": "centres at which a new station would overlap",
    "joins": "centres at which a new station would be joined to the city, by side that is open there",
    "expansion_joins": "the same for the stations of this expansion",
}
_SEA = {
    "ruins": "by piece of Atlantis, from 1: the seat that recovered it, -1 unclaimed, -2 not out yet",
    "afloat": "squares with submarines",
    "discoveries": "squares with discoveries",
    "slot_square": "square of each slot: of each place with a discovery at the start",
    "slot_zone": "zone of each slot: 0 lagoon, 1 incline, 2 deep, 3 canyon",
    "slot_at": "by square: 1 + the slot there; 0 for none",
    "slots": "slots with a discovery still on the board: bit `slot` for each",
    "face_up": "those that lie face up: bit `slot` for each",
    "shown": "what a slot that lies face up shows; -1 for the others",
    "canyon_open": "1 once the canyon is open",
    "canyon_round": "round in which it was opened; 0 before",
    "slots_covered": "discoveries built over so far",
}
_TURN = {
    "start_player": "seat that begins this round",
    "first_player": "seat that began round 1",
    "round_number": "the round, counted from 1",
    "busy": "1 if anybody bought, built or recovered in this round",
    "extra": "1 in an extra round",
    "extra_left": "extra rounds still to come",
    "end": "how the game ended, in the order of the column `end`; 0 while it goes on",
    "decisions": "decisions with at least two options, so far",
    "phase": "1 building, 2 deploying, 3 exploring",
    "turn_in_phase": "how many have had their turn in this phase",
    "step": "the decision to be made: a number of simkit.games.nautilus_2002.state, BUY (0) to RAISE (11)",
    "bought_now": "1 once something was bought in this turn",
    "placed": "stations placed in this expansion",
    "paid": "the dearest cost of this expansion, so far",
    "walks": "researchers moved in this turn",
    "steps_used": "steps that researchers have gone this turn, all walks together",
    "scanned": "submarines that have scanned this turn: bit `submarine` for each",
    "moved": "submarines that have moved this turn: bit `submarine` for each",
    "submarine": "the submarine that may come in",
    "stayed": "1 if it made its move of no steps",
    "looks_left": "looks of Testing stations left in this turn",
    "first_zone": "zone of the first look; -1 before it",
}
_BOARDS = ("covered", "blocked", "afloat", "discoveries")
_JOINS = "for each straight side, then for each diagonal one, by row y + 1: bit x for each square"
_SEAT = {
    "goal": "the special goal card",
    "seen": "face-down discoveries that the seat has looked at: bit `slot` for each",
    "known": "what it saw, by slot; -1 elsewhere",
}

NOTE = (
    "a square is `28 * y + x`; straight sides are north, east, south, west (bits 0 to 3), diagonal ones "
    "north-east, south-east, south-west, north-west; station 0 is the base, and bit 0"
)
MEANINGS = {
    "table": NOTE,
    **{f"table.{name}": words for name, words in (_CITY | _SEA | _TURN).items()},
    **{f"table.{name}.rows": ROWS for name in _BOARDS},
    **{f"table.{name}.rows": _JOINS for name in ("joins", "expansion_joins")},
    **{f"seat.{name}": words for name, words in _SEAT.items()},
}
