"""Cold starts: what a first run takes, for each game with one, two and all strategies.

Each is a run of one game per scenario by two workers, in fresh processes with nothing compiled yet.
``python tools/bench_cold.py GAME ...`` prints these games' rows alone.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench_process import Usage, run_simkit
from rich.console import Console
from rich.table import Table

from simkit.plugins import find_game, game_names, strategies_of

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
    """Yield a game, who plays it (how many strategies, and their names), and what its first run takes."""
    for game in games:
        names = list(strategies_of(find_game(game).name))
        for count in sorted({1, min(2, len(names)), len(names)}):
            some = names[:count]
            text = EXPERIMENT.format(game=game, strategies=", ".join(some))
            yield game, f"{len(some)}: {', '.join(some)}", _cold_run(text)


def shipped_cold_starts() -> Iterator[tuple[str, Usage]]:
    """Yield every experiment that comes with simkit, and what its first run takes: one game per scenario."""
    for path in sorted(EXPERIMENTS.glob("*.yaml")):
        yield path.name, _cold_run(path.read_text(encoding="utf-8"), "--games", "1")


def _cold_run(text: str, *more: str) -> Usage:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "cold.yaml").write_text(text, encoding="utf-8")
        arguments = (str(folder / "cold.yaml"), "--out", str(folder / "run"), "--jobs", "2", "--no-report")
        return run_simkit("run", *arguments, *more, cache=folder / "cache")


def cold_table(games: Sequence[str] = GAMES) -> Table:
    """Return the cold starts of games as a table."""
    table = Table("first run of", "strategies", "seconds", "processor seconds", "peak memory")
    for game, who, usage in cold_starts(games):
        table.add_row(game, who, *_cells(usage))
    return table


def _cells(usage: Usage) -> tuple[str, str, str]:
    return f"{usage.seconds:.1f}", f"{usage.processor_seconds:.1f}", f"{usage.memory:.0f} MB"


if __name__ == "__main__":
    Console().print(cold_table(sys.argv[1:] or GAMES))
