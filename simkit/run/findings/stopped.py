"""Counts the games that were stopped at the decision cap before they ended."""

from __future__ import annotations

from simkit.engine.base.columns import STOPPED
from simkit.run.store.directory import RunDirectory


def stopped_games(run: RunDirectory) -> tuple[float, float]:
    """Return the share of games stopped at the decision cap: in the whole run, and in the worst scenario.

    The cap is simkit's own and the same for every game; a stopped game counts as things stood.  Other caps
    are rules of a game, which say what a game counts as that ends so.
    """
    shares = run.summary(of="game", level=STOPPED)["estimate"]
    return shares.sum() / run.manifest["experiment"]["scenarios"], float(max(shares, default=0.0))
