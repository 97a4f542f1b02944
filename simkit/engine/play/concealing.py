"""Deals anew what a seat can't see: what the game declares hidden, and the random numbers to come."""

from __future__ import annotations

from typing import Any

from simkit.compile.bind import BOUND_LATER
from simkit.engine.base.chance import draw_anew

_conceal: Any = BOUND_LATER  # a game's own, bound by `Game.concealer`


def hide_nothing(state: Any, seat: Any, chance: Any) -> None:
    """Conceal nothing, for a game in which only future random numbers are hidden."""


def conceal_all(state: Any, seat: Any, chance: Any) -> None:
    """Deal anew what the game hides, and give the game's random numbers a new key."""
    _conceal(state, seat, chance)
    draw_anew(state.chance, chance)
