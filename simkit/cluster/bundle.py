"""Packs the code that a run plays with and that simkit does not ship, and unpacks it on another machine.

A bundle holds the files of strategies with what they import and read beside them, and the packages of games
and strategies that are installed as plug-ins.  It is named by the hash of its contents: a file that is
changed makes another bundle, which is unpacked in a folder of its own and loaded by a process of its own, so
that no process ever plays with a module of an earlier one.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import shutil
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from tempfile import mkdtemp

from simkit.compile.cache import cache_root
from simkit.compile.sources import file_hash, is_shipped, loaded_parts, modules_below
from simkit.content.characters import path_in
from simkit.engine.contract.game import Game
from simkit.engine.contract.player import Reference
from simkit.errors import BadInput
from simkit.plugins import carry_files, find_strategy, load_file
from simkit.run.store.manifest import modules_of

MOST_BYTES = 64 << 20
"""The most bytes of a bundle: code is small, and whatever is larger was not meant."""

MOST_KEPT = 64
"""The most bundles that lie unpacked on a machine."""

PLACES = "places.json"
"""The file of a bundle that says where its files lay, and where in it the files of strategies lie."""

PACKAGES, INSTALLED = "packages", "installed"
"""The folders of a bundle with plug-ins, and with what says which games and strategies these have."""

GROUPS = ("simkit.games", "simkit.strategies")

DAY_OF_ZIP = (1980, 1, 1, 0, 0, 0)
"""The date of all files in a bundle, so that the same files are the same bytes."""


@dataclass(frozen=True)
class Bundle:
    """Files packed together, named by the hash of their contents."""

    contents: bytes

    @property
    def name(self) -> str:
        """The hash of the contents."""
        return hashlib.sha256(self.contents).hexdigest()[:24]


def pack_code(game: Game, references: Iterable[Reference], folder: Path) -> Bundle:
    """Pack the code of a game and of strategies, as far as simkit does not ship it.

    `folder`: the experiment's folder, to which the files of strategies are relative.
    """
    known = tuple(references)
    written = sorted({file for reference in known for file in reference.files})
    paths = {file: path_in(folder, file).resolve() for file in written}
    homes = sorted({path.parent for path in paths.values()})
    origins: dict[str, Path] = {}
    for number, home in enumerate(homes):
        for path in _beside(home, [path for path in paths.values() if path.parent == home]):
            origins[f"strategies/{number}/{path.relative_to(home).as_posix()}"] = path
    for reference in known:
        find_strategy(game.name, reference, folder)  # so that its modules are loaded
    reached = loaded_parts(*modules_of(game, known, folder))[0]
    names = sorted({module.partition(".")[0] for module in reached})
    packages = [name for name in names if not is_shipped(name) and not _is_beside(name, homes)]
    for name in packages:
        origins |= {f"{PACKAGES}/{place}": path for path, place in _files_of_package(name)}
    found = {place: _read(path) for place, path in origins.items()}
    found |= {f"{INSTALLED}/{place}": text.encode() for place, text in _entry_points_of(packages)}
    places = {
        "packages": packages,
        "strategies": {
            file: f"strategies/{homes.index(path.parent)}/{path.name}" for file, path in paths.items()
        },
        "origins": {place: str(path.resolve()) for place, path in origins.items()},
    }
    return _packed(found | {PLACES: json.dumps(places, sort_keys=True).encode()})


def pack_files(files: dict[str, Path]) -> Bundle:
    """Pack some files under other names."""
    return _packed({name: path.read_bytes() for name, path in files.items()})


def _packed(found: dict[str, bytes]) -> Bundle:
    if (size := sum(map(len, found.values()))) > MOST_BYTES:
        largest = max(found, key=lambda name: len(found[name]))
        raise BadInput(
            f"what the workers of a cluster need comes to {size / 1e6:.0f} MB, {largest} most of all; "
            f"allowed are {MOST_BYTES / 1e6:.0f} MB: put files that no game needs elsewhere"
        )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in sorted(found):
            packed.writestr(zipfile.ZipInfo(name, DAY_OF_ZIP), found[name], zipfile.ZIP_DEFLATED)
    return Bundle(buffer.getvalue())


def unpack(bundle: Bundle) -> Path:
    """Unpack a bundle in a folder named by its hash, unless it lies there; return the folder.

    The folder lies where compiled code is kept, which other users can't write.  Of more than `MOST_KEPT`,
    those are removed that were used longest ago.
    """
    root = cache_root() / "bundles"
    folder = root / bundle.name
    with zipfile.ZipFile(io.BytesIO(bundle.contents)) as packed:
        if _is_unpacked(packed, folder):
            return folder
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary = Path(mkdtemp(dir=root))
        try:
            packed.extractall(temporary)
            shutil.rmtree(folder, ignore_errors=True)
            try:
                temporary.rename(folder)
            except OSError:
                if not _is_unpacked(packed, folder):  # another process may have been quicker
                    raise
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    for old in sorted(root.iterdir(), key=_used)[:-MOST_KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def _used(folder: Path) -> float:
    """Return when a bundle was used last; one that another process has just removed was used never."""
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


def _is_unpacked(packed: zipfile.ZipFile, folder: Path) -> bool:
    """Return True if all files of a bundle lie in a folder as they are."""
    try:
        return all((folder / name).read_bytes() == packed.read(name) for name in packed.namelist())
    except OSError:
        return False


def load_from(folder: Path) -> None:
    """Make this process find games and strategies in the folder of a bundle first.

    What lies on this machine just as it lay where the bundle was made is loaded from there, so that it need
    not be compiled again.
    """
    found = json.loads((folder / PLACES).read_text(encoding="utf-8"))
    origins = {place: Path(path) for place, path in found["origins"].items()}
    sys.path.insert(0, str(folder / INSTALLED))
    if not all(_is_installed_alike(folder, package, origins) for package in found["packages"]):
        sys.path.insert(0, str(folder / PACKAGES))
    places = {}
    for file, place in found["strategies"].items():
        home = place.rpartition("/")[0]
        is_alike = _are_alike(folder, {name: path for name, path in origins.items() if name.startswith(home)})
        places[file] = origins[place] if is_alike else folder / place
    carry_files(places)


def _is_installed_alike(folder: Path, package: str, origins: Mapping[str, Path]) -> bool:
    """Return True if Python finds a package here where it lay, and as it was."""
    files = {place: path for place, path in origins.items() if _package_of(place) == package}
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return False
    is_there = spec is not None and spec.origin and Path(spec.origin).resolve() in files.values()
    return bool(is_there) and _are_alike(folder, files)


def _package_of(place: str) -> str:
    folder, _, rest = place.partition("/")
    return rest.partition("/")[0].removesuffix(".py") if folder == PACKAGES else ""


def _are_alike(folder: Path, origins: Mapping[str, Path]) -> bool:
    """Return True if files lie where they lay, and as they were."""
    try:
        return all(path.read_bytes() == (folder / place).read_bytes() for place, path in origins.items())
    except OSError:
        return False


def _read(path: Path) -> bytes:
    """Return a file's bytes; complain if it is a source that has changed since this process loaded it."""
    try:
        contents = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} can't be read: {error.strerror}") from None
    if path.suffix == ".py" and file_hash(path) != hashlib.sha256(contents).digest():
        raise BadInput(f"{path} was changed since it was loaded: run again")
    return contents


