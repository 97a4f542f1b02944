"""Finds the settings that give an even game, in which about half of all games are won.

The functions take a frame with one row per setting: `strategy`, the columns that settings differ in, and
the win rate as `estimate`, `low`, `high`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from simkit.report.document.blocks import Table
from simkit.report.facts.result import WON, Result
from simkit.report.words import NO_BREAK, opening
from simkit.run.findings.targeted import estimate_of
from simkit.stats.estimates import Estimate, percent

EVEN = 0.5
FAR = 0.1
"""The largest distance from one half of a setting that counts as even."""

ONLY_HARD = "only hard"
"""What settings are called that are too hard for a player, and not for the game's master."""


def closest_to_even(wins: pl.DataFrame, skill: str, first: int = 10) -> pl.DataFrame:
    """Return the settings whose win rate is closest to even, the closest first."""
    own = wins.filter(pl.col("strategy") == skill)
    return own.sort((pl.col("estimate") - EVEN).abs(), maintain_order=True).head(first)


def closest_table(wins: pl.DataFrame, skill: str, columns: Sequence[str], result: Result = WON) -> Table:
    """Return a ranked table of the settings closest to an even game; of the closest one if none is near."""
    ranked = closest_to_even(wins, skill)
    near = ranked.filter((pl.col("estimate") - EVEN).abs() <= FAR)
    shown = ranked.head(1) if near.is_empty() else near
    rows = [
        {"rank": rank}
        | {column: row[column] for column in columns}
        | {result.games: percent(row["estimate"]), "95 % interval": f"{estimate_of(row):ends}"}
        for rank, row in enumerate(shown.iter_rows(named=True), 1)
    ]
    how_near = f"within {100 * FAR:.0f} points" if len(near) < len(ranked) else "the closest first"
    caption = f"The settings closest to an even game for {skill}: {how_near}."
    if near.is_empty():
        caption = (
            f"No setting is within {100 * FAR:.0f} points of an even game for {skill}; this is the closest."
        )
    return Table(pl.DataFrame(rows), caption)


def even_level(line: pl.DataFrame, factor: str, ceilings: Mapping[int, Estimate] | None = None) -> str:
    """Return the level of a numerical factor that is closest to even, with its win rate.

    If no level is within `FAR` of even, the words say that it would lie below or above all levels, or between
    which two.  `line` has a row for each level; more games are won at higher levels.  Where the ceiling is
    known (by scenario), a player may find hard what is not too hard.
    """
    row = line.sort((pl.col("estimate") - EVEN).abs(), maintain_order=True).row(0, named=True)
    if abs(row["estimate"] - EVEN) > FAR:
        hard = line.filter(pl.col("estimate") < EVEN)[factor].to_list()
        easy = line.filter(pl.col("estimate") > EVEN)[factor].to_list()
        if hard and easy:
            return f"between {max(hard)} and {min(easy)}"
        ceiling = (ceilings or {}).get(row.get("scenario", -1))
        if hard and ceiling is not None and ceiling.low > EVEN - FAR:
            return f"{ONLY_HARD} (ceiling {percent(ceiling.value)})"
        return "too hard" if hard else "too easy"
    return f"{row[factor]} ({percent(row['estimate'])})"


def even_table(
    wins: pl.DataFrame,
    skill: str,
    factor: str,
    *,
    grid: tuple[str, str],
    called: str,
    result: Result = WON,
    ceilings: Mapping[int, Estimate] | None = None,
) -> Table:
    """Return a table of the level of a factor that is closest to even, for every row and column.

    Parameters
    ----------
    wins : polars.DataFrame
        The settings.
    skill : str
        The strategy.
    factor : str
        The factor of numbers.
    grid : (str, str)
        The columns whose levels have a row each, in the order in which they come, and a column each.
    called : str
        What the factor is called: "starting reserve".
    result : Result
        What it is to win.
    ceilings : mapping of int to Estimate, optional
        Scenario -> what is won at the ceiling.
    """
    rows, across = grid
    own = wins.filter(pl.col("strategy") == skill)
    table = [
        {rows: level}
        | {
            f"{across} {other}": even_level(
                own.filter((pl.col(rows) == level) & (pl.col(across) == other)), factor, ceilings
            )
            for other in own[across].unique(maintain_order=True)
        }
        for level in own[rows].unique(maintain_order=True)
    ]
    hard = (
        f" {opening(ONLY_HARD)}: better play brings it nearer to an even game or above, as the ceiling shows."
        if ceilings
        else ""
    )
    return Table(
        pl.DataFrame(table),
        f"The {called} that brings {skill} closest to an even game. Too hard, too easy: with every "
        f"{factor} tried the {result.rate} stays more than {100 * FAR:.0f} points below or above "
        f"50{NO_BREAK}%.{hard}",
    )
