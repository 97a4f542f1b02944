"""A run that goes on reads none of the files again that its journal tells of, unless they were changed."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import simkit
from simkit import Experiment
from simkit.run.runner import run_experiment
from simkit.run.store import layout, listed, parquet, states
from simkit.run.store.directory import RunDirectory
from simkit.run.store.listed import FILES, HEADER, Listing, read_played
from simkit.run.store.shards import PlayedShard, Shard
from simkit.stats.tally import Tally
from simkit.stats.whose import GAME, Whose
from tests.run.helpers import Killed, Killer, flip, table_hashes

PART = "games/scenario-00000/part-00001.parquet"


@pytest.fixture
def experiment(write_experiment: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> Experiment:
    """Return an experiment of two scenarios, each in four shards."""
    monkeypatch.setattr(layout, "SHARD_GAMES", 50)
    text = "name: x\ngame: pig\ngames: 180\nstrategies: [hold_at, random]\nreport: none\n"
    return simkit.experiment(write_experiment(f"{text}factors: {{rules.target: [30, 40]}}\n"))


@pytest.fixture
def killed(experiment: Experiment, tmp_path: Path) -> Path:
    """Return a run that was killed after five of its eight shards."""
    with pytest.raises(Killed):
        run_experiment(experiment, tmp_path / "killed", jobs=1, listener=Killer(5))
    return tmp_path / "killed"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the files that are read to be taken over, as they are read."""
    found: list[str] = []
    tables = parquet.PartReader.tables

    def noted(reader: parquet.PartReader) -> object:
        if reader._place.path.exists():
            found.append(reader._place.name)
        return tables(reader)

    monkeypatch.setattr(parquet.PartReader, "tables", noted)
    return found


def done_in(run: Path) -> list[PlayedShard]:
    return list(read_played(run, RunDirectory(run).manifest["identity"]))


def require_same(experiment: Experiment, run: Path) -> None:
    """Finish a run, and compare its tables with those of one that was never stopped."""
    run_experiment(experiment, run, jobs=1, existing="resume").require_finished()
    whole = run_experiment(experiment, run.with_name("whole"), jobs=2)
    assert table_hashes(run) == table_hashes(whole.path)
    assert {line.count(",") for line in (run / FILES).read_text().splitlines()} == {len(HEADER) - 1}


def test_nothing_is_read_again(experiment: Experiment, killed: Path, read: list[str]) -> None:
    assert len(done_in(killed)) == 5
    require_same(experiment, killed)
    assert read == []


def flip_and_set_the_time_back(file: Path) -> None:
    before = file.stat()
    flip(file)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def replace_by_a_copy(file: Path) -> None:
    shutil.copy2(file, file.with_name("copy"))
    file.with_name("copy").replace(file)


@pytest.mark.parametrize(
    "change",
    [flip, flip_and_set_the_time_back, Path.touch, replace_by_a_copy, lambda file: file.write_bytes(b"PAR1")],
    ids=["a byte", "a byte, and the time set back", "the time", "a copy", "cut"],
)
def test_what_was_changed_is_read(
    experiment: Experiment, killed: Path, read: list[str], change: Callable[[Path], object]
) -> None:
    change(killed / PART)
    assert len(done_in(killed)) == 4
    require_same(experiment, killed)
    assert PART in read
    assert not {name for name in read if "part-00001" not in name}


def test_a_shard_without_its_files_is_played_again(experiment: Experiment, killed: Path) -> None:
    (killed / PART.replace("games", "seats")).unlink()
    assert len(done_in(killed)) == 4
    require_same(experiment, killed)


@pytest.mark.parametrize("place", [0, 10, 500, -2])
def test_a_damaged_line_costs_one_shard(
    experiment: Experiment, killed: Path, read: list[str], place: int
) -> None:
    lines = (killed / FILES).read_bytes().splitlines(keepends=True)
    damaged = bytearray(lines[2])
    damaged[place] ^= 0x01
    (killed / FILES).write_bytes(b"".join([*lines[:2], damaged, *lines[3:]]))
    assert len(done_in(killed)) == 4
    require_same(experiment, killed)
    assert len(read) == 2  # the shard's games and seats


