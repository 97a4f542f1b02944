"""How narrow intervals are to be: what an experiment asks for in place of a number of games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from simkit.experiment.target import GAMES, PLAYERS, SEATS

OF_GAMES = ("game",)

WHOSE = {GAMES: OF_GAMES, PLAYERS: ("player",), SEATS: ("seat", "place")}
"""The words after a column, each with the kinds of rows whose intervals are meant.  They are those of
`simkit.stats.whose`, which imports polars; mistakes in files must not wait for that."""

_ASKED = re.compile(rf"(?P<column>.+?)\s+of\s+(?P<whose>{'|'.join(WHOSE)})")


@dataclass(frozen=True)
class AskedWidth:
    """Intervals that are to be narrow."""

    name: str
    """As it is written: "won", "won of players"."""

    column: str
    kinds: tuple[str, ...]
    """Whose intervals: those of the game, players, seats, places; all if there are none."""

    half_width: float
    """How far an interval may reach to either side."""

    def is_about(self, kind: str, column: str) -> bool:
        """Return True if a column of the game, players, seats or places is meant."""
        return column == self.column and (not self.kinds or kind in self.kinds)


def asked_in(precision: Mapping[str, float]) -> Iterator[AskedWidth]:
    """Yield what an experiment's `precision` asks for."""
    for name, half in precision.items():
        found = _ASKED.fullmatch(name.strip())
        column, kinds = (found["column"], WHOSE[found["whose"]]) if found else (name.strip(), ())
        yield AskedWidth(name, column, kinds, half)
