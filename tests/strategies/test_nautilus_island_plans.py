"""How the expert of Nautilus Island plans: turns left, who can end the game, stores shared out."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from simkit.compile.records import scratch
from simkit.games.nautilus_island import state as s
from simkit.games.nautilus_island.kinds import Move
from simkit.strategies.nautilus_island.evaluation.planning import share_that_can_end, turns_after
from simkit.strategies.nautilus_island.evaluation.plans import (
    LEVEL_TURNS,
    LEVELS,
    MOST_SHARED,
    MOST_STORES,
    PLAN,
    fill_storable,
    is_only_widest,
    share_out,
)
from tests.nautilus_island_tables import CLOTHES, FISHING, REPAIR, Position

WEIGHTS = SimpleNamespace(eager=0.5, standoff=2.0, pace=1.5)
COLLECT = {"kind": Move.COLLECT}


def two_players(*heights: int, columns: tuple[int, int], first: int = 0) -> Position:
    """Return a game of two, seat `first` at turn, markers standing in these columns."""
    position = Position(players=2).heights(*heights).markers(*columns)
    return position.turn(first, 1 - first)


def after(position: Position, column: int, collects: int) -> tuple[float, int]:
    turns, ripe = turns_after(position.table, position.rules, WEIGHTS, column, collects)
    return turns, ripe


def test_who_takes_the_last_card_has_one_turn_left() -> None:
    position = two_players(4, 1, 3, 5, columns=(0, 2))
    assert after(position, 1, 1) == (1.0, 0)
    turns, ripe = after(position, 1, 0)
    assert turns > 1.0
    assert ripe == 1 << 1


def test_in_the_last_round_no_turn_is_left_and_once_a_column_is_empty_one() -> None:
    position = two_players(4, 0, 3, 5, columns=(0, 2))
    position.table.end_column = 1
    assert after(position, 0, 1) == (1.0, 0)
    assert after(position.turn(0, 1, final=True), 0, 1) == (0.0, 0)


def test_a_stack_that_somebody_can_still_take_from_lasts_less() -> None:
    free = after(two_players(6, 6, 3, 6, columns=(0, 1)), 3, 0)[0]
    own = after(two_players(6, 6, 3, 6, columns=(0, 2)), 3, 0)[0]  # the other stands there and can't enter it
    assert own - free == pytest.approx(WEIGHTS.pace * WEIGHTS.eager)


def test_nobody_ends_the_game_where_somebody_stands() -> None:
    ripe = 1 << 3
    position = two_players(4, 4, 4, 1, columns=(0, 1))
    shares = share_that_can_end(position.table, SimpleNamespace(number=0), position.rules, 2, ripe)
    assert shares == (1.0, 1.0)
    shares = share_that_can_end(position.table, SimpleNamespace(number=0), position.rules, 3, ripe)
    assert shares == (0.0, 1.0)  # the player's marker is in the way, this round
    standing = two_players(4, 4, 4, 1, columns=(0, 3)).turn(0, occupied=(3,))
    shares = share_that_can_end(standing.table, SimpleNamespace(number=0), standing.rules, 2, ripe)
    assert shares == (0.0, 0.0)  # the other has moved there, and leaves it next round


def test_three_stores_lay_down_more_where_the_widest_column_can_be_entered_first() -> None:
    position, plan = Position(players=2), scratch(PLAN)  # columns of 1, 2, 2, 3 stacks
    fill_storable(plan, position.rules)
    assert plan.storable.tolist() == [[0, 2, 5, 7], [0, 3, 5, 8]]
    assert [is_only_widest(position.rules, column) for column in range(4)] == [False, False, False, True]


@pytest.mark.parametrize("level", [level for level in range(LEVELS) if LEVEL_TURNS[level] <= MOST_SHARED])
def test_turns_are_shared_out_as_trying_everything_does(level: int) -> None:
    chance, plan, turns = np.random.default_rng(level), scratch(PLAN), LEVEL_TURNS[level]
    for _ in range(20):
        gains = np.maximum.accumulate(chance.uniform(0, 10, (s.COLOURS, MOST_STORES + 1)), axis=1)
        gains[:, 0] = 0.0
        gains[:, turns + 1 :] = gains[:, turns : turns + 1]
        plan.gains[level] = gains
        share_out(plan, level, turns)
        assert plan.whole[level] == pytest.approx(best_of_all(gains, turns))
        for colour, stores in product(range(s.COLOURS), range(turns + 1)):
            others = np.delete(gains, colour, axis=0)
            assert plan.rest[level, colour, stores] == pytest.approx(best_of_all(others, turns - stores))


def best_of_all(gains: Any, turns: int) -> float:
    """Return the most that so many turns bring, by trying every way to share them out."""
    ways = product(range(turns + 1), repeat=len(gains))
    most: float = max(
        sum(gain[min(stores, MOST_STORES)] for gain, stores in zip(gains, way, strict=True))
        for way in ways
        if sum(way) <= turns
    )
    return most


def ready_to_end(mine: int, theirs: int) -> dict[str, int]:
    """Return what the expert does in a column with one card left, both sides having such portholes."""
    position = Position(players=2).heights(6, 6, 6, 1).markers(0, 1)
    position.lay(0, CLOTHES, "aaaa", porthole=mine).lay(1, CLOTHES, "bbbb", porthole=theirs)
    position.hand(0, {REPAIR: "a", FISHING: "b"}).hand(1, {REPAIR: "bcd", FISHING: "acd"})
    for colour, cards in ((REPAIR, 0x1110), (FISHING, 0x1101)):
        position.table.castaways[1].known[colour] = cards
    return position.turn(0, 1).enter(3).choose("expert")


def test_the_expert_ends_the_game_when_ahead_and_never_when_behind() -> None:
    assert ready_to_end(mine=30, theirs=4) == COLLECT
    assert ready_to_end(mine=4, theirs=30) != COLLECT
