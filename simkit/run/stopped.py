"""Games that did not come to an end of their own, but were stopped."""

from __future__ import annotations

import polars as pl

from simkit.run.directory import RunDirectory

STOPPED = "decision_cap"
"""The label by which every game says so; any other cap is a rule of the game that uses it."""


def stopped_games(run: RunDirectory) -> list[tuple[str, float, float]]:
    """Return the caps at which games of a run were stopped.

    That is `decision_cap`: it is simkit's own, of every game, and whoever is stopped there counts as things
    stood.  Other caps end a game by a rule that says what it then counts as.

    Returns
    -------
    list of (str, float, float)
        The knob, the share of all games, and the largest share of a scenario's games.
    """
    shares = run.summary().filter(of="game", level=STOPPED)
    shares = shares.group_by("level", maintain_order=True).agg(
        (pl.col("estimate").sum() / run.manifest["experiment"]["scenarios"]).alias("all"),
        pl.col("estimate").max().alias("largest"),
    )
    return [row for row in shares.iter_rows() if row[1] > 0]
