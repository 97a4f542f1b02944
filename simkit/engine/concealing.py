"""Deals anew what a seat can't see: what the game declares, and what chance will bring."""

from __future__ import annotations

from typing import Any

from simkit.compile.bind import BOUND_LATER
from simkit.engine.chance import draw_anew

_conceal: Any = BOUND_LATER  # a game's own, bound by `Game.concealer`


def hide_nothing(state: Any, seat: Any, chance: Any) -> None:
    """Conceal nothing, for a game that hides nothing but the chance to come."""


def conceal_all(state: Any, seat: Any, chance: Any) -> None:
    """Conceal what the game hides, and draw its own chance anew."""
    _conceal(state, seat, chance)
    draw_anew(state.chance, chance)
