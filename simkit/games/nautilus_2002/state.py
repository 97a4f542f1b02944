"""The state of a game of Nautilus, as flat records, and the words for what is in it."""

import numpy as np

from simkit.compile.kernel import kernel
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

# How a game ends (state.table.end), in the order of outcome.ENDS.
RUNNING, ATLANTIS_THREE, ATLANTIS_ALL, STAGNATION, ROUND_CAP = range(5)

STATION = np.dtype(
    [
        ("tile", np.int32),
        ("x", np.int32),  # of the centre
        ("y", np.int32),
        ("rotation", np.int32),
        ("sides", np.int32),  # bit `side` for each open straight side, as it lies
        ("corners", np.int32),  # the same for the diagonal ones
        ("owner", np.int32),  # of a research station; NOBODY for the others
        ("joined", np.int64),  # bit `station` for each that a passage leads to
    ],
    align=True,
)

COUNTED = (
    "bought_residential",
    "bought_research",
    "researchers_bought",
    "built",
    "expansions",
    "handed_back",
    "build_paid",
    "activations_own",
    "activations_foreign",
    "fees_got",
    "launches",
    "scans",
    "sub_moves",
    "speed_moves",
    "came_in",
    "recover_paid",
    "chest_income",
    "unpaid",
    "looks",
    "bonus_moves",
    "rises",
)
"""What is counted of a seat for the outcome, under the names of its columns."""

PLAYER = np.dtype(
    [
        ("money", np.int32),
        ("reserve", np.int32),  # researchers
        ("submarines", np.int32, (MOST_SUBMARINES,)),  # the square of each; NOBODY: in the reserve
        ("afloat", np.int32),  # bit `submarine` for each on the board
        ("stored", np.int32, (MOST_STORED,)),  # see `stored_tile`; in order
        ("stored_count", np.int32),
        ("researchers", np.int32, (MOST_STATIONS,)),
        ("present", np.int64),  # bit `station` for each with a researcher of the seat
        ("several", np.int64),  # ... with two or more
        ("owned", np.int64),  # ... that the seat has built, research stations only
        ("ops", np.int32, (TYPES,)),  # stations in operation
        ("got", np.int32, (KINDS,)),  # discoveries recovered
        *((name, np.int32) for name in COUNTED),
    ],
    align=True,
)
"""What everybody sees of one seat."""

JOINS = np.dtype([("rows", np.int32, (2 * SIDES, BOARD["rows"].shape[0]))])
"""A board for each straight side, then for each diagonal one: where a station open there would be joined."""

TABLE = np.dtype(
    [
        ("players", PLAYER, (MOST_PLAYERS,)),
        ("stations", STATION, (MOST_STATIONS,)),
        ("station_count", np.int32),
        ("homes", np.int64),  # bit `station` for the base and each residential station
        ("station_at", np.int8, (SQUARES,)),  # 1 + the station whose centre lies there
        ("stock", np.int32, (STACKS,)),
        ("chips", np.int32, (TYPES,)),  # who holds each majority chip
        ("ruins", np.int32, (PIECES + 1,)),  # by number
        ("covered", BOARD),  # squares under stations
        ("blocked", BOARD),  # centres at which a new station would overlap
        ("joins", JOINS),  # to the city
        ("expansion_joins", JOINS),  # to the stations of this expansion
        ("afloat", BOARD),  # squares with submarines
        ("discoveries", BOARD),  # squares with discoveries
        ("slot_square", np.int32, (MOST_SLOTS,)),
        ("slot_zone", np.int32, (MOST_SLOTS,)),
        ("slot_at", np.int8, (SQUARES,)),  # 1 + the slot
        ("slots", np.int64),  # bit `slot` for each discovery on the board
        ("face_up", np.int64),
        ("shown", np.int32, (MOST_SLOTS,)),  # what a slot that lies face up shows; NO_TILE for the others
        ("canyon_open", np.int32),
        ("canyon_round", np.int32),
        ("slots_covered", np.int32),
        ("start_player", np.int32),
        ("first_player", np.int32),  # of round 1
        ("round_number", np.int32),
        ("busy", np.int32),  # 1 if anybody bought, built or recovered in this round
        ("extra", np.int32),  # 1 in an extra round: the end flag
        ("extra_left", np.int32),  # extra rounds still to come
        ("end", np.int32),
        ("decisions", np.int32),
        ("phase", np.int32),
        ("turn_in_phase", np.int32),
        ("step", np.int32),
        ("bought_now", np.int32),
        ("placed", np.int32),  # stations of this expansion
        ("paid", np.int32),  # the dearest cost of this expansion
        ("walks", np.int32),
        ("steps_used", np.int32),
        ("scanned", np.int32),  # bit `submarine`, this turn
        ("moved", np.int32),
        ("submarine", np.int32),  # that may come in
        ("stayed", np.int32),  # 1 if it made its move of no steps
        ("looks_left", np.int32),
        ("first_zone", np.int32),  # of the first look; NOBODY before it
    ],
    align=True,
)
"""All that everybody sees or can work out."""

SEAT = np.dtype(
    [
        ("goal", np.int32),
        ("seen", np.int64),  # bit `slot` for each face-down discovery that the seat has looked at
        ("known", np.int32, (MOST_SLOTS,)),  # what it saw; NO_TILE elsewhere
    ],
    align=True,
)
"""What a seat has for itself: its goal card, and what it remembers of its scans and looks."""

HIDDEN = np.dtype([("tiles", np.int32, (MOST_SLOTS,))], align=True)
"""What lies on each slot; which goal cards are out of the game shows in no record."""

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
