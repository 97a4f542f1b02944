"""What `greedy`, `planner` and `expert` know of the expansions' tokens and cards, decision by decision."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.games.nautilion import state as s
from simkit.games.nautilion.kinds import Move
from tests.nautilion_tables import A, B, C, Position


def fetches(landing: int = 2, copies_ahead: int = 0, **given: Any) -> bool:
    """Return True if `expert` casts a Translation for the 9, the only number missing; one lies behind.

    With three 1s the Nautilion reaches a 2 (or the `landing` given), which is aboard.
    """
    path = [9, *[1] * 13, landing, *[1] * 6, *[9] * copies_ahead, *[1] * 4]
    defaults = {"phantom": 24, "reserve": 6, "dice": (1, 1, 1), "step": s.SPELL}
    position = Position(path, crew=range(1, 9), nautilion=14, **{**defaults, **given})
    return position.choose("expert")["kind"] == Move.TRANSLATION


def test_expert_leaves_a_missing_mage_where_it_lands() -> None:
    """What a Translation fetches has to be worth more than what lies there: a mage, as good as a 9."""
    mages: dict[str, Any] = {"expansions": "mages", "cabin": [B, C], "reserve": 10, "copies_ahead": 1}
    assert fetches(**mages)
    assert not fetches(landing=A, **mages)


def test_expert_fetches_nothing_that_the_phantom_would_get() -> None:
    assert fetches(expansions="darkhouse")
    assert not fetches(expansions="darkhouse", effect="tokens_exchanged")


def test_expert_fetches_nothing_before_a_collision() -> None:
    """At place 16 the Phantom meets the Nautilion with any die, at place 17 not with a 1."""
    assert fetches(copies_ahead=0, expansions="mercenaries", phantom=17)
    assert not fetches(copies_ahead=0, expansions="mercenaries", phantom=16)


def plan(name: str, dice: tuple[int, int, int], **given: Any) -> tuple[int, int, int]:
    """Return what Darkhouse, Phantom and Nautilion receive; a 5 may go aboard, all other tokens are there."""
    defaults: dict[str, Any] = {"path": [4] * 5 + [5] + [4] * 24, "phantom": 26, "expansions": "darkhouse"}
    three_tokens = given.pop("three_tokens", 0)
    position = Position(dice=dice, crew=[4], nautilion=5, **{**defaults, "reserve": 1, **given})
    position.table.three_tokens = three_tokens
    move = position.choose(name)
    return move["darkhouse"], move["phantom"], move["nautilion"]


def test_a_strike_that_costs_two_tokens_is_avoided_sooner() -> None:
    assert plan("planner", (1, 1, 4), phantom=20) == (4, 1, 1)
    assert plan("planner", (1, 1, 4), phantom=20, effect="discard_more") == (1, 4, 1)


def test_no_landing_on_a_missing_number_if_all_tokens_found_go_into_the_reserve() -> None:
    heroic = {"path": [0] * 5 + [4, 4, 5] + [4] * 20, "expansions": "heroic", "cards": [1], "reserve": 2}
    assert plan("planner", (1, 1, 3), **heroic) == (1, 1, 3)
    assert plan("planner", (1, 1, 3), three_tokens=1, **heroic) == (1, 3, 1)


MIXED = [3, 7, 1, 9, 4, 2, 8, 6, 5] * 4


@pytest.mark.parametrize("tokens", [0, 8])
def test_expert_holds_the_phantom_back_where_any_die_would_lose_the_game(tokens: int) -> None:
    """With five aboard, at the cost of one of them; while the Phantom is far, not by the same card."""
    path = [3] * tokens + [0] * (18 - tokens) + MIXED[:18]
    position = Position(
        path, crew=[2, 3, 4, 6, 9], nautilion=18, phantom=17, dice=(1, 2, 2), step=s.SPELL, reserve=0,
        expansions="heroic", cards=[3],
    )  # fmt: skip
    move = position.choose("expert")
    assert (move["kind"] == Move.PLAY_HEROIC) == (tokens == 0)


def before_the_abyss(**given: Any) -> Position:
    """Return a position with a full crew, two tokens before the Abyss: a 3 or a 4 reaches it."""
    path = [*MIXED[:17], *[0] * 13, 4, 4]
    defaults = {"phantom": 25, "dice": (1, 1, 1), "step": s.SPELL, "expansions": "heroic"}
    return Position(path, crew=range(1, 10), nautilion=30, **{**defaults, **given})


@pytest.mark.parametrize("phantom", [25, 9, 3])
@pytest.mark.parametrize("reserve", [2, 3, 8])
def test_expert_ends_the_game_by_a_tide_however_far_the_phantom_is(phantom: int, reserve: int) -> None:
    move = before_the_abyss(phantom=phantom, reserve=reserve).choose("expert")
    assert move["kind"] == Move.TIDE and move["value"] >= 3


def test_expert_does_not_reach_the_abyss_with_a_heroic_card_left() -> None:
    move = before_the_abyss(reserve=2, cards=[1]).choose("expert")
    assert move["kind"] != Move.TIDE or move["value"] < 3
    plan = before_the_abyss(dice=(4, 1, 3), step=s.PLAN, cards=[1]).choose("expert")
    assert plan["nautilion"] == 1


@pytest.mark.parametrize("phantom", [25, 3])
@pytest.mark.parametrize("dice", [(1, 1, 3), (1, 2, 3), (2, 2, 4), pytest.param((3, 3, 1), id="strike")])
def test_expert_lands_where_the_game_is_won(dice: tuple[int, int, int], phantom: int) -> None:
    """Even if the Darkhouse takes a reserve token."""
    position = before_the_abyss(dice=dice, phantom=phantom, reserve=1, step=s.PLAN)
    assert position.choose("expert")["nautilion"] >= 3


@pytest.mark.parametrize("phantom", [25, 9])
def test_expert_does_not_reach_the_abyss_after_the_darkhouse_has_taken_the_crew(phantom: int) -> None:
    """All three dice cost a token, and only the crew is left: with a reserve token the same plan wins."""
    for reserve, nautilion in ((0, 2), (1, 3)):
        position = before_the_abyss(
            dice=(3, 3, 2), phantom=phantom, reserve=reserve, step=s.PLAN, darkhouse_discards_on=[2, 3]
        )
        assert position.choose("expert")["nautilion"] == nautilion


@pytest.mark.parametrize("tokens", [1, 2])
@pytest.mark.parametrize("crew", [[4], range(1, 9)])
@pytest.mark.parametrize("expansions", ["heroic", "darkhouse", "all"])
def test_expert_keeps_the_phantom_from_the_isles_while_any_plan_does(
    tokens: int, crew: list[int], expansions: str
) -> None:
    """Whatever the other plan costs: a strike, and a landing on nothing that fits."""
    path = [4] * tokens + [0] * 15 + MIXED[:18]
    position = Position(
        path, crew=crew, nautilion=16, phantom=tokens + 1, dice=(tokens, 3, 4), expansions=expansions
    )
    position.table.collision = 1  # it is over
    assert position.choose("expert")["phantom"] == tokens


@pytest.mark.parametrize(("harpoons", "meets"), [(3, True), (0, False)])
def test_expert_meets_the_phantom_only_with_as_many_harpoons(harpoons: int, meets: bool) -> None:
    """A 4 would bring the figures together."""
    path = [*[0] * 10, *MIXED[:3], *MIXED[:18]]
    position = Position(
        path, crew=[3, 6, 9, 4], mercenaries=[1, 7, 8][:harpoons], nautilion=10, phantom=14, dice=(1, 1, 4),
        expansions="mercenaries", reserve=3,
    )  # fmt: skip
    move = position.choose("expert")
    assert (move["nautilion"] == 4) == meets


@pytest.mark.parametrize(("ahead", "played"), [([4], True), ([5], False)])
def test_greedy_pays_for_a_heroic_card_as_soon_as_a_copy_lies_ahead(ahead: list[int], played: bool) -> None:
    position = Position(
        [0, *ahead, 6, 6, 6], crew=[4], nautilion=1, step=s.SPELL, expansions="heroic", cards=[1]
    )
    assert (position.choose("greedy")["kind"] == Move.PLAY_HEROIC) == played


@pytest.mark.parametrize(("dice", "rerolled"), [((1, 2, 1), True), ((2, 1), False)])
def test_greedy_rerolls_one_of_three_dice_only(dice: tuple[int, ...], rerolled: bool) -> None:
    position = Position(
        [0, 4, 4, 4, 4, 4], crew=[4], cabin=[B, 4], nautilion=1, dice=dice, step=s.SPELL, expansions="mages",
        reserve=1,
    )  # fmt: skip
    assert (position.choose("greedy")["kind"] == Move.REROLL) == rerolled
