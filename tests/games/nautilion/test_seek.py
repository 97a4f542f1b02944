"""Rules that meet targets, for a game with many rules, of which some have mappings as values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import simkit


def sought(folder: Path, by: str) -> Any:
    """Return what a search with few games finds."""
    few: dict[str, Any] = {"games": 100, "fresh_games": 100, "changes": 1, "jobs": 1, "runs": folder}
    return simkit.ask("seek", "nautilion", targets="planner wins 45 to 55 %", by=by, **few)


def test_a_rule_whose_values_are_mappings_is_tried(tmp_path: Path) -> None:
    found = sought(tmp_path, "add_duct, reserve")
    assert found.data["tried"] > 10


@pytest.mark.long
def test_without_names_all_of_many_rules_are_tried(tmp_path: Path) -> None:
    found = sought(tmp_path, "")
    assert found.data["tried"] > 200
