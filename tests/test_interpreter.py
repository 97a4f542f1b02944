"""With NUMBA_DISABLE_JIT=1 the play loop, too, is plain Python and plays the same games, bit for bit.

That a game's rules and strategies do is seen by `check_game`.
"""

from __future__ import annotations

import os
import subprocess
import sys

PLAY = """
import hashlib, warnings
warnings.simplefilter("error")
from simkit.engine.play.match import Match
from simkit.plugins import find_game, strategies_of

for name in ("pig", "night_market"):
    game = find_game(name)
    for strategy in strategies_of(name).values():
        match = Match(game, game.knobs(), (strategy,) * 2, seed=11)
        rows, seat_rows = match.play(0, 5)
        played = repr((rows.tolist(), seat_rows.tolist()))
        print(name, strategy.name, hashlib.sha256(played.encode()).hexdigest())
"""


def played(disable_jit: str) -> str:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": disable_jit}
    done = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_interpreter_and_compiled_code_agree() -> None:
    compiled, interpreted = played("0"), played("1")
    assert len(compiled.splitlines()) == 2 + 3
    assert compiled == interpreted
