"""Finds games in a run by scenario, by number, or by a condition on the outcome columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import polars as pl

from simkit.engine.base.columns import Column
from simkit.engine.play.match import Match
from simkit.errors import BadInput, nearest, unknown
from simkit.experiment.keys import rule_of
from simkit.language import shortened
from simkit.run.games import seated
from simkit.run.store.condition import require_length, require_plain
from simkit.run.store.directory import RunDirectory
from simkit.run.store.files import UNREADABLE
from simkit.run.store.layout import FIRST_TRIAL_GAME
from simkit.run.store.manifest import PRECISION
from simkit.run.store.parquet import GAMES, SEAT_KEYS, SEATS
from simkit.stats.summary import level_of


def find_scenarios(run: RunDirectory, wanted: str | None) -> list[int]:
    """Return the scenarios with a number, with some levels ("rules.board=A1,strategy=expert"), or all.

    All of an incomplete run are those of which there are games.
    """
    if wanted is None:
        return run.levels["scenario"].to_list()
    scenarios = run.every_scenario().select("scenario", *run.factors)
    if wanted.isdecimal():
        run.scenario(int(wanted))
        return [int(wanted)]
    if not run.factors:
        raise BadInput(f"unknown scenario '{wanted}': the run has no factors, only scenario 0")
    names = {rule_of(name) or name: name for name in run.factors} | {n: n for n in run.factors}
    rest = wanted
    while rest:
        factor, rest = _take(rest, names, "=")
        if factor not in names:
            raise BadInput(unknown("factor", factor, run.factors))
        levels = run.every_scenario()[names[factor]].unique(maintain_order=True).to_list()
        level, rest = _take(rest, levels, ",")
        if level not in levels:
            raise BadInput(unknown(f"level of {factor}", level, levels))
        scenarios = scenarios.filter(pl.col(names[factor]) == level)
    if scenarios.is_empty():
        raise BadInput(f"no scenario has {wanted}")
    return scenarios["scenario"].to_list()


def _take(text: str, words: Iterable[str], end: str) -> tuple[str, str]:
    """Return the longest word that the text begins with, followed by `end`, and the rest of the text."""
    for word in sorted(words, key=len, reverse=True):
        found = re.match(rf"\s*{re.escape(word)}\s*(?:{end}|$)", text)
        if found:
            return word, text[found.end() :]
    first, _, rest = text.partition(end)
    return first.strip(), rest


def find_games(run: RunDirectory, scenarios: list[int], where: str, first: int) -> list[tuple[int, int]]:
    """Return the first games for which a condition holds, as (scenario, game).

    `where`: a SQL condition on the outcome columns and the factors: ``won and turns <= 10 and board = 'A1'``.
    Columns that are codes hold words: ``end = 'lost_collision'``.  A condition that names a column of the
    seats (``won and seat = 0``, ``score >= 100``) holds for a game if it holds for one of its seats.
    """
    return list(_found(run, scenarios, where).head(first).collect().iter_rows())


def games_with(run: RunDirectory, scenarios: list[int], where: str) -> pl.LazyFrame:
    """Return `scenario` and `game` of all games for which a condition holds, as `find_games` reads it."""
    return _found(run, scenarios, where)


def _found(run: RunDirectory, scenarios: list[int], where: str) -> pl.LazyFrame:
    require_length(where)
    games, words = _asked_about(run, scenarios, where)
    columns = games.collect_schema().names()
    levels = _levels(run, columns)
    _require_quotes(where, words, [*columns, *levels.columns])
    games = games.with_columns(pl.col(name).cast(pl.String) for name in words).join(
        levels.lazy(), on="scenario", maintain_order="left"
    )
    try:
        quoted = _quoted(where, _asked_as(columns, levels, run.scenarios.columns))
        require_plain(quoted)
        condition = pl.sql_expr(quoted)
        if condition.meta != condition.meta.undo_aliases().meta:  # "won andd" would be won, called andd
            raise pl.exceptions.SQLSyntaxError(f"unexpected word '{condition.meta.output_name()}'")
        two = games.head(2).collect()
        if condition.meta.root_names() and len(two.select(condition)) < len(two):
            raise pl.exceptions.SQLSyntaxError("it is about all games together, not about each of them")
        chosen = games.filter(condition).select("scenario", "game").unique(maintain_order=True)
        is_empty = chosen.head(1).collect().is_empty()
    except (BadInput, *UNREADABLE) as error:
        run.require_readable()  # a file that can't be read would be blamed on the condition
        reason = re.split(r"\n|; valid columns", str(error))[0]
        said = {word for labels in words.values() for word in labels} | set(_texts(levels))
        more = _of_seats(run, scenarios, columns)
        reason += _hint(reason, [*columns, *levels.columns, *more], said)
        factors = f"; of seats: {', '.join(more)}" if more else ""
        factors += f"; factors: {', '.join(levels.columns[1:])}" if run.factors else ""
        asked = "".join(f"; {name} is {_either(labels)}" for name, labels in words.items() if name in where)
        raise BadInput(
            f"--where '{shortened(where)}' can't be understood: {reason}; "
            f"columns: {', '.join(columns)}{factors}{asked}"
        ) from None
    if is_empty:
        asked_for = dict.fromkeys(
            word for name in condition.meta.root_names() for word in words.get(name, [])
        )
        _require_known(where, list(asked_for), levels)
    return chosen


def values_of(run: RunDirectory, scenarios: list[int], expression: str, among: str = "") -> pl.LazyFrame:
    """Return `scenario`, `game` and `value`: that of an expression in each game, or in each of its seats.

    * `expression`: as it stands in a condition: ``turns``, ``score + 1``.
    * `among`: a condition that `find_games` has read already; only games or seats that meet it are looked at.
    """
    games, words = _asked_about(run, scenarios, f"{expression} {among}")
    columns = games.collect_schema().names()
    levels = _levels(run, columns)
    names = _asked_as(columns, levels, run.scenarios.columns)
    rows = games.with_columns(pl.col(name).cast(pl.String) for name in words).join(
        levels.lazy(), on="scenario", maintain_order="left"
    )
    if among:
        rows = rows.filter(pl.sql_expr(_quoted(among, names)))
    return rows.select("scenario", "game", value=pl.sql_expr(_quoted(expression, names)))


def spans_asked_about(run: RunDirectory, scenarios: list[int], where: str) -> str:
    """Return the least and the greatest value of each number in a condition: "turns from 9 to 31"."""
    games, words = _asked_about(run, scenarios, where)
    columns = games.collect_schema().names()
    levels = _levels(run, columns)
    rows = games.join(levels.lazy(), on="scenario")
    types = rows.collect_schema()
    asked = pl.sql_expr(_quoted(where, _asked_as(columns, levels, run.scenarios.columns))).meta.root_names()
    numbers = [name for name in dict.fromkeys(asked) if name not in words and types[name].is_numeric()]
    if not numbers:
        return ""
    ends = rows.select(pl.concat_list(pl.col(name).min(), pl.col(name).max()).alias(name) for name in numbers)
    spans = ends.collect().row(0, named=True)
    return ", ".join(f"{name} from {low:,.10g} to {high:,.10g}" for name, (low, high) in spans.items())


_QUOTED = re.compile(r"""('(?:[^']|'')*'|"(?:[^"]|"")*")""")
"""Matches text or a name in SQL's quotes; a doubled quote stands for one inside."""