def test_whatever_is_left_of_a_torn_line_does_not_count(experiment: Experiment, killed: Path) -> None:
    whole = (killed / FILES).read_bytes()
    last = len(whole.splitlines(keepends=True)[-1])
    for length in (1, 30, last - 1, last // 2):
        (killed / FILES).write_bytes(whole[: len(whole) - last + length])
        assert len(done_in(killed)) == 4
    with pytest.raises(Killed):  # what comes next is not lost by it
        run_experiment(experiment, killed, jobs=1, existing="resume", listener=Killer(6))
    assert len(done_in(killed)) == 6
    require_same(experiment, killed)


def test_after_a_power_cut_everything_is_read(
    experiment: Experiment, killed: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a run writes is flushed to the disk at its end."""
    monkeypatch.setattr(listed, "boot", lambda: "another")
    assert done_in(killed) == []
    require_same(experiment, killed)
    assert len(set(read)) == 10


def test_where_a_power_cut_can_not_be_ruled_out_everything_is_read(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listed, "boot", str)  # not every system tells when it was started
    with pytest.raises(Killed):
        run_experiment(experiment, tmp_path / "killed", jobs=1, listener=Killer(2))
    assert (tmp_path / "killed" / FILES).stat().st_size
    assert done_in(tmp_path / "killed") == []


def test_the_journal_of_another_run_does_not_count(killed: Path) -> None:
    assert list(read_played(killed, "0123456789abcdef")) == []


def test_a_journal_is_read_as_it_was_written(tmp_path: Path) -> None:
    import numpy as np
    import polars as pl

    written = parquet.Written("games/scenario-00000/part-00000.parquet", "0" * 64, 3, 5)
    (tmp_path / "games/scenario-00000").mkdir(parents=True)
    (tmp_path / written.path).write_bytes(b"abc")
    tallies = {
        (GAME, "turns"): Tally.of(np.array([3, 3, -(1 << 60)])),
        (Whose("seat", 1), "share"): Tally.of(np.array([0.1, 1 / 3, np.inf, 0.1])),
        (Whose("place", 2), "points"): Tally.of(np.array([], np.int32)),
    }
    summary = pl.DataFrame({"scenario": [0], "estimate": [1 / 3], "of": ["game"]})
    done = PlayedShard(
        Shard(range(2, 5), 1, 65_536, (10, 11, 9), is_all=True), tallies, summary, (written,), reused=True
    )
    own = Listing(tmp_path, "identity")
    states_ = own.add(done)
    own.close()
    assert states_ == {written.path: states.state_of(tmp_path / written.path)}
    (found,) = read_played(tmp_path, "identity")
    assert found.shard == done.shard
    assert found.files == (written,)
    assert found.summary is not None
    assert found.summary.equals(summary)
    assert list(found.tallies) == list(tallies)
    for key, tally in tallies.items():
        assert found.tallies[key].values.dtype == tally.values.dtype
        assert found.tallies[key].values.tolist() == tally.values.tolist()
        assert found.tallies[key].counts.tolist() == tally.counts.tolist()


def test_a_line_that_is_larger_than_its_files_is_left_out(tmp_path: Path) -> None:
    import numpy as np

    written = parquet.Written("games/scenario-00000/part-00000.parquet", "0" * 64, 3, 5)
    (tmp_path / "games/scenario-00000").mkdir(parents=True)
    (tmp_path / written.path).write_bytes(b"abc")
    fractions = Tally.of(np.random.default_rng(1).random(10_000))
    own = Listing(tmp_path, "identity")
    own.add(
        PlayedShard(
            Shard(range(1), 0, 0, (10_000,), is_all=False), {(GAME, "share"): fractions}, None, (written,)
        )
    )
    own.close()
    assert list(read_played(tmp_path, "identity")) == []


def test_a_link_in_place_of_the_journal_leads_nowhere(
    experiment: Experiment, killed: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    (killed / FILES).unlink()
    (killed / FILES).symlink_to(other)
    require_same(experiment, killed)
    assert other.read_text() == "mine"


def test_many_small_scenarios_are_not_read_again_either(
    write_experiment: Callable[[str], Path], tmp_path: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "FEWEST_FILES", 4)
    targets = ", ".join(str(20 + i) for i in range(16))
    text = (
        f"name: x\ngame: pig\ngames: 3\nstrategies: [hold_at, random]\nfactors: {{rules.target: [{targets}]}}"
    )
    many = simkit.experiment(write_experiment(f"{text}\nreport: none\n"))
    with pytest.raises(Killed):
        run_experiment(many, tmp_path / "killed", jobs=1, listener=Killer(2))
    assert [done.summary is not None for done in done_in(tmp_path / "killed")] == [True, True]
    require_same(many, tmp_path / "killed")
    assert read == []


@pytest.mark.long
def test_as_many_games_as_it_takes_go_on_too(
    write_experiment: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "SHARD_GAMES", 200)
    text = "name: x\ngame: pig\nprecision: {turns: 0.2}\nstrategies: [hold_at, random]\nreport: none\n"
    experiment = simkit.experiment(write_experiment(f"{text}factors: {{rules.target: [30, 40]}}\n"))
    with pytest.raises(Killed):
        run_experiment(experiment, tmp_path / "killed", jobs=1, listener=Killer(2))
    assert json.loads((tmp_path / "killed" / "manifest.json").read_text())["state"] == "running"
    assert len(done_in(tmp_path / "killed")) == 2
    require_same(experiment, tmp_path / "killed")
