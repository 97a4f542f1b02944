"""How Python functions become compiled code, and where the compiled code is kept.

Two ways in, and no third:

* `kernel` marks a helper that compiled code calls.  It is compiled with its first caller, for the types
  that it is called with, and becomes part of every caller (`separate_kernel`: is called by them).  Called
  from Python it is still the plain function: a bridge from Python into each of some hundred helpers would
  take longer to compile than they do.
* `compile_entry` compiles a function that is called *through a tuple* (a game's table of functions,
  a strategy) or from Python (the play loop), with an explicit signature, and keeps the result on disk.

Each entry is kept under a hash of every source file that it can reach (`simkit.compile.cache`), so that a
stale compiled function can't be found.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
import sysconfig
import warnings
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import register_jitable

from simkit.compile.cache import NAME_LENGTH, KeptCode, is_empty
from simkit.compile.recursion import KERNELS, refuse_direct_recursion, refuse_recursion
from simkit.errors import LIBRARY_FOLDERS, Complaint

# Functions in tuples are what the play loop is built on; the tests run with every new Numba.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

numba_config: Any = numba.config
os.environ.setdefault("NUMBA_OPT", "2")  # as fast as 3 to play, and a fifth faster to compile
numba_config.reload_config()

INTERPRETED: bool = bool(numba_config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: everything runs as plain Python, for a debugger."""

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import\b|import[ \t]+([\w., \t]+))", re.MULTILINE
)  # by this, and not by parsing all files: that would take longer than anything else that a warm start does

SHIPPED = frozenset({"simkit", "strategies"})
"""The packages whose code is tested here, and compiled without the checks that anybody else's has."""

_HOMES_OF_KERNELS: set[str] = set()
"""The modules in which functions stand that were marked as kernels, there or anywhere else."""

_SIMKIT = Path(__file__).resolve().parents[1]

_FAST = {"nogil": True, "error_model": "numpy"}
_CHECKED = {"nogil": True, "error_model": "python", "boundscheck": True}
_NO_BRIDGE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def is_shipped(module: str) -> bool:
    """Return True for a module of simkit's own; what stands in any other is compiled with checks.

    Compiled with checks, an index out of range and a division by zero are exceptions, as in Python.
    """
    return module.partition(".")[0] in SHIPPED


def kernel(function: Callable[..., Any]) -> Any:
    """Mark a helper that compiled code calls: it becomes part of its callers."""
    return _helper(function, forceinline=True)


def separate_kernel(function: Callable[..., Any]) -> Any:
    """Mark a helper that need not be copied into its callers: long, seldom run, called from many places."""
    return _helper(function, forceinline=False)


def _helper(function: Callable[..., Any], *, forceinline: bool) -> Any:
    if not isinstance(function, FunctionType):
        raise TypeError(f"a kernel is a function, found {function!r}")
    if function.__closure__:
        raise TypeError(
            f"'{function.__name__}' must be a function at the top of a module, found one inside another: "
            "what it holds of that one could change unseen"
        )
    refuse_direct_recursion(function)
    KERNELS.add(function)
    _HOMES_OF_KERNELS.add(function.__module__)
    return register_jitable(forceinline=forceinline, **_options(function), **_NO_BRIDGE)(function)


def _options(function: Callable[..., Any]) -> dict[str, Any]:
    return _FAST if is_shipped(function.__module__) else _CHECKED


def rebind(function: Callable[..., Any], **names: Any) -> Any:
    """Return a copy of a module-level function that finds other things under some global names.

    Numba takes functions under global names as constants, and can inline them.  The copy's qualified name,
    under which compiled code is kept, tells which these are: two games may stand in one file.
    """
    assert isinstance(function, FunctionType)
    copy = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
    bound = repr([_place(value) for value in names.values()])
    copy.__qualname__ = f"{function.__qualname__}:{hashlib.sha256(bound.encode()).hexdigest()[:12]}"
    return copy


def _place(value: Any) -> Any:
    """Return where a function stands; anything else is what it is."""
    if not isinstance(value, FunctionType):
        return value
    return value.__module__, value.__qualname__, value.__code__.co_firstlineno


def compile_entry(function: Callable[..., Any], signature: Any = None, home: tuple[str, ...] = ()) -> Any:
    """Compile a module-level function, or find it compiled on disk.

    Parameters
    ----------
    function : callable
        A plain function at the top of a module (not yet compiled).
    signature : numba signature, optional
        Needed for functions that are passed in tuples.  Without it the function is compiled for the
        types of its first call.
    home : tuple of str, optional
        The modules from which everything that the function calls can be reached, if not from its own.

    Returns
    -------
    callable
        The compiled function; `function` itself under NUMBA_DISABLE_JIT=1.

    Raises
    ------
    Complaint
        If the function, or one bound to it, stands in no file; if one that it calls calls itself; or the
        folder can't be written.
    """
    if INTERPRETED:
        return function
    assert isinstance(function, FunctionType)
    for called in (function, *function.__globals__.values()):
        if isinstance(called, FunctionType):
            _require_file(called)
    refuse_recursion(function)
    compiled: Any = numba.njit(function, **_options(function))
    compiled._cache = KeptCode(function, sources_hash(*(home or (function.__module__,))))
    if signature is not None:
        compiled.compile(signature)
        compiled.disable_compile()
    return compiled


def _require_file(function: FunctionType) -> None:
    """Complain of a function that was typed in: nobody could tell later that what it calls has changed."""
    if not Path(function.__code__.co_filename).is_file():
        raise Complaint(
            f"'{function.__name__}' was typed in, but compiled code is kept under a hash of its sources: "
            "write it into a file (in a notebook: %%writefile my_idea.py, then !simkit run ...)"
        )