_BEFORE_WORD = re.compile(r"((?<![<>])=|<>|!=|\bin\s*\()\s*$", re.IGNORECASE)
_AFTER_WORD = re.compile(r"\s*(=|<>|!=)")
_COMPARED = r"(?:==?|<>|!=|\bin\b)"


def _asked_about(
    run: RunDirectory, scenarios: list[int], where: str
) -> tuple[pl.LazyFrame, dict[str, list[str]]]:
    """Return the rows that a condition applies to, and the labels of columns that are codes.

    There is a row per game, or per seat of a game if the condition names a column that only seats have.
    """
    games = run.games_in(scenarios)
    words = _words(run.columns(GAMES, scenarios))
    with_seats = [scenario for scenario in scenarios if run.has_seats(scenario)]
    if not with_seats:
        return games, words
    seats = run.seats_in(with_seats)
    own = set(seats.collect_schema().names()) - set(games.collect_schema().names())
    named = re.findall(r"\w+", re.sub(r"'(?:[^']|'')*'", "", where))
    if own.isdisjoint(named):
        return games, words
    keys = ["scenario", "game"]
    rows = games.join(seats.select(*keys, *sorted(own)), on=keys, maintain_order="left")
    seat_words = _words(run.columns(SEATS, with_seats))
    return rows, words | {name: labels for name, labels in seat_words.items() if name in own}


