"""What every knob changes, and which values it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simkit.games.castaways.knobs import CastawaysKnobs
from simkit.games.castaways.names import HEALER, STRONG

NAMED: dict[str, Any] = {
    "characters": "healer+cook+strong+builder",
    "left_out": ["camp_cards.fishing", "events.e05"],
    "remains_copies": {"planks": 0, "mirror": 3},
}
"""Other values of the knobs whose type does not tell any."""


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        ({"characters": "fishre"}, "did you mean 'fisher'"),
        ({"characters": "fisher+cook"}, "4 different castaways are needed, found 2"),
        ({"abilities": ["cok"]}, "did you mean 'cook'"),
        ({"weather_track": ["sun", "hail"]}, "weather_track"),
        ({"weather_start": 9}, "the track has squares 0 to 6"),
        ({"interior_start": 13}, "must ascend"),
        ({"return_start": 16}, "the track ends before it begins"),
        ({"highest_energy": [3] * 6}, "fewer spaces than the traumas"),
        ({"storage_wood": 17}, "more than there is in the box"),
        ({"few_events": ["e99"]}, "few_events"),
        ({"remains_copies": {"plank": 1}}, "did you mean 'planks'"),
        ({"turns": [21, 18, 15, 18]}, "18 turns need as many event cards, there are 17"),
    ],
)
def test_what_makes_no_sense_is_refused(knobs: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        CastawaysKnobs(**knobs)


def test_the_rules_record() -> None:
    rules: Any = CastawaysKnobs(players=3, abilities=["strong"], signals_at_most=3).record()
    assert rules.turns_at_most == 15
    assert rules.box_at_start == 3
    assert rules.character[STRONG].strength == 1
    assert rules.character[HEALER].heals_a_rester == 0
    assert max(int(rules.event[i].signals).bit_count() for i in range(rules.event_count)) == 3
    assert rules.first_place.tolist() == [0, 5, 12, 16]


@pytest.mark.parametrize("name", sorted(set(CastawaysKnobs.model_fields) - {"decision_cap"}))
def test_every_rule_reaches_the_record(name: str) -> None:
    """That each moves an outcome is seen by `check_game` (test_game.py)."""
    usual = CastawaysKnobs(players=4)
    changed = CastawaysKnobs(**{**dict(usual), name: NAMED[name] if name in NAMED else usual.another(name)})
    assert changed.record().tobytes() != usual.record().tobytes()
