"""Reads and writes a run's manifest, which holds everything about the run except its tables.

Values of an unexpected type are reported as damage.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal
from weakref import finalize

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from simkit.compile.reach import is_typed_in
from simkit.compile.sources import constants_hash, file_hash, reachable_sources, typed_in
from simkit.content.characters import refused_character, refused_in
from simkit.content.json_text import json_value
from simkit.engine.base.columns import Column
from simkit.engine.base.rows import Record, contents
from simkit.engine.contract.game import Game
from simkit.engine.contract.player import Player, Reference
from simkit.errors import BadInput, quoted, writing
from simkit.experiment.target import as_data
from simkit.experiment.values import SEEDS, Experiment, Scenario
from simkit.former import RUNS
from simkit.plugins import find_strategy
from simkit.run.store.durable import keep, lock_directory, written_in_one_step
from simkit.run.store.events import what_decides
from simkit.run.store.layout import RULE
from simkit.run.store.trust import SEAL, seal_of
from simkit.stats.whose import MOST

MANIFEST = "manifest.json"
SCENARIOS = "scenarios.parquet"
SCENARIO_ROWS = 1024
"""The number of scenarios that are written at once, and the least that are read at once."""

SUMMARY = "summary.parquet"
CHOICES = "choices.parquet"
ANSWERS = "answers"

FRESH = "fresh"
"""The folder of games that a report plays besides (`simkit.run.findings.fresh`)."""

INCOMPLETE = "incomplete"
"""The folder for reports on an incomplete run; whole runs have none."""

LEVELS = "levels"
"""The column of scenarios.parquet with the labels of all factors' levels, as reports show them, as JSON."""

FORMAT = 6
"""The format's version; it goes up when older versions of simkit can't read new run directories."""

OLDER = {5: RUNS}
"""The formats before it that are read, too."""

TABLES_FORMAT = 3
"""The version of the tables alone: it is part of a run's identity, which its tables contain."""

EVENTS_ONE_IN = "events_one_in"
"""The key for the number of games of which one is logged; missing if none is."""

TURN_ORDER = "turn_order"
"""The key for the seats' column with the places in the turn order; missing if the game has none."""

STORE = "store"
"""The key of a manifest that says where the tables lie, if that is not the run directory."""

PRECISION = "precision"
"""The key, in the experiment, for what is asked: column -> half-width; missing if all scenarios have as many
games.  In the manifest itself, for how many games each scenario got (`Counted`)."""

PEOPLE = "people"
"""The key, in the experiment, for what people have played at a table; missing in runs of simulations."""

DECISIVE = ("game", "seed", "games", PRECISION, "factors", "scenarios", EVENTS_ONE_IN, TURN_ORDER, PEOPLE)
"""The parts of an experiment in the manifest that decide the tables."""

MADE_OF = "made_of"
"""The key, in scenarios.parquet, for what a player with a name of its own is made of."""

TARGETS_HASH = "targets_hash"
"""The manifest's key for a hash of the targets, on which no table depends, and so no identity."""

LABEL, NOTE = "label", "note"
"""The keys for a run's label and its note; no table depends on them."""

NEWEST = "@"
"""Before a number, a run by its place among the finished runs: ``@1`` is the newest."""

LONGEST_LABEL = 80

ANEW = "`simkit run ... --again` plays the run again"
"""The advice for a damaged run directory."""


class _Recorded(BaseModel):
    """A part of the manifest with strict types; unknown keys are allowed."""

    model_config = ConfigDict(strict=True, extra="ignore")


class _Files(_Recorded):
    """The list of all files: its checksum, how many they are, and their bytes and games together."""

    sha256: str
    count: int = Field(ge=0)
    bytes: int = Field(ge=0)
    games: int = Field(ge=0)


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
    opponents: RecordedPlayer | None
    method: Literal["flat", "tree"]
    playouts: int | None = None
    finish: RecordedPlayer | None = None


class RecordedPlayer(_Recorded):
    """A player without its parameters, as `Reference.as_data` describes it."""

    model_config = ConfigDict(strict=True, extra="forbid")
    strategy: str
    file: str = ""
    errs: bool = False
    look_ahead: _LookAhead | None = None
    called: str = ""
    without: list[str] = []


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


class _Entered(_Recorded):
    lines: int = Field(ge=1)
    contents: str


class RecordedSeat(_Recorded):
    """A player with its parameters, as `Player.as_data` describes it."""

    model_config = ConfigDict(strict=True, extra="forbid")
    reference: RecordedPlayer
    parameters: dict[str, float]


