"""Which cluster plays: what a call says, or else what this account's file of settings does."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import cast

from simkit.door.describing import path_given
from simkit.errors import BadInput, quoted, unknown
from simkit.installed import find_part
from simkit.run.work.listening import Listener
from simkit.run.work.workers import Backend, ClusterToPlayOn, Where

CLUSTER = "cluster"
"""The key of the file of settings."""

NO_CLUSTER = "none"
"""The address that means this machine, whatever the settings say."""


def settings_file() -> Path | None:
    """Return the path of this account's settings, ~/.config/simkit/settings.yaml; None without a home."""
    with suppress(RuntimeError):
        base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
        return Path(base) / "simkit" / "settings.yaml"
    return None


def cluster_for(address: str | None) -> ClusterToPlayOn | None:
    """Return the cluster at an address, or that of the settings without one; None if this machine plays."""
    where = _address_in_settings() if address is None else address
    if not isinstance(where, str):
        raise BadInput(f"cluster: found {quoted(where)}, allowed is an address")
    if not where or where == NO_CLUSTER:
        return None
    return cast(ClusterToPlayOn, find_part("cluster")(where))


def where_for(
    jobs: int,
    backend: Backend,
    cluster: str | None,
    store: str | None,
    runs: str | Path,
    out: str | Path | None,
    listener: Listener,
) -> Where:
    """Return where games are played, and who hears of it; the arguments are those of `simkit.run`."""
    folder = None if out is None else path_given(out, "out")
    where = Where(jobs, backend, None, store, path_given(runs, "runs"), folder, listener)
    return replace(where, cluster=cluster_for(cluster))


def _is_file(path: Path) -> bool:
    """Return True for a file; False also within a folder of another account."""
    try:
        return path.is_file()
    except PermissionError:
        return False


def _address_in_settings() -> str:
    file = settings_file()
    if file is None or not _is_file(file):
        return ""
    from simkit.content.source import KEY, read_source

    source = read_source(file, "settings")
    for key in source.data:
        if key != CLUSTER:
            raise BadInput(source.said((key, KEY), unknown("setting", str(key), [CLUSTER])))
    found = source.data.get(CLUSTER, "")
    if not isinstance(found, str):
        raise BadInput(
            source.said((CLUSTER,), f"found {quoted(found)}, allowed is an address, tcp://HOST:8786")
        )
    return found
