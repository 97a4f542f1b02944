"""The last night of a game: from the fire to the rescue check."""

from __future__ import annotations

from simkit.games.castaways import decisions, phases
from simkit.games.castaways.rules.turn import go_on
from tests.games.castaways.camp import Camp


def test_after_the_last_night_the_lost_are_asked_for_their_signals() -> None:
    camp = Camp(players=2)
    camp.give(1, "mirror")
    camp.lose(9, 1)
    camp.table.headland, camp.table.decided, camp.table.event = 0, 1, 0
    camp.table.turn = camp.table.last_turn
    camp.table.phase = phases.FIRE
    go_on(camp.state, camp.rules, None)
    assert (camp.table.asks, camp.state.seat) == (decisions.ASK_HAND_OVER, 1)
