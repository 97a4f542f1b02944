"""Stores a ladder of skill beside a run, as plain data."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from simkit.errors import Complaint, writing
from simkit.run.directory import RunDirectory
from simkit.run.durable import written_in_one_step
from simkit.run.recorded import LADDER
from simkit.search.climb import Climb, Rung
from simkit.search.words import findings_of


def as_data(found: Climb) -> dict[str, Any]:
    """Return a ladder as plain data: `players` from the weakest on, `thinking` by play-outs, and findings."""
    return {
        "game": found.setting.game.name,
        "setting": found.setting.words,
        "seed": found.setting.seed,
        "measured": found.setting.measured,
        "is_share": found.setting.is_share,
        "base": found.base,
        "is_over": found.is_over,
        "rungs": list(found.rungs),
        "players": [_as_data(rung) for rung in found.named],
        "thinking": [_as_data(rung) for rung in found.thinking],
        "findings": findings_of(found),
    }


def _as_data(rung: Rung) -> dict[str, Any]:
    kept = {"name": rung.name, "playouts": rung.playouts, "result": asdict(rung.result)}
    return kept if rung.gain is None else {**kept, "gain": asdict(rung.gain)}


def keep_ladder(run: RunDirectory, found: Climb) -> None:
    """Write a ladder beside a run's tables."""
    path = run.path / LADDER
    with writing(path), written_in_one_step(path) as temporary:
        temporary.write_text(json.dumps(as_data(found), indent=1) + "\n", encoding="utf-8")


def read_ladder_of(run: RunDirectory) -> dict[str, Any] | None:
    """Return a run's ladder as plain data, or None if it has none.

    Raises
    ------
    Complaint
        If the file is missing or damaged.
    """
    if not run.manifest["experiment"].get("ladder"):
        return None
    path = run.path / LADDER
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if not {"players", "thinking", "findings", "is_share"} <= data.keys():
            raise ValueError("parts are missing")
    except (OSError, ValueError, AttributeError) as error:
        raise Complaint(f"{path} can't be read ({error}); `simkit run ... --again` makes it anew") from None
    return data
