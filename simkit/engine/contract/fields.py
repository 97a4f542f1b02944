"""Lists the fields of the records that a strategy is given, and what each of them means.

The records of a game say what their fields mean (`record`), or `Game.meanings` does; a field of the table
that is named like an outcome column has its words, rules have those of their knobs, moves those of their
kinds.
`simkit fields GAME` lists all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from simkit.engine.base.machine_state import MACHINE
from simkit.engine.contract.describe import describe_knobs
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.records import BAG, PILE, Layout, meanings_of, named, note_on

OWN_NUMBER, NUMBER = "seat.number", "the seat's number, counted from 0"


@dataclass(frozen=True)
class FieldInWords:
    """A field in words: its name (with dots for nested records), its type and its meaning."""

    name: str
    kind: str
    means: str


@dataclass(frozen=True)
class RecordInWords:
    """A record in words: how strategies write it, what it is, its fields, and what the game says of it."""

    name: str
    means: str
    fields: list[FieldInWords]
    note: str = ""


def records_of(game: Game) -> list[RecordInWords]:
    """Return every record that a game's strategies are given."""
    table = _of_record(game, "table", game.table)
    seat = _of_record(game, "seat", game.seat_record)
    return [
        RecordInWords("table", "what everybody sees", table, game.meanings.get("table", note_on(game.table))),
        RecordInWords("seat", "what the player knows alone", seat),
        RecordInWords("moves[i]", "a legal move", _of_moves(game)),
        RecordInWords("rules", "", _of_rules(game)),
    ]


def without_meaning(game: Game) -> list[str]:
    """Return the fields of a game's table and seats whose meaning it does not declare."""
    records = (("table", game.table), ("seat", game.seat_record))
    wanted = [f"{word}.{name}" for word, layout in records for name, _ in named(layout)]
    meanings = _meanings(game)
    return [name for name in wanted if not meanings.get(name)]


def _meanings(game: Game) -> dict[str, str]:
    """Return the meaning of each field, by its full name: "table.turns"."""
    of_columns = {f"table.{column.name}": column.description for column in game.columns}
    records = (("table", game.table), ("seat", game.seat))
    own = {f"{word}.{name}": means for word, layout in records for name, means in meanings_of(layout)}
    return {**of_columns, OWN_NUMBER: NUMBER, **own, **game.meanings}


def _of_record(game: Game, word: str, layout: Layout) -> list[FieldInWords]:
    meanings = _meanings(game)
    return [FieldInWords(name, _kind(own), meanings.get(f"{word}.{name}", "")) for name, own in named(layout)]


def _kind(layout: Layout) -> str:
    """Return the type of a field in words: "int32", "12 of int32", "pile"."""
    inner = layout.base
    names = {PILE: "pile", BAG: "bag", MACHINE.names: "machine"}
    word = names.get(inner.names, "record") if inner.names else str(inner)
    return f"{' x '.join(map(str, layout.shape))} of {word}" if layout.shape else word


def _of_moves(game: Game) -> list[FieldInWords]:
    """Return the fields of a move: `kind` with all kinds, the others with the kinds that use them."""
    numbers = sorted((kind.number, kind.name) for kind in game.moves)
    kinds = ", ".join(f"{number} {name}" for number, name in numbers)
    used: dict[str, list[str]] = {}
    for kind in game.moves:
        for field in kind.fields:
            used.setdefault(field.name, []).append(kind.name)
    said: Mapping[str, str] = {name: f"of {', '.join(by)}" for name, by in used.items()}
    return [
        FieldInWords(name, _kind(game.move[name]), kinds if name == "kind" else said.get(name, ""))
        for name in game.move.names or ()
    ]


def _of_rules(game: Game) -> list[FieldInWords]:
    """Return the columns of the rules record: knobs with their descriptions, others as derived from knobs."""
    knobs = {knob.name: knob.description for knob in describe_knobs(game.knobs)}
    worked_out = {str(column[0]) for column in game.knobs.worked_out}
    own = [name for name in game.rules.names or () if name in knobs or name not in worked_out]
    rest = [name for name in game.rules.names or () if name not in own]
    listed = [FieldInWords(name, _kind(game.rules[name]), knobs.get(name, "")) for name in own]
    listed.sort(key=lambda field: field.name in Knobs.model_fields)
    more = [FieldInWords(name, _kind(game.rules[name]), "worked out of the knobs") for name in rest]
    return [*listed, *more]
