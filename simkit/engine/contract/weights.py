"""The kind of knob whose value is drawn from by weight: a die, a weather, a table of encounters.

It is written as a mapping with weights, ``{1: 3, 6: 1}``, or as a list, ``[1, 1, 1, 6]``, each entry of which
is equally likely.  Both give the same games.
"""

from __future__ import annotations

import re
import typing
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, SchemaValidator, core_schema

from simkit.engine.base.weights import MOST_WEIGHT

Thing = TypeVar("Thing", bound=int | str)
Weight = Annotated[int, Field(strict=True, ge=0, le=MOST_WEIGHT)]

ALLOWED = "a list of equally likely things, or a mapping with weights such as {1: 3, 6: 1}"

_PLAIN_NUMBER = re.compile(r"-?(0|[1-9]\d{0,9})")
"""A number as a key is written; YAML and JSON have words for keys."""


class ByWeight:
    """Marks the type of a knob as `Weights`, and reads its values."""

    def __get_pydantic_core_schema__(self, kind: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Return a schema that complains of the form that was written, and of that alone."""
        listed, weighed = typing.get_args(kind)
        thing, weight = map(handler.generate_schema, typing.get_args(weighed))
        named = (
            thing
            if thing["type"] == "str"
            else core_schema.no_info_before_validator_function(_number_of, thing)
        )
        of_lists = SchemaValidator(handler.generate_schema(listed))
        of_mappings = SchemaValidator(core_schema.dict_schema(named, weight))

        def read(value: Any) -> Any:
            if isinstance(value, Mapping):
                return _require_some(of_mappings.validate_python(value))
            if isinstance(value, (list, tuple)):
                return of_lists.validate_python(value)
            found = "nothing" if value is None else f"'{value}'" if isinstance(value, str) else value
            raise ValueError(f"found {str(found)[:60]}, allowed is {ALLOWED}")

        either = core_schema.no_info_before_validator_function(read, handler(kind))
        return core_schema.no_info_after_validator_function(_kept, either)


Weights = Annotated[tuple[Thing, ...] | dict[Thing, Weight], ByWeight()]
"""The type of a knob whose value is drawn from by weight: ``die: Weights[int] = knob({1: 3, 6: 1}, ...)``.

The limits of a thing stand with its type, ``Weights[Annotated[int, Field(ge=1, le=9)]]``; those of a knob are
the most things (`max_length`, which must be said) and the words that are allowed (`choices`, for
``Weights[str]``).  A mapping is kept in the order of its numbers.  A weight is a whole number; 0 says that
the thing is there, as a face is on a die, and never falls.  Among the rules it is a record of
`weights_dtype`, for `draw_weighted`.
"""


def _number_of(thing: Any) -> Any:
    """Return the number that a key stands for, written in one way only, so that none is there twice."""
    if not isinstance(thing, str):
        return thing
    if not _PLAIN_NUMBER.fullmatch(thing):
        raise ValueError(f"found '{thing[:60]}', allowed is a whole number")
    return int(thing)


class Weighed(dict[Any, int]):
    """A mapping of things with their weights, in order; it is never changed, and can be a key."""

    def __hash__(self) -> int:  # type: ignore[override]
        """Return the same for the same weights."""
        return hash(tuple(self.items()))


def _kept(value: Any) -> Any:
    return Weighed(sorted(value.items())) if isinstance(value, dict) else value


def _require_some(weights: dict[Any, int]) -> dict[Any, int]:
    """Return weights by which something can be drawn; refuse others."""
    total = sum(weights.values())
    if not total:
        found = "all weights are 0" if weights else "found no weights"
        raise ValueError(f"{found}, allowed is at least one thing with a weight of 1 or more")
    if total > MOST_WEIGHT:
        raise ValueError(f"the weights come to {total:,} in all, allowed is at most {MOST_WEIGHT:,}")
    return weights


def weights_of(value: Any) -> dict[Any, int]:
    """Return the things of such a knob's value, each with its weight; in a list, how often it is there."""
    return dict(value) if isinstance(value, Mapping) else dict(Counter(value))


def numbered(value: Any, words: Sequence[str] = ()) -> tuple[list[int], list[int]]:
    """Return the things of such a knob's value as numbers, and their weights, as a game draws from them.

    Words have the number of their place among the words that are allowed.
    """
    pairs = list(value.items()) if isinstance(value, Mapping) else [(thing, 1) for thing in value]
    if words:
        pairs = [(words.index(thing), weight) for thing, weight in pairs]
    if isinstance(value, Mapping):
        pairs.sort()
    return [thing for thing, _ in pairs], [weight for _, weight in pairs]
