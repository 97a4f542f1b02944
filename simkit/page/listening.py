"""Hears how far a card or a report is, for the page, and stops the work when nobody waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

from simkit.door.progress import COMPILING, InALine
from simkit.experiment.values import Experiment
from simkit.page.games import Cancelled
from simkit.run.store.shards import PlayedShard
from simkit.run.work.compiling import Compiling
from simkit.run.work.workers import Part, Where


@dataclass(frozen=True)
class HowFar:
    """How far the work is: what is done, and how much of it; `of` is 0 where that is not known."""

    words: str = ""
    done: int = 0
    of: int = 0


class OnPage(InALine):
    """Keeps how far the work is, so that the page can say it, and raises Cancelled when it is to stop."""

    def __init__(self) -> None:
        self.now = HowFar()
        self.stopping = Event()
        self._games = 0

    def _show(self, words: str) -> None:
        if self.stopping.is_set():
            raise Cancelled
        self.now = replace(self.now, words=words)

    def _hide(self) -> None:
        """Keep what was shown last: the page asks for it when it likes."""

    def count(self, done: int, of: int) -> None:
        """Keep how much is done."""
        self.now = replace(self.now, done=done, of=of)
        if self.stopping.is_set():
            raise Cancelled

    def told(self, words: str) -> None:
        """Show a note."""
        self._show(words)

    @contextmanager
    def playing(self, experiment: Experiment) -> Iterator[None]:
        """Show that games are played."""
        self._show("playing the games ...")
        yield

    def compiling(self, compiling: Compiling) -> None:
        """Show what is being compiled."""
        self._show(f"{COMPILING} {compiling.in_words()}")

    def started(self, games: int) -> None:
        """Begin to count the games of a run."""
        self._games = 0
        self.count(0, games)

    def shard_played(self, played: PlayedShard) -> None:
        """Count games."""
        self._games += played.shard.all_games
        self.count(self._games, max(self.now.of, self._games))

    def says(self, words: str) -> None:
        """Show a sentence."""
        self._show(words)

    def played(self, player: str, games: int, of: int) -> None:
        """Show what is played."""
        self._show(player)

    def answered(self, tables: Sequence[Any]) -> None:
        """Show nothing: the answer stands in the report."""


@dataclass(frozen=True)
class PlaysForPage(Where):
    """Plays in this process, piece by piece, between which it can be stopped."""

    listener: OnPage = field(default_factory=OnPage)

    def results(
        self, function: Callable[..., Part], shared: tuple[Any, ...], pieces: Sequence[tuple[Any, ...]]
    ) -> Iterator[Part]:
        """Yield what a function comes to for each piece of work, and count the pieces."""
        self.listener.count(0, len(pieces))
        with closing(super().results(function, shared, pieces)) as parts:  # type: ignore[type-var]
            for number, part in enumerate(parts, 1):
                self.listener.count(number, len(pieces))
                yield part
