"""The kinds of moves and of events of Nautilus: their fields, sentences, and seconds at the table.

The seconds are estimates, not measured; an experiment can set its own (`seconds`).
"""

from __future__ import annotations

from simkit.game import Field, Kinds, event, move, plural
from simkit.games.nautilus_2002.squares import WIDTH
from simkit.games.nautilus_2002.state import ATLANTIS

TYPE_NAMES = ("Training", "Engineering", "Sonar", "Testing", "Analysis")
TILE_NAMES = ("base", "green residential", "blue residential", *TYPE_NAMES)
SIDE_NAMES = ("north", "east", "south", "west")
PHASE_NAMES = ("", "building the city", "deploying the researchers", "exploring the ocean floor")
DISCOVERY_NAMES = ("a snail", "a shell", "a crab", "an anemone", "gold", "a treasure chest", "a speed chip")
KIND_NAMES = ("snails", "shells", "crabs", "anemones", "gold", "treasure chests", "speed chips")


def name_square(square: int) -> str:
    """Return a square's name: its column and its row, counted from the top left."""
    y, x = divmod(square, WIDTH)
    return f"({x}, {y})"


def name_discovery(tile: int) -> str:
    """Return the name of a discovery."""
    return f"piece {tile - ATLANTIS} of Atlantis" if tile > ATLANTIS else DISCOVERY_NAMES[tile]


def name_station(number: int) -> str:
    """Return a station's name: its number in the order of building."""
    return f"station {number}" if number else "the base"


def name_submarine(number: int) -> str:
    """Return a submarine's name: its number among those of its seat, counted from 1."""
    return f"submarine {number + 1}"


def tile_with(tile: int, researchers: int) -> str:
    """Return a station with the researchers that wait on it: "blue residential with 3 researchers"."""
    with_them = f" with {plural(researchers, 'researcher')}" if researchers else ""
    return f"{TILE_NAMES[tile]}{with_them}"


_TILE = Field("tile", TILE_NAMES)
_TYPE = Field("type", TYPE_NAMES)
_SQUARE = Field("square", name_square)
_ORIGIN = Field("origin", name_station)
_DESTINATION = Field("destination", name_station)
_STATION = Field("station", name_station)
_SIDE = Field("side", SIDE_NAMES)
_SUBMARINE = Field("submarine", name_submarine)
_DISCOVERY = Field("discovery", name_discovery)

OTHERS = "others"
"""The last field of every move: how many others were legal, so that `apply` knows if anybody was asked."""


def _say_placed(tile: int, researchers: int, square: int, rotation: int, others: int) -> str:
    turned = f", turned {rotation}" if rotation else ""
    return f"place {tile_with(tile, researchers)} at {name_square(square)}{turned}"


def _say_bought(tile: int, researchers: int, others: int) -> str:
    return f"buy {tile_with(tile, researchers)}"


class Move(Kinds):
    """What a player chooses."""

    BUY_NOTHING = move("buy nothing", OTHERS, seconds=6)
    BUY_RESIDENTIAL = move(_say_bought, _TILE, "researchers", OTHERS, seconds=15)
    BUY_RESEARCH = move("buy {type}", _TYPE, OTHERS, seconds=15)
    DO_NOT_BUILD = move("do not build", OTHERS, seconds=4)
    START_BUILDING = move("build", OTHERS, seconds=10)
    STOP_BUILDING = move("stop building", OTHERS, seconds=4)
    PLACE_STATION = move(_say_placed, _TILE, "researchers", _SQUARE, "rotation", OTHERS, seconds=20)
    STOP_WALKING = move("stop walking", OTHERS, seconds=4)
    WALK_TO = move("walk from {origin} to {destination}", _ORIGIN, _DESTINATION, OTHERS, seconds=10)
    STOP_LAUNCHING = move("stop launching", OTHERS, seconds=4)
    LAUNCH_FROM = move("launch from {station}, {side}", _STATION, _SIDE, OTHERS, seconds=10)
    STOP_SCANNING = move("stop scanning", OTHERS, seconds=4)
    SCAN_WITH = move("scan with {submarine}", _SUBMARINE, OTHERS, seconds=10)
    STOP_DIVING = move("stop moving submarines", OTHERS, seconds=4)
    DIVE_TO = move("{submarine} to {square}", _SUBMARINE, _SQUARE, OTHERS, seconds=12)
    STAY_OUT = move("stay out", OTHERS, seconds=5)
    COME_INTO = move("come into {station}", _STATION, OTHERS, seconds=8)
    NO_SPEED = move("leave the speed chip unused", OTHERS, seconds=4)
    SPEED_TO = move("speed: {submarine} to {square}", _SUBMARINE, _SQUARE, OTHERS, seconds=10)
    NO_BONUS = move("no researcher walks", OTHERS, seconds=4)
    BONUS_WALK = move(
        "the news: walk from {origin} to {destination}", _ORIGIN, _DESTINATION, OTHERS, seconds=8
    )
    NO_LOOK = move("no look", OTHERS, seconds=3)
    LOOK_AT = move("look at {square}", "slot", _SQUARE, OTHERS, seconds=6)
    RAISE_TILES = move("raise {rises} of the goal's tiles", "rises", OTHERS, seconds=10)


