"""Cards and shelters that are left out of the box; all others lie where they would with the whole box."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from simkit.games.castaways.box import BOX
from simkit.games.castaways.knobs import CastawaysKnobs
from simkit.games.castaways.names import CAMP_CARDS
from simkit.games.castaways.printed import island_cards
from simkit.games.castaways.rules.build import a_site_is_left, sites_at_hand
from simkit.games.castaways.state import NO_CARD, OUT_OF_PLAY
from tests.games.castaways.camp import Camp

EVENTS, REMAINS, ISLAND = list(BOX.events), list(BOX.remains), list(island_cards(BOX))


def pile(camp: Camp, name: str) -> list[int]:
    """Return the cards of a hidden pile, the undermost first."""
    own = camp.state.hidden[name]
    return [int(card) for card in own.cards[: own.count]]


def test_an_event_left_out_is_replaced_by_one_that_would_not_have_come() -> None:
    whole = pile(Camp(), "events")
    place = len(whole) // 2
    gone = EVENTS[whole[place]]
    rest = pile(Camp(left_out=[f"events.{gone}"]), "events")
    assert [card for card in rest if card not in whole] == [rest[place]]
    assert [*whole[:place], *whole[place + 1 :]] == [*rest[:place], *rest[place + 1 :]]


def test_remains_left_out_are_gone_with_all_copies() -> None:
    whole, rest = Camp(), Camp(left_out=["remains.compass"])
    compass = REMAINS.index("compass")
    assert pile(whole, "remains").count(compass) == BOX.remains["compass"].copies
    assert sorted(pile(rest, "remains")) == sorted(c for c in pile(whole, "remains") if c != compass)
    assert rest.table.remains_left == whole.table.remains_left - 2


def test_a_camp_card_left_out_is_not_on_the_board_and_can_not_be_found() -> None:
    fishing, spring = CAMP_CARDS.index("fishing"), CAMP_CARDS.index("spring")
    camp = Camp(left_out=["camp_cards.fishing", "camp_cards.spring"])
    assert fishing not in camp.table.board
    assert list(camp.table.board).count(NO_CARD) == list(Camp().table.board).count(NO_CARD) + 1
    assert int(camp.table.found_cards) == 1 << fishing | 1 << spring


def test_cards_of_the_island_left_out_are_in_no_deck() -> None:
    gone = ["exploration.c01", "plots.z01", "plots.1"]
    camp = Camp(left_out=gone, plots_in_play=24)
    numbers = [ISLAND.index(name.partition(".")[2]) for name in gone]
    for deck in camp.state.hidden.decks:
        assert not {int(card) for card in deck.cards[: deck.count]} & set(numbers)
    assert all(camp.table.card_state[number] == OUT_OF_PLAY for number in numbers)


@pytest.mark.parametrize("shelters", [0, 2])
def test_shelters_above_those_in_the_box_are_no_site(shelters: int) -> None:
    camp = Camp(shelters=shelters)
    camp.table.wood, camp.table.shelter = 9, shelters
    assert not sites_at_hand(camp.table, camp.rules) & 1
    camp.table.sign_built = camp.table.bonfire_built = 1
    assert not a_site_is_left(camp.table, camp.rules)
    if shelters:
        camp.table.shelter = shelters - 1
        assert sites_at_hand(camp.table, camp.rules) & 1


def test_what_is_left_out_must_be_in_the_box() -> None:
    with pytest.raises(ValidationError, match=r"left_out: unknown card 'events.e99'; did you mean 'events.e"):
        CastawaysKnobs(left_out=["events.e99"])
    with pytest.raises(ValidationError, match="turns: 12 turns need as many event cards, there are 11"):
        CastawaysKnobs(left_out=[f"events.{name}" for name in EVENTS if not BOX.events[name].few][:6])
