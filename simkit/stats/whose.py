"""Says whose number it is: the game's, or that of a player, a seat, a place in the turn order, a strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from simkit.errors import BadInput

if TYPE_CHECKING:
    import polars as pl

Kind = Literal["game", "player", "seat", "place", "strategy", "ceiling"]

PLAYER: Kind = "player"
SEAT: Kind = "seat"
PLACE: Kind = "place"
STRATEGY: Kind = "strategy"

MOST = 256
"""More seats than a game can have: a table counts them in a byte."""

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
    *("ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
)
"""The words for the places in the turn order, as many as can play a game."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose number something is."""

    kind: Kind
    """The game's, a player's, a numbered seat's, that of a place in the turn order, or that of all seats of a
    table that play a strategy."""

    number: int = 0
    """Which of them, from 0; place 0 begins."""

    called: str = ""
    """Of a strategy its name with all its parameters: "hold_at (n 25)"."""

    @property
    def name(self) -> str:
        """Its name in the column `of` of tables: "game", "player 0"."""
        return self.kind if self.kind in ("game", "ceiling") else f"{self.kind} {self.called or self.number}"

    @property
    def from_1(self) -> str:
        """Its name for people, who count from 1: "seat 1" for seat 0, "first player" for place 0."""
        if self.kind in ("game", "ceiling"):
            return self.kind
        if self.called:
            return self.called
        if self.kind == "place":
            return f"{ORDINALS[self.number]} player"
        return f"{self.kind} {self.number + 1}"


GAME = Whose("game")
AT_CEILING = Whose("ceiling")
"""Not of a run's tables: the master's results that are recorded for the rules of a scenario."""

_NAMED = {
    owner.name: owner
    for owner in (
        GAME,
        AT_CEILING,
        *(Whose(kind, number) for kind in (PLAYER, SEAT, PLACE) for number in range(MOST)),
    )
}


def whose(name: str) -> Whose:
    """Return whose number a row of a table is, by its entry in the column `of`."""
    if name.startswith(f"{STRATEGY} "):
        return Whose(STRATEGY, called=name.removeprefix(f"{STRATEGY} "))
    if name not in _NAMED:
        raise BadInput(f"found '{name}', allowed are {GAME.name}, and from 0 on player 0, seat 0 and place 0")
    return _NAMED[name]


def is_of(kind: str) -> pl.Expr:
    """Return the condition that a row is of the game, of a player, of a seat or of a place."""
    import polars as pl

    return pl.col("of").is_in([name for name, owner in _NAMED.items() if owner.kind == kind])
