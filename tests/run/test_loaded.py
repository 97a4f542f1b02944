"""A run never mixes games of two versions of a file, whichever process loaded which."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simkit.engine.contract.player import named
from simkit.errors import BadInput
from simkit.experiment.file.load import load_experiment
from simkit.plugins import find_game
from simkit.run import runner
from simkit.run.runner import run_experiment
from simkit.run.store.manifest import rules_hashes
from simkit.run.work.listening import Listener
from simkit.run.work.loaded import Details, Loaded, OtherWorker, told_of
from tests.run.helpers import members, table_hashes

CAREFUL = """
from simkit.engine.contract.strategy import strategy

@strategy(game="pig", skill="none")
def careful(table, seat, rules, moves, count, parameters, chance):
    return 0 if table.total < 12 else count - 1
"""
BOLD = CAREFUL.replace("12", "33")

EXPERIMENT = (
    "name: x\ngame: pig\ngames: {games}\nseed: 4\nreport: none\nstrategies: [./my.py:careful, hold_at]\n"
)


class Meddler(Listener):
    """Does something when a run is at a certain point."""

    def __init__(self, *, when_started: Any = None, when_played: Any = None) -> None:
        self.when_started, self.when_played = when_started, when_played

    def compiling(self, compiling: object) -> None: ...

    def started(self, games: int) -> None:
        if self.when_started:
            self.when_started()

    def shard_played(self, played: object) -> None:
        if self.when_played:
            self.when_played()
            self.when_played = None


@pytest.fixture
def no_workers() -> Iterator[None]:
    """Let no worker outlive a test, nor come from an earlier one."""
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True, kill_workers=True)
    yield
    get_reusable_executor().shutdown(wait=True, kill_workers=True)


def written(folder: Path, games: int) -> tuple[Path, Path]:
    experiment, own = folder / "x.yaml", folder / "my.py"
    experiment.write_text(EXPERIMENT.format(games=games))
    own.write_text(CAREFUL)
    return experiment, own


def refused(experiment: Path, out: Path, meddler: Meddler) -> str:
    with pytest.raises(BadInput) as complaint:
        run_experiment(
            load_experiment(experiment), out, jobs=2, backend="processes", listener=meddler
        )  # fmt: skip
    return str(complaint.value)


@pytest.mark.long
@pytest.mark.usefixtures("no_workers")
def test_a_worker_that_loads_a_file_saved_since_plays_nothing(tmp_path: Path) -> None:
    experiment, own = written(tmp_path, 140_000)
    out = tmp_path / "out"
    said = refused(experiment, out, Meddler(when_started=lambda: own.write_text(BOLD)))
    assert said.startswith(f"{own} was changed while the run was being played, and process ")
    assert "--resume continues this run" in said
    assert not list(out.rglob("part-*.parquet"))
    own.write_text(CAREFUL)
    whole = run_experiment(load_experiment(experiment), out, jobs=2, backend="processes", existing="resume")
    threads = run_experiment(load_experiment(experiment), tmp_path / "threads")
    assert table_hashes(whole.path) == table_hashes(threads.path)


@pytest.mark.long
@pytest.mark.usefixtures("no_workers")
def test_a_worker_that_takes_over_from_a_killed_one_loads_no_other_version(tmp_path: Path) -> None:
    experiment, own = written(tmp_path, 2_000_000)
    out = tmp_path / "out"

    def save_and_kill() -> None:
        own.write_text(BOLD)
        found = [pid for pid, command in members(os.getpgid(0)).items() if "popen_loky" in command]
        os.kill(found[0], signal.SIGKILL)

    said = refused(experiment, out, Meddler(when_played=save_and_kill))
    assert said.startswith(f"{own} was changed while the run was being played")
    assert list(out.rglob("part-*.parquet"))
    own.write_text(CAREFUL)
    whole = run_experiment(load_experiment(experiment), out, jobs=2, existing="resume")
    threads = run_experiment(load_experiment(experiment), tmp_path / "threads", jobs=2)
    assert table_hashes(whole.path) == table_hashes(threads.path)


def test_rules_that_a_game_makes_anew_are_compared_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game may read a file of its own each time it makes a rules record."""
    experiment = load_experiment(written(tmp_path, 100)[0])
    monkeypatch.setattr(
        runner, "rules_hashes", lambda matches: [bytes(16) for _ in rules_hashes(matches)]
    )  # as if the file had been another one
    with pytest.raises(BadInput, match=r"Pig has other rules for scenario 0 in process .* a file that it"):
        run_experiment(experiment, tmp_path / "out", jobs=1)


def here(tmp_path: Path) -> Loaded:
    experiment = load_experiment(written(tmp_path, 100)[0])
    return Loaded(experiment.game, (named("./my.py:careful"), named("hold_at")), tmp_path)


def complaint_about(loaded: Loaded, found: Details | None, problem: str = "") -> str:
    with pytest.raises(BadInput) as complaint, told_of(loaded):
        raise OtherWorker("process 7 on lab", found, problem)
    return str(complaint.value)


def pig_rules(files: dict[str, str]) -> str:
    return next(file for file in files if file.endswith("simkit_pig/game.py"))


def older(details: Details) -> Details:
    file = pig_rules(details.files)
    return replace(details, files=details.files | {file: "00"}, changed=frozenset([file]))


def another(details: Details) -> Details:
    return replace(details, files=details.files | {pig_rules(details.files): "00"})


def other_library(details: Details) -> Details:
    return replace(details, versions=details.versions | {"numba": "0.1"})


def other_values(details: Details) -> Details:
    return replace(details, values=details.values | {"simkit_pig.game": "00"})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            older,
            ["process 7 on lab loaded ", "simkit_pig/game.py before it was last changed", "restart the w"],
        ),
        (another, ["process 7 on lab has another version of ", "simkit_pig/game.py"]),
        (other_library, ["process 7 on lab has numba 0.1, the run was begun with numba "]),
        (other_values, ["other values at the top of simkit_pig.game"]),
    ],
)
def test_a_worker_that_differs_is_named_with_what_differs(
    tmp_path: Path, change: Callable[[Details], Details], words: list[str]
) -> None:
    own = here(tmp_path)
    said = complaint_about(own, change(own.details()))
    assert all(word in said for word in [*words, "the games played until then are kept", "--resume"])


def test_a_worker_that_does_not_see_the_strategies_does_not_blame_the_run(tmp_path: Path) -> None:
    said = complaint_about(here(tmp_path), None, "there is no file /elsewhere/my.py")
    assert said.startswith("process 7 on lab can't load what this run plays with: there is no file /else")
    assert "made with other strategies" not in said


def test_what_is_loaded_has_one_hash_wherever_a_run_is_begun(tmp_path: Path) -> None:
    assert here(tmp_path).digest == here(tmp_path).digest
    assert here(tmp_path).digest != Loaded(find_game("pig"), (named("hold_at"),), tmp_path).digest
