"""The knobs of Nautilus: what follows from them, and what makes no sense."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.testing import Match, find_game, strategies_of

GAME = find_game("nautilus_2002")


@pytest.mark.parametrize(
    ("knobs", "complaint"),
    [
        ({"players": 2, "first_player": "seat_2"}, "of 2 players none sits at seat_2"),
        ({"base_x": 3}, r"the nine squares around \(3, 9\) are not all lagoon"),
        ({"deep_discoveries": [1, 1, 3, 2, 1, 3, 3, 7]}, "20 tiles are needed, found 21"),
        ({"incline_discoveries": [5, 5, 2, 1, 1, 4, 3, 5]}, "there are 15 pieces of Atlantis, found 14"),
        ({"players": 2, "atlantis_awards": [5, 3, 1]}, "at most 2, one per player, found 3"),
        ({"straight_mask": [15, 15, 0]}, "at least 4"),
        ({"goals": [["shell", "chest"]] * 4}, "'snail', 'shell', 'crab', 'anemone' or 'gold'"),
    ],
)
def test_what_makes_no_sense_is_reported(knobs: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        Nautilus2002Knobs(**knobs)


def test_what_the_number_of_players_decides() -> None:
    for players, money, cap, awards in ((2, 55, 3, (4, 2)), (3, 50, 3, (5, 3, 1)), (4, 45, 4, (5, 4, 2, 1))):
        knobs = Nautilus2002Knobs(players=players)
        assert (knobs.money_at_start, knobs.cap, knobs.awards) == (money, cap, awards)
    own = Nautilus2002Knobs(players=2, start_money=10, residential_cap=6, atlantis_awards=[9])
    assert (own.money_at_start, own.cap, own.awards) == (10, 6, (9,))


def test_rotations_that_are_listed() -> None:
    """Base, green and blue look the same in every rotation, research stations in every other one."""
    assert Nautilus2002Knobs().record().rotations.tolist() == [1, 1, 1, 3, 3, 3, 3, 3]
    lopsided = Nautilus2002Knobs(straight_mask=[15, 15, 0, 7], diagonal_mask=[15, 0, 15, 1]).record()
    assert lopsided.rotations[3] == 15
    assert lopsided.sides[3].tolist() == [0b0111, 0b1110, 0b1101, 0b1011]
    assert lopsided.corners[3].tolist() == [1, 2, 4, 8]


def test_other_squares_keep_their_zones_and_their_distance() -> None:
    knobs = Nautilus2002Knobs(discovery_layout="random")
    match = Match(GAME, knobs, (strategies_of("nautilus_2002")["random"],) * 4, seed=4)
    layouts = set()
    for number in range(20):
        state = next(iter(match.walk(number))).state
        squares = state.table.slot_square.tolist()
        layouts.add(tuple(squares))
        assert squares == sorted(set(squares))
        zones = [int(match.rules.zone[square]) for square in squares]
        assert [zones.count(zone) for zone in range(4)] == [0, 26, 20, 14]
        beside = {(a, a + 1) for a in squares if a % 28 < 27} | {(a, a + 28) for a in squares}
        assert not {pair for pair in beside if pair[1] in squares}
        tiles = np.bincount(state.hidden.tiles[np.array(zones) == 3], minlength=22)
        assert tiles.tolist() == [0, 0, 1, 3, 5, 2, 1] + [0] * 13 + [1, 1]
    assert len(layouts) == 20


def test_numbers_outside_the_canyon_can_be_dealt() -> None:
    knobs = Nautilus2002Knobs(atlantis_numbers="dealt")
    match = Match(GAME, knobs, (strategies_of("nautilus_2002")["random"],) * 4, seed=4)
    in_incline = set()
    for number in range(40):
        state = next(iter(match.walk(number))).state
        pieces = [
            (int(t) - 6, int(z)) for t, z in zip(state.hidden.tiles, state.table.slot_zone, strict=True)
        ]
        assert sorted(n for n, zone in pieces if n > 0 and zone == 3) == [14, 15]
        incline = [n for n, zone in pieces if n > 0 and zone == 1]
        assert len(incline) == 6
        in_incline |= set(incline)
    assert in_incline == set(range(1, 14))


def test_the_alternatives_of_all_assumptions_can_be_played() -> None:
    assert [assumption.id for assumption in GAME.assumptions] == [f"A{i}" for i in range(1, 10)]
    for assumption in GAME.assumptions:
        for changes in assumption.alternatives.values():
            Nautilus2002Knobs(**changes)
