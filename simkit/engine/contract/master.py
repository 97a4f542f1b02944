"""The master: a game's strongest player, one of its strategies with look-ahead.

Which strategy, and with how many play-outs, stands under ``master`` in the game's ``ladder.yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, ValidationError

from simkit.content.complaints import complaint, problems_of
from simkit.content.source import KEY, Source
from simkit.engine.contract.player import MASTER, PLAYOUTS, USUAL_METHOD, LookAhead, Method, Reference
from simkit.engine.contract.skills import SKILLS
from simkit.engine.contract.strategy import Strategy
from simkit.errors import unknown

USUAL_PLAYOUTS = 256
"""The master's play-outs per decision where the ladder says nothing else."""

RANDOM = "random"
"""The strategy that plays by chance; any other is taken to be stronger."""


class MasterEntry(BaseModel):
    """What a ``ladder.yaml`` says under ``master``."""

    model_config = ConfigDict(extra="forbid", strict=True)

    base: str = ""
    """The strategy that looks ahead; the game's strongest if empty."""

    playouts: Annotated[int, Ge(1), Le(int(PLAYOUTS.high))] = USUAL_PLAYOUTS
    """Play-outs per decision."""

    method: Method = USUAL_METHOD
    finish: str = ""
    """A faster strategy that finishes play-outs; the base if empty."""

    def reference(self, base: str) -> Reference:
        """Return the master over a base."""
        finish = Reference(self.finish) if self.finish else None
        look_ahead = LookAhead(None, self.method, self.playouts, finish)
        return Reference(base, look_ahead=look_ahead, called=MASTER)


class _Ladder(BaseModel):
    """A ``ladder.yaml``, of which only this key is read here."""

    master: MasterEntry = MasterEntry()


def read_master(source: Source, strategies: Mapping[str, Strategy]) -> MasterEntry:
    """Read what a ``ladder.yaml`` says under `master`, for a game with some strategies."""
    try:
        entry = _Ladder.model_validate(source.data).master
    except ValidationError as error:
        raise complaint(source, problems_of(error, lambda at: at, MasterEntry.model_fields)) from None
    if MASTER in strategies and MASTER in source.data:
        message = f"{MASTER}: a strategy of that name is the game's master as it is; leave this key out"
        raise complaint(source, [((MASTER, KEY), message)])
    for key, name in (("base", entry.base), ("finish", entry.finish)):
        if name and name not in strategies:
            message = f"{MASTER}.{key}: {unknown('strategy', name, strategies)}"
            raise complaint(source, [((MASTER, key), message)])
    return entry


def strongest_of(strategies: Mapping[str, Strategy], ranked: Iterable[str] = ()) -> str:
    """Return the strongest of some strategies: the first ranked one, else the one of the highest skill."""

    def order(name: str) -> tuple[bool, float]:
        return name == RANDOM, -_rank(strategies[name].skill)

    return next((name for name in ranked if name in strategies), min(strategies, key=order))


def _rank(skill: str) -> float:
    """Return a skill as a number; one in words of a designer's own stands just above uniform chance."""
    said = re.findall(r"[\w-]+", skill.lower())
    ranks = [place for place, skill in enumerate(SKILLS) if skill.name.split()[0] in said]
    return max(ranks, default=0.5)
