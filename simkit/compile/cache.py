"""Caches compiled code on disk: a file per signature and processor, in a folder named by the code's key.

Numba's own cache looks only at the file in which a function stands: it does not notice that a helper in
another file has changed, and it trusts any file it finds.  Here the key is a hash of what the code is made of
(`simkit.compile.key`), and a file is used only if its checksum is right
and no other user could have written it, because loading compiled code means running it.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import shutil
import tempfile
import time
import uuid
import warnings
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import FunctionType
from typing import Any

from simkit.compile.key import LENGTH
from simkit.errors import BadInput

UNUSED_DAYS = 30
DAY = 86_400
"""Seconds."""

_SWEPT = ".swept"
"""The file that was touched when unused folders were removed last."""

_SECRET = b"_numba_hashsecret"
"""Begins the names of the parts of a secret, whose addresses Numba's module of hashes gives."""

_FOLDER_NAME = re.compile(rf"[0-9a-f]{{{LENGTH}}}(-\d+)?")
_SUFFIX = ".compiled"
_CHECKSUM_LENGTH = hashlib.sha256().digest_size


def cache_root() -> Path:
    """Return the folder that holds all compiled code.

    It is $SIMKIT_CACHE_DIR or the user's cache folder; where there is none, and none can be made, a folder of
    the user's among the temporary files.
    """
    chosen = os.environ.get("SIMKIT_CACHE_DIR")
    if chosen:
        return Path(chosen)
    usual = _usual_root()
    return usual if usual is not None and _is_usable(usual) else _temporary_root()


def cache_note() -> str:
    """Return a sentence for the user if compiled code is kept among temporary files, or an empty text."""
    if os.environ.get("SIMKIT_CACHE_DIR") or cache_root() != _temporary_root():
        return ""
    usual = _usual_root() or "the home folder"
    return (
        f"{usual} can't be written, so compiled code is kept in {_temporary_root()}, which the system may "
        "empty; SIMKIT_CACHE_DIR names another folder"
    )


def require_writable() -> None:
    """Complain where no compiled code can be kept, before anything is compiled.

    Raises BadInput if the folder of all compiled code can't be made, or not be written.
    """
    try:
        cache_root().mkdir(parents=True, exist_ok=True, mode=0o700)
        tempfile.TemporaryFile(dir=cache_root()).close()
    except OSError as error:
        raise _not_writable(error) from None


def _usual_root() -> Path | None:
    """Return the folder of compiled code in the user's cache folder; None for a user without a home."""
    base = os.environ.get("XDG_CACHE_HOME")
    with suppress(RuntimeError):
        return Path(base or Path.home() / ".cache") / "simkit"
    return None


@cache
def _is_usable(root: Path) -> bool:
    """Return True if a folder is there or can be made; asked once, so that all code goes to one place."""
    with suppress(OSError):
        root.mkdir(parents=True, exist_ok=True)
        if os.access(root, os.W_OK) or any(root.iterdir()):  # it may hold compiled code, to be read only
            return True
    return False


def _temporary_root() -> Path:
    user = os.geteuid() if hasattr(os, "geteuid") else os.environ.get("USERNAME", "user")
    return Path(tempfile.gettempdir()) / f"simkit-{user}"


