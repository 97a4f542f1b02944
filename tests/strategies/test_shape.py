"""The shape of strategies/: a folder lists the players of a game, and files are small."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.plugins import strategies_of

ROOT = Path(__file__).parents[2] / "strategies"
GAMES = sorted(folder.name for folder in ROOT.iterdir() if (folder / "__init__.py").is_file())
FILES = sorted(ROOT.rglob("*.py"))
MOST_LINES = 350


@pytest.mark.parametrize("game", GAMES)
def test_a_folder_lists_the_players_of_a_game_and_nothing_else(game: str) -> None:
    folder = ROOT / game
    players = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert players == set(strategies_of(game))
    others = {path.name for path in folder.iterdir() if path.suffix != ".py"} - {"__pycache__"}
    assert others - {"alike.yaml"} == {"evaluation", "ladder.yaml"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_small(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= MOST_LINES
