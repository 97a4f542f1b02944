"""The plain programs of `make bench` play the same games as simkit: their means differ by chance alone."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

TOOLS = Path(__file__).parents[2] / "tools"

GAMES_OF_SIMKIT = {"nautilion": 60_000, "nautilus_island": 60_000, "nautilus_2002": 20_000}
GAMES_OF_A_PROGRAM = 6
"""For each of simkit's."""

MOST_ERRORS = 4.5
"""The games are the same at every test; of 38 means one is by chance so far apart in 4,000 such choices."""


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(TOOLS))
    module = importlib.import_module("bench_plain")
    if module.compiler() is None:
        pytest.skip("no C++ compiler")
    return module


@pytest.mark.long
@pytest.mark.parametrize(("name", "games"), GAMES_OF_SIMKIT.items())
def test_a_plain_program_has_the_means_of_simkits_games(
    name: str, games: int, plain: Any, tmp_path: Path
) -> None:
    (game,) = (game for game in plain.GAMES if game.name == name)
    program = plain.build(game, tmp_path)
    for policy in plain.POLICIES:
        own = game.simkits(policy, games)
        found = plain.play(program, policy, games * GAMES_OF_A_PROGRAM)
        assert found.keys() == {*own, "seconds"}
        for column, values in own.items():
            error = values.std() * np.sqrt((1 + 1 / GAMES_OF_A_PROGRAM) / games)
            difference = abs(values.mean() - found[column])
            assert difference <= MOST_ERRORS * error, (policy, column, values.mean(), found[column])
