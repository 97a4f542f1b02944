"""How likely a crew is completed ahead, as `expert` sees it, on small paths."""

from __future__ import annotations

from math import exp, log
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.engine.base.rows import zeros
from simkit.games.nautilion.state import TOKEN_KINDS
from simkit.strategies.nautilion.evaluation.prospects import (
    LEAST,
    WHEREABOUTS,
    Walk,
    locate,
    overtaken,
    prospects,
)
from tests.nautilion_tables import Position, mask

WALK = Walk(reach=0.5, spared=0.5)


def seen(position: Position, start: int, held: int, without: int = 0) -> float:
    """Return the logarithm of the chance to find the missing numbers ahead of a place."""
    whereabouts = zeros(1, WHEREABOUTS)[0]
    locate(position.table, whereabouts)
    return float(prospects(position.table, position.rules, WALK, whereabouts, (start, held), without))


def chance(path: list[int], crew: list[int], **given: Any) -> float:
    """Return the chance to find the missing numbers on a path, seen from the Isles; the Phantom is past."""
    position = Position(path, crew=crew, nautilion=0, phantom=given.pop("phantom", 0), **given)
    return exp(seen(position, 0, mask(crew)))


ALL_BUT_9 = [1, 2, 3, 4, 5, 6, 7, 8]


def test_each_copy_ahead_is_another_chance() -> None:
    assert chance([1, 9, 1], ALL_BUT_9) == pytest.approx(0.5 + LEAST)
    assert chance([9, 1, 9], ALL_BUT_9) == pytest.approx(0.75 + LEAST)
    assert chance([1, 1, 1], ALL_BUT_9) == pytest.approx(LEAST)


def test_a_copy_counts_only_once_its_space_may_be_open() -> None:
    """On C2 the 3 is joined to the 8 alone."""
    held = [1, 2, 4, 5, 6, 7, 9]
    first, then = chance([3, 8], held, board="C2"), chance([8, 3], held, board="C2")
    assert first == pytest.approx((0.5 + LEAST) * LEAST)
    assert then == pytest.approx((0.5 + LEAST) * (0.25 + LEAST))


def test_the_phantom_may_take_what_it_comes_to_first() -> None:
    near, far = [9, 1, 1, 1], [1, 1, 1, 9]
    assert chance(near, ALL_BUT_9, phantom=5) == pytest.approx(0.5 + LEAST)
    assert chance(far, ALL_BUT_9, phantom=5) == pytest.approx(0.25 + LEAST)


def test_who_is_one_step_from_the_isles_is_there_first_unless_the_other_is_at_the_abyss() -> None:
    weights = SimpleNamespace(pace=0.5)
    assert overtaken(weights, 3, 0) == 1.0
    assert overtaken(weights, -1, 0) == 0.0
    assert overtaken(weights, 10, 2) > 0.5 > overtaken(weights, 2, 10) > 0.0


def walked(position: Position, start: int, held: int, without: int) -> float:
    """Return the same by plain loops over all tokens ahead."""
    table, ducts = position.table, position.rules.open_spaces
    needed = [number for number in range(1, 10) if not held >> (number - 1) & 1]
    ahead = [p for p in range(start + 1, table.length + 1) if table.path[p] and not without >> p & 1]
    spared = sum(place < table.phantom for place in ahead) // 2
    missing = dict.fromkeys(needed, 1.0)
    nobody = 1.0 if held == 0 else 0.0
    closed = {number: 0.0 if held and ducts[held] >> (number - 1) & 1 else 1.0 for number in needed}
    for order, place in enumerate(ahead):
        number = int(table.path[place])
        if number in missing and missing[number] > 0.0:
            gain = missing[number] * WALK.reach * max(1.0 - closed[number], nobody)
            gain *= WALK.spared if order >= spared and place < table.phantom else 1.0
            for other in needed:
                opens = ducts[mask([number])] >> (other - 1) & 1
                if opens and (held == 0 or not ducts[held] >> (other - 1) & 1):
                    closed[other] *= 1.0 - gain / missing[number]
            missing[number] -= gain
            nobody *= 1.0 - gain
    found = 1.0
    for number in needed:
        found *= 1.0 - missing[number] + LEAST
    return log(found)


@given(
    path=st.lists(st.integers(0, TOKEN_KINDS - 1), max_size=30),
    crew=st.sets(st.integers(1, 9)),
    board=st.sampled_from(["A1", "B2", "C2"]),
    places=st.tuples(st.integers(0, 31), st.integers(0, 31), st.integers(0, 31)),
)
def test_only_the_tokens_that_are_missing_need_a_look(
    path: list[int], crew: set[int], board: str, places: tuple[int, int, int]
) -> None:
    start, phantom, gone = (min(place, len(path) + 1) for place in places)
    position = Position(path, crew=sorted(crew), phantom=phantom, board=board)
    held, without = mask(sorted(crew)), 1 << gone
    assert seen(position, start, held, without) == pytest.approx(walked(position, start, held, without))
