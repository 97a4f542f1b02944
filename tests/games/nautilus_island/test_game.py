"""All that must hold of any game holds of Nautilus Island."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simkit import BadInput
from simkit.game import own_content
from simkit.games.nautilus_island.box import BOX
from simkit.games.nautilus_island.game import NAUTILUS_ISLAND
from simkit.games.nautilus_island.kinds import Move
from simkit.testing import Match, check_game, find_game, strategies_of
from tests.games.nautilus_island.test_invariants import check

CRAMPED = {"columns": [1, 1, 1, 1, 1], "stack_height": 2, "may_enter_empty": "never"}
"""Under these rules there may be no column left to enter, and nothing to do in one."""

SETTINGS: list[dict[str, Any]] = [*({"players": players} for players in (4, 3, 2)), CRAMPED]


@pytest.mark.long
@pytest.mark.parametrize(
    "names", [("random", "expert"), pytest.param(tuple(strategies_of("nautilus_island")), id="all")]
)
def test_all_that_must_hold_of_any_game(names: tuple[str, ...]) -> None:
    check_game(
        find_game("nautilus_island"),
        settings=SETTINGS,
        strategies=[strategies_of("nautilus_island")[name] for name in names],
        invariants=lambda step, match: check(step.state, match.rules),
    )


def test_colours_are_called_as_content_calls_them(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("components: {cards: {colours: [red, blue, green, sea green, white]}}\n")
    game = NAUTILUS_ISLAND.with_content(own_content(BOX, file))
    players = (strategies_of("nautilus_island")["random"],) * 4
    match = Match(game, game.knobs(), players, seed=1)
    told = [
        line
        for step in match.walk(0)
        for line in (
            *game.story.tell(game, step.state, match.rules, step.events),
            *(game.story.describe(game, step.state, move) for move in step.moves),
        )
    ]
    text = "\n".join(told)
    assert all(f"It stores {colour} " in text for colour in ("red", "blue", "sea green"))
    assert "high: " in text
    assert "clothes" not in text
    assert "clothes" in NAUTILUS_ISLAND.move_kind(Move.STORE).sentence([0, 2])


def test_two_colours_can_not_have_one_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("components: {cards: {colours: [red, blue, red, green, white]}}\n")
    with pytest.raises(BadInput, match="found 'red' twice, allowed is each name once"):
        own_content(BOX, file)
