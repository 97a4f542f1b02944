"""The game agrees with a second, plain version of it: means of many games by random and reference play."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from simkit.games.nautilus_island.knobs import NautilusIslandKnobs
from simkit.testing import Match, find_game, strategies_of
from tests.games.nautilus_island.plain import PlainGame

ISLAND = find_game("nautilus_island")
GAMES = 40_000
LIMIT = 4.5
"""Standard errors apart at which the test fails: about one false alarm in 3,000 runs over all columns."""


def means_of(policy: str, players: int) -> dict[str, np.ndarray]:
    match = Match(
        ISLAND,
        NautilusIslandKnobs(players=players),
        (strategies_of("nautilus_island")[policy],) * players,
        seed=12,
    )
    rows, seats = match.play(0, GAMES)
    each = seats.reshape(GAMES, players)
    return {
        "rounds": rows["rounds"],
        "refills": rows["refills"],
        "margin": rows["margin"],
        "score": each["score"].mean(axis=1),
        "portholes": each["porthole_points"].mean(axis=1),
        "stores": each["stores"].mean(axis=1),
        "won_by_first": (each["won"] & each["first_player"]).any(axis=1),
    }


@pytest.mark.parametrize("games", [400, pytest.param(6000, marks=pytest.mark.long)])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", ["random", "reference"])
def test_means_agree(policy: str, players: int, games: int) -> None:
    chance = Random(f"{policy} {players}")
    plain = [PlainGame(players, policy, chance).play() for _ in range(games)]
    for column, values in means_of(policy, players).items():
        other = np.array([outcome[column] for outcome in plain], dtype=float)
        error = (values.var() / len(values) + other.var() / games) ** 0.5
        assert abs(values.mean() - other.mean()) < LIMIT * error, column
