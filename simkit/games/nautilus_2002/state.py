"""The state of a game of Nautilus, as flat records, and the words for what is in it."""

import numpy as np

from simkit.game import STOPPED, Column, Look, column, field, kernel, record
from simkit.games.nautilus_2002.squares import BOARD, SIDES, SQUARES

MOST_PLAYERS = 4
MOST_RESEARCHERS = 15
MOST_SUBMARINES = 3
MOST_STORED = 4
MOST_STATIONS = 41
"""The base, ten residential stations of each colour, four research stations of each type."""

MOST_SLOTS = 60
"""Discovery squares on the board: a bit each of one mask."""

PIECES = 15
"""Pieces of Atlantis, numbered from 1."""

GOAL_CARDS = 4

# Station tiles; a research station's tile is FIRST_RESEARCH + its type.
BASE, GREEN, BLUE, FIRST_RESEARCH = range(4)
TYPES = 5
TRAINING, ENGINEERING, SONAR, TESTING, ANALYSIS = range(TYPES)
TILES = FIRST_RESEARCH + TYPES
STACKS = TILES - 1
"""Stacks of stations: green, blue, then the types; the stack of a tile is the tile less one."""

# Discovery tiles.  A piece of Atlantis is ATLANTIS + its number.
SNAIL, SHELL, CRAB, ANEMONE, GOLD, CHEST, SPEED, ATLANTIS_KIND = range(8)
KINDS = 8
KEPT_KINDS = 5
"""Kinds that a seat keeps for points: snails to gold."""

ATLANTIS = SPEED
NO_TILE = -1

# Zones of the board.
LAGOON, INCLINE, DEEP, CANYON = range(4)
ZONES = 4

# The ruins board: by piece the seat that recovered it, or one of these.
NOT_OUT = -2
UNCLAIMED = -1

# Decisions D1 to D12 (state.table.step), in the order of a turn.
BUY, BUILD, PLACE, WALK, LAUNCH, SCAN, DIVE, COME_IN, SPEED_UP, SPREAD, LOOK, RAISE = range(12)

# Phases of a round.
BUILDING, DEPLOYING, EXPLORING = range(1, 4)

ENDS = ("running", "atlantis_three", "atlantis_all", "stagnation", "round_cap", STOPPED)
"""How a game ends (state.table.end)."""

LOOKS = {
    "atlantis_three": Look("pieces 13, 14 and 15 found"),
    "atlantis_all": Look("all pieces of Atlantis found"),
    "stagnation": Look("a round in which nothing happened"),
    "round_cap": Look("round cap"),
}
"""How reports show the ends of a game."""

RUNNING, ATLANTIS_THREE, ATLANTIS_ALL, STAGNATION, ROUND_CAP = range(5)

NOTE = (
    "a square is `28 * y + x`; straight sides are north, east, south, west (bits 0 to 3), diagonal ones "
    "north-east, south-east, south-west, north-west; station 0 is the base, and bit 0"
)

STATION = record(
    field("tile", "0 the base, 1 green, 2 blue, 3 Training, 4 Engineering, 5 Sonar, 6 Testing, 7 Analysis"),
    field("x", "column of its centre"),
    field("y", "row of its centre"),
    field("rotation", "quarter turns by which it lies"),
    field("sides", "open straight sides, as it lies: bit `side` for each"),
    field("corners", "open diagonal sides, as it lies: bit `side` for each"),
    field("owner", "seat that owns a research station; -1 for the others"),
    field("joined", "stations to which a passage leads: bit `station` for each", np.int64),
)

TYPES_CALLED = ("training", "engineering", "sonar", "testing", "analysis")

KINDS_CALLED = {
    "snail": "snails recovered",
    "shell": "shells recovered",
    "crab": "crabs recovered",
    "anemone": "anemones recovered",
    "gold": "gold recovered",
    "chest": "treasure chests recovered",
    "speed": "speed chips recovered",
    "atlantis": "pieces of Atlantis recovered",
}

