"""Checks a game's declaration when it is loaded, so that a plug-in's mistakes do not stop a run midway."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, get_args

import numpy as np
from pydantic import ValidationError

from simkit.content.characters import cleaned, refused_character
from simkit.engine.base.chance import PURPOSES
from simkit.engine.base.columns import END, Column, Look
from simkit.engine.base.cursor import MOST_SEATS
from simkit.engine.base.events import NUMBERS
from simkit.engine.base.machine_state import MACHINE
from simkit.engine.base.machine_state import MOST_SEATS as MOST_WITH_TEXTS
from simkit.engine.contract.content import GameContent
from simkit.engine.contract.kinds import EventKind, MoveKind, mistakes_of_kinds
from simkit.engine.contract.knobs import PLAYERS, WHEN, Knobs, Provenance
from simkit.engine.contract.objectives import WON, mistakes_of_objectives, objectives_or_default
from simkit.engine.contract.outcomes import (
    FILLED,
    RECORDS,
    mistakes_of_fields,
    mistakes_of_ranking,
    outcome_columns,
)
from simkit.engine.contract.records import named_fields
from simkit.engine.contract.story import Story
from simkit.errors import unknown

FUNCTIONS = {
    "setup": ("state", "rules", "log"),
    "options": ("state", "rules", "moves"),
    "apply": ("state", "rules", "move", "log"),
    "outcome": ("state", "rules", "row", "seat_rows"),
    "conceal": ("state", "seat", "chance"),
}

OF_NUMPY = frozenset(dir(np.record))
"""The attributes of NumPy's records; plain Python would not find a field of such a name."""

KEYS = frozenset({"scenario", "game", "seat", "player"})
"""The columns that a run's tables have besides a game's own."""


def mistakes(game: Any) -> Iterator[str]:
    """Yield the mistakes in a game's declaration, a `Game`."""
    if not isinstance(game.name, str) or not game.name:
        yield f"name is a word, found {game.name!r}"
    if not isinstance(game.title, str):
        yield f"title is text, found {game.title!r}"
    if not isinstance(game.seats, range) or not game.seats or game.seats[0] < 1:
        yield f"seats is the range of how many can play, such as range(2, 5), found {game.seats!r}"
    elif game.seats[-1] > MOST_SEATS:
        yield f"seats: found {game.seats[-1]}, allowed is {MOST_SEATS} at most"
    elif game.seats[-1] > MOST_WITH_TEXTS and _has_card_texts(game):
        yield f"seats: found {game.seats[-1]}, allowed is {MOST_WITH_TEXTS} at most with card texts"
    if not isinstance(game.summary, str):
        yield f"summary is text, found {game.summary!r}"
    if not isinstance(game.max_moves, int) or game.max_moves < 0:
        yield f"max_moves is a whole number from 1 on, found {game.max_moves!r}"
    for word in ("table", "seat", "hidden"):
        layout = getattr(game, word)
        if not isinstance(layout, np.dtype) or not layout.fields:
            yield f"{word} is a record layout, np.dtype([(name, type) ...]), found {layout!r}"
        elif word != "hidden":
            yield from _of_meanings(game, word, layout)
    yield from mistakes_of_fields(game.records, max(game.seats))
    yield from _of_records(game)
    yield from _of_columns(game)
    for name, arguments in FUNCTIONS.items():
        yield from _of_function(name, getattr(game, name), arguments)
    for function in filter(callable, game.ranked_by):
        yield from _of_function("ranked_by", function, ("state", "rules", "seat"))
    yield from _of_kinds(game)
    yield from _of_objectives(game)
    yield from _of_turn_order(game)
    yield from _of_length(game)
    yield from _of_purposes(game)
    if not isinstance(game.story, Story):
        yield f"story is a Story, found {game.story!r}"
    yield from _of_knobs(game)
    yield from _of_words(game)


def _has_card_texts(game: Any) -> bool:
    layouts = [getattr(game, word) for word in RECORDS]
    own = [
        inner.base for layout in layouts if isinstance(layout, np.dtype) for _, inner in named_fields(layout)
    ]
    return MACHINE in own


