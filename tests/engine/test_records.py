"""Fields with their meanings, and kinds with their numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from simkit.compile.entry import compile_entry
from simkit.engine.contract.describe import records_of
from simkit.engine.contract.records import meanings_of, note_on
from simkit.game import Kinds, event, field, move, record
from tests.engine.plain_pig import plain_pig

PIG = plain_pig()
PLAYER = record(field("cards", "cards in hand"), field("known", "", np.int8, (2, 3)))
TABLE = record(
    field("players", "what everybody sees of each", PLAYER, 4),
    field("turns"),
    field("total", "points so far"),
    note="all is counted from 0",
)


class Move(Kinds):
    WAIT = move("wait {turns} turns", seconds=2)
    GO = move(name="walk")


class Event(Kinds, first=5):
    WENT = event("Seat {seat} goes.", begins_turn=True)
    STAYED = event()


def test_a_record_is_the_plain_layout() -> None:
    player = np.dtype([("cards", np.int32), ("known", np.int8, (2, 3))], align=True)
    plain = np.dtype([("players", player, (4,)), ("turns", np.int32), ("total", np.int32)], align=True)
    assert plain == TABLE
    assert repr(plain) == repr(TABLE)


def test_meanings_travel_with_the_layout() -> None:
    expected = {
        "players": "what everybody sees of each",
        "players.cards": "cards in hand",
        "total": "points so far",
    }
    assert dict(meanings_of(TABLE)) == expected
    assert note_on(TABLE) == "all is counted from 0"
    assert dict(meanings_of(np.dtype([("x", np.int32)]))) == {}


def test_fields_are_listed_with_the_meanings_of_their_records() -> None:
    game = replace(PIG, table=TABLE, seat=PLAYER, meanings={"seat.known": "what the seat knows"})
    table, seat, *_ = records_of(game)
    assert (table.note, table.fields[1].means) == ("all is counted from 0", "cards in hand")
    assert [field.means for field in seat.fields[1:]] == ["cards in hand", "what the seat knows"]


def test_kinds_have_numbers_and_names() -> None:
    assert (Move.WAIT, Move.GO, Event.WENT, Event.STAYED) == (0, 1, 5, 6)
    assert [kind.name for kind in Move.kinds] == ["wait", "walk"]
    assert [kind.seconds for kind in Move.kinds] == [2, 10]
    assert [kind.number for kind in Event.kinds] == [5, 6]
    assert Move.kinds[0].sentence([3]) == "wait 3 turns"
    assert Event.kinds[0].begins_turn and not Event.kinds[1].begins_turn


def is_walking(kind):  # type: ignore[no-untyped-def]
    return kind == Move.GO, Event.STAYED


def test_kinds_are_constants_in_compiled_code() -> None:
    compiled = compile_entry(is_walking, checked=True)
    assert [compiled(kind) for kind in (0, 1)] == [(False, 6), (True, 6)]
