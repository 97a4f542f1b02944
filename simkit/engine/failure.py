"""How a strategy fails."""

from __future__ import annotations

from typing import Any

from simkit.errors import Complaint


class StrategyFailure(Complaint):
    """A strategy raised an exception, returned no index of an option, or changed what is not its own.

    Parameters
    ----------
    strategy : str
        Its name.
    game_number : int
        The game in which it happened; replay that game to see it.
    reason : str
        What happened, in words.
    place : str or None
        Where, ``file:line``, if that is known.
    """

    def __init__(self, strategy: str, game_number: int, reason: str, place: str | None = None) -> None:
        self.strategy = strategy
        self.game_number = game_number
        self.reason = reason
        self.place = place
        at = f" ({place})" if place else ""
        super().__init__(f"strategy '{strategy}' {reason} in game {game_number}{at}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.strategy, self.game_number, self.reason, self.place)


class Meddling(StrategyFailure):
    """A strategy changed what is not its own, or drew random numbers that no seed repeats."""