def _of_records(game: Any) -> Iterator[str]:
    """Yield a problem for each name that NumPy's records have as an attribute already.

    Compiled code would find the field, plain Python the attribute.
    """
    layouts: list[tuple[str, Iterable[str]]] = [
        (word, (name for name, _ in named_fields(layout)))
        for word in ("table", "seat", "hidden")
        if isinstance(layout := getattr(game, word), np.dtype)
    ]
    for word, columns in (("columns", game.columns), ("seat_columns", game.seat_columns)):
        layouts.append((word, (column.name for column in columns if isinstance(column, Column))))
    kinds = [kind for kind in game.moves if isinstance(kind, MoveKind)]
    layouts += [(f"moves: '{kind.name}'", (field.name for field in kind.fields)) for kind in kinds]
    if isinstance(game.knobs, type) and issubclass(game.knobs, Knobs):
        worked_out = game.knobs.worked_out if _are_columns(game.knobs.worked_out) else ()
        layouts.append(("knobs", [*game.knobs.model_fields, *(str(entry[0]) for entry in worked_out)]))
    for word, names in layouts:
        for name in names:
            own = str(name).rpartition(".")[2]
            if own in OF_NUMPY:
                taken = f"a field can't be called '{own}', which every record of NumPy has as an attribute"
                yield f"{word}: {taken}; call it '{own}_number', for example"


def _of_meanings(game: Any, word: str, layout: np.dtype[np.void]) -> Iterator[str]:
    """Yield a problem for each meaning of a field that does not exist."""
    known = [f"{word}.{name}" for name, _ in named_fields(layout)]
    for name in game.meanings:
        if str(name).startswith(f"{word}.") and name not in known:
            yield f"meanings: {unknown('field', cleaned(str(name)), known)}"


def _of_words(game: Any) -> Iterator[str]:
    """Yield a problem for each text of a declaration that has a refused character."""
    words = {"title": game.title, "summary": game.summary}
    for column in filter(_is_readable, (*game.columns, *game.seat_columns)):
        called = f"column '{cleaned(column.name)}'"
        words |= {called: column.name, f"{called}: its unit": column.unit}
        words |= {f"{called}: its description": column.description}
        words |= {f"{called}: its label {code}": label for code, label in enumerate(column.labels)}
    if isinstance(game.knobs, type) and issubclass(game.knobs, Knobs):
        words |= {f"the knob '{n}'": str(field.description) for n, field in game.knobs.model_fields.items()}
    for assumption in game.assumptions:
        said = [assumption.id, assumption.about, assumption.value, *assumption.alternatives]
        words |= {f"assumption {cleaned(str(assumption.id))}": " ".join(map(str, said))}
    for called, text in words.items():
        if character := refused_character(str(text), one_line=True):
            yield f"{called}: {character} is not text"


def _of_kinds(game: Any) -> Iterator[str]:
    yield from mistakes_of_kinds("moves", game.moves, MoveKind)
    if not game.moves:
        yield "moves: a game has at least one kind of move"
    yield from mistakes_of_kinds("events", game.events, EventKind)
    for kind in game.events:
        if isinstance(kind, EventKind) and len(kind.fields) > len(NUMBERS):
            most = len(NUMBERS)
            yield f"events: '{kind.name}' has {len(kind.fields)} fields, allowed are {most} at most"


def _of_objectives(game: Any) -> Iterator[str]:
    wanted = objectives_or_default(game.objectives, game.columns, game.seat_columns)
    named = (*wanted, game.progress) if game.progress is not None else wanted
    yield from mistakes_of_objectives(named, game.columns, game.seat_columns)


def _of_turn_order(game: Any) -> Iterator[str]:
    if game.turn_order == "":
        return
    known = {column.name: column for column in game.seat_columns if _is_readable(column)}
    if not isinstance(game.turn_order, str) or game.turn_order not in known:
        yield f"turn_order: {unknown('column of the seats', cleaned(str(game.turn_order)), known)}"
    elif (own := known[game.turn_order]).is_yes_no or own.is_fraction or own.labels:
        yield f"turn_order: '{own.name}' is no whole number; allowed is a column that counts places"


def _of_length(game: Any) -> Iterator[str]:
    if game.length == "":
        return
    readable = [column for column in game.columns if _is_readable(column)]
    counts = [column.name for column in readable if column.unit and not column.is_fraction]
    if not isinstance(game.length, str) or game.length not in counts:
        yield f"length: {unknown('column of the games with a unit', cleaned(str(game.length)), counts)}"


