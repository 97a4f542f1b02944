"""What happens in one move in sentences: what belongs together, and castaways by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.engine.base.events import log_layout
from simkit.engine.base.rows import zeros
from simkit.games.castaways import vocabulary
from simkit.games.castaways.box import BOX
from simkit.games.castaways.game import CASTAWAYS
from simkit.games.castaways.kinds import CardEvent, Event
from simkit.games.castaways.names import ACTIONS, DIARY, FORAGE, WOOD
from simkit.games.castaways.rules.operations import perform
from simkit.games.castaways.sentences import (
    say_cube,
    say_event,
    say_signals,
    say_still_lost,
    say_wounds,
    within,
)
from simkit.games.castaways.story import cost, groups, happenings, named, set_out, space_of, told
from tests.games.castaways.camp import Camp


def log_of(*happened: tuple[int, ...]) -> Any:
    """Return a log of events."""
    log = np.zeros(len(happened), dtype=[("kind", int), ("numbers", int, 3)])
    for row, (kind, *numbers) in zip(log, happened, strict=True):
        row["kind"] = kind
        row["numbers"][: len(numbers)] = numbers
    return log


def parts_of(*happened: tuple[int, ...]) -> list[Any]:
    """Return events in the parts that make a sentence each."""
    return groups(happenings(log_of(*happened)))


@pytest.mark.parametrize(
    ("happened", "sentence"),
    [
        (
            [(Event.ADVANCED, 0, 4), (Event.ADVANCED, 1, 4), (Event.ADVANCED, 2, 4)],
            "  Seat 1, seat 2 and seat 3 walk on to place 4.",
        ),
        (
            [(Event.ENERGY_CHANGED, 1, -1, 3), (Event.ENERGY_CHANGED, 0, -1, 2)],
            "  Seat 2 (now 3) and seat 1 (now 2) lose 1 energy each.",
        ),
        ([(Event.GOT_LOST, 0, 9), (Event.GOT_LOST, 1, 9)], "  Seat 1 and seat 2 are lost, at place 9."),
        ([(Event.CAME_BACK, 0, -1), (Event.CAME_BACK, 1, -1)], "  Seat 1 and seat 2 are back in camp."),
        ([(Event.ATE, 2), (Event.ENERGY_CHANGED, 2, 1, 5)], "  Seat 3 (energy 5) eats."),
        (
            [
                (Event.WENT_HUNGRY, 0),
                (Event.ENERGY_CHANGED, 0, -1, 2),
                (Event.INJURED, 0, 1, 2),
                (Event.INJURED, 0, 2, 2),
            ],
            "  Seat 1 goes hungry, loses 1 energy and takes 2 injuries (2 now, energy 2).",
        ),
        (
            [(Event.WENT_HUNGRY, 0), (Event.ENERGY_CHANGED, 0, 0, 0), (Event.INJURED, 0, 3, 0)],
            "  Seat 1 goes hungry and takes 1 injury (3 now, energy 0).",
        ),
        (
            [(Event.WENT_HUNGRY, 1), (Event.ENERGY_CHANGED, 1, -1, 2)],
            "  Seat 2 goes hungry and loses 1 energy (2 left).",
        ),
        ([(Event.INJURED, 0, 1, 4), (Event.INJURED, 0, 2, 4)], "  Seat 1 takes 2 injuries: 2 now, energy 4."),
        (
            [(Event.ENERGY_PAID, 1, 2), (Event.ENERGY_CHANGED, 1, -1, 1), (Event.ENERGY_CHANGED, 1, -1, 0)],
            "  Seat 2 (0 left) pays 2 energy for another roll.",
        ),
        (
            [(Event.ENERGY_PAID, 1, 2), (Event.ENERGY_CHANGED, 1, -1, 1), (Event.ENERGY_CHANGED, 0, -1, 3)],
            "  Seat 2 (1 left) and seat 1 (3 left) pay 2 energy for another roll.",
        ),
        (
            [(Event.ACTED, 0, FORAGE), (Event.BOX_CHANGED, -1, 1), (Event.TILE_STORED, 3)],
            "  Seat 1 forages food for 3; 1 place is left to forage.",
        ),
        ([(Event.ACTED, 0, WOOD), (Event.WOOD_CHANGED, 1, 2)], "  Seat 1 fetches 1 wood; 2 are in storage."),
        (
            [(Event.ACTED, 0, DIARY), (Event.TILES_DRAWN, 0, 1, 2)],
            "  Seat 1 writes 1 story into the diary (now 2 tiles).",
        ),
        (
            [(CardEvent.STRENGTH_TRIED, 0, 5, 4), (CardEvent.CARD_ROLLED, 0, 3, 4)],
            "  Seat 1 tries their strength against 5: a 3, not enough (4 or more is needed).",
        ),
        (
            [(Event.DICE_FOR_RETURN, 5, 3, 2), (Event.ROLLED_TO_RETURN, 1, 10, 9)],
            "  Seat 2 looks for the way back: the dice show 5 and 3, +2 for what helps or hinders: 10; "
            "9 is needed.",
        ),
        (
            [(Event.DICE_FOR_RETURN, 5, 3, 0), (Event.ROLLED_WHEN_LOST, 1, 8, 9)],
            "  Seat 2 looks for the way back: the dice show 5 and 3: 8; 9 is needed.",
        ),
        (
            [(Event.TURN_STATE, 0, 3, 0), (Event.CAMP_STATE, 0, 2, 0), (Event.TILES_IN_STORAGE, 1, 1)],
            "Morning comes. Seat 1 has energy 3. "
            "In storage: 0 food tokens, 1 food tile for 1, 2 wood. No fire.",
        ),
        (
            [(Event.TURN_STATE, 0, 3, 201), (Event.TURN_STATE, 1, 6, 0), (Event.CAMP_STATE, 1, 2, 1)],
            "Morning comes. Seat 1 has energy 3, 2 injuries, 1 trauma; seat 2 has energy 6. "
            "In storage: 1 food token, 2 wood. The fire burns.",
        ),
    ],
)
def test_what_belongs_together_is_one_sentence(happened: list[tuple[int, ...]], sentence: str) -> None:
    assert told(parts_of(*happened)[-1]) == sentence


def test_others_at_another_place_have_a_sentence_of_their_own() -> None:
    parts = parts_of((Event.ADVANCED, 0, 13), (Event.ADVANCED, 1, 6))
    assert [len(part) for part in parts] == [1, 1]
    assert told(parts[0]) == ""


def test_of_two_rolls_only_the_first_is_told_with_what_it_was_for() -> None:
    parts = parts_of(
        (CardEvent.STRENGTH_TRIED, 0, 5, 4),
        (CardEvent.CARD_ROLLED, 0, 3, 4),
        (CardEvent.CARD_ROLLED, 0, 6, 4),
    )
    assert [len(part) for part in parts] == [2, 1]


def test_the_harm_of_one_is_not_told_of_another() -> None:
    parts = parts_of(
        (Event.WENT_HUNGRY, 0), (Event.INJURED, 0, 1, 4), (Event.INJURED, 1, 1, 4), (Event.INJURED, 1, 2, 4)
    )
    assert [[line[1] for line in part] for part in parts] == [[0, 0], [1, 1]]


def test_a_marker_is_told_with_its_cost() -> None:
    (part,) = parts_of((Event.MARKER_PLACED, 1, 3, 0), (Event.ENERGY_CHANGED, 1, -1, 4))
    assert cost(part) == " (1 energy, 4 left)"
    free, _ = parts_of((Event.WHITE_MARKER, 1, 7, 6), (Event.ENERGY_CHANGED, 1, 1, 5))
    assert cost(free) == ""


def test_a_fish_comes_into_storage_however_many_were_drawn() -> None:
    assert len(parts_of((CardEvent.FISH_DRAWN, 0, 2), (Event.TILE_STORED, 2))) == 2
    assert (
        len(parts_of((CardEvent.FISH_DRAWN, 0, 2), (CardEvent.FISH_DRAWN, 0, 3), (Event.TILE_STORED, 2))) == 3
    )


def test_which_space_of_rest_a_marker_lies_on_is_told() -> None:
    rest = ACTIONS.index("rest")
    (part,) = parts_of(
        (Event.MARKER_PLACED, 1, rest, 0), (Event.ENERGY_CHANGED, 1, -1, 4), (Event.REST_CHOSEN, 1, 2)
    )
    assert space_of(part) + cost(part) == ", on space 3 (1 energy, 4 left)"


def test_an_event_is_told_with_its_icon() -> None:
    icons = {card.weather: say_event(number, 2, BOX) for number, card in enumerate(BOX.events.values())}
    assert "(a sun)" in icons["sun"]
    assert "(a storm)" in icons["storm"]
    assert "(" not in icons["none"]


def test_injuries_only_threaten_while_the_dice_may_be_rolled_again() -> None:
    assert "threaten" in say_wounds(0, 1, 1)
    assert "do not grow worse" in say_wounds(0, 2, 1)


@pytest.mark.parametrize(
    ("operation", "fields", "why"),
    [
        (vocabulary.HEAL, {"injuries": 0}, "has no injury to heal"),
        (vocabulary.HEAL, {"injuries": 1}, ""),
        (vocabulary.ENERGY, {"energy": 6, "injuries": 0}, "has no room for more energy"),
        (vocabulary.ENERGY, {"energy": 3}, ""),
    ],
)
def test_words_of_a_card_that_change_nothing_say_so(operation: int, fields: dict[str, int], why: str) -> None:
    camp = Camp(3)
    camp.castaway(0, **fields)
    camp.table.machine.seat = 0
    log = zeros(1, log_layout(CASTAWAYS.event))[0]
    perform(camp.state, camp.rules, operation, 1, 0, log)
    told = CASTAWAYS.story.tell(CASTAWAYS, camp.state, camp.rules, log.events[: log.count])
    assert [why in sentence for sentence in told] == [True]
    assert (int(log.events[0].kind) == Event.CHANGED_NOTHING) == bool(why)


def test_what_the_next_sentence_says_too_is_left_out() -> None:
    rested = parts_of((Event.ENERGY_CHANGED, 0, 2, 5), (Event.HEALED, 0, 1, 0), (Event.RESTED, 0, 5, 0))
    assert [part[0][0] for part in rested] == [Event.RESTED]
    kept = parts_of((CardEvent.REMAIN_KEPT, 1, 3), (Event.OBJECT_GAINED, 1, 3), (Event.OBJECT_GAINED, 2, 4))
    assert [part[0][:2] for part in kept] == [(CardEvent.REMAIN_KEPT, 1), (Event.OBJECT_GAINED, 2)]
    other = parts_of((Event.ENERGY_CHANGED, 1, 2, 5), (Event.RESTED, 0, 5, 0))
    assert len(other) == 2


def test_castaways_are_called_by_name_as_soon_as_they_have_one() -> None:
    camp = Camp(characters="strong+cook+orienteer")
    said = "Seat 2 gives seat 1 the rope."
    assert named(said, camp.state, BOX) == "The cook gives the strong one the rope."
    camp.castaway(1, character=-1)
    assert named(said, camp.state, BOX) == "Seat 2 gives the strong one the rope."


def test_things_stand_within_sentences_with_an_article() -> None:
    told = {"Net": "the net", "A drum": "a drum", "The goat": "the goat", "The Moonstone": "the Moonstone"}
    assert {title: within(title) for title in told} == told


def test_who_walks_is_told() -> None:
    assert set_out([2]) == "Seat 3 sets out alone."
    assert set_out([2, 0, 1]) == "Seat 3, seat 1 and seat 2 set out together."
    assert say_still_lost(0b0101) == "  Seat 1 and seat 3 are still lost."
    assert say_still_lost(0b0010) == "  Seat 2 is still lost."
    assert say_cube(8, 2) == "  The way back grows longer: 8."
    assert say_cube(5, -1) == "  The way back grows shorter: 5."


def test_a_rescue_is_told_by_what_the_card_asks_for() -> None:
    event = list(BOX.events).index("e19")
    assert say_signals(event, 0b11111, BOX) == (
        "A ship! The card 'A nest of eggs' is answered by the bonfire, the sign, the spyglass and the mirror."
    )
