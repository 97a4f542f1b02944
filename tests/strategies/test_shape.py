"""The shape of strategies/: a game's folder has the same modules as any other's."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.testing import strategies_of

ROOT = Path(__file__).parents[2] / "strategies"
GAMES = sorted(folder.name for folder in ROOT.iterdir() if (folder / "__init__.py").is_file())


@pytest.mark.parametrize("game", GAMES)
def test_a_folder_holds_the_players_of_a_game_and_nothing_else(game: str) -> None:
    folder = ROOT / game
    assert {path.stem for path in folder.glob("*.py")} == {"__init__", "players", "random", "reference"}
    assert {"random", "reference"} < set(strategies_of(game))
    others = {path.name for path in folder.iterdir() if path.suffix != ".py"} - {"__pycache__"}
    assert others - {"alike.yaml", "ceilings.yaml", "steps.yaml"} == {"evaluation", "ladder.yaml"}