class KeptCode:
    """The compiled code of one function on disk; Numba looks here before it compiles.

    * `function`: the plain function.
    * `key`: the hash of everything that it depends on except the processor.

    Raises BadInput if its folder does not exist and can't be made.
    """

    def __init__(self, function: FunctionType, key: str) -> None:
        self._function = function
        self._folder = _folder(key)
        self._make_folder()

    @property
    def cache_path(self) -> str:
        """The folder as text; Numba asks for it by this name."""
        return str(self._folder)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return the compiled function for a signature; None if its file is missing, damaged or not ours.

        Raises BadInput if there is none and the folder can't be written.
        """
        name, key = self._name_and_key(signature, target_context.codegen())
        path = self._folder / name
        found = _read(path, key)
        if found is not None:
            _prepare(target_context, found)
            try:
                return _rebuilt(target_context, found)
            except Exception:  # compiled anew, whatever is wrong with the file
                _remove(path)
        self._make_folder(to_write=True)
        return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Write a compiled function to its file; a file is never left half written.

        Raises BadInput if the file can't be written.
        """
        if compiled.library.has_dynamic_globals:
            name = self._function.__name__  # that of what is bound to it
            used = [value for value in self._function.__globals__.values() if isinstance(value, FunctionType)]
            code = next((helper for helper in used if helper.__name__ == name), self._function).__code__
            warnings.warn_explicit(
                f"'{name}' is compiled anew in every process, because it reads an array "
                "of more than a million bytes (or a pointer) from the top of a file; a smaller one, of int8 "
                "for example, is kept with the code",
                UserWarning,
                code.co_filename,
                code.co_firstlineno,
            )
            return
        name, key = self._name_and_key(signature, compiled.codegen)
        body = _to_bytes(compiled)
        path = self._folder / name
        written = path.with_name(f"{name}.{uuid.uuid4().hex}")
        try:
            written.write_bytes(_checksum(key, body) + body)
            written.replace(path)
        except OSError as error:
            _remove(written)
            raise _not_writable(error) from None

    def _name_and_key(self, signature: Any, generator: Any) -> tuple[str, bytes]:
        """Return a file's name, and what its checksum begins with: all that it was made for."""
        key = repr((self._folder.name, str(signature), generator.magic_tuple())).encode()
        return f"{self._function.__name__}-{hashlib.sha256(key).hexdigest()[:LENGTH]}{_SUFFIX}", key

    def _make_folder(self, *, to_write: bool = False) -> None:
        try:
            if not self._folder.is_dir():
                self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                _sweep(cache_root())
            if to_write:
                tempfile.TemporaryFile(dir=self._folder).close()
        except OSError as error:
            raise _not_writable(error) from None
        with suppress(OSError):  # it may be read-only
            os.utime(self._folder)


def _prepare(target_context: Any, body: bytes) -> None:
    """Make the addresses known that compiled code may call.

    Numba's own way loads what it compiles with, which takes as long as half of a small run; code that is
    there already needs that only for Python's secret of hashes, or by extensions of Numba.
    """
    if _SECRET in body or _has_extensions():
        target_context.refresh()
    else:
        from numba.core.runtime.nrt import rtsys

        rtsys.initialize(target_context)


@cache
def _has_extensions() -> bool:
    return bool(entry_points(group="numba_extensions"))


def _rebuilt(target_context: Any, body: bytes) -> Any:
    from numba.core.compiler import CompileResult

    rebuild: Any = CompileResult._rebuild
    return rebuild(target_context, *pickle.loads(body))


def _to_bytes(compiled: Any) -> bytes:
    from numba.core.serialize import dumps

    to_bytes: Any = dumps
    return bytes(to_bytes(compiled._reduce()))


def is_empty(key: str) -> bool:
    """Return True if no compiled code of this key is cached."""
    return not any(_folder(key).glob(f"*{_SUFFIX}"))


def _folder(key: str) -> Path:
    """Return the folder for a key; if another user owns it, a folder beside it."""
    folder = cache_root() / key
    with suppress(OSError):
        if not _is_own(folder.stat()):
            return folder.with_name(f"{key}-{os.geteuid()}")
    return folder


def _is_own(status: os.stat_result) -> bool:
    """Return True if this user or the administrator owns a file (the administrator could change any file)."""
    return not hasattr(os, "geteuid") or status.st_uid in (0, os.geteuid())


def _read(path: Path, key: bytes) -> bytes | None:
    """Return a file's contents, or None if it is missing or another user's; a damaged file is removed."""
    try:
        with path.open("rb") as file:
            if not _is_own(os.fstat(file.fileno())):
                return None
            checksum, body = file.read(_CHECKSUM_LENGTH), file.read()
    except OSError:
        return None
    if checksum == _checksum(key, body):
        return body
    _remove(path)
    return None


def _checksum(key: bytes, body: bytes) -> bytes:
    return hashlib.sha256(key + body).digest()


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _not_writable(error: OSError) -> BadInput:
    return BadInput(
        f"{cache_root()}, the folder for compiled code, can't be written: {error.strerror}; set "
        "SIMKIT_CACHE_DIR to another folder"
    )


def _sweep(root: Path) -> None:
    """Remove folders of compiled code that have not been used for a month; looked for once a day."""
    swept, now = root / _SWEPT, time.time()
    with suppress(OSError):
        if now - DAY < swept.stat().st_mtime <= now:  # a clock that was set back leaves times to come
            return
    swept.touch()
    oldest = now - UNUSED_DAYS * DAY
    for folder in root.iterdir():
        if not _FOLDER_NAME.fullmatch(folder.name):
            continue  # not simkit's: SIMKIT_CACHE_DIR may name any folder
        try:
            if folder.is_dir() and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
        except FileNotFoundError:  # another process swept it first
            continue
