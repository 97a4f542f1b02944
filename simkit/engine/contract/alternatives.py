"""Finds other values of a knob from its type and limits, so that nobody has to list them.

`Knobs.another` and `Knobs.others` keep those that the knobs allow.  The first are far from the value at hand,
so that something is likely to change.
"""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from pydantic import WithJsonSchema
from pydantic.fields import FieldInfo

from simkit.engine.contract.weights import ByWeight, weights_of

NOTHING = object()
"""Stands for a value where there is none to begin with."""

SOME = 3
"""How many values of an entry are tried at one place of a list."""


@dataclass(frozen=True)
class PlainType:
    """A type with its limits, which pydantic keeps in several layers."""

    kind: Any
    limits: Mapping[str, Any]
    words: Collection[Any]
    things: PlainType | None = None
    """Of `Weights`: the type of what is drawn."""


LIMITS = ("ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length", "pattern")
"""The limits that a knob can have: at least, more than, at most ..."""


def plain_type(kind: Any, metadata: Iterable[Any] = (), words: Collection[Any] = ()) -> PlainType:
    """Return a type without its layers; `words` are the only ones allowed, in it or in its entries."""
    layers = list(metadata)
    while typing.get_origin(kind) is typing.Annotated:
        kind, *more = typing.get_args(kind)
        layers += chain.from_iterable(
            kind.metadata if isinstance(kind, FieldInfo) else [kind] for kind in more
        )
    limits = {
        name: found
        for layer in layers
        for name in LIMITS
        if (found := getattr(layer, name, None)) is not None
    }
    for schema in (layer.json_schema or {} for layer in layers if isinstance(layer, WithJsonSchema)):
        words = schema.get("enum", words)
    if any(isinstance(layer, ByWeight) for layer in layers):
        listed, _ = typing.get_args(kind)
        return PlainType(listed, limits, words, plain_type(typing.get_args(listed)[0], words=words))
    literal = typing.get_origin(kind) is typing.Literal
    return PlainType(kind, limits, typing.get_args(kind) if literal else words)


def other_values(field: FieldInfo, value: Any) -> Iterator[Any]:
    """Yield other values of a knob; not all of them need be allowed beside the values of other knobs."""
    extra: Any = field.json_schema_extra
    yield from _others(plain_type(field.annotation, field.metadata, extra["choices"]), value)


def reweighted(field: FieldInfo, value: Any) -> Iterator[Any]:
    """Yield values of `Weights`, or of a list of these, in which the same things fall more or less often.

    Nothing for any other knob.
    """
    plain = plain_type(field.annotation, field.metadata)
    if plain.things:
        yield from _other_weights(weights_of(value))
    elif typing.get_origin(plain.kind) in (tuple, list) and plain_type(typing.get_args(plain.kind)[0]).things:
        for place, one in enumerate(value):
            others = _other_weights(weights_of(one))
            yield from ((*value[:place], other, *value[place + 1 :]) for other in others)


def entries_changed(field: FieldInfo, value: Any) -> Iterator[tuple[int, Any]]:
    """Yield values of a list of numbers in which one entry is another, each with its place.

    Nothing for any other knob.
    """
    plain = plain_type(field.annotation, field.metadata)
    if typing.get_origin(plain.kind) not in (tuple, list) or plain.things or not value:
        return
    entry = plain_type(typing.get_args(plain.kind)[0])
    for place, number in enumerate(value if entry.kind in (int, float) else ()):
        for other in islice(_others(entry, number), SOME):
            yield place, (*value[:place], other, *value[place + 1 :])


STEP = 0.1
"""One step of a number that is no whole one, as a share of it."""

MOST_STEPS = 12
"""The most steps of one knob: single entries of a longer set are not tried one by one."""


def steps_from(field: FieldInfo, value: Any) -> Iterator[tuple[int, Any]]:
    """Yield the values one step from a knob's, each with its direction; not all of them need be allowed.

    A whole number goes one down and one up, another number a tenth; a list of numbers all its entries
    together; a set loses or gains one entry; of weights the lowest or the highest number becomes likelier.
    Of words, of yes or no, and of what has no order the direction is 0, and each other value is one step
    away.
    """
    extra: Any = field.json_schema_extra
    yield from islice(
        _steps(plain_type(field.annotation, field.metadata, extra["choices"]), value), MOST_STEPS
    )


