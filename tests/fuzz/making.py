"""Makes data that are nearly right: from JSON schemas, and by breaking what is right in a place or two."""

from __future__ import annotations

import copy
import gc
import json
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import yaml
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from simkit import BadInput

T = TypeVar("T")

Place = tuple[str | int, ...]

DEEPEST = 8
"""The levels of data in which something is broken."""

MOST_SECONDS = 2.0
"""The most processor time for reading what a designer may have written."""

LONGEST_MESSAGE = 20_000

HARMLESS = st.sampled_from(["x", "a name", "A1", "1", "é", "all", "none", "12 to 15", "0..6 by 2", ""])

NUMBERS: list[Any] = [
    *(0, 1, -1, 2, 3, 7, 255, 256, 2**31 - 1, 2**31, 2**32, 2**63, 2**64, -(2**63), 10**29),
    *(0.5, -0.0, 1e-320, 1e308, math.inf, -math.inf, math.nan, True, False, None),
]

TEXTS = [
    *(
        "",
        " ",
        "0",
        "null",
        "a" * 300,
        "é\u0301",
        "\u202e",
        "\x00",
        "\x1b[2J",
        "\ud800",
        "a\nb",
        "'\"",
        "%s{}",
    ),
    *("../x", "/dev/null", "~", "./x.py:y", "1..", "1..9", "9..1", "0..1000000000", "1..2 by 0", "at most"),
    *("at least 3", "1e3 to 2", "fair +- 0.02", "nan", "no tides", "think", "all", "strategies.0.n"),
    *("rules.", "rules.x", "strategies.99", "[]", "{}", "*", "<script>", "$(x)", "\u2028", "x" * 11_000),
]

WRONG = st.recursive(
    st.sampled_from(NUMBERS) | st.sampled_from(TEXTS) | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(TEXTS), inner, max_size=2),
    max_leaves=5,
)
"""Values that are hardly ever right."""


class Maker:
    """Makes values that a JSON schema allows.

    Parameters
    ----------
    definitions : mapping
        What ``$ref`` refers to.
    words : strategy
        Texts where the schema allows any.
    """

    def __init__(self, definitions: Mapping[str, Any], words: SearchStrategy[str] = HARMLESS) -> None:
        self._definitions = definitions
        self._words = words
        self._made: dict[str, SearchStrategy[Any]] = {}

    def of(self, schema: Mapping[str, Any] | bool) -> SearchStrategy[Any]:
        """Return a strategy for the values that a schema allows, or most of them."""
        if isinstance(schema, bool):
            return HARMLESS
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if name not in self._made:
                self._made[name] = st.deferred(lambda: self.of(self._definitions[name]))
            return self._made[name]
        if "enum" in schema:
            return st.sampled_from(schema["enum"]) if schema["enum"] else self._words
        if "const" in schema:
            return st.just(schema["const"])
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return st.one_of([self.of(inner) for inner in schema[several]])
        kinds = schema.get("type", "string")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        return st.one_of([self._of_kind(kind, schema) for kind in kinds])

    def _of_kind(self, kind: str, schema: Mapping[str, Any]) -> SearchStrategy[Any]:
        low = schema.get("minimum", schema.get("exclusiveMinimum"))
        high = schema.get("maximum", schema.get("exclusiveMaximum"))
        match kind:
            case "integer":
                first = -2 if low is None else math.ceil(low) + ("minimum" not in schema)
                last = first + 12 if high is None else math.floor(high) - ("maximum" not in schema)
                return st.integers(first, min(first + 12, last)) | st.integers(first, last)
            case "number":
                few = st.sampled_from([0.001, 0.5, 1, 1.5, 3])
                return few.filter(lambda number: (low or 0) <= number <= (high or 3))
            case "boolean":
                return st.booleans()
            case "null":
                return st.none()
            case "array":
                return self._array(schema)
            case "object":
                return self._object(schema)
        return st.just("aname") if "pattern" in schema else self._words

    def _array(self, schema: Mapping[str, Any]) -> SearchStrategy[list[Any]]:
        if "prefixItems" in schema:
            return st.tuples(*(self.of(inner) for inner in schema["prefixItems"])).map(list)
        fewest = schema.get("minItems", 0)
        most = min(schema.get("maxItems", fewest + 3), fewest + 3)
        unique = repr if schema.get("uniqueItems") else None
        return st.lists(self.of(schema.get("items", True)), min_size=fewest, max_size=most, unique_by=unique)

    def _object(self, schema: Mapping[str, Any]) -> SearchStrategy[dict[str, Any]]:
        known = {name: self.of(inner) for name, inner in schema.get("properties", {}).items()}
        needed = {name: known.pop(name) for name in schema.get("required", ()) if name in known}
        named = few_of(needed, known)
        if "additionalProperties" not in schema or schema["additionalProperties"] is False:
            return named
        others = st.dictionaries(self._words, self.of(schema["additionalProperties"]), max_size=2)
        return st.tuples(others, named).map(lambda both: both[0] | both[1])


