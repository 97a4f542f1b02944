"""Writes and reads the Parquet files of a run: one row per game, seat or event, with described columns.

Every whole number is a 64-bit integer, so that no user's arithmetic overflows, every fraction a float64, and
every code is stored as its word; the loop's own columns are narrower.  Dictionaries keep the files small:
each row holds the few bits that number the distinct values of its column (decision 039).

The bytes of a file depend on nothing but its rows, its columns' descriptions, the run's identity and the
file's place in the run.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from simkit.engine.base.columns import Column
from simkit.engine.base.rows import Rows
from simkit.errors import BadInput, writing
from simkit.run.store.durable import written_in_one_step

Arrays = Mapping[str, npt.NDArray[Any]]

GAMES = "games"
SEATS = "seats"
EVENTS = "events"

TABLES = (GAMES, SEATS, EVENTS)
"""The tables that are written shard by shard."""

GAME_KEYS = (
    Column("scenario", np.int64, "the scenario's number, as in scenarios.parquet"),
    Column("game", np.int64, "the game's number: with seed and scenario it says which game was played"),
)
SEAT_KEYS = (
    *GAME_KEYS,
    Column("seat", np.int64, "the seat, from 0: seat 0 of the tables is seat 1 in reports and replays"),
    Column("player", np.int64, "which of the scenario's players sat there"),
)

DAMAGED = (OSError, ValueError, KeyError, pa.ArrowException)
"""The exceptions that reading a damaged file may raise."""


def on_disk(path: Path) -> Path:
    """Return the absolute path: a relative one may begin like an address ("file:") to Arrow and Polars."""
    return path.absolute()


@dataclass(frozen=True)
class Written:
    """A written file: its path in the run directory, its SHA-256, size in bytes and number of rows."""

    path: str
    sha256: str
    bytes: int
    rows: int


@dataclass(frozen=True)
class Place:
    """Where a file belongs: the run directory, the run's identity, and the file's path within the run."""

    run: Path
    identity: str
    name: str

    @property
    def path(self) -> Path:
        """The file's path."""
        return self.run / self.name

    @property
    def stamp(self) -> dict[str, str]:
        """The metadata that identify a file."""
        return {"made by": "simkit", "run": self.identity, "file": self.name}

    def is_stamped(self, metadata: Mapping[bytes, bytes] | None) -> bool:
        """Return True if metadata show that a file was written for this run under this name."""
        found = metadata or {}
        return all(found.get(key.encode()) == value.encode() for key, value in self.stamp.items())


Keep = Callable[[Place, bytes], None]
"""Keeps the contents of a file that belongs to a place."""


def keep_in_run(place: Place, contents: bytes) -> None:
    """Write one file under a temporary name and rename it, so that a file under its own name is complete."""
    if not place.run.is_dir():
        raise BadInput(f"{place.run} was removed during the run; run again")
    with writing(place.path):
        place.path.parent.mkdir(parents=True, exist_ok=True)
        with written_in_one_step(place.path) as temporary:
            temporary.write_bytes(contents)


class PartWriter:
    """Makes the contents of one file, block by block; each block is a row group.

    Parameters
    ----------
    place : Place
        Where it belongs.
    keys, columns
        The columns that say which game (and seat) a row is, and the outcome columns.
    more : mapping of str to str, optional
        Further metadata of the file.
    """

    def __init__(
        self,
        place: Place,
        keys: Sequence[Column],
        columns: Sequence[Column],
        more: Mapping[str, str] | None = None,
    ) -> None:
        self._place, self._keys, self._columns, self._rows = place, keys, columns, 0
        self._schema = _schema((*keys, *columns)).with_metadata(place.stamp | dict(more or {}))
        self._encoder = _Encoder(self._schema)

    def add(self, key_arrays: Arrays, rows: Rows) -> None:
        """Add a block: the values of the keys, and a record array of the outcome columns."""
        keys = [(key, key_arrays[key.name]) for key in self._keys]
        arrays = _stored(keys + [(column, rows[column.name]) for column in self._columns], len(rows))
        self._encoder.add(pa.Table.from_arrays(arrays, schema=self._schema))
        self._rows += len(rows)

    def close(self, keep: Keep) -> Written:
        """Keep the contents."""
        contents = self._encoder.close()
        keep(self._place, contents)
        return Written(self._place.name, hashlib.sha256(contents).hexdigest(), len(contents), self._rows)


