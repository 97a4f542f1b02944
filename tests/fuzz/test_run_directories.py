"""Damaged run directories: every reader complains in words, or reads what the undamaged run holds."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import simkit
from simkit.cli.main import main
from simkit.door.results import Run
from simkit.errors import BadInput
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.run.findings.verdict import judge_run
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.run.store.query import find_games
from tests.fuzz.conftest import Fuzzing
from tests.fuzz.making import broken, read_or_refused
from tests.fuzz.test_files import DEEP, damaged
from tests.run.helpers import contents_of, table_hashes

EXPERIMENT = """
name: x
game: pig
games: 60
seed: 7
strategies: [hold_at, random]
factors: {rules.target: [20, 40], die: {printed: {}, small: {rules.sides: 4}}}
events: {one_in: 20}
targets: {turns: 5 to 10}
report: none
"""


@dataclass
class Runs:
    """A run, another of the same experiment with another seed, and what is read of the first."""

    run: Path
    contents: dict[str, bytes]
    others: dict[str, bytes]
    experiment: Any
    read: dict[str, Any] = field(default_factory=dict)


def put(run: Path, contents: dict[str, bytes]) -> None:
    shutil.rmtree(run, ignore_errors=True)
    for name, held in contents.items():
        (run / name).parent.mkdir(parents=True, exist_ok=True)
        (run / name).write_bytes(held)


READERS: dict[str, Callable[[RunDirectory], Any]] = {
    "games": lambda run: run.games.collect(),
    "seats": lambda run: run.seats.collect(),
    "events": lambda run: run.events.collect(),
    "banked": lambda run: run.events_in("banked").collect(),
    "scenarios": lambda run: run.scenario_rows(),
    "settings": lambda run: run.scenarios,
    "summary": lambda run: run.estimates(),
    "rules": lambda run: [rules.as_json() for rules in run.rules()],
    "line-ups": lambda run: run.line_ups,
    "found": lambda run: find_games(run, [0, 1], "turns > 7", 5),
    "judged": lambda run: str(judge_run(run)),
    "columns": lambda run: [str(column) for column in run.columns("games")],
}
"""What is read of a run that was found to be whole."""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    folder = tmp_path_factory.mktemp("whole")
    file = folder / "x.yaml"
    file.write_text(EXPERIMENT)
    experiment = load_experiment(file)
    run = run_experiment(experiment, folder / "run", jobs=1)
    other = run_experiment(load_experiment(file, Overrides(seed=8)), folder / "other", jobs=1)
    found = Runs(run.path, contents_of(run.path), contents_of(other.path), experiment)
    found.read = {name: read(RunDirectory(run.path)) for name, read in READERS.items()}
    return found


def is_whole(run: RunDirectory) -> bool:
    run.require_finished()
    return True


def same(found: Any, expected: Any) -> bool:
    return found.equals(expected) if isinstance(expected, pl.DataFrame) else bool(found == expected)


Damage = dict[str, bytes | None]
"""The contents of some files; None for one that is not there."""


def damages(runs: Runs) -> SearchStrategy[Damage]:
    """Return a strategy for what may happen to the files of a run."""
    names = st.sampled_from(sorted(runs.contents))
    bytes_ = names.flatmap(lambda name: damaged(runs.contents[name]).map(lambda held: {name: held}))
    foreign = names.map(lambda name: {name: runs.others.get(name)})
    swapped = st.tuples(names, names).map(
        lambda two: {two[0]: runs.contents[two[1]], two[1]: runs.contents[two[0]]}
    )
    missing = names.map(lambda name: {name: None})
    more = st.sampled_from(
        ["games/x.parquet", "games/scenario-00000/part-00007.parquet", "games/.x.tmp", "seats/x"]
    ).flatmap(lambda name: st.sampled_from([b"", *runs.contents.values()]).map(lambda held: {name: held}))
    texts = st.sampled_from(["manifest.json", "verdict.json"])
    values = texts.flatmap(
        lambda name: broken(st.just(json.loads(runs.contents[name])), fewest=1).map(
            lambda data: {name: json.dumps(data).encode()}
        )
    )
    deep = st.tuples(texts, st.sampled_from(DEEP)).map(lambda two: {two[0]: two[1].encode()})
    lists = st.just({"files.csv": runs.contents["files.csv"].replace(b",60", b",61", 1)})
    one = st.one_of(bytes_, bytes_, values, values, foreign, swapped, missing, more, deep, lists)
    return st.lists(one, min_size=1, max_size=2).map(
        lambda some: {k: v for damage in some for k, v in damage.items()}
    )


def do(runs: Runs, damage: Damage) -> None:
    """Put the run's files as they were, and damage them."""
    put(runs.run, runs.contents)
    for name, held in damage.items():
        if held is None:
            (runs.run / name).unlink(missing_ok=True)
        else:
            (runs.run / name).parent.mkdir(parents=True, exist_ok=True)
            (runs.run / name).write_bytes(held)


