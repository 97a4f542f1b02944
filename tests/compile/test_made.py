"""Functions made from tables do what the table says, in plain Python and compiled."""

from __future__ import annotations

import linecache
from typing import Any

import pytest

from simkit.compile.entry import compile_entry
from simkit.compile.kernel import kernel
from simkit.compile.made import by_number
from simkit.engine.contract.decisions import Decision, decided_by


@kernel
def double(a, b):  # type: ignore[no-untyped-def]
    """Return twice the first."""
    return 2 * a


@kernel
def both(a, b):  # type: ignore[no-untyped-def]
    """Return the sum."""
    return a + b


choose = by_number("choose", "a, b", {3: double, 5: both, 8: double, 9: both})


def chosen(number, a, b):  # type: ignore[no-untyped-def]
    """Call the made function from compiled code."""
    return choose(number, a, b)


@pytest.mark.parametrize("call", [choose, compile_entry(chosen, checked=False)])
def test_a_number_calls_its_function_and_any_other_one_the_last(call: Any) -> None:
    assert [call(number, 10, 1) for number in (3, 5, 8, 9, 77)] == [20, 11, 20, 11, 11]


def test_two_functions_of_one_name_are_refused() -> None:
    def double(a: int, b: int) -> int:
        return a

    with pytest.raises(AssertionError, match="have the same name"):
        by_number("choose", "a, b", {1: globals()["double"], 2: double})


def test_the_text_of_what_is_made_is_kept_for_tracebacks() -> None:
    with pytest.raises(TypeError) as found:
        choose(3, {}, 1)
    assert "return double(a, b)" in "".join(map(str, found.traceback))


def test_functions_of_one_name_keep_their_own_texts() -> None:
    one = by_number("pick", "state", {1: double_of, 2: triple_of})
    other = by_number("pick", "state", {1: triple_of, 2: double_of})
    texts = [linecache.getlines(made.__code__.co_filename) for made in (one, other)]
    assert texts[0][2].strip() == "return double_of(state)"
    assert texts[1][2].strip() == "return triple_of(state)"


def test_a_table_of_decisions_makes_two_functions() -> None:
    @kernel
    def one(*parts: Any) -> Any:
        return ("one", *parts)

    options, answer = decided_by([Decision(4, double_of, one), Decision(6, one, double_of)])
    assert options(6, "s", "r", "m") == ("one", "s", "r", "m")
    assert answer(4, "s", "r", "m", "log") == ("one", "s", "r", "m", "log")
    assert options(4, "s", "r", "m") == "s"


def double_of(state: Any, *others: Any) -> Any:
    """Return the state."""
    return state


def triple_of(state: Any, *others: Any) -> Any:
    """Return the state."""
    return state
