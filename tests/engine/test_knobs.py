"""Knobs of many scenarios: checked and written as each by itself, with defaults that all of them share."""

from __future__ import annotations

import gc
import json
import weakref
from itertools import islice
from typing import Any, Self

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError, field_validator, model_validator

from simkit.engine.contract.knobs import MOST_CONTENTS, Knobs, knob
from simkit.plugins import find_game, game_names
from tests.engine.test_alternatives import AllKinds

PART = np.dtype([("width", np.int32), ("price", np.int32)], align=True)


class Crates(Knobs):
    """Knobs of which some bear on others, with a default that is stored as another type."""

    width: int = knob(4, "", "published", ge=1, le=9)
    depth: int = knob(2, "", "published", ge=1, le=9)
    labels: frozenset[str] = knob(["b", "a"], "", "published")

    worked_out = (("area", np.int32), ("girth", np.int32), ("part", PART))

    @field_validator("depth")
    @classmethod
    def _is_even(cls, value: int) -> int:
        if value % 2:
            raise ValueError("must be even")
        return value

    @model_validator(mode="after")
    def _is_no_cube(self) -> Self:
        if self.width == self.depth:
            raise ValueError("width and depth are the same")
        return self

    def work_out(self, rules: Any) -> None:
        rules.area = self.width * self.depth
        rules.girth = rules.width + rules.area
        rules.part.width = 2 * self.width
        rules["part"].price = 3


def test_values_are_checked_alone_and_together() -> None:
    assert Crates.with_values({"width": 5}) == Crates(width=5)
    assert Crates.with_values({}).labels == {"a", "b"}
    for values in ({"depth": 3}, {"width": 2}, {"width": 6, "depth": 6}, {"wide": 1}, {"width": 10}):
        with pytest.raises(ValidationError) as alone:
            Crates(**values)
        with pytest.raises(ValidationError) as found:
            Crates.with_values(values)
        assert str(found.value) == str(alone.value)


def test_a_record_holds_what_is_worked_out_also_in_its_parts() -> None:
    rules: Any = Crates(width=7).record()
    assert (rules.width, rules.area, rules.girth) == (7, 14, 21)
    assert (rules.part.width, rules.part.price) == (14, 3)
    assert type(rules) is np.record


OTHERS = {name: list(AllKinds().others(name)) for name in AllKinds.model_fields}


@given(
    st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(choices) for name, choices in OTHERS.items() if choices}
    )
)
def test_knobs_are_written_and_read_as_pydantic_does(values: dict[str, Any]) -> None:
    knobs = AllKinds.with_values(values)
    assert knobs == AllKinds(**values)
    text = knobs.as_json()
    assert text == json.dumps(knobs.model_dump(), default=sorted, sort_keys=True)
    assert AllKinds.from_json(text) == AllKinds.model_validate_json(text) == knobs
    assert AllKinds(**values).as_json() == text  # also where nothing is shared


@pytest.mark.parametrize("game", game_names())
def test_each_knob_of_a_game_is_read_as_it_is_written(game: str) -> None:
    kind = find_game(game).knobs
    for name in kind.model_fields:
        for value in islice(kind().others(name), 2):
            knobs = kind.model_validate({name: value})
            assert kind.with_values({name: value}) == kind.from_json(knobs.as_json()) == knobs


def test_what_is_read_is_checked() -> None:
    for text in ('{"width": 3, "wide": 1}', '{"width": 40}', '{"depth": 3}', '{"width": 2, "depth": 2}'):
        with pytest.raises(ValidationError):
            Crates.from_json(text)


def test_what_follows_from_the_knobs_of_many_contents_is_not_kept_for_ever() -> None:
    game = find_game("castaways")
    alive = []
    for _ in range(MOST_CONTENTS + 20):
        knobs = game.knobs.with_content(game.content)
        alive.append(weakref.ref(knobs))
        knobs()
        del knobs
    gc.collect()
    assert sum(knobs() is not None for knobs in alive) <= MOST_CONTENTS
