"""Decides which code that a run directory or a saved game names may be imported: a stranger may have made it.

A run names code in its manifest: a report script, and strategies in files; a saved game names the latter.
Installed code is always imported.  A file is imported if this account's simkit wrote the run or the saved
game, which a seal in it shows, and the file lies outside the run directory; or if the caller trusts it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from simkit.engine.contract.player import Reference
from simkit.errors import BadInput

SEAL = "seal"
"""The manifest's key for the seal, which shows which account's simkit wrote it."""


def key_file() -> Path:
    """Return the path of this account's secret, in $XDG_STATE_HOME/simkit or ~/.local/state/simkit."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "simkit" / "seal.key"


def seal_of(manifest: Mapping[str, Any]) -> str:
    """Return the seal of a manifest: a keyed hash of all code that it names, and of the code's folder.

    Returns nothing if this account's secret can neither be read nor written.
    """
    key = _key()
    experiment = manifest["experiment"]
    named = [experiment["folder"], experiment["report"], sorted(manifest["sources"])]
    return hmac.new(key, json.dumps(named).encode(), hashlib.sha256).hexdigest() if key else ""


def require_trust(
    run: Path,
    manifest: Mapping[str, Any],
    file: Path,
    strategy: Reference | None = None,
    what: str = "the run",
) -> None:
    """Refuse a code file that a run names, unless the seal shows that this account wrote the run.

    * `run`: the run directory, or the file of a saved game.
    * `manifest`: what `seal_of` takes, with the seal.
    * `file`: the file with code.
    * `strategy`: which strategy the file is for; the manifest lists all that the run was made with.
    * `what`: what names the file, in words.
    """
    if problem := _distrust(run, manifest, file, strategy):
        raise BadInput(
            f"{run}: {what} names {file}, {problem}; nothing of it was run. If you know what it does, "
            "--trust runs it"
        )


def _distrust(run: Path, manifest: Mapping[str, Any], file: Path, strategy: Reference | None) -> str:
    """Return the reason why a file is not imported, or an empty text if it may be."""
    places = (file.resolve(), Path(os.path.normpath(file.absolute())))  # the target of a link, and the link
    directories = (run.resolve(), Path(os.path.normpath(run.absolute())))
    if any(place.is_relative_to(directory) for place in places for directory in directories):
        return "code inside the run directory"
    seal = seal_of(manifest)
    if not seal or not hmac.compare_digest(seal.encode(), str(manifest.get(SEAL, "")).encode()):
        return "and was not made here: simkit has not written it on this account"
    # The name of a strategy in a file says which file, unless it has a name of its own, which says nothing.
    if strategy and (strategy.called or strategy.name not in manifest["sources"]):
        return "which was not part of it when it was made"
    return ""


def _key() -> bytes:
    """Return this account's secret, made when first needed; empty if it can't be stored."""
    with suppress(OSError, RuntimeError):  # no home, or one that can't be written to
        path = key_file()
        if not path.exists():
            _write_key(path)
        return path.read_bytes()
    return b""


def _write_key(path: Path) -> None:
    """Write a new secret in one step, unless another process has written one meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(32))
        with suppress(FileExistsError):
            os.link(temporary, path)
    finally:
        temporary.unlink()
