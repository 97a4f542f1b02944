"""The kinds of moves and of events of Nautilus, with their fields and sentences."""

from __future__ import annotations

from simkit.engine.contract.kinds import EventKind, Field, MoveKind
from simkit.games.nautilus_2002 import events as e
from simkit.games.nautilus_2002.words import (
    PHASE_NAMES,
    SIDE_NAMES,
    TILE_NAMES,
    TYPE_NAMES,
    name_discovery,
    name_square,
    name_station,
    name_submarine,
    plural,
    tile_with,
)

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
"""The last field of every move: how many others were legal, by which `apply` knows if anybody was asked."""


def _say_placed(tile: int, researchers: int, square: int, rotation: int, others: int) -> str:
    turned = f", turned {rotation}" if rotation else ""
    return f"place {tile_with(tile, researchers)} at {name_square(square)}{turned}"


def _say_bought(tile: int, researchers: int, others: int) -> str:
    return f"buy {tile_with(tile, researchers)}"


MOVES = (
    MoveKind(e.BUY_NOTHING, "buy_nothing", "buy nothing", (OTHERS,)),
    MoveKind(e.BUY_RESIDENTIAL, "buy_residential", _say_bought, (_TILE, "researchers", OTHERS)),
    MoveKind(e.BUY_RESEARCH, "buy_research", "buy {type}", (_TYPE, OTHERS)),
    MoveKind(e.DO_NOT_BUILD, "do_not_build", "do not build", (OTHERS,)),
    MoveKind(e.START_BUILDING, "start_building", "build", (OTHERS,)),
    MoveKind(e.STOP_BUILDING, "stop_building", "stop building", (OTHERS,)),
    MoveKind(
        e.PLACE_STATION,
        "place_station",
        _say_placed,
        (_TILE, "researchers", _SQUARE, "rotation", OTHERS),
    ),
    MoveKind(e.STOP_WALKING, "stop_walking", "stop walking", (OTHERS,)),
    MoveKind(e.WALK_TO, "walk_to", "walk from {origin} to {destination}", (_ORIGIN, _DESTINATION, OTHERS)),
    MoveKind(e.STOP_LAUNCHING, "stop_launching", "stop launching", (OTHERS,)),
    MoveKind(e.LAUNCH_FROM, "launch_from", "launch from {station}, {side}", (_STATION, _SIDE, OTHERS)),
    MoveKind(e.STOP_SCANNING, "stop_scanning", "stop scanning", (OTHERS,)),
    MoveKind(e.SCAN_WITH, "scan_with", "scan with {submarine}", (_SUBMARINE, OTHERS)),
    MoveKind(e.STOP_DIVING, "stop_diving", "stop moving submarines", (OTHERS,)),
    MoveKind(e.DIVE_TO, "dive_to", "{submarine} to {square}", (_SUBMARINE, _SQUARE, OTHERS)),
    MoveKind(e.STAY_OUT, "stay_out", "stay out", (OTHERS,)),
    MoveKind(e.COME_INTO, "come_into", "come into {station}", (_STATION, OTHERS)),
    MoveKind(e.NO_SPEED, "no_speed", "leave the speed chip unused", (OTHERS,)),
    MoveKind(e.SPEED_TO, "speed_to", "speed: {submarine} to {square}", (_SUBMARINE, _SQUARE, OTHERS)),
    MoveKind(e.NO_BONUS, "no_bonus", "no researcher walks", (OTHERS,)),
    MoveKind(
        e.BONUS_WALK,
        "bonus_walk",
        "the news: walk from {origin} to {destination}",
        (_ORIGIN, _DESTINATION, OTHERS),
    ),
    MoveKind(e.NO_LOOK, "no_look", "no look", (OTHERS,)),
    MoveKind(e.LOOK_AT, "look_at", "look at {square}", ("slot", _SQUARE, OTHERS)),
    MoveKind(e.RAISE_TILES, "raise_tiles", "raise {rises} of the goal's tiles", ("rises", OTHERS)),
)


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


EVENTS = (
    EventKind(e.ROUND_BEGUN, "round_begun", _say_round, ("round", "start_player", "extra"), begins_turn=True),
    EventKind(e.PHASE_BEGUN, "phase_begun", "{phase}.", (Field("phase", PHASE_NAMES),)),
    EventKind(e.BOUGHT, "bought", _say_tile_bought, ("seat", _TILE, "researchers")),
    EventKind(e.HANDED_BACK, "handed_back", _say_handed_back, ("seat", _TILE, "researchers")),
    EventKind(e.BUILT, "built", "  Seat {seat} builds {tile} at {square}.", ("seat", _TILE, _SQUARE)),
    EventKind(e.BUILDING_PAID, "building_paid", _say_building_paid, ("seat", "nemos")),
    EventKind(e.BUILT_OVER, "built_over", "    Built over at {square}: {discovery}.", (_SQUARE, _DISCOVERY)),
    EventKind(
        e.WALKED,
        "walked",
        "Seat {seat} walks from {origin} to {destination}.",
        ("seat", _ORIGIN, _DESTINATION),
    ),
    EventKind(
        e.STARTED_WORK,
        "started_work",
        "    It starts to work in {station}.",
        ("seat", _STATION, _TYPE),
    ),
    EventKind(e.FEE_PAID, "fee_paid", _say_fee, ("seat", "fee", "owner")),
    EventKind(e.CHIP_TAKEN, "chip_taken", "    It takes the {type} chip.", ("seat", _TYPE)),
    EventKind(
        e.LAUNCHED,
        "launched",
        "Seat {seat} launches a submarine from {station} to {square}.",
        ("seat", _STATION, _SQUARE),
    ),
    EventKind(
        e.SCANNED,
        "scanned",
        "Seat {seat} scans with {submarine} at {square}.",
        ("seat", _SUBMARINE, _SQUARE),
    ),
    EventKind(
        e.DIVED,
        "dived",
        "Seat {seat} moves a submarine from {origin} to {square}.",
        ("seat", Field("origin", name_square), _SQUARE),
    ),
    EventKind(e.CANYON_OPENED, "canyon_opened", "    The canyon is open.", ("seat",)),
    EventKind(e.RECOVERED, "recovered", "    It recovers {discovery}.", ("seat", _DISCOVERY, _SQUARE)),
    EventKind(e.CHEST_FOUND, "chest_found", _say_chest, ("seat", _SQUARE, "nemos")),
    EventKind(e.SPEED_FOUND, "speed_found", "    A speed chip at {square}.", ("seat", _SQUARE)),
    EventKind(e.ATLANTIS_FOUND, "atlantis_found", _say_piece, ("seat", "number")),
    EventKind(
        e.NOT_PAID, "not_paid", "    It can't pay for {discovery} at {square}.", ("seat", _DISCOVERY, _SQUARE)
    ),
    EventKind(
        e.CAME_IN, "came_in", "    The submarine comes into {station}.", ("seat", _STATION, _SUBMARINE)
    ),
    EventKind(e.LOOKED, "looked", "    It looks at {square}: {discovery}.", ("seat", _SQUARE, _DISCOVERY)),
    EventKind(e.SEEN, "seen", "    It sees {discovery} at {square}.", ("seat", _DISCOVERY, _SQUARE)),
    EventKind(e.LAST_ROUNDS, "last_rounds", _say_last_rounds, ("rounds",)),
    EventKind(e.RAISED, "raised", "Seat {seat} raises {tiles} of the goal's tiles.", ("seat", "tiles")),
)
