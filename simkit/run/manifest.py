"""The manifest: everything about a run that its tables don't say."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from simkit.engine.columns import Column
from simkit.engine.kernel import constants_hash, file_hash, reachable_sources
from simkit.errors import writing
from simkit.experiment import Experiment
from simkit.plugins import find_strategy
from simkit.run.recorded import FORMAT, MANIFEST
from simkit.run.shard import SHARD_GAMES

LIBRARIES = ("simkit", "numba", "numpy", "polars", "pyarrow", "pydantic", "scipy")


def sources_of(experiment: Experiment) -> dict[str, str]:
    """Return what the results depend on besides the experiment: sources, numbers, content files, hashed.

    Returns
    -------
    dict
        "game" and each strategy's reference to a hash of the sources that it can reach, a strategy's also of
        its parameters.
    """
    game = experiment.game
    content = sorted(Path(sys.modules[game.setup.__module__].__file__ or "").parent.glob("content/*.yaml"))
    hashes = {"game": _hash_of((*game.home, game.knobs.__module__), content)}
    references = {player.strategy for scenario in experiment.scenarios for player in scenario.players}
    for reference in sorted(references):
        strategy = find_strategy(game.name, reference, experiment.folder)
        parameters = repr(strategy.parameters)  # declared elsewhere, where strategies share a function
        hashes[reference] = _hash_of((strategy.function.__module__,), [], parameters)
    return hashes


def _hash_of(modules: tuple[str, ...], content: list[Path], more: str = "") -> str:
    """Return a hash of sources that modules reach, of the constants in them, of content files and more."""
    digest = hashlib.sha256(constants_hash(*modules) + more.encode())
    files = {*reachable_sources(*modules), *content}
    for file in sorted(files, key=lambda path: (path.name, file_hash(path))):
        digest.update(file.name.encode() + file_hash(file))
    return digest.hexdigest()[:16]


def identity(experiment: Experiment, sources: dict[str, str]) -> str:
    """Return a hash of everything that decides a run's tables: two runs that share it are the same."""
    decisive = {
        "format": FORMAT,
        "shard": SHARD_GAMES,
        "game": experiment.game.name,
        "seed": experiment.seed,
        "games": experiment.games,
        "columns": [_column(column) for column in (*experiment.game.columns, *experiment.game.seat_columns)],
        "rules": _rules_hash(experiment),
        "scenarios": [scenario_record(experiment, scenario.index) for scenario in experiment.scenarios],
        "sources": sources,
    }
    return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()[:16]


def _column(column: Column) -> list[Any]:
    dtype = np.dtype(column.dtype).str
    return [column.name, dtype, column.description, column.unit, list(column.labels)]


def _rules_hash(experiment: Experiment) -> str:
    """Return a hash of the rules as compiled code reads them: a game may take them from files of its own."""
    digest = hashlib.sha256()
    for scenario in experiment.scenarios:
        digest.update(experiment.game.rules_under(scenario.knobs).tobytes())
    return digest.hexdigest()


def run_name(experiment: Experiment) -> str:
    """Return the name of a run's directory: a run of the same experiment and sources has the same name."""
    return f"seed{experiment.seed}-{experiment.games}-{identity(experiment, sources_of(experiment))[:8]}"


def scenario_record(experiment: Experiment, index: int) -> dict[str, Any]:
    """Return one scenario as plain data: its levels, and its knobs and players as JSON."""
    scenario = experiment.scenarios[index]
    players = [{"strategy": p.strategy, "parameters": dict(p.parameters)} for p in scenario.players]
    return {
        "scenario": scenario.index,
        **{factor: scenario.levels[factor] for factor in experiment.factors},
        "knobs": scenario.knobs.as_json(),
        "players": json.dumps(players, sort_keys=True),
    }


def new_manifest(experiment: Experiment, command: list[str]) -> dict[str, Any]:
    """Return the manifest of a run that begins."""
    sources = sources_of(experiment)
    return {
        "format": FORMAT,
        "state": "running",
        "identity": identity(experiment, sources),
        "experiment": {
            "name": experiment.name,
            "title": experiment.title,
            "description": experiment.description,
            "game": experiment.game.name,
            "seed": experiment.seed,
            "games": experiment.games,
            "factors": list(experiment.factors),
            "report": experiment.report,
            "folder": str(experiment.folder.resolve()),
            "scenarios": len(experiment.scenarios),
            "resolved": experiment.resolved,
        },
        "command": command,
        "sources": sources,
        "versions": {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}},
        "machine": {"system": platform.platform(), "processor": platform.machine(), "cores": os.cpu_count()},
        "timings": {},
        "files": {},
    }


def write_manifest(run: Path, manifest: dict[str, Any]) -> None:
    """Write the manifest in one step, so that it is never half written."""
    temporary = run / f".{MANIFEST}.{os.getpid()}.tmp"
    with writing(run / MANIFEST):
        try:
            temporary.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
            temporary.replace(run / MANIFEST)
        finally:
            temporary.unlink(missing_ok=True)
