"""What is dealt anew for who can't see it: stories of the others, those they have discarded too."""

from __future__ import annotations

from typing import Any

from simkit.engine.chance import CHANCE, open_stream
from simkit.engine.rows import zeros
from simkit.games.castaways.conceal import conceal
from simkit.games.castaways.energy import die
from simkit.games.castaways.possessions import discard_tile, draw_tiles
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
        found.append([(own.tiles.tolist(), own.discarded.tolist()) for own in camp.state.seats])
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
    left = sum((own.tiles + own.discarded for own in camp.state.seats), camp.state.hidden.story.counts)
    assert left.tolist() == whole