def _steps(plain: PlainType, value: Any) -> Iterator[tuple[int, Any]]:
    origin = typing.get_origin(plain.kind)
    if plain.things and isinstance(value, Mapping):
        things = list(value)
        ways = zip((-1, 1), (things[0], things[-1]), strict=True) if _is_number(things[0]) else ()
        yield from ((way, _heavier(value, thing)) for way, thing in ways or ((0, thing) for thing in things))
        return
    if origin in (typing.Union, types.UnionType) and value is not None:
        inner = next(kind for kind in typing.get_args(plain.kind) if kind is not type(None))
        plain, origin = (
            replace(plain_type(inner, words=plain.words), limits=plain.limits),
            typing.get_origin(inner),
        )
    if _is_number(value):
        yield from ((way, value + way * _step(value)) for way in (-1, 1))
    elif isinstance(value, (tuple, list)) and value and all(map(_is_number, value)):
        least = 0 if min(value) >= 0 else -math.inf  # of counts and prices those at 0 stay where they are
        yield from (
            (way, tuple(max(least, number + way * _step(number)) for number in value)) for way in (-1, 1)
        )
    elif isinstance(value, (set, frozenset)):
        found = frozenset(value)
        yield from ((-1, found - {entry}) for entry in sorted(found))
        entries = plain_type(typing.get_args(plain.kind)[0], words=plain.words)
        yield from ((1, found | {entry}) for entry in _others(entries) if entry not in found)
    else:
        yield from ((0, other) for other in _others(plain, value))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _heavier(weights: Mapping[Any, int], thing: Any) -> dict[Any, int]:
    """Return weights with one thing more likely: by a tenth of all of them, or by one."""
    return {**weights, thing: weights[thing] + max(1, round(STEP * sum(weights.values())))}


def _step(number: float) -> float:
    return 1 if isinstance(number, int) else STEP * abs(number) or STEP


def _others(plain: PlainType, value: Any = NOTHING) -> Iterator[Any]:
    """Yield values of a type that differ from one at hand, or a few values of it."""
    seen = [value]
    for other in _candidates(plain, value):
        if other not in seen:
            seen.append(other)
            yield other


def _candidates(plain: PlainType, value: Any) -> Iterable[Any]:
    origin, arguments = typing.get_origin(plain.kind), typing.get_args(plain.kind)
    if plain.things:
        return _weights(plain, plain.things, value)
    if origin in (typing.Union, types.UnionType):
        return _of_either(plain, arguments, value)
    if origin is typing.Literal or (plain.words and not origin):
        return plain.words
    if plain.kind is bool:
        return (True, False)
    if plain.kind in (int, float):
        return _numbers(plain, value)
    entries = [plain_type(argument, words=plain.words) for argument in arguments if argument is not Ellipsis]
    if origin is tuple and Ellipsis not in arguments:
        return _tuples(entries, value)
    make = _MAKERS.get(origin)
    return make(plain, entries, value) if make else ()


def _of_either(plain: PlainType, arguments: Iterable[Any], value: Any) -> Iterator[Any]:
    """Yield values of a type that may be missing."""
    for argument in arguments:
        if argument is not type(None):
            inner = plain_type(argument)
            both = replace(inner, limits={**plain.limits, **inner.limits})
            yield from _others(both, NOTHING if value is None else value)
    if type(None) in arguments:
        yield None


def _numbers(plain: PlainType, value: Any) -> Iterator[Any]:
    """Yield the numbers half way to the limits, the limits, and those beside the value."""
    step = 1 if plain.kind is int else 0.001
    low = plain.limits.get("ge", plain.limits["gt"] + step if "gt" in plain.limits else None)
    high = plain.limits.get("le", plain.limits["lt"] - step if "lt" in plain.limits else None)
    if value is NOTHING:
        value = low if low is not None else high if high is not None else 0
        yield value
    least = low if low is not None else min(0, value)
    most = high if high is not None else 2 * value + 1
    halves = (least + (value - least) / 2, value + (most - value) / 2)
    yield from (plain.kind(half) for half in halves)
    yield from (limit for limit in (low, high) if limit is not None)
    yield from (near for near in (value - step, value + step) if least <= near <= most)


