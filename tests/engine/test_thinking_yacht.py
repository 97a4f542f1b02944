"""Look-ahead in Yacht, a game of much chance and up to 32 options: who thinks longer plays no worse."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from simkit.engine.contract.composed import thinking
from simkit.engine.contract.player import FLAT, TREE, Method
from simkit.engine.play.match import Match
from simkit.plugins import find_game, strategies_of
from tests.engine.perfect_yacht import BOXES, Perfect

YACHT = find_game("yacht")
SIMPLE = strategies_of("yacht")["simple"]
SIXES, THREE_ALIKE, CHANCE = 5, 6, 12
SHORT = Perfect((SIXES, THREE_ALIKE, CHANCE))
"""A sheet of three boxes, after most of whose moves the same few nodes are met again and again."""


def match_of(
    method: Method, playouts: int, boxes: frozenset[int] = frozenset(range(BOXES)), sure: float = 2
) -> Match:
    knobs = YACHT.knobs.model_validate({"sheet": tuple(int(box in boxes) for box in range(BOXES))})
    return Match(
        YACHT, knobs, (thinking(SIMPLE, method=method),), ({"playouts": playouts, "sure": sure},), seed=1
    )


@cache
def given_away(method: Method, playouts: int, games: int) -> npt.NDArray[np.float64]:
    """Return the points given away in each game with three boxes, by the exact worth of the moves made."""
    match = match_of(method, playouts, SHORT.boxes)
    lost = np.zeros(games)
    for game in range(games):
        for before, step in pairwise(match.walk(game)):
            worths = SHORT.worths(before.state, step.moves)
            lost[game] += max(worths) - worths[list(step.moves).index(step.move)]
    return lost


def is_no_more(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> bool:
    """Return False if the first is more than the second on the same games, beyond the interval."""
    difference = one - other
    return bool(difference.mean() <= 1.96 * difference.std(ddof=1) / len(difference) ** 0.5)


def test_the_exact_worth_of_short_sheets_is_known() -> None:
    """Five alike in three rolls: 4.603 %; chance by itself, kept as well as can be: 23 1/3 points."""
    assert Perfect((11,)).expected == pytest.approx(50 * 347_897 / 7_558_272)
    assert Perfect((CHANCE,)).expected == pytest.approx(5 * 14 / 3)


@pytest.mark.long
def test_a_tree_gives_away_no_more_by_thinking_longer() -> None:
    few, many = (given_away(TREE, playouts, 100) for playouts in (256, 2048))
    assert is_no_more(many, few)
    assert many.mean() < 0.75 * few.mean()


@pytest.mark.long
def test_a_tree_gives_away_no_more_than_without() -> None:
    assert is_no_more(given_away(TREE, 2048, 100), given_away(FLAT, 2048, 100))


def value_of_the_base_choice(method: Method, games: int) -> npt.NDArray[np.float64]:
    """Return by game what play-outs say the base's choices are worth; look-ahead never leaves them."""
    match = match_of(method, 2048, sure=100)
    thoughts = [match.think(game) for game in range(games)]
    return np.array([np.nanmean(rows["value"][rows["is_base"]]) for rows in thoughts])


@pytest.mark.long
def test_what_a_tree_tries_further_on_makes_no_move_look_worse_than_it_is() -> None:
    """Whole games of some 200 points: a tree whose experiments counted for the move was 4.7 points off."""
    difference = value_of_the_base_choice(TREE, 6) - value_of_the_base_choice(FLAT, 6)
    assert difference.mean() > -1.0


@pytest.mark.long
def test_a_perfect_player_makes_the_points_that_are_known() -> None:
    """254.5877 with forced jokers (Verhoeff's 254.5896 is for free ones)."""
    assert Perfect(range(BOXES)).expected == pytest.approx(254.5877, abs=5e-5)


@pytest.mark.long
def test_whole_games_are_played_no_worse_by_thinking_longer_and_no_worse_than_flat() -> None:
    def scores(method: Method, playouts: int) -> npt.NDArray[np.float64]:
        return np.asarray(match_of(method, playouts).play(0, 150)[0]["score"], dtype=np.float64)

    found = [scores(TREE, playouts) for playouts in (64, 256, 1024, 2048, 8192)]
    assert all(is_no_more(few, many) for few, many in pairwise(found))
    assert is_no_more(found[0], found[-1]) and found[-1].mean() > found[0].mean() + 10
    assert is_no_more(scores(FLAT, 2048), found[3])