def _beside(home: Path, strategies: Iterable[Path]) -> Iterator[Path]:
    """Yield the files of strategies in a folder, the modules that they import, and files that these name."""
    sources: set[Path] = set()
    for path in strategies:
        sources |= {path, *modules_below(home, load_file(path).__name__).values()}
    named: set[Path] = set()
    for source in sources:
        for text in _texts_in(source):
            named |= _named_by(home, text) | _named_by(source.parent, text)
    packages = {parent / "__init__.py" for source in sources for parent in source.parents if parent != home}
    yield from sorted(
        sources
        | named
        | {package for package in packages if package.is_relative_to(home) and package.is_file()}
    )


def _texts_in(source: Path) -> set[str]:
    """Return the texts that stand in a source file: names of files that it reads are among them."""
    tree = ast.parse(source.read_bytes())
    constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {
        value for value in constants if isinstance(value, str) and 0 < len(value) < 200 and "\0" not in value
    }


def _named_by(folder: Path, text: str) -> set[Path]:
    """Return the file, or the files of the folder, that a text names within a folder."""
    relative = PurePosixPath(text)
    if relative.is_absolute() or ".." in relative.parts or not relative.parts:
        return set()
    place = folder / relative
    try:
        if place.is_file():
            return {place}
        return {path for path in place.iterdir() if path.is_file()} if place.is_dir() else set()
    except OSError:
        return set()


def _is_beside(module: str, homes: Iterable[Path]) -> bool:
    """Return True for a module that is loaded from a strategy's file or from beside it."""
    file = getattr(sys.modules[module], "__file__", None)
    return bool(file) and any(Path(str(file)).resolve().is_relative_to(home) for home in homes)


def _files_of_package(name: str) -> Iterator[tuple[Path, str]]:
    """Yield the files of a package, or of a single module, and their places below `PACKAGES`."""
    module = sys.modules[name]
    roots = [Path(root) for root in getattr(module, "__path__", [])]
    if not roots and module.__file__:
        yield Path(module.__file__), Path(module.__file__).name
    for root in roots:
        for path in sorted(root.rglob("*")):
            parts = path.relative_to(root).parts
            if path.is_file() and not any(part.startswith(".") or part == "__pycache__" for part in parts):
                yield path, "/".join((name, *parts))


def _entry_points_of(packages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield files by which Python finds the games and strategies of packages, as when they are installed."""
    wanted = set(packages)
    lines: dict[tuple[str, str], dict[str, list[str]]] = {}
    for group in GROUPS:
        for point in sorted(set(entry_points(group=group))):
            if point.dist and point.module.partition(".")[0] in wanted:
                own = lines.setdefault((point.dist.name, point.dist.version), {})
                own.setdefault(group, []).append(f"{point.name} = {point.value}")
    for (name, version), groups in sorted(lines.items()):
        folder = f"{name.replace('-', '_')}-{version}.dist-info"
        yield f"{folder}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        text = "\n".join(f"[{group}]\n" + "\n".join(points) for group, points in groups.items())
        yield f"{folder}/entry_points.txt", f"{text}\n"
