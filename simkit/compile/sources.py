"""Finds the source files that modules can reach, and hashes them and the constants in them.

By these hashes a run knows what it was made with; compiled code has a key of its own (`simkit.compile.key`).
"""

from __future__ import annotations

import hashlib
import inspect
import marshal
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from simkit.compile.numbers import NamedNumbers
from simkit.compile.reach import KERNELS, all_called_by, is_typed_in, named_in
from simkit.errors import LIBRARY_FOLDERS

_IMPORT = re.compile(
    r"^([ \t]*)(?:from[ \t]+([.\w]+)[ \t]+import\b|import[ \t]+([\w., \t]+))", re.MULTILINE
)  # parsing all files would take longer than the rest of a warm start

OWN = "simkit"
"""Its files always count as sources, even in a folder of installed libraries."""

_SIMKIT = Path(__file__).resolve().parents[1]


def remember_sources(*modules: str) -> None:
    """Remember the sources of modules as they are now, in case their files are saved again later."""
    for path in reachable_sources(*modules):
        file_hash(path)


_hashes: dict[Path, bytes] = {}


def file_hash(path: Path) -> bytes:
    """Return the SHA-256 of a file as it was when this process first asked for it.

    A module stays in memory as it was loaded.  If its file is saved meanwhile, compiled code is still made
    from the old source.
    """
    if path not in _hashes:
        _hashes[path] = hashlib.sha256(path.read_bytes()).digest()
    return _hashes[path]


def forget_sources(paths: Iterable[Path]) -> None:
    """Forget the hashes of files whose modules are loaded again."""
    for path in paths:
        _hashes.pop(path, None)
    _import_statements.cache_clear()


def modules_below(folder: Path, module: str) -> dict[str, Path]:
    """Return the files in a folder whose modules a module can reach, by the modules' names."""
    files = {name: _resolved(str(found.__file__)) for name, found in _reachable(module).items()}
    return {name: path for name, path in files.items() if path.is_relative_to(folder)}


def hash_now(path: Path) -> bytes:
    """Return the SHA-256 of a file as it is now on the disk; nothing if it can't be read."""
    try:
        return hashlib.sha256(path.read_bytes()).digest()
    except OSError:
        return b""


def constants_hash(*modules: str) -> bytes:
    """Return a hash of the module-level constants of all modules that these can reach.

    Constants are numbers, text, arrays, dtypes, enumerations, and tuples of them.  Compiled code contains
    them, and a module may have read them from a file.  The hash does not depend on where the files lie.
    """
    return hashlib.sha256(b"".join(sorted(map(_constants_of, _reachable(*modules).values())))).digest()


def loaded_parts(*modules: str) -> tuple[dict[str, bytes], set[Path]]:
    """Return what these modules can reach: a hash of each module's constants, by name, and source files."""
    constants = {name: _constants_of(module) for name, module in _reachable(*modules).items()}
    return constants, reachable_sources(*modules)


def _constants_of(module: ModuleType) -> bytes:
    digest = hashlib.sha256()
    for name, value in sorted(vars(module).items()):
        held = None if name.startswith("__") else frozen(value)  # such as `__file__`, the place of a module
        if held is not None:
            digest.update(name.encode() + held)
    return digest.digest()


def frozen(value: Any) -> bytes | None:
    """Return the bytes of a constant as compiled code contains it; None for anything that is no constant."""
    if isinstance(value, np.ndarray):
        kind = f"{value.dtype!r} {value.shape}"
        return None if value.dtype.hasobject else kind.encode() + np.asarray(value).tobytes()
    if isinstance(value, tuple):
        parts = [frozen(part) for part in value]
        return None if None in parts else b"(%s)" % b",".join(part or b"" for part in parts)
    if isinstance(value, NamedNumbers):
        return repr(value.numbers).encode()
    if isinstance(value, type) and issubclass(value, Enum):
        return repr(list(value.__members__.items())).encode()  # with second names for a number
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, np.generic, np.dtype)):
        return repr(value).encode()
    return None


def typed_in(*functions: object) -> tuple[bytes, tuple[str, ...]]:
    """Return a hash of typed-in functions with those that they call, and the modules of functions in files.

    Of the latter the sources are hashed.
    """
    digest = hashlib.sha256()
    modules: dict[str, None] = {}
    for function in filter(is_typed_in, functions):
        assert isinstance(function, FunctionType)
        for called in all_called_by(function):
            if not is_typed_in(called):
                modules[called.__module__] = None
                continue
            digest.update(_text_of(called))
            for path, value in named_in(called):
                digest.update(repr(path).encode() + (frozen(value) or b""))
    return digest.digest(), tuple(modules)


