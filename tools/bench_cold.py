"""Processes that are timed: the first run of each game with one, two and all strategies.

Each is a run of one game per scenario by two workers, in fresh processes with nothing compiled yet.
``python tools/bench_cold.py GAME ...`` prints these games' rows alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from simkit.plugins import find_game, game_names, strategies_of

MEASURE = """
import json, os, subprocess, sys, time
begun = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
seconds = time.perf_counter() - begun
print(json.dumps([seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024]))
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""A small process that starts another: Linux counts the memory of its parent as its own."""


class Usage(NamedTuple):
    """The costs of a process and of those that it started."""

    seconds: float
    processor_seconds: float
    memory: float
    """The peak of the largest of these processes, in MB."""

    def in_words(self) -> str:
        """Return it for a table."""
        return f"{self.seconds:.1f} s, {self.processor_seconds:.1f} s of processor, {self.memory:.0f} MB"


def run_simkit(
    *arguments: str,
    cache: Path | None = None,
    folder: Path | None = None,
    more: Mapping[str, str] = MappingProxyType({}),
) -> Usage:
    """Run simkit as a process, in a folder, with more variables of the environment; return what it took."""
    environment = {**os.environ, **({"SIMKIT_CACHE_DIR": str(cache)} if cache else {}), **more}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a user's Python keeps its bytecode
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", "simkit", *arguments]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"simkit {' '.join(arguments)} failed")
    return Usage(*json.loads(done.stdout))


GAMES = tuple(game_names())

EXPERIMENTS = Path(__file__).parents[1] / "experiments"

MOST_SECONDS = 20
"""Seconds after which a shipped experiment should have begun to play, on a quiet machine with two cores."""

EXPERIMENT = """
name: cold
game: {game}
seed: 1
games: 1
report: none
factors:
  strategy: [{strategies}]
"""


def cold_starts(games: Sequence[str] = GAMES) -> Iterator[tuple[str, str, Usage]]:
    """Yield a game, the strategies that play it (their number and names), and the costs of its first run."""
    for game in games:
        names = list(strategies_of(find_game(game).name))
        for count in sorted({1, min(2, len(names)), len(names)}):
            some = names[:count]
            text = EXPERIMENT.format(game=game, strategies=", ".join(some))
            yield game, f"{len(some)}: {', '.join(some)}", _cold_run(text)


def shipped_cold_starts() -> Iterator[tuple[str, Usage]]:
    """Yield every shipped experiment, and the costs of its first run: one game per scenario."""
    for path in sorted(EXPERIMENTS.glob("*.yaml")):
        yield path.name, _cold_run(path.read_text(encoding="utf-8"), "--games", "1")


def _cold_run(text: str, *more: str) -> Usage:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "cold.yaml").write_text(text, encoding="utf-8")
        arguments = (str(folder / "cold.yaml"), "--out", str(folder / "run"), "--jobs", "2", "--no-report")
        return run_simkit("run", *arguments, *more, cache=folder / "cache")


if __name__ == "__main__":
    for game, who, usage in cold_starts(sys.argv[1:] or GAMES):
        print(f"first run of {game}, {who}: {usage.in_words()}")
