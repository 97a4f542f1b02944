"""Plays the same experiments with several Pythons, on several kinds of processor, and compares the files.

    python tools/same_bytes.py python3.11 python3.13              print the table
    python tools/same_bytes.py python3.11 python3.13 --write      and write it into the documentation

Each Python gets an environment of its own, in a folder that is kept (--folder), with what requirements.lock
pins.  A processor's instructions are taken away by the switches of the libraries that choose between them:
of Numba, which compiles the games, of NumPy, which sums up, of Arrow, which writes the files.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import yaml

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "same-bytes.md"
BEGIN, END = "<!-- made by tools/same_bytes.py -->\n", "<!-- to here -->\n"

WITHOUT_AVX = {
    "NUMBA_ENABLE_AVX": "0",
    "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL AVX512_SPR",
    "ARROW_USER_SIMD_LEVEL": "SSE4_2",
}

PROCESSORS: dict[str, dict[str, str]] = {
    "this one": {},
    "this one without AVX": WITHOUT_AVX,
    "any of its kind": {
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
        **WITHOUT_AVX,
        "ARROW_USER_SIMD_LEVEL": "NONE",
    },
}
"""By name: the environment's variables that take instructions away."""

RUNS: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)
"""By name: what is played.  Some games are decided by fractions of weights (`expert`), some thought about."""


@dataclass(frozen=True)
class Row:
    """What came of one Python on one kind of processor."""

    python: str
    processor: str
    """The Python's version; what was taken away."""

    hashes: dict[str, str]
    """By run: the hash of all its tables."""


def hash_of_tables(run: Path) -> str:
    """Return a hash of the bytes of all tables of a run, and of their names."""
    digest = hashlib.sha256()
    for file in sorted(run.rglob("*.parquet")):
        digest.update(file.relative_to(run).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


def play() -> None:
    """Play everything in this process and print the hashes; the other processes are started for this."""
    import simkit

    hashes = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, described in RUNS.items():
            run = simkit.run(
                **described, seed=1, out=Path(folder) / name, jobs=2, progress=False, report="none"
            )
            hashes[name] = hash_of_tables(run.path)
    print(json.dumps({"python": platform.python_version(), "hashes": hashes}))


def environment_of(python: str, folder: Path) -> Path:
    """Return the Python of an environment with simkit, made if it is not there."""
    version = _printed(python, "-c", "import platform; print(platform.python_version())")
    environment = folder / f"python-{version}"
    if not (environment / "ready").exists():
        subprocess.run([python, "-m", "venv", environment], check=True)
        pip: list[str | Path] = [
            environment / "bin" / "python",
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ]
        subprocess.run([*pip, "--require-hashes", "-r", ROOT / "requirements.lock"], check=True)
        examples = [ROOT / "examples" / name for name in ("pig", "yacht")]
        subprocess.run([*pip, "--no-deps", "--no-build-isolation", ROOT, *examples], check=True)
        (environment / "ready").touch()
    return environment / "bin" / "python"


def rows(pythons: tuple[str, ...], folder: Path) -> Iterator[Row]:
    """Play with every Python on every kind of processor."""
    for python in pythons:
        environment = environment_of(python, folder)
        for processor, variables in PROCESSORS.items():
            said = json.loads(_printed(str(environment), __file__, "--play", **variables))
            yield Row(said["python"], processor, said["hashes"])


def _printed(*command: str, **variables: str) -> str:
    done = subprocess.run(
        command, env={**os.environ, **variables}, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT
    )
    return done.stdout.splitlines()[-1]


def table_of(found: list[Row]) -> str:
    """Return the table in Markdown; a hash that is not that of most rows is marked."""
    usual = {name: Counter(row.hashes[name] for row in found).most_common(1)[0][0] for name in RUNS}
    lines = ["| Python | processor | " + " | ".join(RUNS) + " |", "|---|---|" + "---|" * len(RUNS)]
    for row in found:
        cells = [f"`{code}`" if code == usual[name] else f"**{code}**" for name, code in row.hashes.items()]
        lines.append("| " + " | ".join((row.python, row.processor, *cells)) + " |")
    return "\n".join(lines) + "\n"


def write(table: str) -> None:
    """Put the table into the page of the documentation."""
    page = PAGE.read_text()
    head, rest = page.split(BEGIN)
    PAGE.write_text(head + BEGIN + "\n" + table + "\n" + END + rest.split(END)[1])


@click.command()
@click.argument("pythons", nargs=-1)
@click.option("--folder", type=click.Path(path_type=Path), help="Where the environments are kept.")
@click.option("--write", "is_written", is_flag=True, help="Write the table into the documentation.")
@click.option("--play", "only_play", is_flag=True, hidden=True)
def main(pythons: tuple[str, ...], folder: Path | None, is_written: bool, only_play: bool) -> None:
    """Compare what several Pythons write on several kinds of processor; exit code 1 if anything differs."""
    if only_play:
        return play()
    found = []
    for row in rows(pythons or (sys.executable,), folder or Path(tempfile.gettempdir()) / "same-bytes"):
        found.append(row)
        print(row.python, row.processor, *row.hashes.values(), flush=True)
    table = table_of(found)
    print(table)
    if is_written:
        write(table)
    sys.exit(any(row.hashes != found[0].hashes for row in found))


if __name__ == "__main__":
    main()
