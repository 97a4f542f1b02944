"""Games that did not come to an end of their own, but were stopped."""

from __future__ import annotations

from simkit.run.directory import RunDirectory

STOPPED = "decision_cap"
"""The label by which every game says so; any other cap is a rule of the game that uses it."""


def stopped_games(run: RunDirectory) -> tuple[float, float]:
    """Return which share of a run's games was stopped at the decision cap, and the most of any scenario.

    The cap is simkit's own, of every game, and whoever is stopped there counts as things stood.  Other caps
    end a game by a rule that says what it then counts as.
    """
    shares = run.summary(of="game", level=STOPPED)["estimate"]
    return shares.sum() / run.manifest["experiment"]["scenarios"], float(max(shares, default=0.0))