def _of_purposes(game: Any) -> Iterator[str]:
    if not isinstance(game.purposes, Mapping):
        yield f'purposes is a mapping such as {{0: "the deal", 1: "the dice"}}, found {game.purposes!r}'
        return
    for purpose, words in game.purposes.items():
        if not isinstance(purpose, int) or not 0 <= purpose < PURPOSES:
            yield f"purposes: found {purpose!r}, allowed are the numbers 0 to {PURPOSES - 1}"
        if not isinstance(words, str) or not words or refused_character(words, one_line=True):
            yield f"purposes: {purpose!r} is called {words!r}, allowed are words on one line"


def _of_columns(game: Any) -> Iterator[str]:
    every = (*game.columns, *game.seat_columns)
    unread = [column for column in every if not _is_readable(column)]
    if unread:
        kind = "Column(name, type, description, unit, labels), all words but the type, looks of Look"
        yield f"a column is {kind}, found {unread[0]!r}"
        return
    if game.seat_columns and not game.ranked_by and max(game.seats, default=0) == 1:
        yield "seat_columns: with a single player no table of seats is written; put them into columns"
    for column in every:
        if column.name == WON and np.dtype(column.dtype) != np.bool_:
            yield f"the column '{WON}' is yes or no (np.bool_): reports learn from it who wins"
        if not _is_number_or_yes_no(column):
            allowed = "np.bool_, np.float64 or an integer type that fits int64"
            yield f"column '{column.name}': its type is {allowed}, found {column.dtype!r}"
        doubled = [label for label in column.labels if list(column.labels).count(label) > 1]
        if doubled:
            yield f"column '{column.name}': two of its labels are '{doubled[0]}'"
        yield from _of_looks(column)
        if column.labels and column.is_fraction:
            yield f"column '{column.name}': labels are of the codes 0, 1, 2 ...; it needs an integer type"
        is_ending = column.name == END and column in game.columns  # a seat's column is what the game makes it
        if is_ending and not (column.labels and np.dtype(column.dtype).kind in "iu"):
            yield f"the column '{END}' is a code: it needs an integer type and labels"
        if column.name in KEYS:
            yield f"a column can't be called '{column.name}': a run's tables have one of that name"
    yield from _of_fields_and_columns(game)
    for columns in (game.columns, game.seat_columns):
        seen: set[str] = set()
        for column in columns:
            if column.name in seen:
                yield f"two columns are called '{column.name}'"
            elif any(o.heading == column.heading and o.name != column.name for o in columns):
                yield f"two columns are headed '{column.heading}' in reports"
            seen.add(column.name)
        whole = [column for column in columns if column.part_of and column.part_of not in seen]
        if whole:
            yield f"column '{whole[0].name}' is part of '{whole[0].part_of}', which is not another column"


def _of_fields_and_columns(game: Any) -> Iterator[str]:
    """Yield the mistakes in what fills the columns: the fields of their names, `outcome`, the ranking."""
    most = max(game.seats)
    for fields, declared in zip(
        outcome_columns(game.records, most, ranked=False), (game.columns, game.seat_columns), strict=True
    ):
        is_ranked = game.ranked_by and declared is game.seat_columns
        for column in declared:
            if column in fields or (is_ranked and column.name in FILLED):
                continue
            if any(column.name == known.name for known in fields) and column.name != END:
                yield f"the column '{column.name}' is a field and declared once more; leave one of them out"
            elif game.outcome is None and column.name != END and game.as_printed is None:
                yield f"nothing fills the column '{column.name}': it is no field, and there is no `outcome`"
    yield from mistakes_of_ranking(game, most)


def _of_looks(column: Column) -> Iterator[str]:
    words = [look.words for look in column.looks.values()]
    doubled = [word for word in words if words.count(word) > 1]
    if doubled:
        yield f"column '{column.name}': two of its labels are shown as '{doubled[0]}'"
    for label, look in column.looks.items():
        if label not in column.labels:
            yield f"column '{column.name}': {unknown('label', label, column.labels)}"
        if look.colour and not re.fullmatch("#[0-9a-fA-F]{6}", look.colour):
            colour = "a colour is '#' and six digits, such as #b8493b"
            yield f"column '{column.name}': {colour}, found '{look.colour}'"


def _is_readable(column: Any) -> bool:
    """Return True if a column's texts are strings and its looks are `Look` objects."""
    if not isinstance(column, Column) or not isinstance(column.labels, (tuple, list)):
        return False
    if not isinstance(column.looks, dict) or not all(isinstance(o, Look) for o in column.looks.values()):
        return False
    looks = (word for look in column.looks.values() for word in (look.words, look.loss, look.colour))
    words = (column.name, column.description, column.unit, column.short, column.part_of, *column.labels)
    return all(isinstance(word, str) for word in (*words, *column.looks, *looks))


