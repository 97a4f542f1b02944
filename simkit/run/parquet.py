"""The Parquet files of a run: one row a game, one row a seat of a game; narrow types, described columns.

The bytes of a file depend on nothing but its rows, its columns' descriptions and its place in the run.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from simkit.engine.columns import Column
from simkit.engine.rows import Rows
from simkit.errors import Complaint

Arrays = Mapping[str, npt.NDArray[Any]]

GAMES = "games"
SEATS = "seats"

GAME_KEYS = (Column("game", np.uint32, "the game's number; with seed and scenario it tells the game"),)
SEAT_KEYS = (
    *GAME_KEYS,
    Column("seat", np.uint8, "the seat, counted from 0"),
    Column("player", np.uint8, "which of the scenario's players sat there"),
)

DAMAGED = (OSError, ValueError, KeyError, pa.ArrowException)
"""Whatever a damaged file may lead to."""


@dataclass(frozen=True)
class Written:
    """A file of a run: its path in the run directory, its SHA-256, its size in bytes and its rows."""

    path: str
    sha256: str
    bytes: int
    rows: int


def part_name(table: str, scenario: int, part: int) -> str:
    """Return the path of one file within the run directory (hive-partitioned by scenario)."""
    return f"{table}/scenario={scenario}/part-{part:05d}.parquet"


def write_part(
    run: Path, name: str, keys: Sequence[Column], key_arrays: Arrays, columns: Sequence[Column], rows: Rows
) -> Written:
    """Write one file, under a temporary name first, so that a file under its own name is whole.

    Parameters
    ----------
    run : Path
        The run directory.
    name : str
        The file's path within it.
    keys, key_arrays
        The columns that say which game (and seat) a row is, and their values.
    columns, rows
        The outcome columns, and a record array of them.
    """
    arrays = {key.name: key_arrays[key.name] for key in keys}
    arrays |= {column.name: np.ascontiguousarray(rows[column.name]) for column in columns}
    # By way of polars: where pandas is installed, `pyarrow.array` would import it, a third of a second.
    # Nor by `cast`, which would import `pyarrow.compute`: some 50 ms in the first shard.
    frame = pl.DataFrame(arrays).to_arrow()
    return write_table(
        run, name, pa.Table.from_arrays(frame.columns, schema=_schema(name, (*keys, *columns)))
    )


def write_table(run: Path, name: str, table: Any) -> Written:
    """Write an Arrow table as one file of the run, in one step."""
    path = run / name
    if not run.is_dir():
        raise Complaint(f"{run} was removed while the run was at work there; run again")
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    contents = _encoded(table)
    try:
        temporary.write_bytes(contents)
        temporary.replace(path)
    except OSError as error:
        raise Complaint(f"{path} can't be written: {error.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)
    return Written(name, hashlib.sha256(contents).hexdigest(), len(contents), table.num_rows)


def remove_unfinished(run: Path) -> None:
    """Remove the files that were being written when a run, or all its workers, were killed."""
    for left in run.rglob(".*.tmp"):
        left.unlink(missing_ok=True)


def _encoded(table: Any) -> bytes:
    """Return an Arrow table as the bytes of a Parquet file: the same table, the same bytes."""
    buffer = io.BytesIO()
    pq.write_table(
        table,
        buffer,
        compression="zstd",
        version="2.6",
        data_page_version="2.0",
        use_dictionary=[field.name for field in table.schema if field.name != "game"],
        column_encoding={"game": "DELTA_BINARY_PACKED"} if "game" in table.column_names else None,
        write_page_checksum=True,
    )
    return buffer.getvalue()


def read_part(run: Path, name: str, count: int, columns: Sequence[Column]) -> tuple[Rows, Written] | None:
    """Read back one file of a run that was killed.

    Parameters
    ----------
    run, name, columns
        As `write_part` was given them.
    count : int
        How many rows it was given.

    Returns
    -------
    (rows, Written) or None
        None if the file is not there or not whole: then the shard has to be played again.
    """
    found = read_whole(run, name) if (run / name).exists() else None
    if found is None:
        return None
    table, contents = found
    rows = np.recarray(count, np.dtype([(column.name, column.dtype) for column in columns], align=True))
    try:
        if table.num_rows != count:
            return None
        for column in columns:
            rows[column.name] = table[column.name].to_numpy()
    except DAMAGED:
        return None
    return rows, Written(name, hashlib.sha256(contents).hexdigest(), len(contents), count)


def read_whole(run: Path, name: str) -> tuple[Any, bytes] | None:
    """Return a part's table and its bytes; None if one of these is not as `write_part` writes it there."""
    contents = (run / name).read_bytes()
    try:
        table = pq.read_table(io.BytesIO(contents), page_checksum_verification=True)
        # Parquet's checksums cover the pages but not their headers: compare every byte.
        whole = (table.schema.metadata or {}).get(b"file") == name.encode() and _encoded(table) == contents
        return (table, contents) if whole else None
    except DAMAGED:
        return None


def read_columns(path: Path) -> list[Column]:
    """Return the columns of a file as those who wrote it described them; a game may since have changed.

    Raises
    ------
    OSError, ValueError, pyarrow.ArrowException
        If the file can't be read.
    """
    columns = []
    for field in pq.read_schema(path):
        said = {key.decode(): value.decode() for key, value in (field.metadata or {}).items()}
        labels = json.loads(said.get("labels", "{}"))
        words = tuple(labels[code] for code in sorted(labels, key=int))
        dtype = field.type.to_pandas_dtype()
        columns.append(Column(field.name, dtype, said.get("description", ""), said.get("unit", ""), words))
    return columns


def _schema(name: str, columns: Sequence[Column]) -> Any:
    return pa.schema([_field(column) for column in columns], metadata={"made by": "simkit", "file": name})


def _field(column: Column) -> Any:
    metadata = {"description": column.description}
    if column.unit:
        metadata["unit"] = column.unit
    if column.labels:
        metadata["labels"] = json.dumps(dict(enumerate(column.labels)))
    return pa.field(
        column.name, pa.from_numpy_dtype(np.dtype(column.dtype)), nullable=False, metadata=metadata
    )