def write_part(
    place: Place,
    keys: Sequence[Column],
    key_arrays: Arrays,
    columns: Sequence[Column],
    rows: Rows,
    more: Mapping[str, str] | None = None,
    keep: Keep = keep_in_run,
) -> Written:
    """Make the contents of one file from a single block, and keep them; see `PartWriter`."""
    writer = PartWriter(place, keys, columns, more)
    writer.add(key_arrays, rows)
    return writer.close(keep)


class TableWriter:
    """Writes a table of a run in parts, so that it is never in memory as a whole (see `table_writer`)."""

    def __init__(self, place: Place, path: Path) -> None:
        self._place, self._path = place, path
        self._writer: Any = None
        self._rows = 0

    def add(self, frame: pl.DataFrame) -> None:
        """Write some rows as a row group; all parts have the same columns."""
        table = frame.to_arrow().replace_schema_metadata(self._place.stamp)
        with writing(self._place.path):
            if self._writer is None:
                self._writer = pq.ParquetWriter(on_disk(self._path), table.schema, **_options(table.schema))
            self._writer.write_table(table)
        self._rows += len(frame)

    def release(self) -> None:
        """Close the file, whether or not it is complete."""
        if self._writer is not None:
            self._writer.close()

    def close(self) -> Written:
        """Finish the file; return its checksum, size and number of rows."""
        with writing(self._place.path):
            self.release()
            with self._path.open("rb") as file:
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()
            return Written(self._place.name, sha256, self._path.stat().st_size, self._rows)


@contextmanager
def table_writer(place: Place) -> Iterator[TableWriter]:
    """Yield the writer of a table; if it was closed, the file is renamed at the end of the ``with``."""
    with written_in_one_step(place.path) as temporary:
        writer = TableWriter(place, temporary)
        try:
            yield writer
        finally:
            writer.release()


class _Encoder:
    """Makes the bytes of a Parquet file; equal tables, each a row group, give equal bytes."""

    def __init__(self, schema: Any) -> None:
        self._buffer = io.BytesIO()
        self._writer = pq.ParquetWriter(self._buffer, schema, **_options(schema))

    def add(self, table: Any) -> None:
        self._writer.write_table(table, row_group_size=max(1, len(table)))

    def close(self) -> bytes:
        self._writer.close()
        return self._buffer.getvalue()


def _options(schema: Any) -> dict[str, Any]:
    return {
        "compression": "zstd",
        "version": "2.6",
        "data_page_version": "2.0",
        "use_dictionary": [name for name in schema.names if name != "game"],
        "column_encoding": {"game": "DELTA_BINARY_PACKED"} if "game" in schema.names else None,
        "write_page_checksum": True,
    }


class NotAsWritten(Exception):
    """A file is missing, or its bytes are not those that `PartWriter` would have made of its rows."""