PLAYER = record(
    field("money", "Nemos", columns=Column("cash", np.uint16, "money at the end", "Nemos")),
    field("reserve", "researchers in the reserve"),
    field("submarines", "square of each submarine; -1 in the reserve", shape=MOST_SUBMARINES),
    field("afloat", "submarines on the board: bit `submarine` for each"),
    field("stored", "stored stations, in order: `tile * 8 + researchers` that wait on it", shape=MOST_STORED),
    field("stored_count", "how many they are"),
    field("researchers", "researchers of the seat in each station", shape=MOST_STATIONS),
    field("present", "stations with a researcher of the seat: bit `station` for each", np.int64),
    field("several", "stations with two or more of them: bit `station` for each", np.int64),
    field("owned", "research stations that the seat has built: bit `station` for each", np.int64),
    field(
        "ops",
        "stations in operation, by type",
        shape=TYPES,
        columns=[
            Column(f"ops_{name}", np.uint8, f"{name.title()} stations in operation", "stations")
            for name in TYPES_CALLED
        ],
    ),
    field(
        "got",
        "discoveries recovered, by kind: snail, shell, crab, anemone, gold, chest, speed, Atlantis",
        shape=KINDS,
        columns=[Column(f"got_{kind}", np.uint8, means, "tiles") for kind, means in KINDS_CALLED.items()],
    ),
    column("bought_residential", "residential stations bought", "stations", stored=np.uint8),
    column("bought_research", "research stations bought", "stations", stored=np.uint8),
    column("researchers_bought", "researchers bought", "researchers", stored=np.uint16),
    column("built", "stations built", "stations", stored=np.uint8),
    column("expansions", "expansions of the city", "expansions", stored=np.uint8),
    column("handed_back", "stations handed back", "stations", stored=np.uint8),
    column("build_paid", "paid for building", "Nemos", stored=np.uint16),
    column("activations_own", "own stations in which work was started", "stations", stored=np.uint8),
    column("activations_foreign", "others' stations in which work was started", "stations", stored=np.uint8),
    column("fees_got", "fees received", "Nemos", stored=np.uint16),
    column("launches", "submarines launched", "launches", stored=np.uint16),
    column("scans", "scans", "scans", stored=np.uint16),
    column("sub_moves", "moves of submarines, those of no steps too", "moves", stored=np.uint16),
    column("speed_moves", "further moves for speed chips", "moves", stored=np.uint8),
    column("came_in", "submarines that came in", "submarines", stored=np.uint16),
    column("recover_paid", "paid for recoveries", "Nemos", stored=np.uint16),
    column("chest_income", "received for treasure chests", "Nemos", stored=np.uint16),
    column("unpaid", "discoveries reached without the money for them", "tiles", stored=np.uint16),
    column("looks", "looks of Testing stations", "looks", stored=np.uint8),
    column("bonus_moves", "moves of researchers for pieces of Atlantis", "moves", stored=np.uint8),
    column("rises", "tiles raised by the special goal", "tiles", stored=np.uint8),
)
"""What everybody sees of one seat."""

JOINS = record(
    field(
        "rows",
        "for each straight side, then for each diagonal one, by row y + 1: bit x for each square",
        shape=(2 * SIDES, BOARD["rows"].shape[0]),
    ),
)
"""A board for each straight side, then for each diagonal one: where a station open there would be joined."""

