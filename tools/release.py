"""Makes what is published of simkit, and tries it where it will be used.

    python tools/release.py                        into dist/, tried with every Python of this machine
    python tools/release.py --python python3.12    with this one only
    python tools/release.py --quick                made, not tried
    python tools/release.py --weigh                made, and what it weighs installed, library by library

1. The source distribution, and the wheel from it, are built twice from what is committed, in two folders;
   both times they must have the same bytes.
2. Their metadata are checked as an index would.
3. Each is installed in a fresh environment of each Python, and works there: plain, `doctor` and a run with
   its page; with all extras, a run with its report, a game that is a plug-in, and a cluster of two workers.
4. What is installed then is written down: `simkit-VERSION.cdx.json`, a software bill of materials with
   licences (CycloneDX).

It takes some minutes for each Python, most of them to install and to compile.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import click
from packaging.metadata import Metadata

ROOT = Path(__file__).parents[1]
OLDEST, NEWEST = 11, 20
"""The minor versions of Python 3 that are looked for."""

BILL = "cyclonedx-bom>=7"
"""What writes the bill of materials; it is installed for that in an environment of its own."""

MOST_MEGABYTES = 1_100
"""What a plain installation may weigh; docs/reference/performance.md says what limits it."""

LEAST_SHOWN = 9
"""The megabytes from which on a library has a row of its own."""

WEIGH = """
import json
from importlib.metadata import distributions
print(json.dumps({
    own.name: [
        sum(path.stat().st_size for file in own.files or () if (path := own.locate_file(file)).is_file()
            and (path.suffix == ".pyc") == is_bytecode)
        for is_bytecode in (False, True)
    ]
    for own in distributions()
}))
"""
"""Prints the bytes of each library: its own files, and what pip has compiled of them."""

LICENCES = """
import json
from importlib.metadata import distributions
print(json.dumps({own.name: own.metadata["License"] for own in distributions()}))
"""
"""Prints the licence of each library in its own words."""

RUN = """\
name: released
game: {game}
games: 2_000
strategy: {strategy}
"""


class Failed(click.ClickException):
    """Something that is published would not work."""


@click.command()
@click.option(
    "--python", "pythons", multiple=True, help="Try it with this Python; by default with all there are."
)
@click.option("--quick", is_flag=True, help="Make it, and try nothing.")
@click.option("--weigh", is_flag=True, help="Make it, and say what it weighs installed.")
def release(pythons: tuple[str, ...], quick: bool, weigh: bool) -> None:
    """Make what is published of simkit, and try it."""
    out = ROOT / "dist"
    made = build(out)
    for path in made:
        click.echo(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes, sha256 {digest(path)}")
    for path in made:
        check_metadata(path)
    if weigh:
        with tempfile.TemporaryDirectory() as folder:
            environment = installed(made[-1], (pythons or (sys.executable,))[0], Path(folder))
            click.echo("\n".join(weights_table(weights_of(environment))))
    if quick or weigh:
        return
    for python in pythons or found_pythons():
        for path in made:
            with tempfile.TemporaryDirectory() as folder:
                environment = installed(path, python, Path(folder))
                try_plain(environment, Path(folder))
                install_in(environment, f"simkit[all] @ {path.as_uri()}")
                if path.suffix == ".whl":
                    write_bill(environment, out / f"simkit-{version_of(path)}.cdx.json", Path(folder))
                try_whole(environment, Path(folder))
            click.echo(f"{path.name} works with {python}")


def build(out: Path) -> list[Path]:
    """Build the source distribution and the wheel from it, twice; raise Failed if the bytes differ."""
    times = []
    for _time in range(2):
        with tempfile.TemporaryDirectory() as folder:
            times.append({path.name: path.read_bytes() for path in built_in(Path(folder))})
    first, second = times
    if first != second:
        changed = ", ".join(name for name in first if first[name] != second.get(name))
        raise Failed(f"built twice, it has other bytes: {changed}")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    for name, content in first.items():
        (out / name).write_bytes(content)
    return [out / name for name in first]


def built_in(folder: Path) -> list[Path]:
    """Build both in a folder, from what is committed; return their paths."""
    source = folder / "committed"
    archive = folder / "committed.tar"
    run("git", "archive", "--output", str(archive), "HEAD", cwd=ROOT)
    with tarfile.open(archive) as members:
        members.extractall(source, filter="data")
    when = {"SOURCE_DATE_EPOCH": run("git", "log", "-1", "--format=%ct", cwd=ROOT).strip()}
    sdist = folder / _built("sdist", source, folder, when)
    unpacked = folder / "unpacked"
    with tarfile.open(sdist) as members:
        members.extractall(unpacked, filter="data")
    (inner,) = unpacked.iterdir()
    return [sdist, folder / _built("wheel", inner, folder, when)]


def _built(kind: str, source: Path, out: Path, environment: dict[str, str]) -> str:
    code = f"import sys, hatchling.build as build; print(build.build_{kind}(sys.argv[1]))"
    return run(sys.executable, "-c", code, str(out), cwd=source, **environment).splitlines()[-1]


def check_metadata(path: Path) -> None:
    """Check the metadata of a distribution; raise Failed with what an index would refuse."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
            text = archive.read(name)
    else:
        with tarfile.open(path) as archive:
            (member,) = (
                m for m in archive.getmembers() if m.name.count("/") == 1 and m.name.endswith("/PKG-INFO")
            )
            text = (archive.extractfile(member) or sys.exit(1)).read()
    try:
        found = Metadata.from_email(text, validate=True)
    except ExceptionGroup as problems:
        raise Failed(f"{path.name}: {'; '.join(map(str, problems.exceptions))}") from None
    if str(found.version) != version_of(path) or not found.license_expression or not found.description:
        raise Failed(f"{path.name}: the version, the licence or the description is missing")


