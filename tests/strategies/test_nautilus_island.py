"""The strategies of Nautilus Island: exact moves, the ladder."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from simkit.games.nautilus_island import state as s
from simkit.games.nautilus_island.kinds import Move
from simkit.games.nautilus_island.knobs import NautilusIslandKnobs
from simkit.testing import Match, find_game, strategies_of, wilson
from tests.nautilus_island_tables import (
    CLOTHES,
    FISHING,
    NAVIGATION,
    REPAIR,
    SUPPLIES,
    TREASURE,
    Position,
    packed,
)
from tests.strategies.nautilus_island_reference import reference_once_more
from tests.strategies.results import win_rate

ISLAND = find_game("nautilus_island")
STRATEGIES = strategies_of("nautilus_island")
COLLECT = {"kind": Move.COLLECT}


def store(colour: int, count: int) -> dict[str, int]:
    return {"kind": Move.STORE, "colour": colour, "count": count}


# The reference policy, decision by decision.


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["reference", "random"])
def test_reference_agrees_with_another_program(players: int, name: str) -> None:
    """An independent version in plain Python makes the same move at every decision."""
    match = Match(ISLAND, NautilusIslandKnobs(players=players), (STRATEGIES[name],) * players, seed=4)
    seen: Counter[int] = Counter()
    for number in range(12):
        before: Any = None
        for step in match.walk(number):
            # In a column that the reference would not have entered, its action is not defined.
            asked = before is not None and (name == "reference" or before.table.step != s.ACT)
            if step.seat >= 0 and asked:
                position = Position(players=players).take(before)
                expected = reference_once_more(before, match.rules)
                assert position.choose("reference") == expected, position.options()
                seen[int(before.table.step)] += 1
            before = step.state
    assert min(seen[step] for step in (s.EXPLORE, s.PICK_OBJECTS, s.CLOSE_SET)) > 0


def test_reference_closes_for_eight_points_in_the_column_nearest_to_the_back() -> None:
    position = Position().lay(0, REPAIR, "abc").hand(0, {REPAIR: "dd"}).turn(0)
    assert position.choose("reference") == {"kind": Move.ENTER, "column": 2}  # two more: five, for 12 points
    position.enter(2)
    assert position.choose("reference") == store(REPAIR, 2)
    position.store(REPAIR, "dd")
    assert position.choose("reference") == {"kind": Move.CLOSE}


def test_reference_leaves_small_sets_open_but_in_the_last_round() -> None:
    for final in (False, True):
        position = Position().lay(0, REPAIR, "ab").hand(0, {REPAIR: "d"}).turn(0, final=final)
        position.enter(1).store(REPAIR, "d")
        assert position.choose("reference") == {"kind": Move.CLOSE if final else Move.LEAVE_OPEN}


def test_reference_lays_down_its_longest_colour_with_five_cards_in_hand() -> None:
    hand = {CLOTHES: "a", NAVIGATION: "ab", FISHING: "ab", TREASURE: "abcd"}
    position = Position().hand(0, hand).turn(0).enter(5)
    assert position.choose("reference") == store(NAVIGATION, 2)
    assert Position().hand(0, {**hand, CLOTHES: ""}).turn(0).enter(5).choose("reference") == COLLECT


def test_reference_stores_the_object_of_which_it_has_most() -> None:
    position = Position().lay(0, REPAIR, "dd").hand(0, {REPAIR: "abbcd"}).turn(0).enter(2)
    position.make(Move.STORE, colour=REPAIR, count=2)
    assert position.choose("reference") == {"kind": Move.PICK, "objects": packed("bd")}


def test_reference_collects_where_most_wanted_cards_lie_open() -> None:
    position = Position().hand(0, {REPAIR: "a"}).turn(0)
    for column in range(6):
        position.tops(column, *[(CLOTHES, "a")] * 3)
    assert position.choose("reference")["column"] == 4  # none anywhere: more stacks, nearer to the back
    position.tops(1, (TREASURE, "a"))
    assert position.choose("reference")["column"] == 1
    position.tops(3, (REPAIR, "c"))
    assert position.choose("reference")["column"] == 3


# Random.


def test_random_stores_cards_drawn_blindly() -> None:
    position = Position().hand(0, {REPAIR: "aaab"}).turn(0).enter(2)
    position.make(Move.STORE, colour=REPAIR, count=2)
    picked = Counter(position.choose("random", seed=seed)["objects"] for seed in range(4000))
    assert not wilson(picked[packed("aa")], 4000, 0.9999).excludes(0.5)
    assert picked.total() == picked[packed("aa")] + picked[packed("ab")]


def test_random_is_uniform_over_columns_actions_and_closing() -> None:
    position = Position().lay(0, REPAIR, "ab").hand(0, {REPAIR: "ab", CLOTHES: "a"}).turn(0)
    enter = Counter(position.choose("random", seed=seed)["column"] for seed in range(3000))
    assert all(not wilson(enter[column], 3000, 0.9999).excludes(1 / 6) for column in range(6))
    position.enter(2)
    acts = Counter(str(position.choose("random", seed=seed)) for seed in range(3000))
    assert len(acts) == 4
    assert all(not wilson(n, 3000, 0.9999).excludes(1 / 4) for n in acts.values())
    position.store(REPAIR, "ab")
    closes = Counter(position.choose("random", seed=seed)["kind"] for seed in range(3000))
    assert not wilson(closes[Move.CLOSE], 3000, 0.9999).excludes(1 / 2)


# The others.

WEIGHING = sorted(set(STRATEGIES) - {"random", "reference"})


@pytest.mark.parametrize("name", WEIGHING)
def test_everybody_closes_the_best_set_in_the_last_round(name: str) -> None:
    position = Position().lay(0, REPAIR, "abc").lay(0, SUPPLIES, "abcd").camp(*[s.NO_TOKEN] * 5)
    position.hand(0, {REPAIR: "a", SUPPLIES: "ab"}).turn(0, final=True)
    for column in range(6):
        position.tops(column, *[(CLOTHES, "a")] * 3)
    column = position.choose(name)["column"]
    assert column in (2, 3, 4, 5)
    position.enter(column)
    assert position.choose(name) == store(SUPPLIES, 2)
    position.store(SUPPLIES, "ab")
    assert position.choose(name) == {"kind": Move.CLOSE}


def test_treasure_diver_goes_where_treasures_lie_open() -> None:
    position = Position().hand(0, {REPAIR: "abc"}).turn(0).tops(1, (TREASURE, "d"))
    for column in (0, 2, 3, 4, 5):
        position.tops(column, *[(CLOTHES, "a")] * 3)
    assert position.choose("treasure_diver")["column"] == 1


def test_bonus_hunter_takes_the_better_token() -> None:
    position = Position().hand(0, {REPAIR: "a", SUPPLIES: "a"}).camp(s.TWO, s.TWO, s.TWO, s.TWO, s.THREE)
    position.turn(0, final=True).enter(0)
    assert position.choose("bonus_hunter") == store(SUPPLIES, 1)


def test_nobody_but_random_is_weaker_than_random() -> None:
    for name in sorted(set(STRATEGIES) - {"random"}):
        assert win_rate("nautilus_island", name, ("random",), 2000).low > 0.6, name


@pytest.mark.long
def test_expert_wins_half_of_its_games_against_three_references() -> None:
    assert win_rate("nautilus_island", "expert", ("reference",) * 3, 10_000).low > 0.50


def test_expert_wins_seven_of_ten_games_against_one_reference() -> None:
    assert win_rate("nautilus_island", "expert", ("reference",), 10_000).low > 0.70


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(STRATEGIES) - {"expert"}))
def test_expert_beats_everybody(name: str) -> None:
    assert win_rate("nautilus_island", "expert", (name,), 50_000).low > 0.5
    assert win_rate("nautilus_island", "expert", (name,) * 3, 50_000).low > 0.25
