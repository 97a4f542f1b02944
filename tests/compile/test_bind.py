"""Names are bound later only where they were left to be."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.compile.bind import BOUND_LATER, bind

one: Any = BOUND_LATER
other: Any = BOUND_LATER
settled = 7


def add() -> Any:
    return one + other + settled


def test_a_copy_finds_what_was_bound_and_the_function_stays_as_it_was() -> None:
    first, second = bind(add, one=1, other=2), bind(add, one=1, other=3)
    assert (first(), second()) == (10, 11)
    assert first.__qualname__ != second.__qualname__
    assert one is BOUND_LATER
    with pytest.raises(TypeError):
        add()


def test_a_name_that_is_set_is_not_bound() -> None:
    with pytest.raises(TypeError, match=r"'settled' can't be bound in tests.compile.test_bind: it is not"):
        bind(add, one=1, other=2, settled=3)
    with pytest.raises(TypeError, match="'nowhere' can't be bound"):
        bind(add, one=1, other=2, nowhere=3)
    with pytest.raises(TypeError, match="'one' can't be bound"):
        bind(bind(add, one=1, other=2), one=5)


def test_no_name_is_left_over() -> None:
    with pytest.raises(TypeError, match="'add' needs 'other', which is not bound"):
        bind(add, one=1)


def twice() -> Any:
    return 2 * one


def four_times() -> Any:
    return 2 * twice()


def test_parts_that_hold_names_are_bound_with_it() -> None:
    assert bind(four_times, twice, one=3)() == 12
    assert bind(four_times, twice, one=4)() == 16
    with pytest.raises(TypeError, match="'twice' needs 'one', which is not bound"):
        bind(four_times, twice)
