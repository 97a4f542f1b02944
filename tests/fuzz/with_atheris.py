"""Tries bytes on a loader, led by which lines of it they reach: ``python -m tests.fuzz.with_atheris LOADER``.

It needs Atheris (``pip install atheris``), Google's coverage-guided fuzzer, which nothing else needs.
Further arguments are libFuzzer's: ``-max_total_time=60``, folders with examples.  What makes a loader fail
otherwise than in words is kept as a file, and the exit code is not 0.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import atheris

READING = [
    *("simkit.content", "simkit.experiment", "simkit.table.saved", "simkit.table.entered"),
    *("simkit.run.store", "simkit.engine.contract", "simkit.engine.effects"),
]
"""The packages that read; compiled code must stay as it is."""

with atheris.instrument_imports(include=READING):
    from simkit.content.source import read_source
    from simkit.errors import BadInput
    from simkit.experiment.file.box import with_own_content
    from simkit.experiment.file.load import load_experiment
    from simkit.plugins import find_game
    from simkit.run.store.condition import require_plain
    from simkit.run.store.directory import RunDirectory
    from simkit.run.store.manifest import MANIFEST
    from simkit.table.entered import read_results
    from simkit.table.saved import read_saved

LOADERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "yaml": ("x.yaml", read_source),
    "experiment": ("x.yaml", load_experiment),
    "cards": ("x.yaml", lambda path: with_own_content(find_game("castaways"), path, "content")),
    "boards": ("x.yaml", lambda path: with_own_content(find_game("nautilion"), path, "content")),
    "drawing": ("x.txt", lambda path: with_own_content(find_game("nautilus_2002"), path, "content")),
    "results": ("x.csv", lambda path: read_results(path, "pig")),
    "saved": ("x.table.json", read_saved),
    "manifest": (MANIFEST, lambda path: RunDirectory(path.parent)),
    "condition": ("x", lambda path: require_plain(path.read_text("latin-1"))),
}
"""The loaders, each with the name of the file that it reads."""


def main() -> None:
    """Try one loader, as the arguments say."""
    name, load = LOADERS[sys.argv.pop(1)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name

        def try_bytes(contents: bytes) -> None:
            path.write_bytes(contents)
            with suppress(BadInput):
                load(path)

        os.chdir(folder)
        atheris.Setup(sys.argv, try_bytes)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
