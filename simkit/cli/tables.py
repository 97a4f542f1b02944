"""`simkit columns` and `simkit fields`: list the tables of a run, and the fields a strategy is given."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.cli.console import console
from simkit.cli.screen import new_table, show_table
from simkit.door.listing import rows_of_fields
from simkit.engine.base.columns import Column
from simkit.engine.contract.describe import FieldInWords, RecordInWords, records_of
from simkit.plugins import find_game
from simkit.run.store.parquet import GAME_KEYS, SEAT_KEYS


def show_columns(name: str) -> None:
    """Print the columns of a game's tables, with each table's place in a run directory."""
    game = find_game(name)
    _show_table(
        f"{game.title}: games/, one row per game",
        (*GAME_KEYS, *game.columns),
        "games",
        len(GAME_KEYS),
    )
    if game.seat_columns:
        columns = (*SEAT_KEYS, *game.seat_columns)
        _show_table(
            f"{game.title}: seats/, one row per seat of a game",
            columns,
            "seats",
            len(SEAT_KEYS),
        )
    if game.events:
        console.print(f"{game.title}: events/, one row per event of the games logged", style="bold")
        console.print(
            f"`events: {{one_in: 100}}` logs one game in a hundred; `simkit kinds {name}` lists the kinds "
            "and their fields, run.events_of(kind) has those of one kind by name "
            "(run.events(kind) in a report's script)\n"
        )
    console.print(
        "scenario joins scenarios.parquet, which has every setting that varies, numbers as numbers "
        "(run.scenarios; run.settings() in a report's script), and all rules and "
        "players; summary.parquet has every column's estimates. A word "
        "is a Categorical in pandas, an Enum in polars, a VARCHAR in DuckDB"
    )


def _show_table(title: str, columns: Sequence[Column], table_name: str, keys: int) -> None:
    console.print(f"{title} (run.{table_name}; run.{table_name}() in a report's script)", style="bold")
    table = new_table("column", "type", "what it is")
    for place, column in enumerate(columns):
        kind = "yes or no" if column.is_yes_no else "word" if column.labels else "int64"
        coded = ", ".join(column.labels)
        unit = f" [{column.unit}]" if column.unit and column.unit not in column.description else ""
        words = f"{column.description}{unit}{f': {coded}' if coded else ''}"
        table.add_row(column.name, kind, words, end_section=place == keys - 1)
    show_table(table)


def show_fields(name: str, names: Sequence[str] = ()) -> None:
    """Print the fields that a game's strategies are given, or only those with some names."""
    game = find_game(name)
    rows_of_fields(game, names)
    for record in records_of(game):
        shown = [field for field in record.fields if not names or field.name in names]
        if shown:
            _show_fields(game.title, record, shown)


def _show_fields(title: str, record: RecordInWords, fields: Sequence[FieldInWords]) -> None:
    means = f", {record.means}" if record.means else ""
    console.print(f"{title}: {record.name}{means}", style="bold")
    if record.note:
        console.print(f"{record.note[:1].upper()}{record.note[1:]}.")
    table = new_table("field", "type", "what it is")
    for field in fields:
        table.add_row(field.name, field.kind, field.means)
    show_table(table)
