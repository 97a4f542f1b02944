"""Reads a run's manifest; values of an unexpected type are reported as damage."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from simkit.content.characters import refused_in
from simkit.errors import BadInput
from simkit.experiment.values import SEEDS
from simkit.run.store.parquet import GAMES

MANIFEST = "manifest.json"
SCENARIOS = "scenarios.parquet"
SUMMARY = "summary.parquet"
ANSWERS = "answers"

LEVELS = "levels"
"""The column of scenarios.parquet with the labels of all factors' levels, as JSON: what reports call them."""

FORMAT = 4
"""The format's version; it goes up when older versions of simkit can't read new run directories."""

TABLES_FORMAT = 3
"""The version of the tables alone: it stands in a run's identity, which its tables bear."""

EVENTS_ONE_IN = "events_one_in"
"""The key for the number of games of which one is logged; missing if none is."""

TURN_ORDER = "turn_order"
"""The key for the seats' column with the places in the turn order; missing if the game has none."""

DECISIVE = ("game", "seed", "games", "factors", "scenarios", EVENTS_ONE_IN, TURN_ORDER)
"""The parts of an experiment in the manifest that decide the tables."""

LABEL, NOTE = "label", "note"
"""The keys for what somebody calls a run, and writes about it; no table depends on them."""

NEWEST = "@"
"""Before a number, a run by its place among the finished runs: ``@1`` is the newest."""

LONGEST_LABEL = 80

ANEW = "`simkit run ... --again` plays the run again"
"""The advice for a damaged run directory."""


class _Recorded(BaseModel):
    """A part of the manifest with strict types; unknown keys are allowed."""

    model_config = ConfigDict(strict=True, extra="ignore")


class _File(_Recorded):
    sha256: str
    bytes: int = Field(ge=0)
    rows: int = Field(ge=0)


class _Objective(_Recorded):
    column: str
    of: Literal["game", "seat"]


class _Goal(_Recorded):
    model_config = ConfigDict(strict=True, extra="forbid")
    player: str
    opponent: str
    low: float
    high: float
    of_fair: bool


class _Target(_Recorded):
    subject: str
    column: str
    low: float | None
    high: float | None
    of_fair: bool
    players: int = Field(ge=0)
    where: dict[str, list[str]]
    goals: list[_Goal] = []


class _LookAhead(_Recorded):
    model_config = ConfigDict(strict=True, extra="forbid")
    opponents: _Player | None
    method: Literal["flat", "tree"]


class _Player(_Recorded):
    model_config = ConfigDict(strict=True, extra="forbid")
    strategy: str
    file: str = ""
    errs: bool = False
    look_ahead: _LookAhead | None = None


class _Setting(_Recorded):
    key: str
    value: Any


class _Level(_Recorded):
    label: str
    sets: list[_Setting]
    only_if: dict[str, Any] = {}


class _Factor(_Recorded):
    name: str
    levels: list[_Level]


class _Experiment(_Recorded):
    name: str
    title: str
    description: str
    game: str
    seed: int = Field(ge=0, lt=SEEDS)
    games: int = Field(ge=1)
    factors: list[str]
    report: str
    folder: str
    scenarios: int = Field(ge=1)
    content: dict[str, Any] | None = None
    objectives: list[_Objective] = []
    turn_order: str = ""
    players: dict[str, _Player]
    varied: list[_Factor]
    targets: list[_Target] = []
    events_one_in: int = Field(default=0, ge=0)
    seconds: dict[str, float] = {}
    questions: dict[str, dict[str, Any]] = {}


class _Timings(_Recorded):
    """The timings; empty until the run is finished."""

    play_seconds: float | None = None
    games_per_second: float | None = None
    jobs: int | None = None
    backend: str | None = None


class _Manifest(_Recorded):
    format: int
    state: Literal["running", "finished"]
    identity: str
    started_at: str
    finished_at: str | None
    experiment: _Experiment
    layout: dict[str, int]
    hashes: dict[str, str]
    command: list[str]
    sources: dict[str, str]
    versions: dict[str, str]
    timings: _Timings
    files: dict[str, _File]
    label: str = ""
    note: str = ""
    seal: str = ""

    @model_validator(mode="after")
    def _a_finished_run_says_more(self) -> _Manifest:
        if self.state == "finished":
            for name, value in self.timings:
                if value is None:
                    raise ValueError(f"the run is finished, but timings lacks {name}")
            if self.finished_at is None:
                raise ValueError("the run is finished, but it does not say when")
            for name in (SCENARIOS, SUMMARY):
                if name not in self.files:
                    raise ValueError(f"the run is finished, but files lacks {name}")
            games = self.experiment.games * self.experiment.scenarios
            listed = sum(entry.rows for name, entry in self.files.items() if name.startswith(f"{GAMES}/"))
            if listed != games:
                raise ValueError(f"the run played {games} games, files has {listed} of them")
        return self


def read_manifest(path: Path) -> dict[str, Any]:
    """Return the manifest of a run directory.

    Raises
    ------
    BadInput
        If there is none, it can't be read, or it is no valid manifest.
    """
    file = path / MANIFEST
    manifest = _read(file)
    if not isinstance(manifest, dict) or "format" not in manifest:
        raise BadInput(f"{file}: damaged, not a valid manifest; {ANEW}")
    if manifest["format"] != FORMAT:
        raise BadInput(f"{file}: of format {manifest['format']}, this simkit reads format {FORMAT}; {ANEW}")
    if refused := next(refused_in(manifest), None):
        raise BadInput(f"{file}: damaged, {refused[0] or 'a key'}: {refused[1]} is not text; {ANEW}")
    try:
        _Manifest.model_validate(manifest)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        found = f", found {first['input']!r}" if first["type"] != "missing" and place else ""
        problem = f"{place}: {first['msg']}{found}" if place else first["msg"].removeprefix("Value error, ")
        raise BadInput(f"{file}: damaged, not a valid manifest: {problem}; {ANEW}") from None
    if identity_of(manifest) != manifest["identity"]:
        raise BadInput(
            f"{file}: damaged, its game, seed, games, factors, scenarios or sources are not those that the "
            f"run was made with (they make another identity than {manifest['identity']}); {ANEW}"
        )
    return manifest


def identity_of(manifest: Mapping[str, Any]) -> str:
    """Return a run's identity from its manifest: a hash of everything that decides its tables."""
    decisive = {key: manifest[key] for key in ("layout", "hashes", "sources")}
    experiment = {key: manifest["experiment"][key] for key in DECISIVE if key in manifest["experiment"]}
    text = json.dumps({**decisive, "format": TABLES_FORMAT, "experiment": experiment}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def when_made(folder: Path) -> str:
    """Return when a run was finished (or begun, if unfinished); an empty text if that can't be read.

    Not when a file was last changed: a run that is copied, or whose title is new, does not become a new one.
    """
    manifest = at_a_glance(folder)
    return str(manifest.get("finished_at") or manifest.get("started_at") or "")


def at_a_glance(folder: Path) -> dict[str, Any]:
    """Return the manifest of a run directory, unchecked; empty if it can't be read."""
    try:
        manifest = _read(folder / MANIFEST)
    except BadInput:
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadInput(f"{file.parent} is not a run directory: it has no {MANIFEST}") from None
    except json.JSONDecodeError as error:
        place = f"{file}:{error.lineno}:{error.colno}"
        raise BadInput(f"{place}: damaged, not JSON: {error.msg}; {ANEW}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file}: damaged, not text; {ANEW}") from None
    except OSError as error:
        raise BadInput(f"{file} can't be read: {error.strerror}") from None
