"""The stream of events of the work on an experiment or a question; who shows it overrides what they show."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.experiment.values import Experiment

if TYPE_CHECKING:
    from simkit.run.store.shards import PlayedShard
    from simkit.run.work.compiling import Compiling


@dataclass(frozen=True)
class AtWork:
    """What a worker of a cluster does."""

    name: str
    plays: str
    seconds: float
    """What it plays, and since when; empty if nothing at the moment."""

    games: int
    is_left_out: bool = False
    """Whether it never will play."""

    def in_words(self) -> str:
        """Return it as a line for the screen."""
        does = "left out" if self.is_left_out else "waits"
        does = f"{self.plays}, for {self.seconds:.0f} s" if self.plays else does
        return f"{self.name}: {does}; {self.games:,} games played"


class Listener:
    """Hears how far the work is; it shows nothing unless a subclass does."""

    def doing(self, what: str) -> AbstractContextManager[object]:
        """Show what is done, until it is done."""
        return nullcontext()

    def told(self, words: str) -> None:
        """Show a note, or what happened to a worker of a cluster."""

    def working(self, workers: Sequence[AtWork]) -> None:
        """Show what each worker of a cluster does; called about twice a second."""

    # Of a run.

    def playing(self, experiment: Experiment) -> AbstractContextManager[object]:
        """Show that an experiment is run, until it is."""
        return nullcontext()

    def compiling(self, compiling: Compiling) -> None:
        """Show what is being compiled; called at each change, and never if everything is compiled."""

    def trying(self, known: int, scenarios: int) -> None:
        """Show of how many scenarios it is known how many games count, while trial games are played."""

    def started(self, games: int) -> None:
        """Show that playing begins; `games` is the number of games in the whole run."""

    def shard_played(self, played: PlayedShard) -> None:
        """Show that a shard has been played."""

    def judging(self) -> None:
        """Show that all games are played and summed up, and that the results are being judged."""

    def exists(self, run: Path) -> None:
        """Show that a run is finished already, and is not played again."""

    def known(self, results: Any) -> None:
        """Show the results of a run, which are known before its report is written."""

    # Of a question.

    def says(self, words: str) -> None:
        """Show a sentence about what is asked."""

    def played(self, player: str, games: int, of: int) -> None:
        """Show how many of a player's games are played."""

    def answered(self, tables: Sequence[Any]) -> None:
        """Show the tables of an answer to what an experiment asks; its sentences stand in the report."""
