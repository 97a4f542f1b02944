"""Finds the settings that give an even game, in which about half of all games are won.

The functions take a frame with one row per setting: `strategy`, the columns that settings differ in, and
the win rate as `estimate`, `low`, `high`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from simkit import report as r

MOST = 10

FAR = 0.1
"""The largest distance from one half of a setting that counts as even."""

ONLY_HARD = "only hard"
"""What settings are called that are too hard for a player, and not for the game's master."""


def closest_to_even(wins: pl.DataFrame, skill: str) -> pl.DataFrame:
    """Return the settings whose win rate is closest to even, the closest first."""
    settings = wins.filter(pl.col("strategy") == skill)
    return settings.sort((pl.col("estimate") - r.EVEN).abs(), maintain_order=True).head(MOST)


def closest_table(wins: pl.DataFrame, skill: str, columns: Sequence[str]) -> r.Table:
    """Return a ranked table of the settings closest to an even game; of the closest one if none is near."""
    ranked = closest_to_even(wins, skill)
    near = ranked.filter((pl.col("estimate") - r.EVEN).abs() <= FAR)
    shown = ranked.head(1) if near.is_empty() else near
    rows = [
        {"rank": rank}
        | {column: row[column] for column in columns}
        | {"games won": r.percent(row["estimate"]), "95 % interval": f"{r.estimate_of(row):ends}"}
        for rank, row in enumerate(shown.iter_rows(named=True), 1)
    ]
    how_near = f"within {100 * FAR:.0f} points" if len(near) < len(ranked) else "the closest first"
    caption = f"The settings closest to an even game for {skill}: {how_near}."
    if near.is_empty():
        caption = (
            f"No setting is within {100 * FAR:.0f} points of an even game for {skill}; this is the closest."
        )
    return r.Table(pl.DataFrame(rows), caption)


def even_level(line: pl.DataFrame, ceilings: Mapping[int, r.Estimate] | None = None) -> str:
    """Return the reserve that is closest to even, with its win rate.

    If no reserve is within `FAR` of even, the words say that it would lie below or above all, or between
    which two.  `line` has a row for each reserve; more games are won with more.  Where the ceiling is
    known (by scenario), a player may find hard what is not too hard.
    """
    row = line.sort((pl.col("estimate") - r.EVEN).abs(), maintain_order=True).row(0, named=True)
    if abs(row["estimate"] - r.EVEN) > FAR:
        hard = line.filter(pl.col("estimate") < r.EVEN)["reserve"].to_list()
        easy = line.filter(pl.col("estimate") > r.EVEN)["reserve"].to_list()
        if hard and easy:
            return f"between {max(hard)} and {min(easy)}"
        ceiling = (ceilings or {}).get(row.get("scenario", -1))
        if hard and ceiling is not None and ceiling.low > r.EVEN - FAR:
            return f"{ONLY_HARD} (ceiling {r.percent(ceiling.value)})"
        return "too hard" if hard else "too easy"
    return f"{row['reserve']} ({r.percent(row['estimate'])})"


def even_table(
    wins: pl.DataFrame, skill: str, grid: tuple[str, str], ceilings: Mapping[int, r.Estimate]
) -> r.Table:
    """Return a table of the reserve that is closest to even, for every row and column.

    `grid` names the columns of `wins` whose levels have a row each, in the order in which they come, and a
    column each; `ceilings` says what is won at the ceiling, by scenario.
    """
    rows, across = grid
    settings = wins.filter(pl.col("strategy") == skill)
    table = [
        {rows: level}
        | {
            f"{across} {other}": even_level(
                settings.filter((pl.col(rows) == level) & (pl.col(across) == other)), ceilings
            )
            for other in settings[across].unique(maintain_order=True)
        }
        for level in settings[rows].unique(maintain_order=True)
    ]
    hard = " Only hard: better play brings it nearer to an even game or above, as the ceiling shows."
    return r.Table(
        pl.DataFrame(table),
        f"The starting reserve that brings {skill} closest to an even game. Too hard, too easy: with every "
        f"reserve tried the win rate stays more than {100 * FAR:.0f} points below or above "
        f"50{r.NO_BREAK}%.{hard if ceilings else ''}",
    )
