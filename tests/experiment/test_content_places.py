"""What is wrong with content as a whole is reported at the item that brings it about."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit import BadInput
from simkit.experiment.file.box import with_own_content
from simkit.testing import find_game

BLUE = "darkhouse_cards:\n" + "".join(f"  {card}: {{colour: blue}}\n" for card in range(1, 8))
CARD = "{deck: coast, name: Mine, do: [{wood: 1}]}"


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        ("nautilion", BLUE, ":2:3: level intro needs 3 red cards, found 2"),
        (
            "nautilion",
            "boards: {D1: {ducts: [[1, 2]], assumption: A99}}",
            ":1:44: boards.D1: unknown assumption 'A99'; Allowed: A2, A3",
        ),
        (
            "nautilion",
            "boards: {my board: {}}",
            ":1:10: boards.my board: found 'my board', allowed are letters",
        ),
        ("nautilion", "boards: {}\n---\nboards: {}\n", ":2:1: not YAML: a second document begins here (---)"),
        (
            "nautilus_2002",
            "components:\n  money: {start: {2: 60}}\n  discoveries: {deep: {snail: 9}}\n",
            ":3:3: the deep sea has 20 squares with discoveries (x), 28 tiles for them; draw 8 x more",
        ),
        (
            "nautilus_2002",
            "components:\n  discoveries: {deep: {atlantis: 8, snail: 0}}\n",
            ":2:3: discoveries: there are 15 pieces of Atlantis, found 16",
        ),
        (
            "nautilus_2002",
            "components: {passages: {straight: {base: [north]}}}",
            ":1:43: components.passages.straight.base[0]: unknown entry of base 'north'; Allowed: n, e, s, w",
        ),
        (
            "nautilus_2002",
            "components: {money: {start: {5: 10}}}",
            ":1:30: components.money.start.5: unknown key of start '5'; Allowed: 2, 3, 4",
        ),
        (
            "nautilus_island",
            "components:\n  camp: {refill_at: 2}\n  cards: {object_copies: 1, objects_per_colour: 1}\n",
            ":3:3: stack_height: the stacks take 96 cards, there are 9",
        ),
        ("castaways", f"exploration:\n  y01: {CARD}\n  z01: {CARD}\n", ":3:3: two cards are called 'z01'"),
        (
            "castaways",
            "exploration:\n" + "".join(f"  y{card}: {CARD}\n" for card in range(150)),
            ":2:3: exploration and plots: 316 cards of the island, room is for 256",
        ),
    ],
)
def test_the_item_to_blame_is_found(tmp_path: Path, game: str, text: str, message: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(BadInput) as told:
        with_own_content(find_game(game), path, "--content")
    assert f"{path}{message}" in str(told.value)
