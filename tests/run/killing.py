"""Runs that are ended in their midst, and what tells whether two runs wrote the same bytes."""

from __future__ import annotations

import hashlib
from pathlib import Path

from simkit.run.runner import Unobserved
from simkit.run.work.compiling import Compiling


def table_hashes(run: Path) -> dict[str, str]:
    return {
        str(path.relative_to(run)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(run.rglob("*.parquet"))
    }


class Killed(Exception):
    """What ends a run in its midst."""


class Killer(Unobserved):
    """Ends a run when so many shards are done."""

    def __init__(self, shards: int) -> None:
        self.left = shards

    def compiling(self, compiling: Compiling) -> None: ...
    def started(self, games: int) -> None: ...

    def played(self, played: object) -> None:
        self.left -= 1
        if not self.left:
            raise Killed