def _of_seats(run: RunDirectory, scenarios: list[int], columns: list[str]) -> list[str]:
    """Return the columns of seats that are not among some columns of games."""
    with_seats = [scenario for scenario in scenarios if run.has_seats(scenario)]
    names = run.seats_in(with_seats).collect_schema().names() if with_seats else []
    return [name for name in names if name not in columns]


def _words(columns: Iterable[Column]) -> dict[str, list[str]]:
    return {column.name: list(column.labels) for column in columns if column.labels}


def _asked_as(columns: list[str], levels: pl.DataFrame, factors: list[str]) -> dict[str, str]:
    """Return the columns under all names that a condition may use: `rules.board` as well as `board`."""
    names = [*columns, *levels.columns]
    short = {factor: rule_of(factor) or factor for factor in factors if factor not in names}
    return {name: name for name in names} | short


def _quoted(where: str, columns: dict[str, str]) -> str:
    """Return a condition in which columns that are also words of SQL (`end`) are quoted."""
    quoted = {name: column for name, column in columns.items() if name != column or not _is_plain(name)}
    if not quoted or re.search(r"\bcase\b", where, re.IGNORECASE):
        return where
    either = "|".join(re.escape(name) for name in sorted(quoted, key=len, reverse=True))
    parts = _QUOTED.split(where)  # every second part is quoted
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(rf"\b({either})\b", lambda found: f'"{quoted[found[1]]}"', parts[i])
    return "".join(parts)


def _require_quotes(where: str, words: dict[str, list[str]], names: list[str]) -> None:
    """Refuse a comparison of a code with a column that is named like one of its labels: ``end = won``."""
    without_words = re.sub(r"'(?:[^']|'')*'", "''", where)
    without_words = re.sub(r'\(\s*("?\w+"?)\s*\)', r" \1 ", without_words)  # of a single name
    for name, labels in words.items():
        for label in set(labels) & set(names):
            code, column = (rf"(?<!\w)\"?{re.escape(called)}\"?(?!\w)" for called in (name, label))
            compared = f"{code}\\s*{_COMPARED}\\s*{column}|{column}\\s*{_COMPARED}\\s*{code}"
            if re.search(compared, without_words, re.IGNORECASE):
                raise BadInput(
                    f"--where '{where}' compares the columns {name} and {label}; did you mean the word "
                    f"'{label}'? Put words in single quotes"
                )


def _hint(reason: str, names: list[str], words: set[str]) -> str:
    missing = re.search(r'unable to find column "([^"]+)"', reason)
    if missing and missing[1] in words:
        return f"; did you mean the word '{missing[1]}'? Put words in single quotes"
    guess = nearest(missing[1], names) if missing else None
    return f'; did you mean "{guess}"?' if guess else ""


def _texts(levels: pl.DataFrame) -> Iterator[str]:
    """Yield the levels that are words, of all factors."""
    for column in levels.iter_columns():
        if column.dtype == pl.String:
            yield from column


def _is_plain(name: str) -> bool:
    try:
        return pl.sql_expr(name).meta == pl.col(name).meta
    except pl.exceptions.PolarsError:
        return False


