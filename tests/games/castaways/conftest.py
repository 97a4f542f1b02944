"""What the tests of the cards share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simkit.games.castaways.rules import card_rolls

Dice = Callable[..., None]


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Dice:
    """Return a function that says what the cards' dice show, in turn."""

    def show(*faces: int) -> None:
        left = iter(faces)

        monkeypatch.setattr(card_rolls, "roll_die", lambda state: next(left))

    return show
