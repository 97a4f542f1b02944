"""Runs: the same bytes for any number of workers, either back end, and after a kill."""

from __future__ import annotations

import gc
import time
import warnings
from pathlib import Path

import joblib
import polars as pl
import pytest
from click.testing import CliRunner

from simkit import BadInput, Experiment
from simkit.cli.main import main
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.run.runner import run_experiment
from simkit.run.store import layout
from simkit.run.store.directory import RunDirectory
from simkit.run.store.query import find_games
from simkit.run.work.compiling import Compiling
from simkit.run.work.listening import Listener
from tests.conftest import RunOf
from tests.run.helpers import Killed, Killer, table_hashes


@pytest.fixture
def sharded(small: Path, monkeypatch: pytest.MonkeyPatch) -> Experiment:
    """Return a small experiment that is cut into three shards for each scenario."""
    monkeypatch.setattr(layout, "SHARD_GAMES", 128)
    return load_experiment(small, None)


@pytest.fixture
def reference(sharded: Experiment, tmp_path: Path) -> dict[str, str]:
    return table_hashes(run_experiment(sharded, tmp_path / "reference", jobs=1).path)


def test_two_files_a_shard_and_two_tables_a_run(reference: dict[str, str]) -> None:
    assert len(reference) == 2 * 4 * 3 + 2


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_two_workers_write_the_same_bytes(
    sharded: Experiment, reference: dict[str, str], tmp_path: Path, backend: str
) -> None:
    run = run_experiment(sharded, tmp_path / "two", jobs=2, backend=backend)
    assert table_hashes(run.path) == reference
    assert run.manifest["timings"]["backend"] == backend


def test_a_back_end_of_joblibs_configuration_plays_the_same_bytes(
    sharded: Experiment, reference: dict[str, str], tmp_path: Path
) -> None:
    """As a Dask cluster does: the shards are played elsewhere, by what reads the run directory there."""
    with joblib.parallel_config(backend="loky", n_jobs=2):
        run = run_experiment(sharded, tmp_path / "elsewhere", jobs=2, backend="threads")
    assert table_hashes(run.path) == reference
    assert run.manifest["timings"]["backend"] == "processes"


def test_a_killed_run_resumes_to_the_same_bytes(
    sharded: Experiment, reference: dict[str, str], tmp_path: Path
) -> None:
    out = tmp_path / "killed"
    with pytest.raises(Killed):
        run_experiment(sharded, out, jobs=1, listener=Killer(5))
    left = table_hashes(out)
    assert 5 <= len(left) - 1 < 12
    assert not RunDirectory(out).finished
    with pytest.raises(BadInput, match="--resume"):
        run_experiment(sharded, out, jobs=1)
    assert table_hashes(run_experiment(sharded, out, jobs=2, existing="resume").path) == reference


def test_a_run_of_two_workers_is_stopped_without_a_warning(sharded: Experiment, tmp_path: Path) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with pytest.raises(Killed):
            run_experiment(sharded, tmp_path / "stopped", jobs=2, listener=Slowly())
        gc.collect()
    assert [str(message.message) for message in told] == []


class Slowly(Killer):
    """Ends a run at its first shard, when others are done too, whose results nobody takes."""

    def __init__(self) -> None:
        super().__init__(1)

    def shard_played(self, played: object) -> None:
        time.sleep(0.3)
        super().shard_played(played)


def test_a_damaged_file_is_played_again_on_resume(
    sharded: Experiment, reference: dict[str, str], tmp_path: Path
) -> None:
    run = run_experiment(sharded, tmp_path / "damaged", jobs=1)
    manifest = run.path / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"finished"', '"running"'))
    part = run.path / "games/scenario-00002/part-00001.parquet"
    contents = bytearray(part.read_bytes())
    contents[len(contents) // 3] ^= 0xFF
    part.write_bytes(bytes(contents))
    (run.path / "games/scenario-00001/.part-00000.parquet.99.tmp").write_bytes(b"half a file")
    assert table_hashes(run_experiment(sharded, run.path, jobs=1, existing="resume").path) == reference
    assert not list(run.path.rglob("*.tmp"))


def test_a_finished_run_is_not_run_again_unless_asked(sharded: Experiment, tmp_path: Path) -> None:
    class Counter(Listener):
        shards = 0

        def compiling(self, compiling: Compiling) -> None: ...
        def started(self, games: int) -> None: ...

        def shard_played(self, played: object) -> None:
            self.shards += 1

    counter = Counter()
    run_experiment(sharded, tmp_path / "run", jobs=1, listener=counter)
    assert counter.shards == 12
    run_experiment(sharded, tmp_path / "run", jobs=1, listener=counter)
    assert counter.shards == 12
    run_experiment(sharded, tmp_path / "run", jobs=1, existing="replace", listener=counter)
    assert counter.shards == 24


def test_there_are_no_more_workers_than_work(small: Path, tmp_path: Path) -> None:
    run = run_experiment(load_experiment(small, None), tmp_path / "run", jobs=500)
    assert run.manifest["timings"]["jobs"] == 4


def test_two_runs_do_not_write_into_one_directory(small: Path, tmp_path: Path) -> None:
    other = load_experiment(small, Overrides(seed=8))

    class Second(Listener):
        def compiling(self, compiling: Compiling) -> None: ...
        def started(self, games: int) -> None: ...

        def shard_played(self, played: object) -> None:
            with pytest.raises(BadInput, match="another `simkit run` is writing here"):
                run_experiment(other, tmp_path / "run", existing="replace")

    run = run_experiment(load_experiment(small, None), tmp_path / "run", jobs=1, listener=Second())
    run.require_finished()


def test_only_games_that_are_played_count_for_the_speed(sharded: Experiment, tmp_path: Path) -> None:
    run = run_experiment(sharded, tmp_path / "run", jobs=1)
    assert run.manifest["timings"]["games_per_second"] > 0
    manifest = run.path / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"finished"', '"running"'))
    (run.path / "games/scenario-00002/part-00001.parquet").unlink()
    timings = run_experiment(sharded, run.path, jobs=1, existing="resume").manifest["timings"]
    assert timings["games"] == 1200
    assert 64 < timings["games_per_second"] * timings["play_seconds"] < 256  # 128, but for rounding


def test_more_games_begin_with_the_same_games(small: Path, run_of: RunOf) -> None:
    short = run_of(small, "short", games=50)
    longer = run_of(small, "longer")
    first = longer.games.filter(pl.col("game") < 50).collect()
    assert short.games.collect().equals(first)


def test_an_unfinished_run_is_not_called_whole(sharded: Experiment, tmp_path: Path) -> None:
    class Stopper(Listener):
        def compiling(self, compiling: Compiling) -> None: ...
        def started(self, games: int) -> None: ...

        def shard_played(self, played: object) -> None:
            raise KeyboardInterrupt

    run = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        run_experiment(sharded, run, jobs=1, listener=Stopper())
    checked = CliRunner().invoke(main, ["check", str(run)])
    assert checked.exit_code == 2
    assert "this run was not finished; `simkit run ... --resume`" in " ".join(checked.output.split())
    assert find_games(RunDirectory(run), [0], "turns > 0", 1) == [(0, 0)]
