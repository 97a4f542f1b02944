"""What a worker does, wherever it is: makes sure that it plays what the run was begun with, and plays."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from simkit.engine.base.failure import NeverEnding
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.plugins import forget_changed_files
from simkit.run.store.directory import RunDirectory
from simkit.run.store.elsewhere import store_at
from simkit.run.store.manifest import rules_hash
from simkit.run.store.parquet import Keep, NotAsWritten, keep_in_run
from simkit.run.store.shards import PlayedShard, Shard
from simkit.run.work.interrupt import run_interruptibly
from simkit.run.work.loaded import KEPT, Loaded, OtherWorker, process_in_words
from simkit.run.work.rehearsal import matches_of
from simkit.run.work.shard import how_to_replay, play_shard, read_again

Result = TypeVar("Result")


@dataclass(frozen=True)
class Task:
    """What a worker is told of a run, beside each of its shards."""

    run: Path
    identity: str
    begun: str
    """When the run was begun: one process may play the same run again."""

    reuse: bool
    """Whether the shards of an earlier, killed run count."""

    loaded: str = ""
    """The hash of what the process that began the run has loaded; empty for its own threads."""

    described: Path | None = None
    """The folder with the run's manifest and scenarios, where that is not the run directory."""

    store: str = ""
    """The place of the run's tables in a store; empty if they go to the run directory."""

    experiment: Experiment | None = field(default=None, compare=False, repr=False)
    """What is played, for own threads; other processes read it from the run's tables."""

    most_broken: int = 0
    """How many games that can't be played to their end it goes on without."""

    counts: bool = True
    """Whether a worker counts what it plays; nothing is made of what one of a cluster would count."""


def play_in_worker(
    task: Task, shard: Shard, rules: tuple[bytes, ...], keep: Keep = keep_in_run
) -> PlayedShard:
    """Play a shard, and keep its files.

    `rules`: the hash of the rules record of each of its scenarios, as the run was begun with.

    Raises OtherWorker if this process has loaded something else than the one that began the run.
    Raises BadInput if a strategy fails, or the rules of a scenario have changed.
    """
    matches = _matches(task, shard.scenarios)
    if task.store:
        keep = store_at(task.store).put
    for scenario, match, expected in zip(shard.scenarios, matches, rules, strict=True):
        if rules_hash(match.rules) != expected:
            raise BadInput(
                f"{match.game.title} has other rules for scenario {scenario} in {process_in_words()} than "
                f"when the run was begun: a file that it reads was changed; {KEPT}, with the file as it was "
                "--resume continues the run"
            )
    try:
        how = (task.reuse, keep, task.most_broken, task.counts)
        return run_interruptibly(play_shard, task.run, task.identity, matches, shard, *how)
    except NeverEnding as failure:
        scenario = shard.scenarios[[match is failure.seating for match in matches].index(True)]
        raise BadInput(f"{failure}\n{how_to_replay(failure.game_number, task.run, scenario)}") from None


def work_out(task: Task, played: PlayedShard, rules: tuple[bytes, ...]) -> PlayedShard:
    """Return what a shard came to that a worker of a cluster has played, worked out from its files here.

    Where these are not of its games it is played here, as `play_in_worker` does, and `replaced`.
    """
    read = store_at(task.store).read if task.store else lambda name: (task.run / name).read_bytes()
    with suppress(NotAsWritten, OSError, BadInput):
        return read_again(task.run, task.identity, _matches(task, played.shard.scenarios), played, read)
    return replace(play_in_worker(task, played.shard, rules), replaced=True)


@lru_cache(maxsize=2)  # small scenarios come only once
def _matches(task: Task, scenarios: range) -> list[Match]:
    if task.experiment is not None:
        return matches_of(task.experiment, scenarios)
    return directory_of(task).matches(scenarios)


@lru_cache(maxsize=1)
def directory_of(task: Task) -> RunDirectory:
    """Return the run's directory; in another process only if that has loaded what the run was begun with.

    Raises OtherWorker if it has loaded something else.
    """
    folder = task.described or task.run
    if not task.loaded:
        return RunDirectory(folder, trusted=True)  # its tables were just written

    def load() -> tuple[Loaded, RunDirectory]:
        found = RunDirectory(folder, trusted=True)
        home = Path(found.manifest["experiment"]["folder"])
        return Loaded(found.game, tuple(found.strategies.values()), home), found

    return proven(task.loaded, load)


def proven(expected: str, load: Callable[[], tuple[Loaded, Result]]) -> Result:
    """Return what is loaded together with what this process plays with, if that has the expected hash."""
    try:
        forget_changed_files()  # a worker may have played an earlier run
        own, found = load()
        is_same = own.digest == expected
    except (BadInput, OSError) as problem:
        raise OtherWorker(process_in_words(), None, str(problem)) from None
    if not is_same:
        raise OtherWorker(process_in_words(), own.details())
    return found
