"""What is dealt anew for who can't see it: all that lies face down, and the stories of the others."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.engine.base.chance import CHANCE, open_stream
from simkit.engine.base.rows import zeros
from simkit.games.castaways.rules.camp import fill_forage_box
from simkit.games.castaways.rules.castaway import die, discard_tile, draw_tiles
from simkit.games.castaways.rules.conceal import conceal
from simkit.games.castaways.state import VALUES
from tests.games.castaways.camp import Camp


def told(camp: Camp) -> Camp:
    """Return a camp in which three have stories, have discarded one, and the last is dead."""
    for seat in range(3):
        draw_tiles(camp.state, seat, 6, None)
        discard_tile(camp.state, seat, None)
    die(camp.state, camp.rules, 2, None)
    return camp


def dealt_anew(camp: Camp, seat: int, times: int) -> list[Any]:
    """Return the seats' own records after so many deals."""
    found, chances = [], zeros(1, CHANCE)
    for number in range(times):
        open_stream(chances[0], 1, number, 0)
        conceal(camp.state, seat, chances[0])
        found.append([(one.tiles.tolist(), one.discarded.tolist()) for one in camp.state.seats])
    return found


def test_who_gives_up_a_story_alone_knows_which() -> None:
    camp = told(Camp(players=3))
    whole = [int(n) for n in camp.rules.story_tiles]
    own = camp.state.seats[0]
    before = (own.tiles.tolist(), own.discarded.tolist())
    deals = dealt_anew(camp, 0, 60)
    assert all(deal[0] == before for deal in deals)
    for other, kept, gone in ((1, 5, 1), (2, 0, 6)):
        assert {sum(deal[other][0]) for deal in deals} == {kept}
        assert {sum(deal[other][1]) for deal in deals} == {gone}
    given_up = {tuple(deal[1][1]) for deal in deals}
    assert given_up == {tuple(int(value == other) for other in range(VALUES)) for value in (1, 2, 3)}
    assert len({tuple(deal[2][1]) for deal in deals}) > 5
    left = sum((seat.tiles + seat.discarded for seat in camp.state.seats), camp.state.hidden.story.counts)
    assert left.tolist() == whole


def face_down(state: Any) -> dict[str, tuple[int, ...]]:
    """Return what lies in each pile that is face down, and the forage tiles that are gone."""
    hidden = state.hidden
    piles = {name: hidden[name] for name in ("plots_out", "events", "events_out", "remains")}
    piles |= {f"deck {region}": deck for region, deck in enumerate(hidden.decks)}
    found = {name: tuple(int(card) for card in pile.cards[: pile.count]) for name, pile in piles.items()}
    return {**found, "forage_gone": tuple(int(n) for n in hidden.forage_gone.counts)}


def test_all_that_lies_face_down_is_dealt_anew_and_nothing_else() -> None:
    camp = Camp(players=3)
    fill_forage_box(camp.state, -2, None)
    before, table = face_down(camp.state), np.asarray(camp.state.table).tobytes()
    deals, chances = [], zeros(1, CHANCE)
    for number in range(60):
        open_stream(chances[0], 1, number, 0)
        conceal(camp.state, 0, chances[0])
        deals.append(face_down(camp.state))
    assert np.asarray(camp.state.table).tobytes() == table
    for name, cards in before.items():
        assert len({deal[name] for deal in deals}) > 2, name
        assert {len(deal[name]) for deal in deals} == {len(cards)}
    decks = ("deck 0", "deck 1", "deck 2")
    for together in (("remains",), ("events", "events_out"), (*decks, "plots_out")):
        kept = {tuple(sorted(card for name in together for card in deal[name])) for deal in deals}
        assert kept == {tuple(sorted(card for name in together for card in before[name]))}
    for name in ("events", *decks):  # not their order alone: which cards are in play, too
        assert len({frozenset(deal[name]) for deal in deals}) > 2, name
