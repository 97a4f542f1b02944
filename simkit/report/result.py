"""Results: the yes-or-no columns that say how games went, and the words for them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """A yes-or-no column that a section is about, and how sentences speak of it.

    Parameters
    ----------
    column : str
        The column of games, of seats, or of both.
    rate : str
        What its share is called: "win rate", "rescue rate".
    games : str
        The games in which it is so: "games won", "games with a rescue".
    does : str
        What a player does in those games: "wins", "survives".
    wins : str
        What headings call it: "wins", "rescues".
    """

    column: str = "won"
    rate: str = "win rate"
    games: str = "games won"
    does: str = "wins"
    wins: str = "wins"


WON = Result()
"""The result that most games have."""