def _say_round(round: int, start_player: int, extra: int) -> str:
    return f"Round {round}{', after the last three pieces' if extra else ''}. Seat {start_player + 1} begins."


def _say_tile_bought(seat: int, tile: int, researchers: int) -> str:
    return f"Seat {seat + 1} buys {tile_with(tile, researchers)}."


def _say_handed_back(seat: int, tile: int, researchers: int) -> str:
    return f"  It hands back {tile_with(tile, researchers)}."


def _say_piece(seat: int, number: int) -> str:
    whose = "with nobody's marker" if seat < 0 else f"with seat {seat + 1}'s marker"
    return f"    Piece {number} goes to the ruins of Atlantis, {whose}."


def _say_building_paid(seat: int, nemos: int) -> str:
    return f"    That costs {plural(nemos, 'Nemo') if nemos else 'nothing more'}."


def _say_fee(seat: int, fee: int, owner: int) -> str:
    return f"    It pays {plural(fee, 'Nemo')} to seat {owner + 1}."


def _say_chest(seat: int, square: int, nemos: int) -> str:
    return f"    A treasure chest at {name_square(square)}: {plural(nemos, 'Nemo')}."


def _say_last_rounds(rounds: int) -> str:
    last = "this was the last round" if rounds == 0 else f"{plural(rounds, 'more round')} will be played"
    return f"Pieces 13, 14 and 15 are out: {last}."


class Event(Kinds):
    """What happens."""

    ROUND_BEGUN = event(_say_round, "round", "start_player", "extra", begins_turn=True)
    PHASE_BEGUN = event("{phase}.", Field("phase", PHASE_NAMES))
    BOUGHT = event(_say_tile_bought, "seat", _TILE, "researchers")
    HANDED_BACK = event(_say_handed_back, "seat", _TILE, "researchers")
    BUILT = event("  Seat {seat} builds {tile} at {square}.", _TILE, _SQUARE)
    BUILDING_PAID = event(_say_building_paid, "seat", "nemos")
    BUILT_OVER = event("    Built over at {square}: {discovery}.", _SQUARE, _DISCOVERY)
    WALKED = event("Seat {seat} walks from {origin} to {destination}.", _ORIGIN, _DESTINATION)
    STARTED_WORK = event("    It starts to work in {station}.", "seat", _STATION, _TYPE)
    FEE_PAID = event(_say_fee, "seat", "fee", "owner")
    CHIP_TAKEN = event("    It takes the {type} chip.", "seat", _TYPE)
    LAUNCHED = event("Seat {seat} launches a submarine from {station} to {square}.", _STATION, _SQUARE)
    SCANNED = event("Seat {seat} scans with {submarine} at {square}.", _SUBMARINE, _SQUARE)
    DIVED = event(
        "Seat {seat} moves a submarine from {origin} to {square}.",
        Field("origin", name_square),
        _SQUARE,
    )
    CANYON_OPENED = event("    The canyon is open.", "seat")
    RECOVERED = event("    It recovers {discovery}.", "seat", _DISCOVERY, _SQUARE)
    CHEST_FOUND = event(_say_chest, "seat", _SQUARE, "nemos")
    SPEED_FOUND = event("    A speed chip at {square}.", "seat", _SQUARE)
    ATLANTIS_FOUND = event(_say_piece, "seat", "number")
    NOT_PAID = event("    It can't pay for {discovery} at {square}.", "seat", _DISCOVERY, _SQUARE)
    CAME_IN = event("    The submarine comes into {station}.", "seat", _STATION, _SUBMARINE)
    LOOKED = event("    It looks at {square}: {discovery}.", "seat", _SQUARE, _DISCOVERY)
    SEEN = event("    It sees {discovery} at {square}.", "seat", _DISCOVERY, _SQUARE)
    LAST_ROUNDS = event(_say_last_rounds, "rounds")
    RAISED = event("Seat {seat} raises {tiles} of the goal's tiles.")
    NO_MORE_ROUND = event(
        "Pieces 13, 14 and 15 are out, but no more round is played: nothing happened in this one. "
        "A piece that nobody paid for is no recovery."
    )
