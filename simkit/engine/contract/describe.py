"""Describes a game's knobs, and the fields of the records that its strategies are given, in words.

Meanings come from a game's records (`record`) or from `Game.meanings`; for rules from their knobs, for moves
from their kinds.  `simkit fields GAME` lists all of them.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic.fields import FieldInfo

from simkit.engine.base.machine_state import MACHINE
from simkit.engine.contract.alternatives import plain_type
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs, words_of
from simkit.engine.contract.records import BAG, PILE, WEIGHTS, Layout, meanings_of, named_fields, note_on
from simkit.engine.contract.weights import ByWeight
from simkit.language import value_in_words


@dataclass(frozen=True)
class KnobInWords:
    """One knob in words for a designer; `assumption` is the id of the one it rests on, or empty."""

    name: str
    label: str
    default: str
    allowed: str
    description: str
    provenance: str
    assumption: str


def describe_knobs(knobs: type[Knobs]) -> list[KnobInWords]:
    """Return all knobs of a game in words, the game's own before those of all games."""
    common = set(Knobs.model_fields)
    fields = sorted(knobs.model_fields.items(), key=lambda item: item[0] in common)
    return [_in_words(name, words_of(knobs, name).label, field) for name, field in fields]


def _in_words(name: str, label: str, field: FieldInfo) -> KnobInWords:
    extra: dict[str, Any] = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
    return KnobInWords(
        name,
        label,
        value_in_words(field.default),
        ", ".join(extra["choices"]) or allowed_in_words(field.annotation, field.metadata),
        field.description or "",
        str(extra["provenance"]),
        str(extra["assumption"]),
    )


def allowed_in_words(annotation: Any, metadata: Iterable[Any] = ()) -> str:
    """Return the values that a type allows, in words: "0 to 20", "a list of 9 numbers, 1 to 6"."""
    plain = plain_type(annotation, metadata)
    if plain.things:
        listed = allowed_in_words(
            plain.kind, (layer for layer in metadata if not isinstance(layer, ByWeight))
        )
        return f"{listed}; or such {'words' if plain.things.kind is str else 'numbers'} with weights"
    origin, arguments = typing.get_origin(plain.kind), typing.get_args(plain.kind)
    if plain.words:
        return ", ".join(map(str, plain.words))
    if origin in (typing.Union, types.UnionType):
        kinds = [argument for argument in arguments if argument is not type(None)]
        either = " or ".join(allowed_in_words(kind, metadata) for kind in kinds)
        return f"null, or {either}" if len(kinds) < len(arguments) else either
    if origin is dict:
        keys, values = (allowed_in_words(argument) for argument in arguments)
        return f"pairs of a number, {keys}, and a word: {values}"
    if origin is tuple and Ellipsis not in arguments:
        items = allowed_in_words(arguments[0])
        return f"two of: {items}" if items.startswith("a ") else f"a pair of numbers, {items}"
    length = _span(plain.limits, "min_length", "max_length")
    if origin in (tuple, list, frozenset, set):
        kind = "set" if origin in (frozenset, set) else "list"
        items = allowed_in_words(arguments[0])
        if "a pair" in items:
            plural = items.replace("a pair", "pairs")
        elif items.startswith(("a list", "a set")):
            plural = f"entries, each {items}"
        else:
            plural = f"{'numbers, ' if plain_type(arguments[0]).kind in (int, float) else 'words: '}{items}"
        return f"a {kind} of {length}{' ' if length else ''}{plural}"
    if plain.kind is str:
        words = f"text of {length} characters" if length else "text"
        return f"{words} that matches {plain.limits['pattern']}" if "pattern" in plain.limits else words
    return "true or false" if plain.kind is bool else _range(plain.limits)


def _range(limits: Mapping[str, Any]) -> str:
    words = [
        _span(limits, "ge", "le"),
        f"more than {limits['gt']}" if "gt" in limits else "",
        f"less than {limits['lt']}" if "lt" in limits else "",
        f"a multiple of {limits['multiple_of']}" if "multiple_of" in limits else "",
    ]
    return ", ".join(filter(None, words)) or "any"


def _span(limits: Mapping[str, Any], least: str, most: str) -> str:
    """Return two limits in words, both included; an empty text if there are none."""
    low, high = limits.get(least), limits.get(most)
    if low is not None and high is not None:
        return f"{low} to {high}" if low != high else f"{low}"
    if low is not None:
        return f"{low} or more"
    return f"at most {high}" if high is not None else ""


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
        RecordInWords("seat", "what only the player knows", seat),
        RecordInWords("moves[i]", "a legal move", _of_moves(game)),
        RecordInWords("rules", "", _of_rules(game)),
    ]


def _meanings(game: Game) -> dict[str, str]:
    """Return the meaning of each field, by its full name: "table.turns"."""
    records = (("table", game.table), ("seat", game.seat))
    own = {f"{word}.{name}": means for word, layout in records for name, means in meanings_of(layout)}
    return {OWN_NUMBER: NUMBER, **own, **game.meanings}


def _of_record(game: Game, word: str, layout: Layout) -> list[FieldInWords]:
    meanings = _meanings(game)
    return [
        FieldInWords(name, _kind(inner), meanings.get(f"{word}.{name}", ""))
        for name, inner in named_fields(layout)
    ]


def _kind(layout: Layout) -> str:
    """Return the type of a field in words: "int32", "12 of int32", "pile"."""
    inner = layout.base
    names = {PILE: "pile", BAG: "bag", WEIGHTS: "weights", MACHINE.names: "machine"}
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
    more = [FieldInWords(name, _kind(game.rules[name]), "worked out from the knobs") for name in rest]
    return [*listed, *more]
