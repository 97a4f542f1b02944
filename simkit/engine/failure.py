"""The errors by which a strategy, or the rules, can fail."""

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


class NeverEnding(Complaint):
    """A strategy, or the rules, did not come to an end.

    Parameters
    ----------
    who : str
        Which strategy, or whose rules, in words.
    how_long : str
        For how long it was waited, in words.
    move : int
        At which move of the game, counted from 1.
    game_number : int
        The game in which it happened.
    place : str or None
        Where, ``file:line``, if that is known.
    turn : int
        In which turn of the game, counted from 1; 0 if that is not known.

    Attributes
    ----------
    seating : Seating or None
        Who played what, in the process in which it happened.
    """

    def __init__(
        self, who: str, how_long: str, move: int, game_number: int, place: str | None = None, turn: int = 0
    ) -> None:
        self.seating: Any = None
        self.turn = turn
        self.who = who
        self.how_long = how_long
        self.move = move
        self.game_number = game_number
        self.place = place
        at = f" ({place})" if place else ""
        when = f"in turn {turn}, at move {move}" if turn else f"at move {move}"
        super().__init__(f"{who} did not come to an end within {how_long}, {when} of game {game_number}{at}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.who, self.how_long, self.move, self.game_number, self.place, self.turn)
