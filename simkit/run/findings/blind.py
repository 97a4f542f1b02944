"""Finds out whether a player that looks ahead is blind: whether its play-outs can tell it anything."""

from __future__ import annotations

import numpy as np

from simkit.engine.play.match import Match

GAMES = 2
"""Games whose decisions are looked at."""


def why_blind(match: Match) -> str:
    """Return why the players of a match that look ahead see nothing, in words; an empty text if they see.

    They see nothing if all play-outs of all moves come to the same, as with a base that always loses; and
    hardly anything if all play-outs of one move do, so that more of them tell no more.
    """
    thoughts = np.concatenate([match.think(number) for number in range(GAMES)])
    tried = thoughts[(thoughts["playouts"] > 1) & ~thoughts["is_base"]]
    if not len(tried) or tried["is_proven"].any():
        return ""
    spread = tried["error"] ** 2 * tried["playouts"] * (tried["playouts"] - 1.0) - 1.0  # as `lead_of` adds
    if (spread > 1e-6).any():
        return ""
    if (tried["lead"] == 0.0).all():
        return "whatever it does, all its play-outs end the same"
    return "all play-outs of a move end the same, so that more of them tell no more"
