"""How castaways come to the headland by the last card of a deck."""

from __future__ import annotations

from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.box import BOX
from simkit.games.castaways.kinds import Move
from simkit.games.castaways.names import COAST, DEAD, HEART, IN_CAMP, LOST, OUT
from simkit.games.castaways.rules.island import finish_regions
from simkit.language import NOBODY
from tests.games.castaways.camp import Camp, use_up
from tests.games.castaways.conftest import Dice

CLIFF = BOX.program.number("h10") - 1
"""A card that may be left open, and that brings a trauma on a 1."""


def at_the_last_card(**fields: int) -> Camp:
    """Return an outing of castaway 1 alone, in the heart, who has just drawn its last card, the cliff."""
    camp = Camp(sp_reroll=False)
    use_up(camp, HEART)
    pile = camp.state.hidden.decks[HEART]
    pile.cards[0], pile.count, camp.table.deck_left[HEART] = CLIFF, 1, 1
    camp.set_out(1)
    camp.castaway(1, reached=13, **fields)
    camp.castaway(2, reached=6)
    return camp.go_on(p.OUTING_STEP).answer(Move.EXPLORE_DECK, deck=HEART)


def test_the_last_deck_takes_all_who_live_to_the_headland() -> None:
    camp = Camp(4)
    for seat, (reached, place) in enumerate(((13, OUT), (9, LOST), (2, IN_CAMP), (4, DEAD))):
        camp.castaway(seat, reached=reached, where=place)
    use_up(camp, HEART)
    finish_regions(camp.state, camp.rules, None)
    assert camp.table.deck_left[COAST] > 0
    assert camp.of("reached") == [16, 16, 16, 4]


def test_an_island_without_a_heart_ends_only_for_those_who_come_there() -> None:
    camp = Camp()
    for seat, reached in enumerate((12, 9, 2)):
        camp.castaway(seat, reached=reached)
    camp.table.deck_left[HEART] = 0  # no card was ever drawn from it
    finish_regions(camp.state, camp.rules, None)
    assert camp.of("reached") == [16, 9, 2]


def test_a_castaway_who_dies_on_the_last_card_leaves_the_headland_reached(dice: Dice) -> None:
    camp = at_the_last_card(traumas=3)
    dice(1)
    camp.answer(Move.LEAVE_OR_RESOLVE, answer=1)
    assert camp.castaway(1).where == DEAD
    assert camp.of("reached")[::2] == [16, 16]
    assert (camp.table.headland, camp.table.headland_turn) == (0, camp.table.turn)
    camp.go_on(p.HEADLAND)
    assert (camp.table.asks, camp.state.seat) == (d.ASK_HEADLAND, 0)


def test_the_last_card_left_open_is_not_resolved(dice: Dice) -> None:
    camp = at_the_last_card()
    camp.answer(Move.LEAVE_OR_RESOLVE, answer=0)
    assert camp.of("reached") == [0, 13, 6]
    assert camp.table.headland == NOBODY
    dice(6)
    camp.answer(Move.RESOLVE_PENDING, card=CLIFF)
    assert camp.of("reached") == [16, 16, 16]
    assert camp.table.headland == 1
