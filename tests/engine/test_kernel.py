"""Compiled code: never stale, never compiled twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

HELPER = """
from simkit.engine.kernel import kernel

@kernel
def favourite(count):
    return {choice}
"""

IDEA = """
from helper import favourite
from simkit.engine.strategy import strategy

@strategy(game="nautilion", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return favourite(count)
"""

PLAY = """
import json
from pathlib import Path
from simkit.engine.match import Match
from simkit.plugins import find_game, find_strategy

game = find_game("nautilion")
idea = find_strategy("nautilion", "./idea.py:idea", Path("."))
match = Match(game, game.knobs(), (idea,), seed=1)
rows, _ = match.play(0, 100)
functions = [game.play_loop, idea.compile(game)]
missed = [f.py_func.__name__ for f in functions if f.stats.cache_misses]
print(json.dumps({"tides": int(rows["tides"].sum()), "missed": missed}))
"""


def play(folder: Path) -> dict[str, object]:
    environment = {**os.environ, "SIMKIT_CACHE_DIR": str(folder / "cache"), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, object] = json.loads(done.stdout)
    return result


def test_a_changed_helper_is_compiled_anew_and_nothing_else_ever_is(tmp_path: Path) -> None:
    (tmp_path / "idea.py").write_text(IDEA)
    (tmp_path / "helper.py").write_text(HELPER.format(choice="0"))
    first = play(tmp_path)
    assert first["tides"] == 0
    assert set(first["missed"]) == {"idea", "play_games"}  # type: ignore[call-overload]
    again = play(tmp_path)
    assert again == {"tides": 0, "missed": []}
    (tmp_path / "helper.py").write_text(HELPER.format(choice="count // 2"))
    changed = play(tmp_path)
    assert changed["missed"] == ["idea"]
    assert changed["tides"] > 0  # type: ignore[operator]