class _People(_Recorded):
    """What people have played."""

    how: Literal["played", "entered"]
    """Whether simkit was the table, and knows every choice, or the results were entered."""

    names: list[str]
    games: list[int]
    """The numbers of the games."""

    contents: str
    """A hash of their results and choices."""

    files: list[_Entered] = []
    """The files that were entered, in order: how many lines, and a hash of these."""

    seats: bool = True
    """Whether it is known who sat at which seat."""

    at_once: int = Field(default=MOST, ge=1)
    """How many of the people play a game."""

    labels: list[str] = []
    seat_labels: list[str] = []
    """The columns, of games and of seats, that the group has written down besides the game's own."""

    beside: list[RecordedSeat] = []
    """The simulated players beside whom people are seen."""

    code: str = ""
    questions: list[str] = []
    """Of a printed sheet its code, and what people were asked."""

    goals: list[_Target] = []
    """The targets of its experiment that people can meet."""


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
    precision: dict[str, float] = {}
    content: dict[str, Any] | None = None
    objectives: list[_Objective] = []
    turn_order: str = ""
    players: dict[str, RecordedPlayer]
    varied: list[_Factor]
    targets: list[_Target] = []
    events_one_in: int = Field(default=0, ge=0)
    seconds: dict[str, float] = {}
    question: str = ""
    questions: dict[str, dict[str, Any]] = {}
    people: _People | None = None


class _Wide(_Recorded):
    scenario: int = Field(ge=0)
    asked: str
    of: str
    half_width: float | None


class _BrokenGame(_Recorded):
    """A game that could not be played to its end, and that the run has gone on without."""

    scenario: int
    game: int
    why: str


class _Counted(_Recorded):
    """The games of each scenario, where they depend on precision; null until they are known."""

    games: list[int | None]
    """The games that count."""

    trial: list[int | None]
    """The trial games, which don't."""

    together: list[int] = []
    """How many consecutive scenarios share a file, for one file after another, as it was decided when all
    numbers were first known; empty until then, and in older runs, where scenarios share none."""

    wide: list[_Wide] = []
    """The widest interval of each column in scenarios that have the most games and are not narrow."""


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
    files: _Files | None
    precision: _Counted | None = None
    broken: list[_BrokenGame] = []
    store: str = ""
    label: str = ""
    note: str = ""
    targets_hash: str = ""
    seal: str = ""

    @model_validator(mode="after")
    def _scenarios_lie_in_files(self) -> _Manifest:
        together = self.precision.together if self.precision else []
        if together and (min(together) < 1 or sum(together) != self.experiment.scenarios):
            raise ValueError("it does not say which scenarios share a file")
        return self

    @model_validator(mode="after")
    def _a_finished_run_says_more(self) -> _Manifest:
        if self.state == "finished":
            for name, value in self.timings:
                if value is None:
                    raise ValueError(f"the run is finished, but timings lacks {name}")
            if self.finished_at is None:
                raise ValueError("the run is finished, but it does not say when")
            if self.files is None:
                raise ValueError("the run is finished, but it does not say which files it has")
            games = self.experiment.games * self.experiment.scenarios
            if self.experiment.precision:
                counted = self.precision.games if self.precision else []
                if len(counted) != self.experiment.scenarios or not all(counted):
                    raise ValueError("the run is finished, but it does not say how many games were played")
                games = sum(count or 0 for count in counted)
            games -= len(self.broken)
            if self.files.games != games:
                raise ValueError(f"the run played {games} games, its files have {self.files.games} of them")
        return self


def read_manifest(path: Path) -> dict[str, Any]:
    """Return the manifest of a run directory."""
    file = path / MANIFEST
    manifest = _read(file)
    if not isinstance(manifest, dict) or "format" not in manifest:
        raise BadInput(f"{file}: damaged, not a valid manifest; {ANEW}")
    if manifest["format"] not in (*OLDER, FORMAT):
        read = ", ".join(map(str, (*OLDER, FORMAT)))
        raise BadInput(f"{file}: of format {quoted(manifest['format'])}, this simkit reads {read}; {ANEW}")
    if refused := next(refused_in(manifest), None):
        raise BadInput(f"{file}: damaged, {refused[0] or 'a key'}: {refused[1]} is not text; {ANEW}")
    try:
        _Manifest.model_validate(manifest)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        found = f", found {quoted(first['input'])}" if first["type"] != "missing" and place else ""
        problem = f"{place}: {first['msg']}{found}" if place else first["msg"].removeprefix("Value error, ")
        raise BadInput(f"{file}: damaged, not a valid manifest: {problem}; {ANEW}") from None
    if identity_of(manifest) != manifest["identity"]:
        raise BadInput(
            f"{file}: damaged, its game, seed, games, factors, scenarios or sources are not those that the "
            f"run was made with (they make another identity than {manifest['identity']}); {ANEW}"
        )
    if manifest.get(TARGETS_HASH, of_targets := _hash_of_targets(manifest)) != of_targets:
        raise BadInput(f"{file}: damaged, its targets are not those that it was written with; {ANEW}")
    return manifest


