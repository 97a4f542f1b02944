"""Games that did not come to an end of their own, but were stopped at a cap."""

from __future__ import annotations

import polars as pl

from simkit.engine.describe import describe_knobs
from simkit.plugins import find_game
from simkit.run.directory import RunDirectory


def stopped_games(run: RunDirectory) -> list[tuple[str, float, float]]:
    """Return the caps at which games of a run were stopped.

    A cap is a knob of simkit's own, no rule of the game; a game that was stopped at one says so in an outcome
    column, by a label that is the knob's name (`decision_cap`).

    Returns
    -------
    list of (str, float, float)
        The knob, the share of all games, and the largest share of a scenario's games.
    """
    game = find_game(run.manifest["experiment"]["game"])
    caps = [knob.name for knob in describe_knobs(game.knobs) if knob.provenance == "simkit"]
    shares = run.summary().filter((pl.col("of") == "game") & pl.col("level").is_in(caps))
    shares = shares.group_by("level", maintain_order=True).agg(
        (pl.col("estimate").sum() / run.manifest["experiment"]["scenarios"]).alias("all"),
        pl.col("estimate").max().alias("largest"),
    )
    return [row for row in shares.iter_rows() if row[1] > 0]