def is_cold(*home: str) -> bool:
    """Return True if nothing is compiled yet that depends on the sources reached from these modules."""
    return not INTERPRETED and is_empty(sources_hash(*home))


def sources_hash(*modules: str) -> str:
    """Return a hash of all sources that functions of these modules can call, and of what compiles them.

    Counted are simkit's engine and every module that they can reach through its names, except the
    standard library and installed libraries that use neither simkit nor Numba.
    """
    digest = hashlib.sha256()
    versions = (platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__)
    checked = [name for name in modules if not is_shipped(name)]  # the same file may be either
    digest.update(repr((versions, checked, numba_config.BOUNDSCHECK, int(numba_config.OPT))).encode())
    for path in sorted(reachable_sources(*modules)):
        digest.update(str(path).encode())
        digest.update(file_hash(path))
    digest.update(constants_hash(*modules))
    return digest.hexdigest()[:NAME_LENGTH]


@cache
def file_hash(path: Path) -> bytes:
    """Return the SHA-256 of a file as it was when it was first asked for.

    What is loaded stays as it is in a process; if the file is saved meanwhile, what is compiled is still made
    of what it was.
    """
    return hashlib.sha256(path.read_bytes()).digest()


def constants_hash(*modules: str) -> bytes:
    """Return a hash of the constants that stand at the top of the modules that these can reach.

    Numbers, words, arrays, dtypes, enumerations, and tuples of them: compiled code holds them, and a module
    may have read them from a file.  It is the same wherever the files lie.
    """
    return hashlib.sha256(b"".join(sorted(map(_constants_of, _reachable(*modules).values())))).digest()


def _constants_of(module: ModuleType) -> bytes:
    digest = hashlib.sha256()
    for name, value in sorted(vars(module).items()):
        frozen = None if name.startswith("__") else _frozen(value)  # `__file__` tells where a module lies
        if frozen is not None:
            digest.update(name.encode() + frozen)
    return digest.digest()


def _frozen(value: Any) -> bytes | None:
    """Return what compiled code holds of a constant, as bytes; None for what can be none."""
    if isinstance(value, np.ndarray):
        kind = f"{value.dtype!r} {value.shape}"
        return None if value.dtype.hasobject else kind.encode() + np.asarray(value).tobytes()
    if isinstance(value, tuple):
        parts = [_frozen(part) for part in value]
        return None if None in parts else b"(%s)" % b",".join(part or b"" for part in parts)
    if isinstance(value, type) and issubclass(value, Enum):
        return repr(list(value)).encode()
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, np.generic, np.dtype)):
        return repr(value).encode()
    return None


def reachable_sources(*modules: str) -> set[Path]:
    """Return the source files that functions of these modules can call, the engine's always included."""
    reached = _reachable(*modules).values()
    own = (path for floor in ("compile", "engine") for path in _SIMKIT.joinpath(floor).glob("*.py"))
    return {*own, *(_resolved(str(module.__file__)) for module in reached)}


def _reachable(*modules: str) -> dict[str, ModuleType]:
    """Return, by name, the modules whose functions and numbers functions of these modules can use."""
    reached: dict[str, ModuleType] = {}
    seen: set[str] = set()
    waiting = [sys.modules[name] for name in modules]
    packages = {*SHIPPED, *(name.partition(".")[0] for name in modules)}
    while waiting:
        current = waiting.pop()
        if current.__name__ in seen:
            continue
        seen.add(current.__name__)
        path = _own_source(current, packages)
        if path is not None:
            reached[current.__name__] = current
            waiting.extend(_neighbours(current))
            waiting.extend(_imported(current, path))
    return reached


def _own_source(module: ModuleType, packages: set[str]) -> Path | None:
    """Return the module's file if a designer could have changed it, else None."""
    name = getattr(module, "__file__", None)
    if not name or not name.endswith(".py"):
        return None
    path = _resolved(name)
    if module.__name__.partition(".")[0] in packages:
        return path
    counts = module.__name__ in _HOMES_OF_KERNELS or _has_kernels(module)
    return None if _is_installed(path) and not counts else path


def _is_installed(path: Path) -> bool:
    """Return True for a file of an installed library: of the environment, the system's or the user's own."""
    if not LIBRARY_FOLDERS.isdisjoint(path.parts):
        return True
    return any(path.is_relative_to(folder) for folder in _installed())


def _has_kernels(module: ModuleType) -> bool:
    """Return True for an installed module that uses simkit or Numba: a library of somebody's plug-ins."""
    if module.__name__.partition(".")[0] == "numba":
        return False
    return any(used.__name__.partition(".")[0] in ("simkit", "numba") for used in _neighbours(module))


@cache
def _resolved(file: str) -> Path:
    return Path(file).resolve()


@cache
def _installed() -> tuple[Path, ...]:
    """Return the folders of installed libraries, the standard library's included."""
    return tuple(Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib", "stdlib"))


def _neighbours(module: ModuleType) -> Iterator[ModuleType]:
    for value in list(vars(module).values()):
        if isinstance(value, ModuleType):
            yield value
        else:
            home = sys.modules.get(getattr(value, "__module__", None) or "")
            if home is not None:
                yield home


def _imported(module: ModuleType, path: Path) -> Iterator[ModuleType]:
    """Yield the modules that a module imports (names from): a number does not say where it is from."""
    for name in _import_statements(path):
        if name.startswith(".") and not module.__package__:
            continue
        home = sys.modules.get(resolve_name(name, module.__package__))
        if home is not None:
            yield home


@cache
def _import_statements(path: Path) -> tuple[str, ...]:
    names: list[str] = []
    for home, listed in _IMPORT.findall(path.read_text(encoding="utf-8")):
        names += [home] if home else [part.split()[0] for part in listed.split(",") if part.split()]
    return tuple(names)