def version_of(path: Path) -> str:
    """Return the version in a distribution's name."""
    return path.name.removesuffix(".tar.gz").split("-")[1]


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def found_pythons() -> list[str]:
    """Return the Pythons of this machine that are new enough."""
    names = [f"python3.{minor}" for minor in range(OLDEST, NEWEST)]
    return [name for name in names if shutil.which(name) and _runs(name)] or [sys.executable]


def _runs(python: str) -> bool:
    """Return False for a name that pyenv only keeps for a Python that it has not been told to use."""
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def installed(path: Path, python: str, folder: Path) -> Path:
    """Install a distribution, without extras, in a fresh environment; return that."""
    environment = folder / "environment"
    run(python, "-m", "venv", str(environment), cwd=folder)
    install_in(environment, str(path))
    return environment


def install_in(environment: Path, *what: str) -> None:
    """Install something in an environment, as pip takes it."""
    run(str(environment / "bin" / "pip"), "install", "--quiet", *what, cwd=environment.parent)


Weights = dict[str, tuple[float, float]]
"""Megabytes of each library: its files, and their bytecode."""


def weights_of(environment: Path) -> Weights:
    """Return what each library of an environment weighs, without those that every environment has."""
    found = json.loads(run(str(environment / "bin" / "python"), "-c", WEIGH, cwd=environment))
    return {
        name: (files / 1e6, bytecode / 1e6)
        for name, (files, bytecode) in found.items()
        if name not in ("pip", "setuptools")
    }


def weights_table(weights: Weights) -> list[str]:
    """Return the lines of a table: the heaviest first, the light ones in one row, the sum."""
    rows = sorted(weights.items(), key=lambda row: -sum(row[1]))
    light = [row for row in rows if sum(row[1]) < LEAST_SHOWN]
    for name, part in ((f"{len(light)} others", light), ("together", list(rows))):
        files, bytecode = zip(*(pair for _, pair in part), strict=True)
        rows.append((name, (sum(files), sum(bytecode))))
    return [
        "| library | MB | as bytecode, besides |",
        "|---|---|---|",
        *(f"| {row[0]} | {row[1][0]:,.0f} | {row[1][1]:,.0f} |" for row in rows if row not in light),
    ]


def try_plain(environment: Path, folder: Path) -> None:
    """Weigh an environment without extras, and use it as a newcomer."""
    weight = sum(map(sum, weights_of(environment).values()))
    if weight > MOST_MEGABYTES:
        raise Failed(f"installed, it weighs {weight:,.0f} MB; allowed are {MOST_MEGABYTES:,}")
    simkit, cache = str(environment / "bin" / "simkit"), {"SIMKIT_CACHE_DIR": str(folder / "cache")}
    run(simkit, "doctor", cwd=folder, **cache)
    _play(simkit, folder, "pig", "hold_at", cache, pages=("report.html",))


def try_whole(environment: Path, folder: Path) -> None:
    """Use an environment with all extras: for reports, a game of one's own, a cluster."""
    simkit, cache = str(environment / "bin" / "simkit"), {"SIMKIT_CACHE_DIR": str(folder / "cache")}
    run(simkit, "doctor", cwd=folder, **cache)
    _play(simkit, folder, "nautilion", "planner", cache)
    run(simkit, "new", "game", "first_game", cwd=folder, **cache)
    install_in(environment, "hatchling", "editables")
    install_in(environment, "--no-deps", "--no-build-isolation", str(folder / "first_game"))
    _play(simkit, folder, "first_game", "random", cache)
    _play(simkit, folder, "nautilus_island", "random", cache, "--cluster", "local:2")


def _play(
    simkit: str,
    folder: Path,
    game: str,
    strategy: str,
    environment: dict[str, str],
    *options: str,
    pages: tuple[str, ...] = ("report.html", "report.pdf"),
) -> None:
    """Run an experiment, and require these files of its report and no others."""
    file = folder / f"{game}.yaml"
    file.write_text(RUN.format(game=game, strategy=strategy), encoding="utf-8")
    out = folder / f"run_{game}"
    run(simkit, "run", str(file), "--out", str(out), *options, cwd=folder, **environment)
    found = sorted(page.name for page in out.glob("report.*"))
    if found != list(pages):
        raise Failed(f"{game}: the run has {', '.join(found)} instead of {', '.join(pages)}")


def write_bill(environment: Path, file: Path, folder: Path) -> None:
    """Write the bill of materials of an environment, with the licence of each package."""
    own = folder / "bill"
    run(sys.executable, "-m", "venv", str(own), cwd=folder)
    run(str(own / "bin" / "pip"), "install", "--quiet", BILL, cwd=folder)
    command = (str(own / "bin" / "cyclonedx-py"), "environment", "--output-reproducible", "-o", str(file))
    run(*command, str(environment / "bin" / "python"), cwd=folder)
    named = json.loads(run(str(environment / "bin" / "python"), "-c", LICENCES, cwd=folder))
    bill = json.loads(file.read_text(encoding="utf-8"))
    for part in bill["components"]:
        if not part.get("licenses"):  # it has other words for it than those of SPDX
            if not named.get(part["name"]):
                raise Failed(f"{part['name']} {part['version']} names no licence")
            part["licenses"] = [{"license": {"name": named[part["name"]]}}]
    file.write_text(json.dumps(bill, indent=2), encoding="utf-8")


def run(*command: str, cwd: Path, **environment: str) -> str:
    """Run a command and return what it prints; raise Failed with what it said if it fails."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=cwd, env=kept | environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    release()
