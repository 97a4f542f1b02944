"""The knobs of Nautilus Island: what is in the box, and what makes no sense."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simkit.games.nautilus_island.knobs import BONUS_WORDS, NautilusIslandKnobs
from simkit.testing import Match, find_game, strategies_of

ISLAND = find_game("nautilus_island")


def test_when_empty_columns_may_be_entered() -> None:
    """Who empties a column stands in it until the last round, so "always" is "in the last round"."""
    random = strategies_of("nautilus_island")["random"]
    played = {}
    for word in ("last_round", "always", "never"):
        match = Match(ISLAND, NautilusIslandKnobs(may_enter_empty=word), (random,) * 4, seed=5)
        rows, seat_rows = match.play(0, 300)
        played[word] = rows.tolist(), seat_rows.tolist()
    assert played["last_round"] == played["always"]
    assert played["last_round"] != played["never"]


@pytest.mark.parametrize(
    ("knobs", "complaint"),
    [
        ({"columns": [1, 2, 3, 3]}, "4 players need 5"),
        ({"stack_height": 9}, "the stacks take 108 cards, there are 96"),
        ({"porthole_sizes": [3, 3, 4, 5]}, "each size has one pile"),
        ({"porthole_sizes": [3, 4, 5]}, "3 piles are needed, found 4"),
        ({"face_up": [2, 1, 1]}, "a column of 1 can't have 2"),
    ],
)
def test_what_makes_no_sense_is_reported(knobs: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        NautilusIslandKnobs(**knobs)


def test_the_bonus_tokens_in_the_box() -> None:
    """Of a point a card 6, two points 7, three points 7, double porthole 4, odd (4 points) 5, pair (5) 5."""
    knobs = NautilusIslandKnobs()
    points = (2, 3, 1, 1, 4, 5)
    assert tuple(getattr(knobs, f"bonus_{kind}") for kind in BONUS_WORDS) == points
    counts = dict(zip(BONUS_WORDS, knobs.bonus_counts, strict=True))
    assert counts == {"per_card": 6, "two": 7, "three": 7, "double": 4, "odd": 5, "pair": 5}
    assert sum(knobs.bonus_counts) == 34


def test_the_alternatives_of_all_assumptions_can_be_played() -> None:
    listed = {assumption.id: assumption for assumption in ISLAND.assumptions}
    assert sorted(listed) == ["A1", "A2", "A3", "A4", "A5"]
    for assumption in listed.values():
        for changes in assumption.alternatives.values():
            when = changes.get("when", {})
            NautilusIslandKnobs(**when, **{knob: value for knob, value in changes.items() if knob != "when"})
