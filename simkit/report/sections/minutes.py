"""Reports how many minutes games take at the table, and how long players wait for their decisions."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from simkit.document.blocks import Finding, Part, Section, Table, Text
from simkit.document.charts import MOST_ROWS
from simkit.report.sections import MINUTES
from simkit.results.claims import Duration, Sentence
from simkit.results.scenarios import base, only_base, scenario_column
from simkit.run.findings.minutes import minutes_of_games, seconds_in
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import EVENTS_ONE_IN
from simkit.words.claims import Voice
from simkit.words.names import NINE_IN_TEN

FEWEST_LOGGED = 100
"""The fewest games whose middle nine tenths hold at least 85 % of all games, 19 times in 20."""

ENDS = (0.05, 0.95)
"""The quantiles between which nine games in ten lie."""


class Minutes(Part):
    """How many minutes games take at the table, and how long players wait."""

    def __init__(self, run: RunDirectory) -> None:
        self._run = run

    def findings(self) -> list[Finding]:
        """Return a finding about the minutes of a game by number of players, if games were logged."""
        return [Finding(words) for words in minutes_finding(self._run)]

    def sections(self) -> list[Section]:
        """Return the section about minutes, if games were logged."""
        tables = minutes_tables(self._run)
        return [Section(MINUTES, [Text(introduction(self._run)), *tables.values()])] if tables else []


def minutes_tables(run: RunDirectory) -> dict[str, Table]:
    """Return the tables of minutes, by their names; none for a run whose games were not logged."""
    if not run.has_events:
        return {}
    games = minutes_of_games(run, base(run))
    if games.is_empty():
        return {}
    spread = _spread(games)
    seats = {len(run.line_ups[scenario]) for scenario in spread["scenario"]}
    return {
        **({"by_scenario": _by_scenario(run, spread)} if len(spread) <= MOST_ROWS else {}),
        **({"by_players": _by_players(run, games)} if len(seats) > 1 or len(spread) > MOST_ROWS else {}),
        "seconds": _assumed(run),
    }


def minutes_finding(run: RunDirectory) -> list[Sentence]:
    """Return a sentence about the minutes of a game by number of players; empty if no games were logged."""
    if not run.has_events:
        return []
    games = minutes_of_games(run, base(run))
    if games.is_empty():
        return []
    by_players = _spread(_with_players(run, games), "players").to_dicts()
    claims = [
        Duration(_scenarios_of(run, row["players"]), round(row["low"]), round(row["high"]), NINE_IN_TEN)
        for row in ([by_players[0], by_players[-1]] if len(by_players) > 1 else by_players)
        if row["games"] >= FEWEST_LOGGED
    ]
    return [Voice(run).say(*claims)] if claims else []


def _scenarios_of(run: RunDirectory, players: int) -> tuple[int, ...]:
    return tuple(scenario for scenario in base(run) if len(run.line_ups[scenario]) == players)


def introduction(run: RunDirectory) -> str:
    """Return what the tables of minutes are made of, in words."""
    one_in = run.manifest["experiment"][EVENTS_ONE_IN]
    which = "every game" if one_in == 1 else f"one game in {one_in:,}"
    return (
        f"The decisions of {which}{only_base(run)}, at the seconds that each kind takes (last table). What "
        "needs no decision (dealing, rolling, scoring) is not counted. The seconds are estimates, not "
        "measured at a table; an experiment can set its own: seconds: {name of the move: 20}. The longest "
        "wait is the longest time in a game in which a player has nothing to decide."
    )


def _spread(games: pl.DataFrame, by: str = "scenario") -> pl.DataFrame:
    """Return the spread of minutes and waits, with one row per scenario or per number of players."""
    low, high = ENDS
    return (
        games.group_by(by)
        .agg(
            games=pl.len(),
            low=pl.col("minutes").quantile(low),
            median=pl.col("minutes").median(),
            high=pl.col("minutes").quantile(high),
            wait=pl.col("wait").median(),
            most=pl.col("wait").quantile(high),
        )
        .sort(by)
    )


def _with_players(run: RunDirectory, games: pl.DataFrame) -> pl.DataFrame:
    players = {scenario: len(line_up) for scenario, line_up in run.line_ups.items()}
    return games.with_columns(players=pl.col("scenario").replace_strict(players, return_dtype=pl.Int64))


HEADINGS = {
    "games": "games looked at",
    "low": "5 % are shorter than",
    "median": "median minutes",
    "high": "5 % are longer than",
    "wait": "longest wait, median",
    "most": "longest wait, 95 %",
}


def _table(names: Sequence[pl.Series], spread: pl.DataFrame, caption: str) -> Table:
    alone = bool((spread["most"] == 0).all())
    shown = {name: words for name, words in HEADINGS.items() if not (alone and name in ("wait", "most"))}
    frame = spread.select(*names, *(pl.col(name).alias(words) for name, words in shown.items()))
    return Table(frame.to_dicts(), caption)


def _by_scenario(run: RunDirectory, spread: pl.DataFrame) -> Table:
    columns = scenario_column(run, spread["scenario"].to_list())
    named = [pl.Series(name, rows) for name, rows in columns.items()]
    return _table(named, spread, "Minutes per game, and the longest wait in a game, by scenario.")


def _by_players(run: RunDirectory, games: pl.DataFrame) -> Table:
    spread = _spread(_with_players(run, games), "players")
    return _table([spread["players"]], spread, "The same by number of players, over all these scenarios.")


def _assumed(run: RunDirectory) -> Table:
    rows = [
        {"decision for": name.replace("_", " "), "seconds": seconds}
        for name, seconds in seconds_in(run).items()
    ]
    return Table(rows, "The assumed time for each decision.")
