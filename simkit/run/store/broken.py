"""Games that could not be played to their end, and that a run was told to go on without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit.language import plural

BROKEN = "broken"
"""The manifest's key for the games that a run has gone on without."""

MOST_NAMED = 3


@dataclass(frozen=True, order=True)
class Broken:
    """A game that could not be played to its end, and of which a run has no row."""

    scenario: int
    game: int
    why: str
    """What its rules or a strategy did, with the file and the line where that is known."""


def as_data(broken: Sequence[Broken]) -> list[dict[str, Any]]:
    """Return broken games as a manifest and a list of files have them."""
    return [{"scenario": fault.scenario, "game": fault.game, "why": fault.why} for fault in sorted(broken)]


def from_data(said: Sequence[Mapping[str, Any]]) -> tuple[Broken, ...]:
    """Return broken games as they were."""
    return tuple(Broken(int(entry["scenario"]), int(entry["game"]), str(entry["why"])) for entry in said)


def in_words(broken: Sequence[Broken], run: Path, played: int, *, has_several: bool) -> list[str]:
    """Return sentences about the games that a run has gone on without; none if there are none.

    * `played`: the games that the run has.
    * `has_several`: whether it has several scenarios.
    """
    if not broken:
        return []
    count = len(broken)
    lines = [
        f"Broken: {count:,} of {played + count:,} games could not be played to the end and "
        f"{'is' if count == 1 else 'are'} left out."
    ]
    lines += [f"Scenario {fault.scenario}, game {fault.game}: {fault.why}." for fault in broken[:MOST_NAMED]]
    if count > MOST_NAMED:
        lines.append(f"manifest.json also names {plural(count - MOST_NAMED, 'more game')}.")
    first = broken[0]
    lines.append(
        f"simkit replay {run} --scenario {first.scenario} --game {first.game} shows "
        f"{'it' if count == 1 else 'the first'} up to its last move."
    )
    return [*lines, *(["Broken games are left out of their own scenario alone."] if has_several else [])]
