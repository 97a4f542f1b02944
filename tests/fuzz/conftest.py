"""How long things are tried, and what a trial may take.

Daily each test tries the same few examples.  In the long ring (``--hypothesis-profile long``) it tries others
each time, for its share of the seconds in SIMKIT_FUZZ_SECONDS; the seed of a round that fails is printed.
"""

from __future__ import annotations

import os
import re
import resource
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis.strategies import SearchStrategy

SHARING = {"fuzzing", "share_of_seconds"}
SECONDS = "SIMKIT_FUZZ_SECONDS"
SEED = "SIMKIT_FUZZ_SEED"

ROUND = 200
"""The examples of a round of the long ring; after each it is looked at the clock."""

MOST_MEMORY = 1 << 30
"""The bytes by which a test may grow."""

LONGEST = 60
"""Seconds of processor time after which an example counts as one that never ends."""

Fuzzing = Callable[..., None]
"""Tries examples: ``fuzzing(strategy, check)``; daily as many as `daily` says."""

_tests = 0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count the tests that share the seconds, and make them part of both rings."""
    global _tests
    own = [item for item in items if SHARING & {*getattr(item, "fixturenames", ())}]
    for item in own:
        item.add_marker(pytest.mark.hypothesis)
    _tests = len(own)


@pytest.fixture
def share_of_seconds() -> float:
    """Return the seconds for which a test of the long ring tries examples."""
    return float(os.environ.get(SECONDS, "60")) / max(_tests, 1)


@pytest.fixture
def fuzzing(request: pytest.FixtureRequest, share_of_seconds: float) -> Iterator[Fuzzing]:
    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (_data_in_use() + MOST_MEMORY, before[1]))
    handler = signal.signal(signal.SIGPROF, _stop)
    yield partial(_fuzz, request.node.name, share_of_seconds)
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, handler)
    resource.setrlimit(resource.RLIMIT_DATA, before)


def _fuzz(
    name: str,
    seconds: float,
    strategy: SearchStrategy[Any],
    check: Callable[[Any], object],
    *,
    daily: int = 10,
) -> None:
    tried = 0

    def one(example: Any) -> None:
        nonlocal tried
        tried += 1
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        check(example)
        signal.setitimer(signal.ITIMER_PROF, 0)

    one.__name__ = re.sub(r"\W", "_", name)  # under which Hypothesis keeps what failed
    healthy = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    if settings.get_current_profile_name() != "long":
        usual = settings(max_examples=daily, derandomize=True, deadline=None, suppress_health_check=healthy)
        usual(given(strategy)(one))()
        return
    each = settings(max_examples=ROUND, deadline=None, suppress_health_check=healthy, print_blob=True)
    deadline = time.monotonic() + seconds
    given_seed = os.environ.get(SEED)
    while True:
        number = int(given_seed) if given_seed else secrets.randbits(32)
        try:
            seed(number)(each(given(strategy)(one)))()
        except BaseException:
            print(f"{name} failed after {tried} examples; {SEED}={number} tries the same again")
            raise
        if given_seed or time.monotonic() > deadline:
            break
    if log := os.environ.get("SIMKIT_FUZZ_LOG"):
        with Path(log).open("a") as file:
            file.write(f"{name}: {tried} examples\n")


def _data_in_use() -> int:
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if "VmData" in line)
    return int(line.split()[1]) << 10


def _stop(*_: object) -> None:
    raise AssertionError(f"no end after {LONGEST} s of processor time")