def _is_number_or_yes_no(column: Column) -> bool:
    try:
        dtype = np.dtype(column.dtype)
        return (dtype.kind in "biu" and dtype != np.uint64) or dtype == np.float64
    except TypeError:
        return False


def _of_function(name: str, function: Any, arguments: tuple[str, ...]) -> Iterator[str]:
    if function is None and name in ("conceal", "outcome"):
        return
    if not callable(function):
        yield f"{name} is a function of ({', '.join(arguments)}), found {function!r}"
        return
    for mistake in wrong_arguments(function, arguments):
        yield f"{name}: {mistake}"
    if getattr(function, "__closure__", None):  # two of one factory can't be distinguished
        yield f"{name} is a function at the top of a module, found one made inside another"


def wrong_arguments(function: Callable[..., Any], arguments: Sequence[str]) -> Iterator[str]:
    """Yield a message if a function does not have exactly these arguments, or belongs to no module."""
    if function.__module__ not in sys.modules:
        yield (
            "it belongs to no module, so what it calls can't be found; write it into a file, or give `exec` "
            "a module's name: exec(code, {'__name__': '__main__'})"
        )
    found = inspect.signature(function)
    try:
        found.bind(*arguments)
    except TypeError:
        yield f"its arguments are {found}, allowed are ({', '.join(arguments)})"


def _of_knobs(game: Any) -> Iterator[str]:
    if not (isinstance(game.knobs, type) and issubclass(game.knobs, Knobs)):
        yield f"knobs is a class made of Knobs, found {game.knobs!r}"
        return
    if not _are_columns(game.knobs.worked_out):
        found = cleaned(repr(game.knobs.worked_out))
        yield f'worked_out is a list of names and types, such as (("start", np.int32),), found {found}'
        return
    known = [assumption.id for assumption in game.assumptions]
    for name, field in game.knobs.model_fields.items():
        extra = field.json_schema_extra
        if not isinstance(extra, dict) or "provenance" not in extra:
            yield f"the knob '{name}' needs its meaning and provenance: {name}: ... = knob(default, ...)"
            return
        if extra["provenance"] not in get_args(Provenance):
            words = unknown("provenance", str(extra["provenance"]), get_args(Provenance))
            yield f"the knob '{name}': {words}"
        if extra["assumption"] and extra["assumption"] not in known:
            yield f"the knob '{name}': {unknown('assumption', str(extra['assumption']), known)}"
    for name in game.knobs.groups:
        if name not in game.knobs.model_fields:
            yield f"groups: {unknown('knob', cleaned(str(name)), game.knobs.model_fields)}"
    if game.content is not None and not isinstance(game.content, GameContent):
        yield f"content is an object of a class made of GameContent, found {game.content!r}"
        return
    for name in game.knobs.printed(game.content) if game.content is not None else ():
        if name not in game.knobs.model_fields:
            yield f"printed: {unknown('knob', name, game.knobs.model_fields)}"
            return
    if isinstance(game.seats, range) and len(game.seats) > 1 and PLAYERS not in game.knobs.model_fields:
        span = f"{game.seats[0]} to {game.seats[-1]}"
        yield f"a game for {span} needs the knob '{PLAYERS}', which says how many play"
    yield from _of_defaults(game.knobs)
    yield from _of_assumptions(game)


def _are_columns(worked_out: object) -> bool:
    """Return True for a list of (name, type) or (name, type, shape)."""
    return isinstance(worked_out, list | tuple) and all(
        isinstance(entry, tuple) and len(entry) in (2, 3) and isinstance(entry[0], str)
        for entry in worked_out
    )


def _of_defaults(knobs: type[Knobs]) -> Iterator[str]:
    try:
        knobs()
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"]))
        yield f"the default of the knob '{name}' is not allowed: {first['msg']}, found {first['input']!r}"


def _of_assumptions(game: Any) -> Iterator[str]:
    known = game.knobs.model_fields
    for assumption in game.assumptions:
        if not isinstance(assumption.alternatives, dict):
            yield f"assumption {assumption.id}: alternatives are a mapping, found {assumption.alternatives!r}"
            continue
        for label, setting in assumption.alternatives.items():
            named = [name for name in setting if name != WHEN] + list(setting.get(WHEN, {}))
            for name in (name for name in named if name not in known):
                yield f"assumption {assumption.id}, alternative '{label}': {unknown('knob', name, known)}"
