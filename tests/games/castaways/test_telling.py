"""What happens in one move in sentences: what belongs together, and castaways by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.games.castaways import events as e
from simkit.games.castaways.box import BOX
from simkit.games.castaways.card_events import REMAIN_KEPT
from simkit.games.castaways.kinds import say_signals
from simkit.games.castaways.telling import cost, groups, happenings, named, told
from tests.games.castaways.camp import Camp


def log_of(*happened: tuple[int, ...]) -> Any:
    """Return a log of events."""
    log = np.zeros(len(happened), dtype=[("kind", int), ("a", int), ("b", int), ("c", int)])
    for row, numbers in zip(log, happened, strict=True):
        for name, number in zip(("kind", "a", "b", "c"), numbers, strict=False):
            row[name] = number
    return log


def parts_of(*happened: tuple[int, ...]) -> list[Any]:
    """Return events in the parts that make a sentence each."""
    return groups(happenings(log_of(*happened)))


@pytest.mark.parametrize(
    ("happened", "sentence"),
    [
        (
            [(e.ADVANCED, 0, 4), (e.ADVANCED, 1, 4), (e.ADVANCED, 2, 4)],
            "  Seat 1, seat 2 and seat 3 walk on to place 4.",
        ),
        (
            [(e.ENERGY_CHANGED, 1, -1, 3), (e.ENERGY_CHANGED, 0, -1, 2)],
            "  Seat 2 (now 3) and seat 1 (now 2) lose 1 energy each.",
        ),
        ([(e.GOT_LOST, 0, 9), (e.GOT_LOST, 1, 9)], "  Seat 1 and seat 2 are lost, at place 9."),
        ([(e.CAME_BACK, 0, -1), (e.CAME_BACK, 1, -1)], "  Seat 1 and seat 2 are back in camp."),
        ([(e.ATE, 2), (e.ENERGY_CHANGED, 2, 1, 5)], "  Seat 3 (energy 5) eats."),
        (
            [(e.ATE, 2), (e.ENERGY_CHANGED, 2, 1, 5), (e.WENT_HUNGRY, 0), (e.WENT_HUNGRY, 1)],
            "  Seat 1 and seat 2 go hungry.",
        ),
        (
            [(e.TURN_STATE, 0, 3, 201), (e.TURN_STATE, 1, 6, 0), (e.CAMP_STATE, 1, 2, 1)],
            "Night falls. Seat 1 has energy 3, 2 injuries, 1 trauma; seat 2 has energy 6. "
            "In storage: 1 food token, 2 wood. The fire burns.",
        ),
    ],
)
def test_what_belongs_together_is_one_sentence(happened: list[tuple[int, ...]], sentence: str) -> None:
    assert told(parts_of(*happened)[-1]) == sentence


def test_others_at_another_place_have_a_sentence_of_their_own() -> None:
    parts = parts_of((e.ADVANCED, 0, 13), (e.ADVANCED, 1, 6))
    assert [len(part) for part in parts] == [1, 1]
    assert told(parts[0]) == ""


def test_a_marker_is_told_with_its_cost() -> None:
    (part,) = parts_of((e.MARKER_PLACED, 1, 3, 0), (e.ENERGY_CHANGED, 1, -1, 4))
    assert cost(part) == " (1 energy, 4 left)"


def test_what_the_next_sentence_says_too_is_left_out() -> None:
    rested = parts_of((e.ENERGY_CHANGED, 0, 2, 5), (e.HEALED, 0, 1, 0), (e.RESTED, 0, 5, 0))
    assert [part[0][0] for part in rested] == [e.RESTED]
    kept = parts_of((REMAIN_KEPT, 1, 3), (e.OBJECT_GAINED, 1, 3), (e.OBJECT_GAINED, 2, 4))
    assert [part[0][:2] for part in kept] == [(REMAIN_KEPT, 1), (e.OBJECT_GAINED, 2)]
    other = parts_of((e.ENERGY_CHANGED, 1, 2, 5), (e.RESTED, 0, 5, 0))
    assert len(other) == 2


def test_castaways_are_called_by_name_as_soon_as_they_have_one() -> None:
    camp = Camp(characters="strong+cook+orienteer")
    assert named("Seat 2 gives seat 1: Rope.", camp.state) == "The cook gives the strong one: Rope."
    camp.castaway(1, character=-1)
    assert named("Seat 2 gives seat 1: Rope.", camp.state) == "Seat 2 gives the strong one: Rope."


def test_a_rescue_is_told_by_what_the_card_asks_for() -> None:
    event = list(BOX.events).index("e19")
    assert say_signals(event, 0b11111, BOX) == (
        "A ship! The card 'A nest of eggs' is answered by the bonfire, the sign, the spyglass, the mirror."
    )
