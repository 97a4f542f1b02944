"""Kernels: bits, room on the stack, names that are bound later, and what Numba does for each function."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import types

from simkit.compile.entry import compile_entry
from simkit.compile.kernel import separate_kernel
from simkit.compile.made import BOUND_LATER, bind
from simkit.compile.numbers import bit_count, highest_bit, lowest_bit
from simkit.compile.records import scratch
from simkit.compile.templates import widened

# Bits of masks: the processor's instructions against Python's own arithmetic.


def ask(mask):  # type: ignore[no-untyped-def]
    return bit_count(mask), lowest_bit(mask), highest_bit(mask)


compiled = compile_entry(ask, checked=False)


@pytest.mark.parametrize("asked", [ask, compiled])
@given(st.integers(1, 2**63 - 1))
def test_bits_are_counted_and_found(asked, mask: int) -> None:  # type: ignore[no-untyped-def]
    digits = f"{mask:b}"
    expected = (digits.count("1"), len(digits) - 1 - digits.rindex("1"), len(digits) - 1)
    assert asked(np.int64(mask)) == expected


@pytest.mark.parametrize("asked", [ask, compiled])
def test_narrow_masks_too(asked) -> None:  # type: ignore[no-untyped-def]
    assert asked(np.int32(0b0110_1000)) == (3, 3, 6)


# Room on the stack: a record like any other, one to each who asks.


SHEET = np.dtype((np.record, [("total", np.float64), ("faces", np.int32, (3,))]), align=True)


def fill(n):  # type: ignore[no-untyped-def]
    one, other = scratch(SHEET), scratch(SHEET)
    for i in range(3):
        one.faces[i] = n + i
        other.faces[i] = -n
    one.total = one.faces[0] + one.faces[1] + one.faces[2]
    other.total = 0.5
    return one.total, other.total, other.faces[2]


@pytest.mark.parametrize("asked", [fill, compile_entry(fill, checked=False)])
def test_each_scratch_is_a_record_of_its_own(asked) -> None:  # type: ignore[no-untyped-def]
    assert asked(4) == (15.0, 0.5, -4)


# Names are bound later only where they were left to be.


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
    with pytest.raises(TypeError, match=r"'settled' can't be bound in tests.compile.test_kernels: it is not"):
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


# Kernels become machine code with what calls them: nothing that Numba does for each function is lost.


CHAIN = """
import numba
from simkit.compile.entry import compile_entry
from simkit.compile.kernel import kernel, separate_kernel

@kernel
def shown(x):
    print("shown", x)
    return x + 1

@separate_kernel
def small(x):
    if x > 100:
        raise ValueError("too large", x)
    return 2 * shown(x)

@numba.njit
def by_numba(x):
    return small(x) + 1

@kernel
def applied(function, x):
    return function(function(x))

def entry(x):
    return by_numba(x) + small(x) + applied(shown, x)

compiled = compile_entry(entry, checked=False)
print(compiled(3), len(compiled.stats.cache_misses))
try:
    compiled(101)
except ValueError as error:
    print(error.args)
"""


def test_kernels_print_raise_and_are_called_by_way_of_numbas_own_functions(tmp_path: Path) -> None:
    (tmp_path / "chain.py").write_text(CHAIN)
    environment = {**os.environ, "SIMKIT_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    shown = "shown 3\nshown 3\nshown 3\nshown 4\n"
    for misses in (1, 0):  # compiled, and found on disk
        done = subprocess.run(
            [sys.executable, "chain.py"], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert done.stderr == ""
        assert done.stdout == f"{shown}22 {misses}\n('too large', 101)\n"


# Whole numbers are passed on as long ones, so that a kernel is compiled once, whatever its callers count in.


class Spot(NamedTuple):
    column: int
    row: int


@separate_kernel
def doubled(n):  # type: ignore[no-untyped-def]
    return n + n


@separate_kernel
def summed(spot):  # type: ignore[no-untyped-def]
    column, row = spot
    return column + row


def ask_for_both(short, long):  # type: ignore[no-untyped-def]
    return doubled(short) + doubled(n=long), summed(Spot(short, 1)) + summed(Spot(1, long)) + summed(
        (short, long)
    )


@pytest.mark.parametrize("asked", [ask_for_both, compile_entry(ask_for_both, checked=False)])
def test_numbers_of_any_width_are_the_same_numbers(asked) -> None:  # type: ignore[no-untyped-def]
    assert asked(np.int32(3), np.int64(4)) == (14, 4 + 5 + 7)


def test_a_kernel_is_compiled_once_for_numbers_of_all_widths() -> None:
    made: Any = types
    numbers = (types.int8, types.int32, types.uint32, types.int64)
    assert {widened(number) for number in numbers} == {types.int64}
    assert widened(made.UniTuple(types.int32, 2)) == widened(made.Tuple((types.int32, types.int64)))
    long_spot = made.NamedUniTuple(types.int64, 2, Spot)
    assert widened(made.NamedTuple((types.int32, types.int64), Spot)) == long_spot
    others = [types.uint64, types.boolean, types.float32]
    assert [widened(kind) for kind in others] == others
