"""What tests of any game's strategies need: how often one wins, and whether it plays as it did."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simkit.engine.play.match import Match
from simkit.plugins import find_game, strategies_of
from simkit.stats.estimates import Estimate, wilson


def win_rate(game: str, name: str, opponents: Sequence[str], games: int) -> Estimate:
    """Return the share of games that a strategy wins or shares against others, seats rotated."""
    strategies = strategies_of(game)
    line_up = tuple(strategies[player] for player in (name, *opponents))
    played = find_game(game)
    match = Match(played, played.knobs.model_validate({"players": len(line_up)}), line_up, seed=77)
    _, seat_rows = match.play(0, games)
    seated = match.lineups[np.arange(games) % len(match.lineups)].ravel()
    return wilson(int(seat_rows["won"][seated == 0].sum()), games)


def require_fingerprint(game: str, key: str, played: Any) -> None:
    """Compare results on fixed seeds with those recorded.

    Renew them on purpose with SIMKIT_RENEW=1 when a strategy is meant to change.
    """
    file = Path(__file__).parent / f"fingerprints_{game}.json"
    fingerprint = hashlib.sha256(repr(played).encode()).hexdigest()[:16]
    known = json.loads(file.read_text()) if file.exists() else {}
    if os.environ.get("SIMKIT_RENEW"):
        file.write_text(json.dumps({**known, key: fingerprint}, indent=1, sort_keys=True) + "\n")
    else:
        assert fingerprint == known[key], f"{key} plays otherwise than it did"