def _tuples(entries: list[PlainType], value: Any) -> Iterator[Any]:
    """Yield tuples in which each place has its own type."""
    if value is NOTHING:
        value = tuple(next(_others(entry), None) for entry in entries)
        yield value
    for place, entry in enumerate(entries):
        for other in _first(_others(entry, value[place])):
            yield (*value[:place], other, *value[place + 1 :])


def _lists(plain: PlainType, arguments: list[PlainType], value: Any) -> Iterator[Any]:
    """Yield lists with other entries, or in another order, or shorter, or longer."""
    entry = arguments[0]
    least, most = plain.limits.get("min_length", 0), plain.limits.get("max_length", 12)
    if value is NOTHING:
        for one in _first(_others(entry)):
            yield from ((one,) * length for length in range(least, most + 1))
        return
    one_else = ([next(_others(entry, found), found) for found in value],)
    several = (
        [*value[:i], other, *value[i + 1 :]]
        for i in range(len(value))
        for other in _first(_others(entry, value[i]))
    )
    swapped = ([*value[:i], value[i + 1], value[i], *value[i + 2 :]] for i in range(len(value) - 1))
    shifted = (_shift(list(value), i) for i in range(len(value) - 1) if isinstance(value[i], int))
    lengths = (length for length in (len(value) - 1, len(value) + 1) if least <= length <= most and value)
    longer = ([*value, value[-1]][:length] for length in lengths)
    more = ([*value, other] for other in _first(_others(entry)) if len(value) < most)
    for other in chain(one_else, several, swapped, shifted, longer, more):
        yield tuple(other)


def _shift(numbers: list[Any], place: int) -> list[Any]:
    """Return numbers with one less at a place and one more at the next, or the other way."""
    one = 1 if numbers[place] > 0 else -1
    return [*numbers[:place], numbers[place] - one, numbers[place + 1] + one, *numbers[place + 2 :]]


def _sets(plain: PlainType, arguments: list[PlainType], value: Any) -> Iterator[Any]:
    """Yield sets: without one, with one more, and with none."""
    found = frozenset() if value is NOTHING else frozenset(value)
    yield from (found - {entry} for entry in sorted(found, reverse=True))
    yield from (found | {entry} for entry in _others(arguments[0]))
    yield frozenset()


def _mappings(plain: PlainType, arguments: list[PlainType], value: Any) -> Iterator[Any]:
    """Yield mappings with another value, with one entry less, and with one more."""
    found = {} if value is NOTHING else dict(value)
    for key in found:
        yield from ({**found, key: other} for other in _first(_others(arguments[1], found[key])))
    yield from ({name: found[name] for name in found if name != key} for key in found)
    for key in _others(arguments[0]):
        yield from ({**found, key: other} for other in _others(arguments[1]))


def _weights(plain: PlainType, thing: PlainType, value: Any) -> Iterator[Any]:
    """Yield weights of the same things, then other things."""
    found = dict.fromkeys(_others(thing), 1) if value is NOTHING else weights_of(value)
    yield from _other_weights(found)
    yield from _lists(plain, [thing], NOTHING if value is NOTHING else tuple(found))


def _other_weights(weights: Mapping[Any, int]) -> Iterator[dict[Any, int]]:
    """Yield weights of the same things with which these fall more or less often."""
    if len(weights) > 1:
        total = sum(weights.values())
        yield from ({**weights, thing: weights[thing] + total} for thing in (*weights,)[::-1])
        yield from ({**weights, thing: 0} for thing in weights if weights[thing] < total)


def _first(values: Iterator[Any]) -> Iterator[Any]:
    return (value for value, _ in zip(values, range(SOME), strict=False))


_MAKERS = {tuple: _lists, list: _lists, frozenset: _sets, set: _sets, dict: _mappings}
