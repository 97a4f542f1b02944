"""Loaded dice: weights are drawn by, weighed by, and the same game as a list that says the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.games.nautilion import state as s
from simkit.games.nautilion.expansions import EXPANSIONS
from simkit.games.nautilion.kinds import Event, Move
from simkit.testing import Match, find_game, strategies_of
from tests.nautilion_tables import Position

NAUTILION = find_game("nautilion")
LOADED = {1: 3, 2: 2, 4: 1}


@pytest.mark.parametrize("expansions", [frozenset(), frozenset(EXPANSIONS)])
@pytest.mark.parametrize("player", ["random", "planner", "expert"])
def test_weights_play_the_games_of_the_list_that_says_the_same(player: str, expansions: Any) -> None:
    games = []
    for faces in (LOADED, (1, 1, 1, 2, 2, 4)):
        knobs = NAUTILION.knobs(dice_faces=faces, expansions=expansions)  # type: ignore[call-arg]
        games.append(Match(NAUTILION, knobs, (strategies_of("nautilion")[player],)).play(0, 60)[0])
    assert np.array_equal(games[0], games[1])


def test_a_face_of_weight_0_never_falls_and_a_tide_may_set_it() -> None:
    knobs = NAUTILION.knobs(dice_faces={1: 900, 2: 0, 3: 100})  # type: ignore[call-arg]
    match = Match(NAUTILION, knobs, (strategies_of("nautilion")["random"],))
    rolled = [
        event
        for number in range(40)
        for step in match.walk(number)
        for event in step.events
        if event["kind"] == Event.DICE_ROLLED
    ]
    shown = np.array([event["numbers"][:3].tolist() for event in rolled]).ravel()
    assert set(shown.tolist()) == {1, 3}
    assert 0.05 < np.mean(shown == 3) < 0.15
    position = Position([1, 2], dice=(1, 1, 3), reserve=2, step=s.SPELL, dice_faces={1: 900, 2: 0, 3: 100})
    assert 2 in {move["value"] for move in position.options() if move["kind"] == Move.TIDE}


def test_a_reef_holds_as_often_as_the_weights_say() -> None:
    rules = NAUTILION.knobs(  # type: ignore[call-arg]
        dice_faces={1: 700, 3: 200, 9: 100}, expansions=frozenset({"reefs"}), reef_escape=4
    ).record()
    assert rules.reef_risk.tolist() == [0.9, 0.7]
