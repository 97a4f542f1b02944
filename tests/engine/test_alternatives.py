"""Other values of knobs, found in their types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from simkit.engine.contract.knobs import Knobs, knob
from simkit.errors import BadInput
from simkit.plugins import find_game, game_names
from simkit.testing import settings_of

PIG = find_game("pig")
Few = Annotated[int, Field(ge=0, le=2)]


class AllKinds(Knobs):
    """Knobs of every type."""

    number: int = knob(4, "", "published", ge=1, le=9)
    large: int = knob(100, "", "published", ge=0)
    share: float = knob(0.5, "", "published", ge=0, le=1)
    is_on: bool = knob(True, "", "published")
    word: str = knob("a", "", "published", choices=("a", "b", "c"))
    either: Literal["x", "y"] = knob("x", "", "published")
    may_miss: int | None = knob(None, "", "published", ge=3, le=5)
    row: tuple[Few, ...] = knob((2, 0), "", "published", min_length=2, max_length=2)
    words: tuple[str, ...] = knob(("a", "b"), "", "published", choices=("a", "b"), min_length=1, max_length=2)
    some: frozenset[Few] = knob(frozenset({1}), "", "published")
    named: dict[Few, Literal["p", "q"]] = knob({1: "p"}, "", "published")
    pair: tuple[Few, Literal["x", "y"]] = knob((0, "x"), "", "published")
    text: str = knob("free", "", "published")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("number", [2, 6, 1, 9, 3, 5]),
        ("large", [50, 150, 0, 99, 101]),
        ("share", [0.25, 0.75, 0.0, 1.0, 0.499, 0.501]),
        ("is_on", [False]),
        ("word", ["b", "c"]),
        ("either", ["y"]),
        ("may_miss", [3, 4, 5]),
        ("row", [(1, 1), (1, 0), (0, 0), (2, 1), (2, 2), (0, 2)]),
        ("words", [("b", "a"), ("b", "b"), ("a", "a"), ("a",)]),
        ("some", [frozenset(), frozenset({0, 1}), frozenset({1, 2})]),
        ("named", [{1: "q"}, {}, {1: "p", 0: "p"}, {1: "p", 0: "q"}, {1: "p", 2: "p"}, {1: "p", 2: "q"}]),
        ("pair", [(1, "x"), (2, "x"), (0, "y")]),
        ("text", []),
    ],
)
def test_other_values(name: str, expected: list[Any]) -> None:
    assert list(AllKinds().others(name)) == expected


def test_another_value() -> None:
    assert PIG.knobs().another("target") == 50
    assert PIG.knobs.model_validate({"target": 2}).another("target") == 1
    with pytest.raises(BadInput, match="the knob 'text': no value besides 'free' could be found"):
        AllKinds().another("text")


@pytest.mark.parametrize("name", game_names())
def test_others_are_allowed_beside_the_rest(name: str) -> None:
    game = find_game(name)
    knobs = game.knobs()
    found = {field: next(knobs.others(field), None) for field in game.knobs.model_fields}
    for rule, value in found.items():
        if value is not None:
            game.knobs(**{rule: value})
    assert sum(value is None for value in found.values()) <= 3


@pytest.mark.parametrize("name", game_names())
def test_others_are_not_what_a_knob_that_is_left_open_comes_to(name: str) -> None:
    knobs = find_game(name).knobs()
    for rule, source in knobs.in_effect.items():
        others = list(knobs.others(rule))
        assert others and getattr(knobs, source) not in others


@given(settings_of(PIG.knobs, decision_cap=st.integers(1, 400), sides=st.just(6)))
def test_whole_settings(knobs: Any) -> None:
    assert 1 <= knobs.target <= 1000
    assert knobs.decision_cap <= 400
    assert knobs.sides == 6
