"""People as players: a person plays at a table, and no strategy stands for them.

A person is a `Reference` to `PERSON`, called by the person's name.  Runs keep what people chose, so that
their games can be told, checked and reviewed; no further game can be played for them.
"""

from __future__ import annotations

from simkit.compile.kernel import kernel
from simkit.engine.base.rows import Record, Rows
from simkit.engine.contract.player import Reference
from simkit.engine.contract.strategy import Strategy

PERSON = "person"
"""The name of what plays at a table in place of a strategy."""

HUMAN = "human"
"""The skill of a person, where that of a strategy is the kind of person that it models."""

YOU = "you"
"""What the person at the terminal is called who gives no name."""


def person(name: str) -> Reference:
    """Return the player that is a person of some name."""
    return Reference(PERSON, called=name)


def is_person(reference: Reference) -> bool:
    """Return True if a player is a person."""
    return reference.strategy == PERSON and bool(reference.called)


@kernel
def _ask_nobody(
    table: Record, seat: Record, rules: Record, moves: Rows, count: int, parameters: Record, chance: Record
) -> int:
    """Return no index: nobody but the person can choose."""
    return -1


def strategy_of_person(game: str, name: str) -> Strategy:
    """Return what stands for a person where a strategy is expected; it chooses nothing."""
    idea = "A person at the table: no other game can be played for them."
    return Strategy(name, game, HUMAN, (), _ask_nobody, idea)


def is_played_by_person(strategy: Strategy) -> bool:
    """Return True if a person chooses in place of a strategy."""
    return strategy.function is _ask_nobody