def _hash_of_targets(manifest: Mapping[str, Any]) -> str:
    text = json.dumps(manifest["experiment"].get("targets", []), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def identity_of(manifest: Mapping[str, Any]) -> str:
    """Return a run's identity from its manifest: a hash of everything that decides its tables."""
    decisive = {key: manifest[key] for key in ("layout", "hashes", "sources")}
    experiment = {key: manifest["experiment"][key] for key in DECISIVE if key in manifest["experiment"]}
    text = json.dumps({**decisive, "format": TABLES_FORMAT, "experiment": experiment}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def when_made(folder: Path) -> str:
    """Return when a run was finished (or begun, if unfinished); an empty text if that can't be read.

    The times of files don't matter: a run that is copied, or gets another title, does not become a new one.
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
        return json_value(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadInput(f"{file.parent} is not a run directory: it has no {MANIFEST}") from None
    except json.JSONDecodeError as error:
        place = f"{file}:{error.lineno}:{error.colno}"
        raise BadInput(f"{place}: damaged, not JSON: {error.msg}; {ANEW}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file}: damaged, not text; {ANEW}") from None
    except ValueError as error:
        raise BadInput(f"{file}: damaged, {error}; {ANEW}") from None
    except OSError as error:
        raise BadInput(f"{file} can't be read: {error.strerror}") from None


LIBRARIES = ("simkit", "numba", "numpy", "polars", "pyarrow", "pydantic", "scipy")


def sources_of(experiment: Experiment) -> dict[str, str]:
    """Return `sources_loaded` of everything that an experiment's results depend on besides the experiment."""
    return sources_loaded(experiment.game, references_of(experiment), experiment.folder)


def references_of(experiment: Experiment) -> tuple[Reference, ...]:
    """Return the strategies that play in an experiment, in the alphabetical order of their names."""
    players = (player for scenario in experiment.scenarios for player in scenario.players)
    found = {player.name: player.strategy for player in players}
    return tuple(found[name] for name in sorted(found))


def sources_loaded(game: Game, references: Iterable[Reference], folder: Path) -> dict[str, str]:
    """Return hashes of the sources of a game and of strategies, as this process has loaded them.

    Returns "game" and each strategy's name -> a hash of the sources that it can reach; a strategy's also
    covers its parameters.
    """
    functions = (game.setup, game.options, game.apply, game.outcome, game.conceal)
    hashes = {"game": _hash_of((*game.home, game.knobs.__module__), content_files(game), functions)}
    for reference in references:
        strategy = find_strategy(game.name, reference, folder)
        parameters = repr(strategy.parameters)  # for strategies that share a function: where each is declared
        hashes[reference.name] = _hash_of(strategy.modules, [], (strategy.function,), parameters)
    return hashes


def modules_of(game: Game, references: Iterable[Reference], folder: Path) -> set[str]:
    """Return the modules from which all code of a game and of strategies can be reached."""
    strategies = (find_strategy(game.name, reference, folder) for reference in references)
    return {
        *game.home,
        game.knobs.__module__,
        *(name for strategy in strategies for name in strategy.modules),
    }


def content_files(game: Game) -> list[Path]:
    """Return the files with the content of a game, which lie beside its rules or a package above."""
    file = getattr(sys.modules[game.setup.__module__], "__file__", None)
    if not file:
        return []
    own, above = Path(file).parents[:2]
    folders = [own, above] if (above / "__init__.py").is_file() else [own]
    return next((found for folder in folders if (found := sorted(folder.glob("content/*.yaml")))), [])


def _hash_of(
    modules: tuple[str, ...], content: list[Path], functions: tuple[object, ...], more: str = ""
) -> str:
    """Return a hash of the sources that modules reach, their constants, content files and more.

    `functions` may have been typed in, so that no source file has them.
    """
    typed, used = typed_in(*functions)
    digest = hashlib.sha256(constants_hash(*modules, *used) + more.encode())
    if any(map(is_typed_in, functions)):
        digest.update(typed)
    files = {*reachable_sources(*modules, *used), *content}
    for file in sorted(files, key=lambda path: (path.name, file_hash(path))):
        digest.update(file.name.encode() + file_hash(file))
    return digest.hexdigest()[:16]


def identity(experiment: Experiment, sources: dict[str, str]) -> str:
    """Return a hash of everything that decides a run's tables; runs with the same hash are the same run."""
    return identity_of(_decisive(experiment, sources))


def _decisive(experiment: Experiment, sources: dict[str, str]) -> dict[str, Any]:
    return {
        "experiment": {
            "game": experiment.game.name,
            "seed": experiment.seed,
            "games": experiment.games,
            **({PRECISION: dict(experiment.precision)} if experiment.precision else {}),
            "factors": list(experiment.factors),
            "scenarios": len(experiment.scenarios),
            **({EVENTS_ONE_IN: experiment.events_one_in} if experiment.events_one_in else {}),
            **({TURN_ORDER: experiment.game.turn_order} if experiment.game.turn_order else {}),
        },
        "layout": RULE,
        "hashes": _hashed(experiment)[0],
        "sources": sources,
        **_content(experiment),
    }


_KNOWN: dict[int, tuple[dict[str, str], list[bytes]]] = {}
"""By the identity of the experiment, as long as it lives: of two that are equal, a game may have read other
rules from a file of its own in between."""


def rules_hash(rules: Record) -> bytes:
    """Return a short hash of a rules record."""
    return hashlib.sha256(contents(rules)).digest()[:16]


def rules_hashes(experiment: Experiment) -> list[bytes]:
    """Return the hash of each scenario's rules record, as the run's identity was worked out from it."""
    return _hashed(experiment)[1]


def _hashed(experiment: Experiment) -> tuple[dict[str, str], list[bytes]]:
    """Return hashes of the columns, the scenarios, and the rules records, and one of each rules record.

    The rules count too, because a game may read them from files of its own.  The hashes are kept for each
    experiment, which may have many scenarios.
    """
    if id(experiment) not in _KNOWN:
        game = experiment.game
        columns = [_column(column) for column in (*game.columns, *game.seat_columns)]
        columns += what_decides(game) if experiment.events_one_in else []
        scenarios, rules = hashlib.sha256(), hashlib.sha256()
        of_each: list[bytes] = []
        for scenario in experiment.scenarios:
            scenarios.update(json.dumps(texts_of(experiment, scenario)).encode())
            own = game.rules_under(scenario.knobs)
            rules.update(contents(own))
            of_each.append(rules_hash(own))
        hashes = {
            "columns": hashlib.sha256(json.dumps(columns).encode()).hexdigest(),
            "scenarios": scenarios.hexdigest(),
            "rules": rules.hexdigest(),
        }
        finalize(experiment, _KNOWN.pop, id(experiment)).atexit = False
        _KNOWN[id(experiment)] = hashes, of_each
    return _KNOWN[id(experiment)]


def _questions(experiment: Experiment) -> dict[str, Any]:
    asked = {name: parameters.model_dump(mode="json") for name, parameters in experiment.questions}
    return {"questions": asked} if asked else {}


def _content(experiment: Experiment) -> dict[str, Any]:
    game = experiment.game
    if game.as_printed is None or game.content is None:
        return {}
    return {"content": game.content.as_data()}


def _column(column: Column) -> list[Any]:
    dtype = np.dtype(column.dtype).str
    return [column.name, dtype, column.description, column.unit, list(column.labels)]


def run_name(experiment: Experiment) -> str:
    """Return the name of a run's directory, the same for all runs of the same experiment and sources."""
    games = PRECISION if experiment.precision else experiment.games
    return f"seed{experiment.seed}-{games}-{identity(experiment, sources_of(experiment))[:8]}"


def texts_of(experiment: Experiment, scenario: Scenario) -> dict[str, str]:
    """Return everything about a scenario as JSON: its levels, its knobs and its players."""
    players = [_player(player) for player in scenario.players]
    return {
        LEVELS: json.dumps({factor: scenario.levels[factor] for factor in experiment.factors}),
        "knobs": scenario.knobs.as_json(),
        "players": json.dumps(players, sort_keys=True),
    }


def _player(player: Player) -> dict[str, Any]:
    """Return a player as plain data; one with a name of its own with what it is made of."""
    own = {"strategy": player.name, "parameters": dict(player.parameters)}
    return own | ({MADE_OF: player.strategy.as_data()} if player.strategy.called else {})


def now() -> str:
    """Return the current time in the manifest's format; such times can be compared as text."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def new_manifest(experiment: Experiment) -> dict[str, Any]:
    """Return the manifest for a run that is about to begin."""
    decisive = _decisive(experiment, sources_of(experiment))
    not_known = [None] * len(experiment.scenarios)
    counted = {"games": [*not_known], "trial": not_known, "few": list[Any](), "together": list[int]()}
    return {
        "format": FORMAT,
        **decisive,
        "state": "running",
        "identity": identity_of(decisive),
        "started_at": now(),
        "finished_at": None,
        "experiment": {
            "name": experiment.name,
            "title": experiment.title,
            "description": experiment.description,
            **decisive["experiment"],
            "report": experiment.report,
            "folder": str(experiment.folder.resolve()),
            "resolved": experiment.resolved,
            **_content(experiment),
            **({"seconds": dict(experiment.seconds)} if experiment.seconds else {}),
            **({"question": experiment.question} if experiment.question else {}),
            **_questions(experiment),
            "objectives": [asdict(objective) for objective in experiment.game.objectives],
            "players": {reference.name: reference.as_data() for reference in references_of(experiment)},
            "varied": [factor.as_data() for factor in experiment.varied],
            **({"targets": [as_data(target) for target in experiment.targets]} if experiment.targets else {}),
        },
        "command": list(experiment.command),
        "versions": {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}},
        "machine": {"system": platform.platform(), "processor": platform.machine(), "cores": os.cpu_count()},
        "timings": {},
        "files": None,
        **({PRECISION: counted} if experiment.precision else {}),
    }


def write_manifest(run: Path, manifest: dict[str, Any]) -> None:
    """Seal the manifest and write it to the disk in one step, so that it is never half written."""
    _write(run, manifest | {TARGETS_HASH: _hash_of_targets(manifest), SEAL: seal_of(manifest)})


def words_kept(run: Path, identity: str) -> dict[str, str]:
    """Return the label and the note of the run that a directory holds, if it has that identity."""
    return words_of(run) if at_a_glance(run).get("identity") == identity else {}


def words_of(run: Path) -> dict[str, str]:
    """Return the label and the note of the run that a directory holds."""
    manifest = at_a_glance(run)
    return {key: manifest[key] for key in (LABEL, NOTE) if manifest.get(key)}


def counted_before(run: Path, identity: str) -> dict[str, Any]:
    """Return how many games a stopped run of that identity has found that each scenario needs, if it has."""
    manifest = at_a_glance(run)
    if manifest.get("identity") != identity or PRECISION not in manifest:
        return {}
    return {PRECISION: {"few": [], "together": []} | manifest[PRECISION]}


def keep_words(run: Path, label: str | None = None, note: str | None = None) -> None:
    """Write a run's label and note into its manifest; None leaves one as it is, "" removes it.

    The seal stays: a label does not make the run this account's own.
    """
    require_words(label, note)
    words = {LABEL: label, NOTE: note}
    with lock_directory(run):
        manifest = read_manifest(run)
        for key, text in words.items():
            if text:
                manifest[key] = text
            elif text is not None:
                manifest.pop(key, None)
        _write(run, manifest)


def require_words(label: str | None, note: str | None) -> None:
    """Complain about a label or a note that a run can't have."""
    for key, text in ((LABEL, label), (NOTE, note)):
        if text is not None and not isinstance(text, str):
            raise BadInput(f"{key}: found {quoted(text)}, allowed is text")
        if text and (refused := refused_character(text)):
            raise BadInput(f"{key}: {refused} is not text")
    if not label:
        return
    is_line = label.splitlines() == [label]
    if label.startswith(NEWEST) or label != label.strip() or len(label) > LONGEST_LABEL or not is_line:
        raise BadInput(
            f"label: found {quoted(label)}, allowed are up to {LONGEST_LABEL} characters in one line, "
            f"{NEWEST} not the first, without spaces around them"
        )


def _write(run: Path, manifest: Mapping[str, Any]) -> None:
    with writing(run / MANIFEST):
        with written_in_one_step(run / MANIFEST) as temporary:
            temporary.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
            keep([temporary])
        keep([run / MANIFEST])
