"""Which settings of Nautilion give an even game: about half of all games won."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from reports.shared.nautilion import title
from simkit.report.document import Table
from simkit.report.parts import interval, percent

EVEN = 0.5
FAR = 0.1
"""A setting further than this from even is not called even."""

WORDS = {"expansions": "combination"}


def closest(wins: pl.DataFrame, skill: str, first: int = 10) -> pl.DataFrame:
    """Return the settings whose win rate is closest to even, the closest first."""
    own = wins.filter(pl.col("strategy") == skill)
    return own.sort((pl.col("estimate") - EVEN).abs(), maintain_order=True).head(first)


def closest_table(wins: pl.DataFrame, skill: str, columns: Sequence[str]) -> Table:
    """Return a ranked table of the settings closest to an even game; of one if none is near."""
    ranked = closest(wins, skill)
    near = ranked.filter((pl.col("estimate") - EVEN).abs() <= FAR)
    shown = ranked.head(1) if near.is_empty() else near
    rows = [
        {"rank": rank}
        | {WORDS.get(c, c): title(row[c]) if c == "expansions" else row[c] for c in columns}
        | {"games won": percent(row["estimate"]), "95 % interval": interval(row["low"], row["high"])}
        for rank, row in enumerate(shown.iter_rows(named=True), 1)
    ]
    how_near = f"within {100 * FAR:.0f} points" if len(near) < len(ranked) else "the closest first"
    caption = f"The settings closest to an even game for {skill}: {how_near}."
    if near.is_empty():
        caption = (
            f"No setting is within {100 * FAR:.0f} points of an even game for {skill}; this is the closest."
        )
    return Table(pl.DataFrame(rows), caption)


def even_reserve(line: pl.DataFrame) -> str:
    """Return which reserve comes closest to even, and how close, of one line of reserves.

    Where every reserve is further off than `FAR`, it is said on which side, or between which two.
    """
    row = line.sort((pl.col("estimate") - EVEN).abs(), maintain_order=True).row(0, named=True)
    if abs(row["estimate"] - EVEN) > FAR:
        hard = line.filter(pl.col("estimate") < EVEN)["reserve"].to_list()
        easy = line.filter(pl.col("estimate") > EVEN)["reserve"].to_list()
        if hard and easy:
            return f"between {max(hard)} and {min(easy)}"
        return "too hard" if hard else "too easy"
    return f"{row['reserve']} ({percent(row['estimate'])})"


def even_table(wins: pl.DataFrame, skill: str, order: Sequence[str], across: str) -> Table:
    """Return for each combination and each level of `across` the reserve that comes closest to even."""
    own = wins.filter(pl.col("strategy") == skill)
    levels = own[across].unique(maintain_order=True).to_list()
    rows = [
        {"combination": title(combination)}
        | {
            f"{across} {level}": even_reserve(
                own.filter((pl.col("expansions") == combination) & (pl.col(across) == level))
            )
            for level in levels
        }
        for combination in order
    ]
    return Table(
        pl.DataFrame(rows),
        f"The starting reserve that brings {skill} closest to an even game. Too hard, too easy: with every "
        f"reserve tried the win rate stays more than {100 * FAR:.0f} points below or above "
        f"50\N{NO-BREAK SPACE}%.",
    )
