"""Runs that were changed behind simkit's back, but so that they are in themselves what a run is."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq

from simkit.run.store.recorded import identity_of


def read_manifest_of(run: Path) -> dict[str, Any]:
    """Return a run's manifest as it lies on disk."""
    return dict(json.loads((run / "manifest.json").read_text()))


def rewrite(file: Path, frame: pl.DataFrame) -> None:
    """Put other rows into a file, which still says of which run it is."""
    said = pq.read_schema(file).metadata
    stamp = {key: said[key] for key in (b"made by", b"run", b"file")}
    table = frame.to_arrow()
    pq.write_table(table.replace_schema_metadata(stamp), file)


def list_anew(run: Path) -> None:
    """Write the sizes and checksums of a run's files, as they are now, into its manifest."""
    manifest = read_manifest_of(run)
    for name, entry in manifest["files"].items():
        contents = (run / name).read_bytes()
        entry |= {"bytes": len(contents), "sha256": hashlib.sha256(contents).hexdigest()}
    (run / "manifest.json").write_text(json.dumps(manifest))


def give_identity(run: Path, manifest: dict[str, Any]) -> None:
    """Write another manifest, and make it and all files those of the run that it tells of."""
    manifest["identity"] = identity_of(manifest)
    (run / "manifest.json").write_text(json.dumps(manifest))
    for file in run.rglob("*.parquet"):
        table = pq.read_table(file)
        stamp = {**table.schema.metadata, b"run": manifest["identity"].encode()}
        pq.write_table(table.replace_schema_metadata(stamp), file)
    list_anew(run)