def test_damaged_runs(fuzzing: Fuzzing, runs: Runs) -> None:
    """Whatever can be read of a run that counts as whole is what its games were."""

    def check(damage: Damage) -> None:
        do(runs, damage)
        opened = read_or_refused(lambda: RunDirectory(runs.run), str(runs.run))
        if opened is None:
            return
        if read_or_refused(lambda: is_whole(opened)):
            for name, read in READERS.items():
                assert same(read(opened), runs.read[name]), name

    fuzzing(damages(runs), check, daily=10)


def test_what_is_left_of_damaged_runs(fuzzing: Fuzzing, runs: Runs) -> None:
    """Of a run that was stopped or damaged no game is read that was not played so."""

    def check(example: tuple[Damage, bool]) -> None:
        damage, was_stopped = example
        do(Runs(runs.run, stopped(runs), runs.others, runs.experiment) if was_stopped else runs, damage)
        left = read_or_refused(lambda: simkit.open_run(runs.run, incomplete=True), str(runs.run))
        if left is None:
            return
        for name in ("games", "seats"):
            found = read_or_refused(partial(table_of, left, name), str(runs.run))
            if found is not None:
                expected = runs.read[name]
                others = found.select(expected.columns).join(
                    expected, on=expected.columns, how="anti", nulls_equal=True
                )
                assert not others.height, name
        read_or_refused(lambda: left.summary, str(runs.run))

    fuzzing(st.tuples(damages(runs), st.booleans()), check, daily=6)


def table_of(run: Run, name: str) -> pl.DataFrame:
    table: pl.LazyFrame = getattr(run, name)
    return table.collect()


def stopped(runs: Runs) -> dict[str, bytes]:
    """Return the files of a run that was stopped after its last game."""
    running = json.loads(runs.contents["manifest.json"]) | {"state": "running"}
    left = {name: held for name, held in runs.contents.items() if name not in ("files.csv", "verdict.json")}
    return left | {"manifest.json": json.dumps(running).encode()}


COMMANDS = (
    ["check", "RUN"],
    ["check", "RUN", "--deep"],
    ["summary", "RUN"],
    ["compare", "RUN", "OTHER"],
    ["replay", "RUN", "--scenario", "0", "--game", "1"],
    ["replay", "RUN", "--where", "turns > 0"],
    ["verify", "RUN", "--games", "20"],
    ["export", "RUN", "--out", "EXPORTED"],
    ["runs", "FOLDER"],
    ["summary", "RUN", "--incomplete"],
    ["compare", "RUN", "OTHER", "--incomplete"],
    ["report", "RUN", "--no-pdf", "--incomplete"],
    ["report", "RUN", "--no-pdf"],
)


def test_commands_on_damaged_runs(fuzzing: Fuzzing, runs: Runs, tmp_path: Path) -> None:
    """Every command ends with what it was asked for, or with a message."""
    put(tmp_path / "other", runs.others)
    words = {
        "RUN": str(runs.run),
        "OTHER": str(tmp_path / "other"),
        "EXPORTED": str(tmp_path / "exported"),
        "FOLDER": str(runs.run.parent.parent),
    }

    def check(example: tuple[Damage, list[str]]) -> None:
        damage, command = example
        do(runs, damage)
        done = CliRunner().invoke(main, [words.get(word, word) for word in command])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        assert done.exit_code in (0, 1, 2)
        if done.exit_code == 2:
            assert "Error: " in done.output
        shutil.rmtree(tmp_path / "exported", ignore_errors=True)

    fuzzing(st.tuples(damages(runs), st.sampled_from(COMMANDS)), check, daily=8)


def test_damaged_runs_go_on(fuzzing: Fuzzing, runs: Runs) -> None:
    """One that was not finished goes on to the same bytes, whatever was damaged; or it is refused."""
    expected = table_hashes_of(runs)
    left = Runs(runs.run, stopped(runs), runs.others, runs.experiment)

    def check(damage: Damage) -> None:
        do(left, damage)
        try:
            run_experiment(runs.experiment, runs.run, jobs=1, existing="resume")
        except BadInput as complaint:
            assert str(runs.run) in str(complaint)
        else:
            others = {name for name in damage if name not in expected}
            found = {
                name: checksum for name, checksum in table_hashes(runs.run).items() if name not in others
            }
            assert found == expected

    fuzzing(damages(runs), check, daily=3)


def table_hashes_of(runs: Runs) -> dict[str, str]:
    put(runs.run, runs.contents)
    return table_hashes(runs.run)