TABLE = record(
    field("players", "what everybody sees of each seat", PLAYER, MOST_PLAYERS),
    field(
        "stations", "the stations on the board, in the order in which they were built", STATION, MOST_STATIONS
    ),
    field("station_count", "how many they are"),
    field("homes", "the base and the residential stations: bit `station` for each", np.int64),
    field("station_at", "by square: 1 + the station whose centre lies there; 0 for none", np.int8, SQUARES),
    field("stock", "stations left in each stack: green, blue, then the types", shape=STACKS),
    field("chips", "seat that holds the majority chip of each type; -1 for nobody", shape=TYPES),
    field(
        "ruins",
        "by piece of Atlantis, from 1: the seat that recovered it, -1 unclaimed, -2 not out yet",
        shape=PIECES + 1,
    ),
    field("covered", "squares under stations", BOARD),
    field("blocked", "centres at which a new station would overlap", BOARD),
    field(
        "joins",
        "centres at which a new station would be joined to the city, by side that is open there",
        JOINS,
    ),
    field("expansion_joins", "the same for the stations of this expansion", JOINS),
    field("afloat", "squares with submarines", BOARD),
    field("discoveries", "squares with discoveries", BOARD),
    field(
        "slot_square", "square of each slot: of each place with a discovery at the start", shape=MOST_SLOTS
    ),
    field("slot_zone", "zone of each slot: 0 lagoon, 1 incline, 2 deep, 3 canyon", shape=MOST_SLOTS),
    field("slot_at", "by square: 1 + the slot there; 0 for none", np.int8, SQUARES),
    field("slots", "slots with a discovery still on the board: bit `slot` for each", np.int64),
    field("face_up", "those that lie face up: bit `slot` for each", np.int64),
    field("shown", "what a slot that lies face up shows; -1 for the others", shape=MOST_SLOTS),
    field(
        "canyon_open",
        "1 once the canyon is open",
        columns=Column("canyon_opened", np.bool_, "the canyon was opened"),
    ),
    column("canyon_round", "round in which the canyon was opened; 0 for never", "rounds", stored=np.uint8),
    column("slots_covered", "discoveries built over", "tiles", stored=np.uint8),
    field("start_player", "seat that begins this round"),
    field("first_player", "seat that began round 1"),
    field(
        "round_number",
        "the round, counted from 1",
        columns=Column("rounds", np.uint8, "rounds begun", "rounds"),
    ),
    field("busy", "1 if anybody bought, built or recovered in this round"),
    field("extra", "1 in an extra round"),
    field("extra_left", "extra rounds still to come"),
    field(
        "end",
        "how the game ended, in the order of the column `end`; 0 while it goes on",
        columns=Column("end", np.uint8, "how the game ended", labels=ENDS, looks=LOOKS),
    ),
    column("decisions", "decisions with at least two options", "decisions", stored=np.uint16),
    field("phase", "1 building, 2 deploying, 3 exploring"),
    field("turn_in_phase", "how many have had their turn in this phase"),
    field(
        "step",
        "the decision to be made: a number of simkit.games.nautilus_2002.state, BUY (0) to RAISE (11)",
    ),
    field("bought_now", "1 once something was bought in this turn"),
    field("placed", "stations placed in this expansion"),
    field("paid", "the dearest cost of this expansion, so far"),
    field("walks", "researchers moved in this turn"),
    field("steps_used", "steps that researchers have gone this turn, all walks together"),
    field("scanned", "submarines that have scanned this turn: bit `submarine` for each"),
    field("moved", "submarines that have moved this turn: bit `submarine` for each"),
    field("submarine", "the submarine that may come in"),
    field("stayed", "1 if it made its move of no steps"),
    field("looks_left", "looks of Testing stations left in this turn"),
    field("first_zone", "zone of the first look; -1 before it"),
    note=NOTE,
)
"""All that everybody sees or can work out."""

SEAT = record(
    column("goal", "special goal card", stored=np.uint8),
    field("seen", "face-down discoveries that the seat has looked at: bit `slot` for each", np.int64),
    field("known", "what it saw, by slot; -1 elsewhere", shape=MOST_SLOTS),
)
"""What a seat has for itself: its goal card, and what it remembers of its scans and looks."""

HIDDEN = record(field("tiles", "what lies on each slot", shape=MOST_SLOTS))
"""What nobody sees; which goal cards are out of the game shows in no record."""

MOST_PASSAGES = 6 * MOST_STATIONS + 2
"""Passages that lead nowhere: eight a station, less two for each of at least ``stations - 1`` joins."""

MOST_MOVES = MOST_STORED * SIDES * MOST_PASSAGES + 1
"""Legal moves at once, under any rules: all kinds stored, in all rotations, at all passages; and to stop."""

# What chance is asked for.
BASE_SQUARE, LAYOUT, NUMBERS, SHUFFLE, GOALS, FIRST_PLAYER = range(6)

STORED_SHIFT = 3


@kernel
def stored_tile(code):
    """Return the tile of a stored station; its code is ``tile * 8 + researchers``."""
    return int(code) >> STORED_SHIFT


@kernel
def stored_researchers(code):
    """Return the number of researchers that wait on a stored station."""
    return int(code) & ((1 << STORED_SHIFT) - 1)


@kernel
def is_research(station):
    """Return True for a research station."""
    return station.tile >= FIRST_RESEARCH


@kernel
def type_of(station):
    """Return the type of a research station."""
    return station.tile - FIRST_RESEARCH


@kernel
def kind_of(tile):
    """Return the kind of a discovery: all pieces of Atlantis are one."""
    return min(int(tile), ATLANTIS_KIND)


@kernel
def holds(mask, place):
    """Return True if a bit of a mask is set."""
    return ((int(mask) >> int(place)) & 1) == 1


@kernel
def effect(player, kind):
    """Return the effect of a type that a seat has: of no station, of one, or of two and more."""
    return min(2, int(player.ops[kind]))
