"""How likely a crew is completed ahead, as `expert` sees it, on small paths."""

from __future__ import annotations

from math import exp
from types import SimpleNamespace
from typing import Any

import pytest

from strategies.nautilion.evaluation.prospects import LEAST, overtaken, prospects
from tests.nautilion_tables import Position


def chance(path: list[int], crew: list[int], **given: Any) -> float:
    """Return the chance to find the missing numbers on a path, seen from the Isles; the Phantom is past."""
    position = Position(path, crew=crew, nautilion=0, phantom=given.pop("phantom", 0), **given)
    weights = SimpleNamespace(reach=0.5, spared=0.5)
    held = sum(1 << (number - 1) for number in crew)
    return exp(prospects(position.table, position.rules, weights, 0, held, 0))


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
