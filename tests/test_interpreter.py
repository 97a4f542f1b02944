"""Plain Python and compiled code play the same games, bit for bit."""

from __future__ import annotations

import os
import subprocess
import sys

PLAY = """
import hashlib, warnings
warnings.simplefilter("error")
from simkit.engine.match import Match
from simkit.plugins import find_game, strategies_of

NAUTILION = [{"board": board} for board in ("A1", "B2", "C2")]
NAUTILION += [{"expansions": "all"}, {"expansions": "all", "players": 2}, {"players": 2}]
GAMES = {
    "nautilion": (15, NAUTILION),
    "nautilus_island": (4, [{"players": players} for players in (2, 3, 4)]),
    "pig": (25, [{}]),
}
for name, (games, settings) in GAMES.items():
    game = find_game(name)
    for strategy in strategies_of(name).values():
        for knobs in settings:
            chosen = game.knobs(**knobs)
            match = Match(game, chosen, (strategy,) * game.seats_under(chosen), seed=11)
            rows, seat_rows = match.play(0, games)
            played = repr((rows.tolist(), seat_rows.tolist()))
            print(name, strategy.name, knobs, hashlib.sha256(played.encode()).hexdigest())
"""


def played(disable_jit: str) -> str:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": disable_jit}
    done = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_interpreter_and_compiled_code_agree() -> None:
    compiled, interpreted = played("0"), played("1")
    assert len(compiled.splitlines()) >= 6 * 6 + 8 * 3 + 2
    assert compiled == interpreted
