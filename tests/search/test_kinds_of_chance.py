"""Drawing one kind of chance anew shows what it decides; the shares of two dice are known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.engine.base.chance import ALL_PURPOSES
from simkit.game import Strategy
from simkit.run.work.workers import Where
from simkit.search.kinds_of_chance import PLAYERS_OWN, KindsOfChance, Redrawn, measure_kinds
from simkit.testing import Match, find_game, strategies_of
from tests.search.two_dice_toy import LARGE, SMALL, TWO_DICE, DiceKnobs, nothing, tossing

GAMES = 4000
SMALL_DIE, LARGE_DIE, COIN = (4**2 - 1) / 12, (8**2 - 1) / 12, 1.0


def score(games: Any) -> Any:
    return games.rows["score"].astype(np.float64)


def kinds_of(player: Strategy, parity: int = 0) -> KindsOfChance:
    match = Match(TWO_DICE, DiceKnobs(parity=parity), (player,), seed=5)
    return measure_kinds(match, GAMES, {"score": score}, workers=Where(1))["score"]


def test_two_dice_decide_by_their_variances() -> None:
    found = kinds_of(nothing)
    large, small = found.kinds
    assert (large.words, small.words) == (f"chance of purpose {LARGE}", "the small die")
    for kind, variance in ((large, LARGE_DIE), (small, SMALL_DIE)):
        share = variance / (SMALL_DIE + LARGE_DIE)
        assert kind.alone.low <= share <= kind.alone.high
        assert kind.in_all.low <= share <= kind.in_all.high
        assert kind.alone.value == pytest.approx(share, abs=0.03)
        assert kind.in_all.value == pytest.approx(share, abs=0.03)
    assert found.together.low == 0
    assert found.idle == ["the die that nobody rolls"]


def test_of_a_loaded_die_the_share_is_that_of_its_own_variance() -> None:
    match = Match(TWO_DICE, DiceKnobs(small={0: 9, 3: 1}), (nothing,), seed=5)
    found = measure_kinds(match, GAMES, {"score": score}, workers=Where(1))["score"]
    loaded = 9 * 0.9 * 0.1
    shares = {kind.words: kind.alone for kind in found.kinds}
    assert shares["the small die"].value == pytest.approx(loaded / (loaded + LARGE_DIE), abs=0.03)
    assert shares["the small die"].low <= loaded / (loaded + LARGE_DIE) <= shares["the small die"].high


def test_what_players_draw_is_a_kind_of_its_own() -> None:
    shares = {kind.words: kind.in_all.value for kind in kinds_of(tossing).kinds}
    assert shares[PLAYERS_OWN] == pytest.approx(COIN / (SMALL_DIE + LARGE_DIE + COIN), abs=0.03)


def test_odd_or_even_is_decided_by_both_together() -> None:
    found = kinds_of(nothing, parity=1)
    for kind in found.kinds:
        assert kind.alone.low == 0
        assert kind.alone.value < 0.05
        assert kind.in_all.value > 0.95
    assert found.together.value > 0.9


def test_one_purpose_is_drawn_anew_and_no_other() -> None:
    def eyes(purposes: int, first: int = 0) -> Any:
        match = Redrawn(TWO_DICE, TWO_DICE.knobs(), (nothing,), seed=5, purposes=purposes, shift=100)
        return match.play(first, 100)[0]["score"].astype(int)

    own, other = eyes(0), eyes(0, first=100)
    small, large = eyes(1 << SMALL), eyes(1 << LARGE)
    assert (own != other).any()
    assert (small != own).any()
    # Both dice anew are the other game's: each changes by what it alone changes.
    np.testing.assert_array_equal(small - own + large - own, other - own)
    np.testing.assert_array_equal(eyes(ALL_PURPOSES), other)


@pytest.mark.parametrize("strategy", ["random", "hold_at"])
def test_with_all_chance_of_another_game_it_is_that_game(strategy: str) -> None:
    pig, player = find_game("pig"), strategies_of("pig")[strategy]
    plain = Match(pig, pig.knobs(), (player,) * 2, seed=3)
    other = Redrawn(pig, pig.knobs(), (player,) * 2, seed=3, purposes=ALL_PURPOSES, is_players=True, shift=40)
    for mine, theirs in zip(other.play(0, 30), plain.play(40, 30), strict=True):
        np.testing.assert_array_equal(mine, theirs)
