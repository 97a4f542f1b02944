"""The base game's results, as they were before the expansions were built: hashed, column by column.

python -m tests.games.nautilion.base_games > tests/games/nautilion/base_games.json
"""

from __future__ import annotations

import hashlib
import json

from simkit.engine.play.match import Match
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.plugins import find_game, strategies_of

COLUMNS = [
    "won", "turns", "end", "crew_aboard", "crew_numbers", "reserve_left", "whirlwinds", "tides",
    "translations", "discards", "phantom_took", "phantom_place", "nautilion_place",
]  # fmt: skip
BOARDS = ["A1", "A2", "B1", "B2", "C1", "C2"]
STRATEGIES = ["random", "reference", "novice", "greedy", "planner", "expert"]
GAMES = 500


def results(strategy: str) -> str:
    """Return the hash of 500 games of one strategy on each board."""
    game, digest = find_game("nautilion"), hashlib.sha256()
    for board in BOARDS:
        match = Match(game, NautilionKnobs(board=board), (strategies_of("nautilion")[strategy],), seed=2016)
        rows = match.play(0, GAMES)[0]
        for column in COLUMNS:
            digest.update(rows[column].astype("<i8").tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    print(json.dumps({strategy: results(strategy) for strategy in STRATEGIES}, indent=1))