def few_of(
    needed: Mapping[str, SearchStrategy[Any]], optional: Mapping[str, SearchStrategy[Any]]
) -> SearchStrategy[dict[str, Any]]:
    """Return a strategy for mappings with all that is needed, and up to four more keys."""

    @st.composite
    def made(draw: DrawFn) -> dict[str, Any]:
        more = draw(st.lists(st.sampled_from(sorted(optional)), max_size=4, unique=True)) if optional else []
        return {name: draw(strategy) for name, strategy in needed.items()} | {
            name: draw(optional[name]) for name in more
        }

    return made()


def places_in(data: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the places of all values within data, which may contain themselves."""
    if place:
        yield place
    if len(place) > DEEPEST:
        return
    if isinstance(data, dict):
        for key, value in data.items():
            yield from places_in(value, (*place, key))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from places_in(value, (*place, i))


def at(data: Any, place: Place) -> Any:
    """Return the value at a place."""
    for part in place:
        data = data[part]
    return data


@st.composite
def broken(draw: DrawFn, whole: SearchStrategy[Any], fewest: int = 0, most: int = 2) -> Any:
    """Draw data, and break them in some places."""
    data = copy.deepcopy(draw(whole))
    for _ in range(draw(st.integers(fewest, most))):
        places = list(places_in(data))
        if not places:
            break
        place = draw(st.sampled_from(places))
        _break(draw, data, place, places)
    return data


def _break(draw: DrawFn, data: Any, place: Place, places: Sequence[Place]) -> None:
    holder, key = at(data, place[:-1]), place[-1]
    value = holder[key]
    match draw(st.integers(0, 9)):
        case 0:
            del holder[key]
        case 1:
            holder[key] = draw(st.sampled_from([[value], {"x": value}, [value, value], {}, []]))
        case 2:
            holder[key] = copy.deepcopy(at(data, draw(st.sampled_from(places))))  # from elsewhere
        case 3 if isinstance(holder, dict):
            holder[draw(_slips(str(key)))] = holder.pop(key)
        case 3 | 4 if isinstance(holder, list):
            holder.insert(0, copy.deepcopy(value))
        case 4:
            holder[draw(st.sampled_from(TEXTS))] = copy.deepcopy(value)
        case 5 if isinstance(value, (int, float)):
            holder[key] = draw(st.sampled_from([value + 1, value - 1, -value, str(value), float(value)]))
        case 5 if isinstance(value, str):
            holder[key] = draw(_slips(value))
        case _:
            holder[key] = draw(WRONG)


def _slips(word: str) -> SearchStrategy[str]:
    """Return a strategy for what a slip of the fingers makes of a word."""
    cut = st.integers(0, len(word))
    return st.one_of(
        cut.map(lambda i: word[:i] + word[i + 1 :]),
        cut.map(lambda i: word[:i] + "x" + word[i:]),
        st.sampled_from([word.upper(), word + word, f"rules.{word}", f"{word}.0", word[::-1], f" {word} "]),
    )


def as_yaml(data: Any) -> bytes:
    """Return data as a file of YAML has them; with escapes where a text is no text."""
    try:
        return bytes(yaml.dump(data, Dumper=yaml.CSafeDumper, allow_unicode=True, encoding="utf-8"))
    except UnicodeEncodeError:
        return json.dumps(data).encode()


def read_or_refused(read: Callable[[], T], *places: str) -> T | None:
    """Return what is read; None where it is refused as bad input is: at once, with one of `places`."""
    gc.disable()  # the slowest reads are collections, of all that this process has tried before
    begun = time.process_time()
    try:
        found = read()
    except BadInput as complaint:
        found = None
        words = str(complaint)
        assert any(place in words for place in places) or not places, words[:1000]
        assert len(words) < LONGEST_MESSAGE, words[:1000]
    finally:
        gc.enable()
    assert time.process_time() - begun < MOST_SECONDS
    return found
