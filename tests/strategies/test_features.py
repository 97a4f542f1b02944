"""What Nautilion's strategies see on the path is what lies there, counted one by one."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from simkit.games.nautilion.rules.path import place_toward_abyss, place_toward_isles
from simkit.games.nautilion.state import ISLES
from simkit.strategies.nautilion.evaluation.copies import between_figures, copies, copies_ahead, ways_left
from simkit.strategies.nautilion.evaluation.reach import (
    place_of,
    places_staying,
    places_toward_abyss,
    places_toward_isles,
)
from tests.nautilion_tables import Position

HIGHEST = 9


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Paths with gaps, the Nautilion somewhere before the Phantom, no token below either.

    At most fifteen copies of a kind, more than the knobs allow.
    """
    path = draw(st.lists(st.integers(0, 13), min_size=2, max_size=62))
    assume(all(path.count(kind) <= 15 for kind in range(1, 14)))
    nautilion = draw(st.integers(0, len(path)))
    phantom = draw(st.integers(nautilion + 1, len(path) + 1))
    for place in (nautilion, phantom):
        if 1 <= place <= len(path):
            path[place - 1] = 0
    return Position(path, nautilion=nautilion, phantom=phantom)


def step_by_step(table: Any, place: int, way: int, steps: int) -> int:
    """Return where a figure comes that counts the places which hold a token, as a player does."""
    end = ISLES if way < 0 else table.length + 1
    while steps > 0 and place != end:
        place += way
        steps -= 1 if place == end or table.path[place] != 0 else 0
    return place


@given(positions())
def test_places_are_those_that_single_steps_lead_to(position: Position) -> None:
    table = position.table
    nautilion, phantom = int(table.nautilion), int(table.phantom)
    onward = places_toward_abyss(table, nautilion, HIGHEST)
    back = places_toward_isles(table, phantom, HIGHEST)
    stay = places_staying(phantom, HIGHEST)
    for die in range(HIGHEST + 1):
        forth, home = step_by_step(table, nautilion, 1, die), step_by_step(table, phantom, -1, die)
        assert place_of(onward, die) == place_toward_abyss(table, nautilion, die) == forth
        assert place_of(back, die) == place_toward_isles(table, phantom, die) == home
        assert place_of(stay, die) == phantom


@given(positions())
def test_tokens_ahead(position: Position) -> None:
    table = position.table
    ahead = [int(kind) for kind in table.path[table.nautilion + 1 : table.length + 1] if kind]
    packed = copies_ahead(table)
    for kind in range(1, 14):
        assert copies(packed, kind) == ahead.count(kind)
    before_phantom = [kind for kind in table.path[1 : table.phantom] if kind]
    assert ways_left(table) == (len(ahead), len(before_phantom))
    between = [kind for kind in table.path[table.nautilion + 1 : table.phantom] if kind]
    assert between_figures(table, ways_left(table)) == len(between)
