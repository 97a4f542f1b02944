"""Tables in a shared folder or an object store: written there, found there, and told if they are not."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem

import simkit
from simkit import BadInput
from simkit.cluster.table_store import NotThere, TableStore
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.run.store.parquet import Place, Written
from simkit.run.store.shards import PlayedShard
from simkit.run.work.listening import Listener

EXPERIMENT = """
name: x
game: pig
games: 300
seed: 4
report: none
factors: {rules.target: [20, 30]}
strategies: [hold_at, random]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "x.yaml"
    file.write_text(EXPERIMENT)
    return file


class Objects(MemoryFileSystem):  # type: ignore[misc]
    """An object store that stands in for one elsewhere."""

    protocol = "r2"
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return str(super()._strip_protocol(path.removeprefix("r2://")))


fsspec.register_implementation("r2", Objects, clobber=True)


@pytest.fixture(params=["file", "objects"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    yield (tmp_path / "store").as_uri() if request.param == "file" else "r2://tables"
    Objects.store.clear()


def objects(store: str) -> dict[str, bytes]:
    """Return the contents of all objects, by their paths in the run."""
    files, root = fsspec.core.url_to_fs(store)
    found = files.find(root)
    return {path[len(root) :].lstrip("/").partition("/")[2]: files.cat_file(path) for path in found}


def local_tables(run: Path) -> list[str]:
    return sorted(path.relative_to(run).as_posix() for path in run.glob("*/*/*.parquet"))


def test_tables_lie_in_the_store_and_are_those_of_a_run_without(
    file: Path, tmp_path: Path, store: str
) -> None:
    experiment = simkit.experiment(file)
    there = run_experiment(experiment, tmp_path / "there", jobs=1, store=store)
    here = run_experiment(experiment, tmp_path / "here", jobs=1)
    assert local_tables(there.path) == []
    assert objects(store) == {name: (here.path / name).read_bytes() for name in local_tables(here.path)}
    assert there.manifest["store"] == f"{store}/{there.manifest['identity']}"
    assert there.estimates().equals(here.estimates())
    assert there.games_in([1]).collect().equals(here.games_in([1]).collect())
    assert local_tables(there.path) == local_tables(here.path)[1:2]  # only what was read was fetched
    assert there.seats.collect().equals(here.seats.collect())
    again = run_experiment(experiment, there.path, jobs=1)
    assert again.manifest["finished_at"] == there.manifest["finished_at"]


class Stopping(Listener):
    """Stops a run when some shards are played."""

    def __init__(self, after: int) -> None:
        self.seen: list[PlayedShard] = []
        self._after = after

    def shard_played(self, played: PlayedShard) -> None:
        self.seen.append(played)
        if len(self.seen) == self._after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("has_list", [True, False])
def test_a_run_that_was_stopped_goes_on_with_what_the_store_has(
    file: Path, tmp_path: Path, store: str, has_list: bool
) -> None:
    experiment, run = simkit.experiment(file), tmp_path / "there"
    with pytest.raises(KeyboardInterrupt):
        run_experiment(experiment, run, jobs=1, store=store, listener=Stopping(1))
    if not has_list:
        (run / "files.csv").unlink()
    observer = Stopping(0)
    found = run_experiment(experiment, run, jobs=1, existing="resume", listener=observer)
    assert [played.reused for played in observer.seen] == [True, False]
    assert bool(local_tables(run)) != has_list  # read here only if the list does not tell
    here = run_experiment(experiment, tmp_path / "here", jobs=1)
    assert found.estimates().equals(here.estimates())
    assert objects(store) == {name: (here.path / name).read_bytes() for name in local_tables(here.path)}


def test_an_object_that_is_altered_in_a_stopped_run_is_played_again(
    file: Path, tmp_path: Path, store: str
) -> None:
    experiment, run = simkit.experiment(file), tmp_path / "there"
    with pytest.raises(KeyboardInterrupt):
        run_experiment(experiment, run, jobs=1, store=store, listener=Stopping(1))
    before = objects(store)
    alter(store, b"other")
    observer = Stopping(0)
    run_experiment(experiment, run, jobs=1, existing="resume", listener=observer)
    assert [played.replaced for played in observer.seen] == [True, False]
    assert before.items() <= objects(store).items()
    assert len(RunDirectory(run).games.collect()) == 600


def alter(store: str, contents: bytes | None) -> None:
    """Replace the contents of the first object; remove it if there are none."""
    files, root = fsspec.core.url_to_fs(store)
    path = files.find(root)[0]
    if contents is None:
        files.rm(path)
    else:
        files.pipe_file(path, contents)


def test_what_is_lost_or_altered_is_told(file: Path, tmp_path: Path, store: str) -> None:
    run = run_experiment(simkit.experiment(file), tmp_path / "there", jobs=1, store=store)
    (name, contents), *_ = sorted(objects(store).items())
    alter(store, bytes(len(contents)))
    run.require_finished()  # the sizes are right
    with pytest.raises(
        BadInput, match=rf"{name} is not what was written there; `simkit run .* --resume` plays again"
    ):
        run.require_finished(deep=True)
    with pytest.raises(BadInput, match=rf"{name} is not what was written there"):
        RunDirectory(run.path).games.collect()
    assert local_tables(run.path) == []
    alter(store, contents[1:])
    with pytest.raises(BadInput, match=rf"{name} has \d+ bytes there, and {len(contents)} were written"):
        run.require_finished()
    alter(store, None)
    with pytest.raises(BadInput, match=rf"{name} is missing there; `simkit run .* --resume` plays again"):
        run.require_finished()
    with pytest.raises(BadInput, match=rf"{name} is missing there"):
        RunDirectory(run.path).games.collect()


@pytest.mark.parametrize("is_fetched", [False, True])
@pytest.mark.parametrize("is_lost", [False, True])
def test_resuming_mends_what_the_store_has_lost_or_otherwise(
    file: Path, tmp_path: Path, store: str, is_lost: bool, is_fetched: bool
) -> None:
    experiment = simkit.experiment(file)
    run = run_experiment(experiment, tmp_path / "there", jobs=1, store=store)
    before = objects(store)
    if is_fetched:
        run.games.collect()
    alter(store, None if is_lost else bytes(len(sorted(before.items())[0][1])))
    run_experiment(experiment, run.path, jobs=1, existing="resume").require_finished(deep=True)
    assert objects(store) == before


def test_another_store_is_refused(file: Path, tmp_path: Path) -> None:
    experiment = simkit.experiment(file)
    run_experiment(experiment, tmp_path / "here", jobs=1)
    with pytest.raises(BadInput, match=r"the tables of this run are in the run directory; --again plays it"):
        run_experiment(experiment, tmp_path / "here", jobs=1, store=(tmp_path / "store").as_uri())
    found = run_experiment(
        experiment, tmp_path / "here", jobs=1, store=(tmp_path / "store").as_uri(), existing="replace"
    )
    assert local_tables(found.path) == []
    back = run_experiment(experiment, tmp_path / "here", jobs=1, existing="replace")
    assert len(local_tables(back.path)) == 4
    assert "store" not in back.manifest


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("bucket/runs", r"store: found 'bucket/runs', allowed is an address that fsspec knows, such as file"),
        ("zip::s3://bucket", r"store: found 'zip::s3://bucket', allowed is an address"),
        ("s3://me:secret@bucket", r"^store: the address holds a password, which would stand in the manifest"),
        ("memory://tables", r"^store: memory:// loses the tables when this process ends; allowed is"),
        ("nothing://bucket", r"^nothing://bucket/.*: can't be reached: Protocol not known: nothing"),
    ],
)
def test_a_wrong_address_is_told_before_anything_is_played(
    file: Path, tmp_path: Path, address: str, said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        run_experiment(simkit.experiment(file), tmp_path / "run", jobs=1, store=address)
    assert not (tmp_path / "run" / "manifest.json").exists()


def test_a_store_without_fsspec_is_told(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec", None)
    with pytest.raises(BadInput, match=r"a store needs fsspec: pip install 'simkit\[store\]'"):
        run_experiment(simkit.experiment(file), tmp_path / "run", jobs=1, store="r2://tables")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "No space left on device"),
        (PermissionError(errno.EACCES, os.strerror(errno.EACCES)), "Permission denied"),
        (ConnectionError("no route to the endpoint"), "no route to the endpoint"),
    ],
)
def test_a_store_that_can_not_be_written_is_told(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(Objects, "pipe_file", fail)
    with pytest.raises(BadInput, match=rf"^r2://tables/\w+: games/.*parquet can't be written: {said}$"):
        run_experiment(simkit.experiment(file), tmp_path / "run", jobs=1, store="r2://tables")


def test_a_worker_must_have_written_what_is_seen_from_here(tmp_path: Path) -> None:
    store = TableStore((tmp_path / "store").as_uri())
    written = Written("games/scenario-00000/part-00000.parquet", "", 3, 1)
    with pytest.raises(NotThere, match=r"^what it has written can't be found from here: .* is missing there"):
        store.require([written])
    store.put(Place(tmp_path, "x", written.path), b"1234")
    with pytest.raises(NotThere, match=r"part-00000.parquet has 4 bytes in .*, it has written 3"):
        store.require([written])


@pytest.mark.long
def test_an_object_store_like_s3_holds_tables(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("s3fs")
    server = pytest.importorskip("moto.server").ThreadedMotoServer(port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        for name, value in {
            "AWS_ENDPOINT_URL": f"http://{host}:{port}",
            "AWS_ACCESS_KEY_ID": "testing",
            "AWS_SECRET_ACCESS_KEY": "testing",
            "AWS_DEFAULT_REGION": "us-east-1",
        }.items():
            monkeypatch.setenv(name, value)
        fsspec.filesystem("s3").mkdir("tables")
        store, experiment, run = "s3://tables/runs", simkit.experiment(file), tmp_path / "there"
        with pytest.raises(KeyboardInterrupt):
            run_experiment(experiment, run, jobs=2, store=store, listener=Stopping(1))
        found = run_experiment(experiment, run, jobs=2, existing="resume")
        here = run_experiment(experiment, tmp_path / "here", jobs=1)
        assert objects(store) == {name: (here.path / name).read_bytes() for name in local_tables(here.path)}
        found.require_finished(deep=True)
        assert found.games.collect().equals(here.games.collect())
        with pytest.raises(BadInput, match=r"^s3://nothing/\w+: games/.*parquet can't be written: "):
            run_experiment(experiment, tmp_path / "lost", jobs=1, store="s3://nothing")
    finally:
        server.stop()
    with pytest.raises(BadInput, match=r"^s3://tables/runs/\w+: .*can't be read: .*"):
        RunDirectory(run).require_finished()


def test_python_takes_a_store(file: Path, tmp_path: Path) -> None:
    run = simkit.run(file, out=tmp_path / "run", store=(tmp_path / "store").as_uri(), jobs=1)
    assert len(run.games.collect()) == 600