class PartReader:
    """Reads one file of a run block by block, and compares every byte with what `PartWriter` makes of it.

    * `place`: where it belongs.
    * `contents`: what it holds, if that is known to be what was written; bytes are not compared then.
    """

    def __init__(self, place: Place, contents: bytes | None = None) -> None:
        self._place, self._rows, self._contents = place, 0, contents or b""
        self._compares = contents is None

    def tables(self) -> Iterator[Any]:
        """Yield the file's row groups as Arrow tables.

        Raises NotAsWritten if the file is damaged or of another run, which may be known only after the last
        row group.
        """
        try:
            if self._compares:
                self._contents = self._place.path.read_bytes()
            file = pq.ParquetFile(io.BytesIO(self._contents), page_checksum_verification=True)
            if not self._place.is_stamped(file.schema_arrow.metadata):
                raise NotAsWritten
            encoder = _Encoder(file.schema_arrow) if self._compares else None
            for group in range(file.num_row_groups):
                table = file.read_row_group(group)
                if encoder:
                    encoder.add(table)
                self._rows += len(table)
                yield table
            # Parquet's checksums cover the pages but not their headers: compare every byte.
            if encoder and encoder.close() != self._contents:
                raise NotAsWritten
        except DAMAGED:
            raise NotAsWritten from None

    def blocks(self, keys: Sequence[Column], columns: Sequence[Column]) -> Iterator[tuple[Arrays, Arrays]]:
        """Yield the keys of the file's row groups, and the outcome columns.

        Raises as `tables` does, and if a code of a column stands for no word.
        """
        for table in self.tables():
            try:
                rows = {
                    column.name: _known_codes(table[column.name], column)
                    if column.labels
                    else _numbers(table[column.name])
                    for column in columns
                }
                own = {key.name: _numbers(table[key.name]) for key in keys}
            except DAMAGED:
                raise NotAsWritten from None
            yield own, rows

    def written(self) -> Written:
        """Return the file, once all of it has been read."""
        contents = self._contents
        return Written(self._place.name, hashlib.sha256(contents).hexdigest(), len(contents), self._rows)


def is_part(
    place: Place, file: Any, keys: Sequence[Column], columns: Sequence[Column], rows: int | None
) -> bool:
    """Return True if an open file has the stamp of a place, these columns, and this number of rows.

    Only its footer is read.
    """
    try:
        found = pq.ParquetFile(file)
    except DAMAGED:
        return False
    has_columns = found.schema_arrow.equals(_schema((*keys, *columns)), check_metadata=False)
    is_stamped = place.is_stamped(found.schema_arrow.metadata)
    return is_stamped and has_columns and rows in (None, found.metadata.num_rows)


def read_whole(place: Place) -> Written:
    """Read all of a file, with any number of rows.

    Raises NotAsWritten if the file is missing, damaged or of another run.
    """
    reader = PartReader(place)
    for _ in reader.tables():
        pass
    return reader.written()


def is_of_the_run(place: Place) -> bool:
    """Return True if a file's footer says that it was written for this run under this name.

    Raises OSError, ValueError, pyarrow.ArrowException if the file can't be read.
    """
    return place.is_stamped(pq.read_metadata(on_disk(place.path)).metadata)


def read_metadata(path: Path) -> dict[str, str]:
    """Return a file's metadata, without those of its columns.

    Raises OSError, ValueError, pyarrow.ArrowException if the file can't be read.
    """
    found = pq.read_schema(on_disk(path)).metadata or {}
    return {key.decode(): value.decode() for key, value in found.items()}


def numbers_within(path: Path) -> range:
    """Return numbers of games within which all of a file's are, by what the file says of itself.

    Raises OSError, ValueError, pyarrow.ArrowException if the file can't be read.
    """
    found = pq.read_metadata(on_disk(path))
    column = found.schema.names.index("game")
    groups = [found.row_group(group).column(column).statistics for group in range(found.num_row_groups)]
    if not all(group and group.has_min_max for group in groups):
        return range(sys.maxsize)
    return range(min(group.min for group in groups), max(group.max for group in groups) + 1)


def read_columns(path: Any) -> list[Column]:
    """Return the columns that a file, or an open one, describes; the game may have changed since.

    Raises OSError, ValueError, pyarrow.ArrowException if the file can't be read.
    """
    columns = []
    for field in pq.read_schema(on_disk(path) if isinstance(path, Path) else path):
        said = {key.decode(): value.decode() for key, value in (field.metadata or {}).items()}
        labels = json.loads(said.get("labels", "{}"))
        words = tuple(labels[code] for code in sorted(labels, key=int))
        dtype = np.int64 if pa.types.is_dictionary(field.type) else field.type.to_pandas_dtype()
        columns.append(Column(field.name, dtype, said.get("description", ""), said.get("unit", ""), words))
    return columns


