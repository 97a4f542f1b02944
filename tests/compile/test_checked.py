"""Checks are a way of compiling: what an entry is compiled with holds for all that it calls."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from simkit.compile.entry import INTEGER, compile_entry, record, signature
from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.mode import CHECKED_THROUGHOUT
from simkit.engine.base.chance import CHANCE, draw_from_bag
from simkit.plugins import find_game, strategies_of

BAG = np.dtype([("counts", np.int64, (3,))])
SLOT = signature(INTEGER, record(BAG), INTEGER)


@kernel
def read_here(bag, index):  # type: ignore[no-untyped-def]
    return bag.counts[index]


@separate_kernel
def read_there(bag, index):  # type: ignore[no-untyped-def]
    return read_here(bag, index)


@kernel
def divide(bag, index):  # type: ignore[no-untyped-def]
    return bag.counts[0] // (index - 3)


def here(bag, index):  # type: ignore[no-untyped-def]
    return read_here(bag, index)


def there(bag, index):  # type: ignore[no-untyped-def]
    return read_there(bag, index)


def ratio(bag, index):  # type: ignore[no-untyped-def]
    return divide(bag, index)


BOTH = """
import json
import numpy as np
from simkit.compile.entry import compile_entry
from tests.compile.test_checked import BAG, SLOT, here, ratio, there

bag = np.zeros(2, BAG).view(np.recarray)  # behind the first stands another, so that nothing is harmed
bag.counts[1, 0] = 42
found = {}
folders = set()
for checked in (False, True, False):
    for function in (here, there, ratio):
        compiled = compile_entry(function, SLOT, checked=checked)
        folders.add((checked, compiled._cache.cache_path))
        try:
            what = compiled(bag[0], 3)
        except Exception as error:
            what = type(error).__name__
        found.setdefault(function.__name__, []).append(what)
print(json.dumps([found, len(folders)]))
"""


def test_kernels_are_compiled_as_their_caller_is(tmp_path: Path) -> None:
    environment = {"SIMKIT_CHECKED": "0", "NUMBA_DISABLE_JIT": "0", "SIMKIT_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", BOTH],
        cwd=Path(__file__).parents[2], env={**os.environ, **environment}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found, folders = json.loads(done.stdout)
    assert found == {
        "here": [42, "IndexError", 42],
        "there": [42, "IndexError", 42],
        "ratio": [0, "ZeroDivisionError", 0],
    }
    assert folders == 6


def empty_the_bag(bag, chance):  # type: ignore[no-untyped-def]
    return draw_from_bag(chance, bag.counts, 2)


def test_tests_check_everything_that_is_simkit_s_own() -> None:
    assert CHECKED_THROUGHOUT
    for game in ("nautilion", "nautilus_2002", "nautilus_island"):
        own = find_game(game)
        assert own.is_checked and own.proven
        assert all(strategy.is_checked(own) for strategy in strategies_of(game).values())
    bag, chance = (np.zeros(1, dtype).view(np.recarray)[0] for dtype in (BAG, CHANCE))
    compiled = compile_entry(empty_the_bag, signature(INTEGER, record(BAG), record(CHANCE)), checked=False)
    with pytest.raises(IndexError):
        compiled(bag, chance)
