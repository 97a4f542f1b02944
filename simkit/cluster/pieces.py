"""What a worker of a cluster does of a question's work, once it has proven what it plays with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from simkit.cluster.packed import ROOT, unpack
from simkit.engine.contract.player import Reference
from simkit.plugins import find_game
from simkit.run.work.in_worker import proven
from simkit.run.work.interrupt import run_interruptibly
from simkit.run.work.loaded import Loaded


@dataclass(frozen=True)
class Proof:
    """What a process must have loaded to do a question's work."""

    game: str
    references: tuple[Reference, ...]
    """The strategies, with whole paths."""

    loaded: str
    """The hash of what the asking process has loaded."""

    def require(self) -> None:
        """Complain if this process has loaded something else.

        Raises
        ------
        OtherWorker
            With what it has loaded.
        """
        _prove(self)


@lru_cache(maxsize=1)
def _prove(proof: Proof) -> None:
    proven(proof.loaded, lambda: (Loaded(find_game(proof.game), proof.references, ROOT), None))


def call_in_worker(proof: Proof, shared: bytes, own: bytes) -> Any:
    """Return what a piece of a question's work comes to.

    * `shared`: the function and its first arguments, packed.
    * `own`: its other arguments.

    Raises OtherWorker if this process has loaded something else than the one that asks.
    """
    proof.require()
    function, *first = _unpacked(shared)
    return run_interruptibly(function, *first, *unpack(own))


@lru_cache(maxsize=4)
def _unpacked(shared: bytes) -> tuple[Any, ...]:
    return unpack(shared)