def _stored(columns: Sequence[tuple[Column, npt.NDArray[Any]]], count: int) -> list[Any]:
    # Whole numbers of all columns share one array, for which Linux has large pages: in an array for each,
    # page faults take a quarter of the time in which a file is made.
    room = iter(np.empty((sum(_is_whole(column) for column, _ in columns), count), np.int64))
    return [_stored_in(room, column, values) for column, values in columns]


def _stored_in(room: Iterator[npt.NDArray[np.int64]], column: Column, values: npt.NDArray[Any]) -> Any:
    if _is_whole(column):
        whole = next(room)
        whole[:] = values
        return _in_arrow(whole)
    if column.labels:
        codes = values.astype(_code_dtype(column.labels))
        return pa.DictionaryArray.from_arrays(_in_arrow(codes), _words(column.labels))
    return _in_arrow(values.astype(_stored_as(column)))


def _is_whole(column: Column) -> bool:
    return not column.labels and _stored_as(column) is np.int64


def _stored_as(column: Column) -> type[np.generic]:
    return np.bool_ if column.is_yes_no else np.float64 if column.is_fraction else np.int64


def _in_arrow(values: npt.NDArray[Any]) -> Any:
    # By way of polars: where pandas is installed, `pyarrow.array` would import it, a third of a second.
    # Nor by `cast`, which would import `pyarrow.compute`: some 50 ms in the first shard.
    return pl.Series(values).to_arrow()


def _words(labels: Sequence[str]) -> Any:
    """Return labels as an Arrow array; from buffers, because `pyarrow.array` would import pandas."""
    words = [label.encode() for label in labels]
    ends = np.cumsum([0, *map(len, words)], dtype=np.int32)
    return pa.StringArray.from_buffers(len(words), pa.py_buffer(ends), pa.py_buffer(b"".join(words)))


def _code_dtype(labels: Sequence[str]) -> np.dtype[Any]:
    return np.min_scalar_type(max(len(labels) - 1, 0))


def _numbers(table_column: Any) -> npt.NDArray[Any]:
    """Return a column's numbers; as they lie there, because a copy costs as much as to read them."""
    if table_column.num_chunks == 1:
        column: npt.NDArray[Any] = table_column.chunk(0).to_numpy(zero_copy_only=False)
        return column
    return np.asarray(table_column.to_numpy())


def _known_codes(table_column: Any, column: Column) -> npt.NDArray[Any]:
    """Return a column's codes; bytes that are damaged may stand for words that it does not have."""
    codes = np.concatenate([chunk.indices.to_numpy() for chunk in table_column.chunks])
    words = [chunk.dictionary.to_pylist() for chunk in table_column.chunks]
    if any(word != list(column.labels) for word in words) or (
        len(codes) and codes.max() >= len(column.labels)
    ):
        raise NotAsWritten
    return codes


def _schema(columns: Sequence[Column]) -> Any:
    coded = {column.name: pl.Enum(column.labels) for column in columns if column.labels}
    as_enum = (
        pl.DataFrame(schema=coded).to_arrow().schema
    )  # its metadata tell polars that a column is an Enum
    return pa.schema(
        [
            _field(column, as_enum.field(column.name).metadata if column.name in coded else None)
            for column in columns
        ]
    )


def _field(column: Column, as_enum: Mapping[bytes, bytes] | None) -> Any:
    metadata = {b"description": column.description.encode(), **(as_enum or {})}
    if column.unit:
        metadata[b"unit"] = column.unit.encode()
    if column.labels:
        metadata[b"labels"] = json.dumps(dict(enumerate(column.labels))).encode()
        type_ = pa.dictionary(pa.from_numpy_dtype(_code_dtype(column.labels)), pa.string())
    else:
        type_ = pa.from_numpy_dtype(_stored_as(column))
    return pa.field(column.name, type_, nullable=False, metadata=metadata)
