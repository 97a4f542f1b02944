"""Rolls of the cards: strength, parties, ties, tiles spent for another roll, votes and their contests."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.engine.effects.machine import NO, YES
from simkit.games.castaways.names import DEAD
from simkit.language import NOBODY
from tests.games.castaways.card_table import CardTable, done
from tests.games.castaways.conftest import Dice

WIN: list[Any] = [{"wood": 5}]
LOSE: list[Any] = [{"wood": 2}]


def roll(at_least: int = 4) -> list[Any]:
    return [{"roll": {"at_least": at_least, "then": WIN, "else": LOSE}}]


def strength(against: Any, **more: Any) -> list[Any]:
    return [{"strength": {"against": against, **more, "then": WIN, "else": LOSE}}]


def vote(options: int = 2) -> list[Any]:
    listed = [{"name": f"wood {i + 1}", "do": [{"wood": i + 1}]} for i in range(options)]
    return [{"choose": {"by": "vote", "options": listed}}]


def won(table: CardTable) -> bool:
    return {6: True, 3: False}[int(table.table.wood)]


def asked(table: CardTable) -> list[tuple[str, int]]:
    return [(question, seat) for question, seat, _, _ in table.asked]


def test_a_roll_is_won_or_lost(dice: Dice) -> None:
    dice(4, 3)
    assert won(done(roll(), CardTable(2)))
    assert not won(done(roll(), CardTable(2)))


def test_a_tile_buys_one_more_roll(dice: Dice) -> None:
    dice(3, 4)
    table = done(roll(), CardTable(2).give(0, tiles=2).give(1, tiles=1), 0, [YES])
    assert won(table)
    assert table.of("tiles") == [1, 1]
    assert table.table.story_discarded == 1
    dice(1, 1)
    table = done(roll(), CardTable(2).give(0, tiles=2), 0, [YES])
    assert not won(table)
    assert asked(table) == [("again", 0)]  # one tile a roll
    dice(1)
    assert not won(done(roll(), CardTable(2).give(0, tiles=2), 0, [NO]))
    assert table.table.die_needed == 0


def test_the_lowest_tile_goes() -> None:
    table = CardTable(2).give(0, tiles=1)
    table.state.seats[0].tiles[3] += 1
    table.table.castaways[0].tiles += 1
    table.table.story_left -= 1
    table.state.hidden.story.counts[3] -= 1
    table.state.hidden.story.total -= 1
    done([{"roll": {"at_least": 6}}] * 9, table, 0, lambda *_: YES)
    assert table.state.seats[0].tiles[1] == 0


def test_the_harder_rules_know_no_more_rolls(dice: Dice) -> None:
    dice(1, 1)
    assert not won(done(roll(), CardTable(2, sp_reroll=False).give(0, tiles=2)))
    assert not won(done(strength(5), CardTable(2, sp_reroll=False).give(0, tiles=2)))


def test_anybody_may_pay_if_a_knob_says_so(dice: Dice) -> None:
    dice(1, 6)
    table = CardTable(4, sp_reroll_by="anybody").give(0, tiles=1).give(3, tiles=1)
    done(roll(), table, 2, [NO, YES])
    assert asked(table) == [("again", 0), ("again", 3)]  # turn order, those who take part first
    assert table.of("tiles") == [1, 0, 0, 0]


def test_strength_adds_ability_and_objects(dice: Dice) -> None:
    dice(1, 1, 2)
    table = CardTable(2).give(0, "canon", "axe")
    assert won(done(strength(5), table))
    assert not won(done(strength(6), CardTable(2).give(0, "canon", "axe").give(1, "sabre")))
    assert won(done(strength(6), CardTable(2).give(0, "canon", "axe")))


def test_a_party_adds_the_strength_of_all_who_are_out(dice: Dice) -> None:
    dice(2, 1, 6)
    table = CardTable(4).give(0, "sabre").give(2, "knife").give(3, "canon").set_out(2, 0, 1)
    assert won(done(strength(5, by="party"), table, 1))
    table = CardTable(4).give(0, "sabre").give(2, "knife", tiles=1).give(3, "canon", tiles=1)
    table.give(0, tiles=1).set_out(2, 0, 1)
    assert won(done(strength(9, by="party"), table, 1, [NO, YES]))
    assert asked(table) == [("again", 2), ("again", 0)]  # seat order from the drawer
    assert table.table.die_needed == 6
    dice(3)
    assert won(done(strength(5, by="party"), CardTable(2).give(0, "sabre").give(1, "canon")))  # in camp


def test_ties_are_the_castaways_unless_they_attack(dice: Dice) -> None:
    for knob, card, winner in (
        ("castaways", "attacker", True),
        ("attacker", "attacker", False),
        ("attacker", "drawer", True),
    ):
        dice(5)
        assert won(done(strength(5, by=card), CardTable(2, strength_tie=knob))) is winner
    dice(6)
    assert won(done(strength(5, by="attacker"), CardTable(2, strength_tie="attacker")))


@pytest.mark.parametrize(
    ("faces", "tiles", "answers", "winner", "who"),
    [
        ((4, 3), (0, 0), [], True, []),
        ((4, 4), (0, 0), [], False, []),  # the drawer must be higher
        ((4, 4, 5), (1, 0), [YES], True, [0]),
        ((4, 4), (1, 0), [NO], False, [0]),
        ((4, 3, 4), (0, 1), [YES], False, [2]),
        ((3, 4, 5, 6), (1, 1), [YES, YES], False, [0, 2]),
        ((3, 4, 5, 4), (1, 1), [YES, YES], True, [0, 2]),
        ((3, 4, 2), (1, 1), [YES], False, [0]),
        ((4, 3, 6), (1, 1), [YES], False, [2]),  # the drawer's turn to be asked is over
    ],
)
def test_the_fight_for_the_gold(
    dice: Dice,
    faces: tuple[int, ...],
    tiles: tuple[int, int],
    answers: list[int],
    winner: bool,
    who: list[int],
) -> None:
    dice(*faces)
    table = CardTable(3).give(2, "gold_and_jewels", tiles=tiles[1]).give(0, tiles=tiles[0])
    done(strength("owner_of_gold"), table, 0, answers)
    assert won(table) is winner
    assert asked(table) == [("again", seat) for seat in who]


def test_the_fight_for_the_gold_counts_strengths_and_asks_nobody_lost(dice: Dice) -> None:
    dice(1, 3)
    table = CardTable(2).give(0, "canon").give(1, "gold_and_jewels", tiles=1).lose(1)
    assert won(done(strength("owner_of_gold"), table))
    assert table.asked == []


def test_there_is_nothing_to_win_without_an_owner() -> None:
    assert won(done(strength("owner_of_gold"), CardTable(2).give(0, "gold_and_jewels")))


def test_greed_steals_the_gold(dice: Dice) -> None:
    dice(6, 1)
    table = CardTable(2).give(1, "gold_and_jewels")
    table.do("camp_cards.greed").check()
    assert table.objects(0) == ["gold_and_jewels"]


def test_most_votes_win(dice: Dice) -> None:
    table = CardTable(4).set_out(2, 0, 3)
    done(vote(), table, 0, [1, 0, 1])
    assert asked(table) == [("vote", 0), ("vote", 3), ("vote", 2)]  # walking order from the drawer
    assert table.table.wood == 3
    camp = CardTable(4).lose(3)
    done(vote(), camp, 1, [0, 0, 1])
    assert asked(camp) == [("vote", 1), ("vote", 2), ("vote", 0)]
    assert camp.table.wood == 2


def test_the_drawers_side_wins_a_tied_vote_of_equals(dice: Dice) -> None:
    dice(3, 4)  # option 0 is the other side, with the knife: 3 + 1 against 4
    table = CardTable(4).give(1, "knife")
    done(vote(), table, 0, [1, 0, 1, 0])
    assert table.table.wood == 3
    dice(4, 4)
    assert done(vote(), CardTable(4).give(1, "knife"), 0, [1, 0, 1, 0]).table.wood == 2


def test_who_is_behind_in_a_tied_vote_is_asked_first(dice: Dice) -> None:
    table = CardTable(4).give(0, tiles=1).give(2, tiles=1).give(1, tiles=1)
    dice(4, 4, 6, 5)  # seats 0 and 2 are for option 1, the drawer's, and ahead in a tie
    done(vote(), table, 0, [1, 0, 1, 0, YES, NO, YES])
    assert asked(table)[4:] == [("again", 1), ("again", 0), ("again", 2)]
    assert table.table.die_needed == 6  # 6 is enough: the drawer's side
    assert table.table.wood == 2  # 6 against 5
    assert table.of("tiles") == [1, 0, 0, 0]
    again = CardTable(4).give(1, tiles=2)
    dice(2, 6, 6)
    done(vote(), again, 0, [1, 0, 1, 0, YES])
    assert asked(again)[4:] == [("again", 1)]  # once
    assert again.table.wood == 3


def test_voters_on_an_outing_are_asked_in_walking_order(dice: Dice) -> None:
    table = CardTable(4).set_out(3, 1, 2, 0).give(3, tiles=1).give(2, tiles=1)
    dice(1, 5)
    done(vote(), table, 1, [1, 0, 1, 0, NO, NO])
    assert asked(table) == [("vote", s) for s in (1, 2, 0, 3)] + [("again", 2), ("again", 3)]


@pytest.mark.parametrize(
    ("faces", "answers", "who", "wood"),
    [
        ((3, 5, 3, 2, 4), [YES, YES], [0, 2], 3),  # who leads all the time is not asked
        ((3, 5, 3, 2, 6, 6), [YES, YES, YES], [0, 2, 1], 4),  # 6 and 6: the drawer's side
        ((3, 5, 3), [NO, NO], [0, 2], 3),
        ((3, 3, 2), [NO, NO], [1, 2], 2),  # equal, and the drawer's side is behind: the lower option
    ],
)
def test_three_sides(
    dice: Dice, faces: tuple[int, ...], answers: list[int], who: list[int], wood: int
) -> None:
    table = CardTable(3).give(0, tiles=1).give(1, tiles=1).give(2, tiles=1)
    dice(*faces)
    done(vote(3), table, 2, [2, 0, 1, *answers])  # seat 2, the drawer, is for the last option
    assert asked(table)[3:] == [("again", seat) for seat in who]
    assert table.table.wood == wood


def test_the_dead_vote_no_more_and_a_dead_drawer_has_no_side(dice: Dice) -> None:
    table = CardTable(3)
    table.table.castaways[0].traumas = 3
    dice(2, 2)
    done([{"trauma": 1}, *vote()], table, 0, [1, 0])
    assert table.of("where")[0] == DEAD
    assert asked(table) == [("vote", 1), ("vote", 2)]
    assert table.table.wood == 2  # equal: the lower option


def test_a_text_begun_for_nobody_rolls_nothing(dice: Dice) -> None:
    dice()
    table = done([*roll(), {"injury": 1}, {"goto": 1}, *strength(3)], CardTable(2), NOBODY)
    assert table.table.wood == 1
    assert table.asked == []
