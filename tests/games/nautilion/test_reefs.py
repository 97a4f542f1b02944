"""Expansion 3, the Reefs: how they are laid, the check before the turn, and turns spent stuck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from simkit.games.nautilion import state as s
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.testing import Match, find_game, strategies_of
from tests.nautilion_tables import Position, give

NAUTILION = find_game("nautilion")


def laid(number: int = 0, **knobs: object) -> Any:
    """Return the reefs by place of a game that begins."""
    match = Match(NAUTILION, NautilionKnobs(**knobs), (strategies_of("nautilion")["random"],), seed=6)
    return next(iter(match.walk(number))).state.table.reefs


def beside(number: int, face: int, *, crew: Sequence[int] = (), **given: Any) -> Position:
    """Return the next turn after the Nautilion has landed beside a reef; all dice show `face`."""
    setting: dict[str, Any] = {"expansions": "reefs", **given}
    position = Position(
        [0, 0, 0, 1, *[2] * 15], nautilion=3, phantom=20, reefs={4: number}, crew=crew, dice_faces=[face],
        **setting,
    )  # fmt: skip
    position.make(**give(1, 1, 1))
    if position.table.step == s.TAKE:
        position.make(kind=Move.TAKE_RESERVE)
    return position


@pytest.mark.parametrize(
    ("expansions", "count"), [("reefs", 12), ("reefs+mages", 15), ("reefs+mages+mercenaries", 18)]
)
def test_a_reef_lies_beside_every_third_place_from_the_first(expansions: str, count: int) -> None:
    reefs = laid(expansions=expansions)
    assert np.flatnonzero(reefs).tolist() == list(range(1, 3 * count, 3))
    assert set(reefs[reefs > 0].tolist()) <= {3, 6, 9}


def test_all_eighteen_are_six_of_each_and_shuffled() -> None:
    games = [laid(number, expansions="reefs+mages+mercenaries") for number in range(20)]
    for reefs in games:
        assert [np.count_nonzero(reefs == number) for number in (3, 6, 9)] == [6, 6, 6]
    assert len({reefs.tobytes() for reefs in games}) == 20
    fewer = [laid(number, expansions="reefs") for number in range(300)]
    means = [np.mean([np.count_nonzero(reefs == number) for reefs in fewer]) for number in (3, 6, 9)]
    assert means == pytest.approx([4, 4, 4], abs=0.3)  # 12 of the 18 are in use: sd 0.98 / sqrt(300) = 0.06


def test_reefs_may_lie_closer_or_be_fewer() -> None:
    assert np.flatnonzero(laid(expansions="reefs", reef_spacing=12)).tolist() == [1, 13, 25]
    assert np.flatnonzero(laid(expansions="reefs", reef_copies=[1, 1, 0])).tolist() == [1, 4]
    assert np.count_nonzero(laid(expansions="reefs", reef_spacing=1, reef_copies=[9, 9, 9])) == 27


def test_there_are_none_without_the_expansion() -> None:
    assert not laid(expansions="mages+mercenaries+darkhouse+heroic").any()


@pytest.mark.parametrize(
    ("face", "crew", "freed"),
    [
        (3, (), True),
        (4, (), True),
        (2, (), False),
        (1, (), False),
        (2, (3,), True),
        (1, (3,), False),
        (2, (6,), False),
    ],
)
def test_example_9_three_or_more_frees_one_less_with_the_crew_aboard(
    face: int, crew: tuple[int, ...], freed: bool
) -> None:
    position = beside(3, face, crew=crew)
    table = position.table
    assert (table.stuck_at == 0) == freed
    assert table.reserve_reefs == freed
    assert table.reefs[4] == (0 if freed else 3)
    assert table.dice_count == (3 if freed else 2)
    assert table.reef_stuck == (not freed)
    assert len(position.reserve()) == table.reserve - table.reserve_reefs == 1


def test_only_crew_aboard_helps_not_a_mercenary_on_its_space_nor_the_reserve() -> None:
    position = beside(3, 2, mercenaries=[3], expansions="reefs+mercenaries")
    assert position.table.stuck_at == 4


def test_a_stuck_turn_has_two_dice_no_move_and_ends_with_the_reef_in_the_reserve() -> None:
    position = beside(6, 2)
    table = position.table
    assert table.dice.tolist() == [2, 2, 0]
    assert {m["kind"] for m in position.options()} == {Move.STOP, Move.WHIRLWIND}  # a face is all there is
    position.make(kind=Move.STOP)
    assert position.options() == [{"kind": Move.GIVE_DICE, "darkhouse": 2, "phantom": 2}]
    position.make(**give(2, 2, 0))
    assert table.turn == 3
    assert table.nautilion == 4
    assert (table.reefs[4], table.reserve_reefs, table.stuck_at) == (0, 1, 0)
    assert table.dice_count == 3


def test_two_different_dice_may_be_given_either_way() -> None:
    position = Position([1] * 9, stuck=2, dice=(1, 4), expansions="reefs")
    listed = {(m["darkhouse"], m["phantom"]) for m in position.options()}
    assert listed == {(1, 4), (4, 1)}
    assert all("nautilion" not in m for m in position.options())


def test_in_a_stuck_turn_darkhouse_and_phantom_work_as_ever() -> None:
    position = Position(
        [1] * 9, nautilion=2, stuck=2, reefs={2: 6}, dice=(3, 2), reserve=1, expansions="reefs"
    )
    position.make(**give(3, 2, 0))
    assert position.table.step == s.DISCARD
    position.make(kind=Move.DISCARD_RESERVE)
    assert position.table.phantom == 8
    assert position.table.path[8] == 0


def test_r19_a_whirlwind_in_a_stuck_turn_rolls_the_two_dice() -> None:
    position = Position(
        [1] * 9, stuck=2, dice=(4, 4), reserve=1, step=s.SPELL, expansions="reefs", dice_faces=[2]
    )
    position.make(kind=Move.WHIRLWIND)
    assert position.table.dice.tolist() == [2, 2, 0]


def test_the_check_is_made_once_and_the_nautilion_moves_on() -> None:
    position = beside(6, 2)
    position.make(kind=Move.STOP)
    position.make(**give(2, 2, 0))
    position.make(kind=Move.STOP)
    position.make(**give(2, 2, 2))
    assert position.table.nautilion == 6


def test_a_reef_in_the_reserve_pays_after_green_and_leaves_the_game() -> None:
    position = Position([1, 1], step=s.SPELL, reserve=1, expansions="reefs", spell_cost_whirlwind=2)
    position.table.reserve, position.table.reserve_reefs = 3, 1
    position.table.reserve_blue[5] = 1
    position.make(kind=Move.WHIRLWIND)
    assert (position.table.reserve_green, position.table.reserve_reefs) == (0, 0)
    assert position.reserve() == [5]
    assert position.pile() == []


def test_the_phantoms_token_and_reef_leave_the_game() -> None:
    position = Position([1, 1, 1, 2, 1], reefs={1: 3, 4: 9}, expansions="reefs")
    position.make(**give(1, 2, 1))
    assert position.table.reefs[4] == 0
    assert position.table.reserve_reefs == 0
    assert position.pile() == [2]


def test_a_reef_that_is_only_passed_holds_nobody() -> None:
    position = Position(
        [1, 1, 1, 1, 1, 1, 1], reefs={1: 3, 4: 9}, crew=[1], expansions="reefs", dice_faces=[1]
    )
    position.make(**give(1, 1, 2))
    assert position.table.stuck_at == 0
    assert position.table.reefs[1] == 3


def test_how_much_the_die_must_show_is_a_knob() -> None:
    assert beside(3, 2, reef_escape=2).table.stuck_at == 0
    assert beside(3, 4, reef_escape=5).table.stuck_at == 4


def test_r5_a_translation_leaves_reefs_where_they_are() -> None:
    position = Position([1, 2, 3], reefs={1: 3, 3: 9}, reserve=3, step=s.SPELL, expansions="reefs")
    position.make(kind=Move.TRANSLATION)
    position.make(kind=Move.CHOOSE_PLACE, place=1)
    position.make(kind=Move.CHOOSE_PLACE, place=2)
    assert position.table.path[1:4].tolist() == [2, 1, 3]
    assert position.table.reefs[1:4].tolist() == [3, 0, 9]


def test_r9_a_reef_passed_in_the_first_of_two_passes_makes_no_check() -> None:
    """Only the place where the Nautilion has ended its own move counts: it has left the reef behind."""
    position = Position(
        [1, 1, 1, 1] + [1] * 9, reefs={1: 3, 4: 9}, crew=[1], effect="play_twice", row=[9],
        expansions="reefs+darkhouse", dice_faces=[1],
    )  # fmt: skip
    position.make(**give(1, 1, 1))
    position.make(**give(1, 1, 2))
    assert position.table.nautilion == 3
    assert position.table.stuck_at == 0
    assert position.table.reserve_reefs == 0


@pytest.mark.parametrize(("effect", "card"), [("dice_fixed", 9), ("dice_one_by_one", 2)])
def test_r18_the_reef_is_checked_before_the_darkhouses_card(effect: str, card: int) -> None:
    """The card that fixes the dice does not fix the reef's; stuck, two of its dice are given."""
    position = beside(3, 1, expansions="reefs+darkhouse", row=[card])
    assert position.table.stuck_at == 4
    if effect == "dice_fixed":
        position.make(kind=Move.STOP)
        assert {(m["darkhouse"], m["phantom"]) for m in position.options()} == {
            (a, b) for a in (2, 3, 4) for b in (2, 3, 4) if a != b
        }
    else:
        assert position.table.dice_count == 1
        position.make(kind=Move.STOP)
        given = [(m.get("darkhouse", 0), m.get("phantom", 0), "nautilion" in m) for m in position.options()]
        assert given == [(1, 0, False), (0, 1, False)]


def test_r14_darkhouse_1_in_a_stuck_turn() -> None:
    position = beside(3, 1, expansions="reefs+darkhouse", row=[1], crew=[1])
    table = position.table
    assert table.stuck_at == 4
    assert table.dice.tolist() == [1, 1, 1]
    position.make(kind=Move.STOP)
    table.dice[:] = [1, 2, 1]
    listed = {(m["darkhouse"], m["phantom"], m.get("nautilion", 0)) for m in position.options()}
    assert listed == {(1, 1, 0), (1, 2, 0), (2, 1, 0)}
    position.make(**give(2, 1, 0))
    assert table.nautilion == 4
    assert table.reserve_reefs == 0
    listed = {(m["darkhouse"], m["phantom"], m["nautilion"]) for m in position.options()}
    assert listed == {(1, 1, 2), (1, 2, 1), (2, 1, 1)}
    position.make(**give(1, 1, 2))
    position.make(kind=Move.TAKE_RESERVE)  # a 2, joined to the 1
    assert table.nautilion == 6
    assert table.turn == 3
    assert table.reserve_reefs == 1
