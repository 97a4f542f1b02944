"""What every knob changes, and which values it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simkit.games.castaways.knobs import CastawaysKnobs
from simkit.games.castaways.names import HEALER, STRONG

ALTERNATIVES: dict[str, Any] = {
    "players": 2,
    "characters": "healer+cook+strong+builder",
    "abilities": ["cook"],
    "turns": [9, 9, 9, 9],
    "few_players": 1,
    "few_events": [],
    "left_out": ["camp_cards.fishing", "events.e05"],
    "food_tokens": 6,
    "wood_tokens": 4,
    "storage_food": [0, 0, 0, 0],
    "storage_wood": 3,
    "story_values": [0, 38],
    "forage_values": [0, 20, 4],
    "forage_tiles_a_player": 2,
    "fish_values": [10, 4],
    "jellyfish": 4,
    "weather_track": ["storm", "sun", "sun", "sun", "sun", "sun", "sun"],
    "weather_start": 0,
    "sun_moves": 3,
    "storm_moves": 3,
    "scorching_energy": 3,
    "rain_modifier": -4,
    "storm_modifier": -5,
    "return_start": 5,
    "return_end": 8,
    "lost_step": 3,
    "night_step": 4,
    "interior_start": 3,
    "heart_start": 8,
    "headland": 14,
    "highest_energy": [5, 5, 5, 5, 5, 5],
    "deadly_traumas": 2,
    "injury_dice_fail_on": 3,
    "food_energy": 2,
    "hunger_energy": 3,
    "hunger_injuries": 0,
    "fire_energy": 3,
    "cold_energy": 0,
    "campfire_most": 3,
    "sign_cubes": 3,
    "bonfire_size": 3,
    "shelters": 0,
    "shelter_energy": [1, 1, 1, 1],
    "shelter_wood": [0, 0, 0, 0],
    "rest_low": [3, 3, 3, 3, 3],
    "rest_high": [1, 6, 6, 6, 6],
    "rest_heal": [3, 3, 3, 3, 3],
    "wreck_cubes": 3,
    "remains_drawn": 2,
    "remains_copies": {"planks": 0, "mirror": 3},
    "second_card_cost": 3,
    "threshold_change": -2,
    "signals_at_most": 2,
    "plots_in_play": 0,
    "camp_spaces": 5,
    "building_places": 0,
    "forage_costs": [0, 0],
    "wood_costs": [0],
    "diary_costs": [2],
    "salvage_costs": [3],
    "explore_costs": [0, 0, 0],
    "build_spaces": 1,
    "rest_costs": [1, 1, 1, 1, 1, 1],
    "wood_a_marker": 3,
    "tiles_a_diary": 3,
    "tiles_a_building": 4,
    "sp_reroll": False,
    "sp_reroll_by": "anybody",
    "trade_with_lost": False,
    "gifts_per_turn": 0,
    "raft": False,
    "end_decision": "this",
    "headland_decided": "at once",
    "strength_tie": "attacker",
    "white_marker_is_camp_action": True,
}


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
    changed = CastawaysKnobs(**{"players": 4, name: ALTERNATIVES[name]})
    assert changed.record().tobytes() != CastawaysKnobs(players=4).record().tobytes()
