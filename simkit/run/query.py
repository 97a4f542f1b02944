"""Finding games in a run: by scenario, by number, by a condition on the outcome columns."""

from __future__ import annotations

from typing import Any

import polars as pl

from simkit.errors import Complaint, unknown
from simkit.run.directory import RunDirectory


def find_scenarios(run: RunDirectory, wanted: str | None) -> list[int]:
    """Return the scenarios meant: by number, by levels ("rules.board=A1,strategy=expert"), or all.

    Raises
    ------
    Complaint
        If there is no such scenario, factor or level.
    """
    scenarios = run.scenarios()
    if wanted is None:
        return scenarios["scenario"].to_list()
    if wanted.isdecimal():
        if int(wanted) >= len(scenarios):
            raise Complaint(f"there is no scenario {wanted}; allowed: 0 to {len(scenarios) - 1}")
        return [int(wanted)]
    for part in wanted.split(","):
        factor, equals, level = (piece.strip() for piece in part.partition("="))
        names = {name.removeprefix("rules."): name for name in run.factors} | {n: n for n in run.factors}
        if not equals or factor not in names:
            raise Complaint(
                unknown("factor", factor, run.factors) if run.factors else "the run has no factors"
            )
        levels = run.scenarios()[names[factor]].unique(maintain_order=True).to_list()
        if level not in levels:
            raise Complaint(unknown(f"level of {factor}", level, levels))
        scenarios = scenarios.filter(pl.col(names[factor]) == level)
    if scenarios.is_empty():
        raise Complaint(f"no scenario has {wanted}")
    return scenarios["scenario"].to_list()


def find_games(run: RunDirectory, scenarios: list[int], where: str, first: int) -> list[tuple[int, int]]:
    """Return the first games that a condition holds for, as (scenario, game).

    Parameters
    ----------
    run : RunDirectory
        The run.
    scenarios : list of int
        Where to look.
    where : str
        A SQL condition on the outcome columns: ``won and turns <= 10``.
    first : int
        How many at most.

    Raises
    ------
    Complaint
        If the condition can't be understood.
    """
    games = run.games().filter(pl.col("scenario").is_in(scenarios))
    columns = games.collect_schema().names()
    try:
        found = games.filter(pl.sql_expr(where)).select("scenario", "game").head(first).collect()
    except pl.exceptions.PolarsError as error:
        reason = str(error).partition("\n")[0]
        raise Complaint(
            f"--where '{where}' can't be understood: {reason}; columns: {', '.join(columns)}"
        ) from None
    return [(row["scenario"], row["game"]) for row in found.iter_rows(named=True)]


def recorded_outcome(run: RunDirectory, scenario: int, number: int) -> dict[str, Any] | None:
    """Return a game's outcome columns as recorded; None while an unfinished run has not played it yet.

    Raises
    ------
    Complaint
        If a finished run has no game of that number.
    """
    games = run.manifest["experiment"]["games"]
    if not 0 <= number < games:
        raise Complaint(f"there is no game {number}; the run played games 0 to {games - 1} of each scenario")
    if not run.finished:
        return None
    row = run.games().filter((pl.col("scenario") == scenario) & (pl.col("game") == number)).collect()
    if row.is_empty():
        raise Complaint(f"{run.path}: the file that held game {number} of scenario {scenario} is missing")
    return {name: value for name, value in row.to_dicts()[0].items() if name not in ("scenario", "game")}
