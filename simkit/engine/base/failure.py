"""The errors that say that a strategy or the rules failed."""

from __future__ import annotations

from typing import Any

from simkit.errors import BadInput


class GameFailure(BadInput):
    """A game can't be played to its end: its rules failed in it, or a strategy.

    * `words`: what happened, with the game's number.
    * `game_number`: the game in which it happened; replay that game to see it.
    """

    def __init__(self, words: str, game_number: int) -> None:
        self.words = words
        self.game_number = game_number
        super().__init__(words)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.words, self.game_number)


class StrategyFailure(GameFailure):
    """A strategy raised an exception, returned an index out of range, or changed what it may only read.

    * `strategy`: its name.
    * `game_number`: the game in which it happened; replay that game to see it.
    * `reason`: what happened, in words.
    * `place`: where, ``file:line``, if that is known.
    """

    def __init__(self, strategy: str, game_number: int, reason: str, place: str | None = None) -> None:
        self.strategy = strategy
        self.reason = reason
        self.place = place
        at = f" ({place})" if place else ""
        super().__init__(f"strategy '{strategy}' {reason} in game {game_number}{at}", game_number)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.strategy, self.game_number, self.reason, self.place)


class Meddling(StrategyFailure):
    """A strategy changed what it may only read, or drew random numbers that the seed does not control."""


class NeverEnding(BadInput):
    """A strategy or the rules ran for too long in one move.

    Parameters
    ----------
    who : str
        The strategy, or the game whose rules ran, in words.
    how_long : str
        The time allowed, in words.
    move : int
        The move of the game, counted from 1.
    game_number : int
        The game in which it happened.
    place : str or None
        Where, ``file:line``, if that is known.
    turn : int
        The turn of the game, counted from 1; 0 if that is not known.

    Attributes
    ----------
    seating : Seating or None
        The players and rules; set only in the process in which it happened.
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
