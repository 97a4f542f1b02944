"""The limits of a knob's values are shown in words, for every kind of limit."""

from __future__ import annotations

from typing import Annotated

import pytest
from pydantic import Field, ValidationError

from simkit.content.complaints import problems_of
from simkit.engine.contract.alternatives import LIMITS
from simkit.engine.contract.describe import describe_knobs
from simkit.engine.contract.knobs import Knobs, knob


class Bounded(Knobs):
    """Knobs with every kind of limit."""

    cards: int = knob(5, "cards", "simkit", gt=1, lt=101, multiple_of=5)
    share: float | None = knob(0.5, "share", "simkit", ge=0, lt=1)
    space: str = knob("A1", "space", "simkit", pattern="^[A-C][12]$", min_length=2, max_length=3)
    name: str = knob("ab", "name", "simkit", min_length=2)
    word: str = knob("ab", "word", "simkit")
    stacks: tuple[Annotated[int, Field(gt=0)], ...] = knob((5,), "stacks", "simkit", min_length=1)
    colours: frozenset[str] = knob(frozenset({"red"}), "colours", "simkit", max_length=3)
    three: tuple[int, ...] = knob((1, 2, 3), "three", "simkit", min_length=3, max_length=3)


def test_every_limit_in_words() -> None:
    assert {words.name: words.allowed for words in describe_knobs(Bounded)} == {
        "cards": "more than 1, less than 101, a multiple of 5",
        "share": "null, or 0 or more, less than 1",
        "space": "text of 2 to 3 characters that matches ^[A-C][12]$",
        "name": "text of 2 or more characters",
        "word": "text",
        "stacks": "a list of 1 or more numbers, more than 0",
        "colours": "a set of at most 3 words: text",
        "three": "a list of 3 numbers, any",
        "decision_cap": "1 to 65535",
    }


OUT_OF_BOUNDS = {
    "ge": ({"share": -1}, "found -1, allowed is at least 0"),
    "gt": ({"cards": 0}, "found 0, allowed is more than 1"),
    "le": ({"decision_cap": 70_000}, "found 70000, allowed is at most 65535"),
    "lt": ({"cards": 105}, "found 105, allowed is less than 101"),
    "multiple_of": ({"cards": 7}, "found 7, allowed is a multiple of 5"),
    "min_length": ({"name": "a"}, "found 'a', allowed is at least 2 characters"),
    "max_length": ({"space": "A123"}, "found 'A123', allowed is at most 3 characters"),
    "pattern": ({"space": "D7"}, "found 'D7', allowed is what matches ^[A-C][12]$"),
}


@pytest.mark.parametrize("limit", LIMITS)
def test_what_is_out_of_bounds_is_reported_with_its_bound(limit: str) -> None:
    knobs, message = OUT_OF_BOUNDS[limit]
    with pytest.raises(ValidationError) as error:
        Bounded.model_validate(knobs)
    assert message in problems_of(error.value, lambda place: place, ())[0][1]
