"""What a run came to, in a line: the lowest and the highest result of the first objective."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from simkit.run.findings.targeted import estimate_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.whose import PLAYER, is_of, whose


def rates_of(run: RunDirectory, column: str, of: str) -> pl.DataFrame:
    """Return the rates or means of an objective: of games, of players, or of seats if players are alike.

    Parameters
    ----------
    column, of : str
        The objective's column, and whether it is of the "game" or of a "seat".
    """
    summary = run.summary(column=column).filter(pl.col("statistic").is_in(["rate", "mean"]))
    summary = summary.filter(is_of(of if of == "game" else run.seats_are if run.all_alike else PLAYER))
    return summary.join(run.levels, on="scenario", maintain_order="left")


def headline_of(run: RunDirectory) -> tuple[str, list[dict[str, Any]]]:
    """Return a run's lowest and highest result in words, "won 1.8±0.3 % (random) to 98.2±0.3 % (hold_at)".

    And as data, the lowest first.  Both are empty if the game has no objective.
    """
    rates = rates_of(run, *run.headline) if run.headline else pl.DataFrame()
    if rates.is_empty():
        return "", []
    ranked = rates.sort("estimate", maintain_order=True)
    ends = [ranked.row(place, named=True) for place in sorted({0, len(ranked) - 1})]
    names = [whose_in_words(run, row) for row in ends]
    tells = len(set(names)) > 1
    said = [
        f"{estimate_of(row):side}{f' ({name})' if tells else ''}"
        for row, name in zip(ends, names, strict=True)
    ]
    alone = f" ({names[0]})" if len(ends) == 1 and names[0] != "game" else ""
    data = [
        {"who": name, **{key: row[key] for key in ("scenario", "column", "estimate", "low", "high", "n")}}
        for name, row in zip(names, ends, strict=True)
    ]
    return f"{ends[0]['column']} {' to '.join(dict.fromkeys(said))}{alone}", data


def whose_in_words(run: RunDirectory, row: Mapping[str, Any]) -> str:
    """Return whose an estimate in a row of a summary is: a strategy's name, or "seat 1"."""
    own = whose(row["of"])
    return run.players(own).get(row["scenario"]) or own.from_1


def numbered(run: RunDirectory, row: Mapping[str, Any]) -> str:
    """Return whose an estimate in a row of a summary is, counted from 1 as rules are: "player 1 (expert)"."""
    own = whose(row["of"])
    strategy = run.players(own).get(row["scenario"])
    return f"{own.from_1} ({strategy})" if strategy else own.from_1
