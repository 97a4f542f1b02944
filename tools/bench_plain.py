"""Games as plain C++ programs, for `make bench`: what a run costs beside code written for one game.

The programs lie in ``tools/plain``: the printed rules and the strategies `random` and `reference`, with
another generator, no lists of options where none is needed, and no tables.  ``python tools/bench_plain.py``
prints these figures alone.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from bench_cold import run_simkit

from simkit.engine.play.match import Match
from simkit.plugins import find_game, strategies_of
from simkit.run.store.layout import SHARD_GAMES

SOURCES = Path(__file__).parent / "plain"
COMPILERS = ("c++", "g++", "clang++")
FLAGS = ("-std=c++20", "-O3", "-march=native")
POLICIES = ("random", "reference")

MOST_TIMES = 1.5
"""How many times the processor time of the plain program a run with its tables should take at most."""

EXPERIMENT = """
name: bench
game: {game}
seed: 1
games: 1
report: none
strategy: {policy}
"""

Column = npt.NDArray[Any]


@dataclass(frozen=True)
class PlainGame:
    """A game that is also written as a plain program."""

    name: str
    """The game's name; its program has the same."""

    players: int
    """How many play, all by the same policy."""

    shards: int
    """The size of the run that is timed; it takes some seconds."""

    means: Mapping[str, Callable[[Any, Any], Column]]
    """By what the program prints: the same number of each of simkit's games, given rows and rows of seats."""

    def match(self, policy: str) -> Match:
        """Return the same game in simkit."""
        game, strategy = find_game(self.name), strategies_of(self.name)[policy]
        knobs = game.knobs.model_validate({"players": self.players})
        return Match(game, knobs, (strategy,) * self.players)

    def simkits(self, policy: str, games: int) -> dict[str, Column]:
        """Play in simkit; return what the program takes the means of, for each game."""
        rows, seat_rows = self.match(policy).play(0, games)
        by_game = seat_rows.reshape(games, self.players)
        return {name: np.asarray(of(rows, by_game), dtype=np.float64) for name, of in self.means.items()}


GAMES = (
    PlainGame(
        "nautilion",
        1,
        24,
        {
            "won": lambda rows, _: rows.won,
            "turns": lambda rows, _: rows.turns,
            "crew_aboard": lambda rows, _: rows.crew_aboard,
            "spells": lambda rows, _: (
                rows.whirlwinds.astype(np.int64) + rows.tides.astype(np.int64) + rows.translations
            ),
        },
    ),
    PlainGame(
        "nautilus_island",
        4,
        6,
        {
            "rounds": lambda rows, _: rows.rounds,
            "score": lambda _, seats: seats.score.mean(axis=1),
            "best": lambda _, seats: seats.score.max(axis=1),
            "stored": lambda _, seats: seats.stored.mean(axis=1),
            "won_by_first": lambda _, seats: seats.won[:, 0],
        },
    ),
    PlainGame(
        "nautilus_2002",
        4,
        1,
        {
            "rounds": lambda rows, _: rows.rounds,
            "stations": lambda rows, _: rows.stations,
            "slots_left": lambda rows, _: rows.slots_left,
            "canyon_opened": lambda rows, _: rows.canyon_opened,
            "score": lambda _, seats: seats.score.mean(axis=1),
            "best": lambda _, seats: seats.score.max(axis=1),
            "factor": lambda _, seats: seats.factor.mean(axis=1),
            "points": lambda _, seats: seats.points.mean(axis=1),
            "cash": lambda _, seats: seats.cash.mean(axis=1),
            "won_by_first": lambda _, seats: (seats.won & (seats.position == 0)).any(axis=1),
        },
    ),
)


def compiler() -> str | None:
    """Return the machine's C++ compiler, None if it has none."""
    return next(filter(None, map(shutil.which, (os.environ.get("CXX", ""), *COMPILERS))), None)


def build(game: PlainGame, folder: Path) -> Path:
    """Compile the program of a game into a folder, and return it."""
    found, program = compiler(), folder / game.name
    assert found, "no C++ compiler"
    subprocess.run([found, *FLAGS, str(SOURCES / f"{game.name}.cpp"), "-o", str(program)], check=True)
    return program


def play(program: Path, policy: str, games: int) -> dict[str, float]:
    """Run a program; return its means by name, and under "seconds" its processor time."""
    done = subprocess.run([program, policy, str(games)], check=True, stdout=subprocess.PIPE)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def run_seconds(folder: Path, experiment: Path, shards: int) -> float:
    """Return the processor time of a run by one worker, with its tables and without its start, per game."""

    def seconds(many: int) -> float:
        out = tempfile.mkdtemp(dir=folder)
        games = str(many * SHARD_GAMES)
        return run_simkit(
            "run", str(experiment), "--out", out, "--again", "--games", games, "--jobs", "1"
        ).processor_seconds

    return (seconds(1 + shards) - seconds(1)) / (shards * SHARD_GAMES)


def times(folder: Path, rounds: int = 3) -> list[tuple[str, str, float, float]]:
    """Return for each game and policy the seconds per game of a run and of the plain program, by turns."""
    found = []
    for game in GAMES:
        program = build(game, folder)
        for policy in POLICIES:
            experiment = folder / f"{game.name}_{policy}.yaml"
            text = EXPERIMENT.format(game=game.name, policy=policy)
            experiment.write_text(text + (f"rules:\n  players: {game.players}\n" if game.players > 1 else ""))
            games, pairs = game.shards * SHARD_GAMES, []
            for _ in range(rounds):
                own = run_seconds(folder, experiment, game.shards)
                pairs.append((own, play(program, policy, games)["seconds"] / games))
            pairs.sort(key=lambda pair: pair[0] / pair[1])
            found.append((game.name, policy, *pairs[len(pairs) // 2]))
    return found


def in_words(run: float, plain: float) -> str:
    """Return two times per game, and their ratio."""
    return f"{1e6 * run:.2f} and {1e6 * plain:.2f} microseconds of processor a game: {run / plain:.2f} times"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        for name, policy, run, plain in times(Path(made)):
            print(f"{name} {policy}, a run with its tables and a plain program: {in_words(run, plain)}")
