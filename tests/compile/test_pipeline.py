"""Kernels become machine code with what calls them: nothing that Numba does for each function is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