def _text_of(function: FunctionType) -> bytes:
    try:
        return inspect.getsource(function).encode()
    except (OSError, TypeError):  # typed at a prompt, which keeps no text
        return marshal.dumps(function.__code__)


ALWAYS = ("compile", "engine/base", "engine/contract", "engine/lookahead", "engine/play")
"""The folders whose sources always count: the play loop is made of them."""


def reachable_sources(*modules: str) -> set[Path]:
    """Return the source files that these modules can reach, always including the engine's."""
    reached = _reachable(*modules).values()
    engine = (path for room in ALWAYS for path in _SIMKIT.joinpath(room).glob("*.py"))
    return {*engine, *(_resolved(str(module.__file__)) for module in reached)}


def _reachable(*modules: str) -> dict[str, ModuleType]:
    """Return, by name, the modules whose functions and constants these modules can use."""
    reached: dict[str, ModuleType] = {}
    seen: set[str] = set()
    waiting = [sys.modules[name] for name in modules]
    homes_of_kernels = {function.__module__ for function in KERNELS}
    packages = {OWN, *(name.partition(".")[0] for name in modules)}
    while waiting:
        current = waiting.pop()
        if current.__name__ in seen:
            continue
        seen.add(current.__name__)
        path = _own_source(current, packages, homes_of_kernels)
        if path is not None:
            reached[current.__name__] = current
            waiting.extend(_neighbours(current))
            waiting.extend(_imported(current, path))
    return reached


def _own_source(module: ModuleType, packages: set[str], homes_of_kernels: set[str]) -> Path | None:
    """Return the module's file if a designer could have changed it, else None."""
    name = getattr(module, "__file__", None)
    if not name or not name.endswith(".py"):
        return None
    path = _resolved(name)
    if module.__name__.partition(".")[0] in packages:
        return path
    counts = module.__name__ in homes_of_kernels or _has_kernels(module)
    return None if _is_installed(path) and not counts else path


def _is_installed(path: Path) -> bool:
    """Return True for a file of an installed library, wherever it is installed."""
    if not LIBRARY_FOLDERS.isdisjoint(path.parts):
        return True
    return any(path.is_relative_to(folder) for folder in _installed())


@cache  # an installed library does not change while it is in use
def _has_kernels(module: ModuleType) -> bool:
    """Return True for an installed module that uses simkit or Numba, such as a plug-in's helper library."""
    if module.__name__.partition(".")[0] == "numba":
        return False
    return any(used.__name__.partition(".")[0] in ("simkit", "numba") for used in _neighbours(module))


def uses_numba(*modules: str) -> bool:
    """Return True if these can reach a module that uses Numba itself and is not simkit's."""
    others = [name for name in modules if name.partition(".")[0] != OWN]  # simkit's own reach no others
    return any(
        used.__name__.partition(".")[0] in ("numba", "llvmlite")
        for name, module in _reachable(*others).items()
        if name.partition(".")[0] != OWN
        for used in (*_neighbours(module), *_imported(module, _resolved(str(module.__file__))))
    )


@cache
def _resolved(file: str) -> Path:
    return Path(file).resolve()


@cache
def _installed() -> tuple[Path, ...]:
    """Return the folders of installed libraries, the standard library's included."""
    return tuple(Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib", "stdlib"))


def _neighbours(module: ModuleType) -> Iterator[ModuleType]:
    """Yield the modules that a module's names refer to, whatever else this process has loaded."""
    for name, value in list(vars(module).items()):
        if isinstance(value, ModuleType):
            # A package has its submodules as attributes once anybody has loaded them.
            if value.__name__ != f"{module.__name__}.{name}":
                yield value
        else:
            home = sys.modules.get(getattr(value, "__module__", None) or "")
            if home is not None:
                yield home


def _imported(module: ModuleType, path: Path) -> Iterator[ModuleType]:
    """Yield the modules that a module imports from; an imported number does not know its module."""
    for name in _import_statements(path):
        if name.startswith(".") and not module.__package__:
            continue
        home = sys.modules.get(resolve_name(name, module.__package__))
        if home is not None:
            yield home


@cache
def _import_statements(path: Path) -> tuple[str, ...]:
    """Return the names of the modules that a file imports.

    Of simkit's own files, only the imports that are made at once: those for type checkers, and late ones, are
    loaded in some processes only, and no compiled code contains them.
    """
    is_simkits = path.is_relative_to(_SIMKIT)
    names: list[str] = []
    for indent, home, listed in _IMPORT.findall(path.read_text(encoding="utf-8")):
        if not (is_simkits and indent):
            names += [home] if home else [part.split()[0] for part in listed.split(",") if part.split()]
    return tuple(names)