def _require_known(where: str, words: list[str], levels: pl.DataFrame) -> None:
    """Refuse a word that is neither a label nor a level, because no game could match it."""
    if words:
        known = {*words, *(str(level) for column in levels.iter_columns() for level in column)}
        for word in _words_compared(where):
            if word not in known:
                raise BadInput(f"--where '{where}': {unknown('word', word, words)}")


def _words_compared(where: str) -> Iterator[str]:
    """Yield the words that a condition tests for equality, without patterns and arguments of functions."""
    parts = _QUOTED.split(where)
    compared = False
    for before, quoted, after in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
        in_list = compared and before.strip() == ","
        compared = in_list or bool(_BEFORE_WORD.search(before) or _AFTER_WORD.match(after))
        if compared and quoted.startswith("'"):
            yield quoted[1:-1].replace("''", "'")


def _either(labels: list[str]) -> str:
    return "one of " + ", ".join(f"'{label}'" for label in labels)


def _levels(run: RunDirectory, columns: list[str]) -> pl.DataFrame:
    """Return levels and settings under the names that conditions use: `board` for `rules.board`.

    A factor's levels are its labels, as numbers where all of them are numbers; settings keep their types.
    """
    levels = run.levels
    numbers = levels.select(pl.exclude("scenario").cast(pl.Float64, strict=False))
    levels = levels.with_columns(column for column in numbers if not column.has_nulls())
    levels = levels.join(run.scenarios.drop(run.factors), on="scenario", maintain_order="left")
    names = {name: rule_of(name) or name for name in levels.columns}
    taken = (*columns, *names)
    return levels.rename({long: name for long, name in names.items() if name not in taken})


def recorded_outcome(run: RunDirectory, scenario: int, number: int) -> dict[str, Any] | None:
    """Return a game's outcome from the tables of a run; None if the game is not in them, but might be.

    Returns the value of every column, codes in words: "turns", and of seats "seat 1's score", counted from 1.
    """
    if run.manifest["experiment"].get(PRECISION) and number >= FIRST_TRIAL_GAME:
        return None
    games = run.games_planned(scenario)
    if run.people is not None and number not in run.numbers(scenario):
        played = ", ".join(map(str, run.numbers(scenario)))
        raise BadInput(f"there is no game {number}; people played {played}")
    if run.people is None and not 0 <= number < games:
        raise BadInput(
            f"there is no game {number}; the run played games 0 to {games - 1} of scenario {scenario}"
        )
    if number not in run.numbers(scenario):
        return None
    row = run.games_in([scenario]).filter(pl.col("game") == number).collect().row(0, named=True)
    outcome = {column.name: row[column.name] for column in run.columns(GAMES, [scenario])}
    if run.has_seats(scenario):
        columns = (_PLAYER, *run.columns(SEATS, [scenario]))
        rows = run.seats_in([scenario]).filter(pl.col("game") == number).sort("seat").collect()
        for row in rows.iter_rows(named=True):
            outcome |= {f"seat {row['seat'] + 1}'s {column.name}": row[column.name] for column in columns}
    return outcome


def outcome_now(match: Match, number: int) -> dict[str, Any]:
    """Play a game and return its outcome in the form of `recorded_outcome`."""
    rows, seat_rows = match.play(number, 1)
    outcome = _in_words(_plain(rows[0]), match.game.columns)
    if match.seat_columns:
        for seat, player in enumerate(seated(match, number).tolist()):
            row = {_PLAYER.name: player, **_plain(seat_rows[seat])}
            outcome |= _in_words(row, (_PLAYER, *match.seat_columns), f"seat {seat + 1}'s ")
    return outcome


_PLAYER = SEAT_KEYS[-1]


def _plain(row: Any) -> dict[str, Any]:
    return {name: row[name].item() for name in row.dtype.names}


def _in_words(row: dict[str, Any], columns: Iterable[Column], whose: str = "") -> dict[str, Any]:
    return {
        whose + column.name: level_of(row[column.name], column.labels) if column.labels else row[column.name]
        for column in columns
    }
