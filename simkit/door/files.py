"""Reads the file of an experiment before the modules that play are loaded, which take seconds to import."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from simkit.content.source import Source, read_source
from simkit.experiment.file.checked import Overrides, require_keys


def read_keys(file: Path, **changes: Any) -> tuple[Source, Path, Overrides]:
    """Return a file with its keys checked, its folder and the caller's changes, those of `Overrides`.

    Raises BadInput where it is not YAML, its keys are wrong or there is no such game: before Numba is loaded.
    """
    source, overrides = read_source(file), Overrides(**changes)
    require_keys(source, overrides)
    return source, file.parent, overrides
