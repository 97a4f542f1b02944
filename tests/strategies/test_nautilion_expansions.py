"""The reference policy with expansions and two players, decision by decision, and what random does."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from simkit.engine.base.chance import CHANCE, SEATS_STREAM, open_stream
from simkit.engine.contract.strategy import PARAMETERS
from simkit.games.nautilion import state as s
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.testing import Match, find_game, strategies_of, wilson
from tests.nautilion_tables import A, B, C, M, Position, mask, zeros

NAUTILION = find_game("nautilion")
ONES = [1] * 12


def chosen(path: list[int] | None = None, **given: Any) -> dict[str, int]:
    return Position(path or ONES, **{"expansions": "all", **given}).choose("reference")


def spell(path: list[int] | None = None, **given: Any) -> dict[str, int]:
    return chosen(path, **{"step": s.SPELL, "dice": (1, 2, 2), **given})


def plan(**given: Any) -> tuple[int, int, int]:
    move = chosen(**{"path": [4, 5, 4, 4, *[1] * 12], "crew": [4], "cabin": [1, 4, 7], **given})
    return move.get("darkhouse", 0), move.get("phantom", 0), move.get("nautilion", 0)


# Decision D1: Heroic cards.


@pytest.mark.parametrize(
    ("cards", "card"),
    [
        ([8, 4, 1], 1), ([5, 9, 4], 4), ([12, 9, 2], 9), ([2, 12, 3], 12), ([8, 3, 2], 2), ([5, 8, 3], 3),
        ([8, 5, 7], 8), ([5, 6, 10], 5),
    ],
)  # fmt: skip
def test_heroic_cards_in_their_order_paid_with_the_highest_that_may_leave(
    cards: list[int], card: int
) -> None:
    """On A1 2, 3, 4 and 9 are a row 2 - 3 - 4 - 9: the 9 may leave."""
    move = spell(crew=[2, 3, 4, 9], cards=cards)
    assert move == {"kind": Move.PLAY_HEROIC, "card": card, "number": 9}


def test_card_12_only_if_the_highest_that_may_leave_is_3_6_or_9() -> None:
    assert spell(crew=[2, 3, 4, 5], cards=[12, 8]) == {"kind": Move.PLAY_HEROIC, "card": 8, "number": 5}
    assert spell(crew=[2, 3, 4, 5], cards=[12])["kind"] == Move.STOP


def test_no_heroic_card_with_three_aboard_however_many_mercenaries() -> None:
    assert spell(crew=[3, 4, 9], mercenaries=[5, 7], cards=[1])["kind"] == Move.STOP


def test_the_last_cards_are_played_with_eight_aboard() -> None:
    eight = [2, 3, 4, 5, 6, 7, 8, 9]
    assert spell(crew=eight, cards=[11, 7, 10]) == {"kind": Move.PLAY_HEROIC, "card": 7, "number": 9}
    assert spell(crew=eight[:7], cards=[11, 7, 10])["kind"] == Move.STOP


# Decision D1: the mages' re-rolls.


def test_partnerships_reroll_a_four_in_order() -> None:
    cabin = [B, 4, C, 7]
    assert spell(dice=(1, 4, 4), cabin=cabin) == {"kind": Move.REROLL, "number": 1, "die": 1}
    used = Position(ONES, dice=(1, 2, 4), cabin=cabin, step=s.SPELL, expansions="all")
    used.table.partners_used = 0b010
    assert used.choose("reference") == {"kind": Move.REROLL, "number": 2, "die": 2}
    assert spell(dice=(1, 3, 3), cabin=cabin)["kind"] == Move.STOP


# Decision D1: spells with cards, cabin and mercenaries.


def test_spells_that_a_card_forbids_are_left_alone() -> None:
    assert spell(dice=(2, 2, 2), reserve=2)["kind"] == Move.WHIRLWIND
    fixed: dict[str, Any] = {"dice": (2, 2, 2), "reserve": 2, "effect": "dice_fixed"}
    assert spell(**fixed)["kind"] == Move.STOP


@pytest.mark.parametrize(
    ("token", "given", "fits"),
    [
        (A, {}, True), (A, {"cabin": [A]}, False), (7, {}, True), (7, {"cabin": [7]}, False),
        (M, {}, True), (M, {"mercenaries": [3, 5]}, False), (M, {"mercenaries": [5]}, True),
        (3, {"mercenaries": [3]}, False), (5, {"admiral": [1, 2, 3], "players": 2}, False),
        (A, {"admiral": [1, 2, 3], "players": 2}, True),
    ],
)  # fmt: skip
def test_what_fits(token: int, given: dict[str, Any], fits: bool) -> None:
    """Only the third token of the path may fit: then a Tide fetches it."""
    move = spell([4, 4, token, 4, 4], crew=[4], reserve=4, cabin=[4, *given.pop("cabin", [])], **given)
    assert move == ({"kind": Move.TIDE, "die": 1, "value": 3} if fits else {"kind": Move.STOP})


def test_a_mercenary_does_not_fit_after_the_collision() -> None:
    position = Position(
        [4, 4, M, 4], crew=[4], reserve=4, cabin=[4], dice=(1, 2, 2), step=s.SPELL, expansions="all"
    )
    position.table.collision = s.COLLISION_WON
    assert position.choose("reference")["kind"] == Move.STOP


def test_backwards_looks_the_other_way() -> None:
    path = [4, 4, 5, 4, 4, 4, 4, 4, 4]
    given: dict[str, Any] = {"crew": [4], "cabin": [4], "reserve": 4, "nautilion": 6, "dice": (1, 2, 2)}
    assert spell(path, effect="nautilion_backwards", **given) == {"kind": Move.TIDE, "die": 1, "value": 3}
    assert spell(path, **given)["kind"] == Move.STOP


def test_a_tide_looks_at_what_a_stuck_nautilion_would_reach() -> None:
    given: dict[str, Any] = {"crew": [4], "cabin": [4], "reserve": 4}
    assert spell([4, 4, 5, 4], dice=(1, 2), stuck=1, **given) == {"kind": Move.TIDE, "die": 1, "value": 3}


def test_a_purchase_with_five_in_the_reserve_of_the_lowest_number_that_fits() -> None:
    given: dict[str, Any] = {
        "crew": [4],
        "cabin": [1, 4, 7],
        "effect": "token_for_sale",
        "pile": [1, 5, 9, M],
    }
    assert spell(reserve=5, **given) == {"kind": Move.BUY, "number": 5, "place": 5}
    assert spell(reserve=4, **given)["kind"] == Move.STOP


# Decision D2, the Plan.


def test_a_stuck_turn_spares_the_darkhouse_then_gives_the_phantom_the_smaller_die() -> None:
    assert plan(stuck=1, dice=(1, 3)) == (1, 3, 0)
    assert plan(stuck=1, dice=(1, 2)) == (2, 1, 0)
    assert plan(stuck=1, dice=(3, 4)) == (4, 3, 0)


def test_the_plan_knows_which_faces_cost_a_token() -> None:
    """The 2 lands on what fits; the Phantom gets the 1 if a 3 costs nothing."""
    assert plan(dice=(1, 2, 3)) == (1, 3, 2)
    assert plan(dice=(1, 2, 3), effect="only_a_four_discards") == (3, 1, 2)
    shielded = Position([4, 5, 4, 4, *[1] * 12], crew=[4], cabin=[1, 4, 7], dice=(1, 2, 4), expansions="all")
    shielded.table.shielded_until = 1
    move = shielded.choose("reference")
    assert (move["darkhouse"], move["phantom"], move["nautilion"]) == (4, 1, 2)


def test_the_abyss_fits_only_if_everything_is_there() -> None:
    """With a revealed card it would be lost: a 1 for the Nautilion stays on the path."""
    crew = range(1, 10)
    place = {"path": [5, 6, 7], "nautilion": 2, "phantom": 1, "dice": (1, 1, 2), "crew": crew}
    assert plan(**place, cabin=[7, A, B, C])[2] == 2
    assert plan(**place, cabin=[7, A, B, C], cards=[7])[2] == 1
    assert plan(**place, cabin=[7, A, B])[2] == 1


# Decisions D3 to D6.


def test_discards_reserve_then_mercenaries_then_crew_then_cabin() -> None:
    step: dict[str, Any] = {"step": s.DISCARD}
    assert chosen(crew=[4, 9], reserve=1, **step)["kind"] == Move.DISCARD_RESERVE
    assert chosen(crew=[4, 9], mercenaries=[3, 5], cabin=[7], **step)["number"] == 5
    assert chosen(crew=[4, 5], mercenaries=[3], cabin=[7], **step)["number"] == 3
    assert chosen(crew=[3, 4], cabin=[7, A], **step) == {"kind": Move.DISCARD_CREW, "number": 4}
    for cabin, kind in (
        ([1, 4, 7, A, B, C], 7),
        ([1, 4, C], 4),
        ([1, C], 1),
        ([A, B, C], C),
        ([A, B], B),
        ([A], A),
    ):
        assert chosen(cabin=cabin, **step) == {"kind": Move.DISCARD_CABIN, "number": kind}


def test_taking_the_board_then_the_cabin_then_the_reserve() -> None:
    take = {"step": s.TAKE, "nautilion": 1}
    assert chosen([7, 1], **take)["kind"] == Move.TAKE_ABOARD
    assert chosen([7, 1], crew=[4], **take)["kind"] == Move.TAKE_CABIN
    assert chosen([B, 1], crew=[4], **take)["kind"] == Move.TAKE_CABIN
    assert chosen([M, 1], crew=[4], **take) == {"kind": Move.TAKE_ABOARD, "number": 3}
    assert chosen([M, 1], crew=[4], mercenaries=[3, 5], **take)["kind"] == Move.TAKE_RESERVE


def test_the_prize() -> None:
    def prize(pile: list[int], outcome: int = s.COLLISION_WON) -> dict[str, int]:
        position = Position(ONES, crew=[4], step=s.PRIZE, pile=pile, expansions="all")
        position.table.collision = outcome
        return position.choose("reference")

    assert prize([1, 5, 9, M]) == {"kind": Move.PRIZE_ABOARD, "number": 5}
    assert prize([1, 2, M]) == {"kind": Move.PRIZE_RESERVE, "number": 1}
    assert prize([B, C, M]) == {"kind": Move.PRIZE_RESERVE, "number": B}
    assert prize([M]) == {"kind": Move.PRIZE_RESERVE, "number": M}
    assert prize([1, 5, 9], s.COLLISION_TIED) == {"kind": Move.PRIZE_RESERVE, "number": 5}
    assert prize([1, 2], s.COLLISION_TIED) == {"kind": Move.PRIZE_RESERVE, "number": 1}


def test_the_largest_group_and_of_equals_the_one_with_the_lowest_number() -> None:
    assert chosen(crew=[1, 2, 4, 9, 5], step=s.GROUP)["number"] == mask([4, 5, 9])
    assert chosen(crew=[1, 2, 4, 9], step=s.GROUP)["number"] == mask([1, 2])


# Decision D7, what cards ask for.


@pytest.mark.parametrize(
    ("die", "given", "receives"),
    [
        (4, (0, 0, 0), "darkhouse"), (4, (1, 0, 0), "phantom"), (4, (1, 1, 0), "nautilion"),
        (1, (0, 0, 0), "phantom"), (1, (0, 1, 0), "darkhouse"), (1, (1, 1, 0), "nautilion"),
        (2, (0, 0, 0), "nautilion"), (3, (0, 0, 1), "phantom"), (3, (0, 1, 1), "darkhouse"),
        (1, (1, 0, 1), "phantom"), (2, (2, 2, 0), "nautilion"), (4, (4, 0, 4), "phantom"),
    ],
)  # fmt: skip
def test_darkhouse_2_gives_each_die_as_it_falls(die: int, given: tuple[int, int, int], receives: str) -> None:
    position = Position(ONES, dice=(die,), effect="dice_one_by_one", expansions="all")
    table = position.table
    table.darkhouse_die, table.phantom_die, table.nautilion_die = given
    table.figures = table.receiving = sum(1 << i for i, face in enumerate(given) if not face)
    move = position.choose("reference")
    before = dict(zip(("darkhouse", "phantom", "nautilion"), given, strict=True))
    assert {name: move.get(name, 0) for name in before} == {**before, receives: die}


def test_darkhouse_3_the_lowest_number_not_aboard_to_the_nearest_gap() -> None:
    assert chosen(crew=[3, 4], pile=[3, 4, 9, A], step=s.RETURN_KIND)["number"] == 9
    assert chosen(crew=[3, 4], pile=[3, 4, A], step=s.RETURN_KIND)["number"] == 3
    assert chosen([1, 1, 0, 0, 1], nautilion=2, step=s.RETURN_PLACE)["place"] == 3


def test_darkhouse_8_the_single_die_is_the_phantoms_and_the_two_are_given_by_the_plan() -> None:
    assert chosen(step=s.FIGURE)["number"] == 2
    position = Position(
        [4, 5, 1, 1, 1], crew=[4], cabin=[1, 4], dice=(1, 2), effect="figure_chosen_first", expansions="all"
    )
    position.table.phantom_die = 3
    position.table.figures = position.table.receiving = 0b101
    assert position.choose("reference") == {
        "kind": Move.GIVE_DICE,
        "darkhouse": 1,
        "phantom": 3,
        "nautilion": 2,
    }


def test_cards_that_take_kinds_take_the_lowest() -> None:
    assert chosen(pile=[9, B, M], step=s.RECOVER)["number"] == 9
    assert chosen(pile=[B, M], step=s.RECOVER)["number"] == B


def test_heroic_2_sets_ones_and_5_sends_the_highest_card_away() -> None:
    position = Position(ONES, step=s.SET_DICE, expansions="all")
    position.table.dice_to_set = 3
    assert position.choose("reference") == {"kind": Move.SET_DIE, "value": 1}
    assert chosen(cards=[2, 11, 7], step=s.CARD_LEAVES)["card"] == 11


def test_heroic_6_and_7_fetch_the_lowest_number_from_the_place_nearest_the_isles() -> None:
    position = Position(
        [9, 5, 1, 5, 9, 1], crew=[4], step=s.FETCH_FROM_PATH, ducts=[(4, 5), (4, 9)], expansions="all"
    )
    position.table.paid = 3
    assert position.choose("reference")["place"] == 2
    pile = Position(ONES, crew=[4], pile=[5, 9, 7], step=s.FETCH_FROM_PILE, expansions="all")
    pile.table.paid = 3
    assert pile.choose("reference")["number"] == 5


# Random.


def test_random_stops_half_of_the_time_and_else_is_uniform() -> None:
    """Open are 1 Whirlwind, 9 Tides, 1 Translation, 3 re-rolls, 2 payments and 1 purchase."""
    position = Position(
        [1, 2], dice=(1, 1, 2), reserve=3, crew=[3, 5], cabin=[A, 1], cards=[1], pile=[9], step=s.SPELL,
        effect="token_for_sale", ducts=[(3, 5), (5, 9)], expansions="all",
    )  # fmt: skip
    picks = random_picks(position, 4000)
    assert not wilson(picks.pop(0), 4000, 0.9999).excludes(0.5)
    assert len(picks) == 17
    for times in picks.values():
        assert not wilson(times, 4000, 0.9999).excludes(0.5 / 17)


@pytest.mark.parametrize("step", [s.RECOVER, s.DISCARD, s.FIGURE, s.PRIZE, s.TRANSLATION_FIRST])
def test_random_is_uniform_elsewhere(step: int) -> None:
    position = Position([1, 2, 3], crew=[3, 4], cabin=[A], pile=[1, 9, M], step=step, expansions="all")
    count = len(position.options())
    picks = random_picks(position, 2000)
    assert len(picks) == count >= 3
    for times in picks.values():
        assert not wilson(times, 2000, 0.9999).excludes(1 / count)


def random_picks(position: Position, times: int) -> Counter[int]:
    """Let `random` choose many times, each time with chance of its own."""
    choose = strategies_of("nautilion")["random"].compile(NAUTILION)
    count = len(position.options())
    chance, row = zeros(CHANCE)[0], zeros(PARAMETERS)[0]
    open_stream(chance, 5, 0, SEATS_STREAM)
    return Counter(
        int(
            choose(position.table, position.state.seats[0], position.rules, position.room, count, row, chance)
        )
        for _ in range(times)
    )


@pytest.mark.parametrize("name", sorted(strategies_of("nautilion")))
@pytest.mark.parametrize("players", [1, 2])
def test_every_strategy_finishes_its_games_with_everything(name: str, players: int) -> None:
    knobs = NautilionKnobs(expansions="all", players=players)
    match = Match(NAUTILION, knobs, (strategies_of("nautilion")[name],) * players, seed=9)
    assert 5 not in match.play(0, 200)[0]["end"]  # decision_cap


@pytest.mark.parametrize("reserve", [1, 2])
@pytest.mark.parametrize("waiting", [s.DARKHOUSE_FIGURE, s.ALL_FIGURES & ~s.PHANTOM_FIGURE, s.ALL_FIGURES])
def test_expert_spends_nothing_on_a_single_die_that_costs_nothing(waiting: int, reserve: int) -> None:
    """Not even where no copy of the crew is left, and a later strike would cost one of them."""
    position = Position(ONES, crew=[4, 5], reserve=reserve, dice=(2,), expansions="all", step=s.SPELL)
    table = position.table
    table.phantom_die = int(waiting & s.PHANTOM_FIGURE == 0)
    table.nautilion_die = int(waiting & s.NAUTILION_FIGURE == 0)
    table.figures = table.receiving = waiting
    assert position.choose("expert")["kind"] == Move.STOP
