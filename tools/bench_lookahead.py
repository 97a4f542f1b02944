"""What look-ahead wins for its processor time: one curve for each game, by `make bench` or by itself.

    python tools/bench_lookahead.py nautilion 400

Each row is the same games, played by a base with more and more play-outs per decision against its own kind.
Times depend on the machine; how many times as long as the base takes hardly does.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simkit.engine.contract.composed import thinking
from simkit.engine.contract.player import FLAT, PLAYOUTS
from simkit.engine.play.match import Match
from simkit.plugins import find_game, strategies_of
from simkit.run.findings.ladder import objective_of, outcomes_of
from simkit.stats.estimates import Estimate, wilson

STEPS = (0, 16, 64, 256)
"""Play-outs per decision."""


@dataclass(frozen=True)
class BenchSetting:
    """Rules and the strategy that looks ahead; whether the others do so too, in a game with a common aim."""

    base: str
    rules: dict[str, Any]
    games: int
    together: bool = False


SETTINGS = {
    "nautilion": BenchSetting("expert", {"board": "A1", "reserve": 4, "expansions": "all"}, 200),
    "castaways": BenchSetting("expert", {"players": 2}, 20, together=True),
    "nautilus_island": BenchSetting("expert", {"players": 2}, 100),
    "nautilus_2002": BenchSetting("expert", {"players": 2}, 16),
}
"""Settings in which much is left to win."""


@dataclass(frozen=True)
class TimedPoint:
    """One point of a curve: what was won, and what it took."""

    playouts: int
    won: Estimate
    seconds: float
    """Processor time per game."""


def curve(name: str, games: int) -> Iterator[TimedPoint]:
    """Yield what look-ahead wins in a game with more and more play-outs."""
    game, setting = find_game(name), SETTINGS[name]
    knobs = game.knobs(**setting.rules)
    base = strategies_of(name)[setting.base]
    seats = game.seats_under(knobs)
    for playouts in STEPS:
        player = thinking(base, method=FLAT) if playouts else base
        own = {PLAYOUTS.name: float(playouts)} if playouts else {}
        others = [(player, own) if setting.together else (base, {})] * (seats - 1)
        strategies, parameters = zip((player, own), *others, strict=True)
        match = Match(game, knobs, strategies, parameters, seed=5)
        match.play(0, 1)
        begun = time.process_time()
        won = outcomes_of(match, games, objective_of(game)).sum()
        seconds = (time.process_time() - begun) / games
        yield TimedPoint(playouts, wilson(int(won), games), seconds)


def main() -> None:
    """Print the curve of a game."""
    name = sys.argv[1]
    for point in curve(name, int(sys.argv[2]) if len(sys.argv) > 2 else SETTINGS[name].games):
        print(f"{point.playouts:>6} play-outs: {point.won}, {point.seconds * 1000:.2f} ms a game")


if __name__ == "__main__":
    main()
