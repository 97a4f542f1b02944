"""The list of a finished run's files with their checksums, ``files.csv``; the manifest has its checksum.

So the manifest stays small, however many files there are, and one checksum stands for all of them.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Mapping
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

from simkit.errors import writing
from simkit.run.store.durable import keep, written_in_one_step
from simkit.run.store.layout import scenarios_of
from simkit.run.store.parquet import GAMES, Written

FILES = "files.csv"

HEADER = [field.name for field in fields(Written)]


def write_list(run: Path, files: Iterable[Written]) -> dict[str, Any]:
    """Write the list of a run's files, and return what the manifest says of it."""
    own = sorted(files, key=lambda file: file.path)
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(HEADER)
    rows.writerows(astuple(file) for file in own)
    contents = text.getvalue().encode()
    with writing(run / FILES):
        with written_in_one_step(run / FILES) as temporary:
            temporary.write_bytes(contents)
            keep([temporary])
        keep([run / FILES])
    return {
        "sha256": hashlib.sha256(contents).hexdigest(),
        "count": len(own),
        "bytes": sum(file.bytes for file in own),
        "games": sum(file.rows for file in own if file.path.startswith(f"{GAMES}/")),
    }


def read_list(run: Path, said: Mapping[str, Any], others: Iterable[str]) -> dict[str, Written]:
    """Return the files of a finished run by their paths, in order.

    Parameters
    ----------
    said : mapping
        What the manifest says of the list.
    others : iterable of str
        The files besides those of games, seats and events that a run may have.

    Raises
    ------
    OSError
        If the list can't be read.
    ValueError
        If it is not what the manifest says of it, with the reason.
    """
    contents = (run / FILES).read_bytes()
    if hashlib.sha256(contents).hexdigest() != said["sha256"]:
        raise ValueError(f"the checksum of {FILES} is not the manifest's")
    header, *rows = list(csv.reader(io.StringIO(contents.decode()))) or [[]]
    if header != HEADER:
        raise ValueError(f"{FILES}:1: found {','.join(header)!r}, expected {','.join(HEADER)!r}")
    allowed, found = set(others), {}
    for line, row in enumerate(rows, start=2):
        try:
            path, sha256, size, count = row
            own = Written(path, sha256, int(size), int(count))
        except ValueError:
            raise ValueError(f"{FILES}:{line}: found {','.join(row)!r}, which describes no file") from None
        if path not in allowed and not scenarios_of(path):
            raise ValueError(f"{FILES}:{line}: {path!r} is not a file that a run has")
        found[path] = own
    return found
